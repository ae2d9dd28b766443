//! What a tournament costs over the bare engine: schedule, threads, journal.
//!
//! `cargo bench -p fogreel-tournament`. Every bench plays the same 2,048 matches in one sample, on one thread.

use std::ops::ControlFlow;

use divan::Bencher;
use divan::counter::ItemsCount;
use fogreel_engine::{PlayError, Unobserved};
use fogreel_tournament::{
    Journal, MatchResult, Results, Standings, StandingsOptions, Stop, Tournament, TournamentConfig, run, threads,
};

fn main() {
    divan::main();
}

const STARTS: u64 = 2048;

/// The default agents of a game's seats against each other.
fn tournament() -> Tournament {
    let game = fogreel_games::all().next().expect("a game");
    let seats = game.info().seats;
    let agents = seats.iter().map(|seat| (seat.id.to_owned(), vec![seat.default_agent.into()])).collect();
    let presets = vec![game.info().presets.last().expect("a preset").name.to_owned()];
    let config = TournamentConfig { presets, agents, starts: STARTS, ..Default::default() };
    Tournament::resolve(game, &config).expect("resolves")
}

#[divan::bench(sample_count = 10)]
fn bare_engine(bencher: Bencher) {
    let tournament = tournament();
    let prepared = tournament.prepared(&tournament.fixture(0));
    bencher.counter(ItemsCount::new(STARTS)).bench_local(|| {
        for seed in 1..=STARTS {
            divan::black_box(prepared.play(seed, &mut Unobserved).expect("plays"));
        }
    });
}

/// With `journal`, results are written to the disk as well; standings are made at the end in either case.
#[divan::bench(args = [false, true], sample_count = 10)]
fn with_tournament(bencher: Bencher, journal: bool) {
    let tournament = tournament();
    let pool = threads(1).expect("a thread");
    let folder = tempfile::tempdir().expect("a folder");
    bencher.counter(ItemsCount::new(STARTS)).bench_local(|| {
        let mut file = journal
            .then(|| Journal::create(&folder.path().join("journal"), tournament.plan(), true).expect("a journal"));
        let mut results = Results::default();
        let play = |index: &u64| -> Result<MatchResult, PlayError> {
            let fixture = tournament.fixture(*index);
            Ok(tournament.prepared(&fixture).play(fixture.seed, &mut Unobserved)?.into())
        };
        run(&pool, 0..STARTS, &Stop::default(), play, |played| {
            if let Some(file) = &mut file {
                file.append(played.iter().map(|(index, result)| (*index, result))).expect("written");
            }
            played.into_iter().for_each(|(index, result)| results.insert(index, result));
            Ok(ControlFlow::Continue(()))
        })
        .expect("plays");
        divan::black_box(Standings::of(tournament.plan(), &results, &StandingsOptions::default()));
    });
}
