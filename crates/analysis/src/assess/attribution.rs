//! What each channel of evidence was worth.

use fogreel_inference::Breakdown;

use crate::metrics::entropy_bits;

/// What something did to a belief, in bits.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Gain {
    /// Δ log₂ b(x): how much likelier the truth became. `None` where there is no truth, or the belief excludes it.
    pub truth_bits: Option<f64>,
    /// ΔH: how much entropy grew; evidence mostly lessens it.
    pub entropy_bits: f64,
}

/// One channel's gains.
#[derive(Clone, PartialEq, Debug)]
pub struct ChannelGain {
    /// Id of the channel.
    pub channel: &'static str,
    /// After motion and the channels before it.
    pub in_order: Gain,
    /// Averaged over all orders of the channels after motion (Shapley 1953). Motion stays first in all: likelihoods sit on
    /// transitions, so that without motion there is no evidence.
    pub shapley: Gain,
}

/// How one step of a reference came about. Motion and the channels sum to the step's total, in order and by Shapley.
#[derive(Clone, PartialEq, Debug)]
pub struct Attribution {
    /// What the opponent's move alone did.
    pub motion: Gain,
    /// What the channels did, in the order in which evidence is applied.
    pub channels: Vec<ChannelGain>,
}

/// How likely the truth is (log₂), and the entropy.
#[derive(Clone, Copy)]
struct Standing {
    log_truth: Option<f64>,
    entropy: f64,
}

impl Standing {
    fn of(belief: &[f64], truth: Option<usize>) -> Self {
        let p_truth = truth.and_then(|truth| belief.get(truth).copied()).filter(|p| *p > 0.0);
        Self { log_truth: p_truth.map(f64::log2), entropy: entropy_bits(belief) }
    }

    /// Of weights that need not sum to 1; `None` if nothing has any.
    fn of_weights(weights: &[f64], truth: Option<usize>) -> Option<Self> {
        let total: f64 = weights.iter().sum();
        let belief = || weights.iter().map(|weight| weight / total).collect::<Vec<f64>>();
        (total > 0.0).then(|| Self::of(&belief(), truth))
    }

    fn gain_over(self, before: Self) -> Gain {
        let truth_bits = self.log_truth.zip(before.log_truth).map(|(now, before)| now - before);
        Gain { truth_bits, entropy_bits: self.entropy - before.entropy }
    }
}

impl Gain {
    fn add(&mut self, weight: f64, other: Self) {
        self.truth_bits = self.truth_bits.zip(other.truth_bits).map(|(sum, bits)| sum + weight * bits);
        self.entropy_bits += weight * other.entropy_bits;
    }
}

impl Attribution {
    /// The attribution of a step from `before`, where `truth_before` was true, to where `truth` is. `None` if nothing
    /// explains the evidence.
    pub fn new(
        breakdown: &Breakdown,
        before: &[f64],
        truth_before: Option<usize>,
        truth: Option<usize>,
    ) -> Option<Self> {
        // A silent channel moves nothing, whatever the order: only the others make different sets.
        let speaking: Vec<usize> = (0..breakdown.channels().len()).filter(|k| !breakdown.is_silent(*k)).collect();
        // A channel that says no more than others leaves the same after them: of the sets, most lead to a few beliefs, whose
        // logarithms take longer than all else.
        let mut known: Vec<(Vec<f64>, Standing)> = Vec::new();
        let mut with = |set: usize| {
            let bits = speaking.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
            let weights = breakdown.weights(bits.map(|(_, channel)| 1 << channel).sum());
            if let Some((_, standing)) = known.iter().find(|(earlier, _)| *earlier == weights) {
                return Some(*standing);
            }
            let standing = Standing::of_weights(&weights, truth)?;
            known.push((weights, standing));
            Some(standing)
        };
        let standings = (0..1 << speaking.len()).map(&mut with).collect::<Option<Vec<Standing>>>()?;
        let motion = standings[0].gain_over(Standing::of(before, truth_before));
        let none =
            Gain { truth_bits: standings.last().and_then(|last| last.log_truth).map(|_| 0.0), entropy_bits: 0.0 };
        let mut channels: Vec<ChannelGain> =
            breakdown.channels().iter().map(|channel| ChannelGain { channel, in_order: none, shapley: none }).collect();
        for (place, channel) in speaking.iter().enumerate() {
            let gain = |others: usize| standings[others | 1 << place].gain_over(standings[others]);
            channels[*channel].in_order = gain((1 << place) - 1);
            for others in (0..standings.len()).filter(|set| set >> place & 1 == 0) {
                let weight = shapley_weight(others.count_ones() as usize, speaking.len());
                channels[*channel].shapley.add(weight, gain(others));
            }
        }
        Some(Self { motion, channels })
    }

    /// What was done to the entropy alone.
    pub(crate) fn without_truth(&self) -> Self {
        let blind = |gain: Gain| Gain { truth_bits: None, ..gain };
        let channel = |gain: &ChannelGain| ChannelGain {
            channel: gain.channel,
            in_order: blind(gain.in_order),
            shapley: blind(gain.shapley),
        };
        Self { motion: blind(self.motion), channels: self.channels.iter().map(channel).collect() }
    }

    /// What motion and all channels did together.
    pub fn total(&self) -> Gain {
        let mut total = self.motion;
        self.channels.iter().for_each(|channel| total.add(1.0, channel.in_order));
        total
    }
}

/// s! (n − s − 1)! / n!: the share of the orders of n in which exactly those s come before a given other.
fn shapley_weight(before: usize, all: usize) -> f64 {
    let orders: f64 = (0..before).map(|k| (all - 1 - k) as f64 / (k + 1) as f64).product();
    1.0 / (all as f64 * orders)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapley_weights_are_those_of_the_orders() {
        let factorial = |n: usize| (1..=n).product::<usize>() as f64;
        for all in 1..=6 {
            for before in 0..all {
                let expected = factorial(before) * factorial(all - before - 1) / factorial(all);
                assert!((shapley_weight(before, all) - expected).abs() < 1e-15);
            }
        }
    }
}
