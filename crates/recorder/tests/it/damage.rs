//! Damage of every kind: never a panic, never a wrong record, and what is good is found.

use fogreel_engine::data::Keep;
use fogreel_engine::{Header, Record};
use fogreel_recorder::{ReadError, Replay, Strictness};

use crate::sample;

const ALL: [Strictness; 3] = [Strictness::Strict, Strictness::Tail, Strictness::Salvage];

fn open(bytes: &[u8], strictness: Strictness) -> Result<Replay, ReadError> {
    Replay::from_bytes("match.fogreel", bytes.to_vec(), strictness)
}

/// Records that can be read. Each must be the one that was written.
fn readable(replay: &Replay) -> Vec<usize> {
    (0..replay.timeline().len())
        .filter(|&index| match replay.timeline().record(index) {
            Ok(record) => {
                assert_eq!(*record, sample::record(index as u32), "a wrong record");
                true
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                false
            }
        })
        .collect()
}

/// A recording, and what is in it.
struct Case {
    name: &'static str,
    bytes: Vec<u8>,
    records: Vec<Record>,
    header: Header,
    has_end: bool,
}

impl Case {
    fn of(name: &'static str, bytes: Vec<u8>) -> Self {
        let replay = open(&bytes, Strictness::Strict).unwrap();
        let timeline = replay.timeline();
        let records = (0..timeline.len()).map(|index| (*timeline.record(index).unwrap()).clone()).collect();
        Self { name, records, header: replay.header().clone(), has_end: replay.is_complete(), bytes }
    }

    /// How many records can be read. Each must be the one that was written.
    fn readable(&self, replay: &Replay) -> usize {
        let is_right = |index: &usize| match replay.timeline().record(*index) {
            Ok(record) => {
                assert_eq!(*record, self.records[*index], "{}: a wrong record", self.name);
                true
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                false
            }
        };
        (0..replay.timeline().len()).filter(is_right).count()
    }
}

/// Small recordings in both states.
fn cases() -> Vec<Case> {
    let mut moves = sample::header();
    moves.keep = Keep::Moves;
    // A chunk that is full, and another one.
    let moves = sample::written(&moves, &sample::records(132), Some(&sample::end(132)));
    let cases = [
        Case::of("live", sample::file(4)),
        Case::of("live and unfinished", sample::unfinished(3)),
        Case::of("compressed", sample::compressed()),
        Case::of("packed", sample::packed(&sample::file(4))),
        Case::of("packed and unfinished", sample::packed(&sample::unfinished(3))),
        Case::of("packed moves", sample::packed(&moves)),
    ];
    assert_eq!(sample::frames(&cases[5].bytes).iter().filter(|(kind, ..)| *kind == 3).count(), 2);
    cases.into()
}

/// Number of records in a frame.
fn records_of(bytes: &[u8], (kind, start, _): (u8, usize, usize)) -> usize {
    match kind {
        2 => 1,
        3 => u32::from_le_bytes(bytes[start + 20..start + 24].try_into().unwrap()) as usize,
        _ => 0,
    }
}

#[test]
fn cut_at_every_byte() {
    for case in cases() {
        let (name, bytes) = (case.name, &case.bytes);
        let frames = sample::frames(bytes);
        let header_end = frames[0].2;
        for len in 0..=bytes.len() {
            let cut = &bytes[..len];
            let whole: Vec<_> = frames.iter().filter(|(.., end)| *end <= len).collect();
            let complete: usize = whole.iter().map(|frame| records_of(bytes, **frame)).sum();
            let has_end = whole.iter().any(|(kind, ..)| *kind == 7);
            let is_whole = len == 24 || whole.iter().any(|(.., end)| *end == len);
            for strictness in ALL {
                let opened = open(cut, strictness);
                if len < header_end {
                    assert!(opened.is_err(), "{name}, {len} bytes");
                    continue;
                }
                if strictness == Strictness::Strict && !is_whole {
                    assert!(matches!(opened, Err(ReadError::Damaged { .. })), "{name}, {len} bytes");
                    continue;
                }
                let replay = opened.unwrap();
                assert_eq!(case.readable(&replay), complete, "{name}, {len} bytes, {strictness:?}");
                assert_eq!(replay.report().recovered as usize, complete);
                assert_eq!(replay.is_complete(), has_end);
                assert_eq!(replay.report().bytes_cut == 0, is_whole);
            }
        }
    }
}

#[test]
fn every_bit_of_preamble_and_frame_headers_and_many_of_bodies() {
    for case in cases() {
        if case.has_end {
            flip_bits(&case);
        }
    }
}

fn flip_bits(case: &Case) {
    let (name, bytes, records) = (case.name, &case.bytes, case.records.len());
    let frames = sample::frames(bytes);
    let is_head = |at: usize| at < 24 || frames.iter().any(|(_, start, _)| (*start..start + 40).contains(&at));
    for at in 0..bytes.len() {
        let bits: &[u8] = if is_head(at) { &[0, 1, 2, 3, 4, 5, 6, 7] } else { &[at as u8 % 8] };
        for bit in bits {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << bit;
            let hit = frames.iter().find(|(_, start, end)| (*start..*end).contains(&at));
            let lost = hit.map_or(0, |frame| records_of(bytes, *frame));
            assert!(open(&flipped, Strictness::Strict).is_err(), "{name}: bit {bit} of byte {at} is not noticed");
            if let Ok(replay) = open(&flipped, Strictness::Tail) {
                assert_eq!(case.readable(&replay), records - lost, "{name}: bit {bit} of byte {at}");
            }
            let replay = open(&flipped, Strictness::Salvage).unwrap();
            assert_eq!(case.readable(&replay), records - lost, "{name}: bit {bit} of byte {at}");
            assert_eq!(replay.report().recovered as usize, records - lost);
            let missing: u32 = replay.report().missing.iter().map(|range| range.last - range.first + 1).sum();
            assert_eq!(missing as usize, lost, "{name}: bit {bit} of byte {at}");
            assert_eq!(replay.is_complete(), hit.is_none_or(|(kind, ..)| *kind != 7));
            assert!(!replay.report().is_clean(), "{name}: bit {bit} of byte {at}: {}", replay.report());
            assert_eq!(*replay.header(), case.header);
        }
    }
}

/// What stands in the middle is repeated, swapped or zeroed, at every frame and at every offset in steps.
#[test]
fn frames_are_repeated_swapped_and_zeroed_in_both_states() {
    for case in cases() {
        let (name, bytes) = (case.name, &case.bytes);
        let frames = sample::frames(bytes);
        let part = |position: usize| &bytes[frames[position].1..frames[position].2];
        let mut files: Vec<(String, Vec<u8>)> = Vec::new();
        for one in 0..frames.len() {
            let (_, start, end) = frames[one];
            files.push((format!("{one} twice"), [&bytes[..end], &bytes[start..]].concat()));
            files.push((format!("without {one}"), [&bytes[..start], &bytes[end..]].concat()));
            files.push((format!("{one} zeroed"), [&bytes[..start], &vec![0; end - start], &bytes[end..]].concat()));
            for other in one + 1..frames.len() {
                let mut order: Vec<usize> = (0..frames.len()).collect();
                order.swap(one, other);
                let swapped: Vec<&[u8]> = order.into_iter().map(part).collect();
                files.push((format!("{one} and {other} swapped"), [&bytes[..24], &swapped.concat()].concat()));
            }
        }
        for page in [16, 64, 512] {
            for start in (0..bytes.len()).step_by(page) {
                let mut zeroed = bytes.clone();
                let end = (start + page).min(bytes.len());
                zeroed[start..end].fill(0);
                files.push((format!("{start} to {end} zeroed"), zeroed));
            }
        }
        for (what, file) in files {
            for strictness in ALL {
                if let Ok(replay) = open(&file, strictness) {
                    let readable = case.readable(&replay);
                    assert!(readable <= case.records.len(), "{name}, {what}");
                    if strictness == Strictness::Strict {
                        // Frames at the end can be missing without a trace; anything else shows.
                        assert_eq!(readable, replay.timeline().len(), "{name}, {what}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_damaged_record_in_the_middle_is_named() {
    let mut damaged = sample::unfinished(5);
    let (_, start, _) = sample::frames(&damaged)[3];
    damaged[start + 50] ^= 1;
    for strictness in [Strictness::Strict, Strictness::Tail] {
        let error = open(&damaged, strictness).err().unwrap();
        let ReadError::Damaged { offset, record, .. } = &error else { panic!("{error}") };
        assert_eq!((*offset, *record), (start as u64, Some(2)));
        assert!(error.to_string().contains("match.fogreel"), "{error}");
    }
    let replay = open(&damaged, Strictness::Salvage).unwrap();
    assert_eq!(readable(&replay), [0, 1, 3, 4]);
    assert_eq!(replay.report().missing.iter().map(ToString::to_string).collect::<Vec<_>>(), ["2"]);
    assert!(matches!(replay.timeline().record(2), Err(ReadError::Missing { record: 2, .. })));
    assert!(replay.report().to_string().contains("missing 2"), "{}", replay.report());
}

#[test]
fn through_an_index_damage_is_found_when_the_record_is_read() {
    let mut bytes = sample::file(5);
    let (_, start, _) = sample::frames(&bytes)[3];
    bytes[start + 50] ^= 1;
    let replay = open(&bytes, Strictness::Tail).unwrap();
    assert_eq!(readable(&replay), [0, 1, 3, 4]);
    let Err(ReadError::Damaged { offset, record, .. }) = replay.timeline().record(2) else { panic!() };
    assert_eq!((offset, record), (start as u64, Some(2)));
    assert!(replay.timeline().summary(2).is_some(), "the index still tells what was there");
}

#[test]
fn tails_of_zeros_and_of_garbage() {
    let noise: Vec<u8> = (0..5000u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let mut sync_words = Vec::new();
    (0..300).for_each(|_| sync_words.extend_from_slice(&[0xF6, 0x9D, 0xC3, 0xAE, 4, 0]));
    for tail in [vec![0; 4096], noise, b"{\"turn\": 3}\n".to_vec(), sync_words] {
        for (bytes, is_complete) in [(sample::file(3), true), (sample::unfinished(3), false)] {
            let mut bytes = bytes;
            bytes.extend_from_slice(&tail);
            assert!(open(&bytes, Strictness::Strict).is_err());
            for strictness in [Strictness::Tail, Strictness::Salvage] {
                let replay = open(&bytes, strictness).unwrap();
                assert_eq!(readable(&replay).len(), 3);
                assert_eq!(replay.report().bytes_cut, tail.len() as u64);
                assert_eq!(replay.is_complete(), is_complete);
            }
        }
    }
}

#[test]
fn a_zeroed_page_in_the_middle_is_no_tail() {
    let mut bytes = sample::unfinished(6);
    let (_, start, end) = sample::frames(&bytes)[3];
    bytes[start..end].fill(0);
    assert!(matches!(open(&bytes, Strictness::Tail), Err(ReadError::Damaged { record: Some(2), .. })));
    let replay = open(&bytes, Strictness::Salvage).unwrap();
    assert_eq!(readable(&replay), [0, 1, 3, 4, 5]);
    assert_eq!(replay.report().bytes_skipped, (end - start) as u64);
}

#[test]
fn repeated_and_swapped_frames() {
    let bytes = sample::unfinished(4);
    let frames = sample::frames(&bytes);
    let part = |position: usize| bytes[frames[position].1..frames[position].2].to_vec();
    let head = bytes[..frames[1].1].to_vec();
    let assemble = |order: &[usize]| order.iter().fold(head.clone(), |file, &at| [file, part(at)].concat());

    let twice_at_the_end = assemble(&[1, 2, 2]);
    assert!(open(&twice_at_the_end, Strictness::Strict).is_err());
    assert_eq!(readable(&open(&twice_at_the_end, Strictness::Tail).unwrap()), [0, 1]);
    assert_eq!(readable(&open(&twice_at_the_end, Strictness::Salvage).unwrap()), [0, 1]);

    for order in [&[1, 1, 2, 3, 4][..], &[1, 3, 2, 4], &[2, 1, 3, 4], &[4, 3, 2, 1]] {
        let file = assemble(order);
        for strictness in [Strictness::Strict, Strictness::Tail] {
            assert!(matches!(open(&file, strictness), Err(ReadError::Damaged { .. })), "{order:?}");
        }
        let replay = open(&file, Strictness::Salvage).unwrap();
        assert_eq!(readable(&replay), [0, 1, 2, 3], "{order:?}");
        assert!(!replay.report().warnings.is_empty());
    }

    // A frame taken out leaves no trace but its number.
    let gap = assemble(&[1, 2, 4]);
    assert!(matches!(open(&gap, Strictness::Strict), Err(ReadError::Damaged { record: Some(2), .. })));
    let replay = open(&gap, Strictness::Salvage).unwrap();
    assert_eq!(readable(&replay), [0, 1, 3]);
    assert_eq!(replay.report().missing.len(), 1);
}

#[test]
fn bytes_moved_in_an_indexed_file_are_noticed() {
    let bytes = sample::file(4);
    let frames = sample::frames(&bytes);
    let without = [&bytes[..frames[2].1], &bytes[frames[2].2..]].concat();
    let inserted = [&bytes[..frames[2].1], b"hello", &bytes[frames[2].1..]].concat();
    for file in [&without, &inserted] {
        assert!(matches!(open(file, Strictness::Tail), Err(ReadError::Damaged { record: Some(1), .. })));
    }
    assert_eq!(readable(&open(&without, Strictness::Salvage).unwrap()), [0, 2, 3]);
    assert_eq!(readable(&open(&inserted, Strictness::Salvage).unwrap()), [0, 1, 2, 3]);
}

#[test]
fn a_file_without_its_beginning_is_salvaged() {
    let bytes = sample::file(4);
    let first_record = sample::frames(&bytes)[1].1;
    let mut zeroed = bytes.clone();
    zeroed[..first_record].fill(0);
    for beheaded in [&zeroed[..], &bytes[first_record..], &bytes[100..]] {
        assert!(open(beheaded, Strictness::Tail).is_err());
        let replay = open(beheaded, Strictness::Salvage).unwrap();
        assert_eq!(readable(&replay), [0, 1, 2, 3]);
        assert_eq!(*replay.header(), sample::header());
        assert!(!replay.report().is_clean());
    }
    // Without an index there is no copy of the header.
    let error = open(&sample::unfinished(4)[first_record..], Strictness::Salvage).err().unwrap();
    assert!(error.to_string().contains("HEADER"), "{error}");
}

#[test]
fn records_known_to_be_lost_at_the_end_are_counted() {
    let bytes = sample::file(4);
    let frames = sample::frames(&bytes);
    let without = [&bytes[..frames[3].1], &bytes[frames[5].1..]].concat();
    let replay = open(&without, Strictness::Salvage).unwrap();
    assert_eq!((replay.timeline().len(), readable(&replay)), (4, vec![0, 1]));
    assert_eq!(replay.report().missing[0].to_string(), "2–3");
}

#[test]
fn a_damaged_index_costs_nothing_but_the_shortcut() {
    let count = 1024 + 10;
    let bytes = sample::file(count);
    let indexes: Vec<_> = sample::frames(&bytes).into_iter().filter(|(kind, ..)| *kind == 4).collect();
    assert_eq!(indexes.len(), 2);
    let mut last = bytes.clone();
    last[indexes[1].1 + 60] ^= 4;
    let replay = open(&last, Strictness::Tail).unwrap();
    assert_eq!((replay.report().recovered, replay.is_complete()), (count, true));
    assert_eq!(replay.timeline().summary(1030), open(&bytes, Strictness::Tail).unwrap().timeline().summary(1030));
    // In the middle it is damage like any other.
    let mut middle = bytes;
    middle[indexes[0].1 + 60] ^= 4;
    assert!(
        matches!(open(&middle, Strictness::Tail), Err(ReadError::Damaged { offset, .. }) if offset == indexes[0].1 as u64)
    );
    assert_eq!(open(&middle, Strictness::Salvage).unwrap().report().recovered, count);
}
