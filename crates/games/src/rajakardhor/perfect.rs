//! The table as analysis asks for it: the value of a record's position and of every action in it.

use std::sync::{Arc, OnceLock};

use fogreel_engine::{Cell, Record, Seat};
use fogreel_inference::{Evaluation, MoveValue, PerfectInformation, Verdict};

use super::knobs::Escape;
use super::table::{Position, Table, Value};
use super::{Action, Ending, GUARD, Rules, State, THIEF, vocabulary};

/// The perfect-information values of one match.
pub struct Perfect {
    rules: Arc<Rules>,
    /// Made from the first record asked about; the exits never change.
    table: OnceLock<([Cell; 2], Table)>,
}

impl Perfect {
    /// For matches with these rules.
    pub fn new(rules: Arc<Rules>) -> Self {
        Self { rules, table: OnceLock::new() }
    }

    /// The true state of a record, as far as values depend on it.
    fn state(&self, record: &Record) -> Option<State> {
        let truth = record.truth.as_ref()?;
        let piece = |kind| truth.pieces.iter().find(|piece| piece.kind == kind);
        let (thief, guard) = (piece(vocabulary::THIEF_PIECE)?, piece(vocabulary::GUARD_PIECE)?);
        let mut exits: Vec<Cell> = truth.cells_of(vocabulary::EXIT_PIECE).collect();
        exits.sort_unstable();
        let mut state = State::start(&self.rules, thief.cell, guard.cell, guard.facing?, exits.try_into().ok()?);
        state.turn = record.turn;
        let declared = |taken: &fogreel_engine::data::ActionTaken| taken.seat == THIEF && taken.action == "escape";
        state.escaping = self.rules.knobs.escape == Escape::Delayed && record.actions.iter().any(declared);
        Some(state)
    }

    /// What the position after an action is worth to whoever took it, with so many actions left after it.
    fn value_after(&self, table: &Table, seat: Seat, before: &State, action: Action) -> Option<(Verdict, Option<u32>)> {
        let mut after = *before;
        after.apply(&self.rules, action).ok()?;
        let (verdict, distance) = match after.ending {
            Some(Ending::TurnLimit) => (Verdict::Draw, None),
            Some(ending) => {
                let thief_wins = ending == Ending::Escaped;
                (if thief_wins == (seat == THIEF) { Verdict::Win } else { Verdict::Loss }, Some(1))
            }
            None => match table.value(&self.rules, position(&after))? {
                Value::LossIn(distance) => (Verdict::Win, Some(distance + 1)),
                Value::WinIn(distance) => (Verdict::Loss, Some(distance + 1)),
                Value::Draw => (Verdict::Draw, None),
            },
        };
        // What takes longer than the turns that are left is a draw.
        let left = self.rules.knobs.max_turns.saturating_sub(before.turn);
        Some(if distance.is_some_and(|distance| distance <= left) {
            (verdict, distance)
        } else {
            (Verdict::Draw, None)
        })
    }
}

fn position(state: &State) -> Position {
    let to_act = state.to_act();
    Position { thief: state.thief, guard: state.guard, to_act, escaping: to_act == GUARD && state.escaping }
}

impl PerfectInformation for Perfect {
    fn evaluate(&self, record: &Record) -> Option<Evaluation> {
        let seat = record.to_act.iter().next()?;
        let state = self.state(record)?;
        let (exits, table) = self.table.get_or_init(|| (state.exits, Table::new(&self.rules, state.exits)));
        if *exits != state.exits || seat != state.to_act() {
            return None;
        }
        let here = if seat == THIEF { state.thief } else { state.guard };
        let mut actions = Vec::new();
        self.rules.actions(here, seat == THIEF && state.is_exit(here), &mut actions);
        let moves = actions.into_iter().map(|action| {
            let (verdict, distance) = self.value_after(table, seat, &state, action)?;
            Some(MoveValue { action: action.to_string(), verdict, distance })
        });
        let moves = moves.collect::<Option<Vec<MoveValue>>>()?;
        let best = moves.iter().max_by_key(|value| value.rank())?;
        Some(Evaluation { seat, verdict: best.verdict, distance: best.distance, moves })
    }
}
