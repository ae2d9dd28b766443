//! Which joint moves are legal. All that decides it a team knows: its own persons, and the flags on their spawn points.

use fogreel_engine::{Cell, Direction};

use super::action::PackedStep;
use super::{Action, FlagSet, PERSONS, Rules};

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
        let [first, second, third] = std::array::from_fn(|place| match order.get(place) {
            Some(person) => self.options(rules, *person),
            None => Options::nobody(place),
        });
        out.reserve(first.count * second.count * third.count);
        // One list a person, written out: this is most of the time of a turn at random.
        for one in first.iter() {
            let action = Action::default().with(0, one.step);
            let count = usize::from(one.moves());
            for other in second.iter().filter(|other| other.to != one.to) {
                let action = action.with(count, other.step);
                let count = count + usize::from(other.moves());
                for last in third.iter().filter(|last| last.to != one.to && last.to != other.to) {
                    out.push(action.with(count, last.step));
                }
            }
        }
        if out.len() > 1 && rules.knobs.must_move.is_on() {
            // Waiting came first.
            out.remove(0);
        }
    }

    /// What one person could do if the others were not there.
    fn options(&self, rules: &Rules, person: usize) -> Options {
        let from = self.cells[person];
        let mut options = Options::staying(from);
        for (direction, to) in Direction::ALL.into_iter().zip(rules.steps(self.team, from)) {
            if let Some(to) = to.filter(|to| self.may_enter(rules, person, *to)) {
                options.list[options.count] = Choice { to, step: PackedStep::new(from, direction) };
                options.count += 1;
            }
        }
        options
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
}

/// One thing that a person could do.
#[derive(Clone, Copy)]
struct Choice {
    /// Where it stands then.
    to: Cell,
    step: PackedStep,
}

impl Choice {
    fn moves(self) -> bool {
        self.step != PackedStep::NONE
    }
}

/// Everything that a person could do.
struct Options {
    list: [Choice; 5],
    count: usize,
}

impl Options {
    fn staying(cell: Cell) -> Self {
        Self { list: [Choice { to: cell, step: PackedStep::NONE }; 5], count: 1 }
    }

    /// The place of a person that the match does not have: it stays where nobody comes.
    fn nobody(place: usize) -> Self {
        Self::staying(Cell::new(u16::MAX, place as u16))
    }

    fn iter(&self) -> impl Iterator<Item = &Choice> {
        self.list[..self.count].iter()
    }
}
