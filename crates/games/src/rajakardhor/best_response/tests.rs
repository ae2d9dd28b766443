//! Best responses against plain enumeration, and against each other.

use fogreel_engine::data::ActionTaken;
use fogreel_engine::{AgentSpec, Detail, DynGame, MatchConfig, Session, Step, ToAct};

use super::*;
use crate::rajakardhor::knobs::{Capture, Escape};
use crate::rajakardhor::{Action, Ending, GUARD, Knobs, RajakarDhorReasoning};
use fogreel_inference::Reasoning;

fn board(rows: u16, cols: u16, walls: &[(u16, u16)]) -> fogreel_engine::CellSet {
    fogreel_engine::CellSet::of(
        fogreel_engine::Size::new(rows, cols),
        walls.iter().map(|(row, col)| Cell::new(*row, *col)),
    )
}

/// What the seat scores at best, by the rules alone and without any table.
fn enumerated(rules: &Rules, seat: Seat, model: OpponentModel, state: &State) -> f64 {
    if let Some(ending) = state.ending {
        let guard = match ending {
            Ending::Escaped => 0.0,
            Ending::TurnLimit => 0.5,
            Ending::CapturedByGuard | Ending::ThiefWalkedUp => 1.0,
        };
        return if seat == GUARD { guard } else { 1.0 - guard };
    }
    let acting = state.to_act();
    let here = if acting == THIEF { state.thief } else { state.guard };
    let can_escape = acting == THIEF && state.is_exit(here);
    let mut options = Vec::new();
    rules.actions(here, can_escape, &mut options);
    let score = |action: &Action| {
        let mut after = *state;
        after.apply(rules, *action).expect("legal");
        enumerated(rules, seat, model, &after)
    };
    if acting == seat {
        return options.iter().map(score).fold(0.0, f64::max);
    }
    let distances = rules.walking_distances(state.exits);
    let policy = model.policy(rules, here, can_escape, |cell| distances[rules.size().index(cell)]);
    let weigh = |action: &Action| {
        let number = crate::rajakardhor::reference::ACTIONS.iter().position(|known| known == action).expect("listed");
        if policy[number] == 0.0 { 0.0 } else { policy[number] * score(action) }
    };
    options.iter().map(weigh).sum()
}

#[test]
fn values_are_those_of_enumeration() {
    let walls = board(3, 5, &[(1, 1)]);
    let mut scores = Vec::new();
    for capture in [Capture::AfterGuard, Capture::AfterEither] {
        for escape in [Escape::AtOnce, Escape::Delayed] {
            let knobs = Knobs { capture, escape, max_turns: 5, ..Knobs::named("guide").expect("a preset") };
            let rules = Rules::new(knobs, walls.clone());
            let exits = [Cell::new(0, 0), Cell::new(2, 0)];
            for guard in [Cell::new(2, 3), Cell::new(2, 4), Cell::new(1, 0)] {
                let start = State::start(&rules, Cell::new(0, 2), guard, Direction::Down, exits);
                let mut check = |seat: Seat, model: OpponentModel| {
                    let found = policy::best_score(&rules, seat, model, &start);
                    let expected = enumerated(&rules, seat, model, &start);
                    assert!((found - expected).abs() < 1e-12, "{seat:?} {model:?} {guard}: {found} {expected}");
                    scores.push(found);
                };
                let models = [OpponentModel::Uniform, OpponentModel::Still, OpponentModel::Dash];
                models.into_iter().chain([OpponentModel::ExitSeeking]).for_each(|model| check(GUARD, model));
                [OpponentModel::Uniform, OpponentModel::Still].into_iter().for_each(|model| check(THIEF, model));
            }
        }
    }
    scores.sort_by(f64::total_cmp);
    scores.dedup();
    assert!(scores.len() > 6, "{scores:?}");
}

fn config(preset: &str, thief: &str, seed: u64, max_turns: u32) -> MatchConfig {
    MatchConfig {
        preset: Some(preset.to_owned()),
        knobs: vec![fogreel_engine::data::Setting { name: "max_turns".to_owned(), value: max_turns.to_string() }],
        seed,
        agents: vec![("thief".to_owned(), AgentSpec::from(thief)), ("guard".to_owned(), AgentSpec::from("still"))],
        ..Default::default()
    }
}

fn session(config: &MatchConfig) -> Box<dyn Session> {
    let game: &dyn DynGame = &fogreel_engine::Entry::<RajakarDhor>::new();
    game.start(config, Detail::Nothing).expect("a match")
}

/// Plays the thief's agent against one sequence of the guard's actions after another.
fn played(config: &MatchConfig, sequence: &mut Vec<String>) -> f64 {
    let mut session = session(config);
    let mut given = sequence.iter();
    loop {
        match session.to_act() {
            ToAct::Over(outcome) => {
                return match outcome.winners {
                    winners if winners.contains(GUARD) => 1.0,
                    winners if winners.contains(THIEF) => 0.0,
                    _ => 0.5,
                };
            }
            to_act if to_act.seats().contains(THIEF) => session.advance(),
            _ => match given.next() {
                Some(action) => {
                    let actions = vec![ActionTaken { seat: GUARD, action: action.clone() }];
                    session.apply(&Step { actions, chance: Vec::new() }).expect("legal");
                }
                None => {
                    let mut best: f64 = 0.0;
                    for action in session.legal_actions(GUARD) {
                        sequence.push(action);
                        best = best.max(played(config, sequence));
                        sequence.pop();
                    }
                    return best;
                }
            },
        }
    }
}

#[test]
fn no_sequence_of_actions_does_better_against_a_thief_that_remembers() {
    let mut scores = Vec::new();
    for (preset, thief, turns) in [
        ("guide", "fuzzy", 12),
        ("original", "fuzzy", 8),
        ("guide", "sneak", 12),
        ("original", "sneak", 8),
        ("original", "dash", 8),
    ] {
        for seed in 0..3 {
            let config = config(preset, thief, seed, turns);
            let session = session(&config);
            let response = RajakarDhorReasoning.best_response(session.header(), GUARD).expect("a thief");
            let found = response.most(&session.record()).expect("the truth");
            assert!(found.is_reached);
            assert_eq!(found.score, played(&config, &mut Vec::new()), "{preset} {thief} {seed}");
            scores.push(found.score);
        }
    }
    assert!([0.0, 0.5, 1.0].iter().all(|score| scores.contains(score)), "{scores:?}");
}

/// `dash` remembers nothing where it knows the exits, and `still` nothing anywhere: both ways must agree.
#[test]
fn both_ways_agree_on_agents_without_a_memory() {
    for (preset, thief, turns) in [("guide", "dash", 60), ("guide", "still", 60), ("original", "still", 40)] {
        let mut scores = Vec::new();
        for seed in 0..40 {
            let config = config(preset, thief, seed, turns);
            let session = session(&config);
            let response = Response::new(session.header(), GUARD).expect("a thief");
            let score = |opponent: Opponent| {
                Response { opponent, seat: GUARD, rules: Arc::clone(&response.rules) }.most(&session.record())
            };
            let (agent, model) = match thief {
                "dash" => (Opponent::Dash(Dash::default()), OpponentModel::Dash),
                _ => (Opponent::Still(Still), OpponentModel::Still),
            };
            let by_values = score(Opponent::Model(model)).expect("the truth");
            let by_search = score(agent).expect("the truth");
            assert_eq!(by_values, by_search, "{preset} {thief} {seed}");
            scores.push(by_values.score);
        }
        assert!(thief == "still" || (scores.contains(&0.0) && scores.contains(&1.0)), "{scores:?}");
    }
}

#[test]
fn agents_that_draw_and_remember_are_refused() {
    let config = config("guide", "fuzzy", 1, 60);
    let session = session(&config);
    assert!(RajakarDhorReasoning.best_response(session.header(), THIEF).is_ok(), "the guard stands still");
    let mut header = session.header().clone();
    header.seats[1].agent = Some("hunter".to_owned());
    let Err(refused) = RajakarDhorReasoning.best_response(&header, THIEF) else { panic!("hunter remembers") };
    assert!(refused.to_string().contains("remembered"), "{refused}");
}
