//! Which joint moves are legal. All that decides it a team knows: its own persons, and the flags on their spawn points.

use fogreel_engine::Cell;

use super::{Action, FlagSet, PERSONS, Rules, Step};

/// What a team's joint moves depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Movers<'a> {
    pub(super) team: usize,
    /// Where its persons are.
    pub(super) cells: &'a [Cell],
    /// What they carry.
    pub(super) carried: &'a [Option<u8>],
    /// The enemy flags on their spawn points.
    pub(super) flags: FlagSet,
}

impl Movers<'_> {
    /// Where each person would stand if no enemy were in the way, or why the rules forbid it. Persons that the match does not have
    /// get the cell that they have.
    pub(super) fn targets(&self, rules: &Rules, action: Action) -> Result<[Cell; PERSONS], &'static str> {
        let mut targets = [Cell::new(0, 0); PERSONS];
        targets[..self.cells.len()].copy_from_slice(self.cells);
        let mut moved = [false; PERSONS];
        for step in action.steps() {
            let Some(person) = self.cells.iter().position(|cell| *cell == step.from) else {
                return Err("none of the team stands there");
            };
            if std::mem::replace(&mut moved[person], true) {
                return Err("a person moves once");
            }
            if !rules.steps(self.team, step.from).contains(&Some(step.to)) {
                return Err("a step leads to a neighbouring cell, and none that is a wall, a base, \
                            or a spawn point of the own flags");
            }
            if !self.may_enter(rules, person, step.to) {
                return Err("a person carries one flag at most");
            }
            targets[person] = step.to;
        }
        let clash = |person: usize| targets[..person].contains(&targets[person]);
        if (1..self.cells.len()).any(clash) {
            return Err("two persons never share a cell");
        }
        if moved == [false; PERSONS] && self.must_move(rules) {
            return Err("somebody must move");
        }
        Ok(targets)
    }

    /// Fills `out` with the legal joint moves: by the persons in the order of their cells, for each of them staying, up, down, left,
    /// right.
    pub(super) fn fill(&self, rules: &Rules, out: &mut Vec<Action>) {
        let mut order = [0, 1, 2];
        let order = &mut order[..self.cells.len()];
        order.sort_unstable_by_key(|person| self.cells[*person]);
        let mut found = Found { targets: [Cell::new(0, 0); PERSONS], action: Action::default(), out };
        self.extend(rules, order, 0, &mut found);
        if found.out.len() > 1 && rules.knobs.must_move.is_on() {
            // Waiting came first.
            found.out.remove(0);
        }
    }

    /// Whether the rules ask for a step, and there is one.
    fn must_move(&self, rules: &Rules) -> bool {
        let mut all = Vec::new();
        if rules.knobs.must_move.is_on() {
            self.fill(rules, &mut all);
        }
        all.first().is_some_and(|first| *first != Action::default())
    }

    fn may_enter(&self, rules: &Rules, person: usize, to: Cell) -> bool {
        let flag = rules.flag_at(1 - self.team, to).filter(|flag| self.flags & (1 << flag) != 0);
        flag.is_none() || self.carried[person].is_none()
    }

    /// All ways to go on from the first `depth` persons of the order.
    fn extend(&self, rules: &Rules, order: &[usize], depth: usize, found: &mut Found<'_>) {
        let Some(person) = order.get(depth).copied() else {
            found.out.push(found.action);
            return;
        };
        let from = self.cells[person];
        let before = found.action;
        for to in std::iter::once(Some(from)).chain(rules.steps(self.team, from)).flatten() {
            if found.targets[..depth].contains(&to) || (to != from && !self.may_enter(rules, person, to)) {
                continue;
            }
            found.targets[depth] = to;
            if to != from {
                found.action.push(Step { from, to });
            }
            self.extend(rules, order, depth + 1, found);
            found.action = before;
        }
    }
}

/// The joint moves found so far, and the one that is being put together.
struct Found<'a> {
    targets: [Cell; PERSONS],
    action: Action,
    out: &'a mut Vec<Action>,
}
