//! One frame at a time.

use fogreel_engine::{Header, Record};

use crate::format::{self, Fault, FrameHeader, HeaderFault, SCHEMA, SYNC, Seed, codec, kind};
use crate::source::{Source, Window};
use crate::{Branch, ReadError};

/// A frame whose header and stored bytes are as they were written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) offset: u64,
    pub(crate) header: FrameHeader,
}

/// A frame header as it stands in the file, to see later whether it is still the same file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FrameMark {
    offset: u64,
    bytes: [u8; FrameHeader::LEN],
}

impl FrameMark {
    /// The mark of the frame at `offset`, if the file reaches that far.
    pub(crate) fn at(source: &Source, offset: u64) -> Result<Option<Self>, ReadError> {
        Ok(source.array(offset)?.map(|bytes| Self { offset, bytes }))
    }

    /// Whether the frame header stands there as it did.
    pub(crate) fn is_there(&self, source: &Source) -> Result<bool, ReadError> {
        Ok(Self::at(source, self.offset)? == Some(*self))
    }
}

impl Frame {
    /// First byte behind the frame.
    pub(crate) fn end(&self) -> u64 {
        self.offset + self.header.frame_len()
    }

    /// Whether this build can decode the body.
    pub(crate) fn is_known(&self) -> bool {
        let header = &self.header;
        let kind_is_known = matches!(
            header.kind,
            kind::HEADER | kind::RECORD | kind::CHUNK | kind::INDEX | kind::NOTE | kind::BRANCH | kind::END | kind::GAP
        );
        let codec_is_known = header.codec == codec::NONE || (cfg!(feature = "zstd") && header.codec == codec::ZSTD);
        kind_is_known && header.schema == SCHEMA && codec_is_known
    }

    /// Name of the kind, for people.
    pub(crate) fn kind_name(&self) -> String {
        let FrameHeader { kind, schema, .. } = self.header;
        match kind::name(kind) {
            "unknown" => format!("kind {kind}"),
            name if schema == SCHEMA => name.to_owned(),
            name => format!("{name} with schema {schema}"),
        }
    }

    /// The error about a frame that cannot be decoded and must be.
    pub(crate) fn unknown(&self, source: &Source) -> ReadError {
        let FrameHeader { kind, schema, codec, .. } = self.header;
        ReadError::UnknownFrame { file: source.name().to_owned(), offset: self.offset, kind, schema, codec }
    }
}

/// Why no good frame begins at a place.
#[derive(Clone, Debug)]
pub(crate) enum Flaw {
    /// The file ends before the frame does.
    Cut { needed: u64, left: u64 },
    /// The 40 bytes are no frame header.
    Header(HeaderFault),
    /// The stored bytes are not those that were written.
    Stored { stored: u32, computed: u32 },
    /// The body is wrong.
    Body(Fault),
    /// A good frame, but not the one that belongs here.
    Order { expected: String, found: String },
}

impl Flaw {
    pub(crate) fn into_error(self, source: &Source, offset: u64, record: Option<u32>) -> ReadError {
        let file = source.name().to_owned();
        let (expected, found) = match self {
            Self::Cut { needed, left } => (format!("a frame of {needed} bytes"), format!("the last {left} bytes")),
            Self::Header(HeaderFault::Sync(found)) => {
                ("the start of a frame (f6 9d c3 ae)".to_owned(), format!("{found:02x?}"))
            }
            Self::Header(HeaderFault::Checksum { stored, computed }) => {
                (format!("a frame header with CRC {stored:08x}"), format!("CRC {computed:08x}"))
            }
            Self::Stored { stored, computed } => {
                (format!("a body with CRC {stored:08x}"), format!("CRC {computed:08x}"))
            }
            Self::Body(Fault::Invalid { place, expected, found }) => (format!("{expected} in {place}"), found),
            Self::Body(Fault::Limit { what, limit, found }) => {
                return ReadError::Limit { file, offset, record, what, limit, found };
            }
            Self::Body(Fault::UnknownCodec(codec)) => ("a known codec".to_owned(), codec.to_string()),
            Self::Order { expected, found } => (expected, found),
        };
        ReadError::Damaged { file, offset, record, expected, found }
    }
}

impl From<Fault> for Flaw {
    fn from(fault: Fault) -> Self {
        Self::Body(fault)
    }
}

/// Either a flaw, which a reader may get over, or an error, which it may not.
#[derive(Debug)]
pub(crate) enum Trouble {
    Flaw(Flaw),
    Error(ReadError),
}

impl From<ReadError> for Trouble {
    fn from(error: ReadError) -> Self {
        Self::Error(error)
    }
}

impl<T: Into<Flaw>> From<T> for Trouble {
    fn from(flaw: T) -> Self {
        Self::Flaw(flaw.into())
    }
}

impl Trouble {
    pub(crate) fn into_error(self, source: &Source, offset: u64, record: Option<u32>) -> ReadError {
        match self {
            Self::Flaw(flaw) => flaw.into_error(source, offset, record),
            Self::Error(error) => error,
        }
    }
}

/// Parses the frame header at `offset` and checks its lengths against limits and file.
fn read_header(bytes: &[u8; FrameHeader::LEN], offset: u64, seed: Seed, len: u64) -> Result<Frame, Flaw> {
    let header = FrameHeader::parse(bytes, seed).map_err(Flaw::Header)?;
    header.check_lengths()?;
    let left = len.saturating_sub(offset);
    if header.frame_len() > left {
        return Err(Flaw::Cut { needed: header.frame_len(), left });
    }
    Ok(Frame { offset, header })
}

/// The good frame that begins at `offset`.
pub(crate) fn read_frame(window: &mut Window, source: &Source, offset: u64, seed: Seed) -> Result<Frame, Trouble> {
    let left = source.len().saturating_sub(offset);
    if left < FrameHeader::LEN as u64 {
        return Err(Flaw::Cut { needed: FrameHeader::LEN as u64, left }.into());
    }
    let mut bytes = [0; FrameHeader::LEN];
    bytes.copy_from_slice(window.get(offset, FrameHeader::LEN)?);
    let frame = read_header(&bytes, offset, seed, source.len())?;
    let body = window.get(offset + FrameHeader::LEN as u64, frame.header.stored_len as usize)?;
    let (stored, computed) = (frame.header.stored_crc, crc32fast::hash(body));
    if format::is_intact(stored, computed) { Ok(frame) } else { Err(Flaw::Stored { stored, computed }.into()) }
}

/// The frame at `offset` whose header is good; its body is checked when it is read.
pub(crate) fn head_at(source: &Source, offset: u64, seed: Seed) -> Result<Frame, Trouble> {
    let left = source.len().saturating_sub(offset);
    let bytes = source.array(offset)?.ok_or(Flaw::Cut { needed: FrameHeader::LEN as u64, left })?;
    Ok(read_header(&bytes, offset, seed, source.len())?)
}

/// The raw body of a frame whose header was read before. Its CRC is checked: the file may have changed since.
pub(crate) fn read_raw(source: &Source, frame: &Frame) -> Result<Vec<u8>, Trouble> {
    let stored = read_stored(source, frame)?;
    Ok(format::unpack(frame.header.codec, stored, frame.header.raw_len)?)
}

/// Whether the body of a frame whose header was read before is as it was written.
pub(crate) fn check_stored(source: &Source, frame: &Frame) -> Result<(), Trouble> {
    read_stored(source, frame).map(drop)
}

fn read_stored(source: &Source, frame: &Frame) -> Result<Vec<u8>, Trouble> {
    let header = &frame.header;
    let body = source.bytes(frame.offset + FrameHeader::LEN as u64, header.stored_len as usize)?;
    let (stored, computed) = (header.stored_crc, crc32fast::hash(&body));
    if format::is_intact(stored, computed) { Ok(body) } else { Err(Flaw::Stored { stored, computed }.into()) }
}

/// The records in the frame that begins at `offset`, which is said to hold that record of a line, and the number of the
/// first of them. Everything about the frame is checked again.
pub(crate) fn records_at(
    source: &Source,
    seed: Seed,
    header: &Header,
    offset: u64,
    (line, index): (u32, u32),
) -> Result<(u32, Vec<Record>), ReadError> {
    let read = || -> Result<(u32, Vec<Record>), Trouble> {
        let frame = head_at(source, offset, seed)?;
        let FrameHeader { kind, line: found, first_record, records, .. } = frame.header;
        let is_there = match kind {
            kind::RECORD => (first_record, records) == (index, 1),
            kind::CHUNK => index.checked_sub(first_record).is_some_and(|position| position < records),
            _ => false,
        };
        if line != found || !is_there {
            let found = format!("{} of line {found} with {records} records from {first_record} on", frame.kind_name());
            return Err(Flaw::Order { expected: format!("record {index}"), found }.into());
        }
        if !frame.is_known() {
            return Err(frame.unknown(source).into());
        }
        Ok((first_record, decode_records(source, header, &frame)?))
    };
    read().map_err(|trouble| trouble.into_error(source, offset, Some(index)))
}

/// The records of a RECORD or CHUNK that this build can decode.
pub(crate) fn decode_records(source: &Source, header: &Header, frame: &Frame) -> Result<Vec<Record>, Trouble> {
    let FrameHeader { kind, first_record, records, .. } = frame.header;
    let raw = read_raw(source, frame)?;
    Ok(match kind {
        kind::CHUNK => format::decode_chunk(header, &raw, first_record, records)?,
        _ => vec![format::decode_record(header, &raw, first_record)?],
    })
}

/// The branch that a BRANCH begins.
pub(crate) fn read_branch(source: &Source, frame: &Frame) -> Result<Branch, Trouble> {
    let FrameHeader { line, first_record, .. } = frame.header;
    Ok(format::decode_branch(&read_raw(source, frame)?, line, first_record)?)
}

/// The first good frame that begins at `from` or behind. Tells on the way of frames whose header is good and whose body is
/// not.
pub(crate) fn find_frame(
    window: &mut Window,
    source: &Source,
    from: u64,
    seed: Seed,
    mut tell: impl FnMut(FrameHeader),
) -> Result<Option<Frame>, ReadError> {
    // Bodies that a header announces but that turn out damaged are passed over byte by byte, so that nothing in them is
    // missed. Where somebody forged thousands of such headers, this bounds the work to a few passes over the file.
    let mut patience = source.len().saturating_mul(4);
    let mut offset = from;
    while let Some(sync) = find_sync(window, source, offset)? {
        match read_frame(window, source, sync, seed) {
            Ok(frame) => return Ok(Some(frame)),
            Err(Trouble::Error(error)) => return Err(error),
            Err(Trouble::Flaw(Flaw::Stored { .. })) => {
                let mut bytes = [0; FrameHeader::LEN];
                bytes.copy_from_slice(window.get(sync, FrameHeader::LEN)?);
                let Ok(header) = FrameHeader::parse(&bytes, seed) else {
                    offset = sync + 1;
                    continue;
                };
                tell(header);
                patience = patience.saturating_sub(u64::from(header.stored_len));
                offset = if patience > 0 { sync + 1 } else { sync + header.frame_len() };
            }
            Err(Trouble::Flaw(_)) => offset = sync + 1,
        }
    }
    Ok(None)
}

/// Where the sync word stands next, from `from` on.
pub(crate) fn find_sync(window: &mut Window, source: &Source, from: u64) -> Result<Option<u64>, ReadError> {
    let mut offset = from;
    loop {
        let left = source.len().saturating_sub(offset);
        if left < FrameHeader::LEN as u64 {
            return Ok(None);
        }
        let bytes = window.get(offset, left.min(Window::LEN as u64) as usize)?;
        if let Some(found) = bytes.windows(SYNC.len()).position(|word| word == SYNC) {
            return Ok(Some(offset + found as u64));
        }
        if left <= Window::LEN as u64 {
            return Ok(None);
        }
        // The word may lie across the border of two windows.
        offset += (bytes.len() - (SYNC.len() - 1)) as u64;
    }
}
