//! Particles in place of the guard's exact posterior, for boards on which that is too large.

use std::cell::OnceCell;

use fogreel_engine::{Cell, Chance, ConfigError, Direction, Owner};
use fogreel_inference::{Particles, Rejected};

use super::policy::{ACTIONS, OpponentModel};
use crate::rajakardhor::spawn::Constraint;
use crate::rajakardhor::{Action, GUARD, Observation, Rules, State, THIEF};

/// Tries per particle to draw a start that fits the guard's own.
const TRIES: usize = 8_000;

/// Weighted guesses of thief and exits. The random numbers depend on the record alone, so that the same match gives the
/// same beliefs.
#[derive(Clone, Debug)]
pub struct GuardParticles {
    model: OpponentModel,
    particles: Particles<State>,
    chance: Chance,
    /// Walking distances to each cell of the board, where a model asked for them.
    distances: Vec<OnceCell<Vec<u32>>>,
}

impl GuardParticles {
    /// `count` guesses of the start, by the spawn rule.
    ///
    /// # Errors
    /// [`ConfigError`] if no start that fits the guard's is found.
    pub fn new(rules: &Rules, model: OpponentModel, count: usize, told: &Observation) -> Result<Self, ConfigError> {
        let mut chance = Chance::new(0, Owner::Nature);
        let far: Vec<Cell> = {
            let least = Constraint::GuardExit.least(rules);
            rules.floor().filter(|cell| cell.manhattan(told.cell) >= least).collect()
        };
        let mut found = !far.is_empty();
        let facing = told.facing.unwrap_or(Direction::Down);
        let particles = Particles::new(count, &mut chance, |chance| {
            let mut start = State::start(rules, told.cell, told.cell, facing, [told.cell; 2]);
            for _ in 0..if found { TRIES } else { 0 } {
                start.thief = rules.floor_cell(chance.below("thief", rules.floor_cells() as u64) as usize);
                start.exits = [(); 2].map(|()| far[chance.below("exit", far.len() as u64) as usize]);
                if fits(rules, &start) {
                    return start;
                }
            }
            found = false;
            start
        });
        if !found {
            let why = format!("no start by the spawn rule with the guard on ({}) in {TRIES} tries", told.cell);
            return Err(ConfigError::invalid("particles", why));
        }
        Ok(Self { model, particles, chance, distances: vec![OnceCell::new(); rules.size().cells()] })
    }

    /// Takes in a record. Returns the estimate of P(what was observed | everything before).
    ///
    /// # Errors
    /// [`Rejected::Depleted`] if no particle explains it; the particles then stand where they stood.
    pub fn step(&mut self, rules: &Rules, told: &Observation) -> Result<f64, Rejected> {
        self.chance.begin_turn(told.turn);
        let (model, distances, size) = (self.model, &self.distances, rules.size());
        let to_exit = |exit: Cell, cell: Cell| {
            distances[size.index(exit)].get_or_init(|| rules.walking_distances([exit]))[size.index(cell)]
        };
        self.particles.step(&mut self.chance, |state, chance| {
            let mut next = *state;
            if let Some(action) = told.own_action {
                (next.guard, next.facing) = (told.cell, told.facing.unwrap_or(Direction::Down));
                next.settle(rules, GUARD, action);
            } else {
                let nearest =
                    |cell: Cell| state.exits.iter().map(|exit| to_exit(*exit, cell)).min().unwrap_or(u32::MAX);
                let policy = model.policy(rules, state.thief, state.is_exit(state.thief), nearest);
                let action = ACTIONS[chance.weighted("action", &policy, |action| action.to_string())];
                if let Action::Move(direction) = action {
                    next.thief = rules.step(state.thief, direction).unwrap_or(state.thief);
                }
                next.settle(rules, THIEF, action);
            }
            let mut other = Observation::of(rules, &next, GUARD);
            // The order in which exits were placed is nothing that anybody is told.
            if other.exits[1].is_some() && other.exits != told.exits {
                other.exits.reverse();
            }
            (next, f64::from(u8::from(other == *told)))
        })
    }

    /// Number of particles.
    pub fn count(&self) -> usize {
        self.particles.count()
    }

    /// How many equally weighted particles would say as much.
    pub fn effective_sample_size(&self) -> f64 {
        self.particles.effective_sample_size()
    }

    /// Probability of each cell of the board to be the thief's, row-major.
    pub fn thief_cells(&self, rules: &Rules) -> Vec<f64> {
        self.particles.histogram(rules.size().cells(), |state| rules.size().index(state.thief))
    }

    /// Expected number of exits on each cell of the board, row-major.
    pub fn exit_counts(&self, rules: &Rules) -> Vec<f64> {
        let mut cells = vec![0.0; rules.size().cells()];
        for (state, weight) in self.particles.iter() {
            state.exits.iter().for_each(|exit| cells[rules.size().index(*exit)] += weight);
        }
        cells
    }
}

/// Whether the spawn rule allows a start.
fn fits(rules: &Rules, start: &State) -> bool {
    Constraint::ALL.into_iter().all(|constraint| constraint.holds(rules, start.thief, start.guard, start.exits))
}
