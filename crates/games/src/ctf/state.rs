//! The true position, and what a joint move makes of it.

use fogreel_engine::data::Outcome;
use fogreel_engine::{Cell, Chance, IllegalAction, Seat, SeatSet};

use super::knobs::{Goal, Intruder, ReturnSpot};
use super::moves::Movers;
use super::{Action, FlagSet, PERSONS, Rules};

/// The true position. Entries of persons that a match does not have are all the same and mean nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Where the persons of each team are.
    pub persons: [[Cell; PERSONS]; 2],
    /// The enemy flag, by number, that each person carries.
    pub carried: [[Option<u8>; PERSONS]; 2],
    /// Flags of each side that were returned and do not come back.
    pub gone: [FlagSet; 2],
    /// Flags that each team has returned.
    pub returns: [u32; 2],
    /// Joint moves so far.
    pub turn: u32,
    /// The latest joint move; whose it was follows from [`turn`](Self::turn).
    pub last: Option<Action>,
    /// Whose step of it did not happen, without any other consequence.
    pub blocked: [bool; PERSONS],
    /// Who was sent home by it.
    pub sent_home: [Option<SentHome>; PERSONS],
    /// How the match ended.
    pub ending: Option<Ending>,
}

/// Somebody who was sent home.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SentHome {
    /// Its team.
    pub team: u8,
    /// Where it happened; whoever did it stands there.
    pub at: Cell,
    /// Where it stands now.
    pub to: Cell,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The turns ran out.
    TurnLimit([u32; 2]),
    /// A team reached the goal.
    Goal {
        /// The team.
        team: u8,
        /// Turns that it took.
        turns: u32,
    },
    /// A single team ran out of turns.
    Failed,
}

impl State {
    /// The position before the first joint move.
    pub fn start(rules: &Rules, persons: [[Cell; PERSONS]; 2]) -> Self {
        let mut state = Self {
            persons,
            carried: [[None; PERSONS]; 2],
            gone: [0; 2],
            returns: [0; 2],
            turn: 0,
            last: None,
            blocked: [false; PERSONS],
            sent_home: [None; PERSONS],
            ending: None,
        };
        state.ending = state.limit(rules);
        state
    }

    /// The team to act, 0 or 1, were the match not over.
    pub fn to_act(&self, rules: &Rules) -> usize {
        self.turn as usize % rules.teams()
    }

    /// The team that acted last.
    pub fn acted(&self, rules: &Rules) -> Option<usize> {
        self.turn.checked_sub(1).map(|turn| turn as usize % rules.teams())
    }

    /// Where the persons of a team are.
    pub fn team(&self, rules: &Rules, team: usize) -> &[Cell] {
        if team < rules.teams() { &self.persons[team][..rules.persons()] } else { &[] }
    }

    /// The flags of a side that are on their spawn points.
    pub fn home(&self, rules: &Rules, side: usize) -> FlagSet {
        let mut away = self.gone[side];
        if rules.leaves_spawn() {
            self.carried[1 - side].iter().flatten().for_each(|flag| away |= 1 << flag);
        }
        rules.flags(side) & !away
    }

    /// What a team's joint moves depend on.
    pub(super) fn movers<'a>(&'a self, rules: &Rules, team: usize) -> Movers<'a> {
        Movers { team, cells: self.team(rules, team), carried: &self.carried[team], flags: self.home(rules, 1 - team) }
    }

    /// Fills `out` with the legal joint moves of the team to act, in the game's fixed order. Clears it first.
    pub fn legal_actions(&self, rules: &Rules, out: &mut Vec<Action>) {
        out.clear();
        self.movers(rules, self.to_act(rules)).fill(rules, out);
    }

    /// Applies the joint move of the team to act. Draws `return_spot` for everybody who is sent home.
    ///
    /// # Errors
    /// [`IllegalAction`] if the rules forbid it; the state is then untouched.
    pub fn apply(&mut self, rules: &Rules, action: Action, chance: &mut Chance) -> Result<(), IllegalAction> {
        let illegal = |why: &str| IllegalAction { action: action.to_string(), why: why.to_owned() };
        if self.ending.is_some() {
            return Err(illegal("the match is over"));
        }
        let team = self.to_act(rules);
        let wanted = self.movers(rules, team).targets(rules, action).map_err(illegal)?;
        let (enemy, before, persons) = (1 - team, self.persons[team], rules.persons());
        let mut targets = wanted;
        let mut repelled = [None; PERSONS];
        for person in (0..persons).filter(|person| wanted[*person] != before[*person]) {
            let to = wanted[person];
            if !rules.is_own_half(team, to) && self.team(rules, enemy).contains(&to) {
                targets[person] = before[person];
                let is_intruder = rules.is_own_half(enemy, to);
                if is_intruder && rules.knobs.intruder_steps_on_defender == Intruder::SentHome {
                    repelled[person] = Some(to);
                }
            }
        }
        // A person that was stopped keeps its cell, which may stop whoever wanted to enter it.
        while let Some(person) = (0..persons).find(|person| {
            let clash = |other: usize| other != *person && targets[other] == targets[*person];
            targets[*person] != before[*person] && (0..persons).any(clash)
        }) {
            targets[person] = before[person];
        }
        self.persons[team] = targets;
        self.blocked = std::array::from_fn(|person| targets[person] != wanted[person] && repelled[person].is_none());
        self.sent_home = [None; PERSONS];
        self.last = Some(action);
        self.turn += 1;
        let mut sent = 0;
        for person in 0..persons {
            if let Some(at) = repelled[person] {
                self.send_home(rules, team, person, at, &mut sent, chance);
            } else if targets[person] != before[person] {
                self.enter(rules, team, person, &mut sent, chance);
            }
        }
        self.ending = self.goal(rules, team).or_else(|| self.limit(rules));
        Ok(())
    }

    /// What happens to a person that came to its cell.
    fn enter(&mut self, rules: &Rules, team: usize, person: usize, sent: &mut usize, chance: &mut Chance) {
        let (enemy, cell) = (1 - team, self.persons[team][person]);
        if let Some(other) = self.team(rules, enemy).iter().position(|enemy| *enemy == cell) {
            self.send_home(rules, enemy, other, cell, sent, chance);
        }
        let flag = rules.flag_at(enemy, cell).filter(|flag| self.home(rules, enemy) & (1 << flag) != 0);
        if let Some(flag) = flag.filter(|flag| rules.may_carry(person, *flag)) {
            self.carried[team][person] = Some(flag as u8);
        }
        if rules.dropping(team).contains(cell)
            && let Some(flag) = self.carried[team][person].take()
        {
            self.returns[team] += 1;
            if !rules.knobs.respawn_flags.is_on() {
                self.gone[enemy] |= 1 << flag;
                // Where a flag can be taken while it is carried, others may hold it, too.
                self.carried[team].iter_mut().filter(|other| **other == Some(flag)).for_each(|other| *other = None);
            }
        }
    }

    /// Sends a person beside its base, and its flag to its spawn point.
    fn send_home(
        &mut self,
        rules: &Rules,
        team: usize,
        person: usize,
        at: Cell,
        sent: &mut usize,
        chance: &mut Chance,
    ) {
        let base = rules.side(team).base;
        let is_free = |cell: &Cell| !rules.is_spawn(*cell) && !self.persons.as_flattened().contains(cell);
        let free: Vec<Cell> = rules.dropping(team).iter().filter(is_free).collect();
        let diagonal: Vec<Cell> = free.iter().copied().filter(|cell| cell.manhattan(base) == 2).collect();
        let spots = match rules.knobs.return_spot {
            ReturnSpot::Diagonal if !diagonal.is_empty() => diagonal,
            ReturnSpot::Diagonal | ReturnSpot::Beside => free,
        };
        let spot = chance.uniform("return_spot", spots.len() as u64, |spot| spots[spot as usize].to_string());
        let to = spots[spot as usize];
        self.persons[team][person] = to;
        self.carried[team][person] = None;
        self.sent_home[*sent] = Some(SentHome { team: team as u8, at, to });
        *sent += 1;
    }

    fn goal(&self, rules: &Rules, team: usize) -> Option<Ending> {
        let is_reached = match rules.knobs.goal {
            Goal::Returns => false,
            Goal::AllHome => {
                let beside = |cell: &Cell| rules.dropping(team).contains(*cell);
                let all = rules.flags(1 - team).count_ones();
                self.returns[team] >= all && self.team(rules, team).iter().all(beside)
            }
            Goal::Reach => self.carried[team].iter().any(Option::is_some) || self.returns[team] > 0,
        };
        is_reached.then_some(Ending::Goal { team: team as u8, turns: self.turn })
    }

    fn limit(&self, rules: &Rules) -> Option<Ending> {
        (self.turn >= rules.knobs.max_turns).then_some(match rules.teams() {
            1 => Ending::Failed,
            _ => Ending::TurnLimit(self.returns),
        })
    }

    /// Canonical bytes: numbers little-endian, cells as row and column, nothing as the greatest number. Never changes within a
    /// rules version.
    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        let cell = |out: &mut Vec<u8>, cell: Cell| {
            out.extend(cell.row.to_le_bytes());
            out.extend(cell.col.to_le_bytes());
        };
        self.persons.as_flattened().iter().for_each(|person| cell(out, *person));
        out.extend(self.carried.as_flattened().iter().map(|flag| flag.unwrap_or(u8::MAX)));
        self.gone.iter().for_each(|gone| out.extend(gone.to_le_bytes()));
        self.returns.iter().for_each(|returns| out.extend(returns.to_le_bytes()));
        out.extend(self.turn.to_le_bytes());
        out.push(self.last.map_or(u8::MAX, |action| action.steps().count() as u8));
        for step in self.last.iter().flat_map(Action::steps) {
            cell(out, step.from);
            cell(out, step.to);
        }
        out.extend(self.blocked.map(u8::from));
        for sent in self.sent_home {
            out.push(sent.map_or(u8::MAX, |sent| sent.team));
            let at = sent.map_or([Cell::new(0, 0); 2], |sent| [sent.at, sent.to]);
            at.into_iter().for_each(|at| cell(out, at));
        }
        out.push(match self.ending {
            None => 0,
            Some(Ending::TurnLimit(_)) => 1,
            Some(Ending::Goal { team, .. }) => 2 + team,
            Some(Ending::Failed) => 4,
        });
    }
}

impl Ending {
    /// The outcome as plain data.
    pub(super) fn outcome(self) -> Outcome {
        let team = |team: u8| if team == 0 { "West" } else { "East" };
        let (winners, reason, text, scores) = match self {
            Self::TurnLimit([west, east]) => {
                let (winners, text) = match west.cmp(&east) {
                    std::cmp::Ordering::Greater => (SeatSet::of(Seat(0)), "West wins"),
                    std::cmp::Ordering::Less => (SeatSet::of(Seat(1)), "East wins"),
                    std::cmp::Ordering::Equal => (SeatSet::NONE, "A draw"),
                };
                let text = format!("{text}: West returned {west}, East {east}.");
                (winners, "turn_limit", text, vec![f64::from(west), f64::from(east)])
            }
            Self::Goal { team: winner, turns } => {
                let text = format!("{} reached the goal in {turns} turns.", team(winner));
                (SeatSet::of(Seat(winner)), "goal", text, Vec::new())
            }
            Self::Failed => (SeatSet::NONE, "turn_limit", "The turns ran out.".to_owned(), Vec::new()),
        };
        Outcome { winners, reason: reason.to_owned(), text, scores }
    }
}

#[cfg(test)]
mod tests;
