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

/// One step of a posterior, before anybody's belief is carried along it: what each site sends where, summed over the tags
/// once, however many beliefs follow.
#[derive(Clone, Debug)]
pub struct Flow<'a> {
    posterior: &'a Posterior,
    projection: &'a Projection,
    motion: &'a Motion,
    channels: Vec<&'static str>,
    /// Action and likelihoods of each part.
    parts: Vec<(String, Vec<f64>)>,
    tags: TagKinds,
    /// Per edge of the motion, its kind; the parts of a kind of edge lie next to each other, one per kind of tag.
    kind_of_edge: Vec<usize>,
    sent: Vec<Sent>,
}

/// What a site of the posterior sends to an element.
#[derive(Clone, Copy, Debug)]
struct Sent {
    from: u32,
    part: u32,
    to: u32,
    mass: f64,
}

impl<'a> Flow<'a> {
    /// The step that [`Posterior::step`] would take. `action` names what the hidden side does by the numbers of the motion's
    /// edges.
    ///
    /// # Panics
    /// If motion or projection are of another domain, or there are more than 31 channels.
    pub fn new(
        posterior: &'a Posterior,
        projection: &'a Projection,
        motion: &'a Motion,
        evidence: &[Likelihood],
        action: impl Fn(u16) -> String,
    ) -> Self {
        let domain = posterior.domain();
        assert_eq!(motion.domain(), domain, "the motion's domain");
        assert_eq!(projection.sites.len(), domain.sites(), "one element per site");
        assert!(evidence.len() < 32, "channels are bits of a word");
        let tags = TagKinds::new(evidence, domain.tags());
        let edge_key = |position: usize| (motion.edges()[position].action, Likelihood::of_edge(evidence, position));
        let is_kind = |(action, of_kind): &(u16, Vec<f64>), position: usize| {
            *action == motion.edges()[position].action && Likelihood::is_of_edge(evidence, position, of_kind)
        };
        let (edge_kinds, kind_of_edge) = kinds(motion.edges().len(), is_kind, edge_key);
        let mut parts = Vec::with_capacity(edge_kinds.len() * tags.kinds.len());
        for (action_number, edge_likelihoods) in &edge_kinds {
            for tag_likelihoods in &tags.kinds {
                let pairs = edge_likelihoods.iter().zip(tag_likelihoods);
                parts.push((action(*action_number), pairs.map(|(edge, tag)| edge * tag).collect()));
            }
        }
        let channels = evidence.iter().map(|likelihood| likelihood.channel).collect();
        let mut flow = Self { posterior, projection, motion, channels, parts, tags, kind_of_edge, sent: Vec::new() };
        let mut sent = Vec::with_capacity(motion.edges().len());
        for from in posterior.possible_sites() {
            let row = &posterior.probabilities()[from * domain.tags()..][..domain.tags()];
            flow.send(from, row, |part, to, mass| sent.push(Sent { from: from as u32, part, to, mass }));
        }
        flow.sent = sent;
        flow
    }

    /// Tells for each part and element what a site with this row of masses sends there.
    fn send(&self, from: usize, row: &[f64], mut sent: impl FnMut(u32, u32, f64)) {
        let kinds = self.tags.kinds.len();
        let (mut all, mut weighed) = (vec![0.0; kinds], vec![0.0; kinds]);
        self.tags.sums(row, None, &mut all);
        // Whoever chooses uniformly has the same row of probabilities for each of its steps.
        let mut last = None;
        for position in self.motion.edges_from(from) {
            let edge = &self.motion.edges()[position];
            let (scale, sums) = match edge.weight {
                Weight::Same(weight) => (weight, &all),
                Weight::PerTag(number) => {
                    if last != Some(number) {
                        self.tags.sums(row, Some(self.motion.row(number)), &mut weighed);
                        last = Some(number);
                    }
                    (1.0, &weighed)
                }
            };
            let to = self.projection.sites[edge.to as usize].0;
            let first = self.kind_of_edge[position] * kinds;
            for (kind, sum) in sums.iter().enumerate().filter(|(_, sum)| **sum > 0.0) {
                sent((first + kind) as u32, to as u32, scale * sum);
            }
        }
    }

    /// The step that a lifted belief takes.
    pub fn carry(&self, lift: &Lift) -> Breakdown {
        let elements = self.projection.elements;
        let part = |(action, likelihoods): &(String, Vec<f64>)| Part {
            action: action.clone(),
            likelihoods: likelihoods.clone(),
            mass: vec![0.0; elements],
        };
        let mut parts: Vec<Part> = self.parts.iter().map(part).collect();
        for Sent { from, part, to, mass } in &self.sent {
            let element = self.projection.sites[*from as usize].0;
            parts[*part as usize].mass[*to as usize] += lift.ratios[element] * mass;
        }
        if lift.unsupported() > 0.0 {
            let of_tags = self.posterior.tag_probabilities();
            for (site, (element, share)) in self.projection.sites.iter().enumerate() {
                let bare = lift.bare[*element] * share;
                if bare > 0.0 {
                    self.send(site, &of_tags, |part, to, mass| parts[part as usize].mass[to as usize] += bare * mass);
                }
            }
        }
        parts.retain(|part| part.mass.iter().any(|mass| *mass > 0.0));
        Breakdown { elements, channels: self.channels.clone(), parts }
    }
}

/// Tags that no channel tells apart.
#[derive(Clone, Debug)]
struct TagKinds {
    /// The likelihoods of each kind, one per channel.
    kinds: Vec<Vec<f64>>,
    of_tag: Vec<usize>,
    /// For each of a few kinds, 1 for its tags and 0 for others; empty if there are many kinds, or one.
    masks: Vec<Vec<f64>>,
}

impl TagKinds {
    /// Up to so many kinds, one pass per kind is faster than one that sorts the tags.
    const FEW: usize = 4;

    fn new(evidence: &[Likelihood], tags: usize) -> Self {
        if !evidence.iter().any(Likelihood::tells_tags_apart) {
            return Self { kinds: vec![vec![1.0; evidence.len()]], of_tag: Vec::new(), masks: Vec::new() };
        }
        let is_kind = |of_kind: &Vec<f64>, tag: usize| Likelihood::is_of_tag(evidence, tag, of_kind);
        let (kinds, of_tag) = kinds(tags, is_kind, |tag| Likelihood::of_tag(evidence, tag));
        let mask = |kind: usize| of_tag.iter().map(|of_tag| f64::from(u8::from(*of_tag == kind))).collect();
        let few = if kinds.len() <= Self::FEW { kinds.len() } else { 0 };
        let masks = if few > 1 { (0..few).map(mask).collect() } else { Vec::new() };
        Self { kinds, of_tag, masks }
    }

    /// The sum of a row over the tags of each kind, weighed by factors per tag if there are any.
    fn sums(&self, row: &[f64], factors: Option<&[f64]>, sums: &mut [f64]) {
        if let [sum] = sums {
            *sum = factors.map_or_else(|| crate::posterior::sum(row), |factors| dot(row, factors));
        } else if self.masks.is_empty() {
            sums.fill(0.0);
            for (tag, mass) in row.iter().enumerate() {
                sums[self.of_tag[tag]] += mass * factors.map_or(1.0, |factors| factors[tag]);
            }
        } else {
            let product: Vec<f64>;
            let row = match factors {
                Some(factors) => {
                    product = row.iter().zip(factors).map(|(mass, factor)| mass * factor).collect();
                    &product
                }
                None => row,
            };
            sums.iter_mut().zip(&self.masks).for_each(|(sum, mask)| *sum = dot(row, mask));
        }
    }
}

impl Breakdown {
    /// The step that [`Posterior::step`] would take, from a lifted belief. Arguments as for [`Flow::new`].
    ///
    /// # Panics
    /// As there.
    pub fn new(
        posterior: &Posterior,
        projection: &Projection,
        lift: &Lift,
        motion: &Motion,
        evidence: &[Likelihood],
        action: impl Fn(u16) -> String,
    ) -> Self {
        Flow::new(posterior, projection, motion, evidence, action).carry(lift)
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

/// The different values among so many, in order of first appearance, and which of them each is. `is_same` compares a value
/// with the one at a position, `value` makes it.
fn kinds<K>(count: usize, is_same: impl Fn(&K, usize) -> bool, value: impl Fn(usize) -> K) -> (Vec<K>, Vec<usize>) {
    let mut kinds: Vec<K> = Vec::new();
    let mut of_value = Vec::with_capacity(count);
    for position in 0..count {
        let kind = kinds.iter().position(|kind| is_same(kind, position)).unwrap_or_else(|| {
            kinds.push(value(position));
            kinds.len() - 1
        });
        of_value.push(kind);
    }
    (kinds, of_value)
}
