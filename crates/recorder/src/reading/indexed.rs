//! Opening through the chain of INDEX frames, from the last one back.

use std::sync::Arc;

use fogreel_engine::data::BeliefKey;
use fogreel_engine::{End, Header, Seat};

use super::frames::{Frame, Trouble, check_stored, head_at, read_raw};
use super::progress::{MISSING, Progress, Unindexed};
use crate::format::{self, Entry, Index, SYNC, Seed, kind, limits};
use crate::notes::Notes;
use crate::source::Source;
use crate::{BeliefSummary, FileState, ReadError, Summary};

/// What the chain tells.
pub(crate) struct Chain {
    records: Vec<Indexed>,
    state: FileState,
    notes: Notes,
    end: Option<(End, u64)>,
    /// The last INDEX.
    pub(crate) last: Frame,
}

impl Chain {
    /// Goes on behind the last INDEX.
    pub(crate) fn resume(self, progress: &mut Progress) {
        progress.offset = self.last.end();
        progress.sequence = self.last.header.sequence.wrapping_add(1);
        for Indexed { offset, summary, .. } in self.records {
            progress.push(offset, (offset != MISSING).then_some(summary));
        }
        progress.state = self.state;
        progress.notes = self.notes;
        (progress.end, progress.end_offset) = self.end.unzip();
        let first_record = progress.offsets.len();
        progress.unindexed = Unindexed { last_index: Some(self.last.offset), first_record, notes: Vec::new() };
    }
}

/// Reads the chain; `None` if there is none, or any part of it is not as it should be. Then the frames themselves tell.
pub(crate) fn read_chain(source: &Source, seed: Seed, nonce: u64, header: &Header) -> Result<Option<Chain>, ReadError> {
    match try_chain(source, seed, nonce, header) {
        Ok(chain) => Ok(chain),
        Err(Trouble::Error(error @ ReadError::Io { .. })) => Err(error),
        Err(_) => Ok(None),
    }
}

fn try_chain(source: &Source, seed: Seed, nonce: u64, header: &Header) -> Result<Option<Chain>, Trouble> {
    // A live file has an INDEX in every 64 MiB and one frame.
    let lowest = source.len().saturating_sub(limits::INDEX_BYTES + 3 * limits::FRAME_RAW);
    let Some(last) = find_last_index(source, seed, lowest)? else { return Ok(None) };
    let mut parts: Vec<Vec<Indexed>> = Vec::new();
    let mut notes: Vec<Vec<u64>> = Vec::new();
    let mut end_offset = None;
    let mut records = 0;
    let mut next = Some(last);
    while let Some(frame) = next {
        let raw = read_raw(source, &frame)?;
        let index: Index = format::decode_index(&raw)?;
        if index.offset != frame.offset || index.nonce != nonce {
            return Ok(None);
        }
        if parts.is_empty() {
            end_offset = index.ends.0.iter().find(|end| end.line == 0).map(|end| end.offset);
        }
        let Some(part) = entries(&index, header) else { return Ok(None) };
        records += part.len() as u64;
        limits::check("records", limits::RECORDS, records)?;
        parts.push(part);
        notes.push(index.notes.0);
        next = match index.previous {
            Some(previous) if previous < frame.offset => Some(index_at(source, seed, previous)?),
            Some(_) => return Ok(None),
            None => None,
        };
    }
    let records: Vec<Indexed> = parts.into_iter().rev().flatten().collect();
    if records.iter().zip(0..).any(|(indexed, record)| indexed.record != record) {
        return Ok(None);
    }
    let total = records.len() as u32;
    let end = match end_offset {
        Some(offset) => {
            let frame = head_at(source, offset, seed)?;
            let is_it = frame.header.kind == kind::END && frame.header.line == 0 && frame.header.records == total;
            if !is_it || !frame.is_known() {
                return Ok(None);
            }
            let end = format::decode_end(header, &read_raw(source, &frame)?)?;
            format::check_end_counts(&end, total)?;
            Some((end, offset))
        }
        None => None,
    };
    // The first frame stands for all: it tells what people call the file, not how it is read.
    let first = records.iter().find(|record| record.offset != MISSING);
    let state = match first.map(|first| head_at(source, first.offset, seed)) {
        Some(Ok(frame)) if frame.header.kind == kind::CHUNK => FileState::Packed,
        _ => FileState::Live,
    };
    let notes = read_notes(source, seed, header, notes.into_iter().rev().flatten())?;
    Ok(notes.map(|notes| Chain { records, state, notes, end, last }))
}

/// The notes whose frames begin at the offsets; `None` if another frame stands at one of them.
fn read_notes(
    source: &Source,
    seed: Seed,
    header: &Header,
    offsets: impl Iterator<Item = u64>,
) -> Result<Option<Notes>, Trouble> {
    let mut notes = Notes::default();
    for offset in offsets {
        let frame = head_at(source, offset, seed)?;
        if frame.header.kind != kind::NOTE || !frame.is_known() {
            return Ok(None);
        }
        notes.apply(&format::decode_note(header, &read_raw(source, &frame)?)?);
    }
    Ok(Some(notes))
}

/// What an INDEX tells of a record.
struct Indexed {
    record: u32,
    offset: u64,
    summary: Summary,
}

/// What an INDEX tells of the records of line 0; `None` if it names what the header lacks.
fn entries(index: &Index, header: &Header) -> Option<Vec<Indexed>> {
    let keys: Vec<Arc<BeliefKey>> = index
        .keys
        .0
        .iter()
        .map(|key| {
            let owner = &header.seat_info(Seat(key.owner))?.id;
            let target = &header.targets.get(usize::from(key.target))?.id;
            Some(Arc::new(BeliefKey::new(owner, target, key.source.as_ref())))
        })
        .collect::<Option<_>>()?;
    let of_match = index.entries.0.iter().filter(|entry| entry.line == 0);
    of_match
        .map(|entry| Some(Indexed { record: entry.record, offset: entry.offset, summary: summary(entry, &keys)? }))
        .collect()
}

fn summary(entry: &Entry, keys: &[Arc<BeliefKey>]) -> Option<Summary> {
    let beliefs = entry.beliefs.0.iter().map(|belief| {
        let key = keys.get(usize::from(belief.key))?.clone();
        let (entropy_bits, max, p_truth) = (belief.entropy_bits, belief.max, belief.p_truth);
        Some(BeliefSummary { key, entropy_bits, max, p_truth })
    });
    Some(Summary { turn: entry.turn, events: entry.events, beliefs: beliefs.collect::<Option<_>>()? })
}

fn index_at(source: &Source, seed: Seed, offset: u64) -> Result<Frame, Trouble> {
    let frame = head_at(source, offset, seed)?;
    if frame.header.kind == kind::INDEX && frame.is_known() {
        return Ok(frame);
    }
    let expected = "an INDEX".to_owned();
    Err(super::frames::Flaw::Order { expected, found: frame.kind_name() }.into())
}

/// Searches backward for the last good INDEX that begins at `lowest` or behind.
pub(crate) fn find_last_index(source: &Source, seed: Seed, lowest: u64) -> Result<Option<Frame>, ReadError> {
    /// Most files are short, and most ends are where they should be.
    const FIRST_STEP: u64 = 1 << 14;
    const STEP: u64 = 1 << 20;
    let mut high = source.len();
    let mut step = FIRST_STEP;
    while high > lowest {
        let low = high.saturating_sub(step).max(lowest);
        // A sync word may begin before `high` and end behind it.
        let len = (high + SYNC.len() as u64 - 1).min(source.len()) - low;
        let bytes = source.bytes(low, len as usize)?;
        for position in (0..bytes.len().saturating_sub(SYNC.len() - 1)).rev() {
            if bytes[position..position + SYNC.len()] != SYNC {
                continue;
            }
            match head_at(source, low + position as u64, seed) {
                // Only what claims to be an INDEX is worth reading.
                Ok(frame) if frame.header.kind == kind::INDEX && frame.is_known() => match check_stored(source, &frame)
                {
                    Ok(()) => return Ok(Some(frame)),
                    Err(Trouble::Error(error)) => return Err(error),
                    Err(Trouble::Flaw(_)) => {}
                },
                Err(Trouble::Error(error)) => return Err(error),
                Ok(_) | Err(Trouble::Flaw(_)) => {}
            }
        }
        (high, step) = (low, STEP);
    }
    Ok(None)
}
