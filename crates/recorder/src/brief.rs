//! What a list shows of a recording.

use std::path::Path;

use fogreel_engine::{End, Header};

use crate::ReadError;
use crate::reading::{InShort, read_in_short};
use crate::source::Source;

/// A recording in short, for lists of thousands: read from its beginning and its end, however long it is.
///
/// It believes what the last index says, and looks for no damage; opening the file with [`Replay`](crate::Replay) tells the
/// rest.
#[derive(Clone, PartialEq, Debug)]
pub struct Brief {
    /// What is true of the whole match.
    pub header: Header,
    /// How the match ended; `None` while it runs or when the end is lost.
    pub end: Option<End>,
    /// Number of records, the start included.
    pub records: u32,
    /// Whether there may be more than that: a long file without an index near its end is not counted through.
    pub is_at_least: bool,
    /// Whether the end is there and counts these records.
    pub complete: bool,
    /// Size of the file.
    pub bytes: u64,
}

impl Brief {
    /// Reads the header, the last index and the end of a file.
    ///
    /// # Errors
    /// [`ReadError`] if it is no recording or its beginning is damaged.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        let source = Source::open(path.as_ref())?;
        let InShort { header, records, is_at_least, end, complete } = read_in_short(&source)?;
        Ok(Self { header, end, records, is_at_least, complete, bytes: source.len() })
    }
}
