//! What the actions of a seat are worth on average over its exact posterior: QMDP over the perfect-information table.

use fogreel_engine::Cell;
use fogreel_inference::{ExpectedScore, FairModel};

use super::guard::site_of_cells;
use super::{GuardPosterior, Reference, Side, ThiefPosterior};
use crate::rajakardhor::knobs::Escape;
use crate::rajakardhor::pair_tables::{PairTables, Weights};
use crate::rajakardhor::state::is_capture;
use crate::rajakardhor::{Action, GUARD, Observation, Rules, THIEF};

/// The values that averages need, made when the first one is asked for: for the pairs of exits that were possible then.
#[derive(Clone, Debug)]
pub(super) struct FairTables {
    /// In the order of the posterior's own pairs.
    pairs: Vec<[Cell; 2]>,
    tables: PairTables,
}

impl FairTables {
    fn new(rules: &Rules, side: &Side, told: &Observation) -> Result<Self, String> {
        let (seat, pairs) = match side {
            Side::Guard(posterior) => (GUARD, posterior.pairs().to_vec()),
            Side::Thief(posterior) => (THIEF, posterior.exit_pairs(told)),
            Side::Particles(_) => return Err("particles are no joint posterior to average over".to_owned()),
        };
        let sites = site_of_cells(rules);
        let places: Vec<[usize; 2]> =
            pairs.iter().map(|pair| pair.map(|exit| sites[rules.size().index(exit)])).collect();
        Ok(Self { tables: PairTables::after(rules, seat, &places)?, pairs })
    }

    /// The expected score of each action, in their order.
    fn scores(&self, rules: &Rules, side: &Side, told: &Observation, actions: &[Action]) -> Vec<f64> {
        match side {
            Side::Guard(posterior) => self.guard_scores(rules, posterior, told, actions),
            Side::Thief(posterior) => self.thief_scores(rules, posterior, told, actions),
            Side::Particles(_) => Vec::new(),
        }
    }

    fn guard_scores(
        &self,
        rules: &Rules,
        posterior: &GuardPosterior,
        told: &Observation,
        actions: &[Action],
    ) -> Vec<f64> {
        let (floor, sites, joint) = (rules.floor_cells(), site_of_cells(rules), posterior.joint());
        let left = left_after(rules, told);
        let row = |site: usize| &joint.probabilities()[site * self.pairs.len()..][..self.pairs.len()];
        let rows: Vec<(usize, Weights<'_>)> =
            joint.possible_sites().map(|site| (site, Weights::new(row(site)))).collect();
        let score = |action: &Action| {
            let next = destination(rules, told.cell, *action);
            let guard = sites[rules.size().index(next)];
            let mut total = 0.0;
            for (site, weights) in &rows {
                if is_capture(rules, GUARD, rules.floor_cell(site % floor), next) {
                    total += weights.total();
                } else if *site < floor {
                    total += weights.total() - self.tables.thief_score(*site, guard, left, weights);
                }
                // What remains is a declared escape that this action does not prevent.
            }
            total
        };
        actions.iter().map(score).collect()
    }

    fn thief_scores(
        &self,
        rules: &Rules,
        posterior: &ThiefPosterior,
        told: &Observation,
        actions: &[Action],
    ) -> Vec<f64> {
        let sites = site_of_cells(rules);
        let left = left_after(rules, told);
        let weights = posterior.guard_and_exits(&self.pairs);
        let rows = weights.chunks(self.pairs.len().max(1)).enumerate();
        let guards: Vec<(usize, Weights<'_>)> =
            rows.map(|(guard, row)| (guard, Weights::new(row))).filter(|(_, weights)| weights.total() > 0.0).collect();
        let score = |action: &Action| {
            let next = destination(rules, told.cell, *action);
            let thief = sites[rules.size().index(next)];
            let worth = |(guard, weights): &(usize, Weights<'_>)| {
                let cell = rules.floor_cell(*guard);
                let mass = || weights.total();
                if is_capture(rules, THIEF, next, cell) {
                    return 0.0;
                }
                match (action, rules.knobs.escape) {
                    (Action::Escape, Escape::AtOnce) => mass(),
                    (Action::Escape, Escape::Delayed) if left == 0 => 0.5 * mass(),
                    (Action::Escape, Escape::Delayed) => {
                        let steps = [cell].into_iter().chain(rules.steps(cell).map(|(_, to)| to));
                        let is_caught = steps.into_iter().any(|to| is_capture(rules, GUARD, next, to));
                        if is_caught { 0.0 } else { mass() }
                    }
                    _ => self.tables.thief_score(thief, *guard, left, weights),
                }
            };
            guards.iter().map(worth).sum()
        };
        actions.iter().map(score).collect()
    }
}

/// Actions that are left once this one is taken.
fn left_after(rules: &Rules, told: &Observation) -> u32 {
    rules.knobs.max_turns.saturating_sub(told.turn).saturating_sub(1)
}

fn destination(rules: &Rules, from: Cell, action: Action) -> Cell {
    match action {
        Action::Move(direction) => rules.step(from, direction).unwrap_or(from),
        Action::Wait | Action::Escape => from,
    }
}

impl FairModel for Reference {
    fn expected_scores(&mut self) -> Result<Vec<ExpectedScore>, String> {
        let (Some(mixture), Some(told)) = (&self.mixture, &self.latest) else {
            return Err("nothing was observed yet".to_owned());
        };
        let rules = &self.rules;
        let first = &mixture.members()[0].model;
        let tables = self.fair.get_or_init(|| FairTables::new(rules, first, told)).as_ref().map_err(Clone::clone)?;
        let mut actions = Vec::new();
        let can_escape = self.seat == THIEF && told.exits.contains(&Some(told.cell));
        rules.actions(told.cell, can_escape, &mut actions);
        let scores = mixture.average(|side| tables.scores(rules, side, told, &actions));
        // Rounding may leave a sum of probabilities a little above 1.
        let clamped = scores.into_iter().map(|score| score.clamp(0.0, 1.0));
        let named = actions.iter().zip(clamped);
        Ok(named.map(|(action, score)| ExpectedScore { action: action.to_string(), score }).collect())
    }
}

#[cfg(test)]
mod tests {
    use fogreel_engine::Direction;

    use super::*;
    use crate::rajakardhor::reference::OpponentModel;
    use crate::rajakardhor::{Knobs, State};

    /// A thief that does not know the exits: its weights of guard and exits have the posterior's marginal over the guard, and
    /// at the start they are the spawn rule itself, counted start by start.
    #[test]
    fn a_thief_weighs_the_exits_that_it_does_not_know_as_the_spawn_rule_draws_them() {
        let size = fogreel_engine::Size::new(6, 6);
        let walls = fogreel_engine::CellSet::of(size, [Cell::new(2, 2), Cell::new(3, 4)]);
        let knobs = Knobs { spawn_guard_exit: 4, spawn_exit_exit: 4, ..Knobs::named("original").expect("a preset") };
        let rules = Rules::new(knobs, walls);
        let (thief, guard) = (Cell::new(0, 0), Cell::new(5, 5));
        let mut state = State::start(&rules, thief, guard, Direction::Down, [Cell::new(0, 5), Cell::new(5, 0)]);
        let told = Observation::of(&rules, &state, THIEF);
        let mut posterior =
            ThiefPosterior::new(&rules, OpponentModel::Uniform, Direction::Down, &told).expect("a start");
        let pairs = posterior.exit_pairs(&told);
        let (sites, count) = (site_of_cells(&rules), pairs.len());
        let weights = posterior.guard_and_exits(&pairs);
        let legal = |guard: Cell, pair: &[Cell; 2]| {
            guard.manhattan(thief) >= 4 && pair.iter().all(|exit| exit.manhattan(guard) >= 4)
        };
        let starts =
            rules.floor().flat_map(|guard| pairs.iter().map(move |pair| legal(guard, pair))).collect::<Vec<_>>();
        let total = starts.iter().filter(|legal| **legal).count() as f64;
        assert!(total > 100.0 && pairs.iter().all(|pair| pair[0].manhattan(pair[1]) >= 4));
        for (weight, is_legal) in weights.iter().zip(&starts) {
            assert!((weight - f64::from(u8::from(*is_legal)) / total).abs() < 1e-12);
        }
        for (seat, action) in [
            (THIEF, Action::Move(Direction::Right)),
            (GUARD, Action::Wait),
            (THIEF, Action::Move(Direction::Down)),
            (GUARD, Action::Move(Direction::Up)),
        ] {
            state.apply(&rules, action).expect("legal");
            let told = Observation::of(&rules, &state, THIEF);
            posterior.step(&rules, &told).expect("possible");
            let weights = posterior.guard_and_exits(&pairs);
            let cells = posterior.guard_cells(&rules);
            for cell in rules.floor() {
                let row = &weights[sites[rules.size().index(cell)] * count..][..count];
                let expected = cells[rules.size().index(cell)];
                assert!((row.iter().sum::<f64>() - expected).abs() < 1e-12, "{seat:?} {cell}");
                // An exit on which the thief stood unawares is none.
                for (weight, pair) in row.iter().zip(&pairs) {
                    assert!(*weight == 0.0 || !pair.contains(&state.thief));
                }
            }
        }
    }
}
