//! The original's hunter reads what it should not. Those inputs travel on privileged channels, and they do leak.

use fogreel_engine::data::Record;
use fogreel_engine::{Detail, MatchConfig, Session};
use fogreel_games::rajakardhor::{Action, GUARD, Knobs, Observation, Privileged, RajakarDhor, Rules, State};

use fogreel_engine::{Cell, CellSet, Direction, Game, Size};

fn rules(preset: &str) -> Rules {
    Rules::new(Knobs::named(preset).expect("a preset"), CellSet::new(Size::new(10, 10)))
}

/// Two truths that the guard cannot tell apart, after the thief moved or waited far away.
fn two_worlds(rules: &Rules) -> [State; 2] {
    let (thief, guard) = (Cell::new(0, 8), Cell::new(9, 0));
    let exits = [Cell::new(0, 0), Cell::new(5, 9)];
    let mut moved = State::start(rules, thief, guard, Direction::Down, exits);
    let mut waited = State::start(rules, Cell::new(0, 9), guard, Direction::Down, [exits[1], Cell::new(4, 4)]);
    let mut chance = fogreel_engine::Chance::new(0, fogreel_engine::Owner::Nature);
    let seat = fogreel_games::rajakardhor::THIEF;
    RajakarDhor::apply(rules, &mut moved, &[(seat, Action::Move(Direction::Right))], &mut chance).expect("legal");
    RajakarDhor::apply(rules, &mut waited, &[(seat, Action::Wait)], &mut chance).expect("legal");
    [moved, waited]
}

#[test]
fn observations_agree_and_privileged_inputs_differ() {
    let rules = rules("original");
    let [moved, waited] = two_worlds(&rules);
    let told = |state: &State| -> Observation { RajakarDhor::observe(&rules, state, GUARD) };
    assert_eq!(told(&moved), told(&waited), "the guard cannot tell the two worlds apart");
    let read = |state: &State| -> Privileged { RajakarDhor::privileged(&rules, state, GUARD) };
    assert_eq!(read(&moved).noise_radius, Some(2), "an unheard move leaks its radius");
    assert_eq!(read(&waited).noise_radius, Some(0), "a wait leaks that it was one");
    assert_ne!(read(&moved).exits, read(&waited).exits, "exits that were not found leak");
}

#[test]
fn the_guide_leaks_nothing() {
    let rules = rules("guide");
    for state in two_worlds(&rules) {
        assert_eq!(RajakarDhor::privileged(&rules, &state, GUARD), Privileged::default());
    }
}

#[test]
fn privileged_signals_stand_apart_from_views() {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let records = |preset: &str| -> Vec<Record> {
        let config = MatchConfig { preset: Some(preset.to_owned()), seed: 3, ..MatchConfig::default() };
        let mut session: Box<dyn Session> = game.start(&config, Detail::Full).expect("a start");
        (0..6)
            .map(|_| {
                session.advance();
                session.record()
            })
            .collect()
    };
    assert!(records("original").iter().all(|record| !record.privileged.is_empty()));
    assert!(records("guide").iter().all(|record| record.privileged.is_empty()));
}
