//! Counts as data: how many sequences of legal joint moves lead from a start, by depth, on every board. A change of rules that
//! alters any match alters some of them.

mod ctf_board;

use fogreel_engine::{Chance, Owner};
use fogreel_games::ctf::{Intruder, Knobs, Rules, State, Switch};

use ctf_board::{position, rules};

/// Board, preset, knobs, cells of West and of East, then the counts at depths 1, 2, ….
type Counts = (&'static str, &'static str, fn(&mut Knobs), &'static str, &'static str, &'static [u64]);

const COUNTS: &[Counts] = &[
    ("meadow", "match", |_| {}, "2,2 2,3 2,4", "2,25 2,26 2,27", &[54, 2916]),
    // Two carriers' ways cross, and persons stand side by side.
    ("ridge", "match", |_| {}, "14,14 14,15 15,14", "14,16 15,16 16,15", &[97, 6014]),
    ("ridge", "match", |knobs| knobs.persons = 1, "14,14", "14,16", &[5, 20, 96, 408, 1922]),
    ("ridge", "match", |knobs| knobs.persons = 2, "14,14 15,14", "14,15 15,16", &[23, 414, 8916]),
    ("garden", "match", |knobs| knobs.persons = 2, "5,8 6,8", "5,10 6,10", &[23, 230, 4344]),
    ("garden", "match", |knobs| knobs.must_move = Switch::On, "0,0 0,1 1,0", "0,15 0,14 1,15", &[27, 729]),
    (
        "garden",
        "match",
        |knobs| {
            knobs.persons = 1;
            knobs.intruder_steps_on_defender = Intruder::SentHome;
        },
        "6,8",
        "7,8",
        &[5, 20, 96, 408, 1787, 7533],
    ),
    ("garden", "solo", |_| {}, "5,2", "", &[3, 11, 37, 135, 467, 1662, 5799, 20266, 70874]),
    ("meadow", "puzzle", |_| {}, "8,23", "", &[4, 16, 57, 217, 775, 2876, 10344, 37710]),
];

/// Leaves at a depth; a match that is over has none.
fn leaves(rules: &Rules, state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if state.ending.is_some() {
        return 0;
    }
    let mut legal = Vec::new();
    state.legal_actions(rules, &mut legal);
    let mut count = 0;
    for action in legal {
        let mut next = state.clone();
        next.apply(rules, action, &mut Chance::new(0, Owner::Nature)).expect("listed");
        count += leaves(rules, &next, depth - 1);
    }
    count
}

#[test]
fn sequences_are_as_many_as_they_were() {
    for (map, preset, change, west, east, counts) in COUNTS {
        let rules = rules(map, preset, change);
        let state = position(&rules, west, east);
        let found: Vec<u64> = (1..=counts.len() as u32).map(|depth| leaves(&rules, &state, depth)).collect();
        assert_eq!(&found, counts, "{map} {preset} {west} / {east}");
    }
    for map in fogreel_games::find("ctf").expect("registered").info().maps {
        assert!(COUNTS.iter().any(|(known, ..)| *known == map.name), "{} has no counts", map.name);
    }
}
