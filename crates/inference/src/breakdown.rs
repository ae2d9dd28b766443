//! One step of a filter taken apart: what the motion did, and what each channel of evidence added.

use std::collections::BTreeSet;

use crate::motion::Weight;
use crate::{Likelihood, Motion, Posterior};

/// Which element of a belief each site of a domain belongs to. Several sites can share one, such as a cell's facings.
#[derive(Clone, Debug)]
pub struct Projection {
    elements: usize,
    /// Per site: its element, and its share of an element about which nothing more is known.
    sites: Vec<(usize, f64)>,
}

impl Projection {
    /// One element and share per site, in the order of the domain; the shares of an element sum to 1.
    ///
    /// # Panics
    /// If an element is not below `elements`.
    pub fn new(elements: usize, sites: impl IntoIterator<Item = (usize, f64)>) -> Self {
        let sites: Vec<(usize, f64)> = sites.into_iter().collect();
        assert!(sites.iter().all(|(element, _)| *element < elements), "elements below {elements}");
        Self { elements, sites }
    }
}

/// A belief about elements, lifted to the joint state of a posterior: b(x) · r(z | x), where z is everything else.
///
/// Where the posterior excludes what the belief allows, r(z | x) does not exist. That mass is not dropped, or a filter
/// that carries it along would be forgiven for it in every step anew: z is drawn from r(z) there.
#[derive(Clone, Debug)]
pub struct Lift {
    /// b(x) / r(x), per element.
    ratios: Vec<f64>,
    /// b(x) where r(x) = 0, per element.
    bare: Vec<f64>,
}

impl Lift {
    /// The posterior itself.
    pub fn identity(elements: usize) -> Self {
        Self { ratios: vec![1.0; elements], bare: vec![0.0; elements] }
    }

    /// The lift of `belief`, where `posterior` is what the posterior says of the same elements.
    ///
    /// # Panics
    /// If there is not one number per element in both.
    pub fn new(posterior: &[f64], belief: &[f64]) -> Self {
        assert_eq!(posterior.len(), belief.len(), "beliefs about the same elements");
        let is_supported = |r: f64| r > 0.0;
        let pairs = || posterior.iter().copied().zip(belief.iter().copied());
        Self {
            ratios: pairs().map(|(r, b)| if is_supported(r) { b / r } else { 0.0 }).collect(),
            bare: pairs().map(|(r, b)| if is_supported(r) { 0.0 } else { b }).collect(),
        }
    }

    /// Mass of the belief where the posterior excludes it.
    pub fn unsupported(&self) -> f64 {
        self.bare.iter().sum()
    }
}

/// One step taken apart. Transitions that are alike in every channel, and taken by the same action, are one part.
#[derive(Clone, Debug)]
pub struct Breakdown {
    elements: usize,
    channels: Vec<&'static str>,
    parts: Vec<Part>,
}

/// Transitions that no channel tells apart.
#[derive(Clone, Debug)]
struct Part {
    /// What the hidden side did, in the game's notation; empty if it did nothing.
    action: String,
    /// One per channel.
    likelihoods: Vec<f64>,
    /// Mass that arrives at each element by the motion alone.
    mass: Vec<f64>,
}

impl Breakdown {
    /// The step that [`Posterior::step`] would take, from a lifted belief. `action` names what the hidden side does by the
    /// numbers of the motion's edges.
    ///
    /// # Panics
    /// If motion or projection are of another domain, or there are more than 31 channels.
    pub fn new(
        posterior: &Posterior,
        projection: &Projection,
        lift: &Lift,
        motion: &Motion,
        evidence: &[Likelihood],
        action: impl Fn(u16) -> String,
    ) -> Self {
        let domain = posterior.domain();
        assert_eq!(motion.domain(), domain, "the motion's domain");
        assert_eq!(projection.sites.len(), domain.sites(), "one element per site");
        assert!(evidence.len() < 32, "channels are bits of a word");
        let weights = posterior.lifted(projection, lift);
        let rows = |site: usize| &weights[site * domain.tags()..][..domain.tags()];
        let (tag_kinds, kind_of_tag) = kinds((0..domain.tags()).map(|tag| Likelihood::of_tag(evidence, tag)));
        let sums = |row: &[f64], factors: Option<&[f64]>| {
            let mut sums = vec![0.0; tag_kinds.len()];
            if let [sum] = sums.as_mut_slice() {
                *sum = factors.map_or_else(|| crate::posterior::sum(row), |factors| dot(row, factors));
                return sums;
            }
            for (tag, mass) in row.iter().enumerate() {
                sums[kind_of_tag[tag]] += mass * factors.map_or(1.0, |factors| factors[tag]);
            }
            sums
        };
        let mut breakdown = Self {
            elements: projection.elements,
            channels: evidence.iter().map(|likelihood| likelihood.channel).collect(),
            parts: Vec::new(),
        };
        let edge_key = |position: usize| (motion.edges()[position].action, Likelihood::of_edge(evidence, position));
        let (edge_kinds, kind_of_edge) = kinds((0..motion.edges().len()).map(edge_key));
        for (action_number, edge_likelihoods) in &edge_kinds {
            for tag_likelihoods in &tag_kinds {
                let pairs = edge_likelihoods.iter().zip(tag_likelihoods);
                breakdown.parts.push(Part {
                    action: action(*action_number),
                    likelihoods: pairs.map(|(edge, tag)| edge * tag).collect(),
                    mass: vec![0.0; projection.elements],
                });
            }
        }
        for from in 0..domain.sites() {
            let row = rows(from);
            if row.iter().all(|mass| *mass == 0.0) {
                continue;
            }
            let all = sums(row, None);
            // Whoever chooses uniformly has the same row for each of its steps.
            let mut last: Option<(u32, Vec<f64>)> = None;
            for position in motion.edges_from(from) {
                let edge = &motion.edges()[position];
                let (scale, sums) = match edge.weight {
                    Weight::Same(weight) => (weight, &all),
                    Weight::PerTag(number) => {
                        if last.as_ref().is_none_or(|(known, _)| *known != number) {
                            last = Some((number, sums(row, Some(motion.row(number)))));
                        }
                        (1.0, last.as_ref().map_or(&all, |(_, sums)| sums))
                    }
                };
                let element = projection.sites[edge.to as usize].0;
                let first = kind_of_edge[position] * tag_kinds.len();
                for (part, sum) in breakdown.parts[first..].iter_mut().zip(sums) {
                    part.mass[element] += scale * sum;
                }
            }
        }
        breakdown.parts.retain(|part| part.mass.iter().any(|mass| *mass > 0.0));
        breakdown
    }

    /// The breakdown of several models weighed against each other, each with its probability; channels are the same in all.
    ///
    /// # Panics
    /// If there is none.
    pub fn mix(members: impl IntoIterator<Item = (f64, Self)>) -> Self {
        let mut members = members.into_iter().map(|(probability, mut member)| {
            let masses = member.parts.iter_mut().flat_map(|part| &mut part.mass);
            masses.for_each(|mass| *mass *= probability);
            member
        });
        let mut mixed = members.next().expect("a mixture has a model");
        members.for_each(|member| mixed.parts.extend(member.parts));
        mixed
    }

    /// Number of elements.
    pub fn elements(&self) -> usize {
        self.elements
    }

    /// The channels, in the order in which evidence is applied. Motion comes before all.
    pub fn channels(&self) -> &[&'static str] {
        &self.channels
    }

    /// All channels, as bits.
    pub fn all(&self) -> u32 {
        (1 << self.channels.len()) - 1
    }

    /// Whether a channel tells nothing apart, so that it moves no belief.
    pub fn is_silent(&self, channel: usize) -> bool {
        self.parts.windows(2).all(|pair| pair[0].likelihoods[channel] == pair[1].likelihoods[channel])
    }

    /// Per element, the mass that motion and the evidence of the channels in `included` (bit k for channel k) leave. Its
    /// sum is P(that evidence | everything before).
    pub fn weights(&self, included: u32) -> Vec<f64> {
        self.weights_where(included, |_| true)
    }

    /// The same over the transitions by the actions that `is_taken` says; the empty one is no action of the hidden side.
    pub fn weights_where(&self, included: u32, is_taken: impl Fn(&str) -> bool) -> Vec<f64> {
        let mut weights = vec![0.0; self.elements];
        for part in self.parts.iter().filter(|part| is_taken(&part.action)) {
            let channels = part.likelihoods.iter().enumerate();
            let factor: f64 = channels.filter(|(k, _)| included >> k & 1 == 1).map(|(_, l)| l).product();
            if factor > 0.0 {
                weights.iter_mut().zip(&part.mass).for_each(|(weight, mass)| *weight += factor * mass);
            }
        }
        weights
    }

    /// The belief after motion and the evidence of the channels in `included`; `None` if nothing explains that evidence.
    pub fn belief(&self, included: u32) -> Option<Vec<f64>> {
        let mut weights = self.weights(included);
        let total: f64 = weights.iter().sum();
        (total > 0.0).then(|| {
            weights.iter_mut().for_each(|weight| *weight /= total);
            weights
        })
    }

    /// The actions by which the hidden side can have moved, ascending, before any evidence.
    pub fn actions(&self) -> Vec<&str> {
        let actions: BTreeSet<&str> = self.parts.iter().map(|part| part.action.as_str()).collect();
        actions.into_iter().filter(|action| !action.is_empty()).collect()
    }
}

/// Σ a · b in four lanes, so that the compiler can use vector instructions.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<4>(), b.as_chunks::<4>());
    for (a, b) in a.iter().zip(b) {
        lanes.iter_mut().zip(a.iter().zip(b)).for_each(|(lane, (a, b))| *lane += a * b);
    }
    lanes.iter().sum::<f64>() + a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum::<f64>()
}

/// The different values among many, in order of first appearance, and which of them each is.
fn kinds<K: PartialEq>(values: impl Iterator<Item = K>) -> (Vec<K>, Vec<usize>) {
    let mut kinds: Vec<K> = Vec::new();
    let mut of_value = Vec::new();
    for value in values {
        let kind = kinds.iter().position(|kind| *kind == value).unwrap_or_else(|| {
            kinds.push(value);
            kinds.len() - 1
        });
        of_value.push(kind);
    }
    (kinds, of_value)
}

impl Posterior {
    /// The weights of the joint states under a lifted belief.
    fn lifted(&self, projection: &Projection, lift: &Lift) -> Vec<f64> {
        let tags = self.domain().tags();
        let mut weights = self.probabilities().to_vec();
        for (row, (element, _)) in weights.chunks_exact_mut(tags.max(1)).zip(&projection.sites) {
            let ratio = lift.ratios[*element];
            row.iter_mut().for_each(|mass| *mass *= ratio);
        }
        if lift.unsupported() > 0.0 {
            let of_tags = self.tag_probabilities();
            for (row, (element, share)) in weights.chunks_exact_mut(tags.max(1)).zip(&projection.sites) {
                let bare = lift.bare[*element] * share;
                row.iter_mut().zip(&of_tags).for_each(|(mass, tag)| *mass += bare * tag);
            }
        }
        weights
    }
}
