//! What thief and guard are told after each action.
//!
//! The guard senses once per thief action, from its own cell, with the facing of its latest move; the thief senses once
//! per guard action. Whoever just acted senses nothing but its own step, the exits it looks for and whether the match
//! goes on. After the last action nobody senses any more.

use fogreel_engine::data::{Signal, SignalOutcome};
use fogreel_engine::{Cell, CellSet, Direction, Seat};

use super::knobs::{Capture, Escape, Noise};
use super::state::looks_for_exits;
use super::{Action, Ending, GUARD, Rules, State, THIEF, vocabulary};

/// What one seat is told after one action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Observation {
    /// Who is told.
    pub seat: Seat,
    /// Actions so far.
    pub turn: u32,
    /// Its own cell.
    pub cell: Cell,
    /// Where it looks; only the guard has a facing.
    pub facing: Option<Direction>,
    /// Its own action, if this record is its own.
    pub own_action: Option<Action>,
    /// Sight: four rays for the thief, one for the guard.
    pub sight: Sense,
    /// The guard's orthogonal range.
    pub orthogonal: Sense,
    /// The guard's power scan.
    pub scan: Sense,
    /// What it hears.
    pub hearing: Hearing,
    /// Whether it looked for exits.
    pub looked_for_exits: bool,
    /// The exits that it notices, from the front.
    pub exits: [Option<Cell>; 2],
    /// Whether the two met: a hit is a capture, a miss the news that nobody was caught.
    pub capture: Sense,
    /// How the match ended, which both are told.
    pub ending: Option<Ending>,
}

/// What a sense that locates the rival said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    /// It did not sense.
    Unavailable,
    /// The rival is in none of the cells covered.
    Miss,
    /// The rival is there.
    Hit(Cell),
}

impl Sense {
    /// The rival's cell, if this sense told it.
    pub fn hit(self) -> Option<Cell> {
        match self {
            Self::Hit(cell) => Some(cell),
            Self::Miss | Self::Unavailable => None,
        }
    }

    fn look(rival: Cell, is_covered: bool) -> Self {
        if is_covered { Self::Hit(rival) } else { Self::Miss }
    }
}

/// What a seat heard of its rival.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hearing {
    /// It did not listen.
    Unavailable,
    /// Nothing: the rival was silent or too far away.
    Nothing,
    /// A noise from a cell within that distance.
    Within(u32),
    /// A noise from exactly that distance.
    At(u32),
    /// A noise from that cell.
    From(Cell),
}

/// What the hunter of the original reads without right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Privileged {
    /// Radius of the thief's latest noise, heard or not; 0 after a silent action.
    pub noise_radius: Option<u32>,
    /// Both exits, found or not.
    pub exits: Option<[Cell; 2]>,
}

/// How far the thief's action is heard.
pub(crate) fn noise_radius(rules: &Rules, action: Action) -> u32 {
    match action {
        Action::Wait => 0,
        Action::Move(_) => rules.knobs.noise_move,
        Action::Escape => rules.knobs.noise_escape,
    }
}

/// The farthest that a noise heard during the match can come from.
pub(crate) fn audible_radius(rules: &Rules) -> u32 {
    // An escape that counts at once ends the match before anybody listens.
    match rules.knobs.escape {
        Escape::AtOnce => rules.knobs.noise_move,
        Escape::Delayed => rules.knobs.noise_move.max(rules.knobs.noise_escape),
    }
}

impl Observation {
    /// What a seat is told of the position and of the action that led to it.
    pub(crate) fn of(rules: &Rules, state: &State, seat: Seat) -> Self {
        let is_own = state.acted() == Some(seat);
        let (cell, rival) = if seat == THIEF { (state.thief, state.guard) } else { (state.guard, state.thief) };
        let mut observation = Self {
            seat,
            turn: state.turn,
            cell,
            facing: (seat == GUARD).then_some(state.facing),
            own_action: state.last.filter(|_| is_own),
            sight: Sense::Unavailable,
            orthogonal: Sense::Unavailable,
            scan: Sense::Unavailable,
            hearing: Hearing::Unavailable,
            looked_for_exits: false,
            exits: [None; 2],
            capture: Sense::Unavailable,
            ending: state.ending,
        };
        if state.capture_was_checked(rules) {
            let captured = matches!(state.ending, Some(Ending::CapturedByGuard | Ending::ThiefWalkedUp));
            observation.capture = Sense::look(rival, captured);
        }
        if seat == THIEF {
            observation.thief_notices_exits(rules, state);
        }
        if state.ending.is_some() {
            return observation;
        }
        if let (Some(action), false) = (state.last, is_own) {
            if seat == GUARD {
                observation.guard_senses(rules, state, action);
            } else {
                observation.thief_senses(rules, state, action);
            }
        }
        if seat == GUARD {
            observation.guard_looks_for_exits(rules, state);
        }
        observation
    }

    /// The rival's cell, if any sense told it.
    pub fn rival(&self) -> Option<Cell> {
        let heard = match self.hearing {
            Hearing::From(cell) => Some(cell),
            _ => None,
        };
        self.sight.hit().or(self.orthogonal.hit()).or(self.scan.hit()).or(self.capture.hit()).or(heard)
    }

    /// Whether sight, orthogonal range or scan found the rival.
    pub fn is_seen(&self) -> bool {
        self.sight.hit().or(self.orthogonal.hit()).or(self.scan.hit()).is_some()
    }

    /// Whether anything was heard.
    pub fn is_heard(&self) -> bool {
        matches!(self.hearing, Hearing::Within(_) | Hearing::At(_) | Hearing::From(_))
    }

    /// The cells in which the seat would have noticed its rival, some of them more than once.
    pub(crate) fn for_each_visible(&self, rules: &Rules, mut see: impl FnMut(Cell)) {
        see(self.cell);
        if self.sight != Sense::Unavailable {
            match self.facing {
                Some(facing) => rules.ray(self.cell, facing, true).for_each(&mut see),
                None => rules.thief_rays(self.cell).for_each(&mut see),
            }
        }
        if self.orthogonal != Sense::Unavailable {
            rules.rays(self.cell, false).for_each(&mut see);
        }
        if self.scan != Sense::Unavailable {
            rules.scanned(self.cell).for_each(see);
        }
    }

    /// The senses as signals on the channels of the vocabulary.
    pub(crate) fn signals(&self, rules: &Rules) -> Vec<Signal> {
        let nowhere = CellSet::new(rules.size());
        let mut signals = Vec::new();
        let mut sense = |channel: u16, sense: Sense, coverage: CellSet| {
            let coverage = if sense == Sense::Unavailable { nowhere.clone() } else { coverage };
            let outcome = match sense {
                Sense::Unavailable => SignalOutcome::Unavailable,
                Sense::Miss => SignalOutcome::Miss,
                Sense::Hit(_) => SignalOutcome::Hit,
            };
            signals.push(Signal { channel, outcome, coverage, cells: sense.hit().into_iter().collect() });
        };
        if self.seat == THIEF {
            sense(vocabulary::THIEF_SIGHT, self.sight, self.sight_coverage(rules));
        } else {
            sense(vocabulary::SIGHT, self.sight, self.sight_coverage(rules));
            sense(vocabulary::ORTHOGONAL, self.orthogonal, rules.cells_orthogonal(self.cell));
            sense(vocabulary::SCAN, self.scan, rules.cells_scanned(self.cell));
        }
        sense(vocabulary::CAPTURE_CHECK, self.capture, self.capture_coverage(rules));
        signals.push(self.hearing_signal(rules));
        if self.seat == GUARD {
            signals.push(self.exits_signal(rules));
        }
        signals
    }

    fn guard_senses(&mut self, rules: &Rules, state: &State, action: Action) {
        self.sight = Sense::look(state.thief, rules.sees_ahead(state.guard, state.facing, state.thief));
        if rules.orthogonal_detects() {
            self.orthogonal = Sense::look(state.thief, rules.in_orthogonal_range(state.guard, state.thief));
        }
        if rules.scan_fires(state.guard_turns()) {
            self.scan = Sense::look(state.thief, rules.scan_covers(state.guard, state.thief));
        }
        let radius = noise_radius(rules, action);
        let distance = state.guard.manhattan(state.thief);
        self.hearing = if action == Action::Wait || distance > radius {
            Hearing::Nothing
        } else {
            match rules.knobs.noise {
                Noise::Heard | Noise::Leaky => Hearing::Within(audible_radius(rules)),
                Noise::Distance => Hearing::At(distance),
                Noise::Cell => Hearing::From(state.thief),
            }
        };
    }

    fn thief_senses(&mut self, rules: &Rules, state: &State, action: Action) {
        self.sight = Sense::look(state.guard, rules.thief_sees(state.thief, state.guard));
        if rules.knobs.thief_hears_guard.is_on() {
            let range = rules.knobs.hearing_range;
            let is_heard = matches!(action, Action::Move(_)) && state.thief.manhattan(state.guard) <= range;
            self.hearing = if is_heard { Hearing::Within(range) } else { Hearing::Nothing };
        }
    }

    fn guard_looks_for_exits(&mut self, rules: &Rules, state: &State) {
        if !looks_for_exits(rules, state.acted()) {
            return;
        }
        self.looked_for_exits = true;
        let noticed = |exit: &Cell| *exit == state.guard || rules.sees_ahead(state.guard, state.facing, *exit);
        self.note_exits(state.exits.into_iter().filter(noticed));
    }

    fn thief_notices_exits(&mut self, rules: &Rules, state: &State) {
        let knows_all = rules.knobs.thief_knows_exits.is_on();
        self.looked_for_exits = true;
        self.note_exits(state.exits.into_iter().filter(|exit| knows_all || *exit == state.thief));
    }

    fn note_exits(&mut self, exits: impl Iterator<Item = Cell>) {
        for (place, exit) in self.exits.iter_mut().zip(exits) {
            *place = Some(exit);
        }
    }

    fn sight_coverage(&self, rules: &Rules) -> CellSet {
        match self.facing {
            Some(facing) => rules.cells_ahead(self.cell, facing),
            None => rules.cells_thief_sees(self.cell),
        }
    }

    fn capture_coverage(&self, rules: &Rules) -> CellSet {
        let mut coverage = rules.cells_near(self.cell, 1);
        if rules.knobs.capture == Capture::AfterEither {
            coverage.remove(self.cell);
        }
        coverage
    }

    fn hearing_signal(&self, rules: &Rules) -> Signal {
        let channel = if self.seat == THIEF { vocabulary::THIEF_HEARING } else { vocabulary::NOISE };
        let within = |distance| rules.cells_near(self.cell, distance);
        let (outcome, coverage, cells) = match self.hearing {
            Hearing::Unavailable => (SignalOutcome::Unavailable, CellSet::new(rules.size()), Vec::new()),
            // Whoever waits is silent anywhere: silence alone rules out no cell.
            Hearing::Nothing => (SignalOutcome::Miss, CellSet::new(rules.size()), Vec::new()),
            Hearing::Within(distance) => (SignalOutcome::Hit, within(distance), Vec::new()),
            Hearing::At(distance) => {
                let ring =
                    within(distance).iter().filter(|cell| cell.manhattan(self.cell) == distance).collect::<Vec<_>>();
                (SignalOutcome::Hit, CellSet::of(rules.size(), ring), Vec::new())
            }
            Hearing::From(cell) => (SignalOutcome::Hit, CellSet::of(rules.size(), [cell]), vec![cell]),
        };
        Signal { channel, outcome, coverage, cells }
    }

    fn exits_signal(&self, rules: &Rules) -> Signal {
        let cells: Vec<Cell> = self.exits.into_iter().flatten().collect();
        let (outcome, coverage) = if self.looked_for_exits {
            let mut coverage = self.sight_coverage(rules);
            coverage.insert(self.cell);
            (if cells.is_empty() { SignalOutcome::Miss } else { SignalOutcome::Hit }, coverage)
        } else {
            (SignalOutcome::Unavailable, CellSet::new(rules.size()))
        };
        Signal { channel: vocabulary::EXITS, outcome, coverage, cells }
    }
}

impl Privileged {
    /// What the knobs let a seat's agent read without right.
    pub(crate) fn of(rules: &Rules, state: &State, seat: Seat) -> Self {
        if seat != GUARD {
            return Self::default();
        }
        let is_sensing = state.ending.is_none() && state.acted() == Some(THIEF);
        Self {
            noise_radius: (rules.knobs.noise == Noise::Leaky && is_sensing)
                .then(|| state.last.map_or(0, |action| noise_radius(rules, action))),
            exits: rules.knobs.minimax_reads_exits.is_on().then_some(state.exits),
        }
    }

    /// The same as signals on privileged channels.
    pub(crate) fn signals(&self, rules: &Rules) -> Vec<Signal> {
        let signal = |channel, cells: Vec<Cell>| Signal {
            channel,
            outcome: if cells.is_empty() { SignalOutcome::Miss } else { SignalOutcome::Hit },
            coverage: CellSet::of(rules.size(), cells.iter().copied()),
            cells,
        };
        let mut signals = Vec::new();
        // The radius itself is not a cell: a hit says that the thief's action was noisy, a miss that it was silent.
        if let Some(radius) = self.noise_radius {
            signals.push(Signal {
                channel: vocabulary::NOISE_RADIUS,
                outcome: if radius > 0 { SignalOutcome::Hit } else { SignalOutcome::Miss },
                coverage: CellSet::new(rules.size()),
                cells: Vec::new(),
            });
        }
        if let Some(exits) = self.exits {
            signals.push(signal(vocabulary::HIDDEN_EXITS, exits.to_vec()));
        }
        signals
    }
}
