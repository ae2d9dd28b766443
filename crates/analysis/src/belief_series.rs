//! One belief along a match.

use fogreel_engine::data::{Belief, BeliefKey, BeliefKind};
use fogreel_engine::{Header, Record};
use fogreel_recorder::{ReadError, Timeline};

use crate::metrics::{count_surprisal_bits, effective_cells, entropy_bits, overconfidence_bits, surprisal_bits};

/// One belief measured at every record in which it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct BeliefSeries {
    /// Which belief.
    pub key: BeliefKey,
    /// Its measures, by ascending record.
    pub points: Vec<BeliefPoint>,
}

/// One belief measured at one record.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BeliefPoint {
    /// The record.
    pub record: u32,
    /// The turn that people count.
    pub turn: u32,
    /// Entropy in bits; of expected numbers, that of where one of the things is.
    pub entropy_bits: f64,
    /// 2^entropy.
    pub effective_cells: f64,
    /// The largest probability: the confidence that the belief announces. Or the largest expected number.
    pub max: f64,
    /// Probability of the truth; `None` where the truth is unknown or not one single element, and of expected numbers.
    pub p_truth: Option<f64>,
    /// Of expected numbers, their log score in bits ([`count_surprisal_bits`]), infinite where a true cell is ruled out; `None` where
    /// the truth is unknown, and of other beliefs.
    pub count_surprisal_bits: Option<f64>,
}

impl BeliefPoint {
    /// Measures a categorical belief, or one of expected numbers; `None` for Bernoulli beliefs.
    pub fn measure(header: &Header, record: &Record, belief: &Belief) -> Option<Self> {
        let (values, p_truth, count_surprisal_bits, entropy_bits) = match &belief.kind {
            BeliefKind::Categorical(values) => {
                let element = record.true_element(header, &belief.key);
                (values, element.and_then(|element| values.get(element).copied()), None, entropy_bits(values))
            }
            BeliefKind::Count(counts) => {
                let sum: f64 = counts.iter().sum();
                let shares: Vec<f64> = counts.iter().filter(|_| sum > 0.0).map(|count| count / sum).collect();
                let surprisal = true_numbers(header, record, &belief.key, counts.len());
                let surprisal =
                    surprisal.map(|numbers| count_surprisal_bits(counts, &numbers).unwrap_or(f64::INFINITY));
                (counts, None, surprisal, entropy_bits(&shares))
            }
            BeliefKind::Bernoulli(_) => return None,
        };
        Some(Self {
            record: record.index,
            turn: record.turn,
            entropy_bits,
            effective_cells: effective_cells(entropy_bits),
            max: values.iter().copied().fold(0.0, f64::max),
            p_truth,
            count_surprisal_bits,
        })
    }

    /// The same without anything that takes the truth.
    #[must_use]
    pub fn without_truth(self) -> Self {
        Self { p_truth: None, count_surprisal_bits: None, ..self }
    }

    /// Whether the belief gives nothing at all to what is true.
    pub fn is_false_exclusion(&self) -> bool {
        self.p_truth == Some(0.0) || self.count_surprisal_bits == Some(f64::INFINITY)
    }

    /// Surprisal in bits, or the log score of expected numbers, which is the same for one thing; `None` where there is no truth, or
    /// where it is excluded.
    pub fn surprisal_bits(&self) -> Option<f64> {
        let counted = self.count_surprisal_bits.filter(|bits| bits.is_finite());
        self.p_truth.and_then(surprisal_bits).or(counted)
    }

    /// Whether it was measured against a truth.
    pub fn has_truth(&self) -> bool {
        self.p_truth.is_some() || self.count_surprisal_bits.is_some()
    }

    /// Surprisal minus entropy in bits; `None` where there is no surprisal.
    pub fn overconfidence_bits(&self) -> Option<f64> {
        self.p_truth.and_then(|p_truth| overconfidence_bits(p_truth, self.entropy_bits))
    }
}

/// How many things are on each element; `None` where the truth is not known, or lies outside.
pub(crate) fn true_numbers(header: &Header, record: &Record, key: &BeliefKey, elements: usize) -> Option<Vec<u32>> {
    let frame = record.frame_of(header, header.seat(&key.owner)?);
    let mut numbers = vec![0; elements];
    for cell in record.true_cells(header, key)? {
        *numbers.get_mut(frame.size.index(cell))? += 1;
    }
    Some(numbers)
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
