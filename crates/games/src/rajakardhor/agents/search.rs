//! The hunter's minimax search with alpha-beta pruning (Knuth and Moore 1975, in its fail-soft form).

use fogreel_engine::Cell;

use crate::rajakardhor::knobs::Escape;
use crate::rajakardhor::state::is_capture;
use crate::rajakardhor::{GUARD, Rules, THIEF};

/// Score of a win for the guard; plies that remain are added, so that earlier wins are better.
const WIN: f64 = 10_000.0;

/// One search: what it knows of the position, and how many nodes it has visited.
pub struct Search<'a> {
    rules: &'a Rules,
    escape_exits: &'a [Cell],
    known_exits: &'a [Cell],
    nodes: u64,
}

/// Where both stand and how many turns were played.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Where the thief is.
    pub thief: Cell,
    /// Where the guard is.
    pub guard: Cell,
    /// Turns played; the guard is to act, so it is odd.
    pub turn: u32,
    /// Whether the thief has declared an escape that the guard's next action does not stop unless it captures.
    pub escaping: bool,
}

impl<'a> Search<'a> {
    /// A search that lets the thief escape from `escape_exits` and knows `known_exits` to be worth guarding.
    pub fn new(rules: &'a Rules, escape_exits: &'a [Cell], known_exits: &'a [Cell]) -> Self {
        Self { rules, escape_exits, known_exits, nodes: 0 }
    }

    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Exact minimax value, for the guard, of its step to `next` with `depth` actions in all.
    pub fn root_move(&mut self, node: Node, next: Cell, depth: u32) -> f64 {
        let child = Node { guard: next, turn: node.turn + 1, ..node };
        self.nodes += 1;
        if is_capture(self.rules, GUARD, child.thief, child.guard) {
            return WIN;
        }
        if child.escaping {
            return -WIN;
        }
        self.value(child, depth.saturating_sub(1), f64::NEG_INFINITY, f64::INFINITY)
    }

    /// Minimax value of a position within a window.
    fn value(&mut self, node: Node, plies: u32, alpha: f64, beta: f64) -> f64 {
        if plies == 0 || node.turn >= self.rules.knobs.max_turns {
            return self.leaf(node);
        }
        let is_thief = node.turn.is_multiple_of(2);
        if is_thief { self.thief_reply(node, plies, alpha, beta) } else { self.guard_move(node, plies, alpha, beta) }
    }

    fn thief_reply(&mut self, node: Node, plies: u32, alpha: f64, mut beta: f64) -> f64 {
        let mut worst = f64::INFINITY;
        let steps = self.rules.steps(node.thief).map(|(_, cell)| cell);
        for thief in steps.chain([node.thief]) {
            let child = Node { thief, turn: node.turn + 1, ..node };
            self.nodes += 1;
            let value = if is_capture(self.rules, THIEF, child.thief, child.guard) {
                WIN + f64::from(plies)
            } else {
                self.value(child, plies - 1, alpha, beta)
            };
            worst = worst.min(value);
            beta = beta.min(worst);
            if alpha >= beta {
                return worst;
            }
        }
        if self.escape_exits.contains(&node.thief) {
            self.nodes += 1;
            let value = match self.rules.knobs.escape {
                Escape::AtOnce => -WIN - f64::from(plies),
                Escape::Delayed => {
                    let child = Node { turn: node.turn + 1, escaping: true, ..node };
                    self.value(child, plies - 1, alpha, beta)
                }
            };
            worst = worst.min(value);
        }
        worst
    }

    fn guard_move(&mut self, node: Node, plies: u32, mut alpha: f64, beta: f64) -> f64 {
        let mut best = f64::NEG_INFINITY;
        for (_, guard) in self.rules.steps(node.guard) {
            let child = Node { guard, turn: node.turn + 1, ..node };
            self.nodes += 1;
            let value = if is_capture(self.rules, GUARD, child.thief, child.guard) {
                WIN + f64::from(plies)
            } else if child.escaping {
                -WIN - f64::from(plies)
            } else {
                self.value(child, plies - 1, alpha, beta)
            };
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        // Walled in on all sides, it can only wait.
        if best == f64::NEG_INFINITY { self.leaf(node) } else { best }
    }

    /// Near the thief is good; the thief near an exit that the guard knows is bad.
    fn leaf(&self, node: Node) -> f64 {
        let closeness = 12_u32.saturating_sub(node.guard.manhattan(node.thief));
        let to_exit = self.known_exits.iter().map(|exit| exit.manhattan(node.thief)).min();
        let danger = to_exit.map_or(0, |distance| 10_u32.saturating_sub(distance));
        8.0 * f64::from(closeness) - 5.0 * f64::from(danger)
    }
}
