//! What is known of a file so far, and where reading goes on.

use std::sync::OnceLock;

use fogreel_engine::{End, Header};

use super::frames::FrameMark;
use crate::format::{Fault, Seed, limits};
use crate::notes::Notes;
use crate::{FileState, FormatVersion, ReadReport, RecordRange, Strictness, Summary};

/// Offset of a record that is not there.
pub(crate) const MISSING: u64 = u64::MAX;

/// What is known of a file so far, and where reading goes on.
pub(crate) struct Progress {
    pub(crate) strictness: Strictness,
    pub(crate) version: FormatVersion,
    /// Packed, if any record lies in a chunk.
    pub(crate) state: FileState,
    /// Lost with a damaged preamble.
    pub(crate) nonce: Option<u64>,
    pub(crate) seed: Seed,
    pub(crate) header: Header,
    pub(crate) header_raw: Vec<u8>,
    /// Where the frame of each record of line 0 begins, or [`MISSING`].
    pub(crate) offsets: Vec<u64>,
    /// Records that a GAP or an INDEX says are lost.
    lost: u64,
    /// One per record; those that neither an index nor decoding told yet are empty.
    pub(crate) summaries: Vec<OnceLock<Summary>>,
    pub(crate) end: Option<End>,
    /// Where the END begins.
    pub(crate) end_offset: Option<u64>,
    /// Whether the end counts other records than there are.
    pub(crate) end_is_wrong: bool,
    /// Those in the file itself.
    pub(crate) notes: Notes,
    /// NOTE frames that were read one after the other.
    pub(crate) note_frames: usize,
    /// Where the next frame begins, and its sequence number.
    pub(crate) offset: u64,
    pub(crate) sequence: u32,
    /// The last good frame.
    pub(crate) last: Option<FrameMark>,
    /// What no INDEX has told yet, behind the last one.
    pub(crate) unindexed: Unindexed,
    pub(crate) report: ReadReport,
}

/// What no INDEX has told yet.
#[derive(Default)]
pub(crate) struct Unindexed {
    /// Where the last INDEX begins.
    pub(crate) last_index: Option<u64>,
    /// First record behind it.
    pub(crate) first_record: usize,
    /// Where the NOTE frames behind it begin.
    pub(crate) notes: Vec<u64>,
}

impl Progress {
    /// What is known when preamble and HEADER were read.
    pub(crate) fn behind_header(
        strictness: Strictness,
        version: FormatVersion,
        nonce: Option<u64>,
        seed: Seed,
        header: (Header, Vec<u8>),
        offset: u64,
    ) -> Self {
        Self {
            strictness,
            version,
            state: FileState::Live,
            nonce,
            seed,
            header: header.0,
            header_raw: header.1,
            offsets: Vec::new(),
            lost: 0,
            summaries: Vec::new(),
            end: None,
            end_offset: None,
            end_is_wrong: false,
            notes: Notes::default(),
            note_frames: 0,
            offset,
            sequence: 1,
            last: None,
            unindexed: Unindexed::default(),
            report: ReadReport::default(),
        }
    }

    /// Adds a record.
    pub(crate) fn push(&mut self, offset: u64, summary: Option<Summary>) {
        self.lost += u64::from(offset == MISSING);
        self.offsets.push(offset);
        self.summaries.push(summary.map_or_else(OnceLock::new, OnceLock::from));
    }

    /// Adds a sentence to the report, once.
    pub(crate) fn warn(&mut self, warning: impl Into<String>) {
        self.report.warn(warning);
    }

    /// Adds records that a GAP says are lost.
    pub(crate) fn push_lost(&mut self, records: u32) -> Result<(), Fault> {
        limits::check("lost records", limits::LOST, self.lost + u64::from(records))?;
        limits::check("records", limits::RECORDS, self.offsets.len() as u64 + u64::from(records))?;
        (0..records).for_each(|_| self.push(MISSING, None));
        Ok(())
    }

    /// Brings the report up to date.
    pub(crate) fn sum_up(&mut self) {
        self.report.missing = missing_ranges(&self.offsets);
        self.report.recovered = self.offsets.iter().filter(|offset| **offset != MISSING).count() as u32;
        self.report.complete = self.end.is_some() && !self.end_is_wrong;
    }
}

fn missing_ranges(offsets: &[u64]) -> Vec<RecordRange> {
    let mut ranges: Vec<RecordRange> = Vec::new();
    for (record, _) in offsets.iter().enumerate().filter(|(_, offset)| **offset == MISSING) {
        let record = record as u32;
        match ranges.last_mut() {
            Some(range) if range.last + 1 == record => range.last = record,
            _ => ranges.push(RecordRange { first: record, last: record }),
        }
    }
    ranges
}
