//! Raw bodies and stored bodies.

use fogreel_engine::{End, Header, Record};

use super::frame::codec;
use super::limits::Budget;
use super::wire::{self, Wire};
use super::{Fault, check, limits};

/// The schema version that this module writes, of every kind.
pub(crate) const SCHEMA: u8 = 1;

/// Turns data into raw bodies and raw bodies into stored ones, and keeps its buffers.
#[derive(Default)]
pub(crate) struct Encoder {
    raw: Vec<u8>,
    packed: Vec<u8>,
    #[cfg(feature = "zstd")]
    compressor: Option<zstd::bulk::Compressor<'static>>,
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
        wire::encode(&wire::Header::of(header), &mut self.raw)?;
        limits::check("raw bytes of a header", limits::HEADER_RAW, self.raw.len() as u64)?;
        decode_header(&self.raw).map(drop)
    }

    /// Encodes a record that was checked against the header.
    pub(crate) fn record(&mut self, header: &Header, record: &Record) -> Result<(), Fault> {
        wire::encode(&wire::Record::of(record, header)?, &mut self.raw)?;
        limits::check("raw bytes of a record", limits::FRAME_RAW, self.raw.len() as u64)?;
        // Readers bound what they decode. Only a large body can pass that bound: it is tried before it is written. The
        // bound on grids counts at any length.
        if wire::may_be_too_large(self.raw.len()) || grid_bytes(record) > limits::GRIDS {
            wire::decode::<wire::Record>(&self.raw)?.into_data(header)?;
        }
        Ok(())
    }

    /// Encodes an end.
    pub(crate) fn end(&mut self, end: &End) -> Result<(), Fault> {
        wire::encode(&wire::End::of(end), &mut self.raw)?;
        limits::check("raw bytes of an end", limits::FRAME_RAW, self.raw.len() as u64).map(drop)
    }

    /// Encodes an index.
    pub(crate) fn index(&mut self, index: &wire::Index) -> Result<(), Fault> {
        wire::encode(index, &mut self.raw)?;
        limits::check("raw bytes of an index", limits::FRAME_RAW, self.raw.len() as u64).map(drop)
    }

    /// The raw body that was encoded last.
    pub(crate) fn raw(&self) -> &[u8] {
        &self.raw
    }

    /// The body that was encoded last as it is stored: compressed if that is smaller.
    pub(crate) fn stored(&mut self) -> Stored<'_> {
        let raw_len = u32::try_from(self.raw.len()).unwrap_or(u32::MAX);
        match self.compress() {
            Some(()) => Stored { codec: codec::ZSTD, raw_len, bytes: &self.packed },
            None => Stored { codec: codec::NONE, raw_len, bytes: &self.raw },
        }
    }

    #[cfg(feature = "zstd")]
    fn compress(&mut self) -> Option<()> {
        /// Shorter bodies do not pay for the head of a zstd frame.
        const WORTH_TRYING: usize = 64;
        /// Fastest of the levels that have an entropy stage for literals.
        const LEVEL: i32 = 1;
        if self.raw.len() < WORTH_TRYING {
            return None;
        }
        if self.compressor.is_none() {
            self.compressor = zstd::bulk::Compressor::new(LEVEL).ok();
        }
        self.packed.clear();
        // Room for less than the raw bytes: what does not fit is not smaller.
        self.packed.reserve_exact(self.raw.len());
        let len = self.compressor.as_mut()?.compress_to_buffer(&self.raw, &mut self.packed).ok()?;
        (len < self.raw.len()).then_some(())
    }

    #[cfg(not(feature = "zstd"))]
    fn compress(&mut self) -> Option<()> {
        self.packed.clear();
        None
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
            let raw = zstd::bulk::decompress(&stored, raw_len)
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
