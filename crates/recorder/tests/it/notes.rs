//! Notes: appended to files of every state, edited, deleted, found again, never lost.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use fogreel_engine::data::{Note, NoteId};
use fogreel_engine::{Cell, Seat, Viewpoint};
use fogreel_recorder::{
    NoteChange, NotesPlace, ReadError, Recorder, Replay, Strictness, WriteError, append_notes, fresh_note_id,
};

use crate::disk::{file, names};
use crate::sample::{self, REPRODUCIBLE};

const ALL: [Strictness; 3] = [Strictness::Strict, Strictness::Tail, Strictness::Salvage];

fn note(id: u64, record: u32, text: &str) -> Note {
    Note {
        id: NoteId(id),
        line: 0,
        record,
        cell: Some(Cell::new(2, 4)),
        viewpoint: Viewpoint::Referee,
        author: Some("রিয়া".into()),
        text: text.into(),
        created_unix_ms: Some(1_790_000_000_000),
    }
}

fn put(id: u64, record: u32, text: &str) -> NoteChange {
    NoteChange::Put(note(id, record, text))
}

fn notes(path: &Path) -> Vec<Note> {
    let found = ALL.map(|strictness| Replay::open(path, strictness).unwrap().notes().to_vec());
    assert!(found[0] == found[1] && found[1] == found[2], "{found:?}");
    found.into_iter().next().unwrap()
}

#[test]
fn notes_are_put_edited_and_deleted_in_finished_and_unfinished_files() {
    for (bytes, records) in [(sample::file(4), 4), (sample::unfinished(4), 4), (sample::compressed(), 3)] {
        let (folder, path) = file(&bytes);
        assert_eq!(
            append_notes(&path, &[put(7, 2, "here"), put(3, 2, "and here"), put(9, 0, "the start")]).unwrap(),
            NotesPlace::InFile
        );
        assert_eq!(notes(&path), [note(9, 0, "the start"), note(3, 2, "and here"), note(7, 2, "here")]);
        append_notes(&path, &[put(7, 1, "no, here"), NoteChange::Delete(NoteId(9))]).unwrap();
        assert_eq!(notes(&path), [note(7, 1, "no, here"), note(3, 2, "and here")]);
        let len = fs::metadata(&path).unwrap().len();
        append_notes(&path, &[put(7, 1, "no, here"), NoteChange::Delete(NoteId(9)), NoteChange::Delete(NoteId(8))])
            .unwrap();
        assert_eq!(fs::metadata(&path).unwrap().len(), len, "what changes nothing is not written");
        assert_eq!(fs::read(&path).unwrap()[..bytes.len()], bytes, "appended, not rewritten");
        assert_eq!(names(&folder), ["match.fogreel"]);
        for strictness in ALL {
            let replay = Replay::open(&path, strictness).unwrap();
            assert_eq!(replay.timeline().len(), records);
            assert_eq!(replay.report().warnings, [""; 0]);
            assert!(!replay.report().has_losses());
            (0..records)
                .for_each(|index| assert_eq!(*replay.timeline().record(index).unwrap(), sample::record(index as u32)));
        }
    }
}

#[test]
fn a_note_keeps_all_its_parts() {
    let (_folder, path) = file(&sample::file(3));
    let whole = note(u64::MAX, 1, "「どろぼう」\n\u{202E}ends here\u{0}");
    let bare = Note { cell: None, author: None, created_unix_ms: None, text: String::new(), ..note(0, 1, "") };
    // A seat's cell is one of its own frame, which may be larger than the board.
    let seat = Note { viewpoint: Viewpoint::Seat(Seat(1)), cell: Some(Cell::new(700, 900)), ..note(5, 1, "lost") };
    append_notes(&path, &[&whole, &bare, &seat].map(|note| NoteChange::Put(note.clone()))).unwrap();
    assert_eq!(notes(&path), [bare, seat, whole]);
}

#[test]
fn what_is_not_there_cannot_be_noted() {
    let (folder, path) = file(&sample::file(3));
    let before = fs::read(&path).unwrap();
    for (wrong, expected) in [
        (Note { record: 3, ..note(1, 0, "") }, "a record below 3"),
        (Note { line: 1, ..note(1, 0, "") }, "a line that is there"),
        (Note { cell: Some(Cell::new(3, 0)), ..note(1, 0, "") }, "3×5"),
        (Note { viewpoint: Viewpoint::Seat(Seat(2)), ..note(1, 0, "") }, "a seat below 2"),
    ] {
        let error = append_notes(&path, &[put(2, 1, "right"), NoteChange::Put(wrong)]).unwrap_err();
        assert!(matches!(error, WriteError::Invalid { .. }) && error.to_string().contains(expected), "{error}");
    }
    let long = Note { text: "x".repeat(1 << 20), ..note(1, 0, "") };
    let error = append_notes(&path, &[put(2, 1, "right"), NoteChange::Put(long)]).unwrap_err();
    assert!(matches!(error, WriteError::Limit { limit: 0x10_0000, .. }), "{error}");
    assert_eq!((fs::read(&path).unwrap(), names(&folder).len()), (before, 1), "all or none");
    let missing = append_notes(folder.path().join("missing.fogreel"), &[put(1, 0, "")]).unwrap_err();
    assert!(matches!(missing, WriteError::Io { .. }) && missing.to_string().contains("missing.fogreel"), "{missing}");
    fs::write(&path, "dear diary").unwrap();
    let error = append_notes(&path, &[put(1, 0, "")]).unwrap_err();
    assert!(matches!(error, WriteError::Unreadable(ReadError::NotARecording { .. })), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"dear diary");
}

#[test]
fn a_damaged_tail_is_moved_and_no_tail_replaced() {
    let whole = sample::unfinished(3);
    let start = sample::frames(&whole)[3].1;
    let (folder, path) = file(&whole[..start + 50]);
    fs::write(folder.path().join("match.fogreel.tail"), "an older one").unwrap();
    append_notes(&path, &[put(1, 1, "crashed here")]).unwrap();
    assert_eq!(names(&folder), ["match.fogreel", "match.fogreel.tail", "match.fogreel.tail.1"]);
    assert_eq!(fs::read(folder.path().join("match.fogreel.tail")).unwrap(), b"an older one");
    assert_eq!(fs::read(folder.path().join("match.fogreel.tail.1")).unwrap(), whole[start..start + 50]);
    assert_eq!(notes(&path), [note(1, 1, "crashed here")]);
    assert_eq!(Replay::open(&path, Strictness::Strict).unwrap().timeline().len(), 2);
}

#[test]
fn cut_at_every_byte_a_file_takes_notes_and_keeps_every_byte() {
    let whole = sample::file(2);
    let header_end = sample::frames(&whole)[1].1;
    let (folder, path) = file(b"");
    let tail = folder.path().join("match.fogreel.tail");
    // Each is synced, which takes its time: what is behind the header is cut at one byte in eleven.
    for len in (0..whole.len()).filter(|len| len % 11 == 0 || *len < header_end) {
        fs::write(&path, &whole[..len]).unwrap();
        let _ = fs::remove_file(&tail);
        let records = sample::frames(&whole).iter().filter(|(kind, _, end)| *kind == 2 && *end <= len).count();
        let result = append_notes(&path, &[put(1, 0, "early")]);
        let now = fs::read(&path).unwrap();
        if records == 0 {
            assert!(result.is_err(), "{len} bytes");
            assert_eq!((now, tail.exists()), (whole[..len].to_vec(), false));
            continue;
        }
        result.unwrap();
        let kept = sample::frames(&whole).iter().map(|frame| frame.2).filter(|end| *end <= len).max().unwrap();
        assert_eq!(now[..kept], whole[..kept]);
        assert_eq!(fs::read(&tail).unwrap_or_default(), whole[kept..len], "{len} bytes");
        assert_eq!(notes(&path), [note(1, 0, "early")]);
    }
}

#[test]
fn damage_in_the_middle_is_no_place_for_notes() {
    let mut bytes = sample::unfinished(5);
    let start = sample::frames(&bytes)[2].1;
    bytes[start + 60] ^= 1;
    let (_folder, path) = file(&bytes);
    let error = append_notes(&path, &[put(1, 0, "")]).unwrap_err();
    assert!(matches!(error, WriteError::Unreadable(ReadError::Damaged { .. })), "{error}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn notes_survive_salvage_and_cost_the_damaged_one_alone() {
    let (_folder, path) = file(&sample::file(3));
    append_notes(&path, &[put(1, 0, "a"), put(2, 1, "b"), put(3, 2, "c")]).unwrap();
    let whole = fs::read(&path).unwrap();
    let frames = sample::frames(&whole);
    let (kind, start, end) = frames[frames.len() - 2];
    assert_eq!(kind, 5);
    for at in start..end {
        let mut damaged = whole.clone();
        damaged[at] ^= 16;
        fs::write(&path, damaged).unwrap();
        let replay = Replay::open(&path, Strictness::Salvage).unwrap();
        assert_eq!(replay.notes(), [note(1, 0, "a"), note(3, 2, "c")]);
        assert_eq!(replay.report().recovered, 3);
    }
    // Right checksums, wrong meaning: a seat that is not there.
    let mut forged = whole;
    let body = start + 40;
    // Put, id 2, line 0, record 1, a cell at (2, 4), referee.
    assert_eq!(forged[body..body + 8], [0, 2, 0, 1, 1, 2, 4, 0]);
    forged[body + 5] = 200;
    sample::forge(&mut forged, start);
    fs::write(&path, forged).unwrap();
    assert!(Replay::open(&path, Strictness::Strict).is_err());
    for strictness in [Strictness::Tail, Strictness::Salvage] {
        let replay = Replay::open(&path, strictness).unwrap();
        assert_eq!((replay.notes().len(), replay.report().warnings.len()), (2, 1), "{}", replay.report());
    }
}

#[test]
fn the_recorder_writes_notes_itself_at_any_time() {
    let mut recorder = Recorder::new(Vec::new(), REPRODUCIBLE);
    assert!(matches!(recorder.write_notes(&[put(1, 0, "")]), Err(WriteError::OutOfOrder { .. })));
    let mut recorder = Recorder::new(Vec::new(), REPRODUCIBLE);
    recorder.write_header(&sample::header()).unwrap();
    recorder.write_record(&sample::record(0)).unwrap();
    recorder.write_notes(&[put(1, 0, "during")]).unwrap();
    recorder.write_record(&sample::record(1)).unwrap();
    recorder.write_end(&sample::end(2)).unwrap();
    recorder.write_notes(&[put(2, 0, "after")]).unwrap();
    let bytes = recorder.into_inner();
    for strictness in ALL {
        let replay = Replay::from_bytes("x", bytes.clone(), strictness).unwrap();
        assert_eq!(replay.notes(), [note(1, 0, "during"), note(2, 0, "after")]);
        assert_eq!(*replay.timeline().record(1).unwrap(), sample::record(1));
    }
}

#[test]
fn while_somebody_records_notes_wait_beside_the_file_and_are_read_at_once() {
    let (folder, path) = file(b"");
    fs::remove_file(&path).unwrap();
    let mut recorder = Recorder::create(&path, REPRODUCIBLE).unwrap();
    recorder.write_header(&sample::header()).unwrap();
    recorder.write_record(&sample::record(0)).unwrap();
    let place = NotesPlace::Beside(folder.path().join("match.fogreel.notes"));
    assert_eq!(append_notes(&path, &[put(1, 0, "live"), put(2, 0, "too")]).unwrap(), place);
    assert_eq!(append_notes(&path, &[put(1, 0, "still live"), NoteChange::Delete(NoteId(9))]).unwrap(), place);
    assert_eq!(notes(&path), [note(1, 0, "still live"), note(2, 0, "too")]);
    let error = append_notes(&path, &[put(3, 1, "not there yet")]).unwrap_err();
    assert!(matches!(error, WriteError::Invalid { .. }), "{error}");
    // They are a recording without records, in which nothing is lost even without the other file.
    assert_eq!(notes(&folder.path().join("match.fogreel.notes")).len(), 2);
    recorder.write_record(&sample::record(1)).unwrap();
    recorder.write_end(&sample::end(2)).unwrap();
    assert_eq!(names(&folder), ["match.fogreel"], "the end takes them in");
    assert_eq!(notes(&path), [note(1, 0, "still live"), note(2, 0, "too")]);
    // The lock lasts as long as the recorder.
    assert_eq!(append_notes(&path, &[NoteChange::Delete(NoteId(2))]).unwrap(), place);
    assert_eq!(notes(&path), [note(1, 0, "still live")]);
    drop(recorder);
    assert_eq!(append_notes(&path, &[put(4, 1, "done")]).unwrap(), NotesPlace::InFile);
    assert_eq!(names(&folder), ["match.fogreel"], "the next writer takes them in");
    assert_eq!(notes(&path), [note(1, 0, "still live"), note(4, 1, "done")]);
}

#[test]
fn notes_of_another_recording_are_neither_shown_nor_lost() {
    let (folder, path) = file(&sample::file(2));
    let beside = folder.path().join("match.fogreel.notes");
    let mut recorder = Recorder::create(&beside, Default::default()).unwrap();
    recorder.write_header(&sample::header()).unwrap();
    recorder.write_notes(&[put(1, 0, "another match")]).unwrap();
    drop(recorder);
    let foreign = fs::read(&beside).unwrap();
    let replay = Replay::open(&path, Strictness::Tail).unwrap();
    assert!(replay.notes().is_empty() && replay.report().to_string().contains("another recording"));
    append_notes(&path, &[put(2, 0, "this match")]).unwrap();
    assert_eq!(names(&folder), ["match.fogreel", "match.fogreel.notes.1"]);
    assert_eq!(fs::read(folder.path().join("match.fogreel.notes.1")).unwrap(), foreign);
    assert_eq!(notes(&path), [note(2, 0, "this match")]);
}

#[test]
fn a_crash_between_taking_notes_in_and_removing_them_changes_nothing() {
    let (folder, path) = file(&sample::file(2));
    let beside = folder.path().join("match.fogreel.notes");
    let held = File::open(&path).unwrap();
    held.lock().unwrap();
    append_notes(&path, &[put(1, 0, "once")]).unwrap();
    drop(held);
    let waiting = fs::read(&beside).unwrap();
    append_notes(&path, &[]).unwrap();
    assert!(!beside.exists(), "{:?}", names(&folder));
    fs::write(&beside, &waiting).unwrap();
    assert_eq!(notes(&path), [note(1, 0, "once")]);
    append_notes(&path, &[put(1, 0, "edited")]).unwrap();
    assert_eq!(notes(&path), [note(1, 0, "edited")]);
}

#[test]
fn an_index_comes_with_many_notes_and_finds_them() {
    let (_folder, path) = file(&sample::unfinished(1500));
    let indexes = |bytes: &[u8]| sample::frames(bytes).iter().filter(|(kind, ..)| *kind == 4).count();
    assert_eq!(indexes(&fs::read(&path).unwrap()), 1);
    let mut expected = Vec::new();
    for batch in 0..6 {
        let batch: Vec<Note> = (0..200).map(|id| note(batch * 200 + id, (batch * 7) as u32, "again")).collect();
        append_notes(&path, &batch.iter().cloned().map(NoteChange::Put).collect::<Vec<_>>()).unwrap();
        expected.extend(batch);
    }
    expected.sort_by_key(|note| (note.record, note.id));
    assert_eq!(notes(&path), expected);
    let bytes = fs::read(&path).unwrap();
    assert_eq!(indexes(&bytes), 2, "1,024 records and notes are an INDEX");
    let replay = Replay::open(&path, Strictness::Strict).unwrap();
    assert_eq!(*replay.timeline().record(1400).unwrap(), sample::record(1400));
    // A file whose INDEX frames are lost gets new ones, each of which fits.
    let frames = sample::frames(&bytes);
    let mut bytes = bytes;
    for (_, start, _) in frames.iter().filter(|(kind, ..)| *kind == 4) {
        bytes[start + 4] = 99;
        sample::forge(&mut bytes, *start);
    }
    fs::write(&path, &bytes).unwrap();
    append_notes(&path, &[put(9999, 0, "more")]).unwrap();
    assert_eq!(indexes(&fs::read(&path).unwrap()), 2);
    let replay = Replay::open(&path, Strictness::Strict).unwrap();
    assert_eq!((replay.notes().len(), replay.timeline().len()), (1201, 1500));
    assert_eq!(Replay::open(&path, Strictness::Tail).unwrap().notes().len(), 1201);
}

#[test]
fn many_writers_at_once_lose_nothing() {
    let (folder, path) = file(&sample::file(2));
    std::thread::scope(|scope| {
        for writer in 0..6u64 {
            let path = &path;
            scope.spawn(move || {
                for number in 0..15 {
                    append_notes(path, &[put(writer * 100 + number, 1, "crowded")]).unwrap();
                    if writer == 0 {
                        std::thread::sleep(Duration::from_micros(300));
                    }
                }
            });
        }
    });
    assert_eq!(notes(&path).len(), 90);
    append_notes(&path, &[]).unwrap();
    assert_eq!((notes(&path).len(), names(&folder)), (90, vec!["match.fogreel".to_owned()]));
}

#[cfg(unix)]
#[test]
fn notes_go_beside_the_file_and_not_beside_a_link_to_it() {
    let (folder, path) = file(&sample::file(2));
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let held = File::open(&path).unwrap();
    held.lock().unwrap();
    append_notes(&link, &[put(1, 0, "by the link")]).unwrap();
    assert_eq!(names(&folder), ["link", "match.fogreel", "match.fogreel.notes"]);
    assert_eq!((notes(&path).len(), notes(&link).len()), (1, 1));
}

#[test]
fn fresh_ids_differ() {
    let mut ids: Vec<NoteId> = (0..1000).map(|_| fresh_note_id()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 1000);
}

#[test]
fn notes_come_back_from_json() {
    let note = Note { viewpoint: Viewpoint::Seat(Seat(1)), ..note(0x0123_4567_89AB_CDEF, 3, "lost it here") };
    let json = serde_json::to_string(&note).unwrap();
    assert!(
        json.starts_with(r#"{"id":"0123456789abcdef","line":0,"record":3,"cell":[2,4],"viewpoint":{"seat":1},"#),
        "{json}"
    );
    assert_eq!(serde_json::from_str::<Note>(&json).unwrap(), note);
}
