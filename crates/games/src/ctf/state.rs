//! The true position, and what a joint move makes of it.

use fogreel_engine::{Cell, Chance, IllegalAction};

use super::{Action, PERSONS, Rules};

/// The true position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Where the persons of each team are.
    pub persons: [[Cell; PERSONS]; 2],
    /// The enemy flag, by number, that each person carries. Every other flag is on its spawn point.
    pub carried: [[Option<usize>; PERSONS]; 2],
    /// Flags that each team has returned.
    pub returns: [u32; 2],
    /// Joint moves so far; the first team acts on even ones.
    pub turn: u32,
    /// Whose step of the latest joint move did not happen.
    pub blocked: [bool; PERSONS],
}

impl State {
    /// The position before the first joint move.
    pub fn start(persons: [[Cell; PERSONS]; 2]) -> Self {
        Self { persons, carried: [[None; PERSONS]; 2], returns: [0; 2], turn: 0, blocked: [false; PERSONS] }
    }

    /// The team to act, 0 or 1, were the match not over.
    pub fn to_act(&self) -> usize {
        (self.turn % 2) as usize
    }

    /// Whether a team's flag is on its spawn point.
    pub fn is_home(&self, team: usize, flag: usize) -> bool {
        !self.carried[1 - team].contains(&Some(flag))
    }

    /// Applies the joint move of the team to act. Draws `return_spot` for everybody who is sent home.
    ///
    /// # Errors
    /// [`IllegalAction`] if the rules forbid it; the state is then untouched.
    pub fn apply(&mut self, rules: &Rules, action: Action, chance: &mut Chance) -> Result<(), IllegalAction> {
        let team = self.to_act();
        let wanted = self.targets(rules, team, action)?;
        let (enemy, before) = (1 - team, self.persons[team]);
        let mut targets = wanted;
        for (target, from) in targets.iter_mut().zip(before) {
            if *target != from && self.persons[enemy].contains(target) && !rules.is_own_half(team, *target) {
                *target = from;
            }
        }
        // A person that was stopped keeps its cell, which may stop whoever wanted to enter it.
        while let Some(person) = (0..PERSONS).find(|person| {
            let clash = |other: usize| other != *person && targets[other] == targets[*person];
            targets[*person] != before[*person] && (0..PERSONS).any(clash)
        }) {
            targets[person] = before[person];
        }
        self.persons[team] = targets;
        self.blocked = std::array::from_fn(|person| targets[person] != wanted[person]);
        self.turn += 1;
        for person in (0..PERSONS).filter(|person| targets[*person] != before[*person]) {
            if let Some(other) = self.persons[enemy].iter().position(|cell| *cell == targets[person]) {
                self.send_home(rules, enemy, other, chance);
            }
            if let Some(flag) = rules.flag_at(enemy, targets[person]).filter(|flag| self.is_home(enemy, *flag)) {
                self.carried[team][person] = Some(flag);
            }
            if targets[person].chebyshev(rules.side(team).base) <= 1 && self.carried[team][person].take().is_some() {
                self.returns[team] += 1;
            }
        }
        Ok(())
    }

    /// Where each person of the team would stand if no enemy were in the way.
    fn targets(&self, rules: &Rules, team: usize, action: Action) -> Result<[Cell; PERSONS], IllegalAction> {
        let illegal = |why: &str| Err(IllegalAction { action: action.to_string(), why: why.to_owned() });
        if self.turn >= rules.max_turns {
            return illegal("the match is over");
        }
        let mut targets = self.persons[team];
        let mut moved = [false; PERSONS];
        for step in action.steps() {
            let Some(person) = self.persons[team].iter().position(|cell| *cell == step.from) else {
                return illegal("none of the team stands there");
            };
            if std::mem::replace(&mut moved[person], true) {
                return illegal("a person moves once");
            }
            if step.from.manhattan(step.to) != 1 || !rules.is_walkable(step.to) {
                return illegal("a step leads to a neighbouring cell that is neither wall nor base");
            }
            if rules.flag_at(team, step.to).is_some() {
                return illegal("nobody steps on a spawn point of the own flags");
            }
            let flag = rules.flag_at(1 - team, step.to).filter(|flag| self.is_home(1 - team, *flag));
            if flag.is_some() && self.carried[team][person].is_some() {
                return illegal("a person carries one flag at most");
            }
            targets[person] = step.to;
        }
        let [first, second, third] = targets;
        if first == second || second == third || first == third {
            return illegal("two persons never share a cell");
        }
        Ok(targets)
    }

    /// Sends a person beside its base, and its flag to its spawn point.
    fn send_home(&mut self, rules: &Rules, team: usize, person: usize, chance: &mut Chance) {
        let base = rules.side(team).base;
        let is_free = |cell: &Cell| {
            let is_spawn = (0..2).any(|side| rules.flag_at(side, *cell).is_some());
            rules.is_walkable(*cell) && !is_spawn && !self.persons.as_flattened().contains(cell)
        };
        let beside = |distance| {
            let near = rules.size().iter().filter(move |cell| cell.chebyshev(base) == 1);
            near.filter(move |cell| cell.manhattan(base) == distance).filter(is_free).collect::<Vec<_>>()
        };
        let spots = Some(beside(2)).filter(|spots| !spots.is_empty()).unwrap_or_else(|| beside(1));
        let spot = chance.uniform("return_spot", spots.len() as u64, |spot| spots[spot as usize].to_string());
        self.persons[team][person] = spots[spot as usize];
        self.carried[team][person] = None;
    }
}

#[cfg(test)]
mod tests;
