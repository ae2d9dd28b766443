//! What a position is worth to somebody who sees everything.

use fogreel_engine::{Record, Seat};

use crate::ReferenceModel;

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

/// What an action is worth on average over what its seat cannot know.
#[derive(Clone, PartialEq, Debug)]
pub struct ExpectedScore {
    /// The action in the game's notation.
    pub action: String,
    /// Expected score for whoever takes it, 0 to 1: win 1, draw ½, loss 0.
    pub score: f64,
}

/// A reference that also weighs the actions of its own seat.
///
/// The weighing is part of the reference and not of [`PerfectInformation`], because it needs the joint posterior, of which
/// beliefs show only the marginals.
pub trait FairModel: ReferenceModel {
    /// Every action that the seat knows to be legal after the latest record, with Q(b, a) = Σ b(s) · V(s, a) over the
    /// posterior *b*, where *V* is the score of the perfect-information table within the turns that are left: as if
    /// everything were seen from the next turn on (QMDP; Littman, Cassandra, Kaelbling 1995). In the game's order.
    /// Meaningful only if the seat is to act.
    ///
    /// # Errors
    /// Says in words why there is none, such as a board on which the tables would take too much.
    fn expected_scores(&mut self) -> Result<Vec<ExpectedScore>, String>;
}
