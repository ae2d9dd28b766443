//! A sequential test of which of two agents is better: the generalised sequential probability ratio test on pairs of matches.
//!
//! Mathematics: Van den Bergh, *A practical introduction to the GSPRT* and *Normalized Elo* (2021); Wald 1945 for the bounds.

use serde::{Deserialize, Serialize};

use super::Pentanomial;
use super::pentanomial::{SCORES, likeliest_with_mean, likeliest_with_sum_zero};

/// Elo per unit of normalised strength (a score of so many standard deviations of one match above ½).
const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// The largest difference that a test takes: with more, the weaker one never scores.
pub const MOST_ELO: f64 = 1000.0;

/// The score that a difference in (logistic) Elo makes one expect: 1 / (1 + 10^(−elo/400)).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in (logistic) Elo of whoever scores so much on average; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// What an Elo difference is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// By the expected score and its standard deviation: what decides how many matches a test takes, whatever the share of
    /// draws.
    #[default]
    Normalized,
    /// By the expected score alone, as ratings are.
    Logistic,
}

/// Hypotheses that make no test.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum HypothesesError {
    /// The second one must be the stronger.
    #[error("elo0 must be below elo1, found {elo0} and {elo1}")]
    Order {
        /// The lower one.
        elo0: f64,
        /// The upper one.
        elo1: f64,
    },
    /// Differences that no match shows.
    #[error("expected differences of at most {MOST_ELO} Elo, found {elo0} and {elo1}")]
    Size {
        /// The lower one.
        elo0: f64,
        /// The upper one.
        elo1: f64,
    },
    /// An error probability.
    #[error("{name} must lie above 0 and below 0.5, found {found}")]
    Probability {
        /// `alpha` or `beta`.
        name: &'static str,
        /// What was given.
        found: f64,
    },
}

/// What is tested: whether the first agent is `elo0` or `elo1` stronger than the second.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hypotheses {
    /// The difference under H0.
    pub elo0: f64,
    /// The difference under H1.
    pub elo1: f64,
    /// Probability of accepting H1 where H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 where H1 is true.
    pub beta: f64,
    /// What the differences are.
    pub scale: Scale,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtVerdict {
    /// H0 is accepted.
    AcceptH0,
    /// H1 is accepted.
    AcceptH1,
    /// Neither yet.
    GoOn,
}

impl Hypotheses {
    /// A test of these.
    ///
    /// # Errors
    /// [`HypothesesError`] if they make no test.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, scale: Scale) -> Result<Self, HypothesesError> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(HypothesesError::Order { elo0, elo1 });
        }
        if elo0.abs().max(elo1.abs()) > MOST_ELO {
            return Err(HypothesesError::Size { elo0, elo1 });
        }
        for (name, found) in [("alpha", alpha), ("beta", beta)] {
            if !(found > 0.0 && found < 0.5) {
                return Err(HypothesesError::Probability { name, found });
            }
        }
        Ok(Self { elo0, elo1, alpha, beta, scale })
    }

    /// The bounds of the log-likelihood ratio: at or below the first H0 is accepted, at or above the second H1 (Wald 1945).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The generalised log-likelihood ratio of H1 to H0, in nats: the likelihoods of the most likely distributions of outcomes under
    /// each of them.
    ///
    /// ```
    /// # use fogreel_analysis::statistics::{Hypotheses, Pentanomial, Scale};
    /// let test = Hypotheses::new(0.0, 2.0, 0.05, 0.05, Scale::Normalized)?;
    /// let ratio = test.log_likelihood_ratio(&Pentanomial([365, 16_618, 36_229, 16_974, 390]));
    /// assert!((ratio - 2.2504).abs() < 5e-5);
    /// # Ok::<(), fogreel_analysis::statistics::HypothesesError>(())
    /// ```
    pub fn log_likelihood_ratio(&self, found: &Pentanomial) -> f64 {
        if found.pairs() == 0 {
            return 0.0;
        }
        let (shares, pairs) = found.shares();
        let likeliest = |elo: f64| match self.scale {
            Scale::Logistic => likeliest_with_mean(&shares, score_of_elo(elo)),
            // The standard deviation of a pair's mean score is 1/√2 of that of one match.
            Scale::Normalized => likeliest_with_ratio(&shares, elo / NORMALIZED_ELO * std::f64::consts::SQRT_2),
        };
        let (under0, under1) = (likeliest(self.elo0), likeliest(self.elo1));
        let terms = shares.iter().zip(under1.iter().zip(under0)).map(|(share, (one, zero))| share * (one / zero).ln());
        pairs * terms.sum::<f64>()
    }

    /// Where the test stands.
    pub fn verdict(&self, found: &Pentanomial) -> SprtVerdict {
        let (low, high) = self.bounds();
        match self.log_likelihood_ratio(found) {
            ratio if ratio <= low => SprtVerdict::AcceptH0,
            ratio if ratio >= high => SprtVerdict::AcceptH1,
            _ => SprtVerdict::GoOn,
        }
    }
}

/// The distribution under which the shares are likeliest among those whose mean lies `ratio` standard deviations above ½.
///
/// That is no linear constraint; each round replaces it by its tangent at the distribution of the round before, until
/// they agree.
fn likeliest_with_ratio(shares: &[f64; 5], ratio: f64) -> [f64; 5] {
    const ROUNDS: usize = 200;
    // One that meets the constraint: so much of it at an end that it lies as many deviations above the middle.
    let mut start = [0.0; 5];
    let end = ratio * ratio / (1.0 + ratio * ratio);
    start[if ratio > 0.0 { 4 } else { 0 }] = end;
    start[2] = 1.0 - end;
    // Near even strength the uniform one is closer to what is looked for.
    let mut found = if ratio.abs() < 0.5 { [0.2; 5] } else { start };
    for _ in 0..ROUNDS {
        let mean: f64 = found.iter().zip(SCORES).map(|(p, score)| p * score).sum();
        let variance: f64 = found.iter().zip(SCORES).map(|(p, score)| p * (score - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let values =
            SCORES.map(|score| score - 0.5 - 0.5 * ratio * deviation * (1.0 + ((mean - score) / deviation).powi(2)));
        let lies_between = values.iter().any(|value| *value < 0.0) && values.iter().any(|value| *value > 0.0);
        if !lies_between {
            // The tangent leaves no distribution: it is taken closer to one that meets the constraint.
            found = std::array::from_fn(|k| 0.5 * (found[k] + start[k]));
            continue;
        }
        let next = likeliest_with_sum_zero(shares, &values);
        let change = next.iter().zip(found).map(|(next, found)| (next - found).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-9 {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use fogreel_engine::{Chance, Owner};

    use super::*;

    fn test(elo0: f64, elo1: f64, scale: Scale) -> Hypotheses {
        Hypotheses::new(elo0, elo1, 0.05, 0.05, scale).expect("a test")
    }

    /// Values that fishtest computes.
    #[test]
    fn ratios_are_those_of_fishtest() {
        for (scale, elo0, elo1, counts, expected, digits) in [
            (Scale::Normalized, 0.0, 2.0, [365, 16_618, 36_229, 16_974, 390], 2.2504, 5e-5),
            (Scale::Logistic, 0.5, 2.5, [223, 9_863, 21_279, 10_037, 246], -3.0741, 5e-5),
            (Scale::Normalized, 0.0, 5.0, [0, 0, 0, 0, 5550], 111.80, 5e-3),
        ] {
            let found = test(elo0, elo1, scale).log_likelihood_ratio(&Pentanomial(counts));
            assert!((found - expected).abs() <= digits, "{counts:?}: {found}");
        }
    }

    /// Whatever is near the likeliest distribution and keeps the constraint is less likely.
    #[test]
    fn constrained_distributions_are_the_likeliest() {
        let shares = [0.1, 0.2, 0.4, 0.2, 0.1];
        let likelihood = |p: &[f64; 5]| -> f64 { shares.iter().zip(p).map(|(share, p)| share * p.ln()).sum() };
        let moments = |p: &[f64; 5]| {
            let mean: f64 = p.iter().zip(SCORES).map(|(p, score)| p * score).sum();
            let variance: f64 = p.iter().zip(SCORES).map(|(p, score)| p * (score - mean).powi(2)).sum();
            (mean, variance.sqrt())
        };
        let by_mean = likeliest_with_mean(&shares, 0.55);
        let by_ratio = likeliest_with_ratio(&shares, 0.3);
        assert!((by_mean.iter().sum::<f64>() - 1.0).abs() < 1e-9 && (moments(&by_mean).0 - 0.55).abs() < 1e-9);
        let (mean, deviation) = moments(&by_ratio);
        assert!((by_ratio.iter().sum::<f64>() - 1.0).abs() < 1e-9 && ((mean - 0.5) / deviation - 0.3).abs() < 1e-8);
        // Directions that keep sum and mean; they keep the ratio only to first order if they keep the variance, too.
        for direction in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [1.0, -3.0, 3.0, -1.0, 0.0]] {
            for step in [1e-3, -1e-3] {
                let near: [f64; 5] = std::array::from_fn(|k| by_mean[k] + step * direction[k]);
                assert!(likelihood(&near) < likelihood(&by_mean));
            }
        }
        let cubic = [1.0, -4.0, 6.0, -4.0, 1.0];
        for step in [1e-3, -1e-3] {
            // Fourth differences keep sum, mean and variance.
            let near: [f64; 5] = std::array::from_fn(|k| by_ratio[k] + step * cubic[k]);
            assert!((moments(&near).0 - mean).abs() < 1e-12 && (moments(&near).1 - deviation).abs() < 1e-12);
            assert!(likelihood(&near) < likelihood(&by_ratio));
        }
    }

    /// Up to the largest differences, whatever was found: distributions are distributions and meet their constraints.
    #[test]
    fn large_differences_are_tested_as_well() {
        let all = [
            [0, 0, 0, 0, 50],
            [50, 0, 0, 0, 0],
            [0, 0, 100, 0, 0],
            [10, 20, 40, 20, 10],
            [1, 0, 3, 400, 900],
            [300, 0, 1, 0, 300],
        ];
        for counts in all {
            let (shares, _) = Pentanomial(counts).shares();
            for elo in [-1000.0, -640.0, -250.0, -20.0, 0.0, 20.0, 230.0, 240.0, 300.0, 500.0, 800.0, 1000.0] {
                let ratio = elo / NORMALIZED_ELO * std::f64::consts::SQRT_2;
                let found = likeliest_with_ratio(&shares, ratio);
                let mean: f64 = found.iter().zip(SCORES).map(|(p, score)| p * score).sum();
                let variance: f64 = found.iter().zip(SCORES).map(|(p, score)| p * (score - mean).powi(2)).sum();
                assert!(found.iter().all(|p| *p > 0.0), "{counts:?} {elo}: {found:?}");
                assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{counts:?} {elo}: {found:?}");
                assert!(((mean - 0.5) / variance.sqrt() - ratio).abs() < 1e-6, "{counts:?} {elo}: {found:?}");
            }
            for scale in [Scale::Normalized, Scale::Logistic] {
                let ratio = test(300.0, 900.0, scale).log_likelihood_ratio(&Pentanomial(counts));
                assert!(ratio.is_finite() && (counts != [0, 0, 0, 0, 50] || ratio > 0.0), "{counts:?}: {ratio}");
            }
        }
    }

    #[test]
    fn swapped_agents_swap_the_verdict() {
        let counts = [40, 200, 500, 260, 70];
        let mut mirrored = counts;
        mirrored.reverse();
        for scale in [Scale::Normalized, Scale::Logistic] {
            let one = test(0.0, 20.0, scale).log_likelihood_ratio(&Pentanomial(counts));
            let other = test(-20.0, 0.0, scale).log_likelihood_ratio(&Pentanomial(mirrored));
            assert!((one + other).abs() < 1e-6, "{one} {other}");
        }
        assert_eq!(test(0.0, 5.0, Scale::Logistic).verdict(&Pentanomial::default()), SprtVerdict::GoOn);
    }

    #[test]
    fn hypotheses_that_make_no_test_are_refused() {
        let wrong = |elo0, elo1, alpha, beta| {
            Hypotheses::new(elo0, elo1, alpha, beta, Scale::Logistic).expect_err("no test").to_string()
        };
        assert!(wrong(5.0, 5.0, 0.05, 0.05).contains("elo0 must be below elo1"));
        assert!(wrong(0.0, f64::NAN, 0.05, 0.05).contains("elo0 must be below elo1"));
        assert!(wrong(0.0, 1001.0, 0.05, 0.05).contains("at most 1000 Elo"));
        assert!(wrong(0.0, 5.0, 0.0, 0.05).contains("alpha"));
        assert!(wrong(0.0, 5.0, 0.05, 0.7).contains("beta"));
    }

    /// One simulated test; pairs are drawn from a distribution with the given mean.
    fn simulated(test: &Hypotheses, shares: &[f64; 5], seed: u64) -> SprtVerdict {
        let mut chance = Chance::new(seed, Owner::Nature);
        let mut found = Pentanomial::default();
        for _ in 0..4000 {
            for _ in 0..4 {
                let (mut left, mut outcome) = (chance.unit("pair"), 0);
                while outcome < 4 && left >= shares[outcome] {
                    left -= shares[outcome];
                    outcome += 1;
                }
                found.add(outcome);
            }
            match test.verdict(&found) {
                SprtVerdict::GoOn => {}
                verdict => return verdict,
            }
        }
        SprtVerdict::GoOn
    }

    /// At either hypothesis the test errs no more often than it says.
    #[test]
    fn errors_are_as_rare_as_they_should_be() {
        const TESTS: u64 = 600;
        let base = [0.08, 0.22, 0.40, 0.22, 0.08];
        for scale in [Scale::Normalized, Scale::Logistic] {
            let test = Hypotheses::new(0.0, 60.0, 0.05, 0.1, scale).expect("a test");
            for (elo, wrong, nominal) in [(0.0, SprtVerdict::AcceptH1, 0.05), (60.0, SprtVerdict::AcceptH0, 0.1)] {
                let truth = match scale {
                    Scale::Logistic => likeliest_with_mean(&base, score_of_elo(elo)),
                    Scale::Normalized => likeliest_with_ratio(&base, elo / NORMALIZED_ELO * std::f64::consts::SQRT_2),
                };
                let errors = (0..TESTS).filter(|seed| simulated(&test, &truth, *seed) == wrong).count() as f64;
                // Three standard deviations of what so many tests would show.
                let allowed = nominal + 3.0 * (nominal * (1.0 - nominal) / TESTS as f64).sqrt();
                assert!(errors / TESTS as f64 <= allowed, "{scale:?} {elo}: {errors} of {TESTS}");
            }
        }
    }
}
