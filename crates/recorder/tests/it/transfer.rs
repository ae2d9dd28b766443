//! Packing, unpacking and recovering files: nothing is lost that need not be, and the input is as it was until the copy is
//! known to be right.

use std::fs::{self, File};
use std::path::Path;

use fogreel_engine::data::{Note, NoteId};
use fogreel_engine::{End, Viewpoint};
use fogreel_recorder::{
    Brief, Copied, Destination, FileState, Growth, NoteChange, ReadError, Recorder, Replay, Strictness, WriteError,
    append_notes, recover, repack,
};

use crate::disk::{file, names};
use crate::sample::{self, REPRODUCIBLE};

const BOTH: [FileState; 2] = [FileState::Packed, FileState::Live];

fn note(id: u64, record: u32, text: &str) -> Note {
    Note {
        id: NoteId(id),
        line: 0,
        record,
        cell: None,
        viewpoint: Viewpoint::Referee,
        author: None,
        text: text.into(),
        created_unix_ms: None,
    }
}

fn put(id: u64, record: u32, text: &str) -> NoteChange {
    NoteChange::Put(note(id, record, text))
}

fn strict(path: &Path) -> Replay {
    Replay::open(path, Strictness::Strict).unwrap()
}

fn in_place(path: &Path, state: FileState) -> Result<Copied, WriteError> {
    repack(path, state, Destination::InPlace)
}

/// Whether each record that can be read is the right one; their numbers.
fn readable(replay: &Replay) -> Vec<usize> {
    let timeline = replay.timeline();
    let is_there = |index: &usize| match timeline.record(*index) {
        Ok(record) => {
            assert_eq!(*record, sample::record(*index as u32), "a wrong record");
            true
        }
        Err(_) => false,
    };
    (0..timeline.len()).filter(is_there).collect()
}

#[test]
fn sizes_and_states_are_told_and_brief_knows_both() {
    let (folder, path) = file(&sample::file(40));
    let before = Brief::read(&path).unwrap();
    let copied = in_place(&path, FileState::Packed).unwrap();
    assert_eq!((copied.states, copied.report.recovered), ([FileState::Live, FileState::Packed], 40));
    assert_eq!(copied.bytes, [before.bytes, fs::metadata(&path).unwrap().len()]);
    assert!(copied.bytes[1] * 2 < copied.bytes[0], "{:?}", copied.bytes);
    assert_eq!(Brief::read(&path).unwrap(), Brief { bytes: copied.bytes[1], ..before });
    assert_eq!(names(&folder), ["match.fogreel"]);
}

#[test]
fn notes_in_the_file_and_beside_it_are_kept() {
    for bytes in [sample::file(5), sample::unfinished(5)] {
        let (folder, path) = file(&bytes);
        append_notes(&path, &[put(1, 0, "a"), put(2, 4, "b"), put(3, 3, "gone")]).unwrap();
        append_notes(&path, &[NoteChange::Delete(NoteId(3))]).unwrap();
        let held = File::open(&path).unwrap();
        held.lock().unwrap();
        append_notes(&path, &[put(2, 4, "beside"), put(4, 1, "too")]).unwrap();
        drop(held);
        let expected = [note(1, 0, "a"), note(4, 1, "too"), note(2, 4, "beside")];
        for state in BOTH {
            let out = folder.path().join("copy.fogreel");
            let destination = Destination::File { path: &out, overwrite: true };
            repack(&path, state, destination).unwrap();
            assert_eq!(strict(&out).notes(), expected, "they are in the copy itself");
            in_place(&path, state).unwrap();
            for strictness in [Strictness::Strict, Strictness::Tail, Strictness::Salvage] {
                assert_eq!(Replay::open(&path, strictness).unwrap().notes(), expected);
            }
        }
        assert_eq!(names(&folder), ["copy.fogreel", "match.fogreel", "match.fogreel.notes"]);
        in_place(&path, FileState::Packed).unwrap();
        append_notes(&path, &[put(1, 2, "packed"), NoteChange::Delete(NoteId(4))]).unwrap();
        assert_eq!(names(&folder), ["copy.fogreel", "match.fogreel"], "what waited beside is still at home");
        assert_eq!(strict(&path).notes(), [note(1, 2, "packed"), note(2, 4, "beside")]);
        assert_eq!(readable(&strict(&path)), [0, 1, 2, 3, 4]);
    }
}

#[test]
fn notes_find_their_way_into_a_packed_file_without_an_index() {
    let bytes = sample::packed(&sample::file(300));
    let last = *sample::frames(&bytes).last().unwrap();
    let (_folder, path) = file(&bytes[..last.1 + 30]);
    append_notes(&path, &[put(1, 299, "here")]).unwrap();
    let replay = strict(&path);
    assert_eq!((replay.notes().len(), replay.is_complete(), readable(&replay).len()), (1, true, 300));
    // As many notes as make the next INDEX tell of all records, which lie in chunks.
    append_notes(&path, &(0..1024).map(|id| put(id + 2, 0, "")).collect::<Vec<_>>()).unwrap();
    assert_eq!(sample::frames(&fs::read(&path).unwrap()).iter().filter(|(kind, ..)| *kind == 4).count(), 1);
    for strictness in [Strictness::Strict, Strictness::Tail] {
        let replay = Replay::open(&path, strictness).unwrap();
        assert_eq!((replay.notes().len(), readable(&replay).len()), (1025, 300));
    }
}

#[test]
fn a_recording_that_is_being_written_is_left_alone() {
    let (folder, path) = file(b"");
    fs::remove_file(&path).unwrap();
    let mut recorder = Recorder::create(&path, REPRODUCIBLE).unwrap();
    recorder.write_header(&sample::header()).unwrap();
    recorder.write_record(&sample::record(0)).unwrap();
    let out = folder.path().join("copy.fogreel");
    for destination in [Destination::InPlace, Destination::File { path: &out, overwrite: false }] {
        let error = repack(&path, FileState::Packed, destination).unwrap_err();
        assert!(matches!(error, WriteError::Locked { .. }), "{error}");
    }
    recorder.write_record(&sample::record(1)).unwrap();
    recorder.write_end(&sample::end(2)).unwrap();
    drop(recorder);
    assert_eq!((fs::read(&path).unwrap(), names(&folder)), (sample::file(2), vec!["match.fogreel".to_owned()]));
}

#[test]
fn a_damaged_file_is_not_packed() {
    let whole = sample::file(5);
    let frames = sample::frames(&whole);
    for at in frames.iter().map(|(_, start, _)| start + 45).chain([30, whole.len() - 1]) {
        let mut bytes = whole.clone();
        bytes[at] ^= 8;
        for bytes in [bytes, whole[..at].to_vec()] {
            let (folder, path) = file(&bytes);
            let out = folder.path().join("copy.fogreel");
            for destination in [Destination::InPlace, Destination::File { path: &out, overwrite: true }] {
                let error = repack(&path, FileState::Packed, destination).unwrap_err();
                assert!(matches!(error, WriteError::Unreadable(ReadError::Damaged { .. })), "{error}");
            }
            assert_eq!((fs::read(&path).unwrap(), names(&folder).len()), (bytes, 1));
        }
    }
}

#[test]
fn what_this_program_does_not_know_is_not_left_out() {
    let mut bytes = sample::file(2);
    let (kind, start, _) = sample::frames(&bytes)[4];
    assert_eq!(kind, 4);
    bytes[start + 4] = 99;
    sample::forge(&mut bytes, start);
    let (_folder, path) = file(&bytes);
    let error = in_place(&path, FileState::Packed).unwrap_err();
    assert!(matches!(&error, WriteError::WouldLose { why, .. } if why.contains("kind 99")), "{error}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn nothing_is_overwritten_unasked_and_never_the_input() {
    let (folder, path) = file(&sample::file(3));
    let (out, other) = (folder.path().join("out.fogreel"), folder.path().join("missing/out.fogreel"));
    fs::write(&out, "dear diary").unwrap();
    let to = |path, overwrite| Destination::File { path, overwrite };
    let error = repack(&path, FileState::Packed, to(&out, false)).unwrap_err();
    assert!(matches!(error, WriteError::Exists { .. }), "{error}");
    assert!(matches!(recover(&path, Strictness::Salvage, &out, false), Err(WriteError::Exists { .. })));
    for overwrite in [false, true] {
        let error = repack(&path, FileState::Packed, to(&path, overwrite)).unwrap_err();
        assert!(matches!(error, WriteError::SameFile { .. }), "{error}");
        assert!(matches!(recover(&path, Strictness::Tail, &path, overwrite), Err(WriteError::SameFile { .. })));
    }
    assert!(matches!(repack(&path, FileState::Packed, to(&other, true)), Err(WriteError::Io { .. })));
    assert!(matches!(in_place(&other, FileState::Packed), Err(WriteError::Io { .. })));
    assert_eq!(fs::read(&out).unwrap(), b"dear diary");
    assert_eq!(fs::read(&path).unwrap(), sample::file(3));
    assert_eq!(names(&folder), ["match.fogreel", "out.fogreel"]);
    repack(&path, FileState::Packed, to(&out, true)).unwrap();
    assert_eq!(readable(&strict(&out)), [0, 1, 2]);
}

#[test]
fn what_a_killed_program_left_is_overwritten_and_what_another_made_is_not() {
    let (folder, path) = file(&sample::file(3));
    let beside = folder.path().join("match.fogreel.new");
    fs::write(&beside, &sample::file(9)[..3000]).unwrap();
    in_place(&path, FileState::Packed).unwrap();
    assert_eq!((names(&folder), readable(&strict(&path)).len()), (vec!["match.fogreel".to_owned()], 3));
    fs::write(&beside, "dear diary").unwrap();
    let error = in_place(&path, FileState::Live).unwrap_err();
    assert!(matches!(&error, WriteError::Exists { file } if file.ends_with(".new")), "{error}");
    assert_eq!(fs::read(&beside).unwrap(), b"dear diary");
    let out = folder.path().join("match.fogreel.new");
    let error = recover(&path, Strictness::Salvage, out.with_extension(""), false).unwrap_err();
    assert!(matches!(error, WriteError::SameFile { .. }), "{error}");
    let busy = File::create(&beside).unwrap();
    busy.lock().unwrap();
    assert!(matches!(in_place(&path, FileState::Live), Err(WriteError::Locked { .. })));
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, path) = file(&sample::file(3));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    in_place(&link, FileState::Packed).unwrap();
    assert!(link.is_symlink() && !path.is_symlink());
    assert_eq!(strict(&path).state(), FileState::Packed);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn a_reader_that_follows_notices() {
    let (_folder, path) = file(&sample::file(3));
    let mut replay = Replay::open(&path, Strictness::Tail).unwrap();
    in_place(&path, FileState::Packed).unwrap();
    assert_eq!(replay.refresh().unwrap(), Growth::Replaced);
    assert_eq!(readable(&replay), [0, 1, 2], "the file that was opened is still there");
}

/// Recovers bytes, and checks all that must hold whatever the damage was. Returns what is in the copy.
fn recovered(bytes: &[u8]) -> Option<(Copied, Replay)> {
    let (folder, path) = file(bytes);
    let out = folder.path().join("saved.fogreel");
    let found = Replay::open(&path, Strictness::Salvage);
    let result = recover(&path, Strictness::Salvage, &out, false);
    assert_eq!(fs::read(&path).unwrap(), bytes, "the input is never touched");
    let Ok(found) = found else {
        assert!(matches!(result, Err(WriteError::Unreadable(_))));
        assert_eq!(names(&folder), ["match.fogreel"]);
        return None;
    };
    let copied = result.unwrap();
    assert_eq!(names(&folder), ["match.fogreel", "saved.fogreel"]);
    for strictness in [Strictness::Strict, Strictness::Tail, Strictness::Salvage] {
        let saved = Replay::open(&out, strictness).unwrap();
        assert_eq!(readable(&saved), readable(&found));
        assert_eq!((saved.header(), saved.notes()), (found.header(), found.notes()));
        assert_eq!(saved.report().missing, found.report().missing, "{strictness:?}");
        assert_eq!((saved.report().bytes_skipped, saved.report().bytes_cut), (0, 0));
        assert_eq!(saved.end().map(|end| &end.outcome), found.end().map(|end| &end.outcome));
    }
    assert_eq!((copied.report.recovered, &copied.report.missing), (found.report().recovered, &found.report().missing));
    // What was recovered once has nothing left to recover.
    let again = folder.path().join("again.fogreel");
    recover(&out, Strictness::Strict, &again, false).unwrap();
    assert_eq!(fs::read(&again).unwrap(), fs::read(&out).unwrap());
    let saved = strict(&out);
    Some((copied, saved))
}

#[test]
fn damage_of_every_frame_is_recovered_from_in_both_states() {
    let live = sample::file(6);
    for whole in [live.clone(), sample::packed(&live), sample::packed(&sample::file(140))] {
        let (_folder, path) = file(&whole);
        append_notes(&path, &[put(1, 1, "kept")]).unwrap();
        let whole = fs::read(&path).unwrap();
        let all = strict(&path).timeline().len();
        for (kind, start, end) in sample::frames(&whole) {
            let count = u32::from_le_bytes(whole[start + 20..start + 24].try_into().unwrap()) as usize;
            let lost = if matches!(kind, 2 | 3) { count } else { 0 };
            for at in [start, start + 10, start + 22, start + 41, end - 1] {
                let mut bytes = whole.clone();
                bytes[at] ^= 0x20;
                let (copied, saved) = recovered(&bytes).unwrap();
                assert_eq!(readable(&saved).len(), all - lost, "kind {kind}, byte {at}");
                assert!(copied.report.has_losses());
                assert_eq!(saved.end().is_some(), kind != 7);
                assert_eq!(saved.notes().len(), usize::from(kind != 5));
            }
        }
    }
}

#[test]
fn a_cut_file_is_recovered_to_its_last_whole_frame() {
    let whole = sample::packed(&sample::file(200));
    let frames = sample::frames(&whole);
    for len in (0..whole.len()).step_by(401).chain(frames.iter().map(|frame| frame.2)) {
        let complete = frames.iter().filter(|(kind, _, end)| *kind == 3 && *end <= len).count();
        match recovered(&whole[..len]) {
            None => assert!(len < frames[0].2),
            Some((copied, saved)) => {
                assert_eq!(readable(&saved).len(), [0, 128, 200][complete]);
                assert!(copied.report.missing.is_empty(), "what was never whole is not lost");
            }
        }
    }
}

#[test]
fn what_is_lost_stays_known_and_can_be_noted() {
    let whole = sample::file(3000);
    let frames = sample::frames(&whole);
    let records: Vec<_> = frames.iter().filter(|(kind, ..)| *kind == 2).copied().collect();
    let mut bytes = whole;
    for (_, start, _) in [&records[..2], &records[700..2500], &records[2999..]].concat() {
        bytes[start + 50] ^= 1;
    }
    for state in BOTH {
        let (folder, path) = file(&bytes);
        let out = folder.path().join("saved.fogreel");
        recover(&path, Strictness::Salvage, &out, false).unwrap();
        in_place(&out, state).unwrap();
        for strictness in [Strictness::Strict, Strictness::Tail, Strictness::Salvage] {
            let saved = Replay::open(&out, strictness).unwrap();
            let missing: Vec<String> = saved.report().missing.iter().map(ToString::to_string).collect();
            assert_eq!(missing, ["0–1", "700–2499", "2999"]);
            assert_eq!((saved.report().recovered, saved.timeline().len()), (1197, 3000));
            assert_eq!((saved.end(), saved.is_complete()), (Some(&sample::end(3000)), true));
            assert!(matches!(saved.timeline().record(2000), Err(ReadError::Missing { record: 2000, .. })));
            assert_eq!(saved.timeline().summary(2000), None);
            assert!(saved.timeline().summary(2998).is_some());
            assert_eq!(*saved.timeline().record(2500).unwrap(), sample::record(2500));
        }
        assert_eq!(Brief::read(&out).unwrap().records, 3000);
        append_notes(&out, &[put(1, 2000, "what happened here?")]).unwrap();
        assert_eq!(strict(&out).notes().len(), 1);
        // Without its INDEX frames, the gaps tell the same.
        let mut blind = fs::read(&out).unwrap();
        for (_, start, _) in sample::frames(&blind).into_iter().filter(|(kind, ..)| *kind == 4) {
            blind[start + 4] = 99;
            sample::forge(&mut blind, start);
        }
        fs::write(&out, blind).unwrap();
        assert_eq!(Replay::open(&out, Strictness::Tail).unwrap().report().recovered, 1197);
        append_notes(&out, &(0..1100).map(|id| put(id, 0, "")).collect::<Vec<_>>()).unwrap();
        assert_eq!(strict(&out).report().missing.len(), 3);
    }
}

#[test]
fn without_its_first_bytes_a_recording_keeps_its_mark() {
    let mut recorder = Recorder::new(Vec::new(), Default::default());
    recorder.write_header(&sample::header()).unwrap();
    recorder.write_record(&sample::record(0)).unwrap();
    recorder.write_end(&sample::end(1)).unwrap();
    let whole = recorder.into_inner();
    let mut bytes = whole.clone();
    bytes[..24].fill(0);
    let (folder, path) = file(&bytes);
    let out = folder.path().join("saved.fogreel");
    let copied = recover(&path, Strictness::Salvage, &out, false).unwrap();
    assert!(!copied.report.warnings.is_empty());
    assert_eq!(fs::read(&out).unwrap()[..24], whole[..24]);
}

#[test]
fn an_end_that_counts_wrongly_keeps_its_outcome() {
    let mut bytes = sample::file(2);
    let (kind, start, end) = sample::frames(&bytes)[3];
    assert_eq!((kind, bytes[end - 1]), (7, 2));
    bytes[end - 1] = 9;
    sample::forge(&mut bytes, start);
    let (copied, saved) = recovered(&bytes).unwrap();
    assert_eq!(saved.end(), Some(&End { records: 2, ..sample::end(2) }));
    assert!(copied.report.to_string().contains("counts 9"), "{}", copied.report);
}

#[test]
fn strict_and_tail_recover_what_they_read() {
    let whole = sample::file(4);
    let frames = sample::frames(&whole);
    let (folder, path) = file(&whole[..frames[3].1 + 50]);
    let out = folder.path().join("saved.fogreel");
    assert!(matches!(recover(&path, Strictness::Strict, &out, false), Err(WriteError::Unreadable(_))));
    let copied = recover(&path, Strictness::Tail, &out, false).unwrap();
    assert_eq!((copied.report.bytes_cut, readable(&strict(&out))), (50, vec![0, 1]));
}
