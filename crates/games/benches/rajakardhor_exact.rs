//! Speed of exact inference and of the perfect-information table of RajakarDhor.
//!
//! `cargo bench -p fogreel-games --bench rajakardhor_exact`. Goals on the original's map: a step of the joint posterior in
//! 0.3 ms, a table in 2 ms.

use divan::Bencher;
use divan::counter::ItemsCount;
use fogreel_analysis::assess::assess;
use fogreel_analysis::grade::grade_match;
use fogreel_analysis::{AnalysisOptions, analyse};
use fogreel_engine::data::BeliefKey;
use fogreel_engine::{
    Cell, CellSet, Chance, Detail, Direction, DynGame, Game, MapSource, MatchConfig, Owner, Record, Unobserved,
};
use fogreel_games::rajakardhor::reference::{GuardPosterior, OpponentModel, ThiefPosterior};
use fogreel_games::rajakardhor::{Action, GUARD, Knobs, Observation, RajakarDhor, Rules, State, THIEF, Table};
use fogreel_inference::Told;
use fogreel_recorder::Timeline;

fn main() {
    divan::main();
}

/// Rules of a preset on one of the game's maps, with a start that the spawn rule allows on all of them.
fn rules(preset: &str, map: &str) -> Rules {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let config = MatchConfig { map: MapSource::Named(map.to_owned()), ..MatchConfig::default() };
    let session = game.start(&config, Detail::Nothing).expect("starts");
    let board = &session.header().board;
    let walls = board.size.iter().filter(|cell| !board.is_passable(*cell));
    let walls = CellSet::of(board.size, walls);
    Rules::new(Knobs::named(preset).expect("a preset"), walls)
}

/// A guard in a corner, from where the spawn rule allows the most pairs of exits, that notices nothing after the thief's
/// first action: the support is as wide as it gets. What it was told at the start and then.
fn told(rules: &Rules) -> [Observation; 2] {
    let cell = |row, col| Cell::new(row, col);
    let exits = [cell(0, 9), cell(9, 0)];
    let mut state = State::start(rules, cell(5, 4), cell(9, 9), Direction::Down, exits);
    let start = RajakarDhor::observe(rules, &state, GUARD);
    let wait = [(THIEF, Action::Wait)];
    let mut chance = Chance::new(0, Owner::Nature);
    RajakarDhor::apply(rules, &mut state, &wait, &mut chance).expect("legal");
    [start, RajakarDhor::observe(rules, &state, GUARD)]
}

/// The guard's joint posterior after one action of the thief, all senses taken in: 85 cells × the pairs of exits.
#[divan::bench(args = [
    ("original", OpponentModel::Uniform),
    ("guide", OpponentModel::Uniform),
    ("guide", OpponentModel::ExitSeeking),
])]
fn guard_step(bencher: Bencher, (preset, model): (&str, OpponentModel)) {
    let rules = rules(preset, "original");
    let [start, then] = told(&rules);
    let mut posterior = GuardPosterior::new(&rules, model, &start).expect("a start");
    // A few actions, so that every cell is possible.
    for _ in 0..12 {
        posterior.step(&rules, &then).expect("possible");
    }
    bencher.counter(ItemsCount::new(posterior.joint().possible_states())).bench_local(|| posterior.step(&rules, &then));
}

/// The prior of a match and the motion of the thief.
#[divan::bench(args = [OpponentModel::Uniform, OpponentModel::ExitSeeking])]
fn guard_start(bencher: Bencher, model: OpponentModel) {
    let rules = rules("guide", "original");
    let [start, _] = told(&rules);
    bencher.bench_local(|| GuardPosterior::new(&rules, model, &start));
}

/// The thief's posterior after one action of the guard; without knowledge of the exits, jointly with the guard's start.
#[divan::bench(args = ["guide", "original"])]
fn thief_step(bencher: Bencher, preset: &str) {
    let rules = rules(preset, "original");
    let cell = |row, col| Cell::new(row, col);
    let mut state = State::start(&rules, cell(0, 0), cell(4, 4), Direction::Down, [cell(0, 9), cell(9, 0)]);
    let start = RajakarDhor::observe(&rules, &state, THIEF);
    let mut posterior = ThiefPosterior::new(&rules, OpponentModel::Uniform, Direction::Down, &start).expect("a start");
    let mut chance = Chance::new(0, Owner::Nature);
    for seat in [THIEF, GUARD] {
        let wait = [(seat, Action::Wait)];
        RajakarDhor::apply(&rules, &mut state, &wait, &mut chance).expect("legal");
    }
    let then = RajakarDhor::observe(&rules, &state, THIEF);
    for _ in 0..12 {
        posterior.step(&rules, &then).expect("possible");
    }
    bencher.counter(ItemsCount::new(posterior.joint().possible_states())).bench_local(|| posterior.step(&rules, &then));
}

/// The values of all positions with two given exits.
#[divan::bench(args = [("guide", "original"), ("original", "original"), ("guide", "courtyard"), ("guide", "city")])]
fn table(bencher: Bencher, (preset, map): (&str, &str)) {
    let rules = rules(preset, map);
    let floor: Vec<Cell> = rules.floor().collect();
    let exits = [floor[0], floor[floor.len() - 1]];
    bencher.bench_local(|| Table::new(&rules, exits));
}

/// The guard's reference along a whole recorded match, from the plain data of its records.
#[divan::bench(sample_count = 20)]
fn reference_of_a_match(bencher: Bencher) {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let reasoning = fogreel_games::reasoning("rajakardhor").expect("it reasons");
    let config = MatchConfig { preset: Some("original".to_owned()), seed: 977, ..MatchConfig::default() };
    let mut session = game.start(&config, Detail::Full).expect("starts");
    let mut records: Vec<Record> = vec![session.record()];
    while session.end().is_none() {
        session.advance();
        records.push(session.record());
    }
    bencher.counter(ItemsCount::new(records.len())).bench_local(|| {
        let mut reference = reasoning.reference_model(session.header(), GUARD, "uniform").expect("a model");
        for record in &records {
            reference.observe(Told::of(record, GUARD).expect("a view")).expect("possible");
        }
        reference.beliefs()
    });
}

/// The grades of a whole recorded match of 61 records, both seats' references and the values of positions included.
#[divan::bench(args = ["guide", "original"], sample_count = 20)]
fn grades_of_a_match(bencher: Bencher, preset: &str) {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let reasoning = fogreel_games::reasoning("rajakardhor").expect("it reasons");
    let agents = vec![("thief".to_owned(), "still".into()), ("guard".to_owned(), "still".into())];
    let config = MatchConfig { preset: Some(preset.to_owned()), agents, ..MatchConfig::default() };
    let timeline = recorded(game, &config);
    bencher.counter(ItemsCount::new(timeline.len())).bench_local(|| {
        let header = timeline.header();
        let models = [THIEF, GUARD].map(|seat| reasoning.fair_model(header, seat, "uniform").expect("a model"));
        grade_match(&timeline, reasoning.perfect_information(header).ok(), models).expect("readable")
    });
}

/// Everything that `fogreel analyze` works out of a recorded match of 61 records: the guard's belief against the truth and its
/// reference, faults, attribution, and both sides' grades. Without grades, only the guard's reference goes along.
#[divan::bench(args = [("guide", true), ("original", true), ("guide", false), ("original", false)], sample_count = 20)]
fn analysis_of_a_match(bencher: Bencher, (preset, grades): (&str, bool)) {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let reasoning = fogreel_games::reasoning("rajakardhor").expect("it reasons");
    let agents = vec![("thief".to_owned(), "random".into()), ("guard".to_owned(), "hunter".into())];
    let timeline = (0..200)
        .map(|seed| {
            let config =
                MatchConfig { preset: Some(preset.to_owned()), agents: agents.clone(), seed, ..MatchConfig::default() };
            recorded(game, &config)
        })
        .find(|timeline| timeline.len() == 61)
        .expect("a match that lasts");
    let key = BeliefKey::new("guard", "thief", "agent");
    bencher.counter(ItemsCount::new(timeline.len())).bench_local(|| {
        if grades {
            return drop(analyse(&timeline, Some(reasoning), &AnalysisOptions::default()).expect("readable"));
        }
        let reference = reasoning.reference_model(timeline.header(), GUARD, "uniform").expect("a model");
        drop(assess(&timeline, &key, Some(reference), 0).expect("readable"));
    });
}

/// A whole match in memory.
fn recorded(game: &dyn DynGame, config: &MatchConfig) -> Timeline {
    let mut session = game.start(config, Detail::Full).expect("starts");
    let mut records: Vec<Record> = vec![session.record()];
    while session.end().is_none() {
        session.advance();
        records.push(session.record());
    }
    Timeline::from_memory(session.header().clone(), records, session.end())
}

/// Matches of the guards that use exact inference, with the tables of the exits already made.
#[divan::bench(args = ["exact", "qmdp"], sample_count = 10)]
fn matches(bencher: Bencher, guard: &str) {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let config = MatchConfig { agents: vec![("guard".to_owned(), guard.into())], ..MatchConfig::default() };
    let prepared = game.prepare(&config).expect("resolves");
    let play = || (0..16).for_each(|seed| drop(prepared.play(seed, &mut Unobserved).expect("plays")));
    play();
    bencher.counter(ItemsCount::new(16usize)).bench_local(play);
}
