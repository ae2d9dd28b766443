//! Marks of moves, as chess sites give them.

use std::fmt;

use serde::Serialize;

/// How bad a move is, by the win probability that it gives away: at least 5, 10 and 15 points in 100, as lichess marks a move
/// whose winning chances, on a scale from −1 to 1, fall by 0.1, 0.2 and 0.3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

/// What sums of probabilities may be off by rounding, so that a loss of exactly 5 points is marked.
const ROUNDING: f64 = 1e-9;

impl Mark {
    /// All of them, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The mark of a move that gives away so much of the win probability (0 to 1); `None` if it is too little.
    pub fn of_loss(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|mark| loss + ROUNDING >= mark.least_loss())
    }

    /// The least loss that is marked so, 0 to 1.
    pub const fn least_loss(self) -> f64 {
        match self {
            Self::Inaccuracy => 0.05,
            Self::Mistake => 0.10,
            Self::Blunder => 0.15,
        }
    }

    /// `?!`, `?` or `??`.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.symbol())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_begin_at_5_10_and_15_points() {
        let marks = [0.0, 0.049, 0.05, 0.0999, 0.1, 0.3 - 0.2, 0.1499, 0.15, 1.0].map(Mark::of_loss);
        let expected = [
            None,
            None,
            Some(Mark::Inaccuracy),
            Some(Mark::Inaccuracy),
            Some(Mark::Mistake),
            Some(Mark::Mistake),
            Some(Mark::Mistake),
            Some(Mark::Blunder),
            Some(Mark::Blunder),
        ];
        assert_eq!(marks, expected);
    }
}
