//! The thief's exact posterior: the guard's cell and where it looks.

use fogreel_engine::{Cell, Direction, Size};
use fogreel_inference::{Breakdown, Domain, Flow, Lift, Likelihood, Motion, Posterior, Projection, Rejected};

use super::evidence::{Senses, channel};
use super::guard::{StartError, site_of_cells};
use super::policy::{ACTIONS, OpponentModel, action_name};
use crate::rajakardhor::knobs::Escape;
use crate::rajakardhor::spawn::Constraint;
use crate::rajakardhor::{Action, GUARD, Observation, Rules, State, THIEF};

/// What the thief can know of the guard under a model of the guard.
///
/// Sites are pairs of a floor cell and a facing. A thief that does not know the exits learns of them as it walks, and by
/// the spawn rule something of where the guard started: then the guard's start is the tag, and the exits enter as the
/// number of pairs that are still possible with it.
#[derive(Clone, Debug)]
pub struct ThiefPosterior {
    /// How the guard moves.
    motion: Motion,
    /// How it moves while the thief acts.
    still: Motion,
    /// What is known of the exits; `None` for a thief that knows them from the start.
    exits: Option<UnknownExits>,
    /// Whether the thief has declared an escape that the guard's next action decides.
    escaping: bool,
    posterior: Posterior,
}

/// The pairs of exits that the thief's steps leave possible, and what they say of the guard's start.
#[derive(Clone, Debug)]
struct UnknownExits {
    pairs: Vec<[Cell; 2]>,
    size: Size,
    /// For each cell of the board, one bit per floor cell: whether the guard can start there with an exit on the cell.
    starts: Vec<Vec<u64>>,
    /// For each floor cell as the guard's start, the pairs that are possible, by their places in `pairs`.
    fitting: Vec<Vec<u32>>,
}

impl ThiefPosterior {
    /// The posterior after the first record. Where the guard looks at first is public.
    ///
    /// # Errors
    /// [`StartError`] if the domain is too large, or the spawn rule never leads to what the thief was told.
    pub fn new(rules: &Rules, model: OpponentModel, facing: Direction, told: &Observation) -> Result<Self, StartError> {
        let floor: Vec<Cell> = rules.floor().collect();
        let knows_exits = rules.knobs.thief_knows_exits.is_on();
        let exits = if knows_exits { None } else { Some(UnknownExits::new(rules, told)) };
        let tags = if knows_exits { 1 } else { floor.len() };
        let domain = Domain::new(floor.len() * Direction::ALL.len(), tags)?;
        let (apart, from_exit) = (Constraint::ThiefGuard.least(rules), Constraint::GuardExit.least(rules));
        let mut weights = vec![0.0; domain.states()];
        for (start, guard) in floor.iter().enumerate() {
            let is_apart = told.cell.manhattan(*guard) >= apart;
            let (tag, pairs) = match &exits {
                Some(exits) => (start, exits.count(start)),
                None => (0, f64::from(told.exits.iter().flatten().all(|exit| guard.manhattan(*exit) >= from_exit))),
            };
            let state = site(start, facing) * tags + tag;
            weights[state] = if is_apart { pairs } else { 0.0 };
        }
        Ok(Self {
            motion: guard_motion(rules, model, domain),
            still: Motion::still(domain),
            exits,
            escaping: false,
            posterior: Posterior::new(domain, weights, channel::START)?,
        })
    }

    /// Takes in a record. Returns P(what was observed | everything before).
    ///
    /// # Errors
    /// [`Rejected`] if the model says that this cannot be; the posterior then stands where it stood.
    pub fn step(&mut self, rules: &Rules, told: &Observation) -> Result<f64, Rejected> {
        self.step_apart(rules, told, &[], |_| {})
    }

    /// The same, and hands out before it the step taken apart for each of these beliefs about the guard's cell.
    pub fn step_apart(
        &mut self,
        rules: &Rules,
        told: &Observation,
        lifts: &[Lift],
        apart: impl FnMut(Breakdown),
    ) -> Result<f64, Rejected> {
        let exits = self.exits.as_ref().and_then(|exits| exits.after(rules, told));
        let evidence = self.all_evidence(rules, told, exits.as_ref());
        self.carry(rules, told, &evidence, lifts).into_iter().for_each(apart);
        let motion = if told.own_action.is_some() { &self.still } else { &self.motion };
        let probability = self.posterior.step(motion, &evidence)?;
        self.exits = exits.or(self.exits.take());
        self.escaping = told.own_action == Some(Action::Escape) && rules.knobs.escape == Escape::Delayed;
        Ok(probability)
    }

    /// The step to a record taken apart, for beliefs about the guard's cell.
    pub fn breakdown(&self, rules: &Rules, told: &Observation, lift: &Lift) -> Breakdown {
        let exits = self.exits.as_ref().and_then(|exits| exits.after(rules, told));
        let evidence = self.all_evidence(rules, told, exits.as_ref());
        let mut apart = self.carry(rules, told, &evidence, std::slice::from_ref(lift));
        apart.pop().expect("one per lift")
    }

    fn carry(&self, rules: &Rules, told: &Observation, evidence: &[Likelihood], lifts: &[Lift]) -> Vec<Breakdown> {
        if lifts.is_empty() {
            return Vec::new();
        }
        let facings = Direction::ALL.len();
        let site = |site: usize| (rules.size().index(rules.floor_cell(site / facings)), 1.0 / facings as f64);
        let projection = Projection::new(rules.size().cells(), (0..self.posterior.domain().sites()).map(site));
        let name = |action| action_name(told, action);
        let flow = Flow::new(&self.posterior, &projection, self.motion(told), evidence, name);
        lifts.iter().map(|lift| flow.carry(lift)).collect()
    }

    /// What the senses said, and what the thief's step told of the exits if they are `exits` from now on.
    fn all_evidence(&self, rules: &Rules, told: &Observation, exits: Option<&UnknownExits>) -> Vec<Likelihood> {
        let mut evidence = self.evidence(rules, told);
        if let (Some(now), Some(before)) = (exits, &self.exits) {
            let ratio = |start: usize| now.count(start) / before.count(start).max(1.0);
            evidence.push(Likelihood::of_tags(channel::EXITS, self.motion(told), ratio));
        }
        evidence
    }

    /// What the senses said in a record, as likelihoods on the transitions of [`motion`](Self::motion).
    pub fn evidence(&self, rules: &Rules, told: &Observation) -> Vec<Likelihood> {
        let motion = self.motion(told);
        let acted = if told.own_action.is_some() { THIEF } else { GUARD };
        let mut senses = Senses::new(motion.edges().len(), told);
        // A step leads to the same place and look wherever the guard looked before, and so tells the same.
        let mut known = vec![None; motion.domain().sites() * ACTIONS.len()];
        for (position, edge) in motion.edges().iter().enumerate() {
            let known = &mut known[edge.to as usize * ACTIONS.len() + usize::from(edge.action)];
            if let Some(earlier) = known {
                senses.repeat(*earlier);
                continue;
            }
            *known = Some(position);
            let (guard, facing) = (rules.floor_cell(edge.to as usize / 4), Direction::ALL[edge.to as usize % 4]);
            let mut state = State::start(rules, told.cell, guard, facing, [told.cell; 2]);
            state.turn = told.turn.saturating_sub(1);
            state.escaping = self.escaping;
            state.settle(rules, acted, told.own_action.unwrap_or(ACTIONS[usize::from(edge.action)]));
            senses.compare(&Observation::of(rules, &state, THIEF));
        }
        senses.likelihoods(motion)
    }

    /// How the guard moves in a record.
    pub fn motion(&self, told: &Observation) -> &Motion {
        if told.own_action.is_some() { &self.still } else { &self.motion }
    }

    /// The joint posterior: sites are floor cell · 4 + facing.
    pub fn joint(&self) -> &Posterior {
        &self.posterior
    }

    /// The pairs of exits that are possible after what the thief was told last.
    pub(super) fn exit_pairs(&self, told: &Observation) -> Vec<[Cell; 2]> {
        match (&self.exits, told.exits) {
            (Some(exits), _) => exits.pairs.clone(),
            (None, [Some(first), Some(second)]) => vec![[first, second]],
            (None, _) => Vec::new(),
        }
    }

    /// P(guard's cell, exits), a row per floor cell with one number per pair. `pairs` are those of an earlier
    /// [`exit_pairs`](Self::exit_pairs); what has become impossible has probability 0.
    ///
    /// Given where the guard started, the pairs that are left are equally likely, whatever the guard did since.
    pub(super) fn guard_and_exits(&self, pairs: &[[Cell; 2]]) -> Vec<f64> {
        let domain = self.posterior.domain();
        let guards = domain.sites() / Direction::ALL.len();
        let mut joint = vec![0.0; guards * pairs.len()];
        let Some(exits) = &self.exits else {
            let sites = self.posterior.site_probabilities().into_iter().enumerate();
            sites.for_each(|(site, probability)| joint[site / Direction::ALL.len()] += probability);
            return joint;
        };
        // Where the pairs that are left stand among those that are asked about.
        let mut left = exits.pairs.iter().peekable();
        let places = pairs.iter().enumerate().filter(|(_, pair)| left.next_if(|next| next == pair).is_some());
        let places: Vec<usize> = places.map(|(place, _)| place).collect();
        let mut starts = vec![0.0; domain.tags()];
        let mut shares = vec![0.0; exits.pairs.len()];
        for (guard, row) in joint.chunks_mut(pairs.len().max(1)).enumerate() {
            starts.fill(0.0);
            for facing in 0..Direction::ALL.len() {
                let states = (guard * Direction::ALL.len() + facing) * domain.tags();
                let mass = &self.posterior.probabilities()[states..][..domain.tags()];
                starts.iter_mut().zip(mass).for_each(|(sum, mass)| *sum += mass);
            }
            shares.fill(0.0);
            for (start, mass) in starts.iter().enumerate().filter(|(_, mass)| **mass > 0.0) {
                let share = mass / exits.count(start).max(1.0);
                exits.fitting[start].iter().for_each(|pair| shares[*pair as usize] += share);
            }
            places.iter().zip(&shares).for_each(|(place, share)| row[*place] = *share);
        }
        joint
    }

    /// Probability of each cell of the board to be the guard's, row-major.
    pub fn guard_cells(&self, rules: &Rules) -> Vec<f64> {
        let mut cells = vec![0.0; rules.size().cells()];
        for (site, probability) in self.posterior.site_probabilities().into_iter().enumerate() {
            cells[rules.size().index(rules.floor_cell(site / 4))] += probability;
        }
        cells
    }

    /// Probability of each direction (up, down, left, right) to be where the guard looks.
    pub fn facings(&self) -> [f64; 4] {
        let mut facings = [0.0; 4];
        let sites = self.posterior.site_probabilities().into_iter().enumerate();
        sites.for_each(|(site, probability)| facings[site % 4] += probability);
        facings
    }
}

impl UnknownExits {
    fn new(rules: &Rules, told: &Observation) -> Self {
        let (from_thief, apart) = (Constraint::ThiefExit.least(rules), Constraint::ExitExit.least(rules));
        let from_guard = Constraint::GuardExit.least(rules);
        let cells: Vec<Cell> = rules.floor().filter(|cell| cell.manhattan(told.cell) >= from_thief).collect();
        let later = |(place, first): (usize, &Cell)| {
            let first = *first;
            let far = cells[place + 1..].iter().filter(move |second| first.manhattan(**second) >= apart);
            far.map(move |second| [first, *second])
        };
        let pairs = cells.iter().enumerate().flat_map(later).collect();
        let words = rules.floor_cells().div_ceil(64);
        let starts = |exit: Cell| {
            let mut bits = vec![0; words];
            let far = rules.floor().enumerate().filter(|(_, guard)| guard.manhattan(exit) >= from_guard);
            far.for_each(|(start, _)| bits[start / 64] |= 1 << (start % 64));
            bits
        };
        let all =
            Self { pairs, size: rules.size(), starts: rules.size().iter().map(starts).collect(), fitting: Vec::new() };
        all.retain(rules, told)
    }

    /// What a record leaves; `None` if it says nothing new.
    fn after(&self, rules: &Rules, told: &Observation) -> Option<Self> {
        if self.pairs.iter().all(|pair| fits(pair, told)) {
            return None;
        }
        Some(self.retain(rules, told))
    }

    fn retain(&self, rules: &Rules, told: &Observation) -> Self {
        let pairs: Vec<[Cell; 2]> = self.pairs.iter().filter(|pair| fits(pair, told)).copied().collect();
        let mut fitting = vec![Vec::new(); rules.floor_cells()];
        for (place, pair) in pairs.iter().enumerate() {
            self.starts_of(pair).for_each(|start| fitting[start].push(place as u32));
        }
        Self { pairs, size: self.size, starts: self.starts.clone(), fitting }
    }

    /// How many pairs are possible with that start.
    fn count(&self, start: usize) -> f64 {
        self.fitting[start].len() as f64
    }

    /// Where the guard can have started with these exits, as positions among the floor cells.
    fn starts_of(&self, pair: &[Cell; 2]) -> impl Iterator<Item = usize> {
        let [first, second] = pair.map(|exit| &self.starts[self.size.index(exit)]);
        first.iter().zip(second).enumerate().flat_map(|(word, (first, second))| {
            let mut bits = first & second;
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(word * 64 + bit)
            })
        })
    }
}

/// Whether a thief that does not know the exits would have been told so by a pair: it finds an exit by standing on it.
fn fits(pair: &[Cell; 2], told: &Observation) -> bool {
    told.exits.contains(&Some(told.cell)) == pair.contains(&told.cell)
}

/// The site of a guard on a floor cell.
fn site(cell: usize, facing: Direction) -> usize {
    cell * Direction::ALL.len() + facing as usize
}

/// T of the guard: a step turns it, waiting does not.
fn guard_motion(rules: &Rules, model: OpponentModel, domain: Domain) -> Motion {
    let sites = site_of_cells(rules);
    let mut motion = Motion::new(domain);
    for (from, cell) in rules.floor().enumerate() {
        let policy = model.policy(rules, cell, false, |_| u32::MAX);
        for facing in Direction::ALL {
            for (action, probability) in policy.into_iter().enumerate() {
                let to = match ACTIONS[action] {
                    Action::Wait => site(from, facing),
                    Action::Move(direction) => match rules.step(cell, direction) {
                        Some(next) => site(sites[rules.size().index(next)], direction),
                        None => continue,
                    },
                    Action::Escape => continue,
                };
                motion.push(site(from, facing), to, action as u16, probability);
            }
        }
    }
    motion
}
