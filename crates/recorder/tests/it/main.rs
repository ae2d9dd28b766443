//! The recorder from outside: what is written is read, what is damaged is said, nothing wrong is shown.

mod damage;
mod forged;
mod golden;
mod opening;
mod round_trip;
mod sample;
mod writing;
