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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_fall_into_their_bars() {
        let histogram = coverage_histogram(&[0.0, 0.24, 0.25, 0.99, 1.0], 4);
        assert_eq!(histogram.counts, [2, 1, 0, 2]);
        let even: Vec<f64> = (0..100).map(|k| (f64::from(k) + 0.5) / 100.0).collect();
        assert!((coverage_histogram(&even, 10).distance - 0.005).abs() < 1e-12);
        assert_eq!(coverage_histogram(&[], 2).distance, 0.0);
    }
}
