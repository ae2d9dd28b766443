//! Scores of pairs of matches, and which distributions of them are likeliest.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::Interval;
use super::proportion::increasing_root;

/// Scores of a pair of matches, as shares of the two points.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// An outcome that never came counts as this many, so that no hypothesis becomes impossible.
const LEAST_COUNT: f64 = 1e-3;

/// How often pairs of matches scored 0, ½, 1, 1½ and 2.
///
/// The two matches of a pair are on the same start: with sides swapped, or both agents on the same side in turn, and the pair
/// scores what the first one got and what the second one left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Adds a pair by what it scored, in half points.
    ///
    /// # Panics
    /// If that is more than 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Points per match, from 0 to 1; `None` without a pair.
    pub fn score(&self) -> Option<f64> {
        let sum: f64 = self.0.iter().zip(SCORES).map(|(count, score)| *count as f64 * score).sum();
        (self.pairs() > 0).then(|| sum / self.pairs() as f64)
    }

    /// Interval of the points per match: the scores under which what was found is not much less likely than it is at best. The
    /// bound is the square of Student's *t* with a degree of freedom less than there are pairs (Owen 1988, *Biometrika* 75). It
    /// has a width even where all pairs scored the same. All scores are possible with fewer than two pairs.
    ///
    /// ```
    /// # use fogreel_analysis::statistics::Pentanomial;
    /// let interval = Pentanomial([0, 0, 20, 0, 0]).score_interval(0.95);
    /// assert!(0.43 < interval.low && interval.low < 0.45 && 0.55 < interval.high && interval.high < 0.57);
    /// ```
    ///
    /// # Panics
    /// If the confidence is not between 0 and 1.
    pub fn score_interval(&self, confidence: f64) -> Interval {
        assert!(confidence > 0.0 && confidence < 1.0, "a confidence between 0 and 1, found {confidence}");
        if self.pairs() < 2 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let freedom = StudentsT::new(0.0, 1.0, (self.pairs() - 1) as f64).expect("a degree of freedom");
        let bound = freedom.inverse_cdf(0.5 + confidence / 2.0).powi(2);
        let (shares, pairs) = self.shares();
        let best: f64 = shares.iter().zip(SCORES).map(|(share, score)| share * score).sum();
        // Twice the log-likelihood ratio, less than 0 below what was found.
        let distance = |mean: f64| {
            let likeliest = likeliest_with_mean(&shares, mean);
            let ratio: f64 = shares.iter().zip(likeliest).map(|(share, p)| share * (share / p).ln()).sum();
            2.0 * pairs * if mean < best { -ratio } else { ratio }
        };
        Interval {
            low: if self.pairs() == self.0[0] { 0.0 } else { increasing_root(|mean| distance(mean) + bound) },
            high: if self.pairs() == self.0[4] { 1.0 } else { increasing_root(|mean| distance(mean) - bound) },
        }
    }

    /// The shares of the outcomes, and what they are shares of.
    pub(super) fn shares(&self) -> ([f64; 5], f64) {
        let counts = self.0.map(|count| if count == 0 { LEAST_COUNT } else { count as f64 });
        let sum: f64 = counts.iter().sum();
        (counts.map(|count| count / sum), sum)
    }
}

/// The distribution under which the shares are likeliest among those with that mean score, between 0 and 1.
pub(super) fn likeliest_with_mean(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    likeliest_with_sum_zero(shares, &SCORES.map(|score| score - mean))
}

/// The same among the distributions with Σ p · value = 0: p = share / (1 + θ · value), by Lagrange, where θ makes the sum 0.
/// Values lie on both sides of 0.
pub(super) fn likeliest_with_sum_zero(shares: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Between these all probabilities are positive; the sum falls from +∞ to −∞.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let sum = |theta: f64| -> f64 { shares.iter().zip(values).map(|(p, v)| p * v / (1.0 + theta * v)).sum() };
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return std::array::from_fn(|k| shares[k] / (1.0 + middle * values[k]));
        }
        *(if sum(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
}

#[cfg(test)]
mod tests {
    use fogreel_engine::{Chance, Owner};

    use super::*;

    /// With two outcomes it is the likelihood interval of a share, whose ends have k ln(k/np) + (n−k) ln((n−k)/(n−np)) = t²/2.
    #[test]
    fn of_two_outcomes_it_is_the_likelihood_interval_of_a_share() {
        let (won, lost) = (14.0_f64, 6.0_f64);
        let Interval { low, high } = Pentanomial([6, 0, 0, 0, 14]).score_interval(0.95);
        // Student's t with 19 degrees of freedom at 97.5 %, from tables.
        let bound = 2.093_02_f64.powi(2) / 2.0;
        for p in [low, high] {
            let ratio = won * (won / 20.0 / p).ln() + lost * (lost / 20.0 / (1.0 - p)).ln();
            assert!((ratio - bound).abs() < 0.02, "{p}: {ratio} {bound}");
        }
        assert!(low < 0.7 && 0.7 < high);
    }

    #[test]
    fn ends_are_ends_and_sides_are_alike() {
        assert_eq!(Pentanomial([0, 0, 1, 0, 0]).score_interval(0.95), Interval { low: 0.0, high: 1.0 });
        for counts in [[9, 0, 0, 0, 0], [0, 0, 7, 0, 0], [1, 2, 3, 4, 5], [0, 3, 0, 90, 2], [1, 0, 0, 0, 1_000_000]] {
            let one = Pentanomial(counts);
            let mut mirrored = one;
            mirrored.0.reverse();
            let (one, other) = (one.score_interval(0.95), mirrored.score_interval(0.95));
            assert!((one.low + other.high - 1.0).abs() < 1e-9 && (one.high + other.low - 1.0).abs() < 1e-9);
            let score = Pentanomial(counts).score().expect("pairs");
            assert!(0.0 <= one.low && one.low <= score && score <= one.high && one.high <= 1.0 && one.low < one.high);
        }
        assert_eq!(Pentanomial([0, 0, 0, 0, 9]).score_interval(0.95).high, 1.0);
    }

    /// Also where nearly all pairs score the same, as two similar agents do on the same starts.
    #[test]
    fn intervals_hold_the_score_as_often_as_they_say() {
        const TRIALS: u64 = 400;
        let truths = [
            [0.25, 0.0, 0.5, 0.0, 0.25],
            [0.03, 0.0, 0.9, 0.0, 0.07],
            [0.0, 0.0, 0.97, 0.0, 0.03],
            [0.02, 0.0, 0.08, 0.0, 0.9],
            [0.1, 0.2, 0.4, 0.2, 0.1],
        ];
        for truth in truths {
            let mean: f64 = truth.iter().zip(SCORES).map(|(p, score)| p * score).sum();
            for pairs in [8, 20, 100] {
                let mut held = 0;
                for trial in 0..TRIALS {
                    let mut chance = Chance::new(trial, Owner::Nature);
                    let mut found = Pentanomial::default();
                    for _ in 0..pairs {
                        let (mut left, mut outcome) = (chance.unit("pair"), 0);
                        while outcome < 4 && left >= truth[outcome] {
                            left -= truth[outcome];
                            outcome += 1;
                        }
                        found.add(outcome);
                    }
                    let interval = found.score_interval(0.95);
                    held += u32::from((interval.low..=interval.high).contains(&mean));
                }
                // Three standard deviations of what so many trials would show.
                let share = f64::from(held) / TRIALS as f64;
                assert!(share >= 0.95 - 3.0 * (0.95 * 0.05 / TRIALS as f64).sqrt(), "{truth:?} {pairs}: {share}");
            }
        }
    }
}
