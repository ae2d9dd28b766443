//! What a team has concluded from its own observations, and its view.

use fogreel_engine::data::{Fact, Frame, KnownPiece, Message, Piece, Signal, SignalOutcome, Value, View};
use fogreel_engine::{Cell, CellSet, Seat};

use super::moves::Movers;
use super::observation::Sighting;
use super::{Action, FlagSet, Observation, Rules, vocabulary};

/// A fold over one team's own observations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// The latest observation.
    pub latest: Observation,
    /// Where enemies were noticed last, and in which record: those of which nothing newer is known, at most as many as there are.
    pub enemies: Vec<(Sighting, u32)>,
    record: u32,
    visible: CellSet,
    /// By cell: one more than the record in which it was visible last, 0 if never; cells that are visible now are not up to date.
    last_seen: Vec<u32>,
}

impl Knowledge {
    pub(super) fn first(rules: &Rules, observation: &Observation) -> Self {
        let mut knowledge = Self {
            latest: observation.clone(),
            enemies: Vec::new(),
            record: 0,
            visible: rules.visible(observation.own(rules)),
            last_seen: vec![0; rules.size().cells()],
        };
        knowledge.notice();
        knowledge
    }

    pub(super) fn learn(&mut self, rules: &Rules, observation: &Observation) {
        let moved = observation.persons != self.latest.persons;
        self.latest.clone_from(observation);
        if moved {
            let visible = rules.visible(observation.own(rules));
            let seen_until = self.record + 1;
            let left = self.visible.words().iter().zip(visible.words()).map(|(before, now)| before & !now);
            for (word, mut bits) in left.enumerate() {
                while bits != 0 {
                    self.last_seen[64 * word + bits.trailing_zeros() as usize] = seen_until;
                    bits &= bits - 1;
                }
            }
            self.visible = visible;
        }
        self.record += 1;
        self.notice();
    }

    /// Brings up to date where enemies were noticed last.
    fn notice(&mut self) {
        let (visible, record) = (&self.visible, self.record);
        self.enemies.retain(|(sighting, _)| !visible.contains(sighting.cell));
        let unseen = self.latest.located().filter(|cell| !visible.contains(*cell));
        let known = unseen.map(|cell| Sighting { cell, carries: None });
        let new = self.latest.enemies.iter().flatten().copied().chain(known);
        self.enemies.extend(new.map(|sighting| (sighting, record)));
        let spare = self.enemies.len().saturating_sub(self.latest.enemies.len());
        self.enemies.drain(..spare);
    }

    pub(super) fn legal_actions(&self, rules: &Rules, out: &mut Vec<Action>) {
        self.movers(rules).fill(rules, out);
    }

    /// What the team's joint moves depend on.
    pub(super) fn movers<'a>(&'a self, rules: &Rules) -> Movers<'a> {
        let team = self.latest.team;
        Movers { team, cells: self.latest.own(rules), carried: &self.latest.carried, flags: self.latest.home[1 - team] }
    }

    /// What its persons see.
    pub fn visible(&self) -> &CellSet {
        &self.visible
    }

    /// The team's view as plain data.
    pub(super) fn view(&self, rules: &Rules) -> View {
        let mut last_seen = self.last_seen.clone();
        self.visible.indices().for_each(|index| last_seen[index] = self.record + 1);
        View {
            seat: Seat(self.latest.team as u8),
            frame: Frame::board(rules.size()),
            terrain: None,
            edges: Vec::new(),
            visible: self.visible.clone(),
            last_seen,
            pieces: self.known_pieces(rules),
            signals: if rules.teams() == 1 { Vec::new() } else { self.signals(rules) },
            facts: self.facts(rules),
            messages: self.messages(rules),
        }
    }

    fn known_pieces(&self, rules: &Rules) -> Vec<KnownPiece> {
        let (team, now) = (self.latest.team, self.record);
        let enemy = 1 - team;
        let known = |piece, seen_at| KnownPiece { piece, seen_at };
        let mut pieces = Vec::new();
        for side in [0, 1] {
            pieces.extend(flags_at_home(rules, side, self.latest.home[side]).map(|piece| known(piece, now)));
        }
        for (person, cell) in self.latest.own(rules).iter().enumerate() {
            let carried = self.latest.carried[person];
            pieces.extend(carried.map(|flag| known(flag_piece(enemy, flag, *cell), now)));
            pieces.push(known(person_piece(team, Some(person), *cell), now));
        }
        for (sighting, seen_at) in &self.enemies {
            pieces.extend(sighting.carries.map(|flag| known(flag_piece(team, flag, sighting.cell), *seen_at)));
            pieces.push(known(person_piece(enemy, None, sighting.cell), *seen_at));
        }
        pieces
    }

    /// Sight always senses; contact only when an enemy sent somebody home, or was sent home.
    fn signals(&self, rules: &Rules) -> Vec<Signal> {
        let none = || CellSet::new(rules.size());
        let seen: Vec<Cell> = self.latest.enemies.iter().flatten().map(|sighting| sighting.cell).collect();
        let outcome = if seen.is_empty() { SignalOutcome::Miss } else { SignalOutcome::Hit };
        let sight = Signal { channel: vocabulary::SIGHT, outcome, coverage: self.visible.clone(), cells: seen };
        let met: Vec<Cell> = self.latest.lost_at.iter().flatten().copied().collect();
        let outcome = if met.is_empty() { SignalOutcome::Unavailable } else { SignalOutcome::Hit };
        let coverage = if met.is_empty() { none() } else { CellSet::of(rules.size(), met.iter().copied()) };
        vec![sight, Signal { channel: vocabulary::CONTACT, outcome, coverage, cells: met }]
    }

    fn facts(&self, rules: &Rules) -> Vec<Fact> {
        let (team, latest) = (self.latest.team, &self.latest);
        let enemy = 1 - team;
        let ratio = |fact, flags: FlagSet, side| Fact {
            fact,
            value: Value::Ratio(flags.count_ones(), rules.flags(side).count_ones()),
        };
        let number = |fact, number: u32| Fact { fact, value: Value::Integer(i64::from(number)) };
        let mut facts = vec![number(vocabulary::RETURNED, latest.returns[team])];
        if rules.teams() == 2 {
            facts.push(number(vocabulary::LOST, latest.returns[enemy]));
            facts.push(ratio(vocabulary::OWN_FLAGS, latest.home[team], team));
        }
        facts.push(ratio(vocabulary::ENEMY_FLAGS, latest.home[enemy], enemy));
        let carrying = latest.carried.iter().flatten().count() as u32;
        facts.push(Fact { fact: vocabulary::CARRYING, value: Value::Ratio(carrying, rules.knobs.persons) });
        if rules.teams() == 2 {
            let seen = latest.enemies.iter().flatten().count() as u32;
            facts.push(Fact { fact: vocabulary::IN_SIGHT, value: Value::Ratio(seen, rules.knobs.persons) });
        }
        facts.push(number(vocabulary::TURNS_LEFT, rules.knobs.max_turns.saturating_sub(latest.turn)));
        facts
    }

    fn messages(&self, rules: &Rules) -> Vec<Message> {
        let mut messages = vec![Message { template: vocabulary::objective(rules.knobs.goal), arguments: Vec::new() }];
        if self.latest.blocked.contains(&true) {
            let blocked = self.latest.blocked.iter().filter(|blocked| **blocked).count() as i64;
            messages.push(Message { template: vocabulary::BLOCKED_STEPS, arguments: vec![Value::Integer(blocked)] });
        }
        if let Some(ending) = self.latest.ending {
            let text = Value::Text(ending.outcome().text);
            messages.push(Message { template: vocabulary::RESULT, arguments: vec![text] });
        }
        messages
    }
}

/// The flags of a side on their spawn points.
pub(super) fn flags_at_home(rules: &Rules, side: usize, home: FlagSet) -> impl Iterator<Item = Piece> {
    let is_home = move |(number, _): &(usize, &Cell)| home & (1 << number) != 0;
    let flags = rules.side(side).flags.iter().enumerate().filter(is_home);
    flags.map(move |(number, cell)| flag_piece(side, number as u8, *cell))
}

/// A flag of a side, with the letter that people call it by.
pub(super) fn flag_piece(side: usize, flag: u8, cell: Cell) -> Piece {
    let label = char::from(b'a' + flag).to_string();
    Piece { kind: vocabulary::FLAG_PIECES[side], cell, facing: None, label }
}

/// A person; its own team calls it by a number, to the enemy all are alike.
pub(super) fn person_piece(team: usize, person: Option<usize>, cell: Cell) -> Piece {
    let label = person.map_or_else(String::new, |person| (person + 1).to_string());
    Piece { kind: vocabulary::PERSON_PIECES[team], cell, facing: None, label }
}
