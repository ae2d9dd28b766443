//! A note that is being written.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use fogreel_engine::data::{Note, NoteId};
use fogreel_engine::{Cell, Viewpoint};

/// A note that is being written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NoteForm {
    /// Number of the recording.
    pub(crate) ticket: u64,
    /// The recording.
    pub(crate) file: PathBuf,
    /// The note that is changed; `None` for a new one.
    pub(crate) id: Option<NoteId>,
    pub(crate) record: u32,
    /// Turn of that record, for people.
    pub(crate) turn: u32,
    /// The cell that the note is about, in the frame of who looks.
    pub(crate) cell: Option<Cell>,
    /// The cell that it may be about.
    pub(crate) offered: Option<Cell>,
    pub(crate) viewpoint: Viewpoint,
    pub(crate) author: String,
    pub(crate) text: String,
    /// Whether the next click on the button deletes the note.
    pub(crate) is_deleting: bool,
    /// Why it could not be written.
    pub(crate) problem: Option<String>,
}

impl NoteForm {
    /// The note as it will be written, under an id.
    pub(crate) fn note(&self, id: NoteId) -> Note {
        let filled = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok();
        Note {
            id,
            line: 0,
            record: self.record,
            cell: self.cell,
            viewpoint: self.viewpoint,
            author: filled(&self.author),
            text: self.text.trim().to_owned(),
            created_unix_ms: now.and_then(|since| u64::try_from(since.as_millis()).ok()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_written_without_the_blanks_around_it() {
        let form = NoteForm {
            ticket: 1,
            file: PathBuf::from("match.fogreel"),
            id: None,
            record: 4,
            turn: 2,
            cell: Some(Cell::new(1, 2)),
            offered: None,
            viewpoint: Viewpoint::Referee,
            author: "  ".to_owned(),
            text: " here \n".to_owned(),
            is_deleting: false,
            problem: None,
        };
        let note = form.note(NoteId(7));
        assert_eq!((note.author.as_deref(), note.text.as_str(), note.record), (None, "here", 4));
    }
}
