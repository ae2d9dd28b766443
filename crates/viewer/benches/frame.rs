//! What a frame costs the processor, layout and tessellation together, without a screen. Goals: 2 ms with four panes of
//! 10 × 10, 8 ms with a heat map on 512 × 512; and no frame that waits while 100,000 records are opened.
//!
//! `cargo bench -p fogreel-viewer`

use std::path::Path;
use std::time::{Duration, Instant};

use divan::Bencher;
use eframe::egui::{Event, Key, pos2};
use fogreel_engine::data::{Belief, BeliefKey, BeliefKind, BeliefTarget, Domain, Keep, Quality, Truth, View};
use fogreel_engine::{Cell, CellSet, Header, MatchConfig, Record, Seat, Size};
use fogreel_recorder::{MemoryRecorder, Recorder, RecorderOptions, Timeline};
use fogreel_viewer::ViewOptions;
use fogreel_viewer::headless::{FrameCost, Headless};

const WINDOW: (f32, f32) = (1440.0, 900.0);

fn main() {
    // A name on the command line asks for that benchmark alone.
    if std::env::args().skip(1).all(|argument| argument.starts_with('-')) {
        longest_frames();
    }
    divan::main();
}

/// A recorded match of the first game of the registry, on its own board.
fn recorded() -> Timeline {
    let game = fogreel_games::all().next().expect("a game");
    let mut recorder = MemoryRecorder::default();
    game.play(&MatchConfig { seed: 3, ..MatchConfig::default() }, &mut recorder).expect("played");
    recorder.into_timeline().expect("a match")
}

/// A header like that of a recorded match, on a square board of another size.
fn header(side: u16) -> Header {
    let mut header = recorded().header().clone();
    let size = Size::new(side, side);
    header.board.size = size;
    header.board.walls.clear();
    header.board.terrain = size.iter().map(|cell| u8::from(cell.row % 7 == 3 && cell.col % 5 != 0)).collect();
    header.targets = vec![BeliefTarget {
        id: "quarry".to_owned(),
        name: "quarry".to_owned(),
        domain: Domain::Cells,
        piece_kind: Some(0),
    }];
    (header.max_turns, header.keep) = (None, Keep::Full);
    header
}

/// A record with a truth, two views and a belief that is positive on about `support` cells and falls off from their middle,
/// so that hardly two cells have the same colour.
fn record(header: &Header, index: u32, support: usize) -> Record {
    let size = header.board.size;
    let center = Cell::new((index % u32::from(size.rows)) as u16, size.cols / 2);
    let radius = ((support as f64 / 2.0).sqrt() as u32).max(1);
    let weight = |cell: Cell| {
        let (down, right) = (f64::from(cell.row) - f64::from(center.row), f64::from(cell.col) - f64::from(center.col));
        if cell.manhattan(center) <= radius { 1.0 / (1.0 + down.hypot(right)) } else { 0.0 }
    };
    let total: f64 = size.iter().map(weight).sum();
    let values = size.iter().map(|cell| weight(cell) / total).collect();
    let view = |seat: u8| View {
        seat: Seat(seat),
        frame: fogreel_engine::data::Frame::board(size),
        terrain: None,
        edges: Vec::new(),
        visible: CellSet::of(size, size.neighbours(center).chain([center])),
        last_seen: vec![0; size.cells()],
        pieces: Vec::new(),
        signals: Vec::new(),
        facts: Vec::new(),
        messages: Vec::new(),
    };
    let owner = header.seats.last().map(|seat| seat.id.clone()).unwrap_or_default();
    Record {
        index,
        turn: index,
        round: index / 2,
        actions: Vec::new(),
        decisions: Vec::new(),
        chance: Vec::new(),
        events: Vec::new(),
        truth: Some(Truth::default()),
        views: vec![view(0), view(1)],
        privileged: Vec::new(),
        beliefs: vec![Belief {
            key: BeliefKey::new(owner, "quarry", "agent"),
            quality: Quality::Exact,
            kind: BeliefKind::Categorical(values),
        }],
        to_act: fogreel_engine::SeatSet::NONE,
        state_hash: None,
    }
}

fn board(side: u16, records: u32) -> Timeline {
    let header = header(side);
    let cells = header.board.size.cells();
    let records = (0..records).map(|index| record(&header, index, cells / 2)).collect();
    Timeline::from_memory(header, records, None)
}

fn open(timeline: Timeline) -> Headless {
    let mut window = Headless::of_timeline(timeline, WINDOW).expect("a window");
    window.settle();
    window
}

/// Goes one record on or back, so that everything is painted anew.
fn there_and_back(window: &mut Headless, forward: &mut bool) {
    *forward = !*forward;
    window.press(if *forward { Key::ArrowRight } else { Key::ArrowLeft });
    divan::black_box(window.frame(Vec::new()));
}

/// Frames in which nothing changed but the place of the pointer.
#[divan::bench(args = [10, 30, 64, 128, 512])]
fn pointer_moves(bencher: Bencher<'_, '_>, side: u16) {
    let mut window = open(if side == 10 { recorded() } else { board(side, 3) });
    let mut step = 0.0f32;
    bencher.bench_local(|| {
        step = (step + 3.0) % 300.0;
        window.frame(vec![Event::PointerMoved(pos2(120.0 + step, 160.0 + step))])
    });
}

/// Two frames: one takes the key, the other shows the other record.
#[divan::bench(args = [10, 30, 64, 128, 512])]
fn to_another_record(bencher: Bencher<'_, '_>, side: u16) {
    let mut window = open(if side == 10 { recorded() } else { board(side, 3) });
    let mut forward = false;
    bencher.bench_local(|| there_and_back(&mut window, &mut forward));
}

/// Opens a long recording and reports the longest frame until all of it is measured.
#[expect(clippy::print_stdout, reason = "a bench reports on standard output")]
fn longest_frames() {
    let records = 100_000;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.fogreel");
    write_long(&path, records);
    let options = ViewOptions { paths: vec![path], ..ViewOptions::default() };
    let started = Instant::now();
    let mut window = Headless::new(options, WINDOW).expect("a window");
    let mut costs = Vec::new();
    let mut first = None;
    while !window.is_settled() || costs.len() < 100 {
        // A person who drags the timeline all the while.
        let x = 60.0 + (costs.len() % 120) as f32 * 11.0;
        let events = match costs.len() {
            0 => Vec::new(),
            1 => vec![Event::PointerMoved(pos2(x, 830.0)), button(x, true)],
            _ => vec![Event::PointerMoved(pos2(x, 830.0))],
        };
        costs.push(window.frame(events));
        if first.is_none() && window.has_picture() {
            first = Some(started.elapsed());
        }
        std::thread::sleep(Duration::from_millis(4));
    }
    let settled = started.elapsed();
    let mut totals: Vec<Duration> = costs.iter().map(FrameCost::total).collect();
    totals.sort_unstable();
    let at = |part: usize| totals[(totals.len() - 1) * part / 100].as_secs_f64() * 1e3;
    println!("{records} records of 32 × 32, opened and measured while the timeline is dragged:");
    println!(
        "  first picture {:.0} ms, all measured {:.1} s; {} frames: median {:.1} ms, 99 % {:.1} ms, longest {:.1} ms\n",
        first.unwrap_or_default().as_secs_f64() * 1e3,
        settled.as_secs_f64(),
        totals.len(),
        at(50),
        at(99),
        at(100)
    );
}

fn button(x: f32, pressed: bool) -> Event {
    Event::PointerButton {
        pos: pos2(x, 830.0),
        button: eframe::egui::PointerButton::Primary,
        pressed,
        modifiers: eframe::egui::Modifiers::NONE,
    }
}

fn write_long(path: &Path, records: u32) {
    let header = header(32);
    let mut recorder = Recorder::create(path, RecorderOptions::default()).expect("created");
    recorder.write_header(&header).expect("written");
    for index in 0..records {
        recorder.write_record(&record(&header, index, 60)).expect("written");
    }
}
