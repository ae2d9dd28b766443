//! Intervals for a share.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};
use statrs::function::beta::beta_reg;

/// From where to where something is believed to lie.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Wilson's score interval for a share (Wilson 1927). Its coverage is near `confidence` on average, sometimes below. All
/// shares are possible without any trial.
///
/// ```
/// # use fogreel_analysis::statistics::wilson;
/// let interval = wilson(81, 263, 0.95);
/// assert!((interval.low - 0.2553).abs() < 5e-5 && (interval.high - 0.3662).abs() < 5e-5);
/// ```
///
/// # Panics
/// If there are more successes than trials, or if the confidence is not between 0 and 1.
pub fn wilson(successes: u64, trials: u64, confidence: f64) -> Interval {
    check(successes, trials, confidence);
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let z = standard_normal_quantile(0.5 + confidence / 2.0);
    let (n, p) = (trials as f64, successes as f64 / trials as f64);
    let scale = 1.0 + z * z / n;
    let centre = p + z * z / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    // At the ends rounding would leave a trace of what is exactly 0 or 1.
    Interval {
        low: if successes == 0 { 0.0 } else { (centre - half) / scale },
        high: if successes == trials { 1.0 } else { (centre + half) / scale },
    }
}

/// Clopper and Pearson's exact interval for a share (1934): its coverage is never below `confidence`. All shares are possible
/// without any trial.
///
/// # Panics
/// If there are more successes than trials, or if the confidence is not between 0 and 1.
pub fn clopper_pearson(successes: u64, trials: u64, confidence: f64) -> Interval {
    check(successes, trials, confidence);
    let tail = (1.0 - confidence) / 2.0;
    let (k, n) = (successes as f64, trials as f64);
    // P(X ≥ k | n, p) = I_p(k, n − k + 1), which grows with p.
    let low = if successes == 0 { 0.0 } else { increasing_root(|p| beta_reg(k, n - k + 1.0, p) - tail) };
    let high = if successes == trials { 1.0 } else { increasing_root(|p| beta_reg(k + 1.0, n - k, p) - (1.0 - tail)) };
    Interval { low, high }
}

fn check(successes: u64, trials: u64, confidence: f64) {
    assert!(successes <= trials, "{successes} successes in {trials} trials");
    assert!(confidence > 0.0 && confidence < 1.0, "a confidence between 0 and 1, found {confidence}");
}

/// The quantile of the standard normal distribution.
pub(super) fn standard_normal_quantile(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
}

/// Where a function that grows from below 0 to above 0 between 0 and 1 is 0, to the last bit.
pub(super) fn increasing_root(function: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        *(if function(middle) < 0.0 { &mut low } else { &mut high }) = middle;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(found: Interval, low: f64, high: f64, digits: f64) -> bool {
        (found.low - low).abs() < digits && (found.high - high).abs() < digits
    }

    /// Table I of Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998).
    #[test]
    fn intervals_are_those_of_the_literature() {
        for (successes, trials, score, exact) in [
            (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
            (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
            (0, 20, (0.0, 0.1611), (0.0, 0.1684)),
            (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
        ] {
            assert!(is_near(wilson(successes, trials, 0.95), score.0, score.1, 5.1e-5), "{successes}/{trials}");
            assert!(
                is_near(clopper_pearson(successes, trials, 0.95), exact.0, exact.1, 5.1e-5),
                "{successes}/{trials}"
            );
        }
    }

    #[test]
    fn the_ends_are_ends_and_sides_are_alike() {
        for interval in [wilson, clopper_pearson] {
            assert_eq!(interval(0, 0, 0.95), Interval { low: 0.0, high: 1.0 });
            assert_eq!(interval(0, 7, 0.95).low, 0.0);
            assert_eq!(interval(7, 7, 0.95).high, 1.0);
            for successes in 0..=7 {
                let (one, other) = (interval(successes, 7, 0.9), interval(7 - successes, 7, 0.9));
                assert!(is_near(one, 1.0 - other.high, 1.0 - other.low, 1e-12), "{successes}");
                assert!(one.low <= successes as f64 / 7.0 && successes as f64 / 7.0 <= one.high);
            }
        }
        // The definition: at its ends the exact interval leaves the tail out.
        let at_least = |k: u64, n: u64, p: f64| (k..=n).map(|x| binomial(n, x, p)).sum::<f64>();
        let interval = clopper_pearson(3, 11, 0.95);
        assert!((at_least(3, 11, interval.low) - 0.025).abs() < 1e-12);
        assert!((1.0 - at_least(4, 11, interval.high) - 0.025).abs() < 1e-12);
    }

    fn binomial(n: u64, k: u64, p: f64) -> f64 {
        let choose = (0..k).fold(1.0, |product, j| product * (n - j) as f64 / (j + 1) as f64);
        choose * p.powi(k as i32) * (1.0 - p).powi((n - k) as i32)
    }

    /// Coverage summed over all outcomes: the exact interval never falls below, Wilson's is near on average.
    #[test]
    fn intervals_hold_the_share_as_often_as_they_say() {
        for trials in [10, 40] {
            let shares: Vec<f64> = (1..200).map(|step| f64::from(step) / 200.0).collect();
            let covered = |interval: fn(u64, u64, f64) -> Interval| -> Vec<f64> {
                let ends: Vec<Interval> = (0..=trials).map(|successes| interval(successes, trials, 0.95)).collect();
                let holds = |p: f64| {
                    let holding =
                        (0..=trials).filter(|k| (ends[*k as usize].low..=ends[*k as usize].high).contains(&p));
                    holding.map(|k| binomial(trials, k, p)).sum::<f64>()
                };
                shares.iter().map(|p| holds(*p)).collect()
            };
            assert!(covered(clopper_pearson).iter().all(|coverage| *coverage >= 0.95 - 1e-9), "{trials}");
            let wilson = covered(wilson);
            let mean = wilson.iter().sum::<f64>() / wilson.len() as f64;
            assert!((mean - 0.95).abs() < 0.01, "{trials}: {mean}");
        }
    }
}
