//! What a position is worth to somebody who sees everything.

use fogreel_engine::{Record, Seat};

/// The value of a position for one seat when both sides see everything and play their best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// The seat loses.
    Loss,
    /// Nobody can force anything before the turns run out.
    Draw,
    /// The seat wins.
    Win,
}

impl Verdict {
    /// The same for the rival of a game for two.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The verdict as a score: win 1, draw ½, loss 0.
    pub fn score(self) -> f64 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }
}

/// What a position is worth to the seat that is to act.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// Who is to act.
    pub seat: Seat,
    /// Its value.
    pub verdict: Verdict,
    /// Actions until the end by best play (the winner hastens it, the loser delays it); `None` for a draw.
    pub distance: Option<u32>,
    /// Every legal action with its value for the same seat and its distance, in the game's order.
    pub moves: Vec<MoveValue>,
}

/// What an action is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveValue {
    /// The action in the game's notation.
    pub action: String,
    /// Its value for whoever takes it.
    pub verdict: Verdict,
    /// Actions until the end, this one included; `None` for a draw.
    pub distance: Option<u32>,
}

impl MoveValue {
    /// A key by which better actions are greater: win over draw over loss, a win soon, a loss late.
    pub fn rank(&self) -> (Verdict, i64) {
        let distance = i64::from(self.distance.unwrap_or(0));
        (self.verdict, if self.verdict == Verdict::Win { -distance } else { distance })
    }
}

impl Evaluation {
    /// The best actions.
    pub fn best(&self) -> impl Iterator<Item = &MoveValue> {
        let best = self.moves.iter().map(MoveValue::rank).max();
        self.moves.iter().filter(move |value| Some(value.rank()) == best)
    }
}

/// A table of the values of all positions of one match, as seen by somebody from whom nothing is hidden.
pub trait PerfectInformation: Send + Sync {
    /// The value of a record's position. `None` after the end, or where the recording has no truth.
    fn evaluate(&self, record: &Record) -> Option<Evaluation>;
}
