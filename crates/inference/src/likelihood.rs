//! How well transitions explain what was observed.

use crate::{Edge, Motion};

/// The channel under which a filter reports that nobody can move as the motion says.
pub const MOTION: &str = "motion";

/// What one channel said in one step, as a likelihood L(o | s, a, s') of every transition and tag.
///
/// Likelihoods sit on transitions, not on states: a noise tells a step from a wait that ends in the same cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Likelihood {
    /// Id of the channel.
    pub channel: &'static str,
    /// One number per edge of the motion; empty: 1 for all.
    edges: Vec<f64>,
    /// One number per tag; empty: 1 for all.
    tags: Vec<f64>,
}

impl Likelihood {
    /// A likelihood that depends on the transition.
    pub fn of_edges(channel: &'static str, motion: &Motion, likelihood: impl FnMut(&Edge) -> f64) -> Self {
        Self { channel, edges: motion.edges().iter().map(likelihood).collect(), tags: Vec::new() }
    }

    /// A likelihood that depends on the tag.
    pub fn of_tags(channel: &'static str, motion: &Motion, likelihood: impl FnMut(usize) -> f64) -> Self {
        Self { channel, edges: Vec::new(), tags: (0..motion.domain().tags()).map(likelihood).collect() }
    }

    /// The likelihood of each channel on an edge.
    pub(crate) fn of_edge(evidence: &[Self], edge: usize) -> Vec<f64> {
        evidence.iter().map(|likelihood| likelihood.edges.get(edge).copied().unwrap_or(1.0)).collect()
    }

    /// The likelihood of each channel under a tag.
    pub(crate) fn of_tag(evidence: &[Self], tag: usize) -> Vec<f64> {
        evidence.iter().map(|likelihood| likelihood.tags.get(tag).copied().unwrap_or(1.0)).collect()
    }

    /// Whether these are the likelihoods of each channel on an edge.
    pub(crate) fn is_of_edge(evidence: &[Self], edge: usize, likelihoods: &[f64]) -> bool {
        evidence
            .iter()
            .zip(likelihoods)
            .all(|(of, likelihood)| of.edges.get(edge).copied().unwrap_or(1.0) == *likelihood)
    }

    /// Whether these are the likelihoods of each channel under a tag.
    pub(crate) fn is_of_tag(evidence: &[Self], tag: usize, likelihoods: &[f64]) -> bool {
        evidence.iter().zip(likelihoods).all(|(of, likelihood)| of.tags.get(tag).copied().unwrap_or(1.0) == *likelihood)
    }

    /// Whether it depends on the tag at all.
    pub(crate) fn tells_tags_apart(&self) -> bool {
        !self.tags.is_empty()
    }

    /// Multiplies the likelihoods of all channels into one number per edge and one per tag.
    pub(crate) fn product(evidence: &[Self], motion: &Motion) -> (Vec<f64>, Vec<f64>) {
        let mut edges = vec![1.0; motion.edges().len()];
        let mut tags = Vec::new();
        for likelihood in evidence {
            multiply(&mut edges, &likelihood.edges);
            if tags.is_empty() {
                tags.clone_from(&likelihood.tags);
            } else {
                multiply(&mut tags, &likelihood.tags);
            }
        }
        (edges, tags)
    }
}

fn multiply(product: &mut [f64], factors: &[f64]) {
    for (product, factor) in product.iter_mut().zip(factors) {
        *product *= factor;
    }
}
