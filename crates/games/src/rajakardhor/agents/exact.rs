//! `exact`: a guard of the seed's kind that believes what the evidence says, no more and no less.

use fogreel_engine::{Agent, Chance, ConfigError, Explanation, Percept};

use super::chase::Chase;
use super::exact_map::{ExactMap, ThiefModel};
use super::guard_map::GuardMap;
use super::hunter::{self, Hunter};
use crate::knobs::{Knob, choice, choice_knob};
use crate::rajakardhor::{Action, Privileged, RajakarDhor, Rules};

pub(super) const VERSION: u32 = 1;

choice! {
    /// What a guard makes of its map.
    pub(super) Strategy {
        Hunter = "hunter": "as `hunter` does, without what that reads without right",
        Chase = "chase": "as `chase` does",
    }
}

/// What can be set.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    strategy: Strategy,
    model: ThiefModel,
}

impl Default for Settings {
    fn default() -> Self {
        Self { strategy: Strategy::Hunter, model: ThiefModel::Uniform }
    }
}

pub(super) static SETTINGS: &[Knob<Settings>] = &[
    choice_knob!(strategy: Strategy, "what it makes of its map"),
    choice_knob!(model: ThiefModel, "what it takes the thief for"),
];

/// A strategy on the exact posterior.
pub(super) struct Exact(Box<dyn Agent<RajakarDhor>>);

impl Exact {
    pub(super) fn new(rules: &Rules, settings: &Settings) -> Result<Self, ConfigError> {
        let map = GuardMap::Exact(Box::new(ExactMap::new(rules, settings.model)?));
        Ok(Self(match settings.strategy {
            Strategy::Hunter => Box::new(Hunter::with_map(map, hunter::Settings::default())),
            Strategy::Chase => Box::new(Chase::with_map(map)),
        }))
    }
}

/// What an honest agent receives.
fn honest<'a>(percept: &Percept<'a, RajakarDhor>) -> Percept<'a, RajakarDhor> {
    const NOTHING: &Privileged = &Privileged { noise_radius: None, exits: None };
    Percept { privileged: NOTHING, ..*percept }
}

impl Agent<RajakarDhor> for Exact {
    fn observe(&mut self, percept: &Percept<'_, RajakarDhor>) {
        self.0.observe(&honest(percept));
    }

    fn act(&mut self, percept: &Percept<'_, RajakarDhor>, legal: &[Action], chance: &mut Chance) -> Action {
        self.0.act(&honest(percept), legal, chance)
    }

    fn explain(&self, explanation: &mut Explanation) {
        self.0.explain(explanation);
    }
}
