//! What could have been known in hindsight: P(state at t | all evidence, later evidence included).

use crate::{Likelihood, Motion, Posterior};

/// One step of a filter as it was taken.
#[derive(Clone, Copy, Debug)]
pub struct TakenStep<'a> {
    /// How the hidden state moved.
    pub motion: &'a Motion,
    /// What was observed.
    pub evidence: &'a [Likelihood],
}

/// Forward–backward smoothing (Rabiner 1989, section III, with likelihoods on transitions). `filtered[t]` is the
/// posterior after `steps[..t]`; the result holds one distribution per posterior, states in the order of the domain.
///
/// # Panics
/// If there is not one posterior more than steps, or the domains differ.
pub fn smooth(filtered: &[Posterior], steps: &[TakenStep<'_>]) -> Vec<Vec<f64>> {
    assert_eq!(filtered.len(), steps.len() + 1, "a posterior before the first step and one after each");
    let Some(last) = filtered.last() else { return Vec::new() };
    let mut smoothed = vec![last.probabilities().to_vec()];
    let mut message = vec![1.0; last.domain().states()];
    for (posterior, step) in filtered.iter().zip(steps).rev() {
        message = backward(posterior, step, &message);
        let mut joint: Vec<f64> =
            posterior.probabilities().iter().zip(&message).map(|(mass, later)| mass * later).collect();
        let total: f64 = joint.iter().sum();
        joint.iter_mut().for_each(|mass| *mass /= total);
        smoothed.push(joint);
    }
    smoothed.reverse();
    smoothed
}

/// β(s) = Σ_s' T(s → s', a) · L(o | s, a, s') · β'(s'), scaled so that its greatest value is 1.
fn backward(posterior: &Posterior, step: &TakenStep<'_>, later: &[f64]) -> Vec<f64> {
    let tags = posterior.domain().tags();
    let (edge_factors, tag_factors) = Likelihood::product(step.evidence, step.motion);
    let mut message = vec![0.0; later.len()];
    for site in posterior.possible_sites() {
        for position in step.motion.edges_from(site) {
            let (edge, factor) = (&step.motion.edges()[position], edge_factors[position]);
            let (here, there) = (site * tags, edge.to as usize * tags);
            for tag in 0..tags {
                let weight = step.motion.probability(edge, tag) * factor * tag_factors.get(tag).unwrap_or(&1.0);
                message[here + tag] += weight * later[there + tag];
            }
        }
    }
    let greatest = message.iter().copied().fold(0.0, f64::max);
    if greatest > 0.0 {
        message.iter_mut().for_each(|value| *value /= greatest);
    }
    message
}
