//! Ways across the board.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use fogreel_engine::Cell;

use crate::ctf::{Knowledge, Rules};

/// Walking distances that never change during a match, for one team.
pub(super) struct Ways {
    /// By enemy flag, by cell.
    pub(super) to_flag: Vec<Vec<u32>>,
    /// To the nearest cell in which flags are dropped.
    pub(super) home: Vec<u32>,
}

impl Ways {
    pub(super) fn new(rules: &Rules, team: usize) -> Self {
        let to = |flag: &Cell| rules.walking_distances(team, [*flag]);
        Self {
            to_flag: rules.side(1 - team).flags.iter().map(to).collect(),
            home: rules.walking_distances(team, rules.dropping(team).iter()),
        }
    }
}

/// The enemy flags that a person could fetch: on their spawn points, and not dealt to somebody else.
pub(super) fn open_flags(rules: &Rules, knowledge: &Knowledge, person: usize) -> impl Iterator<Item = usize> {
    let told = &knowledge.latest;
    let home = told.home[1 - told.team];
    let flags = rules.side(1 - told.team).flags.len();
    (0..flags).filter(move |flag| home & (1 << flag) != 0 && rules.may_carry(person, *flag))
}

/// Cost of the cheapest way from every cell to the nearest target (Dijkstra 1959): each step costs 1, and more where `toll` says so
/// of the cell that it leads to. Infinite where there is no way.
pub(super) fn costs(
    rules: &Rules,
    team: usize,
    targets: impl IntoIterator<Item = Cell>,
    toll: impl Fn(Cell) -> f64,
) -> Vec<f64> {
    let size = rules.size();
    let mut costs = vec![f64::INFINITY; size.cells()];
    // Costs are finite and never negative, so their bits order like they do.
    let mut open = BinaryHeap::new();
    for target in targets {
        costs[size.index(target)] = 0.0;
        open.push(Reverse((0, target)));
    }
    while let Some(Reverse((bits, cell))) = open.pop() {
        let here = f64::from_bits(bits);
        if here > costs[size.index(cell)] {
            continue;
        }
        // Costs run backwards: who comes from `next` steps onto `cell`.
        let next_cost = here + 1.0 + toll(cell);
        for next in rules.steps(team, cell).into_iter().flatten() {
            let cost = &mut costs[size.index(next)];
            if next_cost < *cost {
                *cost = next_cost;
                open.push(Reverse((next_cost.to_bits(), next)));
            }
        }
    }
    costs
}
