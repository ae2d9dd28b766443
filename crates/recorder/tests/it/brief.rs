//! What a list shows of a recording.

use std::fs;
use std::io::Write;

use fogreel_recorder::{Brief, ReadError, Replay, Strictness};

use crate::sample;

#[test]
fn a_brief_says_what_the_whole_file_says_wherever_it_is_cut() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.fogreel");
    for bytes in [sample::file(4), sample::unfinished(3), sample::compressed()] {
        let _ = fs::remove_file(&path);
        let mut file = fs::File::create(&path).unwrap();
        for len in 0..=bytes.len() {
            file.write_all(&bytes[len.saturating_sub(1)..len]).unwrap();
            let (brief, replay) = (Brief::read(&path), Replay::open(&path, Strictness::Tail));
            let Ok(replay) = replay else {
                assert!(brief.is_err(), "{len} bytes");
                continue;
            };
            let brief = brief.unwrap();
            assert_eq!((&brief.header, brief.end.as_ref()), (replay.header(), replay.end()));
            assert_eq!((brief.records as usize, brief.is_at_least), (replay.timeline().len(), false), "{len} bytes");
            assert_eq!((brief.complete, brief.bytes), (replay.is_complete(), len as u64));
        }
    }
}

#[test]
fn long_files_are_counted_by_their_last_index_and_what_follows_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.fogreel");
    for bytes in [sample::file(3000), sample::unfinished(2500)] {
        fs::write(&path, &bytes).unwrap();
        let brief = Brief::read(&path).unwrap();
        let replay = Replay::open(&path, Strictness::Tail).unwrap();
        assert_eq!((brief.records as usize, brief.is_at_least), (replay.timeline().len(), false));
        assert_eq!((brief.end.as_ref(), brief.complete), (replay.end(), replay.is_complete()));
    }
    // Without any INDEX, counting stops.
    let mut bytes = sample::unfinished(6000);
    for (_, start, _) in sample::frames(&bytes).into_iter().filter(|(kind, ..)| *kind == 4) {
        bytes[start + 4] = 99;
        sample::forge(&mut bytes, start);
    }
    fs::write(&path, &bytes).unwrap();
    let brief = Brief::read(&path).unwrap();
    assert!(brief.is_at_least && (4000..6000).contains(&brief.records), "{}", brief.records);
}

#[test]
fn an_end_that_counts_other_records_is_not_complete() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.fogreel");
    let mut bytes = sample::file(2);
    let (_, start, end) = sample::frames(&bytes)[3];
    bytes[end - 1] = 9;
    sample::forge(&mut bytes, start);
    fs::write(&path, &bytes).unwrap();
    let brief = Brief::read(&path).unwrap();
    assert_eq!((brief.records, brief.complete, brief.end.map(|end| end.records)), (2, false, Some(9)));
    fs::write(&path, "dear diary").unwrap();
    assert!(matches!(Brief::read(&path), Err(ReadError::NotARecording { .. })));
}
