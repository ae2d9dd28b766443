//! Pure functions from a timeline to tables and series. Knows no game.

mod belief_series;
pub mod metrics;
mod regenerate;
mod turns;
mod verify;

pub use belief_series::{BeliefPoint, BeliefSeries, belief_keys, belief_series};
pub use regenerate::{RegenerateError, regenerate};
pub use turns::record_of_turn;
pub use verify::{Difference, Layer, LayerVerdict, Verdict, verify};
