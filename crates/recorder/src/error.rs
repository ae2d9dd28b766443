//! What can go wrong with a recording.

use std::io;
use std::path::Path;

use crate::format::Fault;

/// Why a recording could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The machine could not read the file.
    #[error("{file}: cannot read at byte {offset}: {source}")]
    Io {
        /// Name of the file.
        file: String,
        /// Where the read began.
        offset: u64,
        /// What the machine said.
        source: io::Error,
    },
    /// Something else than a recording.
    #[error("{file}: not a Fogreel recording; it looks like {looks_like}")]
    NotARecording {
        /// Name of the file.
        file: String,
        /// What it looks like, with its article.
        looks_like: String,
    },
    /// Written in another major version of the format.
    #[error("{file}: format version {major}.{minor} is unknown; this program reads {supported}.x: update it")]
    UnsupportedVersion {
        /// Name of the file.
        file: String,
        /// Major version found.
        major: u16,
        /// Minor version found.
        minor: u16,
        /// Major version that this program reads.
        supported: u16,
    },
    /// A frame without which the recording would be misread, and which this program does not know.
    #[error(
        "{file}: byte {offset}: frame kind {kind} with schema {schema} and codec {codec} is needed to read the \
         recording but unknown: update this program"
    )]
    UnknownFrame {
        /// Name of the file.
        file: String,
        /// Where the frame begins.
        offset: u64,
        /// Its kind.
        kind: u8,
        /// Its schema version.
        schema: u8,
        /// Its codec.
        codec: u8,
    },
    /// Bytes that are not what the writer wrote.
    #[error("{file}: damaged at byte {offset}{}: expected {expected}, found {found}", of_record(*record))]
    Damaged {
        /// Name of the file.
        file: String,
        /// Where the damaged frame begins.
        offset: u64,
        /// The record in it, or the record that should stand there.
        record: Option<u32>,
        /// What should stand there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// A number beyond what the format allows; nothing was allocated for it.
    #[error("{file}: byte {offset}{}: {what} may be {limit} at most, found {found}", of_record(*record))]
    Limit {
        /// Name of the file.
        file: String,
        /// Where the frame begins.
        offset: u64,
        /// The record concerned.
        record: Option<u32>,
        /// What is too large.
        what: &'static str,
        /// The largest allowed value.
        limit: u64,
        /// The value found.
        found: u64,
    },
    /// A record lost to damage.
    #[error("{file}: record {record} is missing: its frame is damaged or lost")]
    Missing {
        /// Name of the file.
        file: String,
        /// The record.
        record: u32,
    },
    /// There is no such record.
    #[error("there is no record {index}; the recording has {len}")]
    NoSuchRecord {
        /// The record asked for.
        index: usize,
        /// How many there are.
        len: usize,
    },
}

fn of_record(record: Option<u32>) -> String {
    record.map_or_else(String::new, |record| format!(" (record {record})"))
}

/// Why a recording could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The file is there already.
    #[error("{file}: exists already and is not to be overwritten")]
    Exists {
        /// Name of the file.
        file: String,
    },
    /// Another program writes to the file.
    #[error("{file}: another program is recording into it")]
    Locked {
        /// Name of the file.
        file: String,
    },
    /// The machine could not write.
    #[error("{file}: cannot {action}: {source}")]
    Io {
        /// Name of the file.
        file: String,
        /// What was tried.
        action: &'static str,
        /// What the machine said.
        source: io::Error,
    },
    /// A header, record or end that contradicts itself or the header.
    #[error("{file}: cannot record {place}: expected {expected}, found {found}")]
    Invalid {
        /// Name of the file.
        file: String,
        /// Which header, record or end, and what in it.
        place: String,
        /// What should stand there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// More than the format can hold.
    #[error("{file}: cannot record {place}: {what} may be {limit} at most, found {found}")]
    Limit {
        /// Name of the file.
        file: String,
        /// Which header, record or end.
        place: String,
        /// What is too large.
        what: &'static str,
        /// The largest allowed value.
        limit: u64,
        /// The value found.
        found: u64,
    },
    /// Called in the wrong order, such as a record before the header.
    #[error("{file}: {found} came when {expected} was due")]
    OutOfOrder {
        /// Name of the file.
        file: String,
        /// What was due.
        expected: String,
        /// What came.
        found: String,
    },
    /// What is in the file already cannot be read, so that nothing can be appended to it.
    #[error("{0}; nothing was written")]
    Unreadable(#[from] ReadError),
    /// A file was to be written over the one that is read.
    #[error("{file}: is the file that is read; name another one for the copy")]
    SameFile {
        /// Name of the file.
        file: String,
    },
    /// The file holds what a copy would not.
    #[error("{file}: cannot be copied whole: {why}")]
    WouldLose {
        /// Name of the file.
        file: String,
        /// What is in it.
        why: String,
    },
    /// The copy was read again and is another. It was removed.
    #[error("{file}: the copy differs from the original in {what}; it was removed, and the original is as it was")]
    Unfaithful {
        /// Name of the copy.
        file: String,
        /// Where they differ.
        what: String,
    },
    /// An earlier error, already reported, closed the recording. What was written before it is readable.
    #[error("{file}: closed by an earlier error")]
    Closed {
        /// Name of the file.
        file: String,
    },
}

impl WriteError {
    /// What the machine says about a file, as an error.
    pub(crate) fn at(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        let file = path.display().to_string();
        move |source| Self::Io { file, action, source }
    }

    /// What is wrong with data that was to be written.
    pub(crate) fn refused(file: &str, place: &str, fault: Fault) -> Self {
        let (file, place) = (file.to_owned(), place.to_owned());
        match fault {
            Fault::Invalid { place: part, expected, found } => {
                Self::Invalid { file, place: format!("{place}: {part}"), expected, found }
            }
            Fault::Limit { what, limit, found } => Self::Limit { file, place, what, limit, found },
            Fault::UnknownCodec(codec) => {
                Self::Invalid { file, place, expected: "a codec of this build".to_owned(), found: codec.to_string() }
            }
        }
    }
}
