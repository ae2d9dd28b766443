//! What is known of a file so far, and where reading goes on.

use std::sync::OnceLock;

use fogreel_engine::{End, Header};

use super::frames::FrameMark;
use crate::format::{Fault, Seed, ensure, limits};
use crate::notes::Notes;
use crate::{Branch, FileState, FormatVersion, ReadReport, RecordRange, Strictness, Summary};

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
    /// The match itself: line 0.
    pub(crate) main: LineOfPlay,
    /// The other lines, in ascending order.
    pub(crate) branches: Vec<BranchOfPlay>,
    /// Records that can be read, of lines that cannot be placed: lost with their BRANCH.
    orphans: Vec<(u32, RecordRange)>,
    /// Records that a GAP or an INDEX says are lost.
    lost: u64,
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

/// What is known of a line of play.
#[derive(Default)]
pub(crate) struct LineOfPlay {
    /// Number of its first record: 0, or in a branch that behind the record which it leaves.
    pub(crate) first: u32,
    /// Where the frame of each of its records begins, or [`MISSING`].
    pub(crate) offsets: Vec<u64>,
    /// One per record; those that neither an index nor decoding told yet are empty.
    pub(crate) summaries: Vec<OnceLock<Summary>>,
    pub(crate) end: Option<End>,
    /// Where the END begins.
    pub(crate) end_offset: Option<u64>,
    /// Whether the end counts other records than there are.
    pub(crate) end_is_wrong: bool,
}

/// A line of play that leaves another.
pub(crate) struct BranchOfPlay {
    pub(crate) branch: Branch,
    pub(crate) line: LineOfPlay,
}

impl LineOfPlay {
    /// One whose first record has that number, without records.
    pub(crate) fn from(first: u32) -> Self {
        Self { first, ..Self::default() }
    }

    /// Number of the record that comes next.
    pub(crate) fn next(&self) -> u32 {
        self.first + self.offsets.len() as u32
    }

    /// Position in the lists of a record of this line.
    pub(crate) fn position(&self, record: u32) -> Option<usize> {
        let position = record.checked_sub(self.first)? as usize;
        (position < self.offsets.len()).then_some(position)
    }

    /// Adds records that are lost until `next` comes next.
    pub(crate) fn make_room(&mut self, next: u32) {
        let records = (next.saturating_sub(self.first) as usize).max(self.offsets.len());
        self.offsets.resize(records, MISSING);
        self.summaries.resize_with(records, OnceLock::new);
    }

    fn missing_ranges(&self) -> Vec<RecordRange> {
        let mut ranges: Vec<RecordRange> = Vec::new();
        for (record, _) in (self.first..).zip(&self.offsets).filter(|(_, offset)| **offset == MISSING) {
            match ranges.last_mut() {
                Some(range) if range.last + 1 == record => range.last = record,
                _ => ranges.push(RecordRange { first: record, last: record }),
            }
        }
        ranges
    }
}

/// What no INDEX has told yet.
#[derive(Default)]
pub(crate) struct Unindexed {
    /// Where the last INDEX begins.
    pub(crate) last_index: Option<u64>,
    /// Records behind it, in the order of the file: line and number.
    pub(crate) records: Vec<(u32, u32)>,
    /// Where the NOTE and BRANCH frames behind it begin.
    pub(crate) marks: Vec<u64>,
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
            main: LineOfPlay::default(),
            branches: Vec::new(),
            orphans: Vec::new(),
            lost: 0,
            notes: Notes::default(),
            note_frames: 0,
            offset,
            sequence: 1,
            last: None,
            unindexed: Unindexed::default(),
            report: ReadReport::default(),
        }
    }

    /// The line of that number.
    pub(crate) fn line(&self, line: u32) -> Option<&LineOfPlay> {
        match line {
            0 => Some(&self.main),
            _ => self.branches.iter().find(|branch| branch.branch.line == line).map(|branch| &branch.line),
        }
    }

    pub(crate) fn line_mut(&mut self, line: u32) -> Option<&mut LineOfPlay> {
        match line {
            0 => Some(&mut self.main),
            _ => self.branches.iter_mut().find(|branch| branch.branch.line == line).map(|branch| &mut branch.line),
        }
    }

    /// All lines and their numbers.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (u32, &LineOfPlay)> {
        let branches = self.branches.iter().map(|branch| (branch.branch.line, &branch.line));
        std::iter::once((0, &self.main)).chain(branches)
    }

    /// Forgets all lines.
    pub(crate) fn forget_lines(&mut self) {
        (self.main, self.branches, self.lost) = (LineOfPlay::default(), Vec::new(), 0);
    }

    /// Adds a line that leaves one which is there, if the file may have another one.
    pub(crate) fn push_branch(&mut self, branch: Branch) -> Result<(), Fault> {
        limits::check("branches", limits::BRANCHES, self.branches.len() as u64 + 1)?;
        let Branch { line, parent, record, .. } = branch;
        let highest = self.branches.last().map_or(0, |last| last.branch.line);
        ensure(line > highest, || ("the branch".into(), format!("a line above {highest}"), line))?;
        let leaves_record = self.line(parent).and_then(|parent| parent.position(record)).is_some();
        let found = || format!("one that leaves record {record} of line {parent}");
        ensure(leaves_record, || ("the branch".into(), "one that leaves a record before it".into(), found()))?;
        self.branches.push(BranchOfPlay { branch, line: LineOfPlay::from(record + 1) });
        Ok(())
    }

    /// Adds a record to a line that is there.
    pub(crate) fn push(&mut self, line: u32, offset: u64, summary: Option<Summary>) {
        self.lost += u64::from(offset == MISSING);
        if let Some(line) = self.line_mut(line) {
            line.offsets.push(offset);
            line.summaries.push(summary.map_or_else(OnceLock::new, OnceLock::from));
        }
    }

    /// Adds a record, in ascending order, of a line that is not there.
    pub(crate) fn push_orphan(&mut self, line: u32, record: u32) {
        match self.orphans.last_mut() {
            Some((known, range)) if *known == line && range.last + 1 == record => range.last = record,
            _ => self.orphans.push((line, RecordRange { first: record, last: record })),
        }
    }

    /// Adds a sentence to the report, once.
    pub(crate) fn warn(&mut self, warning: impl Into<String>) {
        self.report.warn(warning);
    }

    /// Checks that a GAP may say that so many records are lost.
    pub(crate) fn check_lost(&self, records: u32) -> Result<(), Fault> {
        limits::check("lost records", limits::LOST, self.lost + u64::from(records)).map(drop)
    }

    /// Brings the report up to date.
    pub(crate) fn sum_up(&mut self) {
        self.report.missing = self.main.missing_ranges();
        let in_branches = self
            .branches
            .iter()
            .flat_map(|branch| branch.line.missing_ranges().into_iter().map(|range| (branch.branch.line, range)));
        self.report.missing_in_branches = in_branches.chain(self.orphans.iter().copied()).collect();
        self.report.recovered = self.main.offsets.iter().filter(|offset| **offset != MISSING).count() as u32;
        self.report.complete = self.main.end.is_some() && !self.main.end_is_wrong;
    }
}
