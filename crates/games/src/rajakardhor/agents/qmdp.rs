//! `qmdp`: the action that is best on average over the exact posterior, were everything seen from the next turn on.

use fogreel_engine::{Agent, Cell, Chance, ConfigError, Explanation, Percept};

use super::exact_map::{ExactMap, ThiefModel};
use super::first_best;
use super::guard_map::GuardMap;
use crate::knobs::{Knob, choice_knob, number_knob};
use crate::rajakardhor::reference::{GuardPosterior, most_exit_pairs};
use crate::rajakardhor::state::is_capture;
use crate::rajakardhor::table::{Value, thief_value};
use crate::rajakardhor::{Action, GUARD, RajakarDhor, Rules};

pub(super) const VERSION: u32 = 1;

/// Most values of perfect-information tables, four bytes each: one table for every pair of exits.
const MOST_VALUES: usize = 1 << 28;

/// What can be set.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    discount: f64,
    model: ThiefModel,
}

impl Default for Settings {
    fn default() -> Self {
        Self { discount: 0.95, model: ThiefModel::Uniform }
    }
}

pub(super) static SETTINGS: &[Knob<Settings>] = &[
    number_knob!(discount: 0.0..=1.0, "what a result is worth per action that it is away; 1 does not tell soon from late"),
    choice_knob!(model: ThiefModel, "what it takes the thief for"),
];

/// Averages the values of the perfect-information table (Littman, Cassandra and Kaelbling 1995).
pub(super) struct Qmdp {
    settings: Settings,
    map: GuardMap,
    candidates: Vec<(Action, f64)>,
}

impl Qmdp {
    pub(super) fn new(rules: &Rules, settings: Settings) -> Result<Self, ConfigError> {
        let map = GuardMap::Exact(Box::new(ExactMap::new(rules, settings.model)?));
        let (positions, pairs) = (rules.floor_cells().saturating_pow(2), most_exit_pairs(rules));
        if positions.saturating_mul(pairs) > MOST_VALUES {
            let why = format!(
                "`qmdp` would value {positions} positions for {pairs} pairs of exits, the limit is {MOST_VALUES} in all; use \
                 the guard `exact` or a smaller board"
            );
            return Err(ConfigError::invalid("the map", why));
        }
        Ok(Self { settings, map, candidates: Vec::with_capacity(5) })
    }

    /// Worth for the guard of standing on `guard` after its action, averaged over the posterior.
    fn worth(&self, rules: &Rules, posterior: &GuardPosterior, turn: u32, guard: Cell) -> f64 {
        let (floor, joint) = (rules.floor_cells(), posterior.joint());
        let guard_site = rules.floor().position(|cell| cell == guard).unwrap_or(0);
        let left = rules.knobs.max_turns.saturating_sub(turn);
        let tags = joint.domain().tags();
        let mut total = 0.0;
        for site in joint.possible_sites() {
            let thief = site % floor;
            let row = &joint.probabilities()[site * tags..][..tags];
            if is_capture(rules, GUARD, rules.floor_cell(thief), guard) {
                total += row.iter().sum::<f64>() * self.score(Value::WinIn(1), left);
            } else if site >= floor {
                total += row.iter().sum::<f64>() * self.score(Value::LossIn(1), left);
            } else {
                for (probability, [first, second]) in row.iter().zip(posterior.pair_sites()) {
                    if *probability > 0.0 {
                        let value = rules.tables().thief_to_act(rules, *first, *second)[thief * floor + guard_site];
                        total += probability * self.score(after(thief_value(value)), left);
                    }
                }
            }
        }
        total
    }

    /// Win 1, draw ½, loss 0, drawn towards ½ the further away it is. What comes after the last turn is a draw.
    fn score(&self, value: Value, left: u32) -> f64 {
        let far = |distance: u32| 0.5 * self.settings.discount.powi(distance.min(10_000) as i32);
        match value {
            Value::WinIn(distance) if distance <= left => 0.5 + far(distance),
            Value::LossIn(distance) if distance <= left => 0.5 - far(distance),
            Value::WinIn(_) | Value::LossIn(_) | Value::Draw => 0.5,
        }
    }
}

/// The value for whoever led to a position, one action earlier.
fn after(value: Value) -> Value {
    match value {
        Value::WinIn(distance) => Value::LossIn(distance + 1),
        Value::LossIn(distance) => Value::WinIn(distance + 1),
        Value::Draw => Value::Draw,
    }
}

impl Agent<RajakarDhor> for Qmdp {
    fn observe(&mut self, percept: &Percept<'_, RajakarDhor>) {
        self.map.observe(percept);
    }

    fn act(&mut self, percept: &Percept<'_, RajakarDhor>, legal: &[Action], _: &mut Chance) -> Action {
        let (rules, told) = (percept.rules, percept.observation);
        self.candidates.clear();
        if let GuardMap::Exact(map) = &self.map
            && let Some(posterior) = map.posterior()
        {
            for action in legal {
                let next = match action {
                    Action::Move(direction) => rules.step(told.cell, *direction),
                    Action::Wait => Some(told.cell),
                    Action::Escape => None,
                };
                if let Some(next) = next {
                    self.candidates.push((*action, self.worth(rules, posterior, told.turn, next)));
                }
            }
        }
        first_best(&self.candidates).unwrap_or(Action::Wait)
    }

    fn explain(&self, explanation: &mut Explanation) {
        self.map.explain(explanation);
        if !self.candidates.is_empty() {
            explanation.decision("qmdp", self.candidates.iter().copied());
        }
    }
}
