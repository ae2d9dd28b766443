//! The exact Bayes filter: b'(s') ∝ Σ_s b(s) · T(s → s', a) · L(o | s, a, s').

use std::ops::Range;

use crate::likelihood::MOTION;
use crate::motion::{Weight, bits_of};
use crate::{Domain, Likelihood, Motion};

/// Probabilities below are stored as 0: near the smallest doubles arithmetic is ten times slower, and nothing that
/// unlikely is ever shown. What is possible is kept apart, in a bit set, and does not change.
pub const FLUSH: f64 = 1e-200;

/// Evidence that a filter cannot take in. The filter is left as it was before the step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Rejected {
    /// No state that was possible explains it.
    #[error("impossible evidence on channel `{channel}`: no state that was possible can explain it")]
    Impossible {
        /// The first channel, in the order given, after which nothing is possible any more.
        channel: &'static str,
    },
    /// Only states explain it whose probability was too small to be kept.
    #[error("evidence on channel `{channel}` leaves only states of probability below {FLUSH:e}")]
    Vanished {
        /// The first channel, in the order given, after which no probability is left.
        channel: &'static str,
    },
    /// No particle explains it. With finitely many particles this does not mean that it is impossible.
    #[error("none of {particles} particles explains the evidence; more of them might")]
    Depleted {
        /// How many there are.
        particles: usize,
    },
}

impl Rejected {
    /// The channel to blame; particles blame none.
    pub fn channel(self) -> Option<&'static str> {
        match self {
            Self::Impossible { channel } | Self::Vanished { channel } => Some(channel),
            Self::Depleted { .. } => None,
        }
    }
}

/// A probability for every state of a domain, and the set of states that are possible at all.
///
/// Sites without a possible state cost nothing: only the active ones are visited, and of their tags only the window
/// between the first and the last that is still possible.
#[derive(Clone, Debug)]
pub struct Posterior {
    domain: Domain,
    /// Rows of one number per tag, a row per site; rows of sites that are not active are 0.
    mass: Vec<f64>,
    /// Rows of one bit per tag.
    support: Vec<u64>,
    /// Sites with a possible state, ascending.
    active: Vec<u32>,
    /// Tags to look at: whole words, so that the bits of other tags are 0.
    window: Range<usize>,
    /// The next step's rows; all 0 between steps.
    next_mass: Vec<f64>,
    next_support: Vec<u64>,
}

impl Posterior {
    /// The distribution with these weights, one per state in the order of the domain; they need not sum to 1. What has
    /// weight 0 is impossible.
    ///
    /// # Errors
    /// [`Rejected::Impossible`], naming `channel`, if no weight is above 0.
    ///
    /// # Panics
    /// If there is not one weight per state.
    pub fn new(domain: Domain, weights: Vec<f64>, channel: &'static str) -> Result<Self, Rejected> {
        assert_eq!(weights.len(), domain.states(), "one weight per state");
        let words = domain.words();
        let mut posterior = Self {
            domain,
            support: weights.chunks(domain.tags().max(1)).flat_map(bits_of).collect(),
            mass: weights,
            active: Vec::with_capacity(domain.sites()),
            window: 0..domain.tags(),
            next_mass: vec![0.0; domain.states()],
            next_support: vec![0; domain.sites() * words],
        };
        posterior.find_active();
        let total = sum(&posterior.mass);
        if posterior.active.is_empty() || total <= 0.0 {
            return Err(Rejected::Impossible { channel });
        }
        posterior.normalise(total);
        Ok(posterior)
    }

    /// The domain.
    pub fn domain(&self) -> Domain {
        self.domain
    }

    /// The probability of every state, in the order of the domain.
    pub fn probabilities(&self) -> &[f64] {
        &self.mass
    }

    /// Whether a state is possible, however small its probability.
    pub fn is_possible(&self, site: usize, tag: usize) -> bool {
        self.support[site * self.domain.words() + tag / 64] >> (tag % 64) & 1 == 1
    }

    /// Number of possible states.
    pub fn possible_states(&self) -> usize {
        self.support.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The sites with a possible state, ascending.
    pub fn possible_sites(&self) -> impl Iterator<Item = usize> {
        self.active.iter().map(|site| *site as usize)
    }

    /// The probability of every site, whatever the tag.
    pub fn site_probabilities(&self) -> Vec<f64> {
        let mut sites = vec![0.0; self.domain.sites()];
        for site in self.possible_sites() {
            sites[site] = sum(self.row(site));
        }
        sites
    }

    /// The probability of every tag, wherever it is.
    pub fn tag_probabilities(&self) -> Vec<f64> {
        let mut tags = vec![0.0; self.domain.tags()];
        for site in self.possible_sites() {
            tags[self.window.clone()].iter_mut().zip(self.row(site)).for_each(|(tag, mass)| *tag += mass);
        }
        tags
    }

    /// Takes one step: the motion, then the evidence of each channel. Returns P(evidence | everything before), the
    /// evidence for the model.
    ///
    /// # Errors
    /// [`Rejected`], which names the channel; the posterior then stands where it stood.
    ///
    /// # Panics
    /// If the motion is of another domain.
    pub fn step(&mut self, motion: &Motion, evidence: &[Likelihood]) -> Result<f64, Rejected> {
        assert_eq!(motion.domain(), self.domain, "the motion's domain");
        let total = self.propagate(motion, evidence);
        if total <= 0.0 {
            let rejected = self.blame(motion, evidence);
            self.clear_next();
            return Err(rejected);
        }
        self.clear_mass();
        std::mem::swap(&mut self.mass, &mut self.next_mass);
        std::mem::swap(&mut self.support, &mut self.next_support);
        self.find_active();
        self.normalise(total);
        Ok(total)
    }

    /// The row of a site, as far as the window reaches.
    fn row(&self, site: usize) -> &[f64] {
        &self.mass[site * self.domain.tags()..][self.window.clone()]
    }

    fn word_window(&self) -> Range<usize> {
        self.window.start / 64..self.window.end.div_ceil(64)
    }

    /// Fills the next rows, not normalised, and returns their sum.
    fn propagate(&mut self, motion: &Motion, evidence: &[Likelihood]) -> f64 {
        let (tags, words) = (self.domain.tags(), self.domain.words());
        let (window, word_window) = (self.window.clone(), self.word_window());
        let (edge_factors, tag_factors) = Likelihood::product(evidence, motion);
        for from in &self.active {
            let from = *from as usize;
            let mass = &self.mass[from * tags..][window.clone()];
            let support = &self.support[from * words..][word_window.clone()];
            let edges = motion.edges_from(from);
            for (edge, factor) in motion.edges()[edges.clone()].iter().zip(&edge_factors[edges]) {
                if *factor <= 0.0 {
                    continue;
                }
                let to = edge.to as usize;
                let next = &mut self.next_mass[to * tags..][window.clone()];
                let next_support = &mut self.next_support[to * words..][word_window.clone()];
                match edge.weight {
                    Weight::Same(weight) => {
                        let weight = weight * factor;
                        next.iter_mut().zip(mass).for_each(|(next, mass)| *next += weight * mass);
                        next_support.iter_mut().zip(support).for_each(|(next, bits)| *next |= bits);
                    }
                    Weight::PerTag(row) => {
                        let weights = &motion.row(row)[window.clone()];
                        for ((next, mass), weight) in next.iter_mut().zip(mass).zip(weights) {
                            *next += factor * weight * mass;
                        }
                        let row_bits = &motion.row_bits(row)[word_window.clone()];
                        for ((next, bits), row_bits) in next_support.iter_mut().zip(support).zip(row_bits) {
                            *next |= bits & row_bits;
                        }
                    }
                }
            }
        }
        self.weigh_tags(&tag_factors);
        self.next_sites().map(|site| sum(&self.next_mass[site * tags..][window.clone()])).sum()
    }

    /// Multiplies the next rows by a likelihood per tag.
    fn weigh_tags(&mut self, factors: &[f64]) {
        if factors.is_empty() {
            return;
        }
        let (tags, words) = (self.domain.tags(), self.domain.words());
        let (window, word_window) = (self.window.clone(), self.word_window());
        let bits: Vec<u64> = bits_of(factors).collect();
        let sites: Vec<usize> = self.next_sites().collect();
        for site in sites {
            let next = &mut self.next_mass[site * tags..][window.clone()];
            next.iter_mut().zip(&factors[window.clone()]).for_each(|(next, factor)| *next *= factor);
            let support = &mut self.next_support[site * words..][word_window.clone()];
            support.iter_mut().zip(&bits[word_window.clone()]).for_each(|(next, bits)| *next &= bits);
        }
    }

    /// Sites with a possible state after the step in progress.
    fn next_sites(&self) -> impl Iterator<Item = usize> {
        let words = self.domain.words();
        let (rows, word_window) = (self.next_support.chunks_exact(words.max(1)), self.word_window());
        rows.enumerate()
            .filter(move |(_, row)| row[word_window.clone()].iter().any(|word| *word != 0))
            .map(|(site, _)| site)
    }

    /// Which channel made the step fail: the first after which no state, or no probability, is left.
    fn blame(&mut self, motion: &Motion, evidence: &[Likelihood]) -> Rejected {
        let mut vanished = None;
        for taken in 0..=evidence.len() {
            self.clear_next();
            let channel = taken.checked_sub(1).map_or(MOTION, |last| evidence[last].channel);
            let total = self.propagate(motion, &evidence[..taken]);
            if self.next_sites().next().is_none() {
                return Rejected::Impossible { channel };
            }
            if total <= 0.0 {
                vanished.get_or_insert(channel);
            }
        }
        Rejected::Vanished { channel: vanished.unwrap_or(MOTION) }
    }

    fn clear_next(&mut self) {
        self.next_mass.fill(0.0);
        self.next_support.fill(0);
    }

    /// Empties the present rows, of which only the active ones hold anything.
    fn clear_mass(&mut self) {
        let (tags, words) = (self.domain.tags(), self.domain.words());
        let (window, word_window) = (self.window.clone(), self.word_window());
        for site in &self.active {
            self.mass[*site as usize * tags..][window.clone()].fill(0.0);
            self.support[*site as usize * words..][word_window.clone()].fill(0);
        }
    }

    /// Finds the active sites and the window of tags anew.
    fn find_active(&mut self) {
        let words = self.domain.words();
        let mut any = vec![0; words];
        self.active.clear();
        for (site, row) in self.support.chunks_exact(words.max(1)).enumerate() {
            if row.iter().any(|word| *word != 0) {
                self.active.push(site as u32);
                any.iter_mut().zip(row).for_each(|(any, word)| *any |= word);
            }
        }
        let first = any.iter().position(|word| *word != 0).unwrap_or(0);
        let last = any.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
        self.window = first * 64..(last * 64).min(self.domain.tags());
    }

    /// Divides by the sum, and flushes what is tiny.
    fn normalise(&mut self, total: f64) {
        let (tags, window) = (self.domain.tags(), self.window.clone());
        for site in &self.active {
            for mass in &mut self.mass[*site as usize * tags..][window.clone()] {
                let probability = *mass / total;
                *mass = if probability < FLUSH { 0.0 } else { probability };
            }
        }
    }
}

/// The sum in four lanes, so that the compiler can use vector instructions.
pub(crate) fn sum(values: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    let chunks = values.chunks_exact(4);
    let rest: f64 = chunks.remainder().iter().sum();
    for chunk in chunks {
        lanes.iter_mut().zip(chunk).for_each(|(lane, value)| *lane += value);
    }
    lanes.iter().sum::<f64>() + rest
}
