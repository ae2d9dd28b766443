//! The true position, and what an action makes of it.

use fogreel_engine::data::Outcome;
use fogreel_engine::{Cell, Direction, IllegalAction, Seat, SeatSet};

use super::knobs::{Capture, Escape, ExitDiscovery};
use super::{Action, GUARD, Rules, THIEF};

/// The true position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Where the thief is.
    pub thief: Cell,
    /// Where the guard is.
    pub guard: Cell,
    /// Where the guard looks: down at first, then where its latest move led.
    pub facing: Direction,
    /// The exits, in the order in which they were placed.
    pub exits: [Cell; 2],
    /// Which exits the guard has found.
    pub found: [bool; 2],
    /// Actions so far; the thief acts on even ones.
    pub turn: u32,
    /// The latest action; who did it follows from [`turn`](Self::turn).
    pub last: Option<Action>,
    /// Whether the thief has declared an escape that is not yet won.
    pub escaping: bool,
    /// How the match ended.
    pub ending: Option<Ending>,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The thief left through an exit.
    Escaped,
    /// The guard came next to the thief.
    CapturedByGuard,
    /// The thief walked next to the guard.
    ThiefWalkedUp,
    /// The turns ran out.
    TurnLimit,
}

impl State {
    /// The position before the first action.
    pub fn start(rules: &Rules, thief: Cell, guard: Cell, facing: Direction, exits: [Cell; 2]) -> Self {
        let ending = (rules.knobs.max_turns == 0).then_some(Ending::TurnLimit);
        Self { thief, guard, facing, exits, found: [false; 2], turn: 0, last: None, escaping: false, ending }
    }

    /// Canonical bytes: cells as row and column, then one byte per choice. Never changes within a rules version.
    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        for cell in [self.thief, self.guard, self.exits[0], self.exits[1]] {
            out.extend(cell.row.to_le_bytes());
            out.extend(cell.col.to_le_bytes());
        }
        out.extend(self.turn.to_le_bytes());
        let last = match self.last {
            None => 0,
            Some(Action::Wait) => 1,
            Some(Action::Escape) => 2,
            Some(Action::Move(direction)) => 3 + direction as u8,
        };
        let ending = match self.ending {
            None => 0,
            Some(Ending::Escaped) => 1,
            Some(Ending::CapturedByGuard) => 2,
            Some(Ending::ThiefWalkedUp) => 3,
            Some(Ending::TurnLimit) => 4,
        };
        let [first, second] = self.found;
        out.extend([self.facing as u8, u8::from(first), u8::from(second), last, u8::from(self.escaping), ending]);
    }

    /// Who acts next, were the match not over.
    pub fn to_act(&self) -> Seat {
        if self.turn.is_multiple_of(2) { THIEF } else { GUARD }
    }

    /// Who acted last.
    pub fn acted(&self) -> Option<Seat> {
        self.last.map(|_| if self.turn.is_multiple_of(2) { GUARD } else { THIEF })
    }

    /// Guard actions so far.
    pub fn guard_turns(&self) -> u32 {
        self.turn / 2
    }

    /// Whether a cell is an exit.
    pub fn is_exit(&self, cell: Cell) -> bool {
        self.exits.contains(&cell)
    }

    /// Whether the latest action was one after which a capture is looked for.
    pub fn capture_was_checked(&self, rules: &Rules) -> bool {
        match rules.knobs.capture {
            Capture::AfterGuard => self.acted() == Some(GUARD),
            Capture::AfterEither => self.acted().is_some(),
        }
    }

    /// Applies the action of the seat to act.
    pub(crate) fn apply(&mut self, rules: &Rules, action: Action) -> Result<(), IllegalAction> {
        let illegal = |why: &str| IllegalAction { action: action.to_string(), why: why.to_owned() };
        if self.ending.is_some() {
            return Err(illegal("the match is over"));
        }
        let seat = self.to_act();
        match action {
            Action::Wait => {}
            Action::Move(direction) => {
                let from = if seat == THIEF { self.thief } else { self.guard };
                let to = rules.step(from, direction).ok_or_else(|| illegal("there is a wall or the border"))?;
                if seat == THIEF {
                    self.thief = to;
                } else {
                    self.guard = to;
                    self.facing = direction;
                }
            }
            Action::Escape if seat == GUARD => return Err(illegal("only the thief escapes")),
            Action::Escape if !self.is_exit(self.thief) => return Err(illegal("the thief stands on no exit")),
            Action::Escape => {}
        }
        self.settle(rules, seat, action);
        if self.ending.is_none() {
            self.look_for_exits(rules, seat);
        }
        Ok(())
    }

    /// Counts an action whose step was made already, and finds out whether it ends the match.
    pub(crate) fn settle(&mut self, rules: &Rules, seat: Seat, action: Action) {
        self.turn += 1;
        self.last = Some(action);
        self.ending = self.find_ending(rules, seat, action);
    }

    fn find_ending(&mut self, rules: &Rules, seat: Seat, action: Action) -> Option<Ending> {
        if is_capture(rules, seat, self.thief, self.guard) {
            return Some(if seat == GUARD { Ending::CapturedByGuard } else { Ending::ThiefWalkedUp });
        }
        match rules.knobs.escape {
            Escape::AtOnce if action == Action::Escape => return Some(Ending::Escaped),
            Escape::Delayed if self.escaping && seat == GUARD => return Some(Ending::Escaped),
            Escape::AtOnce | Escape::Delayed => {}
        }
        self.escaping = action == Action::Escape;
        (self.turn >= rules.knobs.max_turns).then_some(Ending::TurnLimit)
    }

    fn look_for_exits(&mut self, rules: &Rules, seat: Seat) {
        if !looks_for_exits(rules, Some(seat)) {
            return;
        }
        for (exit, found) in self.exits.into_iter().zip(&mut self.found) {
            *found |= exit == self.guard || rules.sees_ahead(self.guard, self.facing, exit);
        }
    }
}

/// Whether the guard looks for exits after an action of that seat.
pub(crate) fn looks_for_exits(rules: &Rules, acted: Option<Seat>) -> bool {
    match rules.knobs.exit_discovery {
        ExitDiscovery::AfterAction => acted == Some(GUARD),
        ExitDiscovery::OnSensing => acted == Some(THIEF),
    }
}

/// Whether the thief is captured after an action of `seat` that led to these cells.
pub(crate) fn is_capture(rules: &Rules, seat: Seat, thief: Cell, guard: Cell) -> bool {
    let distance = thief.manhattan(guard);
    match rules.knobs.capture {
        Capture::AfterGuard => seat == GUARD && distance <= 1,
        Capture::AfterEither => distance == 1,
    }
}

impl Ending {
    /// All of them.
    pub(crate) const ALL: [Self; 4] = [Self::Escaped, Self::CapturedByGuard, Self::ThiefWalkedUp, Self::TurnLimit];

    /// The outcome as plain data.
    pub(crate) fn outcome(self) -> Outcome {
        let (winners, reason, text) = match self {
            Self::Escaped => (SeatSet::of(THIEF), "escape", "RAJAKAR WINS! It escaped through an exit."),
            Self::CapturedByGuard => {
                (SeatSet::of(GUARD), "capture_after_guard_action", "BIRSRESHTHA WINS! It caught the thief.")
            }
            Self::ThiefWalkedUp => {
                (SeatSet::of(GUARD), "capture_after_thief_action", "BIRSRESHTHA WINS! The thief walked into its arms.")
            }
            Self::TurnLimit => (SeatSet::NONE, "turn_limit", "DRAW! The turns ran out."),
        };
        Outcome { winners, reason: reason.to_owned(), text: text.to_owned(), scores: Vec::new() }
    }
}
