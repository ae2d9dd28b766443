//! A reference that goes along a match, once for all the beliefs that are compared with it.

use fogreel_engine::Record;
use fogreel_engine::data::{Belief, BeliefKind};
use fogreel_inference::{
    Breakdown, ExpectedScore, FairModel, ReferenceError, ReferenceModel, StepQuestion, TakenApart, Told,
};

use crate::assess::Attribution;

/// A reference model and what it says of its targets.
pub(crate) struct Follower<M: ReferenceModel + ?Sized> {
    model: Box<M>,
    /// Its beliefs about the latest record.
    beliefs: Vec<Belief>,
    evidence_bits: f64,
    error: Option<ReferenceError>,
    /// Why it does not weigh actions any more.
    no_scores: Option<String>,
}

/// A belief that is compared with a reference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    /// What it is about.
    pub(crate) target: &'a str,
    /// What it said in the record before; `None` if it was not stated.
    pub(crate) before: Option<&'a [f64]>,
    /// The true element in the record before, and in this one.
    pub(crate) truth_before: Option<usize>,
    pub(crate) truth: Option<usize>,
}

/// What the reference says of a record, beside a belief about the same target.
#[derive(Clone, Debug)]
pub(crate) struct Compared {
    pub(crate) belief: Vec<f64>,
    pub(crate) evidence_bits: f64,
    /// What the belief before would have become; `None` if it was not stated, or cannot be told.
    pub(crate) fair: Option<Fair>,
    pub(crate) attribution: Option<Attribution>,
}

/// The belief of the record before, carried on by the reference.
#[derive(Clone, Debug)]
pub(crate) enum Fair {
    /// At the start there is nothing to carry on: it is the reference itself.
    Start,
    /// The step from the belief before.
    Step(Breakdown),
}

impl<M: ReferenceModel + ?Sized> Follower<M> {
    /// A follower that has seen no record.
    pub(crate) fn new(model: Box<M>) -> Self {
        Self { model, beliefs: Vec::new(), evidence_bits: 0.0, error: None, no_scores: None }
    }

    /// The model.
    pub(crate) fn model(&self) -> &M {
        &self.model
    }

    /// Its beliefs about the latest record; none after an error.
    pub(crate) fn beliefs(&self) -> &[Belief] {
        if self.error.is_some() { &[] } else { &self.beliefs }
    }

    /// Σ log₂ P(oₜ | past, opponent model) so far.
    pub(crate) fn evidence_bits(&self) -> f64 {
        self.evidence_bits
    }

    /// Why it stopped.
    pub(crate) fn error(&self) -> Option<&ReferenceError> {
        self.error.as_ref()
    }

    /// Whether it has taken in a record.
    pub(crate) fn has_begun(&self) -> bool {
        !self.beliefs.is_empty()
    }

    /// Shows it the next record, and compares it with these beliefs: one answer each, `None` where it says nothing of the
    /// target. After an error it says nothing any more.
    pub(crate) fn follow(&mut self, record: &Record, subjects: &[Subject<'_>]) -> Vec<Option<Compared>> {
        let answers = if self.error.is_some() { Ok(Vec::new()) } else { self.advance(record, subjects) };
        let mut answers = answers.unwrap_or_else(|error| {
            self.error = Some(error);
            Vec::new()
        });
        answers.resize(subjects.len(), None);
        answers
    }

    fn advance(&mut self, record: &Record, subjects: &[Subject<'_>]) -> Result<Vec<Option<Compared>>, ReferenceError> {
        let seat = self.model.seat();
        let told = Told::of(record, seat).ok_or_else(|| ReferenceError::Unreadable {
            record: record.index,
            what: format!("the recording has no view of seat {}", seat.0),
        })?;
        let is_start = self.beliefs.is_empty();
        let mut targets: Vec<&str> = Vec::new();
        subjects.iter().for_each(|subject| {
            if !targets.contains(&subject.target) {
                targets.push(subject.target);
            }
        });
        let own = targets.iter().map(|target| StepQuestion { target, previous: None });
        let carried = || subjects.iter().filter(|subject| subject.before.is_some());
        let questions: Vec<StepQuestion<'_>> = own
            .chain(carried().map(|subject| StepQuestion { target: subject.target, previous: subject.before }))
            .collect();
        let TakenApart { evidence_bits, mut breakdowns } = self.model.observe_apart(told, &questions)?;
        self.evidence_bits += evidence_bits;
        let previous = std::mem::replace(&mut self.beliefs, self.model.beliefs());
        let mut steps = breakdowns.split_off(targets.len()).into_iter();
        let mut answers = Vec::with_capacity(subjects.len());
        for subject in subjects {
            let fair = match subject.before {
                Some(_) => steps.next().flatten().map(Fair::Step),
                None => is_start.then_some(Fair::Start),
            };
            let own =
                targets.iter().position(|target| *target == subject.target).and_then(|at| breakdowns[at].as_ref());
            let attribution = own
                .zip(values(&previous, subject.target))
                .and_then(|(own, previous)| Attribution::new(own, previous, subject.truth_before, subject.truth));
            answers.push(values(&self.beliefs, subject.target).map(|belief| Compared {
                belief: belief.to_vec(),
                evidence_bits,
                fair,
                attribution,
            }));
        }
        Ok(answers)
    }
}

impl Follower<dyn FairModel> {
    /// What the actions of its seat are worth after the latest record; none if the seat is not to act, or there is no telling.
    pub(crate) fn scores(&mut self, record: &Record) -> Vec<ExpectedScore> {
        let is_silent = self.error.is_some() || self.no_scores.is_some();
        if is_silent || !record.to_act.contains(self.model.seat()) {
            return Vec::new();
        }
        self.model.expected_scores().unwrap_or_else(|why| {
            self.no_scores = Some(why);
            Vec::new()
        })
    }

    /// Why not all actions of its seat are weighed.
    pub(crate) fn why_no_scores(&self) -> Option<String> {
        self.no_scores.clone().or_else(|| self.error.as_ref().map(ToString::to_string))
    }
}

/// What the beliefs say of a target, if that is one distribution over elements.
fn values<'a>(beliefs: &'a [Belief], target: &str) -> Option<&'a [f64]> {
    let belief = beliefs.iter().find(|belief| belief.key.target == target)?;
    match &belief.kind {
        BeliefKind::Categorical(values) => Some(values),
        BeliefKind::Count(_) | BeliefKind::Bernoulli(_) => None,
    }
}
