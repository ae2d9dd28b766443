//! Pure functions from a timeline to tables and series. Knows no game.

mod belief_series;
pub mod metrics;

pub use belief_series::{BeliefPoint, BeliefSeries, belief_keys, belief_series};
