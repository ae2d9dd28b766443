//! What is no recording, what is of another version, and files on a disk.

use std::fs;

use fogreel_recorder::{FileState, FormatVersion, ReadError, Replay, Strictness};

use crate::sample;

fn open(bytes: &[u8]) -> Result<Replay, ReadError> {
    Replay::from_bytes("match.fogreel", bytes.to_vec(), Strictness::Tail)
}

#[test]
fn foreign_files_are_named() {
    for (bytes, name) in [
        (&b""[..], "an empty file"),
        (b"{\"turn\": 1}", "JSON"),
        (b"\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR", "PNG"),
        (b"\x1F\x8B\x08\0\0\0\0\0\0\0", "gzip"),
        (b"SQLite format 3\0", "SQLite"),
        (b"hello, world\n", "a text"),
        (&[0; 100], "zeros"),
    ] {
        let Err(ReadError::NotARecording { looks_like, .. }) = open(bytes) else { panic!("{name}") };
        assert!(looks_like.contains(name), "{looks_like}");
        let salvaged = Replay::from_bytes("x", bytes.to_vec(), Strictness::Salvage);
        assert!(matches!(salvaged, Err(ReadError::NotARecording { .. })), "{name}");
    }
    let text_mode: Vec<u8> = sample::file(1).into_iter().filter(|byte| *byte != b'\r').collect();
    let error = open(&text_mode).err().unwrap();
    assert!(error.to_string().contains("text mode"), "{error}");
}

#[test]
fn other_versions() {
    let version = |major: u16, minor: u16| {
        let mut bytes = sample::file(1);
        bytes[8..10].copy_from_slice(&major.to_le_bytes());
        bytes[10..12].copy_from_slice(&minor.to_le_bytes());
        let crc = crc32fast::hash(&bytes[..20]);
        bytes[20..24].copy_from_slice(&crc.to_le_bytes());
        bytes
    };
    let Err(ReadError::UnsupportedVersion { major: 2, minor: 5, supported: 1, .. }) = open(&version(2, 5)) else {
        panic!("a newer major version")
    };
    assert!(matches!(
        Replay::from_bytes("x", version(2, 0), Strictness::Salvage),
        Err(ReadError::UnsupportedVersion { .. })
    ));
    let newer_minor = open(&version(1, 7)).unwrap();
    assert_eq!(newer_minor.format_version(), FormatVersion { major: 1, minor: 7 });
    assert_eq!(newer_minor.state(), FileState::Live);
}

#[test]
fn files_are_read_where_they_lie() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("матч #1 %20 泥棒 & co.fogreel");
    let bytes = sample::file(1500);
    fs::write(&path, &bytes).unwrap();
    for strictness in [Strictness::Strict, Strictness::Tail, Strictness::Salvage] {
        let replay = Replay::open(&path, strictness).unwrap();
        assert_eq!(replay.bytes(), bytes.len() as u64);
        assert_eq!(replay.report().recovered, 1500);
        for index in [1499, 0, 700, 701, 700] {
            assert_eq!(*replay.timeline().record(index).unwrap(), sample::record(index as u32));
        }
    }
    assert_eq!(Replay::open_header(&path).unwrap(), sample::header());
    // The header is read without the rest.
    let header_end = sample::frames(&bytes)[0].2;
    fs::write(&path, &bytes[..header_end]).unwrap();
    assert_eq!(Replay::open_header(&path).unwrap(), sample::header());
    fs::write(&path, &bytes[..header_end - 1]).unwrap();
    assert!(matches!(Replay::open_header(&path), Err(ReadError::Damaged { .. })));
}

#[test]
fn a_file_that_changes_under_the_reader_is_no_wrong_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.fogreel");
    fs::write(&path, sample::file(5)).unwrap();
    let replay = Replay::open(&path, Strictness::Tail).unwrap();
    let mut other = sample::header();
    other.title = "another".into();
    fs::write(&path, sample::written(&other, &sample::records(3), None)).unwrap();
    for index in 0..5 {
        if let Ok(record) = replay.timeline().record(index) {
            assert_eq!(*record, sample::record(index as u32));
        }
    }
}

#[test]
fn trouble_with_the_machine_is_said_as_such() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Replay::open(folder.path(), Strictness::Tail), Err(ReadError::Io { .. })));
    let error = Replay::open(folder.path().join("no such file"), Strictness::Tail).err().unwrap();
    assert!(matches!(&error, ReadError::Io { .. }) && error.to_string().contains("no such file"), "{error}");
}
