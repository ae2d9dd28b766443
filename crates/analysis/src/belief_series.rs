//! One belief along a match.

use fogreel_engine::data::{Belief, BeliefKey, BeliefKind};
use fogreel_engine::{Header, Record};
use fogreel_recorder::{ReadError, Timeline};

use crate::metrics::{effective_cells, entropy_bits, overconfidence_bits, surprisal_bits};

/// One belief measured at every record in which it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct BeliefSeries {
    /// Which belief.
    pub key: BeliefKey,
    /// Its measures, by ascending record.
    pub points: Vec<BeliefPoint>,
}

/// One belief measured at one record.
#[derive(Clone, PartialEq, Debug)]
pub struct BeliefPoint {
    /// The record.
    pub record: u32,
    /// The turn that people count.
    pub turn: u32,
    /// Entropy in bits.
    pub entropy_bits: f64,
    /// 2^entropy.
    pub effective_cells: f64,
    /// The largest probability: the confidence that the belief announces.
    pub max: f64,
    /// Probability of the truth; `None` where the truth is unknown or not one single element.
    pub p_truth: Option<f64>,
}

impl BeliefPoint {
    /// Measures a categorical belief; `None` for other kinds.
    pub fn measure(header: &Header, record: &Record, belief: &Belief) -> Option<Self> {
        let BeliefKind::Categorical(values) = &belief.kind else { return None };
        let entropy_bits = entropy_bits(values);
        Some(Self {
            record: record.index,
            turn: record.turn,
            entropy_bits,
            effective_cells: effective_cells(entropy_bits),
            max: values.iter().copied().fold(0.0, f64::max),
            p_truth: record.true_element(header, &belief.key).and_then(|element| values.get(element).copied()),
        })
    }

    /// Whether the belief gives no probability at all to what is true.
    pub fn is_false_exclusion(&self) -> bool {
        self.p_truth == Some(0.0)
    }

    /// Surprisal in bits; `None` where there is no truth, or where it is excluded.
    pub fn surprisal_bits(&self) -> Option<f64> {
        self.p_truth.and_then(surprisal_bits)
    }

    /// Surprisal minus entropy in bits; `None` where there is no surprisal.
    pub fn overconfidence_bits(&self) -> Option<f64> {
        self.p_truth.and_then(|p_truth| overconfidence_bits(p_truth, self.entropy_bits))
    }
}

/// All keys of beliefs in the recording, in order of first appearance. Reads the index where the file has one.
pub fn belief_keys(timeline: &Timeline) -> Vec<BeliefKey> {
    let mut keys: Vec<BeliefKey> = Vec::new();
    for summary in (0..timeline.len()).filter_map(|index| timeline.summary(index)) {
        for belief in summary.beliefs {
            if !keys.contains(&belief.key) {
                keys.push((*belief.key).clone());
            }
        }
    }
    keys
}

/// The belief with which another is compared: one of the same owner about the same target from another source, a reference
/// if there is one.
pub fn reference_for<'a>(keys: &'a [BeliefKey], key: &BeliefKey) -> Option<&'a BeliefKey> {
    let others = || keys.iter().filter(|other| other.owner == key.owner && other.target == key.target && *other != key);
    others().find(|other| other.opponent_model().is_some()).or_else(|| others().next())
}

/// Measures one belief at every record. Reads the whole recording.
///
/// # Errors
/// [`ReadError`] if a record is damaged.
pub fn belief_series(timeline: &Timeline, key: &BeliefKey) -> Result<BeliefSeries, ReadError> {
    let mut points = Vec::with_capacity(timeline.len());
    for index in 0..timeline.len() {
        let record = timeline.record(index)?;
        if let Some(belief) = record.belief(key) {
            points.extend(BeliefPoint::measure(timeline.header(), &record, belief));
        }
    }
    Ok(BeliefSeries { key: key.clone(), points })
}
