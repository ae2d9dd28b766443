//! Figures of tournaments: agents over many matches.

mod sprt;
mod win_matrix;
mod win_rates;

pub use sprt::{SprtPath, sprt};
pub use win_matrix::{WinMatrix, win_matrix};
pub use win_rates::{WinRate, win_rates};

use fogreel_engine::data::Rgb;

use crate::drawing::{FAINT, INK, Type};
use crate::text::clean;

/// What stands at the head of a figure of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TournamentTitle {
    /// What was played: game, preset, maps, starts.
    pub played: Vec<String>,
    /// What is shown, and how it was computed.
    pub shown: Vec<String>,
}

impl TournamentTitle {
    fn groups(&self) -> [(Vec<String>, Type, Rgb); 2] {
        let parts = |parts: &[String]| parts.iter().map(|part| clean(part)).collect();
        [(parts(&self.played), Type::TITLE, INK), (parts(&self.shown), Type::BODY, FAINT)]
    }
}

/// A share in percent, with a digit after the point.
fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}
