//! The strict and the tolerant reader: frame after frame, each in its place.

use fogreel_engine::End;

use super::frames::{Flaw, Frame, FrameMark, Trouble, decode_records, find_frame, read_branch, read_frame, read_raw};
use super::progress::{LineOfPlay, MISSING, Progress};
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
        let main = &self.progress.main;
        main.end.is_none().then_some(main.next())
    }

    /// Reads the frame at hand.
    fn step(&mut self) -> Result<Frame, Trouble> {
        let (offset, seed, due) = (self.progress.offset, self.progress.seed, self.progress.sequence);
        let frame = read_frame(&mut self.window, self.source, offset, seed)?;
        let FrameHeader { sequence, kind, is_critical, line, .. } = frame.header;
        if sequence != due {
            return Err(order(format!("frame number {due}"), format!("frame number {sequence}")));
        }
        if self.is_strict() && frame.is_known() {
            check_numbers(&frame)?;
        }
        if !frame.is_known() {
            if is_critical {
                return Err(frame.unknown(self.source).into());
            }
            let name = frame.kind_name();
            self.progress.warn(format!("A frame was skipped that this program does not know ({name})."));
        } else {
            match kind {
                kind::RECORD | kind::CHUNK => self.records(&frame)?,
                kind::GAP => self.gap(&frame)?,
                kind::END => self.end(&frame)?,
                kind::BRANCH => self.branch(&frame)?,
                _ if line != 0 => return Err(order("a frame of line 0", format!("one of line {line}"))),
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
        let FrameHeader { kind, line, first_record, records, .. } = frame.header;
        if kind == kind::CHUNK && line == 0 {
            self.progress.state = FileState::Packed;
        }
        if !self.is_strict() {
            (first_record..first_record + records).for_each(|record| self.push(line, record, frame.offset, None));
            return Ok(());
        }
        for record in decode_records(self.source, &self.progress.header, frame)? {
            let summary = Summary::of(&self.progress.header, &record);
            self.push(line, record.index, frame.offset, Some(summary));
        }
        Ok(())
    }

    fn gap(&mut self, frame: &Frame) -> Result<(), Trouble> {
        self.check_due(frame)?;
        let FrameHeader { line, first_record, records, .. } = frame.header;
        self.progress.check_lost(records)?;
        (first_record..first_record + records).for_each(|record| self.push(line, record, MISSING, None));
        Ok(())
    }

    fn push(&mut self, line: u32, record: u32, offset: u64, summary: Option<Summary>) {
        self.progress.push(line, offset, summary);
        self.progress.unindexed.records.push((line, record));
    }

    fn branch(&mut self, frame: &Frame) -> Result<(), Trouble> {
        let branch = read_branch(self.source, frame)?;
        self.progress.push_branch(branch)?;
        self.progress.unindexed.marks.push(frame.offset);
        Ok(())
    }

    /// The line that a frame belongs to.
    fn line(&self, frame: &Frame) -> Result<&LineOfPlay, Trouble> {
        let line = frame.header.line;
        self.progress.line(line).ok_or_else(|| order(format!("the BRANCH of line {line} first"), frame.kind_name()))
    }

    /// Checks that a frame is about the records that come next.
    fn check_due(&self, frame: &Frame) -> Result<(), Trouble> {
        let line = self.line(frame)?;
        let due = line.next();
        let FrameHeader { kind, first_record, records, .. } = frame.header;
        if line.end.is_some() {
            return Err(order("no record behind the end", format!("record {first_record}")));
        }
        let is_count_right = if kind == kind::RECORD { records == 1 } else { records > 0 };
        if first_record != due || !is_count_right {
            let found = format!("{records} records from {first_record} on");
            return Err(order(format!("record {due}"), found));
        }
        limits::check("records", limits::RECORDS, u64::from(due) + u64::from(records))?;
        Ok(())
    }

    fn end(&mut self, frame: &Frame) -> Result<(), Trouble> {
        let (records, is_second) = self.line(frame).map(|line| (line.next(), line.end.is_some()))?;
        if frame.header.records != records {
            let expected = format!("the end of {} records", frame.header.records);
            return Err(order(expected, format!("{records} records before it")));
        }
        let end = format::decode_end(&self.progress.header, &read_raw(self.source, frame)?)?;
        if is_second {
            if self.is_strict() {
                return Err(order("one END", "a second one"));
            }
            self.progress.warn(ends_twice(frame.header.line));
            return Ok(());
        }
        let mut is_wrong = false;
        if let Err(fault) = format::check_end_counts(&end, records) {
            if self.is_strict() {
                return Err(fault.into());
            }
            self.progress.warn(wrong_count(&end, records));
            is_wrong = true;
        }
        if let Some(line) = self.progress.line_mut(frame.header.line) {
            (line.end, line.end_offset, line.end_is_wrong) = (Some(end), Some(frame.offset), is_wrong);
        }
        Ok(())
    }

    fn note(&mut self, frame: &Frame) -> Result<(), Trouble> {
        match format::decode_note(&self.progress.header, &read_raw(self.source, frame)?) {
            Ok(change) => _ = self.progress.notes.apply(&change),
            Err(fault) if self.is_strict() => return Err(fault.into()),
            Err(_) => self.progress.warn("A note is wrong."),
        }
        self.progress.unindexed.marks.push(frame.offset);
        self.progress.note_frames += 1;
        Ok(())
    }

    /// An INDEX is a hint, and is read only where hints must be right, too.
    fn index(&mut self, frame: &Frame) -> Result<(), Trouble> {
        let (records, marks) = if self.is_strict() {
            let raw = read_raw(self.source, frame)?;
            let index: Index = format::decode_index(&raw)?;
            if !self.agrees(&index, frame) {
                return Err(order("an INDEX of the frames before it", "one that contradicts them"));
            }
            (index.entries.0.len(), index.marks.0.len())
        } else {
            (self.progress.unindexed.records.len(), self.progress.unindexed.marks.len())
        };
        let unindexed = &mut self.progress.unindexed;
        unindexed.last_index = Some(frame.offset);
        unindexed.records.drain(..records);
        unindexed.marks.drain(..marks);
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
            && format::is_intact(index.header_crc, crc32fast::hash(&progress.header_raw))
            && *index.header == *progress.header_raw
            && entries.len() <= unindexed.records.len()
            && entries.iter().zip(&unindexed.records).all(|(entry, &(number, record))| {
                let line = progress.line(number);
                let place = line.and_then(|line| Some((line, line.position(record)?)));
                place.is_some_and(|(line, position)| {
                    let summary = line.summaries[position].get();
                    let in_short = summary.map_or((0, 0), |summary| (summary.turn, summary.events));
                    (entry.line, entry.record, entry.offset) == (number, record, line.offsets[position])
                        && in_short == (entry.turn, entry.events)
                })
            })
            && frame.header.records as usize == entries.iter().filter(|entry| entry.line == 0).count()
            && frame.header.first_record as usize
                == progress.main.offsets.len() - unindexed.records.iter().filter(|(line, _)| *line == 0).count()
            && unindexed.marks.starts_with(&index.marks.0)
            && progress.lines().filter(|(_, line)| line.end.is_some()).count() == index.ends.0.len()
            && index
                .ends
                .0
                .iter()
                .all(|end| progress.line(end.line).is_some_and(|line| line.end_offset == Some(end.offset)))
    }
}

/// Checks what the header of a frame says without need, since it follows from the kind.
pub(super) fn check_numbers(frame: &Frame) -> Result<(), Trouble> {
    let FrameHeader { kind, is_critical, first_record, records, .. } = frame.header;
    let is_first_right = first_record == 0 || !matches!(kind, kind::HEADER | kind::NOTE | kind::END);
    let is_count_right = records == 0 || !matches!(kind, kind::HEADER | kind::NOTE | kind::BRANCH);
    if is_critical != kind::is_critical(kind) || !is_first_right || !is_count_right {
        let found =
            format!("{} about {records} records from {first_record} on, critical: {is_critical}", kind::name(kind));
        return Err(order("a frame header as its kind has it", found));
    }
    Ok(())
}

/// What is said of an end that counts other records than there are.
pub(super) fn wrong_count(end: &End, records: u32) -> String {
    format!("An end that counts {} records stands behind {records}.", end.records)
}

/// What is said of a line with two ends.
pub(super) fn ends_twice(line: u32) -> String {
    match line {
        0 => "The match ends twice; the first end counts.".to_owned(),
        _ => format!("Branch {line} ends twice; the first end counts."),
    }
}

fn order(expected: impl Into<String>, found: impl Into<String>) -> Trouble {
    Flaw::Order { expected: expected.into(), found: found.into() }.into()
}
