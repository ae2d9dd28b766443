//! Speed of RajakarDhor: whole matches, their parts, and what a record costs to build.
//!
//! `cargo bench -p fogreel-games`. Each matches bench plays the seeds 0 to 255 in one sample.

use divan::Bencher;
use divan::counter::ItemsCount;
use fogreel_engine::{Cell, CellSet, Detail, MatchConfig, Size, Unobserved};
use fogreel_games::rajakardhor::{Knobs, Node, Rules, Search};
use fogreel_inference::{CellBelief, Mask, Stencil};

fn main() {
    divan::main();
}

const SEEDS: u64 = 256;

fn config(preset: &str, thief: &str, guard: &str, seed: u64) -> MatchConfig {
    let agents = vec![("thief".to_owned(), thief.into()), ("guard".to_owned(), guard.into())];
    MatchConfig { preset: Some(preset.to_owned()), seed, agents, ..MatchConfig::default() }
}

/// Whole matches, unrecorded: a plan resolved once, then start, agents and play for each seed.
#[divan::bench(args = [
    ("original", "fuzzy", "hunter"),
    ("guide", "fuzzy", "hunter"),
    ("original", "random", "random"),
    ("original", "still", "still"),
], sample_count = 20)]
fn matches(bencher: Bencher, (preset, thief, guard): (&str, &str, &str)) {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let prepared = game.prepare(&config(preset, thief, guard, 0)).expect("resolves");
    bencher.counter(ItemsCount::new(SEEDS)).bench(|| {
        for seed in 0..SEEDS {
            divan::black_box(prepared.play(seed, &mut Unobserved).expect("plays"));
        }
    });
}

/// The same with two threads that share the plan.
#[divan::bench(sample_count = 20)]
fn matches_on_two_threads(bencher: Bencher) {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let prepared = game.prepare(&config("original", "fuzzy", "hunter", 0)).expect("resolves");
    bencher.counter(ItemsCount::new(2 * SEEDS)).bench(|| {
        std::thread::scope(|scope| {
            for half in 0..2 {
                let prepared = &prepared;
                scope.spawn(move || {
                    for seed in 0..SEEDS {
                        divan::black_box(prepared.play(2 * seed + half, &mut Unobserved).expect("plays"));
                    }
                });
            }
        });
    });
}

/// Setting a match up: knobs, map, start, agents, header.
#[divan::bench(sample_count = 20)]
fn setup(bencher: Bencher) {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let config = config("original", "fuzzy", "hunter", 7);
    bencher.bench(|| game.start(&config, Detail::Nothing).expect("starts"));
}

/// The records of one match of 40 turns: played in full detail, every record built as plain data.
#[divan::bench(sample_count = 20)]
fn records_built(bencher: Bencher) {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let prepared = game.prepare(&config("original", "fuzzy", "hunter", 0)).expect("resolves");
    let records = prepared.play(977, &mut Unobserved).expect("plays").records;
    bencher.counter(ItemsCount::new(records)).bench(|| {
        let mut session = prepared.start(977, Detail::Full).expect("starts");
        divan::black_box(session.record());
        while session.end().is_none() {
            session.advance();
            divan::black_box(session.record());
        }
    });
}

/// One decision of the hunter with the thief in sight, at its default depth of three actions.
#[divan::bench(args = [3, 5])]
fn minimax_decision(bencher: Bencher, depth: u32) {
    let rules = Rules::new(Knobs::named("original").expect("a preset"), CellSet::new(Size::new(10, 10)));
    let exits = [Cell::new(0, 9), Cell::new(9, 0)];
    let node = Node { thief: Cell::new(4, 6), guard: Cell::new(4, 3), turn: 7, escaping: false };
    bencher.bench(|| {
        let mut search = Search::new(&rules, &exits, &exits[..1]);
        rules.steps(node.guard).map(|(_, next)| search.root_move(node, next, depth)).fold(f64::NEG_INFINITY, f64::max)
    });
}

/// One step of the hunter's filter on the original's map: a miss along row and column.
#[divan::bench]
fn belief_update(bencher: Bencher) {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let session = game.start(&MatchConfig::default(), Detail::Nothing).expect("starts");
    let board = &session.header().board;
    let size = board.size;
    let (rows, cols) = (usize::from(size.rows), usize::from(size.cols));
    let stencil = Stencil::new(rows, cols, |cell| board.is_passable(size.cell(cell)));
    let mut belief = CellBelief::uniform(&stencil, |_| true).expect("somewhere");
    let mut possible = Mask::new(size.cells());
    bencher.bench_local(|| {
        possible.fill();
        [40, 41, 42, 43, 44, 45, 46, 13, 23, 33, 53, 63, 73].into_iter().for_each(|cell| possible.remove(cell));
        belief.step(&stencil, possible.weights())
    });
}
