//! Lines of play besides the match: written, read, kept, and never mistaken for it.

use std::fs;
use std::path::{Path, PathBuf};

use fogreel_engine::data::{Note, NoteId};
use fogreel_engine::{End, Record, Viewpoint};
use fogreel_recorder::{
    Branch, Brief, Destination, FileState, Growth, NoteChange, Recorder, Replay, Strictness, WriteError, append_notes,
    recover, repack,
};
use tempfile::TempDir;

use crate::sample::{self, forge};

const ALL: [Strictness; 3] = [Strictness::Strict, Strictness::Tail, Strictness::Salvage];

fn file(bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.fogreel");
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

/// Record of that number in a branch: another one than in the match.
fn record(line: u32, index: u32) -> Record {
    Record { turn: 1000 * line + index, ..sample::record(index) }
}

fn end(records: u32) -> End {
    End { turns: 7, ..sample::end(records) }
}

/// Appends a branch with the records behind the one that it leaves, and an end if it has one.
fn add(path: &Path, parent: u32, leaves: u32, records: u32, has_end: bool) -> Branch {
    let name = format!("ветка {leaves}");
    let (mut recorder, branch) = Recorder::branch(path, parent, leaves, &name).unwrap();
    for index in leaves + 1..=leaves + records {
        recorder.write_record(&record(branch.line, index)).unwrap();
    }
    if has_end {
        recorder.write_end(&end(leaves + records + 1)).unwrap();
    }
    branch
}

/// Everything there is of all branches.
fn told(replay: &Replay) -> Vec<(Branch, Vec<Record>, Option<End>)> {
    let lines = replay.timeline().branches();
    lines
        .iter()
        .map(|line| {
            let records = line.records().map(|record| (*line.record(record).unwrap()).clone()).collect();
            (line.branch().clone(), records, line.end().cloned())
        })
        .collect()
}

fn expected(line: u32, parent: u32, leaves: u32, records: u32, has_end: bool) -> (Branch, Vec<Record>, Option<End>) {
    let branch = Branch { line, parent, record: leaves, name: format!("ветка {leaves}") };
    let records: Vec<Record> = (leaves + 1..=leaves + records).map(|index| record(line, index)).collect();
    let next = leaves + 1 + records.len() as u32;
    (branch, records, has_end.then(|| end(next)))
}

fn assert_main_is_as_it_was(replay: &Replay, records: usize, has_end: bool) {
    assert_eq!((replay.timeline().len(), replay.end().is_some()), (records, has_end));
    for index in 0..records {
        assert_eq!(*replay.timeline().record(index).unwrap(), sample::record(index as u32));
    }
}

#[test]
fn branches_are_read_beside_the_match_in_every_way_and_state() {
    for (bytes, has_end) in [(sample::file(9), true), (sample::unfinished(9), false)] {
        let (_folder, path) = file(&bytes);
        add(&path, 0, 4, 3, true);
        add(&path, 1, 6, 2, false);
        add(&path, 0, 8, 0, false);
        let all = [expected(1, 0, 4, 3, true), expected(2, 1, 6, 2, false), expected(3, 0, 8, 0, false)];
        let written = fs::read(&path).unwrap();
        assert!(written.starts_with(&bytes), "nothing is rewritten");
        for state in [FileState::Live, FileState::Packed, FileState::Live] {
            if state == FileState::Packed || Replay::open(&path, Strictness::Strict).unwrap().state() != state {
                repack(&path, state, Destination::InPlace).unwrap();
            }
            for strictness in ALL {
                let replay = Replay::open(&path, strictness).unwrap();
                assert_main_is_as_it_was(&replay, 9, has_end);
                assert_eq!((told(&replay), replay.state()), (all.to_vec(), state), "{strictness:?}");
                assert_eq!(replay.report().is_clean(), has_end, "{}", replay.report());
                let line = &replay.timeline().branches()[0];
                assert!(line.record(4).is_err() && line.record(8).is_err(), "its own records alone");
            }
            let brief = Brief::read(&path).unwrap();
            assert_eq!((brief.records, brief.complete, brief.is_at_least), (9, has_end, false));
        }
    }
}

#[test]
fn many_records_of_branches_go_through_indexes() {
    let (_folder, path) = file(&sample::file(30));
    add(&path, 0, 20, 1100, true);
    add(&path, 1, 900, 1000, false);
    append_notes(&path, &[]).unwrap();
    let note = Note {
        id: NoteId(5),
        line: 2,
        record: 1500,
        cell: None,
        viewpoint: Viewpoint::Referee,
        author: None,
        text: "here".into(),
        created_unix_ms: None,
    };
    let off = Note { record: 900, ..note.clone() };
    assert!(matches!(append_notes(&path, &[NoteChange::Put(off)]), Err(WriteError::Invalid { .. })));
    append_notes(&path, &[NoteChange::Put(note.clone())]).unwrap();
    add(&path, 2, 1900, 2, true);
    for state in [FileState::Live, FileState::Packed] {
        repack(&path, state, Destination::InPlace).unwrap();
        let indexes = sample::frames(&fs::read(&path).unwrap()).iter().filter(|frame| frame.0 == 4).count();
        assert!(indexes >= 3, "{indexes}");
        for strictness in ALL {
            let replay = Replay::open(&path, strictness).unwrap();
            assert_main_is_as_it_was(&replay, 30, true);
            assert_eq!(replay.notes(), std::slice::from_ref(&note));
            let lines =
                [expected(1, 0, 20, 1100, true), expected(2, 1, 900, 1000, false), expected(3, 2, 1900, 2, true)];
            assert!(told(&replay) == lines, "{strictness:?}");
        }
        assert_eq!(Brief::read(&path).unwrap().records, 30);
    }
}

#[test]
fn a_cut_branch_loses_its_end_alone_and_another_one_goes_on_behind_it() {
    let (folder, path) = file(&sample::file(5));
    add(&path, 0, 2, 3, true);
    let bytes = fs::read(&path).unwrap();
    let begin = sample::frames(&sample::file(5)).last().unwrap().2;
    let mut seen = 0;
    for len in begin..bytes.len() {
        fs::write(&path, &bytes[..len]).unwrap();
        let replay = Replay::open(&path, Strictness::Tail).unwrap();
        assert_main_is_as_it_was(&replay, 5, true);
        let records = told(&replay).first().map_or(0, |line| {
            assert!(expected(1, 0, 2, 3, true).1.starts_with(&line.1));
            line.1.len()
        });
        assert!(records >= seen);
        seen = records;
    }
    assert_eq!(seen, 3);
    let ends = sample::frames(&bytes);
    let (_, start, _) = ends[ends.len() - 3];
    fs::write(&path, &bytes[..start + 30]).unwrap();
    add(&path, 0, 0, 1, false);
    let replay = Replay::open(&path, Strictness::Strict).unwrap();
    assert_eq!(told(&replay), [expected(1, 0, 2, 2, false), expected(2, 0, 0, 1, false)]);
    assert!(folder.path().join("match.fogreel.tail").exists());
}

#[test]
fn damage_in_a_branch_is_said_and_the_rest_recovered() {
    let (folder, path) = file(&sample::file(5));
    add(&path, 0, 2, 3, true);
    add(&path, 1, 4, 2, true);
    let bytes = fs::read(&path).unwrap();
    let frames = sample::frames(&bytes);
    let of = |line: u32, kind: u8| {
        let is_it = |frame: &&(u8, usize, usize)| frame.0 == kind && bytes[frame.1 + 8] == line as u8;
        frames.iter().filter(is_it).map(|frame| frame.1).collect::<Vec<_>>()
    };
    let out = folder.path().join("saved.fogreel");
    let hurt = |at: usize| {
        let mut hurt = bytes.clone();
        hurt[at] ^= 1;
        fs::write(&path, hurt).unwrap();
        let replay = Replay::open(&path, Strictness::Salvage).unwrap();
        assert_main_is_as_it_was(&replay, 5, true);
        assert!(Replay::open(&path, Strictness::Strict).is_err());
        let copied = recover(&path, Strictness::Salvage, &out, true).unwrap();
        assert_eq!(copied.report.missing_in_branches, replay.report().missing_in_branches);
        assert!(copied.report.missing.is_empty() && copied.report.has_missing());
        let saved = Replay::open(&out, Strictness::Strict).unwrap();
        assert_main_is_as_it_was(&saved, 5, true);
        (replay.report().to_string(), saved)
    };
    // One record: its number is known.
    let (report, saved) = hurt(of(1, 2)[1] + 60);
    assert!(report.contains("missing 4 of branch 1"), "{report}");
    let lines = saved.timeline().branches();
    assert_eq!(lines.iter().map(|line| line.records()).collect::<Vec<_>>(), [3..6, 5..7]);
    let there = |line: usize| lines[line].records().filter(|record| lines[line].record(*record).is_ok()).count();
    assert_eq!((there(0), there(1)), (2, 2));
    // The beginning of a branch: where its records belong is not known, nor where what leaves it does.
    let (report, saved) = hurt(of(1, 6)[0] + 41);
    assert!(report.contains("3–5 of branch 1") && report.contains("5–6 of branch 2"), "{report}");
    assert!(told(&saved).is_empty());
    let (report, saved) = hurt(of(2, 6)[0] + 10);
    assert!(report.contains("missing 5–6 of branch 2"), "{report}");
    assert_eq!(told(&saved), [expected(1, 0, 2, 3, true)]);
}

#[test]
fn a_branch_leaves_what_is_there() {
    let (folder, path) = file(&sample::file(5));
    add(&path, 0, 2, 3, true);
    let before = fs::read(&path).unwrap();
    // Record 2 is the match's own, which the branch shares.
    for (parent, leaves) in [(0, 5), (1, 6), (1, 2), (2, 0), (u32::MAX, 0), (0, u32::MAX)] {
        let error = Recorder::branch(&path, parent, leaves, "").err().unwrap();
        let is_it = matches!(error, WriteError::Invalid { .. } | WriteError::Limit { .. });
        assert!(is_it && error.to_string().contains("branch"), "{error}");
    }
    let long = Recorder::branch(&path, 0, 0, &"x".repeat(1 << 20)).err().unwrap();
    assert!(matches!(long, WriteError::Limit { limit: 0x10_0000, .. }), "{long}");
    assert_eq!(fs::read(&path).unwrap(), before);
    let held = fs::File::open(&path).unwrap();
    held.lock().unwrap();
    assert!(matches!(Recorder::branch(&path, 0, 0, ""), Err(WriteError::Locked { .. })));
    drop(held);
    let (mut recorder, _) = Recorder::branch(&path, 0, 1, "").unwrap();
    assert!(matches!(recorder.write_record(&sample::record(3)), Err(WriteError::Invalid { .. })), "2 is due");
    drop(recorder);
    fs::write(folder.path().join("diary.fogreel"), "Dear diary").unwrap();
    assert!(matches!(Recorder::branch(folder.path().join("diary.fogreel"), 0, 0, ""), Err(WriteError::Unreadable(_))));
}

/// Right checksums, wrong meaning.
#[test]
fn forged_branches() {
    let (_folder, path) = file(&sample::file(5));
    add(&path, 0, 2, 2, true);
    let bytes = fs::read(&path).unwrap();
    let frames = sample::frames(&bytes);
    let branch = frames.iter().find(|frame| frame.0 == 6).unwrap().1;
    let of_branch: Vec<usize> =
        frames.iter().filter(|frame| frame.1 > branch && frame.0 == 2).map(|frame| frame.1).collect();
    let forged = |at: usize, offset: usize, value: u32| {
        let mut forged = bytes.clone();
        forged[at + offset..at + offset + 4].copy_from_slice(&value.to_le_bytes());
        forge(&mut forged, at);
        forged
    };
    let (line, first) = (8, 16);
    for (what, bytes) in [
        ("a branch that is the match", forged(branch, line, 0)),
        ("records without a BRANCH", forged(branch, line, 3)),
        ("a branch about another record", forged(branch, first, 1)),
        ("a record of another line", forged(of_branch[0], line, 2)),
        ("a record of the match behind its end", forged(of_branch[0], line, 0)),
        ("another record than is due", forged(of_branch[1], first, 5)),
    ] {
        let open = |strictness| Replay::from_bytes("match.fogreel", bytes.clone(), strictness);
        assert!(open(Strictness::Strict).is_err(), "{what}");
        let replay = open(Strictness::Salvage).unwrap();
        assert_main_is_as_it_was(&replay, 5, true);
        assert!(!replay.report().is_clean(), "{what}: {}", replay.report());
        for line in replay.timeline().branches() {
            for index in line.records() {
                assert!(line.record(index).is_err() || *line.record(index).unwrap() == record(1, index), "{what}");
            }
        }
    }
}

#[test]
fn who_follows_the_file_sees_branches_come() {
    let (_folder, path) = file(&sample::file(3));
    let mut replay = Replay::open(&path, Strictness::Tail).unwrap();
    assert_eq!(replay.refresh().unwrap(), Growth::Unchanged);
    let (mut recorder, _) = Recorder::branch(&path, 0, 1, "ветка 1").unwrap();
    assert_eq!(replay.refresh().unwrap(), Growth::Grew { records: 0, notes: false });
    assert_eq!(told(&replay), [expected(1, 0, 1, 0, false)]);
    recorder.write_record(&record(1, 2)).unwrap();
    assert_eq!(replay.refresh().unwrap(), Growth::Grew { records: 0, notes: false });
    recorder.write_end(&end(3)).unwrap();
    assert_eq!(replay.refresh().unwrap(), Growth::Grew { records: 0, notes: false });
    assert_eq!(told(&replay), [expected(1, 0, 1, 1, true)]);
    assert_eq!(replay.refresh().unwrap(), Growth::Unchanged);
    assert_main_is_as_it_was(&replay, 3, true);
}

#[test]
fn a_recording_may_be_written_at_one_go_with_all_its_lines() {
    let write = |branch: Branch| {
        let mut recorder = Recorder::new(Vec::new(), sample::REPRODUCIBLE);
        recorder.write_header(&sample::header()).unwrap();
        for index in 0..5 {
            recorder.write_record(&sample::record(index)).unwrap();
        }
        recorder.write_end(&sample::end(5)).unwrap();
        recorder.begin_branch(&Branch { line: 2, parent: 0, record: 3, name: "other".to_owned() }).unwrap();
        recorder.write_record(&record(2, 4)).unwrap();
        let begun = recorder.begin_branch(&branch);
        if begun.is_ok() {
            recorder.write_record(&record(branch.line, branch.record + 1)).unwrap();
            recorder.write_end(&end(branch.record + 2)).unwrap();
        }
        begun.map(|()| recorder.into_inner())
    };
    let branch = |line, parent, record| Branch { line, parent, record, name: String::new() };
    let bytes = write(branch(5, 2, 4)).unwrap();
    for strictness in ALL {
        let replay = Replay::from_bytes("match", bytes.clone(), strictness).unwrap();
        assert_main_is_as_it_was(&replay, 5, true);
        let told: Vec<_> =
            told(&replay).into_iter().map(|(branch, records, end)| (branch.line, records, end)).collect();
        assert_eq!(told, [(2, vec![record(2, 4)], None), (5, vec![record(5, 5)], Some(end(6)))]);
    }
    for (line, parent, leaves, field) in
        [(2, 0, 1, "line"), (3, 1, 1, "parent"), (3, 3, 1, "parent"), (3, 0, 5, "record"), (3, 2, 3, "record")]
    {
        let refused = write(branch(line, parent, leaves));
        let Err(WriteError::Invalid { place, .. }) = refused else { panic!("{line} {parent} {leaves}: {refused:?}") };
        assert_eq!(place, format!("branch: {field}"));
    }
}
