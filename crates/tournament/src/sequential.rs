//! A sequential test of two agents, judged in the order of the schedule.

use fogreel_analysis::statistics::{Hypotheses, Pentanomial, SprtVerdict};
use fogreel_engine::ConfigError;
use serde::Serialize;

use crate::{Plan, Results, Sides};

/// A sequential test as far as results are known. What it says depends on the results in the order of the schedule alone, not on
/// the order in which they came.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SequentialTest {
    /// The two agents, as positions in [`Plan::players`]; the hypotheses are about the first one.
    pub candidates: [usize; 2],
    /// What is tested.
    pub hypotheses: Hypotheses,
    /// How often pairs of matches on one start scored 0, ½, 1, 1½ and 2 for the first one.
    pub pentanomial: Pentanomial,
    /// Log-likelihood ratio of the latest judgement, in nats.
    pub log_likelihood_ratio: f64,
    /// At or below the first the lower hypothesis is accepted, at or above the second the upper one.
    pub bounds: (f64, f64),
    /// What came out.
    pub verdict: SprtVerdict,
    /// What each pair scored in half points, in the order of the schedule.
    #[serde(skip)]
    pub pairs: Vec<u8>,
    /// Whether the candidates sit on the second seat.
    #[serde(skip)]
    is_second: bool,
}

impl SequentialTest {
    /// The test that a plan asks for, before any result.
    pub fn of(plan: &Plan) -> Option<Self> {
        let hypotheses = plan.sequential?;
        let (is_second, candidates) = candidates(plan)?;
        Some(Self {
            candidates,
            hypotheses,
            pentanomial: Pentanomial::default(),
            log_likelihood_ratio: 0.0,
            bounds: hypotheses.bounds(),
            verdict: SprtVerdict::GoOn,
            pairs: Vec::new(),
            is_second,
        })
    }

    /// Takes in all pairs that follow on those known, and stops at a verdict. Returns whether there is one.
    pub fn advance(&mut self, results: &Results) -> bool {
        while self.verdict == SprtVerdict::GoOn {
            let first = 2 * self.pairs.len() as u64;
            let (Some(one), Some(other)) = (results.get(first), results.get(first + 1)) else { return false };
            // With swapped sides the second match is seen from the other candidate; with fixed ones its score is the other's.
            let points = 1.0 + one.score() - other.score();
            let points = if self.is_second { 2.0 - points } else { points };
            let half_points = (2.0 * points) as u8;
            self.pairs.push(half_points);
            self.pentanomial.add(usize::from(half_points));
            if is_judged(self.pairs.len()) {
                self.judge();
            }
        }
        true
    }

    /// The matches of the schedule that count once there is a verdict.
    pub fn matches(&self) -> u64 {
        2 * self.pairs.len() as u64
    }

    fn judge(&mut self) {
        self.log_likelihood_ratio = self.hypotheses.log_likelihood_ratio(&self.pentanomial);
        self.verdict = self.hypotheses.verdict(&self.pentanomial);
    }
}

/// Whether a test is judged after so many pairs: after each of the first thousand, then each time that they are a thousandth
/// more. A judgement takes longer than a fast match.
fn is_judged(pairs: usize) -> bool {
    pairs.is_multiple_of((pairs / 1000).max(1))
}

/// Whether the two agents sit on the second seat, and who they are.
fn candidates(plan: &Plan) -> Option<(bool, [usize; 2])> {
    match (plan.sides, plan.pairings.as_slice()) {
        (Sides::Swapped, [pairing, _]) => Some((false, *pairing)),
        (Sides::Fixed, [one, other]) if one[1] == other[1] => Some((false, [one[0], other[0]])),
        (Sides::Fixed, [one, other]) if one[0] == other[0] => Some((true, [one[1], other[1]])),
        _ => None,
    }
}

/// Whether a sequential test can be made of the plan, if it asks for one.
pub(crate) fn check(plan: &Plan) -> Result<(), ConfigError> {
    if plan.sequential.is_none() {
        return Ok(());
    }
    let wrong = |why: String| Err(ConfigError::invalid("sequential test", why));
    if candidates(plan).is_none() {
        let [first, second] = [0, 1].map(|seat| plan.seats[seat].as_str());
        return wrong(match plan.sides {
            Sides::Swapped => "it takes two agents".to_owned(),
            Sides::Fixed => format!("it takes two agents for one seat ({first} or {second}) and one for the other"),
        });
    }
    if plan.presets().len() > 1 {
        return wrong("it takes one preset".to_owned());
    }
    Ok(())
}
