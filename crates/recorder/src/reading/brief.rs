//! How long a recording is and how it ends, from its last INDEX.

use fogreel_engine::{End, Header};

use super::frames::{Frame, Trouble, head_at, read_raw};
use super::indexed::find_last_index;
use super::opening::{read_header_frame, read_preamble};
use crate::ReadError;
use crate::format::{self, FrameHeader, Index, Seed, kind};
use crate::source::Source;

/// How long a recording is and how it ends.
pub(crate) struct InShort {
    pub(crate) header: Header,
    pub(crate) records: u32,
    /// Whether there may be more records.
    pub(crate) is_at_least: bool,
    pub(crate) end: Option<End>,
    /// Whether the end counts these records.
    pub(crate) complete: bool,
}

/// Reads header, last INDEX, END, and the heads of frames behind the INDEX. The work is bounded, whatever the file is.
pub(crate) fn read_in_short(source: &Source) -> Result<InShort, ReadError> {
    /// How far from the end an INDEX is looked for. A finished file has one there.
    const FAR: u64 = 4 << 20;
    /// Frames whose heads are read: those between two INDEX frames, and as many notes.
    const FRAMES: usize = 4 * format::limits::INDEX_ENTRIES;
    let preamble = read_preamble(source)?;
    let seed = Seed::of(preamble.nonce);
    let (header, _, frame) = read_header_frame(source, seed)?;
    let mut short = InShort { header, records: 0, is_at_least: false, end: None, complete: false };
    let mut offset = frame.end();
    if let Some(index) = find_last_index(source, seed, source.len().saturating_sub(FAR).max(offset))?
        && nothing_if_flawed(short.take_index(source, seed, preamble.nonce, &index))?.is_some()
    {
        offset = index.end();
    }
    for _ in 0..FRAMES {
        if offset >= source.len() {
            return Ok(short);
        }
        // What is behind a flaw is damage or not there yet.
        let Some(frame) = nothing_if_flawed(head_at(source, offset, seed))? else { return Ok(short) };
        nothing_if_flawed(short.take(source, &frame))?;
        offset = frame.end();
    }
    short.is_at_least = offset < source.len();
    Ok(short)
}

impl InShort {
    fn take_index(&mut self, source: &Source, seed: Seed, nonce: u64, frame: &Frame) -> Result<(), Trouble> {
        let raw = read_raw(source, frame)?;
        let index: Index = format::decode_index(&raw)?;
        let FrameHeader { first_record, records, .. } = frame.header;
        if index.offset == frame.offset && index.nonce == nonce {
            self.records = first_record.saturating_add(records);
            if let Some(end) = index.ends.0.iter().find(|end| end.line == 0) {
                self.take(source, &head_at(source, end.offset, seed)?)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, source: &Source, frame: &Frame) -> Result<(), Trouble> {
        let FrameHeader { kind, line, first_record, records, .. } = frame.header;
        if line != 0 || !frame.is_known() {
            return Ok(());
        }
        match kind {
            kind::RECORD | kind::CHUNK | kind::GAP if first_record == self.records => {
                self.records = self.records.saturating_add(records);
            }
            kind::END if self.end.is_none() => {
                let end = format::decode_end(&self.header, &read_raw(source, frame)?)?;
                self.complete = records == self.records && format::check_end_counts(&end, records).is_ok();
                self.end = Some(end);
            }
            _ => {}
        }
        Ok(())
    }
}

/// Trouble with the machine is an error; damage is not looked into.
fn nothing_if_flawed<T>(result: Result<T, Trouble>) -> Result<Option<T>, ReadError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Trouble::Error(error @ ReadError::Io { .. })) => Err(error),
        Err(_) => Ok(None),
    }
}
