//! Opening through the chain of INDEX frames, from the last one back.

use std::collections::BTreeMap;
use std::sync::Arc;

use fogreel_engine::data::BeliefKey;
use fogreel_engine::{End, Header, Seat};

use super::frames::{Frame, Trouble, check_stored, head_at, read_branch, read_raw};
use super::progress::{MISSING, Progress, Unindexed};
use crate::format::{self, Entry, Index, LineEnd, SYNC, Seed, kind, limits};
use crate::notes::Notes;
use crate::source::Source;
use crate::{BeliefSummary, Branch, FileState, ReadError, Summary};

/// What the chain tells.
struct Chain {
    /// In the order of the file.
    records: Vec<Indexed>,
    state: FileState,
    marks: Marks,
    /// Each with its line and where it begins.
    ends: Vec<(u32, End, u64)>,
    /// The last INDEX.
    last: Frame,
}

impl Chain {
    /// Takes over what the chain tells, and goes on behind the last INDEX. `None` if the lines do not fit together: some of
    /// them may be taken over then.
    fn resume(self, progress: &mut Progress) -> Option<()> {
        let mut lines: BTreeMap<u32, Vec<Indexed>> = BTreeMap::new();
        for indexed in self.records {
            lines.entry(indexed.line).or_default().push(indexed);
        }
        push_records(progress, lines.remove(&0).unwrap_or_default())?;
        for branch in self.marks.branches {
            let records = lines.remove(&branch.line).unwrap_or_default();
            progress.push_branch(branch).ok()?;
            push_records(progress, records)?;
        }
        if !lines.is_empty() {
            return None;
        }
        for (number, end, offset) in self.ends {
            let line = progress.line_mut(number).filter(|line| end.records == line.next() && line.end.is_none())?;
            (line.end, line.end_offset) = (Some(end), Some(offset));
        }
        progress.offset = self.last.end();
        progress.sequence = self.last.header.sequence.wrapping_add(1);
        progress.state = self.state;
        progress.notes = self.marks.notes;
        progress.unindexed = Unindexed { last_index: Some(self.last.offset), ..Unindexed::default() };
        Some(())
    }
}

/// Adds the records of a line, which must be those that come next in it.
fn push_records(progress: &mut Progress, records: Vec<Indexed>) -> Option<()> {
    for Indexed { line, record, offset, summary } in records {
        if progress.line(line)?.next() != record {
            return None;
        }
        progress.push(line, offset, (offset != MISSING).then_some(summary));
    }
    Some(())
}

/// Adds what the chain tells to what is known behind the HEADER, and returns the last INDEX; `None`, and nothing is added, if
/// there is no chain, or any part of it is not as it should be. Then the frames themselves tell.
pub(crate) fn read_chain(source: &Source, nonce: u64, progress: &mut Progress) -> Result<Option<Frame>, ReadError> {
    match try_chain(source, progress.seed, nonce, &progress.header) {
        Ok(Some(chain)) => {
            let last = chain.last;
            if chain.resume(progress).is_some() {
                return Ok(Some(last));
            }
            progress.forget_lines();
            Ok(None)
        }
        Err(Trouble::Error(error @ ReadError::Io { .. })) => Err(error),
        Ok(None) | Err(_) => Ok(None),
    }
}

fn try_chain(source: &Source, seed: Seed, nonce: u64, header: &Header) -> Result<Option<Chain>, Trouble> {
    // A live file has an INDEX in every 64 MiB and one frame.
    let lowest = source.len().saturating_sub(limits::INDEX_BYTES + 3 * limits::FRAME_RAW);
    let Some(last) = find_last_index(source, seed, lowest)? else { return Ok(None) };
    let mut parts: Vec<Vec<Indexed>> = Vec::new();
    let mut marks: Vec<Vec<u64>> = Vec::new();
    let mut line_ends = Vec::new();
    let mut records = 0;
    let mut next = Some(last);
    while let Some(frame) = next {
        let raw = read_raw(source, &frame)?;
        let index: Index = format::decode_index(&raw)?;
        if index.offset != frame.offset || index.nonce != nonce {
            return Ok(None);
        }
        if parts.is_empty() {
            line_ends.clone_from(&index.ends.0);
        }
        let Some(part) = entries(&index, header) else { return Ok(None) };
        records += part.len() as u64;
        limits::check("records", limits::RECORDS, records)?;
        parts.push(part);
        marks.push(index.marks.0);
        next = match index.previous {
            Some(previous) if previous < frame.offset => Some(index_at(source, seed, previous)?),
            Some(_) => return Ok(None),
            None => None,
        };
    }
    let records: Vec<Indexed> = parts.into_iter().rev().flatten().collect();
    limits::check("ends", limits::BRANCHES + 1, line_ends.len() as u64)?;
    let mut ends = Vec::new();
    for LineEnd { line, offset } in line_ends {
        let frame = head_at(source, offset, seed)?;
        if frame.header.kind != kind::END || frame.header.line != line || !frame.is_known() {
            return Ok(None);
        }
        let end = format::decode_end(header, &read_raw(source, &frame)?)?;
        format::check_end_counts(&end, frame.header.records)?;
        ends.push((line, end, offset));
    }
    // The first frame stands for all: it tells what people call the file, not how it is read.
    let first = records.iter().find(|record| record.line == 0 && record.offset != MISSING);
    let state = match first.map(|first| head_at(source, first.offset, seed)) {
        Some(Ok(frame)) if frame.header.kind == kind::CHUNK => FileState::Packed,
        _ => FileState::Live,
    };
    let marks = read_marks(source, seed, header, marks.into_iter().rev().flatten())?;
    Ok(marks.map(|marks| Chain { records, state, marks, ends, last }))
}

/// What stands in NOTE and BRANCH frames.
#[derive(Default)]
struct Marks {
    notes: Notes,
    branches: Vec<Branch>,
}

/// Reads the NOTE and BRANCH frames that begin at the offsets; `None` if another frame stands at one of them.
fn read_marks(
    source: &Source,
    seed: Seed,
    header: &Header,
    offsets: impl Iterator<Item = u64>,
) -> Result<Option<Marks>, Trouble> {
    let mut marks = Marks::default();
    for offset in offsets {
        let frame = head_at(source, offset, seed)?;
        if !frame.is_known() {
            return Ok(None);
        }
        match frame.header.kind {
            kind::NOTE => _ = marks.notes.apply(&format::decode_note(header, &read_raw(source, &frame)?)?),
            kind::BRANCH if marks.branches.len() < limits::BRANCHES as usize => {
                marks.branches.push(read_branch(source, &frame)?);
            }
            _ => return Ok(None),
        }
    }
    Ok(Some(marks))
}

/// What an INDEX tells of a record.
struct Indexed {
    line: u32,
    record: u32,
    offset: u64,
    summary: Summary,
}

/// What an INDEX tells of its records; `None` if it names what the header lacks.
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
    let indexed = |entry: &Entry| {
        let Entry { line, record, offset, .. } = *entry;
        Some(Indexed { line, record, offset, summary: summary(entry, &keys)? })
    };
    index.entries.0.iter().map(indexed).collect()
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
