//! How a hidden state moves.

use crate::Domain;

/// The transitions T(s → s', a) of one step: which sites lead where by which action, and with what probability.
///
/// The tag never changes, but a probability may depend on it. Whoever takes an action that ends everything has a
/// transition, too (to where it stands): evidence says whether it happened.
#[derive(Clone, Debug)]
pub struct Motion {
    domain: Domain,
    edges: Vec<Edge>,
    /// The edges from site `s` are those from `first[s]` to `first[s + 1]`.
    first: Vec<u32>,
    /// Rows of probabilities per tag, for the edges that need them.
    rows: Vec<f64>,
    /// Bits of the tags with a positive probability, for the same rows.
    row_bits: Vec<u64>,
}

/// One transition.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Site before.
    pub from: u32,
    /// Site after.
    pub to: u32,
    /// The action, in the numbering of whoever built the motion. Likelihoods may depend on it.
    pub action: u16,
    pub(crate) weight: Weight,
}

/// A probability.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Weight {
    /// The same for all tags.
    Same(f64),
    /// A row of [`Motion::row`].
    PerTag(u32),
}

impl Motion {
    /// A motion without any transition yet.
    pub fn new(domain: Domain) -> Self {
        Self { domain, edges: Vec::new(), first: vec![0], rows: Vec::new(), row_bits: Vec::new() }
    }

    /// Nothing moves: one transition from each site to itself, by action 0.
    pub fn still(domain: Domain) -> Self {
        let mut motion = Self::new(domain);
        (0..domain.sites()).for_each(|site| motion.push(site, site, 0, 1.0));
        motion
    }

    /// Adds a transition whose probability is the same for all tags. One of probability 0 is left out.
    ///
    /// # Panics
    /// If a site is out of range, or `from` is smaller than in an earlier call.
    pub fn push(&mut self, from: usize, to: usize, action: u16, probability: f64) {
        if probability > 0.0 {
            self.push_edge(from, to, action, Weight::Same(probability));
        }
    }

    /// Adds a transition with one probability per tag. Equal ones are stored as one, and a row like that of the call before
    /// is shared with it; if all are 0 the transition is left out.
    ///
    /// # Panics
    /// As [`push`](Self::push), and if there is not one probability per tag.
    pub fn push_per_tag(&mut self, from: usize, to: usize, action: u16, probabilities: &[f64]) {
        assert_eq!(probabilities.len(), self.domain.tags(), "one probability per tag");
        let Some(first) = probabilities.first() else { return };
        if probabilities.iter().all(|probability| probability == first) {
            return self.push(from, to, action, *first);
        }
        let rows = self.rows.len() / self.domain.tags();
        // Whoever chooses uniformly has the same row for each of its steps.
        let is_new = !self.rows.ends_with(probabilities);
        if is_new {
            self.rows.extend_from_slice(probabilities);
            self.row_bits.extend(bits_of(probabilities));
        }
        let row = if is_new { rows } else { rows - 1 };
        self.push_edge(from, to, action, Weight::PerTag(row as u32));
    }

    /// The domain.
    pub fn domain(&self) -> Domain {
        self.domain
    }

    /// All transitions, by the site before.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The probability of a transition under a tag.
    ///
    /// # Panics
    /// If the edge is of another motion, or there is no such tag.
    pub fn probability(&self, edge: &Edge, tag: usize) -> f64 {
        match edge.weight {
            Weight::Same(probability) => probability,
            Weight::PerTag(row) => self.row(row)[tag],
        }
    }

    /// Positions in [`edges`](Self::edges) of the transitions from a site.
    pub(crate) fn edges_from(&self, site: usize) -> std::ops::Range<usize> {
        let at = |site: usize| self.first.get(site).map_or(self.edges.len(), |first| *first as usize);
        at(site)..at(site + 1)
    }

    pub(crate) fn row(&self, row: u32) -> &[f64] {
        let tags = self.domain.tags();
        &self.rows[row as usize * tags..][..tags]
    }

    pub(crate) fn row_bits(&self, row: u32) -> &[u64] {
        let words = self.domain.words();
        &self.row_bits[row as usize * words..][..words]
    }

    fn push_edge(&mut self, from: usize, to: usize, action: u16, weight: Weight) {
        let sites = self.domain.sites();
        assert!(from < sites && to < sites, "sites {from} and {to} of {sites}");
        assert!(from + 1 >= self.first.len(), "transitions come by the site before");
        while self.first.len() <= from {
            self.first.push(self.edges.len() as u32);
        }
        self.edges.push(Edge { from: from as u32, to: to as u32, action, weight });
    }
}

/// One bit per value above 0.
pub(crate) fn bits_of(values: &[f64]) -> impl Iterator<Item = u64> {
    values.chunks(64).map(|chunk| {
        chunk.iter().enumerate().fold(0, |bits, (position, value)| bits | u64::from(*value > 0.0) << position)
    })
}
