#![doc = include_str!("README.md")]

mod action;
mod bits;
mod knobs;
mod pattern;
mod state;

pub use action::Action;
pub use bits::{Bits, SIDE};
pub use knobs::{Goal, Knobs, Memory, Path, Respawn, Timeout};
pub use pattern::{PATTERN_SIDE, Pattern, library, parse};
pub use state::{CREATOR, DESTROYER, Ending, State};
