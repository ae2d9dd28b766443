//! Matches counted.

use std::ops::AddAssign;

use fogreel_engine::Seat;
use serde::Serialize;

use crate::MatchResult;

/// Matches counted from one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Won.
    pub wins: u64,
    /// Won by nobody, or by both.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Turns played in all of them.
    pub turns: u64,
}

impl Tally {
    /// Matches.
    pub fn matches(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The same matches from the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { wins: self.losses, losses: self.wins, ..self }
    }

    /// Counts a match from the first seat's side.
    pub(crate) fn count(&mut self, result: &MatchResult) {
        let wins = |seat| result.winners.contains(Seat(seat));
        match (wins(0), wins(1)) {
            (true, false) => self.wins += 1,
            (false, true) => self.losses += 1,
            _ => self.draws += 1,
        }
        self.turns += u64::from(result.turns);
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.turns += other.turns;
    }
}
