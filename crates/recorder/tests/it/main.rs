//! The recorder from outside: what is written is read, what is damaged is said, nothing wrong is shown.

#![expect(clippy::unwrap_used, reason = "a panic is how tests fail, in their helpers, too")]

mod branches;
mod brief;
mod damage;
mod disk;
mod following;
mod forged;
mod golden;
mod kill;
mod notes;
mod opening;
mod packed;
mod round_trip;
mod sample;
mod transfer;
mod writing;
