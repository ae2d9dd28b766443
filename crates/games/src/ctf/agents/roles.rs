//! `roles`: attackers that go round where enemies are expected, and defenders that hunt intruders.

use fogreel_engine::{Agent, Cell, Chance, Explanation, Percept};

use super::joint::Candidates;
use super::runner::{Errand, errands};
use super::ways::{Ways, costs};
use crate::ctf::{Action, Ctf, EnemyMap, Knowledge, PERSONS, Rules, Sighting, TEAMS};
use crate::knobs::{Knob, integer_knob, number_knob};

pub(super) const VERSION: u32 = 1;

/// What can be set.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    defenders: u32,
    fear: f64,
    reach: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { defenders: 1, fear: 8.0, reach: 4 }
    }
}

pub(super) static SETTINGS: &[Knob<Settings>] = &[
    integer_knob!(defenders: 0..=3, "persons that stay on the own half; one at least attacks"),
    number_knob!(fear: 0.0..=1000.0, "steps of detour that one expected enemy within a step is worth"),
    integer_knob!(reach: 0..=1024, "steps within which attackers on the own half turn on an intruder in sight"),
];

/// Worth of stepping onto an intruder; more than any way is long.
const TAG: f64 = 1e6;
/// The same if it carries a flag.
const TAG_CARRIER: f64 = 2e6;
/// Expected enemies on the own half from which on a defender goes and looks.
const WORTH_A_LOOK: f64 = 0.2;
/// Steps over which the threat to a flag falls to a third.
const THREAT_RANGE: f64 = 5.0;

/// A team with attackers and defenders.
pub(super) struct Roles {
    settings: Settings,
    ways: Option<Ways>,
    /// By own flag: walking distances of the enemy to it.
    threats: Vec<Vec<u32>>,
    enemies: Option<EnemyMap>,
    counts: Vec<f64>,
    candidates: Candidates,
}

impl Roles {
    pub(super) fn new(_: &Rules, settings: Settings) -> Self {
        Self {
            settings,
            ways: None,
            threats: Vec::new(),
            enemies: None,
            counts: Vec::new(),
            candidates: Candidates::default(),
        }
    }

    /// Whether a person defends; the last ones do.
    fn defends(&self, rules: &Rules, person: usize) -> bool {
        let defenders = if rules.teams() == 2 { self.settings.defenders as usize } else { 0 };
        person >= rules.persons().saturating_sub(defenders).max(1)
    }

    /// Expected number of enemies that could step onto each cell of the enemy's half next.
    fn danger(&self, rules: &Rules, team: usize) -> Vec<f64> {
        let size = rules.size();
        let mut danger = vec![0.0; size.cells()];
        if self.counts.is_empty() {
            return danger;
        }
        for cell in size.iter().filter(|cell| self.counts[size.index(*cell)] > 0.0) {
            let count = self.counts[size.index(cell)];
            let around = rules.steps(1 - team, cell).into_iter().flatten().chain([cell]);
            around.filter(|near| rules.is_own_half(1 - team, *near)).for_each(|near| danger[size.index(near)] += count);
        }
        danger
    }

    /// The intruder in sight that somebody on a cell turns on: a carrier before others, then the nearest.
    fn prey(&self, rules: &Rules, knowledge: &Knowledge, from: Cell, reach: u32) -> Option<Sighting> {
        let told = &knowledge.latest;
        let intruders = told.enemies.iter().flatten().filter(|enemy| rules.is_own_half(told.team, enemy.cell));
        let near = intruders.filter(|enemy| enemy.cell.manhattan(from) <= reach);
        near.copied().min_by_key(|enemy| (enemy.carries.is_none(), enemy.cell.manhattan(from), enemy.cell))
    }

    /// Where a defender without prey goes: to where an intruder is expected, else beside the flag that is threatened most.
    fn post(&self, rules: &Rules, knowledge: &Knowledge) -> Vec<Cell> {
        let (size, told) = (rules.size(), &knowledge.latest);
        let team = told.team;
        let own_half =
            || size.iter().filter(|cell| rules.is_own_half(team, *cell) && rules.floor(team).contains(*cell));
        let count = |cell: &Cell| self.counts.get(size.index(*cell)).copied().unwrap_or(0.0);
        if own_half().map(|cell| count(&cell)).sum::<f64>() > WORTH_A_LOOK {
            let likeliest = own_half().max_by(|one, other| count(one).total_cmp(&count(other)).then(other.cmp(one)));
            return likeliest.into_iter().collect();
        }
        let threat = |flag: usize| -> f64 {
            let nearness = |index: usize| (-f64::from(self.threats[flag][index]) / THREAT_RANGE).exp();
            self.counts
                .iter()
                .enumerate()
                .filter(|(_, count)| **count > 0.0)
                .map(|(at, count)| count * nearness(at))
                .sum()
        };
        let flags = 0..rules.side(team).flags.len();
        let in_place = flags.filter(|flag| told.home[team] & (1 << flag) != 0);
        let threatened = in_place
            .map(|flag| (flag, threat(flag)))
            .max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0)));
        let place = threatened.map_or(rules.side(team).base, |(flag, _)| rules.side(team).flags[flag]);
        size.iter().filter(|cell| cell.chebyshev(place) == 1 && rules.floor(team).contains(*cell)).collect()
    }

    /// By person: the cost of the way from each cell to where it wants to be.
    fn wishes(&self, rules: &Rules, knowledge: &Knowledge, danger: &[f64]) -> [Vec<f64>; PERSONS] {
        let (size, team) = (rules.size(), knowledge.latest.team);
        let toll = |cell: Cell| self.settings.fear * danger[size.index(cell)];
        let flags = &rules.side(1 - team).flags;
        let to_flags: Vec<Vec<f64>> = flags.iter().map(|flag| costs(rules, team, [*flag], toll)).collect();
        let attacks = |person: usize| !self.defends(rules, person);
        let errands = errands(rules, knowledge, attacks, |flag, cell| to_flags[flag][size.index(cell)]);
        let home = || costs(rules, team, rules.dropping(team).iter(), toll);
        let own = knowledge.latest.own(rules);
        std::array::from_fn(|person| {
            let Some(from) = own.get(person) else { return Vec::new() };
            let is_at_home = rules.is_own_half(team, *from);
            let is_loaded = knowledge.latest.carried[person].is_some();
            let reach = if attacks(person) { self.settings.reach } else { u32::MAX };
            let prey = self.prey(rules, knowledge, *from, reach).filter(|_| is_at_home && !is_loaded);
            match (prey, errands[person]) {
                (Some(prey), _) => costs(rules, team, [prey.cell], toll),
                (None, Some(Errand::Fetch(flag))) => to_flags[flag].clone(),
                (None, Some(Errand::Home)) => home(),
                (None, None) if is_loaded => home(),
                (None, None) => costs(rules, team, self.post(rules, knowledge), toll),
            }
        })
    }
}

impl Agent<Ctf> for Roles {
    fn observe(&mut self, percept: &Percept<'_, Ctf>) {
        let (rules, told, knowledge) = (percept.rules, percept.observation, percept.knowledge);
        match &mut self.enemies {
            Some(enemies) => enemies.observe(rules, told, knowledge.visible()),
            None => {
                self.enemies = Some(EnemyMap::new(rules, told, knowledge.visible()));
                self.ways = Some(Ways::new(rules, told.team));
                let flags = &rules.side(told.team).flags;
                self.threats = flags.iter().map(|flag| rules.walking_distances(1 - told.team, [*flag])).collect();
            }
        }
        self.counts = self.enemies.as_ref().map(EnemyMap::counts).unwrap_or_default();
    }

    fn act(&mut self, percept: &Percept<'_, Ctf>, legal: &[Action], chance: &mut Chance) -> Action {
        let (rules, knowledge) = (percept.rules, percept.knowledge);
        let (size, told) = (rules.size(), &knowledge.latest);
        let danger = self.danger(rules, told.team);
        let wishes = self.wishes(rules, knowledge, &danger);
        let tag = |cell: Cell| {
            let enemy = told.enemies.iter().flatten().find(|enemy| enemy.cell == cell);
            match enemy.filter(|_| rules.is_own_half(told.team, cell)) {
                Some(Sighting { carries: Some(_), .. }) => TAG_CARRIER,
                Some(_) => TAG,
                None => 0.0,
            }
        };
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.score(rules, knowledge, legal, |person, cell| {
            let way = wishes[person][size.index(cell)].min(1e4);
            tag(cell) - way - self.settings.fear * danger[size.index(cell)]
        });
        self.candidates = candidates;
        self.candidates.choose(chance)
    }

    fn explain(&self, explanation: &mut Explanation) {
        if let Some(Some((counts, quality))) = self.enemies.as_ref().map(EnemyMap::belief) {
            let own = usize::from(explanation.owner() == TEAMS[1]);
            explanation.belief(TEAMS[1 - own], counts, quality);
        }
        let top = self.candidates.top();
        if !top.is_empty() {
            explanation.decision("roles", top);
        }
    }
}
