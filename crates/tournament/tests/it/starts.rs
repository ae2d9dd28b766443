//! The proof of "every pairing on the same starts".

use std::collections::BTreeMap;

use fogreel_engine::data::Setting;
use fogreel_engine::{Detail, DynGame, MapSource, MatchConfig};
use fogreel_tournament::{Tournament, TournamentConfig};

/// Whether somebody can meet somebody under that preset.
fn has_two_seats(game: &dyn DynGame, preset: &str) -> bool {
    let config = MatchConfig { preset: Some(preset.to_owned()), ..MatchConfig::default() };
    game.start(&config, Detail::Nothing).expect("starts").header().seats.len() == 2
}

/// On each start all pairings have the same board and setup, and whatever nature draws for it under the same name (stream and
/// number), it draws the same. What it draws later depends on where the match has got to.
#[test]
fn all_pairings_meet_the_same_start_and_the_same_nature() {
    for game in fogreel_games::all() {
        let info = game.info();
        let config = TournamentConfig {
            presets: info
                .presets
                .iter()
                .map(|preset| preset.name.to_owned())
                .filter(|name| has_two_seats(game, name))
                .collect(),
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
            let mut drawn: BTreeMap<(String, usize), String> = BTreeMap::new();
            for index in start * a_start..(start + 1) * a_start {
                let fixture = tournament.fixture(index);
                assert_eq!(fixture.start, start);
                let session = tournament.prepared(&fixture).start(fixture.seed, Detail::Full).expect("starts");
                let header = session.header();
                let condition = &plan.conditions[fixture.condition];
                assert_eq!(
                    (&header.preset, &header.map, &header.knobs),
                    (&condition.preset, &condition.map, &condition.knobs)
                );
                let here = (header.seed, header.setup.clone(), header.board.clone());
                assert_eq!(*setup.get_or_insert_with(|| here.clone()), here, "{} of {fixture:?}", info.id);
                // Agents draw for themselves; nature is who draws for everybody.
                for (place, draw) in session.record().chance.into_iter().enumerate() {
                    assert!(draw.stream.starts_with("nature/"));
                    let before = drawn.entry((draw.stream, place)).or_insert_with(|| draw.outcome.clone());
                    assert_eq!(*before, draw.outcome);
                    compared += 1;
                }
            }
            starts.extend(setup.map(|(_, setup, _)| setup));
        }
        assert!(compared > 0, "{}: nature draws at least the start", info.id);
        starts.dedup();
        assert!(starts.len() > 3, "{}: starts differ from one another", info.id);
    }
}
