//! The recording file: codec, writer, readers. Knows no game.
//!
//! * [`Recorder`] watches a match and writes a `.fogreel` file that is valid at every moment.
//! * [`Replay`] opens one under a stated [`Strictness`] and says what it found.
//! * [`Timeline`] gives any record by its index, whether the match lies in a file or in memory, and follows a file that
//!   grows; [`is_being_written`] tells whether it will.
//! * [`Brief`] tells what a file holds at the cost of its beginning and its end, for lists.
//! * [`repack`] packs and unpacks a file, [`recover`] writes what damage left into another one.
//! * [`append_notes`] adds what people remark, [`Recorder::branch`] what might have been played, to a file of any state.
//! * [`write_whole`] writes a recording from what is there already, wholly or not at all.
//!
//! The bytes are specified in `docs/format.md`; the module [`format`](mod@format) is their only implementation.

#[cfg(feature = "bodies")]
pub mod bodies;
mod branch;
mod brief;
mod cache;
mod error;
pub mod format;
#[cfg(all(any(fuzzing, test), feature = "zstd"))]
pub mod fuzzing;
mod lock;
mod memory;
mod nonce;
mod notes;
mod options;
mod reading;
mod recorder;
mod replay;
mod report;
mod sniff;
mod source;
mod summary;
mod timeline;
mod transfer;
mod whole;

pub use branch::Branch;
pub use brief::Brief;
pub use error::{ReadError, WriteError};
pub use lock::is_being_written;
pub use memory::MemoryRecorder;
pub use notes::{NoteChange, NotesPlace, append_notes, fresh_note_id};
pub use options::{RecorderOptions, Strictness, SyncLevel};
pub use recorder::Recorder;
pub use replay::{FileState, FormatVersion, Replay};
pub use report::{ReadReport, RecordRange};
pub use summary::{BeliefSummary, Summary};
pub use timeline::{BranchLine, Growth, Timeline};
pub use transfer::{Copied, Destination, recover, repack};
pub use whole::write_whole;
