//! Two agents on the same starts.

use serde::{Deserialize, Serialize};
use statrs::function::beta::beta_reg;

use super::{Interval, Pentanomial};

/// Confidence of the interval.
const CONFIDENCE: f64 = 0.95;

/// What two agents scored on one start, each 1, ½ or 0.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Paired {
    /// What the first one scored.
    pub first: f64,
    /// What the second one scored.
    pub second: f64,
}

/// What the same starts say of two agents.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct PairedComparison {
    /// Starts.
    pub starts: u64,
    /// Starts that the first one alone won.
    pub first_only: u64,
    /// Starts that the second one alone won.
    pub second_only: u64,
    /// Probability of a split at least as uneven, if both win equally often: McNemar's test, exact, two-sided.
    pub p_value: f64,
    /// Mean of the first one's scores less the second one's, from −1 to 1.
    pub difference: f64,
    /// 95 % interval of the difference: [`Pentanomial::score_interval`] of what the first one scored and the second one left.
    pub interval: Interval,
}

impl PairedComparison {
    /// Compares. `None` without any start.
    ///
    /// # Panics
    /// If a score is not 1, ½ or 0.
    pub fn of(pairs: &[Paired]) -> Option<Self> {
        if pairs.is_empty() {
            return None;
        }
        let mut counts = Pentanomial::default();
        pairs.iter().for_each(|pair| counts.add(half_points(pair.first) + half_points(1.0 - pair.second)));
        // A score of ½ per match is no difference, 1 and 0 are the ends.
        let as_difference = |score: f64| 2.0 * score - 1.0;
        let Interval { low, high } = counts.score_interval(CONFIDENCE);
        let won = |first: bool, second: bool| {
            pairs.iter().filter(|pair| (pair.first == 1.0) == first && (pair.second == 1.0) == second).count() as u64
        };
        let (first_only, second_only) = (won(true, false), won(false, true));
        Some(Self {
            starts: pairs.len() as u64,
            first_only,
            second_only,
            p_value: mcnemar(first_only, second_only),
            difference: pairs.iter().map(|pair| pair.first - pair.second).sum::<f64>() / pairs.len() as f64,
            interval: Interval { low: as_difference(low), high: as_difference(high) },
        })
    }
}

fn half_points(score: f64) -> usize {
    let found = [0.0, 0.5, 1.0].iter().position(|known| *known == score);
    found.unwrap_or_else(|| panic!("a score of 1, ½ or 0, found {score}"))
}

/// McNemar's exact test, two-sided (McNemar 1947, in its binomial form): of the starts that one of two agents alone won, the
/// probability of a split at least as uneven if either were equally likely. 1 without such a start.
pub fn mcnemar(first_only: u64, second_only: u64) -> f64 {
    let (few, all) = (first_only.min(second_only), first_only + second_only);
    if 2 * few >= all {
        return 1.0;
    }
    // Twice P(X ≤ few | all, ½) = twice I_½(all − few, few + 1).
    (2.0 * beta_reg((all - few) as f64, few as f64 + 1.0, 0.5)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Summed over all splits.
    fn enumerated(first: u64, second: u64) -> f64 {
        let all = first + second;
        let choose = |k: u64| (0..k).fold(1.0, |product, j| product * (all - j) as f64 / (j + 1) as f64);
        let probability = |k: u64| choose(k) * 0.5_f64.powi(all as i32);
        let is_as_uneven = |k: &u64| k.abs_diff(all - k) >= first.abs_diff(second);
        (0..=all).filter(is_as_uneven).map(probability).sum()
    }

    #[test]
    fn the_test_is_the_sum_over_all_splits() {
        for first in 0..12 {
            for second in 0..12 {
                let difference = mcnemar(first, second) - enumerated(first, second);
                assert!(difference.abs() < 1e-12, "{first} {second}");
            }
        }
        assert_eq!(mcnemar(0, 0), 1.0);
        assert!(mcnemar(0, 2000) < 1e-300);
    }

    #[test]
    fn differences_are_by_start() {
        let pair = |first, second| Paired { first, second };
        let pairs: Vec<Paired> =
            [pair(1.0, 0.0), pair(1.0, 0.5), pair(0.0, 1.0), pair(1.0, 1.0), pair(0.5, 0.5)].repeat(20);
        let found = PairedComparison::of(&pairs).expect("starts");
        assert_eq!((found.starts, found.first_only, found.second_only), (100, 40, 20));
        assert!((found.difference - 0.1).abs() < 1e-12);
        assert!(found.interval.low < 0.1 && found.interval.high > 0.1);
        assert_eq!(PairedComparison::of(&[]), None);
        // The same on all of few starts is no proof of equality.
        let alike = PairedComparison::of(&[pair(1.0, 1.0); 20]).expect("starts");
        assert!(alike.difference == 0.0 && alike.interval.low < -0.1 && alike.interval.high > 0.1);
    }
}
