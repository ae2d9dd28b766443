//! The probability map that a guard follows, whoever keeps it.

use fogreel_engine::Percept;
use fogreel_engine::data::{BeliefKind, Quality};

use super::exact_map::ExactMap;
use super::thief_map::ThiefMap;
use crate::rajakardhor::{RajakarDhor, vocabulary};

/// Where the thief may be.
pub(super) enum GuardMap {
    /// As the seed's hunter works it out.
    Seed(Box<ThiefMap>),
    /// The exact posterior.
    Exact(Box<ExactMap>),
}

impl GuardMap {
    /// Takes in one record.
    pub(super) fn observe(&mut self, percept: &Percept<'_, RajakarDhor>) {
        match self {
            Self::Seed(map) => map.observe(percept),
            Self::Exact(map) => map.observe(percept.rules, percept.observation),
        }
    }

    /// One probability per cell, row-major. Empty before the first observation.
    pub(super) fn probabilities(&self) -> &[f64] {
        match self {
            Self::Seed(map) => map.probabilities(),
            Self::Exact(map) => map.probabilities(),
        }
    }

    /// States the belief.
    pub(super) fn explain(&self, explanation: &mut fogreel_engine::Explanation) {
        let probabilities = self.probabilities().to_vec();
        explanation.belief(vocabulary::THIEF_TARGET, BeliefKind::Categorical(probabilities), Quality::Exact);
    }
}
