//! What a fuzzer calls: readers of bytes that anybody may have made. Built for the workspace in `fuzz/`, and for the short runs
//! of the tests.
//!
//! A target returns if the bytes are wrong as well as if they are right. It panics if something is read otherwise a second time,
//! or if one way to read tells what another denies.

use std::sync::OnceLock;

use fogreel_engine::{Header, Record};

use crate::format::{self, ChunkEncoder, Encoder, FrameHeader, Index, SYNC, Seed, kind};
use crate::reading::read_in_short;
use crate::source::Source;
use crate::{ReadError, Replay, Strictness, Timeline};

/// Something that reads bytes.
pub type Target = fn(&[u8]);

/// All targets with their names.
pub const TARGETS: [(&str, Target); 6] =
    [("open", open), ("brief", brief), ("record", record), ("chunk", chunk), ("grid", grid), ("bodies", bodies)];

/// A match of three records, whose header the bodies belong to.
const SEED: &[u8] = include_bytes!("../tests/golden/format-1.0.fogreel");

fn header() -> &'static Header {
    static HEADER: OnceLock<Header> = OnceLock::new();
    HEADER.get_or_init(|| {
        let replay = Replay::from_bytes("seed", SEED.to_vec(), Strictness::Tail);
        replay.expect("the file is part of the tests").header().clone()
    })
}

/// A whole file, under each strictness.
pub fn open(bytes: &[u8]) {
    let open = |strictness| Replay::from_bytes("fuzz", bytes.to_vec(), strictness);
    let [strict, tail, salvage] = [Strictness::Strict, Strictness::Tail, Strictness::Salvage].map(open);
    for replay in [&strict, &tail, &salvage].into_iter().flatten() {
        read_through(replay.timeline());
        let _ = (replay.notes().len(), replay.report().to_string(), replay.is_complete());
    }
    let Ok(strict) = strict else { return };
    // What is whole is whole for everybody.
    let others = [("tail", &tail), ("salvage", &salvage)];
    for (name, other) in others {
        let other = match other {
            Ok(other) => other,
            Err(error) => panic!("strict reads it, {name} does not: {error}"),
        };
        let same = |one: &Replay, other: &Replay| {
            one.header() == other.header()
                && one.timeline().len() == other.timeline().len()
                && one.timeline().branches().len() == other.timeline().branches().len()
                && one.report().missing == other.report().missing
                && one.notes() == other.notes()
        };
        assert!(same(&strict, other), "{name} reads what is whole otherwise");
        assert_eq!(bodies_of(&strict), bodies_of(other), "{name} reads other records");
    }
}

/// Every record is there, or said to be missing, or its frame is wrong; what was asked once is answered so again.
fn read_through(timeline: &Timeline) {
    /// More are not looked at: gaps are cheap to claim.
    const MOST: usize = 4096;
    for index in 0..timeline.len().min(MOST) {
        let first = timeline.record(index).is_ok();
        let _ = timeline.summary(index);
        assert_eq!(timeline.record(index).is_ok(), first, "record {index} is there, and is not");
    }
    for branch in timeline.branches() {
        for record in branch.records().take(MOST) {
            let _ = branch.record(record);
        }
        let _ = (branch.branch(), branch.end());
    }
}

/// The raw bodies of the records that are there.
fn bodies_of(replay: &Replay) -> Vec<Option<Vec<u8>>> {
    let timeline = replay.timeline();
    let body = |index| match timeline.record(index) {
        Ok(record) => Some(encoded(replay.header(), &record)),
        Err(ReadError::Missing { .. }) => None,
        Err(error) => panic!("strict reads record {index}, another does not: {error}"),
    };
    (0..timeline.len().min(4096)).map(body).collect()
}

fn encoded(header: &Header, record: &Record) -> Vec<u8> {
    let mut encoder = Encoder::default();
    encoder.record(header, record).expect("what was read can be written");
    encoder.raw().to_vec()
}

/// A whole file, in short.
pub fn brief(bytes: &[u8]) {
    let source = Source::from_bytes("fuzz", bytes.to_vec());
    let _ = read_in_short(&source);
    let _ = crate::reading::open_header(&source);
}

/// The body of a RECORD.
pub fn record(bytes: &[u8]) {
    let Ok(record) = format::decode_record(header(), bytes, first_number(bytes)) else { return };
    let once = encoded(header(), &record);
    let again = format::decode_record(header(), &once, record.index).expect("what was written can be read");
    assert_eq!(encoded(header(), &again), once, "a record is another when it is read again");
}

/// The number with which the body of a record begins, if it is a small one.
fn first_number(bytes: &[u8]) -> u32 {
    bytes.first().map_or(0, |first| u32::from(*first))
}

/// The body of a CHUNK, behind a byte that says how many records it has.
pub fn chunk(bytes: &[u8]) {
    let Some((&count, raw)) = bytes.split_first() else { return };
    let Ok(records) = format::decode_chunk(header(), raw, 0, count.into()) else { return };
    let mut encoder = Encoder::default();
    let mut chunk = ChunkEncoder::default();
    for record in &records {
        encoder.record(header(), record).expect("what was read can be written");
        if !chunk.add(&mut encoder, record).expect("what was read can be packed") {
            return;
        }
    }
    chunk.finish(&mut encoder).expect("it fitted");
    let again = format::decode_chunk(header(), encoder.raw(), 0, count.into()).expect("what was packed can be read");
    let bodies = |records: &[Record]| records.iter().map(|record| encoded(header(), record)).collect::<Vec<_>>();
    assert_eq!(bodies(&records), bodies(&again), "a record is another when it was packed");
}

/// Blocks of grids, behind a byte for the width of the elements and two for their number: each takes as many bytes as the first
/// of it says, behind its encoding, and may refer to those before it.
pub fn grid(bytes: &[u8]) {
    let Some((&[width, low, high], mut rest)) = bytes.split_first_chunk::<3>() else { return };
    let elements = usize::from(u16::from_le_bytes([low, high]));
    let mut blocks = Vec::new();
    while let Some((&[encoding, len], data)) = rest.split_first_chunk::<2>() {
        let (data, behind) = data.split_at(usize::from(len).min(data.len()));
        rest = behind;
        blocks.push((encoding, data));
    }
    format::decode_blocks(width, elements, &blocks);
}

/// The body of a HEADER, END, NOTE, BRANCH or INDEX, behind a byte that says which.
pub fn bodies(bytes: &[u8]) {
    let Some((&which, raw)) = bytes.split_first() else { return };
    let mut encoder = Encoder::default();
    // Whatever can be read is written, and read once more.
    let mut write = |what: &str, encode: &dyn Fn(&mut Encoder) -> Result<(), format::Fault>| {
        encode(&mut encoder).unwrap_or_else(|fault| panic!("{what} was read and cannot be written: {fault:?}"));
        encoder.raw().to_vec()
    };
    match which % 5 {
        0 => {
            let Ok(read) = format::decode_header(raw) else { return };
            let once = write("a header", &|encoder| encoder.header(&read));
            assert_eq!(format::decode_header(&once), Ok(read));
        }
        1 => {
            let Ok(read) = format::decode_end(header(), raw) else { return };
            let once = write("an end", &|encoder| encoder.end(&read));
            let again = format::decode_end(header(), &once).expect("what was written can be read");
            assert_eq!(write("an end", &|encoder| encoder.end(&again)), once);
        }
        2 => {
            let Ok(read) = format::decode_note(header(), raw) else { return };
            let once = write("a note", &|encoder| encoder.note(&read));
            assert_eq!(format::decode_note(header(), &once), Ok(read));
        }
        3 => {
            let Some((&line, raw)) = raw.split_first() else { return };
            let first = raw.get(1).map_or(0, |record| u32::from(*record) + 1);
            let Ok(read) = format::decode_branch(raw, line.into(), first) else { return };
            let once = write("a branch", &|encoder| encoder.branch(&read));
            assert_eq!(format::decode_branch(&once, line.into(), first), Ok(read));
        }
        _ => {
            let Ok(read) = format::decode_index::<Index<'_>>(raw) else { return };
            let once = write("an index", &|encoder| encoder.index(&read));
            let again = format::decode_index::<Index<'_>>(&once).expect("what was written can be read");
            assert_eq!(write("an index", &|encoder| encoder.index(&again)), once);
        }
    }
}

/// Inputs to begin with, for the target of that name: parts of good recordings.
pub fn seeds(target: &str, files: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for file in files {
        match target {
            "open" | "brief" => seeds.push(file.clone()),
            "grid" => {}
            _ => seeds.extend(frames_of(file).filter_map(|(header, raw)| body_seed(target, &header, &raw))),
        }
    }
    if target == "grid" {
        seeds.extend(grid_seeds());
    }
    seeds
}

/// The input that makes a target read that body.
fn body_seed(target: &str, header: &FrameHeader, raw: &[u8]) -> Option<Vec<u8>> {
    let ahead: &[u8] = match (target, header.kind) {
        ("record", kind::RECORD) => &[],
        ("chunk", kind::CHUNK) if header.first_record == 0 => &[u8::try_from(header.records).ok()?],
        ("bodies", kind::HEADER) => &[0],
        ("bodies", kind::END) => &[1],
        ("bodies", kind::NOTE) => &[2],
        ("bodies", kind::BRANCH) => &[3, u8::try_from(header.line).ok()?],
        ("bodies", kind::INDEX) => &[4],
        _ => return None,
    };
    Some([ahead, raw].concat())
}

/// Grids of each width in several encodings, the last of which refer to those before them.
fn grid_seeds() -> Vec<Vec<u8>> {
    let of_width = |width: u8, bytes: usize| {
        let raw: Vec<u8> = (0..9 * bytes).map(|at| (at % 7) as u8).collect();
        let len = raw.len() as u8;
        let sparse = [&[2, 1, 4][..], &vec![5; 2 * bytes]].concat();
        let masked = [&[0b11, 1][..], &vec![9; 3 * bytes]].concat();
        let mut seed = vec![width, 9, 0];
        for (encoding, data) in [(0, &raw), (4, &raw), (1, &sparse), (5, &sparse), (2, &masked), (6, &masked)] {
            seed.extend([encoding, data.len() as u8]);
            seed.extend(data);
        }
        seed.extend([8, len + 1, 1]);
        seed.extend(&raw);
        seed.extend([9, 2, 1, 0]);
        seed
    };
    let bits = vec![0, 9, 0, 0, 2, 0x55, 1, 1, 3, 2, 1, 4, 9, 2, 1, 0];
    [of_width(1, 1), of_width(2, 4), of_width(3, 8), bits].to_vec()
}

/// The frames of a good file and their raw bodies.
fn frames_of(file: &[u8]) -> impl Iterator<Item = (FrameHeader, Vec<u8>)> {
    let nonce = file.get(12..20).and_then(|nonce| nonce.try_into().ok()).map_or(0, u64::from_le_bytes);
    let mut rest = file.get(24..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (head, behind) = rest.split_first_chunk::<{ FrameHeader::LEN }>()?;
        let header = FrameHeader::parse(head, Seed::of(nonce)).ok()?;
        let (stored, behind) = behind.split_at_checked(header.stored_len as usize)?;
        rest = behind;
        let raw = format::unpack(header.codec, stored.to_vec(), header.raw_len).ok()?;
        Some((header, raw))
    })
}

/// Sets every checksum in a file right, as far as its frames can be told. What a fuzzer does not need, since for it all are.
pub fn seal(file: &mut [u8]) {
    let Some(start) = file.first_chunk_mut::<24>() else { return };
    let checksum = crc32fast::hash(&start[..20]).to_le_bytes();
    start[20..].copy_from_slice(&checksum);
    let nonce = [12, 13, 14, 15, 16, 17, 18, 19].map(|at| start[at]);
    let seed = Seed::of(u64::from_le_bytes(nonce)).0;
    let mut at = 24;
    while at + FrameHeader::LEN <= file.len() {
        if file[at..at + 4] != SYNC {
            at += 1;
            continue;
        }
        let stored = [24, 25, 26, 27].map(|byte| file[at + byte]);
        let body = at + FrameHeader::LEN;
        let end = body.saturating_add(u32::from_le_bytes(stored) as usize).min(file.len());
        let checksum = crc32fast::hash(&file[body..end]).to_le_bytes();
        file[at + 32..at + 36].copy_from_slice(&checksum);
        let mut hasher = crc32fast::Hasher::new_with_initial(seed);
        hasher.update(&file[at..at + 36]);
        file[at + 36..at + 40].copy_from_slice(&hasher.finalize().to_le_bytes());
        at = end;
    }
}

/// Bytes like those given, with a few changes, for which random numbers are drawn, and parts of others.
pub fn mutated(bytes: &[u8], others: &[Vec<u8>], random: &mut impl FnMut() -> u64) -> Vec<u8> {
    /// Numbers at which something begins or ends.
    const EDGES: [u8; 12] = [0, 1, 2, 7, 8, 127, 128, 250, 251, 252, 253, 255];
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random() % 4 {
        let len = bytes.len().max(1);
        let at = (random() % len as u64) as usize;
        let count = (random() % 16 + 1) as usize;
        let end = (at + count).min(bytes.len());
        match random() % 8 {
            0 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << (random() % 8)),
            1 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = EDGES[(random() % 12) as usize]),
            2 => bytes.iter_mut().skip(at).take(count).for_each(|byte| *byte = random() as u8),
            3 => _ = bytes.drain(at.min(end)..end),
            4 => _ = bytes.splice(at.min(end)..at.min(end), (0..count).map(|_| random() as u8).collect::<Vec<_>>()),
            5 => bytes.truncate(at),
            6 => bytes.extend_from_within(at.min(end)..end),
            _ => {
                let Some(other) = others.get((random() % others.len().max(1) as u64) as usize) else { continue };
                let from = (random() % other.len().max(1) as u64) as usize;
                let part: Vec<u8> = other.iter().skip(from).take(count * 16).copied().collect();
                let end = (at + part.len()).min(bytes.len());
                bytes.splice(at.min(end)..end, part);
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests;
