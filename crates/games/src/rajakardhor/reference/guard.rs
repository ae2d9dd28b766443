//! The guard's exact posterior: the thief's cell and the two exits, jointly.

use fogreel_engine::{Cell, ConfigError, Direction};
use fogreel_inference::{Breakdown, Domain, Flow, Lift, Likelihood, Motion, Posterior, Projection, Rejected, TooLarge};

use super::evidence::{Senses, channel};
use super::policy::{ACTIONS, ESCAPE, OpponentModel, action_name};
use crate::rajakardhor::knobs::Escape;
use crate::rajakardhor::spawn::Constraint;
use crate::rajakardhor::{Action, GUARD, Observation, Rules, State, THIEF};

/// What the guard can know of the thief and the exits under a model of the thief.
///
/// Sites are floor cells, where an escape takes a turn a second time for a thief that has declared one; tags are
/// unordered pairs of exits. The prior is that of the spawn rule: four independent uniform draws, rejected jointly, so
/// that thief and exits depend on each other from the start.
#[derive(Clone, Debug)]
pub struct GuardPosterior {
    pairs: Vec<[Cell; 2]>,
    /// The same as positions among the floor cells, the first smaller.
    pair_sites: Vec<[usize; 2]>,
    /// How the thief moves.
    motion: Motion,
    /// How it moves while the guard acts.
    still: Motion,
    posterior: Posterior,
}

impl GuardPosterior {
    /// The posterior after the first record, in which the guard learns nothing but its own cell.
    ///
    /// # Errors
    /// [`StartError`] if the domain is too large, or the guard stands where the spawn rule never puts it.
    pub fn new(rules: &Rules, model: OpponentModel, told: &Observation) -> Result<Self, StartError> {
        let guard = told.cell;
        let pairs = exit_pairs(rules, guard);
        let floor = rules.floor_cells();
        let delayed = rules.knobs.escape == Escape::Delayed;
        let domain = Domain::new(floor * if delayed { 2 } else { 1 }, pairs.len())?;
        let (apart, from_exit) = (Constraint::ThiefGuard.least(rules), Constraint::ThiefExit.least(rules));
        let mut weights = Vec::with_capacity(domain.states());
        for thief in rules.floor() {
            let is_apart = thief.manhattan(guard) >= apart;
            let fits = |pair: &[Cell; 2]| is_apart && pair.iter().all(|exit| thief.manhattan(*exit) >= from_exit);
            weights.extend(pairs.iter().map(|pair| f64::from(u8::from(fits(pair)))));
        }
        weights.resize(domain.states(), 0.0);
        Ok(Self {
            motion: thief_motion(rules, model, domain, &pairs),
            still: Motion::still(domain),
            posterior: Posterior::new(domain, weights, channel::START)?,
            pair_sites: {
                let sites = site_of_cells(rules);
                let site = |exit: Cell| sites[rules.size().index(exit)];
                pairs.iter().map(|pair| pair.map(site)).collect()
            },
            pairs,
        })
    }

    /// Takes in a record. Returns P(what was observed | everything before).
    ///
    /// # Errors
    /// [`Rejected`] if the model says that this cannot be; the posterior then stands where it stood.
    pub fn step(&mut self, rules: &Rules, told: &Observation) -> Result<f64, Rejected> {
        self.step_apart(rules, told, &[], |_| {})
    }

    /// The same, and hands out before it the step taken apart for each of these beliefs about the thief's cell.
    pub fn step_apart(
        &mut self,
        rules: &Rules,
        told: &Observation,
        lifts: &[Lift],
        apart: impl FnMut(Breakdown),
    ) -> Result<f64, Rejected> {
        let evidence = self.evidence(rules, told);
        self.carry(rules, told, &evidence, lifts).into_iter().for_each(apart);
        let motion = if told.own_action.is_some() { &self.still } else { &self.motion };
        self.posterior.step(motion, &evidence)
    }

    /// The step to a record taken apart, for beliefs about the thief's cell.
    pub fn breakdown(&self, rules: &Rules, told: &Observation, lift: &Lift) -> Breakdown {
        let evidence = self.evidence(rules, told);
        let mut apart = self.carry(rules, told, &evidence, std::slice::from_ref(lift));
        apart.pop().expect("one per lift")
    }

    fn carry(&self, rules: &Rules, told: &Observation, evidence: &[Likelihood], lifts: &[Lift]) -> Vec<Breakdown> {
        if lifts.is_empty() {
            return Vec::new();
        }
        let floor = rules.floor_cells();
        // Nobody is known to have declared an escape.
        let site = |site: usize| {
            let cell = rules.size().index(rules.floor_cell(site % floor));
            (cell, f64::from(u8::from(site < floor)))
        };
        let projection = Projection::new(rules.size().cells(), (0..self.posterior.domain().sites()).map(site));
        let name = |action| action_name(told, action);
        let flow = Flow::new(&self.posterior, &projection, self.motion(told), evidence, name);
        lifts.iter().map(|lift| flow.carry(lift)).collect()
    }

    /// What the channels of a record said, as likelihoods on the transitions of [`motion`](Self::motion).
    pub fn evidence(&self, rules: &Rules, told: &Observation) -> Vec<Likelihood> {
        let motion = self.motion(told);
        let floor = rules.floor_cells();
        let acted = if told.own_action.is_some() { GUARD } else { THIEF };
        // What the rules would have told had the thief gone that way; the exits, which do not matter here, are anywhere.
        let mut senses = Senses::new(motion.edges().len(), told);
        for edge in motion.edges() {
            let (from, to) = (edge.from as usize, edge.to as usize);
            let mut state = State::start(
                rules,
                rules.floor_cell(to % floor),
                told.cell,
                told.facing.unwrap_or(Direction::Down),
                [told.cell; 2],
            );
            state.turn = told.turn.saturating_sub(1);
            state.escaping = from >= floor;
            state.settle(rules, acted, told.own_action.unwrap_or(ACTIONS[usize::from(edge.action)]));
            senses.compare(&Observation::of(rules, &state, GUARD));
        }
        let mut evidence = senses.likelihoods(motion);
        if told.looked_for_exits {
            let found = |exit: &Cell| told.exits.contains(&Some(*exit));
            let facing = told.facing.unwrap_or(Direction::Down);
            let noticed = |exit: &Cell| *exit == told.cell || rules.sees_ahead(told.cell, facing, *exit);
            // Every exit noticed is one of the pair, and every exit of the pair that would have been noticed was.
            let all_found = |pair: &[Cell; 2]| told.exits.iter().flatten().all(|exit| pair.contains(exit));
            let fits = |pair: &[Cell; 2]| all_found(pair) && pair.iter().all(|exit| found(exit) == noticed(exit));
            evidence
                .push(Likelihood::of_tags(channel::EXITS, motion, |tag| f64::from(u8::from(fits(&self.pairs[tag])))));
        }
        evidence
    }

    /// How the thief moves in a record.
    pub fn motion(&self, told: &Observation) -> &Motion {
        if told.own_action.is_some() { &self.still } else { &self.motion }
    }

    /// The joint posterior, pairs as tags.
    pub fn joint(&self) -> &Posterior {
        &self.posterior
    }

    /// The pairs of exits that the spawn rule allows with the guard's start, each in row order.
    pub fn pairs(&self) -> &[[Cell; 2]] {
        &self.pairs
    }

    /// The same pairs as positions among the floor cells.
    pub(crate) fn pair_sites(&self) -> &[[usize; 2]] {
        &self.pair_sites
    }

    /// Probability of each cell of the board to be the thief's, row-major.
    pub fn thief_cells(&self, rules: &Rules) -> Vec<f64> {
        let mut cells = vec![0.0; rules.size().cells()];
        let sites = self.posterior.site_probabilities();
        for (site, probability) in sites.into_iter().enumerate() {
            cells[rules.size().index(rules.floor_cell(site % rules.floor_cells()))] += probability;
        }
        cells
    }

    /// Expected number of exits on each cell of the board, row-major; they sum to 2.
    pub fn exit_counts(&self, rules: &Rules) -> Vec<f64> {
        let mut cells = vec![0.0; rules.size().cells()];
        for (pair, probability) in self.pairs.iter().zip(self.posterior.tag_probabilities()) {
            pair.iter().for_each(|exit| cells[rules.size().index(*exit)] += probability);
        }
        cells
    }
}

/// Why there is no posterior of a match's start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// Exact inference would take too much.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The spawn rule never leads to it.
    #[error(transparent)]
    Rejected(#[from] Rejected),
    /// No start was found to draw particles from.
    #[error(transparent)]
    NoStart(#[from] ConfigError),
}

/// The pairs of cells on which the spawn rule can put the exits when the guard starts there.
pub(super) fn exit_pairs(rules: &Rules, guard: Cell) -> Vec<[Cell; 2]> {
    let (from_guard, apart) = (Constraint::GuardExit.least(rules), Constraint::ExitExit.least(rules));
    let far: Vec<Cell> = rules.floor().filter(|cell| cell.manhattan(guard) >= from_guard).collect();
    let later = |(place, first): (usize, &Cell)| {
        let first = *first;
        far[place + 1..]
            .iter()
            .filter(move |second| first.manhattan(**second) >= apart)
            .map(move |second| [first, *second])
    };
    far.iter().enumerate().flat_map(later).collect()
}

/// The most pairs of exits that the spawn rule allows, over all starts of the guard.
pub(crate) fn most_exit_pairs(rules: &Rules) -> usize {
    let words = rules.floor_cells().div_ceil(64);
    let far = |least: u32| -> Vec<Vec<u64>> {
        let bits = |from: Cell| {
            let mut bits = vec![0u64; words];
            let far = rules.floor().enumerate().filter(|(_, to)| from.manhattan(*to) >= least);
            far.for_each(|(place, _)| bits[place / 64] |= 1 << (place % 64));
            bits
        };
        rules.floor().map(bits).collect()
    };
    let from_guard = far(Constraint::GuardExit.least(rules));
    let apart = far(Constraint::ExitExit.least(rules));
    let pairs = |allowed: &Vec<u64>| {
        let first = (0..rules.floor_cells()).filter(|exit| allowed[exit / 64] >> (exit % 64) & 1 == 1);
        let seconds = |exit: usize| -> usize {
            allowed.iter().zip(&apart[exit]).map(|(allowed, apart)| (allowed & apart).count_ones() as usize).sum()
        };
        // The exits differ, so each pair was counted in both orders.
        first.map(seconds).sum::<usize>() / 2
    };
    from_guard.iter().map(pairs).max().unwrap_or(0)
}

/// T of the thief: who stands on a cell that is an exit of the pair can escape, too.
fn thief_motion(rules: &Rules, model: OpponentModel, domain: Domain, pairs: &[[Cell; 2]]) -> Motion {
    let (size, floor) = (rules.size(), rules.floor_cells());
    let site: Vec<usize> = site_of_cells(rules);
    let distances: Vec<Vec<u32>> = size
        .iter()
        .map(|exit| {
            if pairs.iter().flatten().any(|cell| *cell == exit) { rules.walking_distances([exit]) } else { Vec::new() }
        })
        .collect();
    let nearest = |pair: &[Cell; 2], cell: Cell| {
        pair.iter().map(|exit| distances[size.index(*exit)][size.index(cell)]).min().unwrap_or(u32::MAX)
    };
    let mut motion = Motion::new(domain);
    let mut rows = vec![Vec::with_capacity(pairs.len()); ACTIONS.len()];
    for (from, cell) in rules.floor().enumerate() {
        rows.iter_mut().for_each(Vec::clear);
        for pair in pairs {
            let policy = model.policy(rules, cell, pair.contains(&cell), |cell| nearest(pair, cell));
            rows.iter_mut().zip(policy).for_each(|(row, probability)| row.push(probability));
        }
        for (action, row) in rows.iter().enumerate() {
            let to = match ACTIONS[action] {
                Action::Wait => from,
                Action::Move(direction) => match rules.step(cell, direction) {
                    Some(next) => site[size.index(next)],
                    None => continue,
                },
                // Where an escape takes a turn, whoever has declared one is apart from whoever waits on the exit.
                Action::Escape => (from + floor) % domain.sites(),
            };
            motion.push_per_tag(from, to, action as u16, row);
        }
    }
    motion
}

/// Position in [`Rules::floor`] of every cell of the board; of walls, nothing useful.
pub(super) fn site_of_cells(rules: &Rules) -> Vec<usize> {
    let mut sites = vec![usize::MAX; rules.size().cells()];
    rules.floor().enumerate().for_each(|(site, cell)| sites[rules.size().index(cell)] = site);
    sites
}

const _: () = assert!(matches!(ACTIONS[ESCAPE as usize], Action::Escape));
