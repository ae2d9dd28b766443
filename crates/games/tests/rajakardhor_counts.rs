//! Counts as data: how many sequences of legal actions lead from a start, by depth, on every map. A change of rules that
//! alters any match alters some of them.

use fogreel_engine::data::Setting;
use fogreel_engine::{Chance, Detail, Direction, Game, MapSource, MatchConfig, Owner};
use fogreel_games::rajakardhor::{Knobs, RajakarDhor, Rules, State};

/// Map, preset, start as `thief guard exit exit`, then the counts at depths 1, 2, ….
const COUNTS: &[(&str, &str, &str, &[u64])] = &[
    ("original", "guide", "5,9 1,9 2,0 6,4", &[4, 16, 68, 272, 1164, 4878]),
    ("original", "original", "5,9 1,9 2,0 6,4", &[4, 16, 68, 268, 1156, 4752]),
    ("original", "guide", "4,4 4,7 4,3 9,9", &[4, 20, 81, 352, 1398, 6336]),
    ("original", "original", "4,4 4,7 4,3 9,9", &[4, 20, 81, 343, 1378, 6113]),
    ("open", "guide", "0,1 3,1 0,0 9,9", &[4, 20, 80, 332, 1292, 5677]),
    ("tight", "guide", "3,1 3,2 3,3 9,0", &[4, 12, 16, 58, 152, 545]),
    ("tight", "original", "3,1 3,3 3,2 9,0", &[4, 12, 36, 118, 368, 1224]),
    ("corridors", "guide", "0,0 3,0 0,1 11,11", &[3, 12, 37, 108, 320, 972]),
    ("rooms", "guide", "2,5 2,8 2,6 12,0", &[5, 25, 106, 510, 2234, 10329]),
    ("courtyard", "original", "4,6 5,9 4,5 15,15", &[3, 12, 48, 143, 494, 1710]),
    ("city", "guide", "0,0 0,4 0,1 29,29", &[3, 12, 40, 135, 433, 1551]),
];

/// Leaves at a depth; a match that is over has none.
fn leaves(rules: &Rules, state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let seat = state.to_act();
    let observation = RajakarDhor::observe(rules, state, seat);
    let mut legal = Vec::new();
    RajakarDhor::legal_actions(rules, &RajakarDhor::first_knowledge(rules, seat, &observation), &mut legal);
    // An exit that the thief stands on is one that it knows, so its first knowledge lists the escape.
    let mut count = 0;
    for action in legal {
        let mut next = *state;
        if RajakarDhor::apply(rules, &mut next, &[(seat, action)], &mut Chance::new(0, Owner::Nature)).is_ok() {
            count += leaves(rules, &next, depth - 1);
        }
    }
    count
}

fn position(map: &str, preset: &str, start: &str) -> (Rules, State) {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let config = MatchConfig {
        map: MapSource::Named(map.to_owned()),
        knobs: vec![Setting::new("spawn_rule", "off")],
        ..MatchConfig::default()
    };
    let session = game.start(&config, Detail::Nothing).expect("a start");
    let board = &session.header().board;
    let walls = board.size.iter().filter(|cell| !board.is_passable(*cell));
    let rules = Rules::new(Knobs::named(preset).expect("a preset"), fogreel_engine::CellSet::of(board.size, walls));
    let cells: Vec<_> = start.split(' ').map(|cell| cell.parse().expect("a cell")).collect();
    let [thief, guard, first, second] = cells[..] else { panic!("{start}") };
    let state = State::start(&rules, thief, guard, Direction::Down, [first, second]);
    (rules, state)
}

#[test]
fn sequences_are_as_many_as_they_were() {
    let maps: Vec<&str> = COUNTS.iter().map(|(map, ..)| *map).collect();
    let game = fogreel_games::find("rajakardhor").expect("registered");
    for (map, preset, start, counts) in COUNTS {
        let (rules, state) = position(map, preset, start);
        let found: Vec<u64> = (1..=counts.len() as u32).map(|depth| leaves(&rules, &state, depth)).collect();
        assert_eq!(&found, counts, "{map} {preset} {start}");
    }
    for map in game.info().maps {
        assert!(maps.contains(&map.name), "{} has no counts", map.name);
    }
}
