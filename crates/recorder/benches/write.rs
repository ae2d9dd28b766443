//! What a record costs: in the codec, on its way into memory and into a file, and when it is read again.
//!
//! The fixture has the size and shape of a record of a 10 × 10 hidden-information game: two views with fog and signals,
//! one belief over all cells, a decision with five candidates. Times are for a match of [`RECORDS`] records, without its
//! header and, but for `file_to_the_end`, without its end.

use std::hint::black_box;
use std::io;
use std::path::Path;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use fogreel_engine::data::{
    ActionTaken, Belief, BeliefKey, BeliefKind, BeliefTarget, Board, Candidate, Channel, Decision, Domain, Event,
    EventKind, Fact, FactDefinition, Frame, Hatch, Keep, KnownPiece, Message, MessageTemplate, Neighbourhood, Piece,
    PieceKind, Quality, Rgb, SeatInfo, Setting, Shape, Signal, SignalOutcome, TerrainKind, Tone, Truth, Value, View,
};
use fogreel_engine::{Cell, CellSet, Direction, End, Header, Outcome, Record, Seat, SeatSet, Size};
use fogreel_recorder::{Recorder, RecorderOptions, Replay, Strictness, Summary, SyncLevel};
use tempfile::TempDir;

/// Records of the match that is written.
const RECORDS: u32 = 64;
/// Records of the match that is read.
const LONG: u32 = 10_000;
const SIZE: Size = Size::new(10, 10);
const OPTIONS: RecorderOptions =
    RecorderOptions { sync: SyncLevel::End, reproducible: true, overwrite: true, keep: Keep::Full };

fn main() {
    divan::main();
}

static HEADER: LazyLock<Header> = LazyLock::new(header);
static MATCH: LazyLock<Vec<Record>> = LazyLock::new(|| (0..RECORDS).map(record).collect());
/// A folder with a long match in it.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let mut recorder = Recorder::create(folder.path().join("long.fogreel"), OPTIONS).expect("a file");
    recorder.write_header(&HEADER).expect("written");
    for index in 0..LONG {
        recorder.write_record(&record(index)).expect("written");
    }
    recorder.write_end(&end(LONG)).expect("written");
    folder
});

fn begun<W: io::Write>(mut recorder: Recorder<W>) -> Recorder<W> {
    recorder.write_header(&HEADER).expect("written");
    recorder
}

fn write_all<W: io::Write>(recorder: &mut Recorder<W>) {
    for record in &*MATCH {
        recorder.write_record(black_box(record)).expect("written");
    }
}

/// Check, codec, CRC and what the index will say; nobody takes the bytes.
#[divan::bench]
fn encode(bencher: Bencher<'_, '_>) {
    bencher
        .counter(ItemsCount::new(RECORDS))
        .with_inputs(|| begun(Recorder::new(io::sink(), OPTIONS)))
        .bench_refs(write_all);
}

/// The same into memory.
#[divan::bench]
fn memory(bencher: Bencher<'_, '_>) {
    let bytes = {
        let mut recorder = begun(Recorder::new(Vec::new(), OPTIONS));
        write_all(&mut recorder);
        recorder.into_inner().len()
    };
    bencher
        .counter(ItemsCount::new(RECORDS))
        .counter(BytesCount::new(bytes))
        .with_inputs(|| begun(Recorder::new(Vec::with_capacity(2 * bytes), OPTIONS)))
        .bench_refs(write_all);
}

/// The same into a file.
#[divan::bench]
fn file(bencher: Bencher<'_, '_>) {
    let path = FOLDER.path().join("match.fogreel");
    bencher
        .counter(ItemsCount::new(RECORDS))
        .with_inputs(|| begun(Recorder::create(&path, OPTIONS).expect("a file")))
        .bench_refs(write_all);
}

/// A whole match in a file: creation, header, records, end, index, and the sync that waits for the disk.
#[divan::bench(sample_count = 20)]
fn file_to_the_end(bencher: Bencher<'_, '_>) {
    let path = FOLDER.path().join("whole.fogreel");
    bencher.counter(ItemsCount::new(RECORDS)).bench(|| {
        let mut recorder = begun(Recorder::create(&path, OPTIONS).expect("a file"));
        write_all(&mut recorder);
        recorder.write_end(&end(RECORDS)).expect("written");
    });
}

/// What the timeline shows of a record.
#[divan::bench]
fn summary(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(RECORDS)).bench(|| {
        MATCH.iter().map(|record| Summary::of(&HEADER, black_box(record))).filter(|one| one.turn > 0).count()
    });
}

fn long() -> impl AsRef<Path> {
    FOLDER.path().join("long.fogreel")
}

/// Opening a match of 10,000 records, through its index or frame by frame.
#[divan::bench(args = [Strictness::Tail, Strictness::Strict])]
fn open(bencher: Bencher<'_, '_>, strictness: Strictness) {
    let path = long();
    bencher.bench(|| Replay::open(&path, strictness).expect("a recording"));
}

/// One record out of 10,000, anywhere.
#[divan::bench]
fn seek(bencher: Bencher<'_, '_>) {
    let timeline = Replay::open(long(), Strictness::Tail).expect("a recording").into_timeline();
    let mut place = 1u32;
    bencher.bench_local(|| {
        place = place.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        timeline.record((place >> 8) as usize % LONG as usize).expect("a record")
    });
}

fn header() -> Header {
    let seat = |id: &str| SeatInfo {
        id: id.to_owned(),
        name: id.to_owned(),
        role: "reach an exit unseen".to_owned(),
        agent: Some("fuzzy".to_owned()),
        agent_version: Some(1),
        settings: vec![Setting::new("depth", "3")],
        reads_privileged: false,
        color: Rgb(214, 158, 26),
    };
    let kind = |id: &str, seat| PieceKind {
        id: id.to_owned(),
        name: id.to_owned(),
        glyph: 'P',
        shape: Shape::Circle,
        color: Rgb(52, 120, 216),
        seat,
    };
    let channel = |id: &str| Channel {
        id: id.to_owned(),
        name: id.to_owned(),
        color: Rgb(108, 92, 200),
        hatch: Hatch::Rising,
        glyph: 'S',
        privileged: false,
    };
    let terrain =
        |id: &str, glyph, passable| TerrainKind { id: id.to_owned(), glyph, passable, opaque: !passable, color: None };
    Header {
        game: "bench".to_owned(),
        title: "Bench".to_owned(),
        rules_version: 1,
        preset: "plain".to_owned(),
        knobs: vec![Setting::new("sight", "3")],
        map: "plain".to_owned(),
        setup: vec![Setting::new("thief", "2,7")],
        seed: Some(1),
        board: Board {
            size: SIZE,
            neighbourhood: Neighbourhood::Four,
            wrap: false,
            terrain: SIZE.iter().map(|cell| u8::from(is_wall(cell))).collect(),
            legend: vec![terrain("floor", '.', true), terrain("wall", '#', false)],
            walls: Vec::new(),
        },
        seats: vec![seat("thief"), seat("guard")],
        piece_kinds: vec![kind("thief", Some(Seat(0))), kind("guard", Some(Seat(1))), kind("exit", None)],
        targets: vec![BeliefTarget {
            id: "thief".to_owned(),
            name: "thief's cell".to_owned(),
            domain: Domain::Cells,
            piece_kind: Some(0),
        }],
        channels: ["sight", "lines", "noise", "scan"].map(channel).to_vec(),
        event_kinds: vec![EventKind {
            id: "heard".to_owned(),
            name: "Heard".to_owned(),
            glyph: 'H',
            tone: Tone::Neutral,
        }],
        facts: ["exits", "turns", "scan"]
            .map(|id| FactDefinition { id: id.to_owned(), label: id.to_owned(), unit: String::new(), tone: Tone::Good })
            .to_vec(),
        messages: vec![MessageTemplate { id: "signals.guard".to_owned(), text: "Signals: {0}, {1}".to_owned() }],
        max_turns: Some(60),
        keep: Keep::Full,
        writer: "bench".to_owned(),
        created_unix_ms: None,
        tags: Vec::new(),
    }
}

fn is_wall(cell: Cell) -> bool {
    (cell.row * 7 + cell.col * 3).is_multiple_of(11)
}

fn record(index: u32) -> Record {
    let thief = Cell::new((index % 10) as u16, (index / 3 % 10) as u16);
    let guard = Cell::new((index / 2 % 10) as u16, (index % 7) as u16);
    let piece = |kind, cell| Piece { kind, cell, facing: Some(Direction::Up), label: String::new() };
    let exit = Cell::new(2, 0);
    // Irregular, as posteriors are, and zero where nothing can be and where somebody looked.
    let weight = |cell: Cell| match is_wall(cell) || cell.manhattan(guard) < 3 {
        true => 0.0,
        false => f64::from(u32::from(cell.row) * 31 + u32::from(cell.col) * 17 + index).sqrt(),
    };
    let total: f64 = SIZE.iter().map(weight).sum();
    let view = |seat: Seat, own: Cell| View {
        seat,
        frame: Frame::board(SIZE),
        terrain: None,
        edges: Vec::new(),
        visible: CellSet::of(SIZE, SIZE.neighbours(own).chain([own])),
        last_seen: SIZE
            .iter()
            .map(|cell| if cell.manhattan(own) < 6 { (index + 1).saturating_sub(cell.manhattan(own)) } else { 0 })
            .collect(),
        pieces: [piece(u16::from(seat.0), own), piece(2, exit)]
            .map(|piece| KnownPiece { piece, seen_at: index })
            .to_vec(),
        signals: (0..4)
            .map(|channel| Signal {
                channel,
                outcome: if channel == 0 { SignalOutcome::Miss } else { SignalOutcome::Unavailable },
                coverage: if channel == 0 { CellSet::of(SIZE, SIZE.neighbours(own)) } else { CellSet::new(SIZE) },
                cells: Vec::new(),
            })
            .collect(),
        facts: (0..3).map(|fact| Fact { fact, value: Value::Ratio(u32::from(fact), 2) }).collect(),
        messages: vec![Message {
            template: 0,
            arguments: vec![Value::Text("Not Seen".to_owned()), Value::Text("Not Heard".to_owned())],
        }],
    };
    let candidate = |action: &str, score| Candidate { action: action.to_owned(), score };
    Record {
        index,
        turn: index,
        round: index / 2,
        actions: vec![ActionTaken { seat: Seat(0), action: "move down".to_owned() }],
        decisions: vec![Decision {
            seat: Seat(0),
            branch: "fuzzy".to_owned(),
            candidates: vec![
                candidate("wait", -2.1),
                candidate("move up", -4.5),
                candidate("move down", 5.8),
                candidate("move left", -4.2),
                candidate("move right", 5.8),
            ],
            nodes: None,
            depth: None,
            belief_floor: None,
        }],
        chance: Vec::new(),
        events: vec![Event { kind: 0, cells: vec![thief], audience: SeatSet::first(2) }],
        truth: Some(Truth {
            pieces: vec![piece(0, thief), piece(1, guard), piece(2, exit), piece(2, Cell::new(8, 8))],
            ..Truth::default()
        }),
        views: vec![view(Seat(0), thief), view(Seat(1), guard)],
        privileged: Vec::new(),
        beliefs: vec![Belief {
            key: BeliefKey::new("guard", "thief", "agent"),
            quality: Quality::Exact,
            kind: BeliefKind::Categorical(SIZE.iter().map(|cell| weight(cell) / total).collect()),
        }],
        to_act: SeatSet::of(Seat(1)),
        state_hash: Some(u64::from(index) << 32 | 99),
    }
}

fn end(records: u32) -> End {
    let outcome = Outcome {
        winners: SeatSet::of(Seat(0)),
        reason: "escape".to_owned(),
        text: "The thief escaped.".to_owned(),
        scores: Vec::new(),
    };
    End { outcome, turns: records - 1, records }
}
