//! What recording costs, part by part, on one match of RajakarDhor (demo seed, 41 records), and how large files are.
//!
//! `cargo bench -p fogreel`. The parts: playing alone, building the records, encoding them into memory, writing them to a file.

use std::io::Write;

use divan::Bencher;
use divan::counter::ItemsCount;
use fogreel_engine::data::Keep;
use fogreel_engine::{Detail, MatchConfig, Observer, Prepared, Unobserved};
use fogreel_recorder::{MemoryRecorder, Recorder, RecorderOptions, SyncLevel};

fn main() {
    divan::main();
    sizes();
}

struct Match {
    prepared: Box<dyn Prepared>,
    seed: u64,
    records: u32,
}

fn demo() -> Match {
    let game = fogreel_games::all().next().expect("a game");
    let demo = game.info().demo;
    let config = MatchConfig { preset: Some(demo.preset.to_owned()), ..MatchConfig::default() };
    let prepared = game.prepare(&config).expect("resolves");
    let records = prepared.play(demo.seed, &mut Unobserved).expect("plays").records;
    Match { prepared, seed: demo.seed, records }
}

/// The match alone; nothing is built.
#[divan::bench(sample_count = 50)]
fn play_unrecorded(bencher: Bencher) {
    let Match { prepared, seed, records } = demo();
    bencher.counter(ItemsCount::new(records)).bench(|| prepared.play(seed, &mut Unobserved).expect("plays"));
}

/// The match, and every record as plain data.
#[divan::bench(sample_count = 50)]
fn build_records(bencher: Bencher) {
    let Match { prepared, seed, records } = demo();
    bencher.counter(ItemsCount::new(records)).bench(|| {
        let mut session = prepared.start(seed, Detail::Full).expect("starts");
        divan::black_box(session.record());
        while session.end().is_none() {
            session.advance();
            divan::black_box(session.record());
        }
    });
}

/// Records that are there already, encoded, checked and compressed into memory.
#[divan::bench(args = [Keep::Full, Keep::Views, Keep::Moves], sample_count = 50)]
fn encode_records(bencher: Bencher, keep: Keep) {
    let Match { prepared, seed, records } = demo();
    let mut memory = MemoryRecorder::default();
    prepared.play(seed, &mut memory).expect("plays");
    let timeline = memory.into_timeline().expect("a match");
    let all: Vec<_> = (0..timeline.len()).map(|index| timeline.record(index).expect("there")).collect();
    bencher.counter(ItemsCount::new(records)).bench(|| {
        let options = RecorderOptions { keep, reproducible: true, ..RecorderOptions::default() };
        let mut recorder = Recorder::new(Vec::new(), options);
        recorder.begin(timeline.header()).expect("begins");
        for record in &all {
            recorder.record(record).expect("records");
        }
        recorder.end(timeline.end().expect("ended")).expect("ends");
        recorder.into_inner()
    });
}

/// Everything: play, build, encode, write to a new file, sync once at the end.
#[divan::bench(sample_count = 50)]
fn record_to_file(bencher: Bencher) {
    let Match { prepared, seed, records } = demo();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bench.fogreel");
    bencher.counter(ItemsCount::new(records)).bench(|| {
        let options = RecorderOptions { sync: SyncLevel::End, overwrite: true, ..RecorderOptions::default() };
        let mut recorder = Recorder::create(&file, options).expect("creates");
        prepared.play(seed, &mut recorder).expect("plays")
    });
}

/// Bytes a match, over 200 matches of each preset.
fn sizes() {
    let mut out = std::io::stdout().lock();
    let game = fogreel_games::all().next().expect("a game");
    for preset in &game.info().presets {
        let config = MatchConfig { preset: Some(preset.name.to_owned()), ..MatchConfig::default() };
        let prepared = game.prepare(&config).expect("resolves");
        for keep in [Keep::Full, Keep::Views, Keep::Moves] {
            let (mut bytes, mut records) = (0, 0);
            for seed in 0..200 {
                let options = RecorderOptions { keep, reproducible: true, ..RecorderOptions::default() };
                let mut recorder = Recorder::new(Vec::new(), options);
                records += prepared.play(seed, &mut recorder).expect("plays").records;
                bytes += recorder.into_inner().len();
            }
            let _ = writeln!(
                out,
                "{} {keep:?}: {} bytes a match, {:.0} a record",
                preset.name,
                bytes / 200,
                bytes as f64 / f64::from(records)
            );
        }
    }
}
