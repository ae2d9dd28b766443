//! From bytes to a list of frames: what is good, what is damaged, and where to go on.

mod frames;
mod indexed;
mod opening;
mod salvage;
mod walk;

use frames::read_frame;

pub(crate) use frames::record_at;
pub(crate) use opening::{MISSING, Opened, open, open_header};
