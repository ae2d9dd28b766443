//! Who decides for a seat.

use crate::data::{Belief, BeliefKey, BeliefKind, Candidate, Decision, Quality};
use crate::{Chance, Game, Seat};

/// What an agent receives: its seat's observation and knowledge, and what the game lets it read without right.
pub struct Percept<'a, G: Game> {
    /// The rules, which everybody knows.
    pub rules: &'a G::Rules,
    /// What its seat was told in this record.
    pub observation: &'a G::Observation,
    /// What its seat knows after it.
    pub knowledge: &'a G::Knowledge,
    /// Input on privileged channels. An honest agent does not look.
    pub privileged: &'a G::Privileged,
}

/// A player of one seat in one match.
///
/// The order of calls: [`observe`](Self::observe) once for every record, the start included; [`act`](Self::act) when its
/// seat is to act; [`explain`](Self::explain) after `observe`, only when somebody records.
pub trait Agent<G: Game> {
    /// Takes in one record. Beliefs are brought up to date here.
    fn observe(&mut self, percept: &Percept<'_, G>);

    /// Chooses one of the legal actions, which are never empty. `percept` is the one last observed.
    fn act(&mut self, percept: &Percept<'_, G>, legal: &[G::Action], chance: &mut Chance) -> G::Action;

    /// Hands over the present beliefs, and the latest decision.
    fn explain(&self, explanation: &mut Explanation);
}

/// What an agent says about itself for the recording.
#[derive(Clone, Debug)]
pub struct Explanation {
    seat: Seat,
    owner: String,
    beliefs: Vec<Belief>,
    decision: Option<Decision>,
}

impl Explanation {
    /// An empty explanation by the agent of a seat with that id.
    pub fn new(seat: Seat, owner: impl Into<String>) -> Self {
        Self { seat, owner: owner.into(), beliefs: Vec::new(), decision: None }
    }

    /// Id of the seat whose agent explains itself.
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// States a belief about a target of the header.
    pub fn belief(&mut self, target: &str, kind: BeliefKind, quality: Quality) {
        let key = BeliefKey::new(self.owner.clone(), target, "agent");
        self.beliefs.push(Belief { key, quality, kind });
    }

    /// States the latest decision: the branch that made it and all candidates in the order scored.
    pub fn decision<A: std::fmt::Display>(
        &mut self,
        branch: &str,
        candidates: impl IntoIterator<Item = (A, f64)>,
    ) -> &mut Decision {
        let candidates =
            candidates.into_iter().map(|(action, score)| Candidate { action: action.to_string(), score }).collect();
        self.decision.insert(Decision {
            seat: self.seat,
            branch: branch.to_owned(),
            candidates,
            nodes: None,
            depth: None,
            belief_floor: None,
        })
    }

    /// The parts: beliefs and decision.
    pub fn into_parts(self) -> (Vec<Belief>, Option<Decision>) {
        (self.beliefs, self.decision)
    }
}
