//! How to write and how to read.

use std::time::Duration;

use fogreel_engine::data::Keep;

/// How a recording is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecorderOptions {
    /// When written bytes are forced to the disk.
    pub sync: SyncLevel,
    /// Leave out what differs from run to run (file nonce, time of recording), so that files compare byte by byte.
    pub reproducible: bool,
    /// Replace a file that exists; otherwise that is an error.
    pub overwrite: bool,
    /// How much of each record is kept: the less of this and the header's [`Keep`], which the written header then names.
    pub keep: Keep,
}

impl Default for RecorderOptions {
    /// Everything is kept; nothing is overwritten.
    fn default() -> Self {
        Self { sync: SyncLevel::default(), reproducible: false, overwrite: false, keep: Keep::Full }
    }
}

/// When written bytes are forced to the disk. It governs what a power loss can take; a killed program loses no completed
/// record at any level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyncLevel {
    /// After every record.
    Record,
    /// With the first record after this time since the last sync, and at the end.
    Interval(Duration),
    /// At the end of the match only.
    End,
}

impl Default for SyncLevel {
    /// An interval of 250 ms.
    fn default() -> Self {
        Self::Interval(Duration::from_millis(250))
    }
}

/// What a reader does about damage. Deliberately without a default: every reader says what it wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strictness {
    /// Any damage is an error. A file that stops after a whole frame is not damaged: the match may still run, and
    /// [`Replay::is_complete`](crate::Replay::is_complete) says so. Reads and decodes the whole file.
    Strict,
    /// What follows the last good frame may be cut or damaged (a crash, a match that still runs); other damage is an
    /// error that names record and offset. Files with an index are opened through it, so that damage in the middle is
    /// found when the record is read.
    Tail,
    /// After damage, search the next good frame and go on. Reads and decodes the whole file.
    Salvage,
}
