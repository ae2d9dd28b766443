//! What people remark about a match.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Cell, Viewpoint};

/// A remark about a record, or about one cell in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// Tells the note from all others of its recording, however often it is rewritten.
    pub id: NoteId,
    /// Line that it is about; 0 is the match.
    pub line: u32,
    /// Record of the line.
    pub record: u32,
    /// Cell that it is about: of the board, or, if it was made from a seat's viewpoint, of that seat's frame.
    pub cell: Option<Cell>,
    /// Who looked when it was made. What the referee remarks may tell what a seat cannot know.
    pub viewpoint: Viewpoint,
    /// Who wrote it, as they call themselves.
    pub author: Option<String>,
    /// The remark.
    pub text: String,
    /// When it was written, milliseconds since 1970-01-01 UTC, if known.
    pub created_unix_ms: Option<u64>,
}

impl Note {
    /// Whether it may be shown to somebody who looks from there: the referee sees every note, a seat those that were made
    /// from its own viewpoint.
    pub fn is_visible_from(&self, viewpoint: Viewpoint) -> bool {
        viewpoint == Viewpoint::Referee || viewpoint == self.viewpoint
    }

    /// Whether text and author contain all the words, wherever they stand and however they are capitalised.
    pub fn has_words(&self, words: &str) -> bool {
        let author = self.author.as_deref().unwrap_or_default();
        let text = format!("{}\n{author}", self.text).to_lowercase();
        words.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}

/// The number of a note. In text it is sixteen hexadecimal digits, since many readers of JSON lose the last digits of
/// large numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct NoteId(pub u64);

impl fmt::Display for NoteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// A text that is no id of a note.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected the id of a note, sixteen hexadecimal digits, found `{0}`")]
pub struct ParseNoteIdError(String);

impl FromStr for NoteId {
    type Err = ParseNoteIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_id = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = is_id.then(|| u64::from_str_radix(text, 16).ok()).flatten();
        number.map(Self).ok_or_else(|| ParseNoteIdError(text.to_owned()))
    }
}

impl TryFrom<String> for NoteId {
    type Error = ParseNoteIdError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<NoteId> for String {
    fn from(id: NoteId) -> Self {
        id.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    fn note(viewpoint: Viewpoint) -> Note {
        Note {
            id: NoteId(7),
            line: 0,
            record: 3,
            cell: None,
            viewpoint,
            author: Some("Mina".to_owned()),
            text: "It turned here".to_owned(),
            created_unix_ms: None,
        }
    }

    #[test]
    fn a_search_asks_for_all_words_in_any_order() {
        let note = note(Viewpoint::Referee);
        for words in ["", "here", "HERE turn", "mina it"] {
            assert!(note.has_words(words), "{words}");
        }
        assert!(!note.has_words("here there") && !note.has_words("minas"));
    }

    #[test]
    fn a_seat_sees_its_own_notes_alone() {
        let (referee, first, second) = (Viewpoint::Referee, Viewpoint::Seat(Seat(0)), Viewpoint::Seat(Seat(1)));
        for made_from in [referee, first, second] {
            assert!(note(made_from).is_visible_from(referee));
        }
        assert!(note(first).is_visible_from(first));
        assert!(!note(first).is_visible_from(second) && !note(referee).is_visible_from(first));
    }

    #[test]
    fn ids_parse_as_they_print() {
        for id in [NoteId(0), NoteId(0x0123_4567_89AB_CDEF), NoteId(u64::MAX)] {
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        for wrong in ["", "12", "00000000000000000", "+000000000000001", "000000000000000g"] {
            assert!(wrong.parse::<NoteId>().is_err(), "{wrong}");
        }
    }
}
