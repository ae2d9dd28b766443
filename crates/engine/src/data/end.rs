//! How a match ended.

use serde::{Deserialize, Serialize};

use crate::{Seat, SeatSet};

/// The last entry of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct End {
    /// Who won and why.
    pub outcome: Outcome,
    /// Turns played, as people count them.
    pub turns: u32,
    /// Records written, the start included.
    pub records: u32,
}

/// Who won and why.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The winners; nobody is a draw.
    pub winners: SeatSet,
    /// Lower-case id of the reason, such as `escape`, `turn_limit` or `forfeit`.
    pub reason: String,
    /// One sentence for people.
    pub text: String,
    /// Score per seat; empty where the game keeps none.
    #[serde(with = "super::number::list")]
    pub scores: Vec<f64>,
}

impl Outcome {
    /// A match that ended because a seat could not or would not play on; everybody else wins.
    pub fn forfeit(seat: Seat, seats: usize, text: impl Into<String>) -> Self {
        let winners = SeatSet(SeatSet::first(seats).0 & !SeatSet::of(seat).0);
        Self { winners, reason: Self::FORFEIT.to_owned(), text: text.into(), scores: Vec::new() }
    }

    /// Whether the match ended because a seat could not or would not play on.
    pub fn is_forfeit(&self) -> bool {
        self.reason == Self::FORFEIT
    }

    const FORFEIT: &'static str = "forfeit";
}
