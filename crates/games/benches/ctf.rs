//! Speed of Capture the Flag: whole matches, their parts, and the belief.
//!
//! `cargo bench -p fogreel-games --bench ctf`.

use divan::Bencher;
use divan::counter::ItemsCount;
use fogreel_engine::{CellSet, Chance, Game, MapSource, MatchConfig, Owner, Seat, Unobserved};
use fogreel_games::ctf::{Ctf, EnemyMap, Knobs, Rules, Side, State};

fn main() {
    divan::main();
}

/// Turns of a match.
const TURNS: u32 = 300;

fn config(west: &str, east: &str) -> MatchConfig {
    let agents = vec![("west".to_owned(), west.into()), ("east".to_owned(), east.into())];
    MatchConfig { agents, ..MatchConfig::default() }
}

/// Whole matches, unrecorded; an item is a turn.
#[divan::bench(args = [("random", "random"), ("runner", "runner"), ("roles", "roles")], sample_count = 20)]
fn turns_of_matches(bencher: Bencher, (west, east): (&str, &str)) {
    let game = fogreel_games::find("ctf").expect("registered");
    let prepared = game.prepare(&config(west, east)).expect("resolves");
    bencher.counter(ItemsCount::new(TURNS)).bench(|| prepared.play(7, &mut Unobserved).expect("plays"));
}

/// The default board: its rules, and a start.
fn start() -> (Rules, State) {
    let game = fogreel_games::find("ctf").expect("registered");
    let session = game.start(&config("random", "random"), fogreel_engine::Detail::Nothing).expect("starts");
    let (header, record) = (session.header(), session.record());
    let of = |id: &str| {
        let kind = header.board.legend.iter().position(|kind| kind.id == id).expect("terrain") as u8;
        header.board.size.iter().filter(move |cell| header.board.terrain[header.board.size.index(*cell)] == kind)
    };
    let side = |base: &str, flag: &str| Side { base: of(base).next().expect("a base"), flags: of(flag).collect() };
    let walls = CellSet::of(header.board.size, of("wall"));
    let sides = [side("west_base", "west_spawn"), side("east_base", "east_spawn")];
    let rules = Rules::new(Knobs::named("match").expect("a preset"), walls, sides).expect("a board");
    let truth = record.truth.expect("the truth");
    let persons = [0, 1].map(|kind| {
        let cells: Vec<_> = truth.cells_of(kind).collect();
        cells.try_into().expect("three persons")
    });
    let state = State::start(&rules, persons);
    (rules, state)
}

/// Random legal joint moves by the rules alone: listing all of them, choosing one, applying it. An item is a turn.
#[divan::bench(sample_count = 20)]
fn random_playout(bencher: Bencher) {
    let (rules, start) = start();
    bencher.counter(ItemsCount::new(TURNS)).bench(|| {
        let (mut state, mut chance) = (start.clone(), Chance::new(3, Owner::Nature));
        let mut legal = Vec::new();
        while state.ending.is_none() {
            state.legal_actions(&rules, &mut legal);
            let action = legal[chance.below("action", legal.len() as u64) as usize];
            state.apply(&rules, action, &mut chance).expect("legal");
        }
        state
    });
}

/// What both teams are told of each turn, and what they make of it.
#[divan::bench(sample_count = 20)]
fn observations(bencher: Bencher) {
    let (rules, state) = start();
    let told = Ctf::observe(&rules, &state, Seat(0));
    let knowledge = Ctf::first_knowledge(&rules, Seat(0), &told);
    bencher.counter(ItemsCount::new(TURNS)).bench(|| {
        let mut knowledge = knowledge.clone();
        for _ in 0..TURNS {
            let told = Ctf::observe(&rules, divan::black_box(&state), Seat(0));
            Ctf::learn(&rules, &mut knowledge, &told);
        }
        knowledge
    });
}

/// A belief along a match of `runner`s, one item a record.
#[divan::bench(sample_count = 20)]
fn belief(bencher: Bencher) {
    let (rules, mut state) = start();
    let (mut chance, mut legal) = (Chance::new(3, Owner::Nature), Vec::new());
    let mut records = Vec::new();
    let told = Ctf::observe(&rules, &state, Seat(0));
    let mut knowledge = Ctf::first_knowledge(&rules, Seat(0), &told);
    let first = EnemyMap::new(&rules, &told, knowledge.visible());
    while state.ending.is_none() {
        state.legal_actions(&rules, &mut legal);
        let action = legal[chance.below("action", legal.len() as u64) as usize];
        state.apply(&rules, action, &mut chance).expect("legal");
        let told = Ctf::observe(&rules, &state, Seat(0));
        Ctf::learn(&rules, &mut knowledge, &told);
        records.push((told, knowledge.visible().clone()));
    }
    bencher.counter(ItemsCount::new(records.len())).bench(|| {
        let mut map = first.clone();
        records.iter().for_each(|(told, visible)| map.observe(&rules, told, visible));
        map.counts()
    });
}

/// Drawing a board at random.
#[divan::bench(sample_count = 20)]
fn board(bencher: Bencher) {
    let game = fogreel_games::find("ctf").expect("registered");
    let config = MatchConfig { map: MapSource::Named("gen:seed=5".to_owned()), ..config("random", "random") };
    bencher.bench(|| game.prepare(&config).expect("a board"));
}

/// Listing the legal joint moves of a team, 300 times.
#[divan::bench(sample_count = 20)]
fn legal_moves(bencher: Bencher) {
    let (rules, state) = start();
    bencher.counter(ItemsCount::new(TURNS)).bench(|| {
        let mut legal = Vec::new();
        for _ in 0..TURNS {
            state.legal_actions(&rules, &mut legal);
            divan::black_box(&legal);
        }
    });
}
