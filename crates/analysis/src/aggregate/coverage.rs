//! Whether regions of high probability hold the truth as often as they say.

/// Highest-posterior-density levels, counted. Calibrated beliefs fill all bars alike; too sure ones pile up at 1.
#[derive(Clone, PartialEq, Debug)]
pub struct CoverageHistogram {
    /// Levels per bar, bars of equal width from 0 to 1.
    pub counts: Vec<u64>,
    /// Greatest distance of the levels' distribution from the uniform one (Kolmogorov, Smirnov). As a test it would take
    /// independent turns.
    pub distance: f64,
}

/// Counts levels in `bins` bars.
///
/// # Panics
/// If `bins` is 0.
pub fn coverage_histogram(levels: &[f64], bins: usize) -> CoverageHistogram {
    assert!(bins > 0, "a histogram needs a bar");
    let mut counts = vec![0; bins];
    levels.iter().for_each(|level| counts[((level * bins as f64) as usize).min(bins - 1)] += 1);
    let mut sorted = levels.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len() as f64;
    let gap = |(rank, level): (usize, &f64)| (level - rank as f64 / n).abs().max((level - (rank + 1) as f64 / n).abs());
    CoverageHistogram { counts, distance: sorted.iter().enumerate().map(gap).fold(0.0, f64::max) }
}

/// Least and greatest share of a bar that 95 in 100 uniform samples have, where every match counts as one draw: quantiles of the
/// binomial distribution. Turns of one match may be as good as one and the same, so that they do not make the band narrower.
///
/// # Panics
/// If `bins` is 0.
pub fn uniform_band(matches: usize, bins: usize) -> (f64, f64) {
    assert!(bins > 0, "a histogram needs a bar");
    if matches == 0 || bins == 1 {
        return if bins == 1 { (1.0, 1.0) } else { (0.0, 1.0) };
    }
    let (n, p) = (matches as f64, 1.0 / bins as f64);
    let quantile = |share: f64| {
        // Logarithms, since the first terms vanish among many matches.
        let mut log_term = n * (1.0 - p).ln();
        let mut below = log_term.exp();
        let mut hits = 0;
        while below < share && hits < matches {
            log_term += ((matches - hits) as f64 / (hits + 1) as f64).ln() + (p / (1.0 - p)).ln();
            below += log_term.exp();
            hits += 1;
        }
        hits as f64 / n
    };
    (quantile(0.025), quantile(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_band_is_that_of_the_binomial_distribution() {
        // Tables of B(10, ½): P(X ≤ 1) = 0.0107, P(X ≤ 2) = 0.0547, P(X ≤ 7) = 0.9453, P(X ≤ 8) = 0.9893.
        assert_eq!(uniform_band(10, 2), (0.2, 0.8));
        assert_eq!(uniform_band(1, 10), (0.0, 1.0));
        assert_eq!(uniform_band(0, 10), (0.0, 1.0));
        assert_eq!(uniform_band(7, 1), (1.0, 1.0));
        // Among many it is the normal one.
        let (low, high) = uniform_band(100_000, 10);
        let half = 1.96 * (0.09f64 / 100_000.0).sqrt();
        assert!((low - (0.1 - half)).abs() < 2e-5 && (high - (0.1 + half)).abs() < 2e-5, "{low} {high}");
    }

    #[test]
    fn levels_fall_into_their_bars() {
        let histogram = coverage_histogram(&[0.0, 0.24, 0.25, 0.99, 1.0], 4);
        assert_eq!(histogram.counts, [2, 1, 0, 2]);
        let even: Vec<f64> = (0..100).map(|k| (f64::from(k) + 0.5) / 100.0).collect();
        assert!((coverage_histogram(&even, 10).distance - 0.005).abs() < 1e-12);
        assert_eq!(coverage_histogram(&[], 2).distance, 0.0);
    }
}
