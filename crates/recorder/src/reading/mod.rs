//! From bytes to a list of frames: what is good, what is damaged, and where to go on.

mod brief;
mod following;
mod frames;
mod indexed;
mod opening;
mod progress;
mod salvage;
mod walk;

pub(crate) use brief::{InShort, read_in_short};
pub(crate) use following::{Step, follow};
pub(crate) use frames::records_at;
pub(crate) use opening::{open, open_header, read_header_frame, read_preamble};
pub(crate) use progress::{BranchOfPlay, LineOfPlay, MISSING, Progress};
