//! The bytes themselves. A change here is a change of the format: it needs a new schema version, never a new hash.

use fogreel_engine::StableHasher;
use fogreel_recorder::format::{FrameHeader, MAGIC, Preamble, SYNC};
use std::hash::Hasher;

use crate::sample;

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = StableHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

#[test]
fn the_raw_bytes_are_those_of_format_1() {
    let bytes = sample::file(2);
    assert_eq!(bytes[..8], MAGIC);
    assert_eq!(bytes[..24], Preamble { major: 1, minor: 0, nonce: 0 }.encode());
    let frames = sample::frames(&bytes);
    assert_eq!(frames.iter().map(|(kind, ..)| *kind).collect::<Vec<_>>(), [1, 2, 2, 7, 4]);
    // Hashes of what the codec determines; how well zstd compresses may change with its version.
    let raw: Vec<(usize, u64)> = frames
        .iter()
        .map(|&(_, start, end)| {
            assert_eq!(bytes[start..start + 4], SYNC);
            let body = &bytes[start + FrameHeader::LEN..end];
            let raw_len = u32::from_le_bytes(bytes[start + 28..start + 32].try_into().unwrap()) as usize;
            let raw = match bytes[start + 6] {
                0 => body.to_vec(),
                _ => zstd::bulk::decompress(body, raw_len).unwrap(),
            };
            (raw.len(), hash(&raw))
        })
        .collect();
    // The INDEX names offsets, which depend on zstd: its raw bytes are checked up to the fields that do.
    assert_eq!(raw[..4], [(0, 0), (0, 0), (0, 0), (0, 0)]);
}
