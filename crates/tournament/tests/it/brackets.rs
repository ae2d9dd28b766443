//! No agent scores more than a ceiling allows.

use std::collections::BTreeMap;

use fogreel_engine::{AgentSpec, Unobserved};
use fogreel_tournament::{BestScore, MatchResult, Responses, Results, Tournament, TournamentConfig};

#[test]
fn the_best_agent_found_lies_below_what_none_can_surpass() {
    const STARTS: u64 = 40;
    let game = fogreel_games::find("rajakardhor").expect("a game");
    let agents = |names: &[&str]| names.iter().map(|name| AgentSpec::from(*name)).collect::<Vec<_>>();
    let config = TournamentConfig {
        presets: vec!["guide".to_owned(), "original".to_owned()],
        agents: vec![
            ("thief".to_owned(), agents(&["fuzzy", "dash", "sneak", "still", "random"])),
            ("guard".to_owned(), agents(&["hunter", "chase", "random", "still"])),
        ],
        starts: STARTS,
        ..Default::default()
    };
    let tournament = Tournament::resolve(game, &config).expect("a tournament");
    let plan = tournament.plan();
    let mut results = Results::default();
    for index in 0..plan.matches() {
        let fixture = tournament.fixture(index);
        let end = tournament.prepared(&fixture).play(fixture.seed, &mut Unobserved).expect("a match");
        results.insert(index, MatchResult::from(end));
    }
    let reasoning = fogreel_games::reasoning(game.id()).expect("reasoning");
    let responses = Responses::new(&tournament, game, reasoning).expect("responses");
    let mut ceilings = BTreeMap::new();
    for start in 0..plan.starts_in_all() {
        ceilings.insert(start, responses.ceilings(plan, start).expect("a start"));
    }

    let (mut below, mut reached) = (0, 0);
    for (start, of_start) in &ceilings {
        let condition = plan.fixture(start * plan.matches_a_start()).condition;
        let named = responses.named(condition);
        for ((seat, opponent), ceiling) in named.zip(of_start) {
            let Some(ceiling) = ceiling else { continue };
            assert!((0.0..=1.0).contains(&ceiling.score));
            // What is expected of a match says nothing about a single one if somebody draws.
            if plan.players[opponent].agent == "random" {
                continue;
            }
            for (pairing, players) in plan.pairings.iter().enumerate().filter(|(_, p)| p[1 - seat] == opponent) {
                let result = results.get(start * plan.matches_a_start() + pairing as u64).expect("played");
                let score = if seat == 0 { result.score() } else { 1.0 - result.score() };
                let [one, other] = players.map(|player| plan.players[player].label.as_str());
                assert!(score <= ceiling.score, "start {start}, {one} against {other}: {score} {ceiling:?}");
                below += u32::from(score < ceiling.score);
                reached += u32::from(score == ceiling.score);
            }
        }
    }
    assert!(below > 100 && reached > 100, "{below} {reached}");

    for (preset, conditions) in plan.presets() {
        let brackets = responses.brackets(plan, &results, &conditions, &ceilings);
        assert_eq!(brackets.len(), 9);
        for bracket in brackets {
            let (best, opponent) = (bracket.best.expect("matches"), &plan.players[bracket.opponent].agent);
            match bracket.ceiling {
                BestScore::AtMost(ceiling) => {
                    let least = if opponent == "random" { best.interval.low } else { best.score };
                    assert!(least <= ceiling.score, "{preset} {opponent}: {best:?} {ceiling:?}");
                }
                BestScore::Unknown(_) => assert!(["hunter", "chase"].contains(&opponent.as_str()), "{opponent}"),
            }
        }
    }
}
