//! `chase`: straight to the likeliest cell.

use fogreel_engine::{Agent, Chance, Explanation, Percept};

use super::guard_map::GuardMap;
use super::thief_map::ThiefMap;
use super::{first_best, score_steps};
use crate::rajakardhor::{Action, RajakarDhor, Rules};

pub(super) const VERSION: u32 = 1;

/// A guard that believes its map to the letter.
pub(super) struct Chase {
    map: GuardMap,
    candidates: Vec<(Action, f64)>,
}

impl Chase {
    pub(super) fn new(rules: &Rules) -> Self {
        Self::with_map(GuardMap::Seed(Box::new(ThiefMap::new(rules))))
    }

    pub(super) fn with_map(map: GuardMap) -> Self {
        Self { map, candidates: Vec::new() }
    }
}

impl Agent<RajakarDhor> for Chase {
    fn observe(&mut self, percept: &Percept<'_, RajakarDhor>) {
        self.map.observe(percept);
    }

    fn act(&mut self, percept: &Percept<'_, RajakarDhor>, legal: &[Action], _: &mut Chance) -> Action {
        let (rules, size, here) = (percept.rules, percept.rules.size(), percept.observation.cell);
        let map = self.map.probabilities();
        let greatest = map.iter().copied().fold(0.0, f64::max);
        // Of several likeliest cells, the nearest; the walk is measured from all of them at once.
        let likeliest =
            map.iter().enumerate().filter(|(_, p)| **p >= greatest - 1e-12).map(|(index, _)| size.cell(index));
        let distances = rules.walking_distances(likeliest.filter(|cell| rules.is_walkable(*cell)));
        score_steps(rules, here, legal, &distances, &mut self.candidates);
        first_best(&self.candidates).unwrap_or(Action::Wait)
    }

    fn explain(&self, explanation: &mut Explanation) {
        self.map.explain(explanation);
        if !self.candidates.is_empty() {
            explanation.decision("chase", self.candidates.iter().copied());
        }
    }
}
