//! The rules of a game, typed.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use crate::data::{Event, Outcome, Signal, Truth, View};
use crate::{Chance, Seat, SeatSet};

/// The rules of one hidden-information grid game.
///
/// The flow of information is the point of this trait. A seat receives an [`Observation`](Self::Observation) after every
/// step; its [`Knowledge`](Self::Knowledge) is a fold over its own observations; its [`view`](Self::view) and its
/// [`legal_actions`](Self::legal_actions) are functions of that knowledge. None of the last three ever receives a
/// [`State`](Self::State). A move into something hidden is therefore legal; [`apply`](Self::apply) resolves it, and the
/// seat learns of it by a signal.
pub trait Game: Sized + 'static {
    /// Lower-case id of the game, as people type it.
    const ID: &'static str;
    /// Raised by every change of rules that alters any match.
    const RULES_VERSION: u32;

    /// Knobs, map and whatever is precomputed from them. Never changes during a match.
    type Rules: Send + Sync + 'static;
    /// The whole truth. Holds what was sensed in the last step as far as [`observe`](Self::observe) needs it.
    type State: Clone + PartialEq + Debug;
    /// One seat's move. Its text is what people read and what files keep.
    type Action: Copy + Ord + Debug + Display + FromStr<Err = ParseActionError>;
    /// What a seat is told after one step. The first one tells it about the start.
    type Observation: Clone + PartialEq + Debug;
    /// All that a seat can have concluded from its own observations alone.
    type Knowledge: Clone + PartialEq + Debug;
    /// What a cheating agent reads beside its observation; `()` in an honest game.
    type Privileged: Clone + PartialEq + Debug;

    /// Number of seats.
    fn seats(rules: &Self::Rules) -> usize;

    /// Appends the canonical bytes of a state: equal for equal states, different for different ones, the same for ever.
    /// Recordings keep their hash.
    fn encode_state(state: &Self::State, out: &mut Vec<u8>);

    /// Whose turn it is.
    fn to_act(rules: &Self::Rules, state: &Self::State) -> ToAct;

    /// `(turn, round)` as people count them.
    fn turn(rules: &Self::Rules, state: &Self::State) -> (u32, u32);

    /// Fills `out` with what a seat with that knowledge may do, in the game's fixed order. Clears `out` first.
    fn legal_actions(rules: &Self::Rules, knowledge: &Self::Knowledge, out: &mut Vec<Self::Action>);

    /// Applies one step: the actions of all seats that were to act, in seat order, or none at a chance node.
    ///
    /// # Errors
    /// [`IllegalAction`] if the rules forbid it; the state is then untouched.
    fn apply(
        rules: &Self::Rules,
        state: &mut Self::State,
        actions: &[(Seat, Self::Action)],
        chance: &mut Chance,
    ) -> Result<(), IllegalAction>;

    /// What a seat is told of the step that led to `state`.
    fn observe(rules: &Self::Rules, state: &Self::State, seat: Seat) -> Self::Observation;

    /// What the seat's agent may read without right.
    fn privileged(rules: &Self::Rules, state: &Self::State, seat: Seat) -> Self::Privileged;

    /// [`privileged`](Self::privileged) as signals on channels that the header marks so.
    fn privileged_signals(rules: &Self::Rules, privileged: &Self::Privileged) -> Vec<Signal>;

    /// What a seat knows after its first observation.
    fn first_knowledge(rules: &Self::Rules, seat: Seat, observation: &Self::Observation) -> Self::Knowledge;

    /// Folds one more observation into a seat's knowledge.
    fn learn(rules: &Self::Rules, knowledge: &mut Self::Knowledge, observation: &Self::Observation);

    /// The truth as plain data.
    fn truth(rules: &Self::Rules, state: &Self::State) -> Truth;

    /// A seat's view as plain data.
    fn view(rules: &Self::Rules, knowledge: &Self::Knowledge) -> View;

    /// What happened between two successive states, or at the start.
    fn events(rules: &Self::Rules, before: Option<&Self::State>, after: &Self::State) -> Vec<Event>;

    /// A state that differs from `state` only in what `seat` cannot know from its latest observation, redrawn at random.
    ///
    /// Serves the no-leak tests: the observation of the new state must equal that of the old one. Implementations must
    /// not ask [`observe`](Self::observe); they say independently what is hidden.
    fn resample_hidden(rules: &Self::Rules, state: &Self::State, seat: Seat, chance: &mut Chance) -> Self::State;
}

/// Whose turn it is.
#[derive(Clone, PartialEq, Debug)]
pub enum ToAct {
    /// These seats act, all at once if there are several.
    Seats(SeatSet),
    /// The game draws.
    Chance,
    /// Nobody: the match is over.
    Over(Outcome),
}

impl ToAct {
    /// The seats to act; nobody at a chance node or after the end.
    pub fn seats(&self) -> SeatSet {
        match self {
            Self::Seats(seats) => *seats,
            Self::Chance | Self::Over(_) => SeatSet::NONE,
        }
    }

    /// How the match ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        match self {
            Self::Over(outcome) => Some(outcome),
            Self::Seats(_) | Self::Chance => None,
        }
    }
}

/// An action that the rules forbid in this position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{action}` is not a legal action here: {why}")]
pub struct IllegalAction {
    /// The action in the game's notation.
    pub action: String,
    /// Which rule forbids it.
    pub why: String,
}

/// A text that is no action of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected an action such as {expected}, found `{found}`")]
pub struct ParseActionError {
    /// Examples.
    pub expected: &'static str,
    /// The text.
    pub found: String,
}
