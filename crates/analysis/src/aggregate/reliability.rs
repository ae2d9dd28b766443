//! Whether an announced confidence holds: CORP reliability (Dimitriadis, Gneiting, Jordan 2021).

/// Confidences that came true equally often, by isotonic regression.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    /// Least confidence in it.
    pub from: f64,
    /// Greatest.
    pub to: f64,
    /// How often it came true.
    pub frequency: f64,
    /// How many there are.
    pub count: usize,
}

/// A reliability curve and what the Brier score of the confidences is made of:
/// score = miscalibration − discrimination + uncertainty.
#[derive(Clone, PartialEq, Debug)]
pub struct Reliability {
    /// The curve, by ascending confidence; frequencies ascend, too.
    pub bins: Vec<Bin>,
    /// Mean of (confidence − outcome)².
    pub score: f64,
    /// What recalibration by the curve would save, 0 or more.
    pub miscalibration: f64,
    /// What the recalibrated confidences know beyond the mean outcome, 0 or more.
    pub discrimination: f64,
    /// Score of always announcing the mean outcome.
    pub uncertainty: f64,
}

/// Fits the curve to announced confidences and whether they came true, by pooling adjacent violators (Ayer et al. 1955);
/// equal confidences are pooled first. `None` without any.
pub fn reliability(announced: &[(f64, bool)]) -> Option<Reliability> {
    if announced.is_empty() {
        return None;
    }
    let mut sorted = announced.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut bins: Vec<(Bin, usize)> = Vec::new();
    for (confidence, is_true) in &sorted {
        match bins.last_mut() {
            Some((bin, hits)) if bin.from == *confidence => {
                bin.count += 1;
                *hits += usize::from(*is_true);
            }
            _ => {
                bins.push((
                    Bin { from: *confidence, to: *confidence, frequency: 0.0, count: 1 },
                    usize::from(*is_true),
                ));
            }
        }
    }
    let mut pooled: Vec<(Bin, usize)> = Vec::new();
    for next in bins {
        pooled.push(next);
        // Frequencies are compared as products of whole numbers, so that rounding never keeps a violation.
        while let [.., (below, below_hits), (above, above_hits)] = pooled.as_slice()
            && below_hits * above.count >= above_hits * below.count
        {
            let merged = Bin { from: below.from, to: above.to, frequency: 0.0, count: below.count + above.count };
            let hits = below_hits + above_hits;
            pooled.truncate(pooled.len() - 2);
            pooled.push((merged, hits));
        }
    }
    let bins: Vec<Bin> =
        pooled.into_iter().map(|(bin, hits)| Bin { frequency: hits as f64 / bin.count as f64, ..bin }).collect();
    let n = sorted.len() as f64;
    let mean = sorted.iter().filter(|(_, is_true)| *is_true).count() as f64 / n;
    let squared = |announced: f64, is_true: bool| (announced - f64::from(u8::from(is_true))).powi(2);
    let score = sorted.iter().map(|(confidence, is_true)| squared(*confidence, *is_true)).sum::<f64>() / n;
    // Within a bin the outcomes have its frequency, so the recalibrated score is the variance that is left.
    let recalibrated = bins.iter().map(|bin| bin.count as f64 * bin.frequency * (1.0 - bin.frequency)).sum::<f64>() / n;
    let uncertainty = mean * (1.0 - mean);
    Some(Reliability {
        miscalibration: score - recalibrated,
        discrimination: uncertainty - recalibrated,
        bins,
        score,
        uncertainty,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Isotonic regression by its min–max formula (Barlow et al. 1972), slow and obvious.
    fn isotonic(sorted: &[(f64, bool)]) -> Vec<f64> {
        let mean = |from: usize, to: usize| {
            sorted[from..=to].iter().filter(|(_, is_true)| *is_true).count() as f64 / (to - from + 1) as f64
        };
        let first = |at: usize| sorted.iter().position(|other| other.0 == sorted[at].0).unwrap_or(at);
        let last = |at: usize| sorted.iter().rposition(|other| other.0 == sorted[at].0).unwrap_or(at);
        let value = |at: usize| {
            let least = |from: usize| (at..sorted.len()).map(|to| mean(from, last(to))).fold(f64::INFINITY, f64::min);
            (0..=at).map(|from| least(first(from))).fold(0.0, f64::max)
        };
        (0..sorted.len()).map(value).collect()
    }

    proptest! {
        #[test]
        fn the_curve_is_isotonic_regression_and_the_score_adds_up(
            announced in prop::collection::vec(((0u8..12).prop_map(|k| f64::from(k) / 11.0), any::<bool>()), 1..40)
        ) {
            let curve = reliability(&announced).expect("some");
            prop_assert!((curve.miscalibration - curve.discrimination + curve.uncertainty - curve.score).abs() < 1e-12);
            prop_assert!(curve.miscalibration > -1e-12 && curve.discrimination > -1e-12);
            prop_assert!(curve.bins.windows(2).all(|pair| pair[0].frequency < pair[1].frequency));
            let mut sorted = announced;
            sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
            let fitted = curve.bins.iter().flat_map(|bin| std::iter::repeat_n(bin.frequency, bin.count));
            for (fitted, expected) in fitted.zip(isotonic(&sorted)) {
                prop_assert!((fitted - expected).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn what_holds_costs_nothing() {
        let mut announced = vec![(0.25, true), (0.25, false), (0.25, false), (0.25, false)];
        announced.extend([(0.75, true), (0.75, true), (0.75, true), (0.75, false)]);
        let curve = reliability(&announced).expect("some");
        assert_eq!((curve.miscalibration, curve.uncertainty, curve.discrimination), (0.0, 0.25, 0.0625));
        assert_eq!(reliability(&[]), None);
    }
}
