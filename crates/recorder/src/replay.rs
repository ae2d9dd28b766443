//! Opening a recording.

use std::path::Path;

use fogreel_engine::data::Note;
use fogreel_engine::{End, Header};

use crate::reading;
use crate::source::Source;
use crate::{Growth, ReadError, ReadReport, Strictness, Timeline};

/// Version of the format of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FormatVersion {
    /// A reader of another major version cannot read the file.
    pub major: u16,
    /// Raised by additions that older readers may ignore.
    pub minor: u16,
}

/// How the records lie in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FileState {
    /// One self-contained frame per record.
    Live,
    /// Records share chunks. What was appended to such a file may lie there as in a live one.
    Packed,
}

/// A recording that was opened, and what was found.
pub struct Replay {
    timeline: Timeline,
    version: FormatVersion,
}

impl Replay {
    /// Opens a file. Records are read from it when they are asked for.
    ///
    /// # Errors
    /// [`ReadError`], as the strictness demands.
    pub fn open(path: impl AsRef<Path>, strictness: Strictness) -> Result<Self, ReadError> {
        Self::of_source(Source::open(path.as_ref())?, strictness)
    }

    /// Opens a recording held in memory; `name` stands for the file name in messages.
    ///
    /// # Errors
    /// [`ReadError`], as the strictness demands.
    pub fn from_bytes(name: &str, bytes: Vec<u8>, strictness: Strictness) -> Result<Self, ReadError> {
        Self::of_source(Source::from_bytes(name, bytes), strictness)
    }

    /// Reads the header of a file and nothing else, which costs the same for any length.
    ///
    /// # Errors
    /// [`ReadError`] if it is no recording or its beginning is damaged.
    pub fn open_header(path: impl AsRef<Path>) -> Result<Header, ReadError> {
        reading::open_header(&Source::open(path.as_ref())?)
    }

    fn of_source(source: Source, strictness: Strictness) -> Result<Self, ReadError> {
        let (timeline, version) = Timeline::open(source, strictness)?;
        Ok(Self { timeline, version })
    }

    /// What is true of the whole match.
    pub fn header(&self) -> &Header {
        self.timeline.header()
    }

    /// How the match ended, if the file says so.
    pub fn end(&self) -> Option<&End> {
        self.timeline.end()
    }

    /// Version of the format.
    pub fn format_version(&self) -> FormatVersion {
        self.version
    }

    /// How the records lie in the file.
    pub fn state(&self) -> FileState {
        self.timeline.state()
    }

    /// Whether the match was recorded to its end. A file that a crash cut, or that is still being written, is not.
    pub fn is_complete(&self) -> bool {
        self.report().complete
    }

    /// Size of the file in bytes when it was opened or refreshed.
    pub fn bytes(&self) -> u64 {
        self.timeline.bytes()
    }

    /// What people noted, by line, record and id; what waits in `FILE.notes` included.
    pub fn notes(&self) -> &[Note] {
        self.timeline.notes()
    }

    /// Takes in what was appended to the file, as [`Timeline::refresh`] does.
    ///
    /// # Errors
    /// [`ReadError`] if what was appended is damaged, or the file is gone.
    pub fn refresh(&mut self) -> Result<Growth, ReadError> {
        self.timeline.refresh()
    }

    /// What was recovered, and what not.
    pub fn report(&self) -> &ReadReport {
        self.timeline.report()
    }

    /// The records.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The records alone.
    pub fn into_timeline(self) -> Timeline {
        self.timeline
    }
}
