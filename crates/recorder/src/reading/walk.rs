//! The strict and the tolerant reader: frame after frame, each in its place.

use fogreel_engine::{End, Header};

use super::Opened;
use super::frames::{Flaw, Frame, Trouble, find_frame, read_frame, read_raw};
use super::indexed::Chain;
use crate::format::{self, FrameHeader, Index, Seed, kind, limits};
use crate::source::{Source, Window};
use crate::{FormatVersion, ReadError, ReadReport, Strictness, Summary};

/// A reader on its way through the frames.
pub(crate) struct Walk<'s> {
    source: &'s Source,
    window: Window<'s>,
    strictness: Strictness,
    seed: Seed,
    header: Header,
    header_raw: Vec<u8>,
    /// Where the next frame begins.
    offset: u64,
    /// Its sequence number.
    sequence: u32,
    offsets: Vec<u64>,
    summaries: Vec<Option<Summary>>,
    end: Option<End>,
    /// Whether the end counts other records than there are.
    end_is_wrong: bool,
    /// Where the last INDEX begins, and the first record behind it.
    last_index: Option<u64>,
    unindexed: usize,
    report: ReadReport,
}

impl<'s> Walk<'s> {
    /// A reader behind the HEADER.
    pub(crate) fn new(
        source: &'s Source,
        strictness: Strictness,
        seed: Seed,
        header: Header,
        header_raw: Vec<u8>,
        offset: u64,
    ) -> Self {
        Self {
            source,
            window: Window::new(source),
            strictness,
            seed,
            header,
            header_raw,
            offset,
            sequence: 1,
            offsets: Vec::new(),
            summaries: Vec::new(),
            end: None,
            end_is_wrong: false,
            last_index: None,
            unindexed: 0,
            report: ReadReport::default(),
        }
    }

    pub(crate) fn header(&self) -> &Header {
        &self.header
    }

    /// Goes on behind the last INDEX.
    pub(crate) fn resume(&mut self, chain: Chain) {
        self.offset = chain.next_offset;
        self.sequence = chain.next_sequence;
        self.offsets = chain.offsets;
        self.summaries = chain.summaries.into_iter().map(Some).collect();
        self.end = chain.end;
    }

    /// Reads to the end of the file.
    pub(crate) fn run(&mut self) -> Result<(), ReadError> {
        while self.offset < self.source.len() {
            match self.step() {
                Ok(next) => self.offset = next,
                Err(Trouble::Error(error)) => return Err(error),
                Err(Trouble::Flaw(flaw)) => {
                    let is_tail = self.strictness == Strictness::Tail
                        && find_frame(&mut self.window, self.source, self.offset + 1, self.seed)?.is_none();
                    if !is_tail {
                        return Err(flaw.into_error(self.source, self.offset, self.due_record()));
                    }
                    self.report.bytes_cut = self.source.len() - self.offset;
                    break;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn into_opened(mut self, version: FormatVersion) -> Opened {
        self.report.recovered = self.offsets.len() as u32;
        self.report.complete = self.end.is_some() && !self.end_is_wrong;
        let Self { seed, header, offsets, summaries, end, report, .. } = self;
        Opened { version, seed, header, offsets, summaries, end, report }
    }

    /// The record that should come next, for messages.
    fn due_record(&self) -> Option<u32> {
        self.end.is_none().then_some(self.offsets.len() as u32)
    }

    /// Reads the frame at hand and returns where the next one begins.
    fn step(&mut self) -> Result<u64, Trouble> {
        let frame = read_frame(&mut self.window, self.source, self.offset, self.seed)?;
        let FrameHeader { sequence, kind, is_critical, line, .. } = frame.header;
        if sequence != self.sequence {
            return Err(order(format!("frame number {}", self.sequence), format!("frame number {sequence}")));
        }
        if !frame.is_known() {
            if is_critical {
                return Err(frame.unknown(self.source).into());
            }
            self.warn(format!("A frame was skipped that this program does not know ({}).", frame.kind_name()));
        } else if line != 0 {
            self.warn("The file has other lines of play, which are not shown.".to_owned());
        } else {
            match kind {
                kind::RECORD => self.record(&frame)?,
                kind::END => self.end(&frame)?,
                kind::INDEX => self.index(&frame)?,
                _ => return Err(order("one HEADER", "a second one")),
            }
        }
        self.sequence = sequence.wrapping_add(1);
        Ok(frame.end())
    }

    fn record(&mut self, frame: &Frame) -> Result<(), Trouble> {
        let index = self.offsets.len() as u32;
        let FrameHeader { first_record, records, .. } = frame.header;
        if self.end.is_some() {
            return Err(order("no record behind the end", format!("record {first_record}")));
        }
        if (first_record, records) != (index, 1) {
            let found = format!("{records} records from {first_record} on");
            return Err(order(format!("record {index}"), found));
        }
        limits::check("records", limits::RECORDS, u64::from(index) + 1)?;
        if self.strictness == Strictness::Strict {
            let raw = read_raw(self.source, frame)?;
            let record = format::decode_record(&self.header, &raw, index)?;
            self.summaries.push(Some(Summary::of(&self.header, &record)));
        }
        self.offsets.push(frame.offset);
        Ok(())
    }

    fn end(&mut self, frame: &Frame) -> Result<(), Trouble> {
        let records = self.offsets.len() as u32;
        if frame.header.records != records {
            let expected = format!("the end of {} records", frame.header.records);
            return Err(order(expected, format!("{records} records before it")));
        }
        let end = format::decode_end(&self.header, &read_raw(self.source, frame)?)?;
        if self.end.is_some() {
            if self.strictness == Strictness::Strict {
                return Err(order("one END", "a second one"));
            }
            self.warn("The match ends twice; the first end counts.".to_owned());
            return Ok(());
        }
        if let Err(fault) = format::check_end_counts(&end, records) {
            if self.strictness == Strictness::Strict {
                return Err(fault.into());
            }
            self.warn(wrong_count(&end, records));
            self.end_is_wrong = true;
        }
        self.end = Some(end);
        Ok(())
    }

    /// An INDEX is a hint, and is read only where hints must be right, too.
    fn index(&mut self, frame: &Frame) -> Result<(), Trouble> {
        if self.strictness != Strictness::Strict {
            return Ok(());
        }
        let raw = read_raw(self.source, frame)?;
        let index: Index = format::decode_index(&raw)?;
        let entries = &index.entries.0;
        let agrees = index.offset == frame.offset
            && index.previous == self.last_index
            && Seed::of(index.nonce) == self.seed
            && index.header_crc == crc32fast::hash(&self.header_raw)
            && *index.header == *self.header_raw
            && entries.len() == self.offsets.len() - self.unindexed
            && entries.iter().enumerate().all(|(position, entry)| {
                let record = self.unindexed + position;
                let summary = self.summaries.get(record).and_then(Option::as_ref);
                (entry.line, entry.record as usize, entry.offset) == (0, record, self.offsets[record])
                    && summary.is_some_and(|summary| (summary.turn, summary.events) == (entry.turn, entry.events))
            })
            && index.ends.0.iter().any(|end| end.line == 0) == self.end.is_some();
        if !agrees {
            return Err(order("an INDEX of the frames before it", "one that contradicts them"));
        }
        (self.last_index, self.unindexed) = (Some(frame.offset), self.offsets.len());
        Ok(())
    }

    fn warn(&mut self, warning: String) {
        if !self.report.warnings.contains(&warning) {
            self.report.warnings.push(warning);
        }
    }
}

/// What is said of an end that counts other records than there are.
pub(super) fn wrong_count(end: &End, records: u32) -> String {
    format!("An end that counts {} records stands behind {records}.", end.records)
}

fn order(expected: impl Into<String>, found: impl Into<String>) -> Trouble {
    Flaw::Order { expected: expected.into(), found: found.into() }.into()
}
