//! `dash`: the shortest way out, whoever is about.

use fogreel_engine::{Agent, Cell, Chance, Explanation, Percept};

use super::first_best;
use crate::rajakardhor::{Action, RajakarDhor, Rules};

pub(super) const VERSION: u32 = 1;

/// A thief in a hurry.
#[derive(Default)]
pub(super) struct Dash {
    explored: Vec<bool>,
    candidates: Vec<(Action, f64)>,
}

/// Walking distances to where a thief wants to be: the exits that it knows, or else the cells that it has not stood in.
/// `None` if it has been everywhere.
pub(super) fn goal_distances(rules: &Rules, exits: &[Cell], explored: &[bool]) -> Option<Vec<u32>> {
    if !exits.is_empty() {
        return Some(rules.walking_distances(exits.iter().copied()));
    }
    let mut unknown = rules.floor().filter(|cell| !explored[rules.size().index(*cell)]).peekable();
    unknown.peek()?;
    Some(rules.walking_distances(unknown))
}

impl Agent<RajakarDhor> for Dash {
    fn observe(&mut self, percept: &Percept<'_, RajakarDhor>) {
        let size = percept.rules.size();
        self.explored.resize(size.cells(), false);
        self.explored[size.index(percept.observation.cell)] = true;
    }

    fn act(&mut self, percept: &Percept<'_, RajakarDhor>, legal: &[Action], _: &mut Chance) -> Action {
        let (rules, here) = (percept.rules, percept.observation.cell);
        let distances = goal_distances(rules, &percept.knowledge.exits, &self.explored);
        let score = |cell: Cell| match distances.as_ref().map(|distances| distances[rules.size().index(cell)]) {
            Some(steps) if steps != u32::MAX => -f64::from(steps),
            _ => -1e6,
        };
        self.candidates.clear();
        self.candidates.extend(legal.iter().filter_map(|action| match action {
            Action::Wait => Some((*action, score(here) - 0.5)),
            Action::Move(direction) => Some((*action, score(rules.step(here, *direction)?))),
            Action::Escape => Some((*action, 1.0)),
        }));
        first_best(&self.candidates).unwrap_or(Action::Wait)
    }

    fn explain(&self, explanation: &mut Explanation) {
        if !self.candidates.is_empty() {
            explanation.decision("dash", self.candidates.iter().copied());
        }
    }
}
