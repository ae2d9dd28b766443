//! The no-leak test is as sharp as its resampling: what a leak would tell must vary.

mod ctf_board;

use std::collections::BTreeSet;

use fogreel_engine::{Chance, Game, Owner, Seat};
use fogreel_games::ctf::{Ctf, FlagWhileCarried, Rules, State};

use ctf_board::{position, rules};

const WEST: Seat = Seat(0);

/// What varies over many resamplings, every one of which tells the seat the same.
fn varies<T: Ord>(rules: &Rules, state: &State, what: impl Fn(&State) -> T) -> BTreeSet<T> {
    let told = Ctf::observe(rules, state, WEST);
    let other = |seed| {
        let other = Ctf::resample_hidden(rules, state, WEST, &mut Chance::new(seed, Owner::Nature));
        assert_eq!(Ctf::observe(rules, &other, WEST), told, "{state:?} {other:?}");
        what(&other)
    };
    (0..300).map(other).collect()
}

fn play(rules: &Rules, state: &mut State, actions: &[&str]) {
    for action in actions {
        state.apply(rules, action.parse().expect("a joint move"), &mut Chance::new(1, Owner::Nature)).expect("legal");
    }
}

#[test]
fn who_is_out_of_sight_may_be_anywhere_that_nobody_sees() {
    let rules = rules("meadow", "match", |_| {});
    let state = position(&rules, "2,2 2,3 2,4", "14,17 27,17 28,10");
    let places = varies(&rules, &state, |other| other.persons[1][0]);
    assert!(places.len() > 150, "{}", places.len());
    assert!(places.iter().all(|cell| !rules.is_visible(state.team(&rules, 0), *cell)));
}

#[test]
fn nothing_tells_one_enemy_from_another() {
    let rules = rules("meadow", "match", |_| {});
    let state = position(&rules, "14,8 14,9 14,10", "12,9 27,17 28,10");
    let who = varies(&rules, &state, |other| {
        other.persons[1].iter().position(|cell| *cell == state.persons[1][0]).expect("still in sight")
    });
    assert_eq!(who.len(), 3);
}

#[test]
fn who_carries_a_flag_is_hidden_with_its_carrier() {
    let rules = rules("meadow", "match", |_| {});
    let mut state = position(&rules, "2,2 2,3 2,4", "14,17 27,17 28,10");
    state.carried[1] = [Some(2), None, None];
    let carriers = varies(&rules, &state, |other| other.carried[1].iter().position(Option::is_some));
    assert_eq!(carriers.len(), 3);
    // That it is gone from its spawn point everybody sees.
    assert_eq!(varies(&rules, &state, |other| other.home(&rules, 0)).len(), 1);
}

#[test]
fn flags_that_stay_do_not_tell_who_carries_what() {
    let rules = rules("meadow", "match", |knobs| knobs.flag_while_carried = FlagWhileCarried::Available);
    let state = position(&rules, "2,2 2,3 2,4", "14,17 27,17 28,10");
    let carried = varies(&rules, &state, |other| other.carried[1]);
    assert!(carried.len() > 50, "{}", carried.len());
}

#[test]
fn what_the_enemy_did_out_of_sight_is_hidden() {
    let rules = rules("meadow", "match", |_| {});
    let mut state = position(&rules, "2,2 2,3 2,4", "14,17 27,17 28,10");
    play(&rules, &mut state, &["wait", "14,17>13,17"]);
    assert!(varies(&rules, &state, |other| other.last).len() > 20);
    assert!(varies(&rules, &state, |other| other.blocked).len() > 4);
    // Its own move a team knows.
    play(&rules, &mut state, &["2,4>2,5"]);
    assert_eq!(varies(&rules, &state, |other| other.last).len(), 1);
}

#[test]
fn whoever_sent_a_person_home_stands_where_that_was() {
    let rules = rules("garden", "match", |_| {});
    // The only person of West that would see the place is the one that is sent home.
    let mut state = position(&rules, "7,12 0,0 1,0", "7,13 0,10 0,11");
    play(&rules, &mut state, &["wait", "7,13>7,12"]);
    assert!(state.sent_home[0].is_some());
    let at = state.sent_home[0].expect("sent home").at;
    assert!(!rules.is_visible(state.team(&rules, 0), at), "out of sight");
    assert!(varies(&rules, &state, |other| other.persons[1].contains(&at)).into_iter().eq([true]));
    let told = Ctf::observe(&rules, &state, WEST);
    assert!(told.located().any(|cell| cell == at));
}

/// The hash of a state is kept in files: these bytes may not change within a rules version.
#[test]
fn canonical_bytes_are_frozen() {
    let rules = rules("garden", "match", |_| {});
    let mut state = position(&rules, "7,12 0,0 1,0", "7,13 0,10 0,11");
    play(&rules, &mut state, &["0,0>0,1", "7,13>7,12"]);
    let mut bytes = Vec::new();
    Ctf::encode_state(&state, &mut bytes);
    let persons = [4, 0, 2, 0, 0, 0, 1, 0, 1, 0, 0, 0, 7, 0, 12, 0, 0, 0, 10, 0, 0, 0, 11, 0];
    let carried = [255; 6];
    let (gone, returns, turn) = ([0; 4], [0; 8], [2, 0, 0, 0]);
    let last = [1, 7, 0, 13, 0, 7, 0, 12, 0];
    let blocked = [0; 3];
    let sent = [0, 7, 0, 12, 0, 4, 0, 2, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0];
    let ending = [0];
    let expected: Vec<u8> = [&persons[..], &carried, &gone, &returns, &turn, &last, &blocked, &sent, &ending].concat();
    assert_eq!(bytes, expected);
}
