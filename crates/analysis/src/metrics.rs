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
    fn certainty_has_no_entropy_and_exclusion_no_surprisal() {
        assert_eq!(entropy_bits(&[0.0, 1.0]).to_bits(), 0.0f64.to_bits());
        assert_eq!(surprisal_bits(1.0), Some(0.0));
        assert_eq!(surprisal_bits(0.0), None);
    }
}
