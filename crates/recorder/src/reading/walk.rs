//! The strict and the tolerant reader: frame after frame, each in its place.

use fogreel_engine::End;

use super::frames::{Flaw, Frame, FrameMark, Trouble, decode_records, find_frame, read_frame, read_raw};
use super::progress::Progress;
use crate::format::{self, FrameHeader, Index, Seed, kind, limits};
use crate::source::{Source, Window};
use crate::{FileState, ReadError, Strictness, Summary};

/// A reader on its way through the frames.
pub(crate) struct Walk<'s> {
    source: &'s Source,
    window: Window<'s>,
    progress: &'s mut Progress,
    /// Where the last frame begins that was read here.
    last: Option<u64>,
}

impl<'s> Walk<'s> {
    /// A reader that goes on where the progress stands.
    pub(crate) fn new(source: &'s Source, progress: &'s mut Progress) -> Self {
        Self { source, window: Window::new(source), progress, last: None }
    }

    /// Reads to the end of the file.
    pub(crate) fn run(mut self) -> Result<(), ReadError> {
        let flaw = self.steps()?;
        self.stop(flaw, |_| true)
    }

    /// Reads on. A frame that is not whole yet is not there yet; anything else that is no frame is looked into only if
    /// the file grew, so that asking often costs nothing.
    pub(crate) fn follow(mut self, has_grown: bool) -> Result<(), ReadError> {
        let flaw = self.steps()?;
        self.stop(flaw, |flaw| has_grown && !matches!(flaw, Flaw::Cut { .. }))
    }

    /// Reads until the end of the file or a flaw.
    fn steps(&mut self) -> Result<Option<Flaw>, ReadError> {
        while self.progress.offset < self.source.len() {
            match self.step() {
                Ok(frame) => {
                    self.last = Some(frame.offset);
                    self.progress.offset = frame.end();
                    self.progress.sequence = frame.header.sequence.wrapping_add(1);
                }
                Err(Trouble::Error(error)) => return Err(error),
                Err(Trouble::Flaw(flaw)) => return Ok(Some(flaw)),
            }
        }
        Ok(None)
    }

    /// Leaves the progress as it is now, unless the flaw is an error: where it is worth a look, what is behind it decides.
    fn stop(mut self, flaw: Option<Flaw>, is_worth_a_look: impl Fn(&Flaw) -> bool) -> Result<(), ReadError> {
        let offset = self.progress.offset;
        if let Some(flaw) = flaw
            && is_worth_a_look(&flaw)
        {
            let is_tail = self.progress.strictness == Strictness::Tail
                && find_frame(&mut self.window, self.source, offset + 1, self.progress.seed, |_| {})?.is_none();
            if !is_tail {
                return Err(flaw.into_error(self.source, offset, self.due_record()));
            }
        }
        self.progress.report.bytes_cut = self.source.len() - offset;
        if let Some(last) = self.last {
            self.progress.last = FrameMark::at(self.source, last)?;
        }
        self.progress.sum_up();
        Ok(())
    }

    /// The record that should come next, for messages.
    fn due_record(&self) -> Option<u32> {
        self.progress.end.is_none().then_some(self.progress.offsets.len() as u32)
    }

    /// Reads the frame at hand.
    fn step(&mut self) -> Result<Frame, Trouble> {
        let (offset, seed, due) = (self.progress.offset, self.progress.seed, self.progress.sequence);
        let frame = read_frame(&mut self.window, self.source, offset, seed)?;
        let FrameHeader { sequence, kind, is_critical, line, .. } = frame.header;
        if sequence != due {
            return Err(order(format!("frame number {due}"), format!("frame number {sequence}")));
        }
        if !frame.is_known() {
            if is_critical {
                return Err(frame.unknown(self.source).into());
            }
            let name = frame.kind_name();
            self.progress.warn(format!("A frame was skipped that this program does not know ({name})."));
        } else if line != 0 {
            self.progress.warn("The file has other lines of play, which are not shown.");
        } else {
            match kind {
                kind::RECORD | kind::CHUNK => self.records(&frame)?,
                kind::GAP => self.gap(&frame)?,
                kind::END => self.end(&frame)?,
                kind::INDEX => self.index(&frame)?,
                kind::NOTE => self.note(&frame)?,
                _ => return Err(order("one HEADER", "a second one")),
            }
        }
        Ok(frame)
    }

    fn is_strict(&self) -> bool {
        self.progress.strictness == Strictness::Strict
    }

    fn records(&mut self, frame: &Frame) -> Result<(), Trouble> {
        self.check_due(frame)?;
        let records = frame.header.records;
        limits::check("records", limits::RECORDS, self.progress.offsets.len() as u64 + u64::from(records))?;
        if frame.header.kind == kind::CHUNK {
            self.progress.state = FileState::Packed;
        }
        if !self.is_strict() {
            (0..records).for_each(|_| self.progress.push(frame.offset, None));
            return Ok(());
        }
        for record in decode_records(self.source, &self.progress.header, frame)? {
            let summary = Summary::of(&self.progress.header, &record);
            self.progress.push(frame.offset, Some(summary));
        }
        Ok(())
    }

    fn gap(&mut self, frame: &Frame) -> Result<(), Trouble> {
        self.check_due(frame)?;
        Ok(self.progress.push_lost(frame.header.records)?)
    }

    /// Checks that a frame is about the records that come next.
    fn check_due(&self, frame: &Frame) -> Result<(), Trouble> {
        let due = self.progress.offsets.len() as u32;
        let FrameHeader { kind, first_record, records, .. } = frame.header;
        if self.progress.end.is_some() {
            return Err(order("no record behind the end", format!("record {first_record}")));
        }
        let is_count_right = if kind == kind::RECORD { records == 1 } else { records > 0 };
        if first_record != due || !is_count_right {
            let found = format!("{records} records from {first_record} on");
            return Err(order(format!("record {due}"), found));
        }
        Ok(())
    }

    fn end(&mut self, frame: &Frame) -> Result<(), Trouble> {
        let records = self.progress.offsets.len() as u32;
        if frame.header.records != records {
            let expected = format!("the end of {} records", frame.header.records);
            return Err(order(expected, format!("{records} records before it")));
        }
        let end = format::decode_end(&self.progress.header, &read_raw(self.source, frame)?)?;
        if self.progress.end.is_some() {
            if self.is_strict() {
                return Err(order("one END", "a second one"));
            }
            self.progress.warn("The match ends twice; the first end counts.");
            return Ok(());
        }
        if let Err(fault) = format::check_end_counts(&end, records) {
            if self.is_strict() {
                return Err(fault.into());
            }
            self.progress.warn(wrong_count(&end, records));
            self.progress.end_is_wrong = true;
        }
        (self.progress.end, self.progress.end_offset) = (Some(end), Some(frame.offset));
        Ok(())
    }

    fn note(&mut self, frame: &Frame) -> Result<(), Trouble> {
        match format::decode_note(&self.progress.header, &read_raw(self.source, frame)?) {
            Ok(change) => _ = self.progress.notes.apply(&change),
            Err(fault) if self.is_strict() => return Err(fault.into()),
            Err(_) => self.progress.warn("A note is wrong."),
        }
        self.progress.unindexed.notes.push(frame.offset);
        self.progress.note_frames += 1;
        Ok(())
    }

    /// An INDEX is a hint, and is read only where hints must be right, too.
    fn index(&mut self, frame: &Frame) -> Result<(), Trouble> {
        let first = self.progress.unindexed.first_record;
        let (records, notes) = if self.is_strict() {
            let raw = read_raw(self.source, frame)?;
            let index: Index = format::decode_index(&raw)?;
            if !self.agrees(&index, frame) {
                return Err(order("an INDEX of the frames before it", "one that contradicts them"));
            }
            (first + index.entries.0.len(), index.notes.0.len())
        } else {
            (self.progress.offsets.len(), self.progress.unindexed.notes.len())
        };
        let unindexed = &mut self.progress.unindexed;
        (unindexed.last_index, unindexed.first_record) = (Some(frame.offset), records);
        unindexed.notes.drain(..notes);
        Ok(())
    }

    /// Whether an INDEX tells what stands before it, from the first record and note on that the last one left out.
    fn agrees(&self, index: &Index, frame: &Frame) -> bool {
        let progress = &*self.progress;
        let unindexed = &progress.unindexed;
        let entries = &index.entries.0;
        index.offset == frame.offset
            && index.previous == unindexed.last_index
            && Seed::of(index.nonce) == progress.seed
            && index.header_crc == crc32fast::hash(&progress.header_raw)
            && *index.header == *progress.header_raw
            && entries.len() <= progress.offsets.len() - unindexed.first_record
            && entries.iter().enumerate().all(|(position, entry)| {
                let record = unindexed.first_record + position;
                let summary = progress.summaries.get(record).and_then(|summary| summary.get());
                let in_short = summary.map_or((0, 0), |summary| (summary.turn, summary.events));
                (entry.line, entry.record as usize, entry.offset) == (0, record, progress.offsets[record])
                    && in_short == (entry.turn, entry.events)
            })
            && unindexed.notes.starts_with(&index.notes.0)
            && index.ends.0.iter().any(|end| end.line == 0) == progress.end.is_some()
    }
}

/// What is said of an end that counts other records than there are.
pub(super) fn wrong_count(end: &End, records: u32) -> String {
    format!("An end that counts {} records stands behind {records}.", end.records)
}

fn order(expected: impl Into<String>, found: impl Into<String>) -> Trouble {
    Flaw::Order { expected: expected.into(), found: found.into() }.into()
}
