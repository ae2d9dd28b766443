//! What a seat has concluded from its own observations, and its view.

use fogreel_engine::data::{Fact, Frame, KnownPiece, Message, Piece, Value, View};
use fogreel_engine::{Cell, CellSet, Seat};

use super::knobs::Capture;
use super::{Action, Observation, Rules, Sense, THIEF, vocabulary};

/// A fold over one seat's own observations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// Whose knowledge it is.
    pub seat: Seat,
    /// The latest observation.
    pub latest: Observation,
    /// Exits that it knows, in order of discovery.
    pub exits: Vec<Cell>,
    /// Where it last noticed its rival, and in which record.
    pub rival: Option<(Cell, u32)>,
    record: u32,
    last_seen: Vec<u32>,
}

impl Knowledge {
    pub(crate) fn first(rules: &Rules, observation: &Observation) -> Self {
        let mut knowledge = Self {
            seat: observation.seat,
            latest: *observation,
            exits: Vec::with_capacity(2),
            rival: None,
            record: 0,
            last_seen: vec![0; rules.size().cells()],
        };
        knowledge.take_in(rules, observation);
        knowledge
    }

    pub(crate) fn learn(&mut self, rules: &Rules, observation: &Observation) {
        self.record += 1;
        self.take_in(rules, observation);
    }

    /// The actions open to the seat, as far as it knows: a hidden rival blocks nothing.
    pub(crate) fn legal_actions(&self, rules: &Rules, out: &mut Vec<Action>) {
        let can_escape = self.seat == THIEF && self.exits.contains(&self.latest.cell);
        rules.actions(self.latest.cell, can_escape, out);
    }

    fn take_in(&mut self, rules: &Rules, observation: &Observation) {
        self.latest = *observation;
        for exit in observation.exits.into_iter().flatten() {
            if !self.exits.contains(&exit) {
                self.exits.push(exit);
            }
        }
        if let Some(cell) = observation.rival() {
            self.rival = Some((cell, self.record));
        }
        let (size, now) = (rules.size(), self.record + 1);
        observation.for_each_visible(rules, |cell| self.last_seen[size.index(cell)] = now);
    }

    fn visible(&self, rules: &Rules) -> CellSet {
        let mut visible = CellSet::new(rules.size());
        self.latest.for_each_visible(rules, |cell| visible.insert(cell));
        visible
    }

    /// The seat's view as plain data.
    pub(crate) fn view(&self, rules: &Rules) -> View {
        View {
            seat: self.seat,
            frame: Frame::board(rules.size()),
            terrain: None,
            edges: Vec::new(),
            visible: self.visible(rules),
            last_seen: self.last_seen.clone(),
            pieces: self.known_pieces(),
            signals: self.latest.signals(rules),
            facts: self.facts(rules),
            messages: self.messages(rules),
        }
    }

    fn known_pieces(&self) -> Vec<KnownPiece> {
        let piece = |kind, cell, facing| Piece { kind, cell, facing, label: String::new() };
        let (own, rival) = if self.seat == THIEF {
            (vocabulary::THIEF_PIECE, vocabulary::GUARD_PIECE)
        } else {
            (vocabulary::GUARD_PIECE, vocabulary::THIEF_PIECE)
        };
        let exits = self.exits.iter().map(|exit| (piece(vocabulary::EXIT_PIECE, *exit, None), self.record));
        let rival = self.rival.map(|(cell, seen_at)| (piece(rival, cell, None), seen_at));
        let own = (piece(own, self.latest.cell, self.latest.facing), self.record);
        exits.chain(rival).chain([own]).map(|(piece, seen_at)| KnownPiece { piece, seen_at }).collect()
    }

    fn facts(&self, rules: &Rules) -> Vec<Fact> {
        let mut facts = vec![
            Fact { fact: vocabulary::EXITS_KNOWN, value: Value::Ratio(self.exits.len() as u32, 2) },
            Fact { fact: vocabulary::TURNS_LEFT, value: Value::Integer(self.turns_left(rules)) },
        ];
        // When the scan comes is a rule; both sides can count.
        facts.push(Fact { fact: vocabulary::SCAN_IN, value: Value::Integer(self.guard_turns_to_scan(rules)) });
        if let Some((_, seen_at)) = self.rival {
            facts.push(Fact { fact: vocabulary::SEEN_AGO, value: Value::Integer(i64::from(self.record - seen_at)) });
        }
        facts
    }

    fn messages(&self, rules: &Rules) -> Vec<Message> {
        let yes_no = |yes: bool, word: &str| Value::Text(if yes { word.to_owned() } else { format!("Not {word}") });
        let objective = match (self.seat, rules.knobs.capture) {
            (THIEF, _) => vocabulary::OBJECTIVE_THIEF,
            (_, Capture::AfterGuard) => vocabulary::OBJECTIVE_GUARD,
            (_, Capture::AfterEither) => vocabulary::OBJECTIVE_GUARD_EITHER,
        };
        let mut messages = vec![Message { template: objective, arguments: Vec::new() }];
        // The guide's line of signals; in a record in which the seat did not sense there is nothing to say.
        if self.latest.sight != Sense::Unavailable {
            let template = if self.seat == THIEF { vocabulary::SIGNALS_THIEF } else { vocabulary::SIGNALS_GUARD };
            let arguments = vec![yes_no(self.latest.is_seen(), "Seen"), yes_no(self.latest.is_heard(), "Heard")];
            messages.push(Message { template, arguments });
        }
        if let Some(ending) = self.latest.ending {
            let text = Value::Text(ending.outcome().text);
            messages.push(Message { template: vocabulary::RESULT, arguments: vec![text] });
        }
        messages
    }

    fn turns_left(&self, rules: &Rules) -> i64 {
        i64::from(rules.knobs.max_turns.saturating_sub(self.latest.turn))
    }

    /// How many guard turns lie before the one that the scan serves; 0 when it serves the next.
    pub(crate) fn guard_turns_to_scan(&self, rules: &Rules) -> i64 {
        let guard_turns = self.latest.turn / 2;
        let period = rules.knobs.scan_period;
        i64::from(period - 1 - guard_turns % period)
    }
}
