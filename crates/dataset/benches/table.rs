//! What a table costs: reading a match, making its rows, writing them.
//!
//! `cargo bench -p fogreel-dataset`

use std::io::sink;

use divan::Bencher;
use divan::counter::ItemsCount;
use fogreel_analysis::AnalysisOptions;
use fogreel_dataset::{Batch, Format, RowKind, Source, append};
use fogreel_recorder::{Replay, Strictness};

fn main() {
    divan::main();
}

fn replay() -> Replay {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../replays/good/rajakardhor/truth-excluded.fogreel");
    Replay::open(file, Strictness::Strict).expect("a recording")
}

fn rows(replay: &Replay, kind: RowKind) -> Batch {
    let timeline = replay.timeline();
    let options = AnalysisOptions::default();
    let reasoning = fogreel_games::reasoning(&timeline.header().game);
    let mut batch = Batch::new(kind);
    append(&mut batch, &Source { file: "match.fogreel", timeline, reasoning, options: &options }).expect("rows");
    batch
}

/// All records of a match, from the file.
#[divan::bench]
fn decoding(bencher: Bencher) {
    bencher.bench(|| {
        let replay = replay();
        (0..replay.timeline().len()).filter(|index| replay.timeline().record(*index).is_ok()).count()
    });
}

/// The rows of a match, decoding and analysis included.
#[divan::bench(args = RowKind::ALL)]
fn making(bencher: Bencher, kind: RowKind) {
    bencher.bench(|| rows(&replay(), kind).rows());
}

/// Rows written: those of 100 matches at once, as they go into a file. Items are rows.
#[divan::bench(args = [Format::Parquet, Format::Csv, Format::JsonLines], consts = [1, 4])]
fn writing<const KIND: usize>(bencher: Bencher, format: Format) {
    let kind = RowKind::ALL[KIND];
    let one = rows(&replay(), kind);
    let mut batch = Batch::new(kind);
    (0..100).for_each(|_| batch.extend(one.clone()));
    bencher.counter(ItemsCount::new(batch.rows())).bench(|| {
        let mut file = format.sink(kind, sink(), "bench").expect("a sink");
        file.write(&batch).expect("written");
        file.finish().expect("finished");
    });
}
