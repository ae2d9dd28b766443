//! Grades of moves: what was given away, judged fairly and in hindsight, and what luck did. Definitions stand in
//! `docs/metrics.md`.
//!
//! [`grade_match`] grades a recording in one pass.

mod grader;
mod mark;

use fogreel_engine::Seat;
use fogreel_inference::Verdict;
use serde::{Serialize, Serializer};

pub use grader::grade_match;
pub(crate) use grader::{Grader, Weighing};
pub use mark::Mark;

/// The grades of one match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchGrades {
    /// Every move that could be graded, by ascending record.
    pub moves: Vec<MoveGrade>,
    /// What chance did, by ascending record; records in which it did nothing are left out.
    pub luck: Vec<Luck>,
    /// How the result came about; `None` without an end, a truth in every record, or values of positions.
    pub balance: Option<Balance>,
    /// Each seat's match in numbers, by seat.
    pub seats: Vec<SeatGrades>,
}

/// One move, judged. The fair grade comes first, here and wherever grades are shown: somebody who sees everything finds
/// faults in moves that nobody could have known to be wrong.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveGrade {
    /// The record that the move led to.
    pub record: u32,
    /// The turn that people count.
    pub turn: u32,
    /// Who moved.
    pub seat: Seat,
    /// The move in the game's notation.
    pub action: String,
    /// By what the seat could know; `None` without a reference that weighs actions.
    pub fair: Option<Fair>,
    /// By the truth; `None` without a truth or values of positions.
    pub hindsight: Option<Hindsight>,
}

/// A move judged by what its seat could know: expected score over the exact belief, were everything seen from the next turn on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fair {
    /// Expected score of the best action, 0 to 1: win 1, draw ½, loss 0.
    pub best_score: f64,
    /// Expected score of the move.
    pub score: f64,
    /// What the move gives away, 0 to 1.
    pub loss: f64,
    /// The mark of that loss.
    pub mark: Option<Mark>,
    /// The best actions.
    pub best: Vec<String>,
}

/// A move judged by somebody who sees everything.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hindsight {
    /// What the position was worth to whoever moved.
    #[serde(serialize_with = "verdict_id")]
    pub before: Verdict,
    /// Actions until the end by best play before the move; `None` for a draw.
    pub distance_before: Option<u32>,
    /// What the move made of it, for the same seat.
    #[serde(serialize_with = "verdict_id")]
    pub after: Verdict,
    /// Actions until the end after the move; `None` for a draw.
    pub distance_after: Option<u32>,
    /// Score given away: 0, ½ or 1.
    pub loss: f64,
    /// The mark of that loss.
    pub mark: Option<Mark>,
    /// The best actions: those of the best verdict, the fastest win or the slowest loss.
    pub best: Vec<String>,
    /// Whether a single action kept what the position was worth, and there were others.
    pub was_only_move: bool,
}

/// What chance did between a move and the next decision, or before the end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Luck {
    /// The record in which it was drawn.
    pub record: u32,
    /// The turn that people count.
    pub turn: u32,
    /// Value after the draw minus expected value before it, for the first seat; its rival has the opposite.
    pub score: f64,
}

/// The result, taken apart. All numbers are scores of the first seat; for two seats,
/// `result = start + Σ by_seat + luck`, exactly.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Balance {
    /// What the start was worth, both sides playing their best.
    pub start: f64,
    /// What the errors of each seat, in hindsight, did to the first seat's score: its own at most 0, a rival's at least 0.
    pub by_seat: Vec<f64>,
    /// What chance did.
    pub luck: f64,
    /// The result: win 1, draw ½, loss 0.
    pub result: f64,
}

/// One seat's match in numbers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatGrades {
    /// The seat.
    pub seat: Seat,
    /// The opponent model under which its fair grades hold; `None` without a reference that weighs its actions.
    pub model: Option<String>,
    /// By what it could know; `None` if no move could be judged so.
    pub fair: Option<Accuracy>,
    /// Why not all of its moves have a fair grade.
    pub no_fair: Option<String>,
    /// In hindsight; `None` if no move could be judged so.
    pub hindsight: Option<Accuracy>,
    /// What chance did for it.
    pub luck: f64,
}

/// How well a seat moved.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Accuracy {
    /// Moves that were judged.
    pub moves: u32,
    /// Mean loss of a move, 0 to 1.
    pub mean_loss: f64,
    /// Moves marked `?!`.
    pub inaccuracies: u32,
    /// Moves marked `?`.
    pub mistakes: u32,
    /// Moves marked `??`.
    pub blunders: u32,
}

impl Accuracy {
    /// Of the losses of some moves; `None` if there are none.
    pub fn of(losses: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut accuracy = Self { moves: 0, mean_loss: 0.0, inaccuracies: 0, mistakes: 0, blunders: 0 };
        for loss in losses {
            accuracy.moves += 1;
            accuracy.mean_loss += loss;
            match Mark::of_loss(loss) {
                None => {}
                Some(Mark::Inaccuracy) => accuracy.inaccuracies += 1,
                Some(Mark::Mistake) => accuracy.mistakes += 1,
                Some(Mark::Blunder) => accuracy.blunders += 1,
            }
        }
        accuracy.mean_loss /= f64::from(accuracy.moves.max(1));
        (accuracy.moves > 0).then_some(accuracy)
    }
}

/// Lower-case id of a verdict, for files.
pub fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Loss => "loss",
        Verdict::Draw => "draw",
        Verdict::Win => "win",
    }
}

fn verdict_id<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(verdict_name(*verdict))
}
