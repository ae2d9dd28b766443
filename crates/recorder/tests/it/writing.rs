//! Writers that fail, files that exist, locks.

use std::fs;
use std::io::{self, Write};
use std::time::Duration;

use fogreel_engine::data::{BeliefKind, Keep, View};
use fogreel_engine::{Cell, CellSet, Header, Observer, Record, Seat, Size};
use fogreel_recorder::{Recorder, RecorderOptions, Replay, Strictness, SyncLevel, WriteError};

use crate::sample::{self, REPRODUCIBLE};

/// Takes so many bytes, and no more.
struct Full {
    bytes: Vec<u8>,
    room: usize,
    calls: usize,
}

impl Full {
    fn new(room: usize) -> Self {
        Self { bytes: Vec::new(), room, calls: 0 }
    }
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls += 1;
        let len = bytes.len().min(self.room - self.bytes.len());
        if len == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(&bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_disk_that_fills_up_at_any_byte_leaves_all_completed_records() {
    let whole = sample::file(4);
    for room in 0..whole.len() {
        let mut recorder = Recorder::new(Full::new(room), REPRODUCIBLE);
        let mut errors = Vec::new();
        let mut completed = 0;
        errors.extend(recorder.write_header(&sample::header()).err());
        for record in sample::records(4) {
            match recorder.write_record(&record) {
                Ok(()) => completed += 1,
                Err(error) => errors.push(error),
            }
        }
        errors.extend(recorder.write_end(&sample::end(4)).err());
        let told = errors.iter().filter(|error| matches!(error, WriteError::Io { .. })).count();
        let closed = errors.iter().filter(|error| matches!(error, WriteError::Closed { .. })).count();
        assert_eq!((told, told + closed), (1, errors.len()), "{room} bytes: told once, then closed");
        let bytes = recorder.into_inner().bytes;
        assert_eq!(bytes, whole[..room]);
        match Replay::from_bytes("full", bytes, Strictness::Tail) {
            Ok(replay) => assert_eq!(replay.report().recovered, completed, "{room} bytes"),
            Err(_) => assert_eq!(completed, 0),
        }
    }
}

#[test]
fn each_record_is_one_call_of_the_writer() {
    let mut recorder = Recorder::new(Full::new(usize::MAX), REPRODUCIBLE);
    recorder.write_header(&sample::header()).unwrap();
    sample::records(5).iter().for_each(|record| recorder.write_record(record).unwrap());
    recorder.write_end(&sample::end(5)).unwrap();
    assert_eq!(recorder.into_inner().calls, 7);
}

#[test]
fn a_second_recorder_is_locked_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.fogreel");
    let overwrite = RecorderOptions { overwrite: true, ..RecorderOptions::default() };
    let mut first = Recorder::create(&path, RecorderOptions::default()).unwrap();
    first.write_header(&sample::header()).unwrap();
    first.write_record(&sample::record(0)).unwrap();
    assert!(matches!(Recorder::create(&path, overwrite), Err(WriteError::Locked { .. })));
    // A reader needs no lock, and the match is there while it is recorded.
    let replay = Replay::open(&path, Strictness::Tail).unwrap();
    assert_eq!((replay.report().recovered, replay.is_complete()), (1, false));
    first.write_record(&sample::record(1)).unwrap();
    first.write_end(&sample::end(2)).unwrap();
    drop(first);
    assert!(Replay::open(&path, Strictness::Strict).unwrap().is_complete());
    drop(Recorder::create(&path, overwrite).unwrap());
    assert_eq!(fs::metadata(&path).unwrap().len(), 0);
}

#[test]
fn what_exists_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    fs::write(&path, "dear diary").unwrap();
    let error = Recorder::create(&path, RecorderOptions::default()).err().unwrap();
    assert!(matches!(error, WriteError::Exists { .. }), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "dear diary");
    let missing = folder.path().join("no such folder/match.fogreel");
    assert!(matches!(Recorder::create(missing, RecorderOptions::default()), Err(WriteError::Io { .. })));
}

#[test]
fn every_sync_level_writes_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let levels = [
        SyncLevel::Record,
        SyncLevel::Interval(Duration::ZERO),
        SyncLevel::Interval(Duration::from_secs(3600)),
        SyncLevel::End,
    ];
    for (number, sync) in levels.into_iter().enumerate() {
        let path = folder.path().join(format!("{number}.fogreel"));
        let mut recorder = Recorder::create(&path, RecorderOptions { sync, ..REPRODUCIBLE }).unwrap();
        recorder.begin(&sample::header()).unwrap();
        sample::records(3).iter().for_each(|record| recorder.record(record).unwrap());
        recorder.end(&sample::end(3)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), sample::file(3));
    }
}

#[test]
fn two_recordings_differ_unless_they_are_reproducible() {
    let record = |options| {
        let mut recorder = Recorder::new(Vec::new(), options);
        recorder.write_header(&Header { created_unix_ms: Some(7), ..sample::header() }).unwrap();
        recorder.into_inner()
    };
    assert_eq!(record(REPRODUCIBLE), record(REPRODUCIBLE));
    assert_ne!(record(RecorderOptions::default()), record(RecorderOptions::default()));
    let created = |bytes| Replay::from_bytes("x", bytes, Strictness::Strict).unwrap().header().created_unix_ms;
    assert_eq!(created(record(REPRODUCIBLE)), None);
    assert!(created(record(RecorderOptions::default())).unwrap() > 1_700_000_000_000);
}

#[test]
fn calls_out_of_order_are_refused() {
    let mut recorder = Recorder::new(Vec::new(), REPRODUCIBLE);
    assert!(matches!(recorder.write_record(&sample::record(0)), Err(WriteError::OutOfOrder { .. })));
    let mut recorder = Recorder::new(Vec::new(), REPRODUCIBLE);
    recorder.write_header(&sample::header()).unwrap();
    assert!(matches!(recorder.write_record(&sample::record(1)), Err(WriteError::Invalid { .. })));
    let mut recorder = Recorder::new(Vec::new(), REPRODUCIBLE);
    recorder.write_header(&sample::header()).unwrap();
    recorder.write_end(&sample::end(0)).unwrap();
    assert!(matches!(recorder.write_record(&sample::record(0)), Err(WriteError::OutOfOrder { .. })));
}

#[test]
fn an_end_that_counts_other_records_is_refused() {
    for counted in [0, 1, 3] {
        let mut recorder = Recorder::new(Vec::new(), REPRODUCIBLE);
        recorder.write_header(&sample::header()).unwrap();
        sample::records(2).iter().for_each(|record| recorder.write_record(record).unwrap());
        let error = recorder.write_end(&sample::end(counted)).err().unwrap();
        let WriteError::Invalid { expected, found, .. } = &error else { panic!("{error}") };
        assert_eq!((expected.as_str(), found.as_str()), ("2", counted.to_string().as_str()));
    }
}

#[test]
fn options_keep_less_than_the_header_but_never_more() {
    let kept = |of_header, of_options| {
        let mut recorder = Recorder::new(Vec::new(), RecorderOptions { keep: of_options, ..REPRODUCIBLE });
        recorder.write_header(&Header { keep: of_header, ..sample::header() }).unwrap();
        recorder.write_record(&sample::record(0)).unwrap();
        let bytes = recorder.into_inner();
        let replay = Replay::from_bytes("x", bytes, Strictness::Strict).unwrap();
        let record = replay.timeline().record(0).unwrap();
        assert_eq!(record.beliefs.is_empty(), replay.header().keep != Keep::Full);
        assert_eq!(record.views.is_empty(), replay.header().keep == Keep::Moves);
        replay.header().keep
    };
    assert_eq!(RecorderOptions::default().keep, Keep::Full);
    assert_eq!(kept(Keep::Full, Keep::Full), Keep::Full);
    for (one, other, lesser) in [
        (Keep::Full, Keep::Views, Keep::Views),
        (Keep::Full, Keep::Moves, Keep::Moves),
        (Keep::Views, Keep::Moves, Keep::Moves),
    ] {
        assert_eq!((kept(one, other), kept(other, one)), (lesser, lesser));
    }
}

#[test]
fn records_that_contradict_the_header_are_refused() {
    type Change = fn(&mut Record);
    let changes: [(&str, Change); 14] = [
        ("an event kind", |record| record.events[0].kind = 2),
        ("an event off the board", |record| record.events[0].cells = vec![Cell::new(3, 0)]),
        ("a piece kind", |record| record.truth.as_mut().unwrap().pieces[0].kind = 3),
        ("a piece off the board", |record| record.truth.as_mut().unwrap().pieces[0].cell = Cell::new(0, 5)),
        ("a seat", |record| record.views[0].seat = Seat(2)),
        ("terrain", |record| record.views[1].terrain = Some(vec![7; 6])),
        ("terrain of another size", |record| record.views[1].terrain = Some(vec![0; 5])),
        ("last_seen of another size", |record| record.views[0].last_seen.truncate(3)),
        ("visible of another size", |record| record.views[0].visible = CellSet::new(Size::new(5, 3))),
        ("coverage of another size", |record| record.views[1].signals[0].coverage = CellSet::new(Size::new(3, 5))),
        ("a channel", |record| record.views[1].signals[0].channel = 1),
        ("a belief target", |record| record.beliefs[0].key.target = "ghost".into()),
        ("a belief owner", |record| record.beliefs[0].key.owner = "ghost".into()),
        ("a belief of another size", |record| record.beliefs[0].kind = BeliefKind::Categorical(vec![0.1; 10])),
    ];
    for (what, change) in changes {
        let mut record = sample::record(0);
        change(&mut record);
        let mut recorder = Recorder::new(Vec::new(), REPRODUCIBLE);
        recorder.write_header(&sample::header()).unwrap();
        let error = recorder.write_record(&record).err().unwrap_or_else(|| panic!("{what} was accepted"));
        assert!(matches!(error, WriteError::Invalid { .. }), "{what}: {error}");
    }
    // What is merely wrong in somebody's head is recorded.
    let mut record = sample::record(0);
    record.beliefs[0].kind = BeliefKind::Categorical(vec![0.9; 15]);
    record.beliefs[1].kind = BeliefKind::Bernoulli(vec![1.5; 22]);
    let bytes = sample::written(&sample::header(), &[record.clone()], None);
    let replay = Replay::from_bytes("x", bytes, Strictness::Strict).unwrap();
    assert_eq!(*replay.timeline().record(0).unwrap(), record);
}

#[test]
fn boards_that_no_record_could_hold_are_refused_at_once() {
    let sized = |rows, cols, keep| {
        let mut header = sample::header();
        header.board.size = Size::new(rows, cols);
        header.board.terrain = vec![0; header.board.size.cells()];
        header.keep = keep;
        Recorder::new(Vec::new(), REPRODUCIBLE).write_header(&header)
    };
    assert!(matches!(sized(1025, 1024, Keep::Full), Err(WriteError::Limit { what: "cells of a board", .. })));
    assert!(matches!(sized(0, 5, Keep::Full), Err(WriteError::Invalid { .. })));
    assert!(sized(1024, 1024, Keep::Full).is_ok());
    let mut crowded = sample::header();
    crowded.board.size = Size::new(1024, 1024);
    crowded.board.terrain = vec![0; 1 << 20];
    crowded.seats = vec![crowded.seats[0].clone(); 40];
    let refused = Recorder::new(Vec::new(), REPRODUCIBLE).write_header(&crowded);
    assert!(matches!(refused, Err(WriteError::Limit { limit: 0x400_0000, .. })));
    crowded.keep = Keep::Moves;
    assert!(Recorder::new(Vec::new(), REPRODUCIBLE).write_header(&crowded).is_ok());
    crowded.seats = vec![crowded.seats[0].clone(); 65];
    let refused = Recorder::new(Vec::new(), REPRODUCIBLE).write_header(&crowded);
    assert!(matches!(refused, Err(WriteError::Limit { what: "seats", .. })));
}

#[test]
fn a_large_board_comes_back() {
    let size = Size::new(512, 512);
    let mut header = sample::header();
    header.board.size = size;
    header.board.terrain = (0..size.cells()).map(|cell| u8::from(cell % 7 == 0)).collect();
    let mut record = sample::record(0);
    record.views.truncate(1);
    record.views[0] = View {
        frame: fogreel_engine::data::Frame::board(size),
        visible: CellSet::of(size, size.iter().filter(|cell| cell.row == 9)),
        last_seen: (0..size.cells() as u32).collect(),
        signals: Vec::new(),
        ..record.views[0].clone()
    };
    record.privileged.clear();
    record.beliefs.truncate(1);
    record.beliefs[0].kind =
        BeliefKind::Categorical((0..size.cells()).map(|cell| (cell as f64).sqrt() / 1e7).collect());
    let bytes = sample::written(&header, std::slice::from_ref(&record), None);
    let replay = Replay::from_bytes("x", bytes, Strictness::Strict).unwrap();
    assert_eq!(*replay.timeline().record(0).unwrap(), record);
}
