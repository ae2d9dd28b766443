//! A recording that is still being written: what is new in it, and the notes that people add to any recording.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fogreel_engine::data::Note;
use fogreel_recorder::{Growth, NoteChange, ReadError, Replay, Strictness, Timeline, append_notes, is_being_written};

use super::{Delivery, Reader, file_name};
use crate::damage;
use crate::session::Grown;

/// How often a file is looked at.
const PERIOD: Duration = Duration::from_millis(200);
/// How often somebody looks whether it is still being written, while nothing new comes.
const DOUBT: Duration = Duration::from_secs(2);

/// Looks after a file that may grow.
pub(crate) struct Follower {
    path: PathBuf,
    looked: Instant,
    /// When there was something new, or somebody looked whether there can be.
    trusted: Instant,
    is_live: bool,
}

impl Follower {
    pub(crate) fn new(path: PathBuf) -> Self {
        let is_live = is_being_written(&path);
        Self { path, looked: Instant::now(), trusted: Instant::now(), is_live }
    }

    /// How long nobody needs to look.
    pub(crate) fn pause(&self) -> Duration {
        PERIOD.saturating_sub(self.looked.elapsed())
    }

    /// Whether the file is being written, and whether that is news.
    fn liveness(&mut self, has_news: bool) -> (bool, bool) {
        let before = self.is_live;
        if has_news || self.trusted.elapsed() >= DOUBT {
            self.trusted = Instant::now();
            self.is_live = is_being_written(&self.path);
        }
        (self.is_live, self.is_live != before)
    }
}

impl Reader {
    /// Looks after the open file, if it is time to.
    pub(super) fn follow(&mut self) {
        let Some(open) = self.open.as_mut() else { return };
        let Some(follower) = open.follower.as_mut().filter(|follower| follower.pause().is_zero()) else { return };
        follower.looked = Instant::now();
        // While figures are drawn from it, the timeline stays as it is.
        let Some(timeline) = Arc::get_mut(&mut open.timeline) else { return };
        let ticket = open.ticket;
        let (has_news, has_notes, is_over) = match timeline.refresh() {
            Ok(Growth::Unchanged) => (false, false, false),
            Ok(Growth::Grew { records, notes }) => (records > 0, notes, false),
            Ok(Growth::Ended { notes, .. }) => (true, notes, true),
            Ok(Growth::Replaced) => {
                let path = follower.path.clone();
                open.follower = None;
                return self.answers.send(Delivery::Replaced { ticket, path });
            }
            Err(error) => {
                let message = format!("{} is followed no longer: {error}", file_name(&follower.path));
                open.follower = None;
                return self.answers.send(Delivery::Lost { ticket, message });
            }
        };
        let (is_live, is_news) = follower.liveness(has_news);
        if is_over {
            open.follower = None;
        }
        let timeline = &open.timeline;
        if has_notes {
            self.answers.send(Delivery::Notes { ticket, notes: Arc::new(timeline.notes().to_vec()) });
        }
        if has_news || is_news {
            let is_live = is_live && !is_over;
            let grown = Grown {
                len: timeline.len(),
                end: timeline.end().cloned(),
                banner: damage::in_words(timeline.report(), is_live),
                is_live,
            };
            self.answers.send(Delivery::Grown { ticket, grown });
        }
    }

    /// Writes a change of the notes, and says what they are then.
    pub(super) fn note(&mut self, ticket: u64, change: NoteChange) {
        let Some(open) = self.of(ticket) else { return };
        let failed = |message: String| Delivery::NotNoted { ticket, message };
        let Some(path) = open.path.clone() else {
            let message = "This match lies in memory alone; record it into a file to keep notes.".to_owned();
            return self.answers.send(failed(message));
        };
        let place = match append_notes(&path, std::slice::from_ref(&change)) {
            Ok(place) => place,
            Err(error) => return self.answers.send(failed(error.to_string())),
        };
        let notes = open.notes_of(&path);
        match notes {
            Ok(notes) => self.answers.send(Delivery::Notes { ticket, notes: Arc::new(notes) }),
            Err(error) => self.answers.send(Delivery::Lost { ticket, message: error.to_string() }),
        }
        self.answers.send(Delivery::Noted { ticket, place });
    }
}

impl crate::measuring::Open {
    /// The notes as they are in the file now.
    fn notes_of(&mut self, path: &std::path::Path) -> Result<Vec<Note>, ReadError> {
        let is_in_file = |timeline: &Timeline| timeline.bytes() > 0;
        match Arc::get_mut(&mut self.timeline).filter(|timeline| is_in_file(timeline)) {
            // A file that is followed is left as it was seen last: what is new in it is told by following.
            Some(timeline) if self.follower.is_none() => {
                timeline.refresh()?;
                Ok(timeline.notes().to_vec())
            }
            _ => Ok(Replay::open(path, Strictness::Tail)?.notes().to_vec()),
        }
    }
}
