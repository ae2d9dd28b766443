//! `sneak`: the way out on which it is least heard and seen.

use std::collections::BTreeSet;

use fogreel_engine::data::Setting;
use fogreel_engine::{Agent, Cell, Chance, ConfigError, Explanation, Percept};

use super::dash::goals;
use super::first_best;
use crate::agents::settings;
use crate::knobs::{Knob, integer_knob, number_knob};
use crate::rajakardhor::{Action, RajakarDhor, Rules};

pub(super) const VERSION: u32 = 1;

/// What can be set.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    fear: f64,
    patience: u32,
    memory: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { fear: 3.0, patience: 4, memory: 6 }
    }
}

pub(super) static SETTINGS: &[Knob<Settings>] = &[
    number_knob!(fear: 0.0..=100.0, "steps of detour that one step within the guard's senses is worth"),
    integer_knob!(patience: 0..=1000, "turns that it waits in a row while the guard would hear a step"),
    integer_knob!(memory: 0..=1000, "records for which a guard that was noticed counts as still there"),
];

/// A careful thief.
#[derive(Clone)]
pub(in crate::rajakardhor) struct Sneak {
    settings: Settings,
    explored: Vec<bool>,
    waited: u32,
    candidates: Vec<(Action, f64)>,
}

impl Sneak {
    /// With these settings.
    ///
    /// # Errors
    /// [`ConfigError`] if one of them is wrong.
    pub(in crate::rajakardhor) fn from_settings(given: &[Setting]) -> Result<Self, ConfigError> {
        Ok(Self::new(settings("sneak", SETTINGS, given)?))
    }

    pub(super) fn new(settings: Settings) -> Self {
        Self { settings, explored: Vec::new(), waited: 0, candidates: Vec::new() }
    }

    /// The guard's cell, if it was noticed lately.
    fn guard(&self, percept: &Percept<'_, RajakarDhor>) -> Option<Cell> {
        let (cell, seen_at) = percept.knowledge.rival?;
        (percept.observation.turn.saturating_sub(seen_at) <= self.settings.memory).then_some(cell)
    }

    /// Cost of the cheapest way from every cell to a goal (Dijkstra). A step onto a cell costs 1, and `fear` more where the
    /// guard would sense it.
    fn costs(&self, rules: &Rules, goals: impl Iterator<Item = Cell>, guard: Option<Cell>) -> Vec<f64> {
        let size = rules.size();
        let price = |cell: Cell| {
            1.0 + if guard.is_some_and(|guard| is_sensed(rules, guard, cell)) { self.settings.fear } else { 0.0 }
        };
        let mut costs = vec![f64::INFINITY; size.cells()];
        // Costs are finite and never negative, so their bits order like they do.
        let mut open: BTreeSet<(u64, usize)> = BTreeSet::new();
        for goal in goals {
            costs[size.index(goal)] = 0.0;
            open.insert((0, size.index(goal)));
        }
        while let Some((_, index)) = open.pop_first() {
            // Costs run backwards: who comes from `next` steps onto `index`.
            let step = costs[index] + price(size.cell(index));
            for next in rules.neighbour_indices(index) {
                if step < costs[next] {
                    open.remove(&(costs[next].to_bits(), next));
                    costs[next] = step;
                    open.insert((step.to_bits(), next));
                }
            }
        }
        costs
    }
}

/// Whether a guard on that cell would sense a thief that steps onto the other, whichever way it looks.
fn is_sensed(rules: &Rules, guard: Cell, cell: Cell) -> bool {
    cell.manhattan(guard) <= rules.knobs.noise_move || rules.in_orthogonal_range(guard, cell)
}

impl Agent<RajakarDhor> for Sneak {
    fn observe(&mut self, percept: &Percept<'_, RajakarDhor>) {
        let (size, told) = (percept.rules.size(), percept.observation);
        self.explored.resize(size.cells(), false);
        self.explored[size.index(told.cell)] = true;
        match told.own_action {
            Some(Action::Wait) => self.waited += 1,
            Some(_) => self.waited = 0,
            None => {}
        }
    }

    fn act(&mut self, percept: &Percept<'_, RajakarDhor>, legal: &[Action], _: &mut Chance) -> Action {
        let (rules, here) = (percept.rules, percept.observation.cell);
        let guard = self.guard(percept);
        let goals = goals(rules, &percept.knowledge.exits, &self.explored);
        let costs = self.costs(rules, goals.into_iter(), guard);
        let cost = |cell: Cell| costs[rules.size().index(cell)].min(1e6);
        let danger = |cell: Cell| if guard.is_some_and(|guard| cell.manhattan(guard) <= 1) { 1e3 } else { 0.0 };
        // Silence hides a thief that stands outside the guard's sight; a step would tell.
        let hides = self.waited < self.settings.patience
            && guard.is_some_and(|guard| {
                here.manhattan(guard) <= rules.knobs.noise_move + 1 && !rules.in_orthogonal_range(guard, here)
            });
        self.candidates.clear();
        self.candidates.extend(legal.iter().filter_map(|action| match action {
            Action::Wait => Some((*action, -cost(here) - danger(here) - if hides { -self.settings.fear } else { 0.5 })),
            Action::Move(direction) => {
                let next = rules.step(here, *direction)?;
                let sensed = guard.is_some_and(|guard| is_sensed(rules, guard, next));
                Some((*action, -cost(next) - danger(next) - if sensed { self.settings.fear } else { 0.0 }))
            }
            Action::Escape => Some((*action, 1.0)),
        }));
        first_best(&self.candidates).unwrap_or(Action::Wait)
    }

    fn explain(&self, explanation: &mut Explanation) {
        if !self.candidates.is_empty() {
            explanation.decision("sneak", self.candidates.iter().copied());
        }
    }
}
