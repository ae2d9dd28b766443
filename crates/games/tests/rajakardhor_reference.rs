//! The rules of RajakarDhor against a second implementation that is slow and obvious: it knows cells as pairs of numbers,
//! walks every ray step by step, and asks every question anew.

use fogreel_engine::{Cell, CellSet, Chance, Direction, Game, Owner, Seat, Size};
use fogreel_games::rajakardhor::{
    Action, Capture, Ending, Escape, ExitDiscovery, GUARD, GuardOrthogonal, Hearing, Knobs, Noise, RajakarDhor, Rules,
    ScanShape, Sense, State, Switch, THIEF, ThiefSight,
};
use proptest::prelude::*;

type Place = (i64, i64);

/// The slow rules.
struct Slow {
    knobs: Knobs,
    rows: i64,
    cols: i64,
    walls: Vec<Place>,
    thief: Place,
    guard: Place,
    facing: Direction,
    exits: [Place; 2],
    found: [bool; 2],
    turn: u32,
    declared: bool,
    over: Option<Ending>,
    last: Option<(Seat, Action)>,
}

fn place(cell: Cell) -> Place {
    (i64::from(cell.row), i64::from(cell.col))
}

fn distance(a: Place, b: Place) -> i64 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
}

fn beside(from: Place, direction: Direction) -> Place {
    match direction {
        Direction::Up => (from.0 - 1, from.1),
        Direction::Down => (from.0 + 1, from.1),
        Direction::Left => (from.0, from.1 - 1),
        Direction::Right => (from.0, from.1 + 1),
    }
}

impl Slow {
    fn is_floor(&self, at: Place) -> bool {
        (0..self.rows).contains(&at.0) && (0..self.cols).contains(&at.1) && !self.walls.contains(&at)
    }

    fn actor(&self) -> Seat {
        if self.turn.is_multiple_of(2) { THIEF } else { GUARD }
    }

    fn is_legal(&self, action: Action) -> bool {
        let at = if self.actor() == THIEF { self.thief } else { self.guard };
        match action {
            Action::Wait => true,
            Action::Move(direction) => self.is_floor(beside(at, direction)),
            Action::Escape => self.actor() == THIEF && self.exits.contains(&at),
        }
    }

    fn act(&mut self, action: Action) {
        let actor = self.actor();
        if let Action::Move(direction) = action {
            if actor == THIEF {
                self.thief = beside(self.thief, direction);
            } else {
                self.guard = beside(self.guard, direction);
                self.facing = direction;
            }
        }
        self.turn += 1;
        self.last = Some((actor, action));
        let apart = distance(self.thief, self.guard);
        let caught = match self.knobs.capture {
            Capture::AfterGuard => actor == GUARD && apart <= 1,
            Capture::AfterEither => apart == 1,
        };
        if caught {
            self.over = Some(if actor == GUARD { Ending::CapturedByGuard } else { Ending::ThiefWalkedUp });
        } else if self.knobs.escape == Escape::AtOnce && action == Action::Escape || self.declared && actor == GUARD {
            self.over = Some(Ending::Escaped);
        } else if self.turn == self.knobs.max_turns {
            self.over = Some(Ending::TurnLimit);
        }
        self.declared = action == Action::Escape;
        if self.over.is_none() && self.looks() {
            for number in 0..2 {
                self.found[number] |= self.notices(self.exits[number]);
            }
        }
    }

    /// Whether the guard looked for exits in this record.
    fn looks(&self) -> bool {
        let after = match self.knobs.exit_discovery {
            ExitDiscovery::AfterAction => GUARD,
            ExitDiscovery::OnSensing => THIEF,
        };
        self.last.is_some_and(|(actor, _)| actor == after)
    }

    fn notices(&self, exit: Place) -> bool {
        exit == self.guard || self.ray(self.guard, self.facing, true).contains(&exit)
    }

    fn ray(&self, from: Place, direction: Direction, walls_block: bool) -> Vec<Place> {
        let mut seen = Vec::new();
        let mut at = from;
        for _ in 0..self.knobs.sight_range {
            at = beside(at, direction);
            let is_on_board = (0..self.rows).contains(&at.0) && (0..self.cols).contains(&at.1);
            if !is_on_board || walls_block && self.walls.contains(&at) {
                break;
            }
            seen.push(at);
        }
        seen
    }

    fn rays(&self, from: Place, walls_block: bool) -> Vec<Place> {
        Direction::ALL.into_iter().flat_map(|direction| self.ray(from, direction, walls_block)).collect()
    }

    fn is_scanned(&self, at: Place) -> bool {
        let (rows, cols) = ((at.0 - self.guard.0).abs(), (at.1 - self.guard.1).abs());
        let radius = i64::from(self.knobs.scan_radius);
        match self.knobs.scan_shape {
            ScanShape::Square => rows <= radius && cols <= radius,
            ScanShape::Diamond => rows + cols <= radius,
            ScanShape::Rays => {
                (0..=radius).any(|steps| [(0, steps), (steps, 0), (steps, steps)].contains(&(rows, cols)))
            }
        }
    }

    /// What the guard's senses say: sight, orthogonal, scan, hearing.
    fn guard_senses(&self) -> (Sense, Sense, Sense, Hearing) {
        let (Some((THIEF, action)), None) = (self.last, self.over) else {
            return (Sense::Unavailable, Sense::Unavailable, Sense::Unavailable, Hearing::Unavailable);
        };
        let cell = Cell::new(self.thief.0 as u16, self.thief.1 as u16);
        let says = |hit: bool| if hit { Sense::Hit(cell) } else { Sense::Miss };
        let sight = says(self.ray(self.guard, self.facing, true).contains(&self.thief));
        let orthogonal = match self.knobs.guard_orthogonal {
            GuardOrthogonal::On => says(self.rays(self.guard, false).contains(&self.thief)),
            GuardOrthogonal::BeliefOnly | GuardOrthogonal::Off => Sense::Unavailable,
        };
        let next_guard_turn = self.turn.div_ceil(2);
        let scan = if next_guard_turn.is_multiple_of(self.knobs.scan_period) {
            says(self.is_scanned(self.thief))
        } else {
            Sense::Unavailable
        };
        let loudness = match action {
            Action::Wait => None,
            Action::Move(_) => Some(self.knobs.noise_move),
            Action::Escape => Some(self.knobs.noise_escape),
        };
        let apart = distance(self.guard, self.thief) as u32;
        let hearing = match loudness {
            Some(loudness) if apart <= loudness => match self.knobs.noise {
                Noise::Heard | Noise::Leaky if self.knobs.escape == Escape::Delayed => {
                    Hearing::Within(self.knobs.noise_move.max(self.knobs.noise_escape))
                }
                Noise::Heard | Noise::Leaky => Hearing::Within(self.knobs.noise_move),
                Noise::Distance => Hearing::At(apart),
                Noise::Cell => Hearing::From(cell),
            },
            _ => Hearing::Nothing,
        };
        (sight, orthogonal, scan, hearing)
    }

    /// What the thief's senses say: sight, hearing.
    fn thief_senses(&self) -> (Sense, Hearing) {
        let (Some((GUARD, action)), None) = (self.last, self.over) else {
            return (Sense::Unavailable, Hearing::Unavailable);
        };
        let walls_block = self.knobs.thief_sight == ThiefSight::Rays;
        let sight = if self.rays(self.thief, walls_block).contains(&self.guard) {
            Sense::Hit(Cell::new(self.guard.0 as u16, self.guard.1 as u16))
        } else {
            Sense::Miss
        };
        let near = distance(self.guard, self.thief) <= i64::from(self.knobs.hearing_range);
        let hearing = match (self.knobs.thief_hears_guard, action) {
            (Switch::Off, _) => Hearing::Unavailable,
            (Switch::On, Action::Move(_)) if near => Hearing::Within(self.knobs.hearing_range),
            (Switch::On, _) => Hearing::Nothing,
        };
        (sight, hearing)
    }
}

fn compare(rules: &Rules, fast: &State, slow: &Slow) {
    assert_eq!((place(fast.thief), place(fast.guard), fast.facing), (slow.thief, slow.guard, slow.facing));
    assert_eq!((fast.ending, fast.turn, fast.found), (slow.over, slow.turn, slow.found));
    let guard = RajakarDhor::observe(rules, fast, GUARD);
    assert_eq!((guard.sight, guard.orthogonal, guard.scan, guard.hearing), slow.guard_senses());
    let thief = RajakarDhor::observe(rules, fast, THIEF);
    assert_eq!((thief.sight, thief.hearing), slow.thief_senses());
    let noticed: Vec<Place> = guard.exits.into_iter().flatten().map(place).collect();
    let looks = slow.looks() && slow.over.is_none();
    let expected: Vec<Place> = slow.exits.into_iter().filter(|exit| looks && slow.notices(*exit)).collect();
    assert_eq!(noticed, expected);
    let known: Vec<Place> = thief.exits.into_iter().flatten().map(place).collect();
    let knows_all = slow.knobs.thief_knows_exits == Switch::On;
    let expected: Vec<Place> = slow.exits.into_iter().filter(|exit| knows_all || *exit == slow.thief).collect();
    assert_eq!(known, expected);
}

fn knobs() -> impl Strategy<Value = Knobs> {
    let choices = (
        prop_oneof![Just(ThiefSight::Rays), Just(ThiefSight::ThroughWalls)],
        prop_oneof![Just(GuardOrthogonal::On), Just(GuardOrthogonal::BeliefOnly), Just(GuardOrthogonal::Off)],
        prop_oneof![Just(ScanShape::Square), Just(ScanShape::Rays), Just(ScanShape::Diamond)],
        prop_oneof![Just(Capture::AfterGuard), Just(Capture::AfterEither)],
        prop_oneof![Just(Escape::AtOnce), Just(Escape::Delayed)],
        prop_oneof![Just(Noise::Heard), Just(Noise::Leaky), Just(Noise::Distance), Just(Noise::Cell)],
        prop_oneof![Just(Switch::On), Just(Switch::Off)],
        prop_oneof![Just(Switch::On), Just(Switch::Off)],
        prop_oneof![Just(ExitDiscovery::AfterAction), Just(ExitDiscovery::OnSensing)],
    );
    let numbers = (1u32..40, 0u32..6, 0u32..4, 1u32..5, 0u32..5, 0u32..6, 0u32..5);
    (choices, numbers).prop_map(|(choices, numbers)| {
        let mut knobs = Knobs::named("guide").expect("a preset");
        (knobs.thief_sight, knobs.guard_orthogonal, knobs.scan_shape) = (choices.0, choices.1, choices.2);
        (knobs.capture, knobs.escape, knobs.noise) = (choices.3, choices.4, choices.5);
        (knobs.thief_hears_guard, knobs.thief_knows_exits, knobs.exit_discovery) = (choices.6, choices.7, choices.8);
        (knobs.max_turns, knobs.sight_range, knobs.scan_radius, knobs.scan_period) =
            (numbers.0, numbers.1, numbers.2, numbers.3);
        (knobs.noise_move, knobs.noise_escape, knobs.hearing_range) = (numbers.4, numbers.5, numbers.6);
        knobs
    })
}

/// Knobs, rows, columns, seeds for walls, starts, and what is tried each turn.
type Case = (Knobs, u16, u16, Vec<u8>, [u8; 4], Vec<u8>);

fn case() -> impl Strategy<Value = Case> {
    let tries = proptest::collection::vec(any::<u8>(), 1..60);
    (knobs(), 1u16..8, 1u16..8, proptest::collection::vec(0u8..5, 64), any::<[u8; 4]>(), tries)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_implementations_tell_the_same_match((knobs, rows, cols, walls, starts, tries) in case()) {
        let size = Size::new(rows, cols);
        let is_wall = |cell: &Cell| walls[size.index(*cell)] == 0;
        let floor: Vec<Cell> = size.iter().filter(|cell| !is_wall(cell)).collect();
        prop_assume!(!floor.is_empty());
        let rules = Rules::new(knobs.clone(), CellSet::of(size, size.iter().filter(is_wall)));
        let [thief, guard, first, second] = starts.map(|start| floor[usize::from(start) % floor.len()]);
        let mut fast = State::start(&rules, thief, guard, Direction::Down, [first, second]);
        let mut slow = Slow {
            knobs,
            rows: i64::from(rows),
            cols: i64::from(cols),
            walls: size.iter().filter(is_wall).map(place).collect(),
            thief: place(thief),
            guard: place(guard),
            facing: Direction::Down,
            exits: [place(first), place(second)],
            found: [false; 2],
            turn: 0,
            declared: false,
            over: None,
            last: None,
        };
        compare(&rules, &fast, &slow);
        let all = [Action::Wait, Action::Escape].into_iter().chain(Direction::ALL.map(Action::Move));
        let all: Vec<Action> = all.collect();
        for attempt in tries {
            let action = all[usize::from(attempt) % all.len()];
            let seat = slow.actor();
            let before = fast;
            let applied = RajakarDhor::apply(&rules, &mut fast, &[(seat, action)], &mut Chance::new(0, Owner::Nature));
            prop_assert_eq!(applied.is_ok(), slow.over.is_none() && slow.is_legal(action), "{:?}", action);
            if applied.is_ok() {
                slow.act(action);
            } else {
                prop_assert_eq!(before, fast, "a refused action changes nothing");
            }
            compare(&rules, &fast, &slow);
        }
    }
}
