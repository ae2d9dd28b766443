//! Notes: changes that are appended, and the state that they add up to.

mod append;
mod beside;

use std::collections::BTreeMap;

use fogreel_engine::data::{Note, NoteId};

pub(crate) use append::resume_at_end;
pub use append::{NotesPlace, append_notes};
pub(crate) use beside::{Beside, Pending, with_suffix};

/// A change of the notes of a recording. Changes are appended one after the other; the last one about an id counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoteChange {
    /// A new note, or what takes the place of the one with that id.
    Put(Note),
    /// The note with that id is gone.
    Delete(NoteId),
}

/// An id that no other note has.
pub fn fresh_note_id() -> NoteId {
    NoteId(crate::nonce::fresh())
}

/// What all changes so far add up to: per id the note, or that it is gone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Notes(BTreeMap<NoteId, Option<Note>>);

impl Notes {
    /// Applies a change. Returns whether the notes that are there are others now.
    pub(crate) fn apply(&mut self, change: &NoteChange) -> bool {
        let (id, note) = match change {
            NoteChange::Put(note) => (note.id, Some(note.clone())),
            NoteChange::Delete(id) => (*id, None),
        };
        let is_other = self.0.get(&id).is_some_and(Option::is_some) || note.is_some();
        let is_other = is_other && self.0.get(&id) != Some(&note);
        self.0.insert(id, note);
        is_other
    }

    /// Changes that add up to the same, at most one for each id.
    pub(crate) fn changes(&self) -> impl Iterator<Item = NoteChange> {
        self.0.iter().map(|(id, note)| note.clone().map_or(NoteChange::Delete(*id), NoteChange::Put))
    }

    /// The notes that are there, by line, record and id.
    pub(crate) fn in_order(&self) -> Vec<Note> {
        let mut notes: Vec<Note> = self.0.values().flatten().cloned().collect();
        notes.sort_by_key(|note| (note.line, note.record, note.id));
        notes
    }
}

#[cfg(test)]
mod tests {
    use fogreel_engine::Viewpoint;

    use super::*;

    fn note(id: u64, record: u32, text: &str) -> Note {
        let (id, viewpoint) = (NoteId(id), Viewpoint::Referee);
        let (cell, author, created_unix_ms) = (None, None, None);
        Note { id, line: 0, record, cell, viewpoint, author, text: text.to_owned(), created_unix_ms }
    }

    #[test]
    fn the_last_change_of_a_note_counts_and_doing_it_twice_changes_nothing() {
        let mut notes = Notes::default();
        let changes = [
            NoteChange::Put(note(1, 5, "a")),
            NoteChange::Put(note(2, 3, "b")),
            NoteChange::Put(note(1, 5, "c")),
            NoteChange::Put(note(3, 3, "d")),
            NoteChange::Delete(NoteId(3)),
            NoteChange::Delete(NoteId(9)),
        ];
        assert_eq!(changes.each_ref().map(|change| notes.apply(change)), [true, true, true, true, true, false]);
        assert_eq!(notes.in_order(), [note(2, 3, "b"), note(1, 5, "c")]);
        let mut again = notes.clone();
        assert!(notes.changes().all(|change| !again.apply(&change)));
        assert_eq!(again, notes);
    }
}
