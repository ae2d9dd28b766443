//! Writing notes.

use std::path::Path;
use std::sync::Arc;

use fogreel_recorder::{Growth, NoteChange, Replay, Strictness, append_notes};

use super::{Delivery, Reader};

impl Reader {
    /// Writes a change of the notes of a file, and says what the notes of the open recording are then.
    pub(super) fn note(&mut self, ticket: u64, file: &Path, change: &NoteChange) {
        let id = match change {
            NoteChange::Put(note) => note.id,
            NoteChange::Delete(id) => *id,
        };
        // A remark about one match must not get into another one that has taken its place.
        if self.of(ticket).is_some() && self.look() {
            let message = "Another recording has taken the place of this one; nothing was noted.".to_owned();
            return self.answers.send(Delivery::NotNoted { id, message });
        }
        match append_notes(file, std::slice::from_ref(change)) {
            Ok(place) => self.answers.send(Delivery::Noted { id, place }),
            Err(error) => return self.answers.send(Delivery::NotNoted { id, message: error.to_string() }),
        }
        self.look();
        // What was played again from its moves lies in memory, and the file beside it is only read for its notes.
        let is_in_memory = |open: &mut crate::measuring::Open| open.timeline.bytes() == 0;
        if self.of(ticket).is_some_and(is_in_memory)
            && let Ok(replay) = Replay::open(file, Strictness::Tail)
        {
            self.answers.send(Delivery::Notes { ticket, notes: Arc::new(replay.notes().to_vec()) });
        }
    }

    /// Takes in what is new in the open file. Returns whether another file has taken its place.
    fn look(&mut self) -> bool {
        let Some(open) = self.open.as_mut() else { return false };
        let Some(timeline) = Arc::get_mut(&mut open.timeline) else { return false };
        let grown = timeline.refresh();
        // What cannot be read now is told by whoever reads it next.
        grown.is_ok_and(|grown| self.tell(grown))
    }

    /// Tells what is new in the open file. Returns whether another file has taken its place.
    pub(super) fn tell(&mut self, growth: Growth) -> bool {
        let Some(open) = self.open.as_mut() else { return false };
        let (ticket, timeline) = (open.ticket, &open.timeline);
        let (has_records, has_notes, is_over) = match growth {
            Growth::Unchanged => (false, false, false),
            Growth::Grew { records, notes } => (records > 0, notes, false),
            Growth::Ended { notes, .. } => (true, notes, true),
            Growth::Replaced => {
                open.follower = None;
                if let Some(path) = open.path.clone() {
                    self.answers.send(Delivery::Replaced { ticket, path });
                }
                return true;
            }
        };
        if has_notes {
            self.answers.send(Delivery::Notes { ticket, notes: Arc::new(timeline.notes().to_vec()) });
        }
        if let Some(grown) = open.grown(has_records, is_over) {
            self.answers.send(Delivery::Grown { ticket, grown });
        }
        false
    }
}
