//! Everything there is to measure of a belief, record by record: against the truth, and against a reference.
//!
//! [`Assessor`] goes through a match once; [`assess`] does so along a recording. The reference is computed on the way from
//! any [`ReferenceModel`]; without one, the beliefs of a reference that the recording stores are taken.

mod attribution;
mod regret;

use fogreel_engine::data::{Belief, BeliefKey, BeliefKind};
use fogreel_engine::{Chance, Header, Owner, Record};
use fogreel_inference::{ReferenceError, ReferenceModel};
use fogreel_recorder::{ReadError, Timeline};

pub use attribution::{Attribution, ChannelGain, Gain};
pub use regret::Regret;

use crate::BeliefPoint;
use crate::counts::{CountMeasurer, CountMetrics};
use crate::fault::{Fault, FaultKind, FaultTracker, OVERCONFIDENT_BITS, Reading, TrackedFault, faults_of};
use crate::following::{Compared, Fair, Follower, Subject};
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
    /// Its measures, by ascending record, if exactly one element is the true one.
    pub turns: Vec<TurnMetrics>,
    /// Its measures if it is about how many things are on each cell.
    pub counts: Vec<CountMetrics>,
    /// Its faults, and since when each lasts.
    pub faults: Vec<TrackedFault>,
    /// Σ log₂ P(oₜ | past, opponent model): the evidence for the reference's model. `None` without one.
    pub evidence_bits: Option<f64>,
    /// Why the reference stopped before the end.
    pub error: Option<ReferenceError>,
}

/// Measures one belief from the start of a match on, record by record.
pub struct Assessor {
    measurer: Measurer,
    reference: Option<Follower<dyn ReferenceModel>>,
}

impl Assessor {
    /// Measures the belief `key`, against `reference` if there is one; it must not have seen a record yet. `seed` decides
    /// the ties of highest-posterior-density levels.
    pub fn new(header: &Header, key: &BeliefKey, reference: Option<Box<dyn ReferenceModel>>, seed: u64) -> Self {
        let is_its_seat = |model: &dyn ReferenceModel| header.seat(&key.owner) == Some(model.seat());
        let reference = reference.filter(|model| is_its_seat(model.as_ref()));
        Self { measurer: Measurer::new(header, key, seed), reference: reference.map(Follower::new) }
    }

    /// Takes in the next record; `None` if it states no such belief, or one that is not categorical.
    pub fn next(&mut self, record: &Record) -> Option<TurnMetrics> {
        let Self { measurer, reference } = self;
        let truth = measurer.truth(record);
        let against = match reference {
            None => Against::Stored,
            // The reference takes in every record, whether the belief is stated or not.
            Some(reference) => {
                let compared = reference.follow(record, &[measurer.subject(truth)]).pop().flatten();
                Against::Model { name: reference.model().model(), compared }
            }
        };
        measurer.next(record, truth, against)
    }

    /// Σ log₂ P(oₜ | past, opponent model) so far; `None` without a model.
    pub fn evidence_bits(&self) -> Option<f64> {
        self.reference.as_ref().map(Follower::evidence_bits)
    }

    /// Why the reference stopped.
    pub fn error(&self) -> Option<&ReferenceError> {
        self.reference.as_ref()?.error()
    }
}

/// What a belief is compared with.
pub(crate) enum Against<'a> {
    /// The beliefs of a reference that the recording stores.
    Stored,
    /// A model, and what it says of the record if it does.
    Model { name: &'a str, compared: Option<Compared> },
}

/// Measures one belief, record by record; the reference goes along beside it.
pub(crate) struct Measurer {
    header: Header,
    key: BeliefKey,
    distances: WalkingDistances,
    chance: Chance,
    /// The belief and the truth in the record before.
    before: Option<Vec<f64>>,
    truth_before: Option<usize>,
}

impl Measurer {
    /// For the belief `key`; `seed` decides the ties of highest-posterior-density levels.
    pub(crate) fn new(header: &Header, key: &BeliefKey, seed: u64) -> Self {
        Self {
            header: header.clone(),
            key: key.clone(),
            distances: WalkingDistances::new(&header.board),
            chance: Chance::new(seed, Owner::Nature),
            before: None,
            truth_before: None,
        }
    }

    /// Which belief.
    pub(crate) fn key(&self) -> &BeliefKey {
        &self.key
    }

    /// What is true in a record.
    pub(crate) fn truth(&self, record: &Record) -> Option<usize> {
        record.true_element(&self.header, &self.key)
    }

    /// What a reference is asked about the next record, where this is true.
    pub(crate) fn subject(&self, truth: Option<usize>) -> Subject<'_> {
        Subject { target: &self.key.target, before: self.before.as_deref(), truth_before: self.truth_before, truth }
    }

    /// The next record is lost: what follows does not go on from what came before.
    pub(crate) fn skip(&mut self) {
        (self.before, self.truth_before) = (None, None);
    }

    /// Takes in the next record; `None` if it states no such belief, or one that is not categorical.
    pub(crate) fn next(&mut self, record: &Record, truth: Option<usize>, against: Against<'_>) -> Option<TurnMetrics> {
        let belief = record.belief(&self.key);
        let values = belief.and_then(|belief| match &belief.kind {
            BeliefKind::Categorical(values) => Some(values.as_slice()),
            BeliefKind::Count(_) | BeliefKind::Bernoulli(_) => None,
        });
        let metrics = belief.zip(values).and_then(|(belief, values)| {
            let truth = truth.filter(|truth| *truth < values.len());
            let compared = match &against {
                Against::Model { compared, .. } => compared.as_ref(),
                Against::Stored => None,
            };
            Some(TurnMetrics {
                faults: self.faults(record, belief, truth, compared),
                point: BeliefPoint::measure(&self.header, record, belief)?,
                truth: truth.map(|truth| self.against_truth(record, values, truth)),
                reference: match &against {
                    Against::Model { name, compared } => {
                        compared.as_ref().and_then(|compared| against_model(name, compared, values, truth))
                    }
                    Against::Stored => self.against_stored(record, values, truth),
                },
            })
        });
        self.before = values.map(<[f64]>::to_vec);
        self.truth_before = truth;
        metrics
    }

    fn faults(
        &self,
        record: &Record,
        belief: &Belief,
        truth: Option<usize>,
        compared: Option<&Compared>,
    ) -> Vec<Fault> {
        let mut faults = faults_of(&self.header, record, belief);
        if let (Some(compared), Some(truth)) = (compared, truth) {
            // Where the evidence alone makes as sure, luck or the model of the opponent is to blame.
            let is_as_sure = compared.belief.get(truth).is_some_and(|p_truth| {
                overconfidence_bits(*p_truth, entropy_bits(&compared.belief))
                    .is_none_or(|bits| bits >= OVERCONFIDENT_BITS)
            });
            faults.retain(|fault| fault.kind != FaultKind::Overconfident || !is_as_sure);
        }
        if let Some(Compared { belief: reference, fair: Some(Fair::Step(step)), .. }) = compared {
            faults.extend(Reading { header: &self.header, record, belief, step, reference }.faults());
        }
        faults
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

    fn against_stored(&self, record: &Record, values: &[f64], truth: Option<usize>) -> Option<ReferenceMetrics> {
        let is_same = |key: &BeliefKey| key.owner == self.key.owner && key.target == self.key.target;
        let mut stored = record.beliefs.iter().filter(|belief| is_same(&belief.key));
        let (model, reference) = stored.find_map(|belief| Some((belief.key.opponent_model()?, belief.values())))?;
        ReferenceMetrics::new(model, reference, values, truth)
    }
}

fn against_model(model: &str, compared: &Compared, values: &[f64], truth: Option<usize>) -> Option<ReferenceMetrics> {
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

impl TurnMetrics {
    /// What takes the belief and the reference alone.
    pub(crate) fn without_truth(&self) -> Self {
        Self {
            point: self.point.without_truth(),
            truth: None,
            reference: self.reference.as_ref().map(|reference| ReferenceMetrics {
                p_truth: None,
                step: reference.step.as_ref().map(|step| StepMetrics {
                    regret: None,
                    attribution: step.attribution.as_ref().map(Attribution::without_truth),
                    ..step.clone()
                }),
                ..reference.clone()
            }),
            faults: self.faults.iter().filter(|fault| !fault.needs_truth).cloned().collect(),
        }
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
    let (mut measurer, mut counts) = (CountMeasurer::new(timeline.header()), Vec::new());
    for index in 0..timeline.len() {
        let record = timeline.record(index)?;
        let metrics = assessor.next(&record);
        let found = metrics.as_ref().map(|turn| turn.faults.clone()).unwrap_or_default();
        faults.extend(tracker.follow(record.index, found));
        turns.extend(metrics);
        counts.extend(measurer.measure(timeline.header(), &record, key));
    }
    let (evidence_bits, error) = (assessor.evidence_bits(), assessor.error().cloned());
    Ok(Assessment { key: key.clone(), turns, counts, faults, evidence_bits, error })
}
