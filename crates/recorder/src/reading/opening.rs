//! From a source to what a replay needs.

use fogreel_engine::Header;

use super::frames::{Flaw, Frame, FrameMark, Trouble, head_at, read_raw};
use super::progress::Progress;
use super::walk::{Walk, check_numbers};
use super::{indexed, salvage};
use crate::format::{self, FrameHeader, MAJOR, Preamble, PreambleFault, Seed, kind};
use crate::sniff::looks_like;
use crate::source::Source;
use crate::{FormatVersion, ReadError, Strictness};

/// Opens a recording as strictly as told.
pub(crate) fn open(source: &Source, strictness: Strictness) -> Result<Progress, ReadError> {
    if strictness == Strictness::Salvage {
        return salvage::open(source);
    }
    let preamble = read_preamble(source)?;
    let seed = Seed::of(preamble.nonce);
    let (header, header_raw, frame) = read_header_frame(source, seed)?;
    if strictness == Strictness::Strict {
        check_numbers(&frame).map_err(|trouble| trouble.into_error(source, frame.offset, None))?;
    }
    let (version, header) = (version_of(preamble), (header, header_raw));
    let mut progress = Progress::behind_header(strictness, version, Some(preamble.nonce), seed, header, frame.end());
    progress.last = FrameMark::at(source, frame.offset)?;
    if strictness == Strictness::Tail
        && let Some(last) = indexed::read_chain(source, preamble.nonce, &mut progress)?
    {
        progress.last = FrameMark::at(source, last.offset)?;
    }
    Walk::new(source, &mut progress).run()?;
    Ok(progress)
}

/// The header alone.
pub(crate) fn open_header(source: &Source) -> Result<Header, ReadError> {
    let preamble = read_preamble(source)?;
    let (header, ..) = read_header_frame(source, Seed::of(preamble.nonce))?;
    Ok(header)
}

fn version_of(preamble: Preamble) -> FormatVersion {
    FormatVersion { major: preamble.major, minor: preamble.minor }
}

/// Reads the preamble, or says what the file is instead.
pub(crate) fn read_preamble(source: &Source) -> Result<Preamble, ReadError> {
    let file = || source.name().to_owned();
    let start = source.bytes(0, source.len().min(512) as usize)?;
    let Some(bytes) = start.first_chunk::<{ Preamble::LEN }>() else {
        if start.starts_with(&format::MAGIC) {
            let (needed, left) = (Preamble::LEN as u64, start.len() as u64);
            return Err(Flaw::Cut { needed, left }.into_error(source, 0, None));
        }
        return Err(ReadError::NotARecording { file: file(), looks_like: looks_like(&start).to_owned() });
    };
    match Preamble::parse(bytes) {
        Ok(preamble) if preamble.major == MAJOR => Ok(preamble),
        Ok(Preamble { major, minor, .. }) => {
            Err(ReadError::UnsupportedVersion { file: file(), major, minor, supported: MAJOR })
        }
        Err(PreambleFault::Magic) => {
            Err(ReadError::NotARecording { file: file(), looks_like: looks_like(&start).to_owned() })
        }
        Err(PreambleFault::Checksum { stored, computed }) => Err(ReadError::Damaged {
            file: file(),
            offset: 0,
            record: None,
            expected: format!("a preamble with CRC {stored:08x}"),
            found: format!("CRC {computed:08x}"),
        }),
    }
}

/// Reads the HEADER, which is the first frame.
pub(crate) fn read_header_frame(source: &Source, seed: Seed) -> Result<(Header, Vec<u8>, Frame), ReadError> {
    let offset = Preamble::LEN as u64;
    let read = || -> Result<_, Trouble> {
        let frame = head_at(source, offset, seed)?;
        let FrameHeader { kind, line, sequence, .. } = frame.header;
        if (kind, line, sequence) != (kind::HEADER, 0, 0) {
            let found = format!("{} with sequence number {sequence}", frame.kind_name());
            return Err(Flaw::Order { expected: "the HEADER".to_owned(), found }.into());
        }
        if !frame.is_known() {
            return Err(frame.unknown(source).into());
        }
        let raw = read_raw(source, &frame)?;
        Ok((format::decode_header(&raw)?, raw, frame))
    };
    read().map_err(|trouble| trouble.into_error(source, offset, None))
}
