//! What can be scored at best against an opponent that is known.

use fogreel_engine::Record;

/// A seat's best response to the agent of its opponent, for somebody who sees everything: the opponent's way to choose among
/// it, but not what is drawn later.
///
/// In the fog nobody scores more on average. So the best response in the fog, which is seldom known, lies between what some agent
/// scores and this.
pub trait BestResponse: Send + Sync {
    /// The most that the seat can expect to score from the start that a match's first record shows; `None` if the record lacks
    /// the truth.
    fn most(&self, start: &Record) -> Option<Ceiling>;
}

/// No response to an opponent scores more.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ceiling {
    /// From 0 for a loss to 1 for a win.
    pub score: f64,
    /// Whether some response that sees everything scores so much. Else the search was given up.
    pub is_reached: bool,
}
