//! What a timeline draws of a record without decoding it.

use std::sync::Arc;

use fogreel_engine::data::{Belief, BeliefKey, BeliefKind};
use fogreel_engine::{Header, Record};

/// A record in short.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// The turn that people count.
    pub turn: u32,
    /// Bit *k* is set if an event of kind *k* happened; bit 63 stands for all kinds from 63 on.
    pub events: u64,
    /// Its beliefs, in the record's order.
    pub beliefs: Vec<BeliefSummary>,
}

/// A belief in short.
#[derive(Clone, PartialEq, Debug)]
pub struct BeliefSummary {
    /// Which belief.
    pub key: Arc<BeliefKey>,
    /// Shannon entropy of a categorical belief, normalised to sum 1, in bits; `None` for other kinds and for a belief
    /// that is zero everywhere.
    pub entropy_bits: Option<f32>,
    /// The largest value as it stands.
    pub max: f32,
    /// Value at the truth, of a categorical belief over cells with one single true cell; 0 only if it is exactly 0.
    pub p_truth: Option<f32>,
}

impl Summary {
    /// The summary of a record.
    pub fn of(header: &Header, record: &Record) -> Self {
        let beliefs = record.beliefs.iter().map(|belief| {
            let Measures { entropy_bits, max, p_truth } = Measures::of(header, record, belief);
            BeliefSummary { key: Arc::new(belief.key.clone()), entropy_bits, max, p_truth }
        });
        Self { turn: record.turn, events: event_mask(record), beliefs: beliefs.collect() }
    }
}

/// One bit per kind of event.
pub(crate) fn event_mask(record: &Record) -> u64 {
    record.events.iter().fold(0, |mask, event| mask | 1 << event.kind.min(63))
}

/// The numbers of a [`BeliefSummary`].
pub(crate) struct Measures {
    pub(crate) entropy_bits: Option<f32>,
    pub(crate) max: f32,
    pub(crate) p_truth: Option<f32>,
}

impl Measures {
    pub(crate) fn of(header: &Header, record: &Record, belief: &Belief) -> Self {
        let values = belief.values();
        let is_categorical = matches!(belief.kind, BeliefKind::Categorical(_));
        Self {
            entropy_bits: is_categorical.then(|| entropy_bits(values)).flatten().map(|bits| bits as f32),
            max: narrowed(values.iter().copied().fold(0.0, f64::max)),
            p_truth: is_categorical
                .then(|| record.true_element(header, &belief.key))
                .flatten()
                .and_then(|element| values.get(element))
                .map(|value| narrowed(*value)),
        }
    }
}

/// Entropy of the values as shares of their sum; `None` if there is no finite positive sum.
fn entropy_bits(values: &[f64]) -> Option<f64> {
    let (sum, weighted) = values
        .iter()
        .filter(|value| **value > 0.0)
        .fold((0.0, 0.0), |(sum, weighted), value| (sum + value, weighted + value * value.log2()));
    // −Σ (v/s) log2 (v/s) = log2 s − Σ v log2 v / s; rounding may bring a certain belief below 0.
    (sum > 0.0 && sum.is_finite()).then(|| (sum.log2() - weighted / sum).max(0.0))
}

/// The nearest finite `f32`, but never 0 for what is not 0: "impossible" must not appear by rounding.
fn narrowed(value: f64) -> f32 {
    let narrow = value.min(f64::from(f32::MAX)) as f32;
    if narrow == 0.0 && value > 0.0 { f32::from_bits(1) } else { narrow }
}
