//! Bytes that somebody made up: right checksums, wrong meaning.

use fogreel_engine::End;
use fogreel_recorder::{ReadError, Replay, Strictness};

use crate::sample::{self, forge};

fn open(bytes: &[u8], strictness: Strictness) -> Result<Replay, ReadError> {
    Replay::from_bytes("match.fogreel", bytes.to_vec(), strictness)
}

fn set(bytes: &mut [u8], at: usize, value: u32) {
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

/// A frame that is not compressed, with that body, in the place of record `position`.
fn with_body(kind: u8, body: &[u8]) -> Vec<u8> {
    let mut bytes = sample::unfinished(1);
    let frames = sample::frames(&bytes);
    bytes.truncate(frames[1].1 + 40);
    let start = frames[1].1;
    bytes.extend_from_slice(body);
    bytes[start + 4] = kind;
    bytes[start + 6] = 0;
    set(&mut bytes, start + 24, body.len() as u32);
    set(&mut bytes, start + 28, body.len() as u32);
    forge(&mut bytes, start);
    bytes
}

#[test]
fn huge_lengths_are_refused_before_anything_is_allocated() {
    let bytes = sample::unfinished(2);
    let (_, start, _) = sample::frames(&bytes)[1];
    for field in [24, 28] {
        for value in [u32::MAX, 1 << 30, (64 << 20) + 1] {
            let mut forged = bytes.clone();
            set(&mut forged, start + field, value);
            let mut hasher = crc32fast::Hasher::new();
            hasher.update(&forged[12..20]);
            hasher.update(&forged[start..start + 36]);
            let crc = hasher.finalize();
            set(&mut forged, start + 36, crc);
            let error = open(&forged, Strictness::Strict).err().unwrap();
            assert!(matches!(error, ReadError::Limit { .. }), "{error}");
            assert!(open(&forged, Strictness::Tail).is_err());
            assert_eq!(open(&forged, Strictness::Salvage).unwrap().report().recovered, 1);
        }
    }
}

#[test]
fn a_raw_length_that_the_body_does_not_have() {
    let bytes = sample::compressed();
    let (_, start, _) = sample::frames(&bytes)[1];
    assert_eq!(bytes[start + 6], 1, "compressed");
    for value in [64 << 20, 100_000, 1 << 13] {
        let mut forged = bytes.clone();
        set(&mut forged, start + 28, value);
        forge(&mut forged, start);
        assert!(open(&forged, Strictness::Strict).is_err(), "{value}");
        let replay = open(&forged, Strictness::Tail).unwrap();
        assert!(replay.timeline().record(0).is_err() && replay.timeline().record(1).is_ok());
    }
}

#[test]
fn forged_counts_in_bodies() {
    // Index, turn and round, then a list of actions that claims 2^63 (then 2^32, then 200) elements.
    for count in [&[253, 0, 0, 0, 0, 0, 0, 0, 0x80][..], &[253, 0, 0, 0, 0, 1, 0, 0, 0], &[200], &[254; 17]] {
        let body = [&[0, 0, 0][..], count, &[0; 60]].concat();
        let file = with_body(2, &body);
        let error = open(&file, Strictness::Strict).err().unwrap();
        assert!(matches!(error, ReadError::Damaged { .. } | ReadError::Limit { .. }), "{error}");
        assert!(open(&file, Strictness::Tail).unwrap().timeline().record(0).is_err());
        assert_eq!(open(&file, Strictness::Salvage).unwrap().report().recovered, 0);
    }
}

#[test]
fn a_long_list_of_tiny_elements_is_bounded() {
    // 60 MiB of empty actions: 2 bytes each in the file, far more in memory.
    let count = 30u32 << 20;
    let mut body = vec![0, 0, 0, 252];
    body.extend_from_slice(&count.to_le_bytes());
    body.resize(body.len() + 2 * count as usize, 0);
    let error = open(&with_body(2, &body), Strictness::Strict).err().unwrap();
    assert!(matches!(error, ReadError::Limit { what: "decoded bytes of a body", .. }), "{error}");
}

#[test]
fn every_prefix_and_many_changes_of_a_body_are_no_panic() {
    let bytes = sample::unfinished(1);
    let (_, start, _) = sample::frames(&bytes)[1];
    let raw = sample::raw_body(&bytes, start);
    assert_eq!(
        *open(&with_body(2, &raw), Strictness::Strict).unwrap().timeline().record(0).unwrap(),
        sample::record(0)
    );
    for len in 0..raw.len() {
        assert!(open(&with_body(2, &raw[..len]), Strictness::Strict).is_err(), "{len} bytes");
    }
    let longer = [&raw[..], &[0]].concat();
    assert!(open(&with_body(2, &longer), Strictness::Strict).is_err(), "a byte too many");
    for at in 0..raw.len() {
        for value in [0, 1, 0x7F, 250, 251, 252, 253, 254, 255] {
            let mut changed = raw.clone();
            changed[at] = value;
            // Right checksums: what cannot be told from the truth is shown, anything else is an error.
            let _ = open(&with_body(2, &changed), Strictness::Strict);
        }
    }
}

#[test]
fn a_record_under_another_number_is_refused() {
    let bytes = sample::file(3);
    let (_, start, _) = sample::frames(&bytes)[2];
    for number in [0, 2, 7, u32::MAX] {
        let mut forged = bytes.clone();
        set(&mut forged, start + 16, number);
        forge(&mut forged, start);
        assert!(open(&forged, Strictness::Strict).is_err());
        assert!(open(&forged, Strictness::Tail).unwrap().timeline().record(1).is_err());
        let replay = open(&forged, Strictness::Salvage).unwrap();
        assert_eq!(replay.report().recovered, 2);
        assert_eq!(replay.timeline().len(), 3, "a forged number makes no room for millions");
    }
}

#[test]
fn unknown_kinds() {
    let bytes = sample::unfinished(3);
    let frames = sample::frames(&bytes);
    let (_, start, _) = frames[3];
    for (kind, critical, schema) in [(99, 1, 1), (6, 1, 2), (2, 1, 2), (3, 1, 2)] {
        let mut forged = bytes.clone();
        (forged[start + 4], forged[start + 5], forged[start + 7]) = (kind, critical, schema);
        forge(&mut forged, start);
        for strictness in [Strictness::Strict, Strictness::Tail] {
            let error = open(&forged, strictness).err().unwrap();
            let ReadError::UnknownFrame { offset, kind: found, schema: version, .. } = error else { panic!("{error}") };
            assert_eq!((offset, found, version), (start as u64, kind, schema));
        }
        let replay = open(&forged, Strictness::Salvage).unwrap();
        assert_eq!(replay.report().recovered, 2);
        assert_eq!(replay.report().warnings.len(), 1);
    }
    for (kind, schema, name) in [(99, 1, "kind 99"), (5, 2, "NOTE with schema 2"), (6, 2, "BRANCH with schema 2")] {
        let mut forged = bytes.clone();
        (forged[start + 4], forged[start + 5], forged[start + 7]) = (kind, 0, schema);
        forge(&mut forged, start);
        for strictness in [Strictness::Strict, Strictness::Tail, Strictness::Salvage] {
            let replay = open(&forged, strictness).unwrap();
            assert_eq!(replay.report().recovered, 2);
            assert!(replay.report().warnings[0].contains(name), "{}", replay.report());
        }
    }
}

#[test]
fn an_unknown_codec_is_named() {
    let mut bytes = sample::unfinished(1);
    let (_, start, _) = sample::frames(&bytes)[1];
    bytes[start + 6] = 9;
    forge(&mut bytes, start);
    assert!(matches!(open(&bytes, Strictness::Tail), Err(ReadError::UnknownFrame { codec: 9, .. })));
}

#[test]
fn an_end_that_counts_other_records() {
    let mut bytes = sample::file(2);
    let (kind, start, end) = sample::frames(&bytes)[3];
    assert_eq!((kind, bytes[start + 6], bytes[end - 1]), (7, 0, 2), "an END as it is, which ends with its records");
    bytes[end - 1] = 9;
    forge(&mut bytes, start);
    let error = open(&bytes, Strictness::Strict).err().unwrap();
    assert!(matches!(error, ReadError::Damaged { offset, .. } if offset == start as u64), "{error}");
    for strictness in [Strictness::Tail, Strictness::Salvage] {
        let replay = open(&bytes, strictness).unwrap();
        assert_eq!((replay.report().recovered, replay.end()), (2, Some(&End { records: 9, ..sample::end(2) })));
        assert!(!replay.is_complete() && !replay.report().has_losses());
        assert!(replay.report().to_string().contains("counts 9 records stands behind 2"), "{}", replay.report());
    }
}

#[test]
fn two_ends() {
    let bytes = sample::file(2);
    let frames = sample::frames(&bytes);
    let (kind, start, end) = frames[3];
    assert_eq!(kind, 7);
    // A second end with the number that follows, and no index.
    let mut twice = [&bytes[..end], &bytes[start..end]].concat();
    let sequence = u32::from_le_bytes(twice[end + 12..end + 16].try_into().unwrap());
    set(&mut twice, end + 12, sequence + 1);
    forge(&mut twice, end);
    assert!(open(&twice, Strictness::Strict).is_err());
    for strictness in [Strictness::Tail, Strictness::Salvage] {
        let replay = open(&twice, strictness).unwrap();
        assert_eq!((replay.report().recovered, replay.end()), (2, Some(&sample::end(2))));
        assert!(replay.report().to_string().contains("twice"), "{}", replay.report());
    }
}

#[test]
fn thousands_of_forged_headers_are_passed_in_time() {
    // Each claims a body of a mebibyte that is not there as claimed.
    let mut bytes = sample::unfinished(1);
    let (_, start, _) = sample::frames(&bytes)[1];
    let template = bytes[start..start + 40].to_vec();
    let first = bytes.len();
    let count = 30_000;
    for _ in 0..count {
        bytes.extend_from_slice(&template);
    }
    bytes.resize(bytes.len() + (1 << 20), 7);
    for number in 0..count {
        let at = first + number * 40;
        set(&mut bytes, at + 24, 1 << 20);
        set(&mut bytes, at + 28, 1 << 20);
        bytes[at + 6] = 0;
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&bytes[12..20]);
        hasher.update(&bytes[at..at + 36]);
        let crc = hasher.finalize();
        set(&mut bytes, at + 36, crc);
    }
    let begin = std::time::Instant::now();
    let replay = open(&bytes, Strictness::Tail).unwrap();
    assert_eq!(replay.report().recovered, 1);
    assert!(begin.elapsed().as_secs() < 10, "{:?}", begin.elapsed());
}

/// A file with one CHUNK that says it has so many records.
fn with_chunk(body: &[u8], records: u32) -> Vec<u8> {
    let mut bytes = with_body(3, body);
    let start = sample::frames(&bytes)[1].1;
    set(&mut bytes, start + 20, records);
    forge(&mut bytes, start);
    bytes
}

/// The raw body of the one chunk of a match of that many records.
fn chunk(records: u32) -> Vec<u8> {
    let bytes = sample::packed(&sample::unfinished(records));
    let (kind, start, _) = sample::frames(&bytes)[1];
    assert_eq!(kind, 3);
    sample::raw_body(&bytes, start)
}

/// A body of a chunk that holds these bodies of records.
fn chunk_of(bodies: &[Vec<u8>]) -> Vec<u8> {
    bincode::encode_to_vec(bodies, bincode::config::standard()).unwrap()
}

#[test]
fn every_prefix_and_many_changes_of_a_chunk_are_no_panic() {
    let raw = chunk(3);
    let replay = open(&with_chunk(&raw, 3), Strictness::Strict).unwrap();
    (0..3).for_each(|index| assert_eq!(*replay.timeline().record(index).unwrap(), sample::record(index as u32)));
    for len in 0..raw.len() {
        assert!(open(&with_chunk(&raw[..len], 3), Strictness::Strict).is_err(), "{len} bytes");
    }
    assert!(open(&with_chunk(&[&raw[..], &[0]].concat(), 3), Strictness::Strict).is_err(), "a byte too many");
    for at in 0..raw.len() {
        for value in [0, 1, 3, 7, 9, 13, 16, 0x7F, 250, 251, 252, 253, 255] {
            let mut changed = raw.clone();
            changed[at] = value;
            // Right checksums: what cannot be told from the truth is shown, anything else is an error.
            let _ = open(&with_chunk(&changed, 3), Strictness::Strict);
        }
    }
}

#[test]
fn a_chunk_with_another_number_of_records_is_refused() {
    let raw = chunk(3);
    for (count, is_limit) in [(0, false), (1, false), (2, false), (4, false), (1025, true), (u32::MAX, true)] {
        let file = with_chunk(&raw, count);
        let error = open(&file, Strictness::Strict).err().unwrap();
        assert_eq!(matches!(error, ReadError::Limit { .. }), is_limit, "{count}: {error}");
        let replay = open(&file, Strictness::Salvage).unwrap();
        assert_eq!(replay.report().recovered, 0, "{count}");
        assert!(replay.timeline().len() < 2000, "{count}");
    }
    // Another first number, so that the records contradict it; and the last one there is.
    for first in [1, 7, (1 << 24) - 3, u32::MAX - 1] {
        let mut file = with_chunk(&raw, 3);
        let start = sample::frames(&file)[1].1;
        set(&mut file, start + 16, first);
        forge(&mut file, start);
        assert!(open(&file, Strictness::Strict).is_err());
        assert_eq!(open(&file, Strictness::Salvage).unwrap().timeline().len(), 0);
    }
}

#[test]
fn a_chunk_of_more_than_4_mib_is_refused_unless_it_is_one_record() {
    let live = sample::unfinished(1);
    let mut record = sample::record(0);
    record.actions =
        vec![fogreel_engine::data::ActionTaken { seat: fogreel_engine::Seat(0), action: "x".repeat(5 << 20) }];
    let large = sample::written(&sample::header(), std::slice::from_ref(&record), None);
    let raw = sample::raw_body(&large, sample::frames(&large)[1].1);
    let file = with_chunk(&chunk_of(std::slice::from_ref(&raw)), 1);
    assert_eq!(*open(&file, Strictness::Strict).unwrap().timeline().record(0).unwrap(), record);
    let small = sample::raw_body(&live, sample::frames(&live)[1].1);
    let file = with_chunk(&chunk_of(&[raw, small]), 2);
    assert!(matches!(open(&file, Strictness::Strict), Err(ReadError::Limit { limit: 0x40_0000, .. })));
    // What is written keeps to it, too.
    let mut other = sample::record(1);
    other.actions = record.actions.clone();
    let packed = sample::packed(&sample::written(&sample::header(), &[record, other], None));
    assert_eq!(sample::frames(&packed).iter().filter(|(kind, ..)| *kind == 3).count(), 2);
}

#[test]
fn a_few_bytes_of_many_records_cannot_ask_for_gigabytes() {
    let mut header = sample::header();
    header.board.size = fogreel_engine::Size::new(1024, 1024);
    header.board.terrain = vec![0; 1 << 20];
    let mut record = sample::record(0);
    record.views.clear();
    record.privileged.clear();
    record.beliefs.truncate(1);
    record.beliefs[0].kind = fogreel_engine::data::BeliefKind::Count(vec![0.0; 1 << 20]);
    let live = sample::written(&header, std::slice::from_ref(&record), None);
    let raw = sample::raw_body(&live, sample::frames(&live)[1].1);
    assert!(raw.len() < 400 && raw[0] == 0);
    // 8 MiB of grid each: eight are as much as a chunk may hold, nine are too many.
    for (count, is_refused) in [(8u32, false), (9, true), (200, true)] {
        let bodies: Vec<_> = (0..count).map(|index| [&[index as u8], &raw[1..]].concat()).collect();
        let body = chunk_of(&bodies);
        let mut bytes = live.clone();
        let start = sample::frames(&bytes)[1].1;
        bytes.truncate(start + 40);
        bytes.extend_from_slice(&body);
        (bytes[start + 4], bytes[start + 6]) = (3, 0);
        set(&mut bytes, start + 20, count);
        set(&mut bytes, start + 24, body.len() as u32);
        set(&mut bytes, start + 28, body.len() as u32);
        forge(&mut bytes, start);
        let opened = open(&bytes, Strictness::Strict);
        assert_eq!(matches!(opened, Err(ReadError::Limit { what: "bytes of the grids of a record", .. })), is_refused);
        assert_eq!(opened.is_ok(), !is_refused, "{count}");
    }
}

#[test]
fn a_gap_that_claims_millions_is_refused() {
    let bytes = sample::unfinished(2);
    let (_, start, _) = sample::frames(&bytes)[2];
    for (records, is_right) in [(0, false), (1, true), (5000, true), ((1 << 20) + 1, false), (u32::MAX, false)] {
        let mut gap = bytes[..start + 40].to_vec();
        (gap[start + 4], gap[start + 6]) = (8, 0);
        set(&mut gap, start + 20, records);
        set(&mut gap, start + 24, 0);
        set(&mut gap, start + 28, 0);
        forge(&mut gap, start);
        for strictness in [Strictness::Strict, Strictness::Tail] {
            let opened = open(&gap, strictness);
            // To a tolerant reader a wrong frame at the end is an end.
            let expected =
                if is_right { Some(1 + records as usize) } else { (strictness == Strictness::Tail).then_some(1) };
            assert_eq!(opened.ok().map(|replay| replay.timeline().len()), expected, "{records}, {strictness:?}");
        }
        let replay = open(&gap, Strictness::Salvage).unwrap();
        assert_eq!(replay.timeline().len(), if is_right { 1 + records as usize } else { 1 }, "{records}");
        assert_eq!(replay.report().recovered, 1);
    }
}
