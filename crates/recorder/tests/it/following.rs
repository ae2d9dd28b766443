//! Readers of a file that grows.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

use fogreel_engine::Viewpoint;
use fogreel_engine::data::{Note, NoteId};
use fogreel_recorder::{Growth, NoteChange, ReadError, Recorder, Replay, Strictness, append_notes};

use crate::sample::{self, REPRODUCIBLE};

fn put(id: u64) -> NoteChange {
    let (id, viewpoint, text) = (NoteId(id), Viewpoint::Referee, "look".to_owned());
    NoteChange::Put(Note { id, line: 0, record: 0, cell: None, viewpoint, author: None, text, created_unix_ms: None })
}

fn append(path: &Path, bytes: &[u8]) {
    OpenOptions::new().append(true).open(path).unwrap().write_all(bytes).unwrap();
}

/// A file with notes in the middle and behind the end.
fn noted() -> Vec<u8> {
    let mut recorder = Recorder::new(Vec::new(), REPRODUCIBLE);
    recorder.write_header(&sample::header()).unwrap();
    for record in sample::records(3) {
        recorder.write_record(&record).unwrap();
        recorder.write_notes(&[put(u64::from(record.index))]).unwrap();
    }
    recorder.write_end(&sample::end(3)).unwrap();
    recorder.write_notes(&[NoteChange::Delete(NoteId(1))]).unwrap();
    recorder.into_inner()
}

#[test]
fn byte_by_byte_each_record_appears_when_its_frame_is_whole() {
    for bytes in [noted(), sample::compressed()] {
        let frames = sample::frames(&bytes);
        let folder = tempfile::tempdir().unwrap();
        for strictness in [Strictness::Tail, Strictness::Strict] {
            let path = folder.path().join("match.fogreel");
            let start = frames[0].2;
            fs::write(&path, &bytes[..start]).unwrap();
            let mut replay = Replay::open(&path, strictness).unwrap();
            for len in start + 1..=bytes.len() {
                append(&path, &bytes[len - 1..len]);
                let growth = replay.refresh().unwrap();
                let expected = match frames.iter().find(|(.., end)| *end == len).map(|(kind, ..)| kind) {
                    Some(2) => Growth::Grew { records: 1, notes: false },
                    Some(5) => Growth::Grew { records: 0, notes: true },
                    Some(7) => Growth::Ended { records: 0, notes: false },
                    _ => Growth::Unchanged,
                };
                assert_eq!(growth, expected, "{len} bytes");
                let complete = frames.iter().filter(|(kind, _, end)| *kind == 2 && *end <= len).count();
                assert_eq!(replay.timeline().len(), complete);
                assert_eq!(replay.report().recovered as usize, complete);
                assert_eq!(replay.is_complete(), frames.iter().any(|(kind, _, end)| *kind == 7 && *end <= len));
                if let Some(last) = complete.checked_sub(1) {
                    assert_eq!(*replay.timeline().record(last).unwrap(), sample::record(last as u32));
                    assert!(replay.timeline().summary(last).is_some());
                }
            }
            assert_eq!((replay.bytes(), replay.report().bytes_cut), (bytes.len() as u64, 0));
            assert_eq!(replay.notes(), Replay::open(&path, Strictness::Strict).unwrap().notes());
        }
    }
}

#[test]
fn a_writer_and_a_reader_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.fogreel");
    let count = 2500u32;
    let mut recorder = Recorder::create(&path, REPRODUCIBLE).unwrap();
    recorder.write_header(&sample::header()).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            sample::records(count).iter().for_each(|record| recorder.write_record(record).unwrap());
            recorder.write_end(&sample::end(count)).unwrap();
        });
        let mut replay = Replay::open(&path, Strictness::Tail).unwrap();
        let mut seen = replay.timeline().len();
        let mut is_over = replay.is_complete();
        while !is_over {
            let growth = replay.refresh().unwrap();
            let records = match growth {
                Growth::Unchanged => 0,
                Growth::Grew { records, notes: false } | Growth::Ended { records, notes: false } => records,
                other => panic!("{other:?}"),
            };
            is_over = matches!(growth, Growth::Ended { .. });
            seen += records;
            assert_eq!(replay.timeline().len(), seen);
            if records > 0 {
                assert_eq!(*replay.timeline().record(seen - 1).unwrap(), sample::record(seen as u32 - 1));
            }
        }
        assert_eq!(seen, count as usize);
        assert_eq!(*replay.timeline().record(7).unwrap(), sample::record(7));
    });
}

#[test]
fn nothing_of_what_was_read_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.fogreel");
    let bytes = sample::unfinished(40);
    let frames = sample::frames(&bytes);
    let (_, start, _) = frames[31];
    fs::write(&path, &bytes[..start]).unwrap();
    let mut replay = Replay::open(&path, Strictness::Tail).unwrap();
    // Whoever looked at the first records again would stumble.
    let mut spoilt = bytes.clone();
    spoilt[frames[1].1..frames[20].2].fill(0);
    OpenOptions::new().write(true).open(&path).unwrap().write_all(&spoilt[..start]).unwrap();
    append(&path, &bytes[start..]);
    assert_eq!(replay.refresh().unwrap(), Growth::Grew { records: 10, notes: false });
    assert_eq!(*replay.timeline().record(39).unwrap(), sample::record(39));
    assert!(replay.timeline().record(3).is_err());
}

#[test]
fn a_file_that_was_replaced_cut_or_overwritten_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.fogreel");
    let bytes = sample::file(4);
    let write = |bytes: &[u8]| fs::write(&path, bytes).unwrap();
    let opened = || {
        let _ = fs::remove_file(&path);
        write(&bytes);
        Replay::open(&path, Strictness::Tail).unwrap()
    };
    let mut replay = opened();
    assert_eq!(replay.refresh().unwrap(), Growth::Unchanged);
    let other = folder.path().join("other");
    fs::write(&other, &bytes).unwrap();
    fs::rename(&other, &path).unwrap();
    assert_eq!(replay.refresh().unwrap(), Growth::Replaced, "renamed over");
    assert_eq!(*replay.timeline().record(2).unwrap(), sample::record(2), "the old file can still be read");

    let mut replay = opened();
    write(&bytes[..bytes.len() - 1]);
    assert_eq!(replay.refresh().unwrap(), Growth::Replaced, "cut");
    let mut replay = opened();
    write(&sample::file(7));
    assert_eq!(replay.refresh().unwrap(), Growth::Replaced, "overwritten by a longer one");
    let mut replay = opened();
    let end = sample::written(&sample::header(), &sample::records(4), None);
    write(&[&end[..], &vec![0; bytes.len() - end.len()]].concat());
    assert_eq!(replay.refresh().unwrap(), Growth::Replaced, "overwritten by one as long");
    let mut replay = opened();
    fs::remove_file(&path).unwrap();
    assert!(matches!(replay.refresh(), Err(ReadError::Io { .. })), "gone");

    let mut salvaged = Replay::from_bytes("x", bytes.clone(), Strictness::Salvage).unwrap();
    assert_eq!(salvaged.refresh().unwrap(), Growth::Unchanged);
    write(&bytes[..sample::frames(&bytes)[2].2 + 9]);
    let mut salvaged = Replay::open(&path, Strictness::Salvage).unwrap();
    assert_eq!(salvaged.refresh().unwrap(), Growth::Unchanged);
    append(&path, &[0]);
    assert_eq!(salvaged.refresh().unwrap(), Growth::Replaced);
}

#[test]
fn damage_in_what_was_appended_is_told_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.fogreel");
    let bytes = sample::unfinished(4);
    let (_, start, _) = sample::frames(&bytes)[2];
    fs::write(&path, &bytes[..start]).unwrap();
    let mut replay = Replay::open(&path, Strictness::Tail).unwrap();
    let mut damaged = bytes[start..].to_vec();
    damaged[70] ^= 1;
    append(&path, &damaged);
    for _ in 0..3 {
        assert!(matches!(replay.refresh(), Err(ReadError::Damaged { record: Some(1), .. })));
        assert_eq!((replay.timeline().len(), replay.report().recovered), (1, 1));
    }
}

#[test]
fn a_tail_of_zeros_may_become_a_frame() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.fogreel");
    let bytes = sample::unfinished(3);
    let (_, start, end) = sample::frames(&bytes)[3];
    // Some file systems make room first and fill it later.
    fs::write(&path, [&bytes[..start], &vec![0; end - start]].concat()).unwrap();
    let mut replay = Replay::open(&path, Strictness::Tail).unwrap();
    assert_eq!((replay.refresh().unwrap(), replay.timeline().len()), (Growth::Unchanged, 2));
    fs::write(&path, &bytes).unwrap();
    assert_eq!(replay.refresh().unwrap(), Growth::Grew { records: 1, notes: false });
}

#[test]
fn notes_are_followed_wherever_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.fogreel");
    fs::write(&path, &sample::unfinished(2)[..]).unwrap();
    // A torn end is no reason to lose sight of the file when somebody moves it away.
    append(&path, b"torn");
    let mut replay = Replay::open(&path, Strictness::Tail).unwrap();
    let grew = Growth::Grew { records: 0, notes: true };
    let held = File::open(&path).unwrap();
    held.lock().unwrap();
    append_notes(&path, &[put(1)]).unwrap();
    assert_eq!((replay.refresh().unwrap(), replay.notes().len()), (grew, 1));
    assert_eq!(replay.refresh().unwrap(), Growth::Unchanged);
    append_notes(&path, &[put(2)]).unwrap();
    assert_eq!((replay.refresh().unwrap(), replay.notes().len()), (grew, 2));
    drop(held);
    append_notes(&path, &[]).unwrap();
    assert_eq!((replay.refresh().unwrap(), replay.notes().len()), (Growth::Unchanged, 2), "the same notes elsewhere");
    append_notes(&path, &[NoteChange::Delete(NoteId(1))]).unwrap();
    assert_eq!((replay.refresh().unwrap(), replay.notes().len()), (grew, 1));
}
