//! Measures of one belief. Units are bits and cells; formulas and sources stand in `docs/metrics.md`.

/// Shannon entropy −Σ p log2 p in bits; elements with probability 0 contribute 0 (Shannon 1948).
///
/// ```
/// assert_eq!(fogreel_analysis::metrics::entropy_bits(&[0.5, 0.25, 0.25, 0.0]), 1.5);
/// ```
pub fn entropy_bits(probabilities: &[f64]) -> f64 {
    // Adding 0 turns the −0 of a certain belief into 0.
    -probabilities.iter().filter(|p| **p > 0.0).map(|p| p * p.log2()).sum::<f64>() + 0.0
}

/// 2^H: the number of equally likely cells that would leave the same uncertainty.
pub fn effective_cells(entropy_bits: f64) -> f64 {
    entropy_bits.exp2()
}

/// −log2 p in bits, or `None` for p = 0: a false exclusion is a fault of its own, never a big number.
pub fn surprisal_bits(p_truth: f64) -> Option<f64> {
    (p_truth > 0.0).then(|| -p_truth.log2() + 0.0)
}

/// Surprisal minus entropy: mean 0 for a calibrated belief, positive when it is too sure.
pub fn overconfidence_bits(p_truth: f64, entropy_bits: f64) -> Option<f64> {
    surprisal_bits(p_truth).map(|surprisal| surprisal - entropy_bits)
}

/// Regret of a belief against a reference, KL(reference ‖ belief) = Σ r log2 (r / b) in bits (Kullback, Leibler 1951): what
/// its mean surprisal has too much if the reference is right. `None` where the belief excludes what the reference allows,
/// for it is infinite there, or where their lengths differ.
///
/// ```
/// use fogreel_analysis::metrics::regret_bits;
///
/// assert_eq!(regret_bits(&[1.0, 0.0], &[0.25, 0.75]), Some(2.0));
/// assert_eq!(regret_bits(&[0.5, 0.5], &[1.0, 0.0]), None);
/// ```
pub fn regret_bits(reference: &[f64], belief: &[f64]) -> Option<f64> {
    if reference.len() != belief.len() || reference.iter().zip(belief).any(|(r, b)| *r > 0.0 && *b == 0.0) {
        return None;
    }
    let terms = reference.iter().zip(belief).filter(|(r, _)| **r > 0.0).map(|(r, b)| r * (r / b).log2());
    // Rounding may bring the regret of equal beliefs below 0.
    Some(terms.sum::<f64>().max(0.0))
}

/// Total variation ½ Σ |a − b|: the probability that would have to move to turn one belief into the other, 0 to 1.
pub fn total_variation(first: &[f64], second: &[f64]) -> f64 {
    first.iter().zip(second).map(|(first, second)| (first - second).abs()).sum::<f64>() / 2.0
}

/// Relative difference up to which two probabilities count as tied: they differ by the order of additions at most.
const TIE: f64 = 1e-12;

/// Where the truth stands among the elements, the likeliest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rank {
    /// Elements likelier than the truth.
    pub above: usize,
    /// Elements as likely as the truth, itself included.
    pub tied: usize,
}

impl Rank {
    /// The rank of `truth` in a belief.
    ///
    /// # Panics
    /// If there is no such element.
    pub fn of(belief: &[f64], truth: usize) -> Self {
        let at_truth = belief[truth];
        let tied = belief.iter().filter(|value| is_tied(**value, at_truth)).count();
        let above = belief.iter().filter(|value| **value > at_truth && !is_tied(**value, at_truth)).count();
        Self { above, tied }
    }

    /// The rank from 1 on, averaged over the orders of the ties.
    pub fn average(self) -> f64 {
        self.above as f64 + (self.tied as f64 + 1.0) / 2.0
    }

    /// Whether the truth is among the first `k`: the share of the orders of the ties in which it is, 0 to 1.
    pub fn is_in_top(self, k: usize) -> f64 {
        (k.saturating_sub(self.above) as f64 / self.tied as f64).min(1.0)
    }
}

fn is_tied(value: f64, other: f64) -> bool {
    (value - other).abs() <= TIE * other
}

/// Highest-posterior-density level of the truth (Box, Tiao 1973; as a rank statistic Hyndman 1996): the mass of what is
/// likelier, and `share` (uniform in [0, 1)) of the mass of what is as likely. Uniform if the belief is calibrated, which
/// for discrete beliefs takes the random share (as in the randomised probability integral transform, Czado, Gneiting and
/// Held 2009).
///
/// # Panics
/// If there is no such element.
///
/// ```
/// use fogreel_analysis::metrics::hpd_level;
///
/// assert_eq!(hpd_level(&[0.5, 0.25, 0.25], 1, 0.5), 0.75);
/// ```
pub fn hpd_level(belief: &[f64], truth: usize, share: f64) -> f64 {
    let at_truth = belief[truth];
    let ties: f64 = belief.iter().filter(|value| is_tied(**value, at_truth)).sum();
    let likelier: f64 = belief.iter().filter(|value| **value > at_truth && !is_tied(**value, at_truth)).sum();
    likelier + share * ties
}

/// Brier score Σ (bᵢ − [i = x])² (Brier 1950): 0 for the truth alone, 2 for something false alone.
///
/// ```
/// assert_eq!(fogreel_analysis::metrics::brier(&[0.5, 0.5, 0.0], 0), 0.5);
/// ```
pub fn brier(belief: &[f64], truth: usize) -> f64 {
    let gap = |(element, value): (usize, &f64)| value - f64::from(u8::from(element == truth));
    belief.iter().enumerate().map(gap).map(|gap| gap * gap).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uniform_belief_is_as_wide_as_its_support() {
        let belief = [1.0 / 84.0; 84];
        assert!((effective_cells(entropy_bits(&belief)) - 84.0).abs() < 1e-9);
        let overconfidence = overconfidence_bits(1.0 / 84.0, entropy_bits(&belief)).expect("not excluded");
        assert!(overconfidence.abs() < 1e-12);
    }

    #[test]
    fn equal_beliefs_have_no_regret_and_no_distance() {
        let belief = [0.1, 0.2, 0.3, 0.4, 0.0];
        assert_eq!(regret_bits(&belief, &belief), Some(0.0));
        assert_eq!(total_variation(&belief, &belief), 0.0);
        assert_eq!(total_variation(&[1.0, 0.0], &[0.0, 1.0]), 1.0);
        assert_eq!(regret_bits(&belief, &belief[1..]), None);
        // What the reference rules out may keep mass: that costs, but it excludes nothing.
        assert_eq!(regret_bits(&[1.0, 0.0], &[0.5, 0.5]), Some(1.0));
    }

    #[test]
    fn ties_are_averaged() {
        let belief = [0.4, 0.2, 0.2, 0.2 + 1e-17, 0.0];
        let rank = Rank::of(&belief, 2);
        assert_eq!((rank, rank.average()), (Rank { above: 1, tied: 3 }, 3.0));
        assert_eq!([0, 1, 2, 3, 4, 5].map(|k| rank.is_in_top(k)), [0.0, 0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0, 1.0]);
        assert_eq!(Rank::of(&belief, 0).average(), 1.0);
        // What is excluded comes last, behind everything, and is tied with nothing but what is excluded, too.
        assert_eq!((Rank::of(&belief, 4).average(), hpd_level(&belief, 4, 0.3)), (5.0, 1.0));
        assert_eq!(hpd_level(&belief, 0, 0.0), 0.0);
    }

    #[test]
    fn certainty_has_no_entropy_and_exclusion_no_surprisal() {
        assert_eq!(entropy_bits(&[0.0, 1.0]).to_bits(), 0.0f64.to_bits());
        assert_eq!(surprisal_bits(1.0), Some(0.0));
        assert_eq!(surprisal_bits(0.0), None);
    }
}
