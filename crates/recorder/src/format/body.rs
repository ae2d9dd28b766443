//! Raw bodies and stored bodies.

use fogreel_engine::{End, Header, Record};

use crate::{Branch, NoteChange};

use super::frame::codec;
use super::limits::Budget;
use super::wire::{self, Wire};
use super::{Fault, check, ensure, limits};

/// The schema version that this module writes, of every kind.
pub(crate) const SCHEMA: u8 = 1;

/// Turns data into raw bodies and raw bodies into stored ones, and keeps its buffers.
#[derive(Default)]
pub(crate) struct Encoder {
    raw: wire::RawBody,
    #[cfg(feature = "zstd")]
    compressor: super::compress::Compressor,
}

/// A body as it is stored.
pub(crate) struct Stored<'a> {
    pub(crate) codec: u8,
    pub(crate) raw_len: u32,
    pub(crate) bytes: &'a [u8],
}

impl Encoder {
    /// Encodes a checked header.
    pub(crate) fn header(&mut self, header: &Header) -> Result<(), Fault> {
        self.raw.encode(&wire::Header::of(header), "raw bytes of a header", limits::HEADER_RAW)?;
        decode_header(self.raw()).map(drop)
    }

    /// Encodes a record that was checked against the header.
    pub(crate) fn record(&mut self, header: &Header, record: &Record) -> Result<(), Fault> {
        self.raw.encode(&wire::Record::of(record, header), "raw bytes of a record", limits::FRAME_RAW)?;
        // Readers bound what they decode. Only a large body can pass that bound: it is tried before it is written. The
        // bound on grids counts at any length.
        if wire::may_be_too_large(self.raw().len()) || grid_bytes(record) > limits::GRIDS {
            wire::decode::<wire::Record>(self.raw())?.into_data(header)?;
        }
        Ok(())
    }

    /// Encodes a record's body whose blocks were encoded anew.
    pub(super) fn body(&mut self, body: &wire::Record<'_>) -> Result<(), Fault> {
        self.raw.encode(body, "raw bytes of a record", limits::FRAME_RAW)
    }

    /// Encodes the bodies of the records of a chunk.
    pub(super) fn chunk(&mut self, bodies: &[Vec<u8>]) -> Result<(), Fault> {
        let records = wire::Items(bodies.iter().map(Vec::as_slice).collect());
        self.raw.encode(&wire::Chunk { records }, "raw bytes of a chunk", limits::FRAME_RAW)
    }

    /// Encodes what has no body.
    pub(crate) fn nothing(&mut self) {
        self.raw.copy(&[]);
    }

    /// Encodes an end.
    pub(crate) fn end(&mut self, end: &End) -> Result<(), Fault> {
        self.raw.encode(&wire::End::of(end), "raw bytes of an end", limits::FRAME_RAW)
    }

    /// Encodes a change of a note that was checked against the header.
    pub(crate) fn note(&mut self, change: &NoteChange) -> Result<(), Fault> {
        self.raw.encode(&wire::Note::of(change), "raw bytes of a note", limits::NOTE_RAW)
    }

    /// Encodes a branch that was checked.
    pub(crate) fn branch(&mut self, branch: &Branch) -> Result<(), Fault> {
        self.raw.encode(&wire::Branch::of(branch), "raw bytes of a branch", limits::NOTE_RAW)
    }

    /// Encodes an index.
    pub(crate) fn index(&mut self, index: &wire::Index) -> Result<(), Fault> {
        self.raw.encode(index, "raw bytes of an index", limits::FRAME_RAW)
    }

    /// Takes a raw body that was encoded before.
    pub(crate) fn copy(&mut self, raw: &[u8]) {
        self.raw.copy(raw);
    }

    /// The raw body that was encoded last.
    pub(crate) fn raw(&self) -> &[u8] {
        self.raw.bytes()
    }

    /// The body of that kind that was encoded last as it is stored: compressed if that is worth it.
    pub(crate) fn stored(&mut self, kind: u8) -> Stored<'_> {
        let raw = self.raw.bytes();
        let raw_len = u32::try_from(raw.len()).unwrap_or(u32::MAX);
        #[cfg(not(feature = "zstd"))]
        let _ = kind;
        #[cfg(feature = "zstd")]
        if let Some(bytes) = self.compressor.compress(raw, kind) {
            return Stored { codec: codec::ZSTD, raw_len, bytes };
        }
        Stored { codec: codec::NONE, raw_len, bytes: raw }
    }
}

/// Bytes that the grids of a record take when each is stored raw.
pub(crate) fn grid_bytes(record: &Record) -> u64 {
    let set = |set: &fogreel_engine::CellSet| set.words().len() * 8;
    let views: usize = record
        .views
        .iter()
        .map(|view| {
            let signals: usize = view.signals.iter().map(|signal| set(&signal.coverage)).sum();
            view.last_seen.len() * 4 + view.terrain.as_ref().map_or(0, Vec::len) + set(&view.visible) + signals
        })
        .sum();
    let privileged: usize = record.privileged.iter().map(|privileged| set(&privileged.signal.coverage)).sum();
    let beliefs: usize = record.beliefs.iter().map(|belief| belief.values().len() * 8).sum();
    (views + privileged + beliefs) as u64
}

/// The raw bytes of a stored body.
///
/// The lengths must have been checked ([`FrameHeader::check_lengths`](super::FrameHeader)).
pub(crate) fn unpack(codec: u8, stored: Vec<u8>, raw_len: u32) -> Result<Vec<u8>, Fault> {
    match codec {
        codec::NONE => Ok(stored),
        #[cfg(feature = "zstd")]
        codec::ZSTD => {
            let raw_len = raw_len as usize;
            let announced = zstd::zstd_safe::get_frame_content_size(&stored);
            if !matches!(announced, Ok(Some(len)) if len == raw_len as u64) {
                let found = "a zstd frame that announces another length, or none";
                return Err(Fault::invalid("the body", format!("{raw_len} bytes in one zstd frame"), found));
            }
            let raw = super::compress::decompress(&stored, raw_len)
                .map_err(|error| Fault::invalid("the body", "a zstd frame", error))?;
            if raw.len() == raw_len {
                Ok(raw)
            } else {
                Err(Fault::invalid("the body", format!("{raw_len} bytes"), format!("{} bytes", raw.len())))
            }
        }
        other => {
            let _ = raw_len;
            Err(Fault::UnknownCodec(other))
        }
    }
}

/// Decodes and checks a header.
pub(crate) fn decode_header(raw: &[u8]) -> Result<Header, Fault> {
    let header = wire::decode::<wire::Header>(raw)?.into_data(&mut Budget::of_record())?;
    check::header(&header)?;
    Ok(header)
}

/// Decodes and checks the record of that index.
pub(crate) fn decode_record(header: &Header, raw: &[u8], index: u32) -> Result<Record, Fault> {
    let record = wire::decode::<wire::Record>(raw)?.into_data(header)?;
    check::record(header, &record, index)?;
    Ok(record)
}

/// Decodes and checks an end, but for the number of records that it counts.
pub(crate) fn decode_end(header: &Header, raw: &[u8]) -> Result<End, Fault> {
    let end = wire::decode::<wire::End>(raw)?.into_data(&mut Budget::of_record())?;
    check::end(header, &end)?;
    Ok(end)
}

/// Decodes and checks a branch that is that line, whose frame is about that record.
pub(crate) fn decode_branch(raw: &[u8], line: u32, first_record: u32) -> Result<Branch, Fault> {
    let branch = Branch { line, ..wire::decode::<wire::Branch>(raw)?.into_data(&mut Budget::of_record())? };
    check::branch(&branch)?;
    let first = branch.record + 1;
    ensure(first == first_record, || ("the branch".into(), format!("one before record {first_record}"), first))?;
    Ok(branch)
}

/// Decodes and checks a change of a note.
pub(crate) fn decode_note(header: &Header, raw: &[u8]) -> Result<NoteChange, Fault> {
    let change = wire::decode::<wire::Note>(raw)?.into_data(&mut Budget::of_record())?;
    check::note(header, &change)?;
    Ok(change)
}
