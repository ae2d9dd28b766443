//! The 40 bytes before every body.

use super::limits::{self, CHUNK_RAW, CHUNK_RECORDS, FRAME_RAW, HEADER_RAW, NOTE_RAW};
use super::{Fault, fault::ensure};

/// First bytes of every frame header. None of them is zero, and they are neither ASCII nor UTF-8 text.
pub const SYNC: [u8; 4] = [0xF6, 0x9D, 0xC3, 0xAE];

/// Kinds of frames, as numbers in [`FrameHeader::kind`].
pub mod kind {
    /// What is true of the whole match.
    pub const HEADER: u8 = 1;
    /// One record.
    pub const RECORD: u8 = 2;
    /// Many records packed together.
    pub const CHUNK: u8 = 3;
    /// Where records lie, and what they hold in short.
    pub const INDEX: u8 = 4;
    /// A note that was put, or deleted.
    pub const NOTE: u8 = 5;
    /// A line that leaves another.
    pub const BRANCH: u8 = 6;
    /// The end of a line.
    pub const END: u8 = 7;
    /// Records that are lost.
    pub const GAP: u8 = 8;

    /// Whether a reader that does not know a kind of this version would misread the recording.
    pub fn is_critical(kind: u8) -> bool {
        !matches!(kind, INDEX | NOTE | BRANCH)
    }

    /// Name of a kind.
    pub fn name(kind: u8) -> &'static str {
        match kind {
            HEADER => "HEADER",
            RECORD => "RECORD",
            CHUNK => "CHUNK",
            INDEX => "INDEX",
            NOTE => "NOTE",
            BRANCH => "BRANCH",
            END => "END",
            GAP => "GAP",
            _ => "unknown",
        }
    }
}

/// How stored bytes become raw bytes, as numbers in [`FrameHeader::codec`].
pub mod codec {
    /// They are the raw bytes.
    pub const NONE: u8 = 0;
    /// One zstd frame.
    pub const ZSTD: u8 = 1;
}

/// Whether bytes are those that were written. A fuzzer could never guess a checksum, and is to get past it: for it all are right.
pub(crate) const fn is_intact(stored: u32, computed: u32) -> bool {
    cfg!(fuzzing) || stored == computed
}

/// Start value of the CRC of frame headers: the CRC of the nonce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seed(pub u32);

impl Seed {
    /// The seed of a file.
    pub fn of(nonce: u64) -> Self {
        Self(crc32fast::hash(&nonce.to_le_bytes()))
    }

    fn checksum(self, bytes: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new_with_initial(self.0);
        hasher.update(bytes);
        hasher.finalize()
    }

    /// The only seed under which a frame header is right. Two headers that agree tell it without the preamble.
    pub fn derived(header: &[u8; FrameHeader::LEN]) -> Self {
        let (bytes, checksum) = header.split_at(FrameHeader::LEN - 4);
        let stored = u32::from_le_bytes([checksum[0], checksum[1], checksum[2], checksum[3]]);
        // Each step of a CRC is invertible: undo 8 bits of the last byte, then of the one before it, and so on.
        let state = bytes.iter().rev().fold(!stored, |state, &byte| {
            let undone = (0..8)
                .fold(state, |state, _| if state >> 31 == 1 { (state ^ 0xEDB8_8320) << 1 | 1 } else { state << 1 });
            undone ^ u32::from(byte)
        });
        Self(!state)
    }
}

/// What stands before a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameHeader {
    /// What the body is ([`kind`]).
    pub kind: u8,
    /// Whether a reader that does not know the kind must give up.
    pub is_critical: bool,
    /// How the body is stored ([`codec`]).
    pub codec: u8,
    /// Version of the body's layout, by kind.
    pub schema: u8,
    /// Line that the frame belongs to; 0 is the match.
    pub line: u32,
    /// Position of the frame in the file, counted from 0.
    pub sequence: u32,
    /// First record that the body is about.
    pub first_record: u32,
    /// Number of records that it is about.
    pub records: u32,
    /// Bytes that follow the header.
    pub stored_len: u32,
    /// Bytes that they become.
    pub raw_len: u32,
    /// CRC of the stored bytes.
    pub stored_crc: u32,
}

/// Why 40 bytes are no frame header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HeaderFault {
    Sync([u8; 4]),
    Checksum { stored: u32, computed: u32 },
}

impl FrameHeader {
    /// Bytes of an encoded header.
    pub const LEN: usize = 40;

    /// The bytes, with the header's own CRC.
    pub fn encode(&self, seed: Seed) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        bytes[..4].copy_from_slice(&SYNC);
        bytes[4..8].copy_from_slice(&[self.kind, u8::from(self.is_critical), self.codec, self.schema]);
        let numbers =
            [self.line, self.sequence, self.first_record, self.records, self.stored_len, self.raw_len, self.stored_crc];
        for (place, number) in bytes[8..36].chunks_exact_mut(4).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        let checksum = seed.checksum(&bytes[..36]);
        bytes[36..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the bytes. Nothing but sync word and CRC is judged.
    pub(crate) fn parse(bytes: &[u8; Self::LEN], seed: Seed) -> Result<Self, HeaderFault> {
        let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        if bytes[..4] != SYNC {
            return Err(HeaderFault::Sync([bytes[0], bytes[1], bytes[2], bytes[3]]));
        }
        let (stored, computed) = (number(36), seed.checksum(&bytes[..36]));
        if !is_intact(stored, computed) {
            return Err(HeaderFault::Checksum { stored, computed });
        }
        Ok(Self {
            kind: bytes[4],
            is_critical: bytes[5] & 1 == 1,
            codec: bytes[6],
            schema: bytes[7],
            line: number(8),
            sequence: number(12),
            first_record: number(16),
            records: number(20),
            stored_len: number(24),
            raw_len: number(28),
            stored_crc: number(32),
        })
    }

    /// Bytes of the whole frame.
    pub const fn frame_len(&self) -> u64 {
        Self::LEN as u64 + self.stored_len as u64
    }

    /// Checks the lengths before anything is read or allocated for them.
    pub(crate) fn check_lengths(&self) -> Result<(), Fault> {
        let limit = match self.kind {
            kind::HEADER => HEADER_RAW,
            kind::NOTE | kind::BRANCH => NOTE_RAW,
            kind::CHUNK if self.records != 1 => CHUNK_RAW,
            kind::GAP => 0,
            _ => FRAME_RAW,
        };
        limits::check("stored bytes of a frame", limit, u64::from(self.stored_len))?;
        limits::check("raw bytes of a frame", limit, u64::from(self.raw_len))?;
        if self.kind == kind::CHUNK {
            limits::check("records of a chunk", CHUNK_RECORDS, u64::from(self.records))?;
        }
        let agree = match self.codec {
            codec::NONE => self.stored_len == self.raw_len,
            _ => self.stored_len <= self.raw_len,
        };
        ensure(agree, || {
            let expected = format!("at most {} stored bytes (exactly, if not compressed)", self.raw_len);
            ("the frame's lengths".to_owned(), expected, self.stored_len)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_tells_the_seed_that_it_was_written_with() {
        let header = FrameHeader {
            kind: kind::RECORD,
            is_critical: true,
            codec: codec::ZSTD,
            schema: 1,
            line: 0,
            sequence: 7,
            first_record: 5,
            records: 1,
            stored_len: 100,
            raw_len: 300,
            stored_crc: 0xDEAD_BEEF,
        };
        for nonce in [0, 1, u64::MAX, 0x0123_4567_89AB_CDEF] {
            let bytes = header.encode(Seed::of(nonce));
            assert_eq!(FrameHeader::parse(&bytes, Seed::of(nonce)), Ok(header));
            assert_eq!(Seed::derived(&bytes), Seed::of(nonce));
            assert!(matches!(FrameHeader::parse(&bytes, Seed::of(nonce ^ 2)), Err(HeaderFault::Checksum { .. })));
        }
    }
}
