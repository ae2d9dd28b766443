//! What a perfect reasoner in one seat would believe.

use fogreel_engine::data::{Belief, View};
use fogreel_engine::{Record, Seat};

use crate::{Breakdown, Rejected};

/// What one seat was told in one record, and what it did itself: all that a reference model may see. The truth and the
/// rivals' actions are not in it, so that a model cannot read them by mistake.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// Position of the record in the match.
    pub index: u32,
    /// The turn that people count.
    pub turn: u32,
    /// The seat's view.
    pub view: &'a View,
    /// The seat's own action in the game's notation, if it acted.
    pub own_action: Option<&'a str>,
}

impl<'a> Told<'a> {
    /// What `seat` was told in `record`; `None` if the recording has no view of it.
    pub fn of(record: &'a Record, seat: Seat) -> Option<Self> {
        let own = record.actions.iter().find(|taken| taken.seat == seat);
        Some(Self {
            index: record.index,
            turn: record.turn,
            view: record.view(seat)?,
            own_action: own.map(|taken| taken.action.as_str()),
        })
    }
}

/// Why a reference has no belief about a record, nor about any later one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReferenceError {
    /// The model says that what was observed cannot be, or is too unlikely to be kept.
    #[error("record {record}, turn {turn}: {reason}, under the model `{model}`")]
    Rejected {
        /// The record.
        record: u32,
        /// The turn that people count.
        turn: u32,
        /// The model.
        model: String,
        /// What it rejected; it names the channel.
        reason: Rejected,
    },
    /// The record does not follow the one before, or lacks what the model needs.
    #[error("record {record}: {what}")]
    Unreadable {
        /// The record.
        record: u32,
        /// What is wrong.
        what: String,
    },
}

/// What to take a step apart for.
#[derive(Clone, Copy, Debug)]
pub struct StepQuestion<'a> {
    /// Id of the target of the belief.
    pub target: &'a str,
    /// Somebody's belief about it after the latest record; `None` for the reference's own.
    pub previous: Option<&'a [f64]>,
}

/// A step that was taken.
#[derive(Clone, Debug)]
pub struct TakenApart {
    /// log₂ P(what was observed | everything before, model).
    pub evidence_bits: f64,
    /// One per question; `None` where there is nothing to take apart.
    pub breakdowns: Vec<Option<Breakdown>>,
}

/// An exact (or stated to be approximate) posterior of what is hidden from one seat, under a named model of its opponent.
///
/// It takes in the records of one match, the start first, each once. After an error it keeps the belief about the last
/// record that was consistent; it never starts over.
pub trait ReferenceModel: Send {
    /// Whose evidence it uses.
    fn seat(&self) -> Seat;

    /// The opponent model in words for belief keys, figures and tables, such as `uniform`.
    fn model(&self) -> &str;

    /// Takes in the next record. Returns log₂ P(what was observed | everything before, model) in bits.
    ///
    /// # Errors
    /// [`ReferenceError`] that names record, turn and channel.
    fn observe(&mut self, told: Told<'_>) -> Result<f64, ReferenceError>;

    /// What to believe after the latest record, one belief per target. Empty before the first.
    fn beliefs(&self) -> Vec<Belief>;

    /// Takes the step to the next record apart without taking it: what the motion and each channel of evidence would do to
    /// the belief about `target`. It starts from the reference's own belief, or from `previous`, somebody else's about the
    /// same target after the latest record, lifted as [`Lift`](crate::Lift) says. `None` where there is nothing to take
    /// apart: before the first record, for a target without one belief over elements, for a model that only samples.
    ///
    /// # Errors
    /// [`ReferenceError::Unreadable`] if the record does not follow the one before, lacks what the model needs, or
    /// `previous` has not one number per element.
    fn breakdown(
        &self,
        _told: Told<'_>,
        _target: &str,
        _previous: Option<&[f64]>,
    ) -> Result<Option<Breakdown>, ReferenceError> {
        Ok(None)
    }

    /// Takes in the next record, and takes the step apart for each question on the way: the same as
    /// [`breakdown`](Self::breakdown) for each and then [`observe`](Self::observe), but what the record says is worked out once.
    ///
    /// # Errors
    /// As for both.
    fn observe_apart(&mut self, told: Told<'_>, questions: &[StepQuestion<'_>]) -> Result<TakenApart, ReferenceError> {
        let apart = questions.iter().map(|question| self.breakdown(told, question.target, question.previous));
        let breakdowns = apart.collect::<Result<_, _>>()?;
        Ok(TakenApart { evidence_bits: self.observe(told)?, breakdowns })
    }

    /// The opponent models it weighs, with the posterior probability of each; one entry of 1 for a single model.
    fn opponent_models(&self) -> Vec<(String, f64)>;
}
