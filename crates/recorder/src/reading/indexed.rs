//! Opening through the chain of INDEX frames, from the last one back.

use std::sync::Arc;

use fogreel_engine::data::BeliefKey;
use fogreel_engine::{End, Header, Seat};

use super::frames::{Frame, Trouble, read_frame, read_raw};
use crate::format::{self, Entry, FrameHeader, Index, SYNC, Seed, kind, limits};
use crate::source::{Source, Window};
use crate::{BeliefSummary, ReadError, Summary};

/// What the chain tells.
pub(crate) struct Chain {
    pub(crate) offsets: Vec<u64>,
    pub(crate) summaries: Vec<Summary>,
    pub(crate) end: Option<End>,
    /// First byte behind the last INDEX.
    pub(crate) next_offset: u64,
    /// Number of the frame that follows it.
    pub(crate) next_sequence: u32,
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
    let Some(last) = find_last_index(source, seed)? else { return Ok(None) };
    let mut parts: Vec<Vec<Indexed>> = Vec::new();
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
        next = match index.previous {
            Some(previous) if previous < frame.offset => Some(index_at(source, seed, previous)?),
            Some(_) => return Ok(None),
            None => None,
        };
    }
    let indexed: Vec<Indexed> = parts.into_iter().rev().flatten().collect();
    if indexed.iter().zip(0..).any(|(indexed, record)| indexed.record != record) {
        return Ok(None);
    }
    let total = indexed.len() as u32;
    let end = match end_offset {
        Some(offset) => {
            let frame = read_frame(&mut Window::new(source), source, offset, seed)?;
            let is_it = frame.header.kind == kind::END && frame.header.line == 0 && frame.header.records == total;
            if !is_it || !frame.is_known() {
                return Ok(None);
            }
            let end = format::decode_end(header, &read_raw(source, &frame)?)?;
            format::check_end_counts(&end, total)?;
            Some(end)
        }
        None => None,
    };
    let (offsets, summaries) = indexed.into_iter().map(|indexed| (indexed.offset, indexed.summary)).unzip();
    let next_sequence = last.header.sequence.wrapping_add(1);
    Ok(Some(Chain { offsets, summaries, end, next_offset: last.end(), next_sequence }))
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
    let frame = read_frame(&mut Window::new(source), source, offset, seed)?;
    if frame.header.kind == kind::INDEX && frame.is_known() {
        return Ok(frame);
    }
    let expected = "an INDEX".to_owned();
    Err(super::frames::Flaw::Order { expected, found: frame.kind_name() }.into())
}

/// Searches backward for the last good INDEX. A live file has one in every 64 MiB and one frame.
fn find_last_index(source: &Source, seed: Seed) -> Result<Option<Frame>, ReadError> {
    const STEP: u64 = 1 << 20;
    let lowest = source.len().saturating_sub(limits::INDEX_BYTES + 3 * limits::FRAME_RAW);
    let mut window = Window::new(source);
    let mut high = source.len();
    while high > lowest {
        let low = high.saturating_sub(STEP).max(lowest);
        // A sync word may begin before `high` and end behind it.
        let len = (high + SYNC.len() as u64 - 1).min(source.len()) - low;
        let bytes = source.bytes(low, len as usize)?;
        for position in (0..bytes.len().saturating_sub(SYNC.len() - 1)).rev() {
            if bytes[position..position + SYNC.len()] != SYNC {
                continue;
            }
            let offset = low + position as u64;
            // Only what claims to be an INDEX is worth reading.
            let claims_index = match source.array::<{ FrameHeader::LEN }>(offset)? {
                Some(header) => header[4] == kind::INDEX,
                None => false,
            };
            if claims_index
                && let Ok(frame) = read_frame(&mut window, source, offset, seed)
                && frame.is_known()
            {
                return Ok(Some(frame));
            }
        }
        high = low;
    }
    Ok(None)
}
