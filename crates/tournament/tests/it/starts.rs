//! The proof of "every pairing on the same starts".

use std::collections::BTreeMap;

use fogreel_engine::data::Setting;
use fogreel_engine::{Detail, MapSource};
use fogreel_tournament::{Tournament, TournamentConfig};

/// On each start all pairings have the same board and setup, and whatever nature draws under the same name (stream and
/// number), it draws the same, in the start and later.
#[test]
fn all_pairings_meet_the_same_start_and_the_same_nature() {
    for game in fogreel_games::all() {
        let info = game.info();
        let config = TournamentConfig {
            presets: info.presets.iter().map(|preset| preset.name.to_owned()).collect(),
            maps: info.maps.iter().take(2).map(|map| MapSource::Named(map.name.to_owned())).collect(),
            first_seed: 5,
            starts: 3,
            ..Default::default()
        };
        let tournament = Tournament::resolve(game, &config).expect("resolves");
        let plan = tournament.plan();
        assert!(plan.pairings.len() > 1);
        let mut compared = 0;
        let mut starts: Vec<Vec<Setting>> = Vec::new();
        for start in 0..plan.starts_in_all() {
            let a_start = plan.matches_a_start();
            let mut setup = None;
            let mut drawn: BTreeMap<(String, u64), String> = BTreeMap::new();
            for index in start * a_start..(start + 1) * a_start {
                let fixture = tournament.fixture(index);
                assert_eq!(fixture.start, start);
                let mut session = tournament.prepared(&fixture).start(fixture.seed, Detail::Full).expect("starts");
                let header = session.header();
                let condition = &plan.conditions[fixture.condition];
                assert_eq!(
                    (&header.preset, &header.map, &header.knobs),
                    (&condition.preset, &condition.map, &condition.knobs)
                );
                let here = (header.seed, header.setup.clone(), header.board.clone());
                assert_eq!(*setup.get_or_insert_with(|| here.clone()), here, "{} of {fixture:?}", info.id);
                loop {
                    for draw in session.record().chance {
                        // Agents draw for themselves; nature is who draws for everybody.
                        if draw.stream.starts_with("nature/") {
                            let before = drawn.entry((draw.stream, draw.index)).or_insert_with(|| draw.outcome.clone());
                            assert_eq!(*before, draw.outcome);
                            compared += 1;
                        }
                    }
                    if session.end().is_some() {
                        break;
                    }
                    session.advance();
                }
            }
            starts.extend(setup.map(|(_, setup, _)| setup));
        }
        assert!(compared > 0, "{}: nature draws at least the start", info.id);
        starts.dedup();
        assert!(starts.len() > 3, "{}: starts differ from one another", info.id);
    }
}
