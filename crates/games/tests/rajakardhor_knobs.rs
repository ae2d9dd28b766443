//! Every knob of RajakarDhor, and what it changes.

use fogreel_engine::data::Setting;
use fogreel_engine::{Cell, CellSet, Chance, Detail, Direction, Game, IllegalAction, MatchConfig, Owner, Seat, Size};
use fogreel_games::rajakardhor::{
    Action, Capture, Ending, Escape, ExitDiscovery, GUARD, GuardOrthogonal, Hearing, Knobs, Noise, Observation,
    RajakarDhor, Rules, ScanShape, Sense, State, Switch, THIEF, ThiefSight,
};

const UP: Action = Action::Move(Direction::Up);
const DOWN: Action = Action::Move(Direction::Down);
const LEFT: Action = Action::Move(Direction::Left);
const RIGHT: Action = Action::Move(Direction::Right);

/// The guide's rules with changes, on a 10×10 board with these walls.
fn rules(walls: &[(u16, u16)], change: impl FnOnce(&mut Knobs)) -> Rules {
    let mut knobs = Knobs::named("guide").expect("a preset");
    change(&mut knobs);
    Rules::new(knobs, CellSet::of(Size::new(10, 10), walls.iter().map(|(row, col)| Cell::new(*row, *col))))
}

/// A start with the guard looking down and the exits in the corners on the right.
fn start(rules: &Rules, thief: (u16, u16), guard: (u16, u16)) -> State {
    let cell = |(row, col)| Cell::new(row, col);
    State::start(rules, cell(thief), cell(guard), Direction::Down, [Cell::new(0, 9), Cell::new(9, 9)])
}

fn play(rules: &Rules, state: &mut State, action: Action) -> Result<(), IllegalAction> {
    let seat = state.to_act();
    RajakarDhor::apply(rules, state, &[(seat, action)], &mut Chance::new(0, Owner::Nature))
}

/// The state after these actions, thief first.
fn after(rules: &Rules, mut state: State, actions: &[Action]) -> State {
    for action in actions {
        play(rules, &mut state, *action).expect("legal");
    }
    state
}

fn told(rules: &Rules, state: &State, seat: Seat) -> Observation {
    RajakarDhor::observe(rules, state, seat)
}

#[test]
fn thief_sight() {
    for (sight, expected) in [(ThiefSight::Rays, Sense::Miss), (ThiefSight::ThroughWalls, Sense::Hit(Cell::new(4, 3)))]
    {
        let rules = rules(&[(4, 4)], |knobs| knobs.thief_sight = sight);
        let state = after(&rules, start(&rules, (4, 6), (4, 2)), &[LEFT, RIGHT]);
        assert_eq!(told(&rules, &state, THIEF).sight, expected, "the wall stands between (4,5) and (4,3)");
    }
}

#[test]
fn guard_orthogonal() {
    for (orthogonal, expected) in [
        (GuardOrthogonal::On, Sense::Hit(Cell::new(4, 5))),
        (GuardOrthogonal::Off, Sense::Unavailable),
        (GuardOrthogonal::BeliefOnly, Sense::Unavailable),
    ] {
        let rules = rules(&[(4, 4)], |knobs| knobs.guard_orthogonal = orthogonal);
        let state = after(&rules, start(&rules, (4, 6), (4, 2)), &[LEFT]);
        assert_eq!(told(&rules, &state, GUARD).orthogonal, expected, "through the wall, behind the back");
        assert_eq!(told(&rules, &state, GUARD).sight, Sense::Miss);
    }
}

#[test]
fn scan_shape_and_radius() {
    for (shape, radius, cells) in [
        (ScanShape::Square, 2, 25),
        (ScanShape::Rays, 2, 17),
        (ScanShape::Diamond, 2, 13),
        (ScanShape::Square, 1, 9),
        (ScanShape::Square, 0, 1),
        (ScanShape::Square, 1024, 100),
    ] {
        let rules = rules(&[], |knobs| (knobs.scan_shape, knobs.scan_radius) = (shape, radius));
        let covered = rules.cells_scanned(Cell::new(5, 5));
        assert_eq!(covered.len(), cells, "{shape:?} {radius}");
        assert!(rules.size().iter().all(|cell| covered.contains(cell) == rules.scan_covers(Cell::new(5, 5), cell)));
    }
}

#[test]
fn scan_period() {
    for period in [1, 3, 4] {
        let rules = rules(&[], |knobs| knobs.scan_period = period);
        let mut state = start(&rules, (9, 0), (0, 5));
        for guard_turn in 1..=8 {
            play(&rules, &mut state, Action::Wait).expect("legal");
            let fired = told(&rules, &state, GUARD).scan != Sense::Unavailable;
            assert_eq!(fired, guard_turn % period == 0, "period {period}, guard turn {guard_turn}");
            play(&rules, &mut state, Action::Wait).expect("legal");
        }
    }
}

#[test]
fn capture_by_the_guards_step() {
    for capture in [Capture::AfterGuard, Capture::AfterEither] {
        let rules = rules(&[], |knobs| knobs.capture = capture);
        let state = after(&rules, start(&rules, (4, 6), (4, 4)), &[Action::Wait, RIGHT]);
        assert_eq!(state.ending, Some(Ending::CapturedByGuard), "{capture:?}");
        let state = after(&rules, start(&rules, (5, 6), (4, 4)), &[Action::Wait, RIGHT]);
        assert_eq!(state.ending, None, "diagonally next to each other does not count");
    }
}

#[test]
fn capture_by_the_thiefs_step() {
    let step = |capture| {
        let rules = rules(&[], |knobs| knobs.capture = capture);
        after(&rules, start(&rules, (4, 6), (4, 4)), &[LEFT]).ending
    };
    assert_eq!(step(Capture::AfterEither), Some(Ending::ThiefWalkedUp));
    assert_eq!(step(Capture::AfterGuard), None);
}

#[test]
fn the_thief_may_step_into_the_guards_cell_and_is_caught_there() {
    let rules = rules(&[], |_| {});
    let state = after(&rules, start(&rules, (4, 6), (4, 4)), &[LEFT, Action::Wait]);
    assert_eq!(state.ending, Some(Ending::CapturedByGuard), "distance 1 after the guard's wait");
    let inside = after(&rules, start(&rules, (4, 5), (4, 4)), &[LEFT]);
    assert_eq!((inside.thief, inside.ending), (inside.guard, None));
    assert_eq!(told(&rules, &inside, GUARD).sight, Sense::Miss, "no sense but the scan covers its own cell");
    assert_eq!(after(&rules, inside, &[Action::Wait]).ending, Some(Ending::CapturedByGuard), "distance 0 counts");
}

#[test]
fn escape_at_once_or_after_the_guards_answer() {
    let escape = |escape, guard: (u16, u16), answer| {
        let rules = rules(&[], |knobs| knobs.escape = escape);
        let mut state = after(&rules, start(&rules, (0, 9), guard), &[Action::Escape]);
        if state.ending.is_none() {
            assert_eq!(told(&rules, &state, THIEF).ending, None);
            state = after(&rules, state, &[answer]);
        }
        state
    };
    assert_eq!(escape(Escape::AtOnce, (0, 7), RIGHT).ending, Some(Ending::Escaped));
    assert_eq!(escape(Escape::Delayed, (0, 7), RIGHT).ending, Some(Ending::CapturedByGuard));
    assert_eq!(escape(Escape::Delayed, (0, 6), RIGHT).ending, Some(Ending::Escaped));
}

#[test]
fn a_delayed_escape_is_heard_from_further_away() {
    let rules = rules(&[], |knobs| knobs.escape = Escape::Delayed);
    let state = after(&rules, start(&rules, (0, 9), (1, 7)), &[Action::Escape]);
    assert_eq!(state.thief.manhattan(state.guard), 3);
    assert_eq!(told(&rules, &state, GUARD).hearing, Hearing::Within(3));
    let state = after(&rules, start(&rules, (0, 8), (1, 7)), &[RIGHT]);
    assert_eq!(told(&rules, &state, GUARD).hearing, Hearing::Nothing, "a move from there is not");
}

#[test]
fn noise() {
    for (noise, expected) in [
        (Noise::Heard, Hearing::Within(2)),
        (Noise::Leaky, Hearing::Within(2)),
        (Noise::Distance, Hearing::At(2)),
        (Noise::Cell, Hearing::From(Cell::new(5, 5))),
    ] {
        let rules = rules(&[], |knobs| knobs.noise = noise);
        let state = after(&rules, start(&rules, (5, 6), (4, 4)), &[LEFT]);
        assert_eq!(told(&rules, &state, GUARD).hearing, expected);
        let silent = after(&rules, start(&rules, (5, 5), (4, 4)), &[Action::Wait]);
        assert_eq!(told(&rules, &silent, GUARD).hearing, Hearing::Nothing, "waiting is silent");
        assert_eq!(told(&rules, &silent, GUARD).rival(), None);
    }
}

#[test]
fn noise_radii() {
    for radius in [0, 1, 5] {
        let rules = rules(&[], |knobs| knobs.noise_move = radius);
        let state = after(&rules, start(&rules, (6, 6), (4, 4)), &[LEFT]);
        assert_eq!(told(&rules, &state, GUARD).is_heard(), radius >= 3, "{radius}");
    }
    for radius in [1, 4] {
        let rules = rules(&[], |knobs| (knobs.escape, knobs.noise_escape) = (Escape::Delayed, radius));
        let state = after(&rules, start(&rules, (0, 9), (2, 7)), &[Action::Escape]);
        assert_eq!(told(&rules, &state, GUARD).is_heard(), radius >= 4, "{radius}");
    }
}

#[test]
fn thief_hears_guard() {
    let hearing = |switch, range, action| {
        let rules = rules(&[], |knobs| (knobs.thief_hears_guard, knobs.hearing_range) = (switch, range));
        let state = after(&rules, start(&rules, (5, 6), (4, 4)), &[Action::Wait, action]);
        told(&rules, &state, THIEF).hearing
    };
    assert_eq!(hearing(Switch::Off, 2, RIGHT), Hearing::Unavailable);
    assert_eq!(hearing(Switch::On, 2, RIGHT), Hearing::Within(2));
    assert_eq!(hearing(Switch::On, 1, RIGHT), Hearing::Nothing);
    assert_eq!(hearing(Switch::On, 9, Action::Wait), Hearing::Nothing, "a waiting guard is silent");
}

#[test]
fn thief_knows_exits() {
    let exits = |switch, thief| {
        let rules = rules(&[], |knobs| knobs.thief_knows_exits = switch);
        told(&rules, &start(&rules, thief, (5, 0)), THIEF).exits
    };
    assert_eq!(exits(Switch::On, (5, 5)), [Some(Cell::new(0, 9)), Some(Cell::new(9, 9))]);
    assert_eq!(exits(Switch::Off, (5, 5)), [None, None]);
    assert_eq!(exits(Switch::Off, (9, 9)), [Some(Cell::new(9, 9)), None], "until it stands on one");
}

#[test]
fn exit_discovery() {
    for (discovery, after_thief, after_guard) in
        [(ExitDiscovery::AfterAction, false, true), (ExitDiscovery::OnSensing, true, true)]
    {
        let rules = rules(&[], |knobs| knobs.exit_discovery = discovery);
        // It looks down, at the exit in (9,9), from the start.
        let state = after(&rules, start(&rules, (5, 0), (6, 9)), &[Action::Wait]);
        assert_eq!(state.found[1], after_thief, "{discovery:?}");
        let state = after(&rules, state, &[Action::Wait]);
        assert_eq!(state.found, [false, after_guard], "{discovery:?}");
    }
}

#[test]
fn minimax_reads_exits() {
    for (switch, expected) in [(Switch::On, Some([Cell::new(0, 9), Cell::new(9, 9)])), (Switch::Off, None)] {
        let rules = rules(&[], |knobs| knobs.minimax_reads_exits = switch);
        let state = start(&rules, (5, 0), (5, 5));
        assert_eq!(RajakarDhor::privileged(&rules, &state, GUARD).exits, expected);
        assert_eq!(RajakarDhor::privileged(&rules, &state, THIEF).exits, None);
    }
}

#[test]
fn max_turns() {
    for most in [0, 1, 2, 7] {
        let rules = rules(&[], |knobs| knobs.max_turns = most);
        let mut state = start(&rules, (9, 0), (0, 5));
        let mut turns = 0;
        while state.ending.is_none() {
            play(&rules, &mut state, Action::Wait).expect("legal");
            turns += 1;
        }
        assert_eq!((turns, state.ending), (most, Some(Ending::TurnLimit)));
        assert!(play(&rules, &mut state, Action::Wait).is_err(), "nobody acts after the end");
    }
}

#[test]
fn a_win_on_the_last_turn_counts() {
    let rules = rules(&[], |knobs| knobs.max_turns = 1);
    assert_eq!(after(&rules, start(&rules, (0, 9), (9, 0)), &[Action::Escape]).ending, Some(Ending::Escaped));
}

#[test]
fn sight_range() {
    for range in [0, 1, 3, 1024] {
        let rules = rules(&[], |knobs| knobs.sight_range = range);
        assert_eq!(rules.cells_ahead(Cell::new(5, 5), Direction::Down).len() as u32, range.min(4), "{range}");
        assert_eq!(rules.sees_ahead(Cell::new(5, 5), Direction::Down, Cell::new(8, 5)), range >= 3);
    }
}

#[test]
fn facing_changes_with_a_move_and_stays_with_a_wait() {
    let rules = rules(&[], |_| {});
    let state = after(&rules, start(&rules, (9, 0), (4, 4)), &[Action::Wait, LEFT]);
    assert_eq!(state.facing, Direction::Left);
    assert_eq!(after(&rules, state, &[UP, Action::Wait]).facing, Direction::Left);
    assert_eq!(after(&rules, state, &[UP, DOWN]).facing, Direction::Down);
}

#[test]
fn facing_sight_adds_nothing_where_orthogonal_range_is_on() {
    let rules = rules(&[(4, 5), (6, 4)], |_| {});
    for from in rules.floor() {
        for direction in Direction::ALL {
            let orthogonal = rules.cells_orthogonal(from);
            assert!(rules.cells_ahead(from, direction).iter().all(|cell| orthogonal.contains(cell)));
        }
    }
}

#[test]
fn spawn_distances() {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let setup = |knobs: &[(&str, &str)], seed| -> Vec<Cell> {
        let knobs = knobs.iter().map(|(name, value)| Setting::new(*name, *value)).collect();
        let config = MatchConfig { knobs, seed, ..MatchConfig::default() };
        let session = game.start(&config, Detail::Nothing).expect("a start");
        let texts: Vec<String> = session.header().setup[..3].iter().map(|setting| setting.value.clone()).collect();
        texts.join(";").split(';').map(|cell| cell.parse().expect("a cell")).collect()
    };
    for seed in 0..50 {
        let cells = setup(&[("spawn_thief_guard", "9"), ("spawn_exit_exit", "10")], seed);
        let [thief, guard, first, second] = cells[..] else { panic!("{cells:?}") };
        assert!(thief.manhattan(guard) >= 9 && first.manhattan(second) >= 10);
        assert!(thief.manhattan(first).min(thief.manhattan(second)) >= 4);
        assert!(guard.manhattan(first).min(guard.manhattan(second)) >= 8);
    }
    let near = (0..200).any(|seed| {
        let cells = setup(&[("spawn_rule", "off")], seed);
        cells[0].manhattan(cells[1]) < 4
    });
    assert!(near, "without the rule some starts are near");
}
