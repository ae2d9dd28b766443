//! The no-leak test is as sharp as its resampling: what a leak would tell must vary.

use std::collections::BTreeSet;

use fogreel_engine::{Cell, CellSet, Chance, Direction, Game, Owner, Seat, Size};
use fogreel_games::rajakardhor::{Action, Escape, GUARD, Knobs, RajakarDhor, Rules, State, THIEF};

fn rules(preset: &str, change: impl FnOnce(&mut Knobs)) -> Rules {
    let mut knobs = Knobs::named(preset).expect("a preset");
    change(&mut knobs);
    Rules::new(knobs, CellSet::new(Size::new(10, 10)))
}

fn play(rules: &Rules, state: &mut State, actions: &[Action]) {
    for action in actions {
        let seat = state.to_act();
        RajakarDhor::apply(rules, state, &[(seat, *action)], &mut Chance::new(0, Owner::Nature)).expect("legal");
    }
}

/// What varies over many resamplings, every one of which tells the seat the same.
fn varies<T: Ord>(rules: &Rules, state: &State, seat: Seat, what: impl Fn(&State) -> T) -> usize {
    let told = RajakarDhor::observe(rules, state, seat);
    let other = |seed| {
        let other = RajakarDhor::resample_hidden(rules, state, seat, &mut Chance::new(seed, Owner::Nature));
        assert_eq!(RajakarDhor::observe(rules, &other, seat), told, "{state:?} {other:?}");
        what(&other)
    };
    (0..200).map(other).collect::<BTreeSet<T>>().len()
}

fn start(rules: &Rules, thief: Cell) -> State {
    State::start(rules, thief, Cell::new(0, 0), Direction::Down, [Cell::new(9, 9), Cell::new(4, 9)])
}

#[test]
fn after_an_escape_the_guard_does_not_know_where_the_thief_was() {
    let rules = rules("guide", |_| {});
    let mut state = start(&rules, Cell::new(9, 9));
    play(&rules, &mut state, &[Action::Escape]);
    assert!(state.ending.is_some());
    assert!(varies(&rules, &state, GUARD, |other| other.thief) > 20);
    assert!(varies(&rules, &state, GUARD, |other| other.exits) > 20);
}

#[test]
fn the_thief_does_not_know_whether_a_guard_far_away_moved() {
    for preset in ["guide", "original"] {
        let rules = rules(preset, |_| {});
        let mut state = start(&rules, Cell::new(8, 8));
        play(&rules, &mut state, &[Action::Wait, Action::Move(Direction::Right)]);
        assert!(varies(&rules, &state, THIEF, |other| other.last) > 3);
        assert!(varies(&rules, &state, THIEF, |other| (other.guard, other.facing)) > 50);
    }
}

#[test]
fn the_guard_does_not_know_whether_an_unheard_thief_waited() {
    let rules = rules("original", |_| {});
    let mut state = start(&rules, Cell::new(8, 8));
    play(&rules, &mut state, &[Action::Move(Direction::Left)]);
    assert!(varies(&rules, &state, GUARD, |other| other.last) > 3);
    assert!(varies(&rules, &state, GUARD, |other| other.thief) > 30);
}

#[test]
fn the_guard_does_not_know_whether_an_escape_was_declared() {
    let rules = rules("guide", |knobs| knobs.escape = Escape::Delayed);
    let mut state = start(&rules, Cell::new(9, 9));
    play(&rules, &mut state, &[Action::Escape]);
    assert_eq!(varies(&rules, &state, GUARD, |other| other.escaping), 2);
}

#[test]
fn after_a_capture_what_was_not_found_stays_hidden() {
    let rules = rules("guide", |_| {});
    let mut state = start(&rules, Cell::new(0, 2));
    play(&rules, &mut state, &[Action::Wait, Action::Move(Direction::Right)]);
    assert!(state.ending.is_some());
    assert_eq!(varies(&rules, &state, GUARD, |other| other.thief), 1, "contact tells where the thief is");
    assert!(varies(&rules, &state, GUARD, |other| other.exits) > 20);
}

/// The hash of a state is kept in files: these bytes may not change within a rules version.
#[test]
fn canonical_bytes_are_frozen() {
    let rules = rules("guide", |_| {});
    let mut state = start(&rules, Cell::new(8, 8));
    play(&rules, &mut state, &[Action::Move(Direction::Left), Action::Wait]);
    let mut bytes = Vec::new();
    RajakarDhor::encode_state(&state, &mut bytes);
    assert_eq!(bytes, [8, 0, 7, 0, 0, 0, 0, 0, 9, 0, 9, 0, 4, 0, 9, 0, 2, 0, 0, 0, 1, 0, 0, 1, 0, 0]);
}
