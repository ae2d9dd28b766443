//! Who meets whom, and what cannot be.

use fogreel_engine::{AgentSpec, MapSource};
use fogreel_tournament::{Sides, Tournament, TournamentConfig};

use crate::duel::Duel;

fn named(seat: &str, agents: &[&str]) -> (String, Vec<AgentSpec>) {
    (seat.to_owned(), agents.iter().map(|agent| AgentSpec::from(*agent)).collect())
}

fn pairings(tournament: &Tournament) -> Vec<String> {
    let plan = tournament.plan();
    let label = |player: usize| plan.players[player].label.as_str();
    plan.pairings.iter().map(|[one, other]| format!("{}-{}", label(*one), label(*other))).collect()
}

#[test]
fn agents_of_one_seat_meet_those_of_the_other() {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let agents = vec![named("thief", &["fuzzy", "random"]), named("guard", &["random", "hunter"])];
    let config = TournamentConfig { agents, starts: 3, ..Default::default() };
    let tournament = Tournament::resolve(game, &config).expect("resolves");
    let plan = tournament.plan();
    assert_eq!(plan.sides, Sides::Fixed);
    assert_eq!(pairings(&tournament), ["fuzzy-random", "fuzzy-hunter", "random-random", "random-hunter"]);
    let seats: Vec<Option<&str>> = plan.players.iter().map(|player| player.seat.as_deref()).collect();
    assert_eq!(seats, [Some("thief"), Some("thief"), Some("guard"), Some("guard")], "`random` is two players");
    assert_eq!(plan.players[3].settings.len(), 1, "settings are resolved");
    assert_eq!(plan.matches(), 12);
}

#[test]
fn where_everybody_plays_either_seat_sides_are_swapped() {
    let tournament = Tournament::resolve(&Duel, &TournamentConfig::default()).expect("resolves");
    assert_eq!(tournament.plan().sides, Sides::Swapped);
    let met = pairings(&tournament);
    assert_eq!(met[..4], ["a1-a2", "a2-a1", "a1-a3", "a3-a1"]);
    assert_eq!(met.len(), 12, "six pairs, twice each: {met:?}");
    assert_eq!(tournament.plan().players.len(), 4);
    // One against the field.
    let agents = vec![named("thief", &["a3"])];
    let tournament = Tournament::resolve(&Duel, &TournamentConfig { agents, ..Default::default() }).expect("resolves");
    assert_eq!(pairings(&tournament), ["a3-a1", "a1-a3", "a3-a2", "a2-a3", "a3-a4", "a4-a3"]);
}

#[test]
fn the_schedule_goes_start_by_start() {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let config = TournamentConfig {
        presets: vec!["guide".to_owned(), "original".to_owned()],
        maps: vec![MapSource::Default, MapSource::Named("courtyard".to_owned())],
        agents: vec![named("thief", &["fuzzy", "dash"]), named("guard", &["hunter"])],
        first_seed: 7,
        starts: 2,
        ..Default::default()
    };
    let tournament = Tournament::resolve(game, &config).expect("resolves");
    let plan = tournament.plan();
    assert_eq!((plan.conditions.len(), plan.matches()), (4, 16));
    assert_eq!(plan.presets(), [("guide", vec![0, 1]), ("original", vec![2, 3])]);
    let fixtures: Vec<_> = (0..16).map(|index| tournament.fixture(index)).collect();
    let told: Vec<_> =
        fixtures.iter().map(|fixture| (fixture.seed, fixture.condition, fixture.pairing, fixture.start)).collect();
    assert_eq!(told[..3], [(7, 0, 0, 0), (7, 0, 1, 0), (7, 1, 0, 1)]);
    assert_eq!(told[15], (8, 3, 1, 7));
}

#[test]
fn what_cannot_be_is_said_before_anything_is_played() {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let wrong = |config: TournamentConfig, expected: &str| {
        let error = Tournament::resolve(game, &config).err().expect("refused").to_string();
        assert!(error.contains(expected), "{error}");
    };
    let agents =
        |seat: &str, agents: &[&str]| TournamentConfig { agents: vec![named(seat, agents)], ..Default::default() };
    wrong(agents("gard", &["hunter"]), "did you mean `guard`?");
    wrong(agents("guard", &["huntr"]), "did you mean `hunter`?");
    wrong(agents("guard", &["hunter", "chase", "hunter"]), "guard agent `hunter`: it is named twice");
    wrong(TournamentConfig { starts: 0, ..Default::default() }, "at least one");
    wrong(TournamentConfig { starts: u64::MAX, ..Default::default() }, "more than 2^40 matches");
    wrong(TournamentConfig { first_seed: u64::MAX, ..Default::default() }, "not that many seeds left");
    let presets = vec!["guide".to_owned(), "guide".to_owned()];
    wrong(TournamentConfig { presets, ..Default::default() }, "preset guide, map original: it is named twice");
    let alone = vec![named("thief", &["a1"]), named("guard", &["a1"])];
    let error = Tournament::resolve(&Duel, &TournamentConfig { agents: alone, ..Default::default() }).err();
    assert!(error.expect("refused").to_string().contains("nobody to meet but itself"));
}
