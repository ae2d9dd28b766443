//! The flight recorder for games played in the fog.
fn main() {}
