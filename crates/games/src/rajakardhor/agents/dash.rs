//! `dash`: the shortest way out, whoever is about.

use fogreel_engine::{Agent, Cell, Chance, Explanation, Percept};

use super::{first_best, score_steps};
use crate::rajakardhor::{Action, RajakarDhor, Rules};

pub(super) const VERSION: u32 = 1;

/// A thief in a hurry.
#[derive(Clone, Default)]
pub(in crate::rajakardhor) struct Dash {
    explored: Vec<bool>,
    candidates: Vec<(Action, f64)>,
}

/// Where a thief wants to be: at an exit that it knows, or else in a cell that it has not stood in.
pub(super) fn goals(rules: &Rules, exits: &[Cell], explored: &[bool]) -> Vec<Cell> {
    if exits.is_empty() {
        rules.floor().filter(|cell| !explored[rules.size().index(*cell)]).collect()
    } else {
        exits.to_vec()
    }
}

impl Agent<RajakarDhor> for Dash {
    fn observe(&mut self, percept: &Percept<'_, RajakarDhor>) {
        let size = percept.rules.size();
        self.explored.resize(size.cells(), false);
        self.explored[size.index(percept.observation.cell)] = true;
    }

    fn act(&mut self, percept: &Percept<'_, RajakarDhor>, legal: &[Action], _: &mut Chance) -> Action {
        let (rules, here) = (percept.rules, percept.observation.cell);
        let distances = rules.walking_distances(goals(rules, &percept.knowledge.exits, &self.explored));
        score_steps(rules, here, legal, &distances, &mut self.candidates);
        first_best(&self.candidates).unwrap_or(Action::Wait)
    }

    fn explain(&self, explanation: &mut Explanation) {
        if !self.candidates.is_empty() {
            explanation.decision("dash", self.candidates.iter().copied());
        }
    }
}
