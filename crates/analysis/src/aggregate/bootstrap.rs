//! Means with intervals by match.

use fogreel_engine::{Chance, Owner};

/// Purpose of the random numbers.
const PURPOSE: &str = "bootstrap";
/// Probability left out at each end of an interval.
const TAIL: f64 = 0.025;

/// A mean with a 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Mean over all turns.
    pub mean: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Matches with at least one value. With one, the interval is a point and says nothing.
    pub clusters: usize,
    /// Values.
    pub values: usize,
}

/// The mean of all values, and a percentile interval from resampled matches (cluster bootstrap: Davison, Hinkley 1997,
/// section 3.8). `clusters` holds the values of one match each; whole matches are drawn with replacement. `None` without
/// any value. The same `seed` gives the same interval.
///
/// # Panics
/// If `resamples` is 0.
pub fn cluster_bootstrap(clusters: &[Vec<f64>], resamples: usize, seed: u64) -> Option<Estimate> {
    assert!(resamples > 0, "an interval needs a resample");
    let sums: Vec<(f64, usize)> =
        clusters.iter().filter(|values| !values.is_empty()).map(|values| (values.iter().sum(), values.len())).collect();
    if sums.is_empty() {
        return None;
    }
    let mean = |drawn: &mut dyn Iterator<Item = (f64, usize)>| {
        let (sum, count) = drawn.fold((0.0, 0), |(sum, count), (s, c)| (sum + s, count + c));
        sum / count as f64
    };
    let mut chance = Chance::new(seed, Owner::Nature);
    let mut means: Vec<f64> = (0..resamples)
        .map(|_| mean(&mut (0..sums.len()).map(|_| sums[chance.below(PURPOSE, sums.len() as u64) as usize])))
        .collect();
    means.sort_by(f64::total_cmp);
    let at = |share: f64| means[((share * resamples as f64) as usize).min(resamples - 1)];
    Some(Estimate {
        mean: mean(&mut sums.iter().copied()),
        low: at(TAIL),
        high: at(1.0 - TAIL),
        clusters: sums.len(),
        values: sums.iter().map(|(_, count)| count).sum(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_by_match_and_repeats() {
        // Within a match all turns are alike: 400 values say no more than 8 matches do.
        let clusters: Vec<Vec<f64>> = (0..8).map(|k| vec![f64::from(k % 2); 50]).collect();
        let estimate = cluster_bootstrap(&clusters, 2000, 7).expect("values");
        assert_eq!((estimate.mean, estimate.clusters, estimate.values), (0.5, 8, 400));
        // The mean of 8 fair coins: 1/8 and 7/8 are its 2.5 % and 97.5 % quantiles within one step.
        assert!(estimate.low <= 0.25 && estimate.high >= 0.75, "{estimate:?}");
        assert_eq!(cluster_bootstrap(&clusters, 2000, 7), Some(estimate));
        assert_eq!(cluster_bootstrap(&[Vec::new()], 10, 7), None);
        let one = cluster_bootstrap(&[vec![1.0, 2.0]], 10, 7).expect("values");
        assert_eq!((one.low, one.high, one.clusters), (1.5, 1.5, 1));
    }

    /// Of 400 experiments with independent matches of unequal lengths, about 95 % of the intervals hold the true mean.
    #[test]
    fn intervals_hold_the_mean_as_often_as_they_say() {
        let mut held = 0;
        for experiment in 0..400 {
            let mut chance = Chance::new(experiment, Owner::Nature);
            let clusters: Vec<Vec<f64>> = (0..40)
                .map(|_| {
                    let level = chance.unit("level");
                    let length = 5 + chance.below("length", 20) as usize;
                    (0..length).map(|_| level + chance.unit("turn") - 0.5).collect()
                })
                .collect();
            let estimate = cluster_bootstrap(&clusters, 400, experiment).expect("values");
            held += u32::from((estimate.low..estimate.high).contains(&0.5));
        }
        // Five standard deviations around 95 %, and 2 % for the percentile interval of 40 matches.
        assert!((350..=400).contains(&held), "{held} of 400");
    }
}
