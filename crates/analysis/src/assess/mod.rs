//! Everything there is to measure of a belief, record by record: against the truth, and against a reference.
//!
//! [`Assessor`] goes through a match once; [`assess`] does so along a recording. The reference is computed on the way from
//! any [`ReferenceModel`]; without one, the beliefs of a reference that the recording stores are taken.

mod attribution;
mod regret;

use fogreel_engine::data::{BeliefKey, BeliefKind};
use fogreel_engine::{Chance, Header, Owner, Record};
use fogreel_inference::{Breakdown, ReferenceError, ReferenceModel, Told};
use fogreel_recorder::{ReadError, Timeline};

pub use attribution::{Attribution, ChannelGain, Gain};
pub use regret::Regret;

use crate::BeliefPoint;
use crate::fault::{Fault, FaultKind, FaultTracker, OVERCONFIDENT_BITS, Reading, TrackedFault, faults_of};
use crate::metrics::{Rank, brier, entropy_bits, hpd_level, overconfidence_bits, regret_bits};
use crate::walking::WalkingDistances;

/// Purpose of the random numbers.
const TIES: &str = "ties";

/// One categorical belief measured at one record.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnMetrics {
    /// What takes the belief alone and its probability of the truth.
    pub point: BeliefPoint,
    /// What takes the truth; `None` where that is unknown or not one single element.
    pub truth: Option<TruthMetrics>,
    /// What takes a reference; `None` where there is none.
    pub reference: Option<ReferenceMetrics>,
    /// What is wrong with it, in the order of [`FaultKind::ALL`](crate::fault::FaultKind::ALL).
    pub faults: Vec<Fault>,
}

/// A belief against the truth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TruthMetrics {
    /// The true element.
    pub element: usize,
    /// Highest-posterior-density level, ties by a seeded share.
    pub hpd_level: f64,
    /// Where the truth stands among the elements.
    pub rank: Rank,
    /// Whether it is the likeliest element; of several, the first is the one that the belief announces.
    pub is_likeliest: bool,
    /// Σ b(i) · d(i, x) in steps. `None` where the belief is not about cells of the board, or some of its mass lies where
    /// nobody can walk to the truth.
    pub expected_distance: Option<f64>,
    /// Brier score.
    pub brier: f64,
}

/// A belief against a reference r.
#[derive(Clone, PartialEq, Debug)]
pub struct ReferenceMetrics {
    /// The reference's opponent model.
    pub model: String,
    /// r(x); `None` where there is no truth.
    pub p_truth: Option<f64>,
    /// Entropy of r in bits.
    pub entropy_bits: f64,
    /// KL(r ‖ b) in bits; `None` if it is infinite, because the belief excludes what r allows.
    pub regret_bits: Option<f64>,
    /// Mass of the belief where r excludes it.
    pub impossible_mass: f64,
    /// What the step to this record did; `None` for a reference that cannot tell.
    pub step: Option<StepMetrics>,
}

/// What a step did to a belief and to its reference.
#[derive(Clone, PartialEq, Debug)]
pub struct StepMetrics {
    /// log₂ P(what was observed | everything before, opponent model).
    pub evidence_bits: f64,
    /// The regret at the truth, told apart; `None` where there is no truth, the reference excludes it, or the belief was
    /// not stated in the record before.
    pub regret: Option<Regret>,
    /// The expected regret, told apart; it sums to KL(r ‖ b). `None` if the belief was not stated in the record before.
    pub expected_regret: Option<Regret>,
    /// What motion and evidence were worth to the reference; `None` at the first record.
    pub attribution: Option<Attribution>,
}

/// One belief measured along a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// Which belief.
    pub key: BeliefKey,
    /// Its measures, by ascending record.
    pub turns: Vec<TurnMetrics>,
    /// Its faults, and since when each lasts.
    pub faults: Vec<TrackedFault>,
    /// Σ log₂ P(oₜ | past, opponent model): the evidence for the reference's model. `None` without one.
    pub evidence_bits: Option<f64>,
    /// Why the reference stopped before the end.
    pub error: Option<ReferenceError>,
}

/// Measures one belief from the start of a match on, record by record.
pub struct Assessor {
    header: Header,
    key: BeliefKey,
    reference: Option<Follower>,
    distances: WalkingDistances,
    chance: Chance,
    /// The belief and the truth in the record before.
    before: Option<Vec<f64>>,
    truth_before: Option<usize>,
}

/// A reference model and what it says of the target.
struct Follower {
    model: Box<dyn ReferenceModel>,
    belief: Option<Vec<f64>>,
    evidence_bits: f64,
    error: Option<ReferenceError>,
}

/// What the reference says of a record.
struct Compared {
    belief: Vec<f64>,
    evidence_bits: f64,
    /// What the belief before would have become; `None` if it was not stated, or cannot be told.
    fair: Option<Fair>,
    attribution: Option<Attribution>,
}

/// The belief of the record before, carried on by the reference.
enum Fair {
    /// At the start there is nothing to carry on: it is the reference itself.
    Start,
    /// The step from the belief before.
    Step(Breakdown),
}

impl Assessor {
    /// Measures the belief `key`, against `reference` if there is one; it must not have seen a record yet. `seed` decides
    /// the ties of highest-posterior-density levels.
    pub fn new(header: &Header, key: &BeliefKey, reference: Option<Box<dyn ReferenceModel>>, seed: u64) -> Self {
        let is_its_seat = |model: &dyn ReferenceModel| header.seat(&key.owner) == Some(model.seat());
        let reference = reference.filter(|model| is_its_seat(model.as_ref()));
        Self {
            header: header.clone(),
            key: key.clone(),
            reference: reference.map(|model| Follower { model, belief: None, evidence_bits: 0.0, error: None }),
            distances: WalkingDistances::new(&header.board),
            chance: Chance::new(seed, Owner::Nature),
            before: None,
            truth_before: None,
        }
    }

    /// Takes in the next record; `None` if it states no such belief, or one that is not categorical.
    pub fn next(&mut self, record: &Record) -> Option<TurnMetrics> {
        let belief = record.belief(&self.key);
        let values = belief.and_then(|belief| match &belief.kind {
            BeliefKind::Categorical(values) => Some(values.as_slice()),
            BeliefKind::Count(_) | BeliefKind::Bernoulli(_) => None,
        });
        let truth = record.true_element(&self.header, &self.key);
        // The reference takes in every record, whether the belief is stated or not.
        let compared = self.compare(record, truth);
        let metrics = belief.zip(values).and_then(|(belief, values)| {
            let truth = truth.filter(|truth| *truth < values.len());
            let mut faults = faults_of(&self.header, record, belief);
            if let (Some(compared), Some(truth)) = (&compared, truth) {
                // Where the evidence alone makes as sure, luck or the model of the opponent is to blame.
                let is_as_sure = compared.belief.get(truth).is_some_and(|p_truth| {
                    overconfidence_bits(*p_truth, entropy_bits(&compared.belief))
                        .is_none_or(|bits| bits >= OVERCONFIDENT_BITS)
                });
                faults.retain(|fault| fault.kind != FaultKind::Overconfident || !is_as_sure);
            }
            if let Some(Compared { belief: reference, fair: Some(Fair::Step(step)), .. }) = &compared {
                faults.extend(Reading { header: &self.header, record, belief, step, reference }.faults());
            }
            Some(TurnMetrics {
                faults,
                point: BeliefPoint::measure(&self.header, record, belief)?,
                truth: truth.map(|truth| self.against_truth(record, values, truth)),
                reference: match compared {
                    Some(compared) => self.against_model(&compared, values, truth),
                    None => self.against_stored(record, values, truth),
                },
            })
        });
        self.before = values.map(<[f64]>::to_vec);
        self.truth_before = truth;
        metrics
    }

    /// Σ log₂ P(oₜ | past, opponent model) so far; `None` without a model.
    pub fn evidence_bits(&self) -> Option<f64> {
        self.reference.as_ref().map(|reference| reference.evidence_bits)
    }

    /// Why the reference stopped.
    pub fn error(&self) -> Option<&ReferenceError> {
        self.reference.as_ref()?.error.as_ref()
    }

    fn against_truth(&mut self, record: &Record, values: &[f64], truth: usize) -> TruthMetrics {
        self.chance.begin_turn(record.index);
        TruthMetrics {
            element: truth,
            hpd_level: hpd_level(values, truth, self.chance.unit(TIES)),
            rank: Rank::of(values, truth),
            is_likeliest: values[..truth].iter().all(|value| *value < values[truth])
                && values[truth..].iter().all(|value| *value <= values[truth]),
            expected_distance: self.expected_distance(record, values, truth),
            brier: brier(values, truth),
        }
    }

    fn expected_distance(&mut self, record: &Record, values: &[f64], truth: usize) -> Option<f64> {
        let frame = record.frame_of(&self.header, self.header.seat(&self.key.owner)?);
        let board = &self.header.board;
        let on_board = |element: usize| frame.onto_board(board, frame.size.cell(element));
        if values.len() != frame.size.cells() {
            return None;
        }
        let distances = self.distances.to(on_board(truth)?);
        let held = values.iter().enumerate().filter(|(_, value)| **value > 0.0);
        let steps = |(element, value): (usize, &f64)| {
            let distance = distances[board.size.index(on_board(element)?)]?;
            Some(value * f64::from(distance))
        };
        held.map(steps).sum()
    }

    /// Shows a record to the reference model.
    fn compare(&mut self, record: &Record, truth: Option<usize>) -> Option<Compared> {
        let (before, truth_before, target) = (self.before.as_deref(), self.truth_before, self.key.target.as_str());
        let reference = self.reference.as_mut().filter(|reference| reference.error.is_none())?;
        let compared = reference.follow(record, target, before, truth_before, truth);
        compared.unwrap_or_else(|error| {
            reference.error = Some(error);
            None
        })
    }

    fn against_model(&self, compared: &Compared, values: &[f64], truth: Option<usize>) -> Option<ReferenceMetrics> {
        let model = self.reference.as_ref()?.model.model();
        let mut metrics = ReferenceMetrics::new(model, &compared.belief, values, truth)?;
        let fair = compared.fair.as_ref().map(|fair| match fair {
            Fair::Start => Some(compared.belief.clone()),
            Fair::Step(step) => step.belief(step.all()),
        });
        metrics.step = Some(StepMetrics {
            evidence_bits: compared.evidence_bits,
            regret: fair
                .as_ref()
                .zip(truth)
                .and_then(|(fair, truth)| Regret::at(truth, &compared.belief, fair.as_deref(), values)),
            expected_regret: fair.as_ref().map(|fair| Regret::expected(&compared.belief, fair.as_deref(), values)),
            attribution: compared.attribution.clone(),
        });
        Some(metrics)
    }

    fn against_stored(&self, record: &Record, values: &[f64], truth: Option<usize>) -> Option<ReferenceMetrics> {
        let is_same = |key: &BeliefKey| key.owner == self.key.owner && key.target == self.key.target;
        let mut stored = record.beliefs.iter().filter(|belief| is_same(&belief.key) && self.reference.is_none());
        let (model, reference) = stored.find_map(|belief| Some((belief.key.opponent_model()?, belief.values())))?;
        ReferenceMetrics::new(model, reference, values, truth)
    }
}

impl Follower {
    fn follow(
        &mut self,
        record: &Record,
        target: &str,
        before: Option<&[f64]>,
        truth_before: Option<usize>,
        truth: Option<usize>,
    ) -> Result<Option<Compared>, ReferenceError> {
        let seat = self.model.seat();
        let told = Told::of(record, seat).ok_or_else(|| ReferenceError::Unreadable {
            record: record.index,
            what: format!("the recording has no view of seat {}", seat.0),
        })?;
        let is_start = self.belief.is_none();
        let own = self.model.breakdown(told, target, None)?;
        let fair = match before {
            Some(before) => self.model.breakdown(told, target, Some(before))?.map(Fair::Step),
            None => is_start.then_some(Fair::Start),
        };
        let evidence_bits = self.model.observe(told)?;
        self.evidence_bits += evidence_bits;
        let beliefs = self.model.beliefs();
        let belief = beliefs.into_iter().find(|belief| belief.key.target == target);
        let previous = self.belief.take();
        self.belief = belief.and_then(|belief| match belief.kind {
            BeliefKind::Categorical(values) => Some(values),
            BeliefKind::Count(_) | BeliefKind::Bernoulli(_) => None,
        });
        let attribution =
            own.zip(previous).and_then(|(own, previous)| Attribution::new(&own, &previous, truth_before, truth));
        let compared = |belief: &Vec<f64>| Compared { belief: belief.clone(), evidence_bits, fair, attribution };
        Ok(self.belief.as_ref().map(compared))
    }
}

impl ReferenceMetrics {
    /// Without what takes the step; `None` if the two are not about the same elements.
    fn new(model: &str, reference: &[f64], belief: &[f64], truth: Option<usize>) -> Option<Self> {
        let excluded = reference.iter().zip(belief).filter(|(r, _)| **r == 0.0);
        (reference.len() == belief.len()).then(|| Self {
            model: model.to_owned(),
            p_truth: truth.map(|truth| reference[truth]),
            entropy_bits: entropy_bits(reference),
            regret_bits: regret_bits(reference, belief),
            impossible_mass: excluded.map(|(_, b)| b).sum(),
            step: None,
        })
    }
}

/// Measures one belief at every record. Reads the whole recording. Arguments as for [`Assessor::new`].
///
/// # Errors
/// [`ReadError`] if a record is damaged. What a reference cannot explain ends the reference alone.
pub fn assess(
    timeline: &Timeline,
    key: &BeliefKey,
    reference: Option<Box<dyn ReferenceModel>>,
    seed: u64,
) -> Result<Assessment, ReadError> {
    let mut assessor = Assessor::new(timeline.header(), key, reference, seed);
    let mut turns: Vec<TurnMetrics> = Vec::with_capacity(timeline.len());
    let (mut tracker, mut faults) = (FaultTracker::new(), Vec::new());
    for index in 0..timeline.len() {
        let record = timeline.record(index)?;
        let metrics = assessor.next(&record);
        let found = metrics.as_ref().map(|turn| turn.faults.clone()).unwrap_or_default();
        faults.extend(tracker.follow(record.index, found));
        turns.extend(metrics);
    }
    let (evidence_bits, error) = (assessor.evidence_bits(), assessor.error().cloned());
    Ok(Assessment { key: key.clone(), turns, faults, evidence_bits, error })
}
