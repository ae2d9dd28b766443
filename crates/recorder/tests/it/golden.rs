//! The bytes themselves. A change here is a change of the format: it needs a new schema version, never a new hash.

use fogreel_engine::fnv1a;
use fogreel_recorder::format::{MAGIC, Preamble, SYNC};
use fogreel_recorder::{Replay, Strictness};

use crate::sample;

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
        .map(|&(_, start, _)| {
            assert_eq!(bytes[start..start + 4], SYNC);
            let raw = sample::raw_body(&bytes, start);
            (raw.len(), fnv1a(&raw))
        })
        .collect();
    // The INDEX names offsets, which depend on zstd, and logarithms, which depend on the machine: it has no hash here.
    assert_eq!(
        raw[..4],
        [
            (540, 0x5391_5B61_FE2D_B7D1),
            (688, 0xB98F_338C_E24B_5E4C),
            (710, 0x7EFB_5F60_500B_C511),
            (49, 0x54AB_3624_0E0B_8EE9),
        ]
    );
}

#[test]
fn the_bytes_of_a_frame_that_is_not_compressed() {
    let bytes = sample::file(2);
    let (_, start, end) = sample::frames(&bytes)[3];
    let hex: String = bytes[start..end].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(
        hex,
        "f69dc3ae070100010000000003000000000000000200000031000000310000008dcd313a36bbeebb020665736361706515e381a9e3828de381bce3818620657363617065642e020000000000000000000000000000f83f0102"
    );
    let preamble: String = bytes[..24].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(preamble, "f7464f470d0a1a0a01000000000000000000000077ff6ad0");
}

/// Files of every released version open for ever. This one is never written anew.
#[test]
fn the_first_file_ever_written_still_opens() {
    let bytes = sample::compressed();
    for strictness in [Strictness::Strict, Strictness::Tail, Strictness::Salvage] {
        let replay = Replay::from_bytes("format-1.0.fogreel", bytes.clone(), strictness).unwrap();
        assert_eq!((replay.header(), replay.end()), (&sample::header(), Some(&sample::end(3))));
        for index in 0..3 {
            assert_eq!(*replay.timeline().record(index).unwrap(), sample::record(index as u32));
        }
    }
}
