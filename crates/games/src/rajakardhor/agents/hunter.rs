//! `hunter`: the seed's guard. Searches when it sees the thief, else follows its probability map.

use fogreel_engine::{Agent, Cell, Chance, Explanation, Percept};

use super::first_best;
use super::guard_map::GuardMap;
use super::search::{Node, Search};
use super::thief_map::ThiefMap;
use crate::knobs::{Knob, integer_knob};
use crate::rajakardhor::{Action, RajakarDhor, Rules};

pub(super) const VERSION: u32 = 1;

/// What can be set.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    depth: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { depth: 3 }
    }
}

pub(super) static SETTINGS: &[Knob<Settings>] =
    &[integer_knob!(depth: 1..=9, "actions that the search looks ahead: 3 is guard, thief, guard")];

/// Cells whose probability differs from the greatest by no more count as hottest.
const HOTTEST: f64 = 1e-12;

/// The guard of the seed.
pub(super) struct Hunter {
    settings: Settings,
    map: GuardMap,
    /// Its cells, the present one last.
    trail: [Option<Cell>; 2],
    hottest: Vec<Cell>,
    candidates: Vec<(Action, f64)>,
    branch: Branch,
}

/// Which part decided.
#[derive(Clone, Copy)]
enum Branch {
    Minimax { nodes: u64 },
    Belief,
}

impl Hunter {
    pub(super) fn new(rules: &Rules, settings: Settings) -> Self {
        Self::with_map(GuardMap::Seed(Box::new(ThiefMap::new(rules))), settings)
    }

    pub(super) fn with_map(map: GuardMap, settings: Settings) -> Self {
        Self {
            settings,
            map,
            trail: [None; 2],
            hottest: Vec::new(),
            candidates: Vec::with_capacity(4),
            branch: Branch::Belief,
        }
    }

    /// Scores each step by exact minimax.
    fn search(&mut self, percept: &Percept<'_, RajakarDhor>, thief: Cell) {
        let knowledge = percept.knowledge;
        let known_exits = knowledge.exits.as_slice();
        // The original lets the thief escape from exits that its guard has not found: a privileged input.
        let escape_exits = percept.privileged.exits.as_ref().map_or(known_exits, |exits| exits.as_slice());
        let mut search = Search::new(percept.rules, escape_exits, known_exits);
        let told = percept.observation;
        // An escape is heard like a move: the guard cannot know that one was declared.
        let node = Node { thief, guard: told.cell, turn: told.turn, escaping: false };
        for (direction, cell) in percept.rules.steps(node.guard) {
            self.candidates.push((Action::Move(direction), search.root_move(node, cell, self.settings.depth)));
        }
        self.branch = Branch::Minimax { nodes: search.nodes() };
    }

    /// Scores each step by the map: 12 × the cell's probability, + 8 × that of the cell and its four neighbours,
    /// − 3 × the distance to the nearest hottest cell, − 2.2 for stepping straight back.
    fn follow_map(&mut self, percept: &Percept<'_, RajakarDhor>) {
        let rules = percept.rules;
        let size = rules.size();
        let map = self.map.probabilities();
        let greatest = map.iter().copied().fold(0.0, f64::max);
        self.hottest.clear();
        self.hottest.extend(
            map.iter().enumerate().filter(|(_, p)| **p >= greatest - HOTTEST).map(|(index, _)| size.cell(index)),
        );
        let probability = |cell: Cell| map[size.index(cell)];
        for (direction, cell) in rules.steps(percept.observation.cell) {
            let around = probability(cell) + size.neighbours(cell).map(probability).sum::<f64>();
            let distance = self.hottest.iter().map(|hot| hot.manhattan(cell)).min().unwrap_or(0);
            let back = if self.trail[0] == Some(cell) { 2.2 } else { 0.0 };
            let score = 12.0 * probability(cell) + 8.0 * around - 3.0 * f64::from(distance) - back;
            self.candidates.push((Action::Move(direction), score));
        }
        self.branch = Branch::Belief;
    }
}

impl Agent<RajakarDhor> for Hunter {
    fn observe(&mut self, percept: &Percept<'_, RajakarDhor>) {
        self.map.observe(percept);
        let told = percept.observation;
        if told.own_action.is_some() || self.trail[1].is_none() {
            self.trail = [self.trail[1], Some(told.cell)];
        }
    }

    fn act(&mut self, percept: &Percept<'_, RajakarDhor>, _: &[Action], _: &mut Chance) -> Action {
        self.candidates.clear();
        match percept.observation.rival() {
            Some(thief) => self.search(percept, thief),
            None => self.follow_map(percept),
        }
        first_best(&self.candidates).unwrap_or(Action::Wait)
    }

    fn explain(&self, explanation: &mut Explanation) {
        self.map.explain(explanation);
        if self.candidates.is_empty() {
            return;
        }
        let candidates = self.candidates.iter().copied();
        match self.branch {
            Branch::Minimax { nodes } => {
                let decision = explanation.decision("minimax", candidates);
                decision.nodes = Some(nodes);
                decision.depth = Some(self.settings.depth);
            }
            Branch::Belief => {
                explanation.decision("belief", candidates);
            }
        }
    }
}
