#![doc = include_str!("README.md")]

mod action;
mod rules;
mod state;

pub use action::{Action, Step};
pub use rules::{BoardError, Rules, Side};
pub use state::State;

/// Persons of a team.
pub const PERSONS: usize = 3;
