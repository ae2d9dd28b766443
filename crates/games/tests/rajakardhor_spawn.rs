//! Starts of RajakarDhor.

use fogreel_engine::data::Setting;
use fogreel_engine::{CellSet, Detail, MapSource, MatchConfig, Size};
use fogreel_games::rajakardhor::{Knobs, Rules, Switch, count_starts};

fn config(settings: &[(&str, &str)]) -> MatchConfig {
    let knobs = settings.iter().map(|(name, value)| Setting::new(*name, *value)).collect();
    MatchConfig { knobs, ..MatchConfig::default() }
}

#[test]
fn the_original_map_has_663_273_legal_starts() {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let session = game.start(&MatchConfig::default(), Detail::Full).expect("a start");
    let board = &session.header().board;
    let walls = CellSet::of(board.size, board.size.iter().filter(|cell| !board.is_passable(*cell)));
    assert_eq!(walls.len(), 15);
    let knobs = Knobs::named("guide").expect("a preset");
    assert_eq!(count_starts(&Rules::new(knobs, walls)), 663_273);
    let draw = &session.record().chance[0];
    assert_eq!(draw.probability, Some(1.0 / 663_273.0));
}

/// The fast count against four nested loops.
#[test]
fn counting_starts_agrees_with_brute_force() {
    let size = Size::new(5, 4);
    let walls = CellSet::of(size, [fogreel_engine::Cell::new(1, 1), fogreel_engine::Cell::new(3, 2)]);
    for (switch, distances) in [
        (Switch::On, [2, 1, 3, 4]),
        (Switch::On, [0, 0, 0, 0]),
        (Switch::On, [1, 0, 2, 0]),
        (Switch::Off, [2, 1, 3, 4]),
    ] {
        let mut knobs = Knobs::named("guide").expect("a preset");
        knobs.spawn_rule = switch;
        let [thief_guard, thief_exit, guard_exit, exit_exit] = distances;
        (knobs.spawn_thief_guard, knobs.spawn_thief_exit) = (thief_guard, thief_exit);
        (knobs.spawn_guard_exit, knobs.spawn_exit_exit) = (guard_exit, exit_exit);
        let [thief_guard, thief_exit, guard_exit, exit_exit] =
            if switch == Switch::On { distances } else { [0, 0, 0, 0] };
        let rules = Rules::new(knobs, walls.clone());
        let cells: Vec<_> = rules.floor().collect();
        let mut count = 0;
        for thief in &cells {
            for guard in &cells {
                for (place, first) in cells.iter().enumerate() {
                    for second in &cells[..place] {
                        let legal = thief != guard
                            && thief.manhattan(*guard) >= thief_guard
                            && thief.manhattan(*first).min(thief.manhattan(*second)) >= thief_exit
                            && guard.manhattan(*first).min(guard.manhattan(*second)) >= guard_exit
                            && first.manhattan(*second) >= exit_exit;
                        count += u64::from(legal);
                    }
                }
            }
        }
        assert!(count > 0);
        assert_eq!(count_starts(&rules), count, "{switch:?} {distances:?}");
    }
}

#[test]
fn a_drawn_start_has_a_probability_whatever_the_map() {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    for (width, height) in [(2, 1), (3, 1), (2, 2), (1, 9)] {
        for (switch, is_possible) in [("off", true), ("on", false)] {
            let map = MapSource::Named(format!("gen:width={width},height={height},walls=0"));
            let knobs = vec![Setting::new("spawn_rule", switch)];
            let session = game.start(&MatchConfig { map, knobs, ..MatchConfig::default() }, Detail::Full);
            assert_eq!(session.is_ok(), is_possible);
            if let Ok(session) = session {
                let probability = session.record().chance[0].probability.expect("counted");
                assert!(probability > 0.0 && probability <= 1.0, "{width}×{height}: {probability}");
            }
        }
    }
    let map = MapSource::Named("gen:width=1,height=1,walls=0".to_owned());
    let knobs = vec![Setting::new("spawn_rule", "off")];
    let error = game.start(&MatchConfig { map, knobs, ..MatchConfig::default() }, Detail::Full).err().expect("no room");
    assert!(error.to_string().ends_with("must stand on different cells"), "{error}");
}

#[test]
fn a_spawn_rule_that_cannot_be_kept_says_which_distance() {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let error = game.start(&config(&[("spawn_exit_exit", "40")]), Detail::Full).err().expect("impossible");
    assert!(error.to_string().contains("the two exits must be at least 40 cells apart"), "{error}");
    assert!(game.start(&config(&[("spawn_exit_exit", "40"), ("spawn_rule", "off")]), Detail::Full).is_ok());
}

#[test]
fn a_fixed_start_is_checked_against_the_rules() {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let start = |setup: &[(&str, &str)]| {
        let setup = setup.iter().map(|(key, value)| Setting::new(*key, *value)).collect();
        game.start(&MatchConfig { setup, ..MatchConfig::default() }, Detail::Full)
            .map(|session| session.header().setup.clone())
    };
    let fixed = [("thief", "2,0"), ("guard", "8,5"), ("exits", "4,9;1,4"), ("facing", "left")];
    let resolved: Vec<String> = start(&fixed).expect("legal").iter().map(ToString::to_string).collect();
    assert_eq!(resolved, ["thief=2,0", "guard=8,5", "exits=4,9;1,4", "facing=left"]);
    let near = [("thief", "2,0"), ("guard", "7,5"), ("exits", "4,9;1,4")];
    let error = start(&near).expect_err("the guard is too near an exit").to_string();
    assert!(error.contains("guard and each exit must be at least 8 cells apart"), "{error}");
    let near = [("thief", "2,0"), ("guard", "9,4"), ("exits", "0,9;0,3")];
    let error = start(&near).expect_err("the exits are six apart").to_string();
    assert!(error.contains("the two exits must be at least 8 cells apart"), "{error}");
    let error = start(&[("thief", "1,1")]).expect_err("a wall").to_string();
    assert_eq!(error, "setup `thief`: the cell 1,1 is a wall");
    let error = start(&[("thief", "10,1")]).expect_err("off").to_string();
    assert_eq!(error, "setup `thief`: the cell 10,1 is off the map");
    let error = start(&[("theif", "1,1")]).expect_err("a typo").to_string();
    assert!(error.contains("did you mean `thief`?"), "{error}");
}
