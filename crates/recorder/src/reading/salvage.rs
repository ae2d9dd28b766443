//! The reader that goes on behind damage.

use std::sync::OnceLock;

use fogreel_engine::Header;

use super::frames::{Frame, FrameMark, Trouble, find_frame, find_sync, read_frame, read_raw};
use super::opening::read_preamble;
use super::progress::{MISSING, Progress};
use super::walk::wrong_count;
use crate::format::{self, FrameHeader, Index, MAJOR, MINOR, Preamble, Seed, kind};
use crate::source::{Source, Window};
use crate::{FormatVersion, ReadError, ReadReport, RecordRange, Strictness, Summary};

/// Reads everything that can be read.
pub(crate) fn open(source: &Source) -> Result<Progress, ReadError> {
    let mut report = ReadReport::default();
    let (version, nonce, seed, start) = match read_preamble(source) {
        Ok(Preamble { major, minor, nonce }) => {
            (FormatVersion { major, minor }, Some(nonce), Seed::of(nonce), Preamble::LEN as u64)
        }
        // Without a preamble, two frames that agree about the seed stand for it.
        Err(error @ (ReadError::Damaged { .. } | ReadError::NotARecording { .. })) => {
            let Some(seed) = derive_seed(source)? else { return Err(error) };
            report.warnings.push("The first bytes of the file are damaged.".to_owned());
            (FormatVersion { major: MAJOR, minor: MINOR }, None, seed, 0)
        }
        Err(error) => return Err(error),
    };
    let mut salvage = Salvage {
        source,
        report,
        header: None,
        header_is_copy: false,
        frames: Vec::new(),
        ends: Vec::new(),
        notes: Vec::new(),
    };
    salvage.collect(seed, start)?;
    let (header, last) = (salvage.take_header(start)?, salvage.last_frame());
    let mut progress = Progress::behind_header(Strictness::Salvage, version, nonce, seed, header, source.len());
    progress.last = last.map(|offset| FrameMark::at(source, offset)).transpose()?.flatten();
    salvage.finish(&mut progress)?;
    progress.sum_up();
    Ok(progress)
}

struct Salvage<'s> {
    source: &'s Source,
    report: ReadReport,
    /// The header and its raw body.
    header: Option<(Header, Vec<u8>)>,
    header_is_copy: bool,
    /// Good frames of records, in the order of the file.
    frames: Vec<Frame>,
    ends: Vec<Frame>,
    notes: Vec<Frame>,
}

impl Salvage<'_> {
    /// Finds all good frames.
    fn collect(&mut self, seed: Seed, start: u64) -> Result<(), ReadError> {
        let mut window = Window::new(self.source);
        let (mut offset, mut sequence) = (start, None);
        while let Some(frame) = find_frame(&mut window, self.source, offset, seed)? {
            self.report.bytes_skipped += frame.offset - offset;
            if sequence.is_some_and(|sequence: u32| frame.header.sequence != sequence.wrapping_add(1)) {
                self.warn("Frames are lost, repeated or out of order.");
            }
            sequence = Some(frame.header.sequence);
            self.take(frame)?;
            offset = frame.end();
        }
        self.report.bytes_cut = self.source.len().saturating_sub(offset);
        Ok(())
    }

    fn take(&mut self, frame: Frame) -> Result<(), ReadError> {
        if !frame.is_known() {
            let warning = format!("A frame was skipped that this program does not know ({}).", frame.kind_name());
            self.warn(&warning);
            return Ok(());
        }
        if frame.header.line != 0 {
            self.warn("The file has other lines of play, which are not shown.");
            return Ok(());
        }
        match frame.header.kind {
            kind::RECORD => self.frames.push(frame),
            kind::END => self.ends.push(frame),
            kind::NOTE => self.notes.push(frame),
            kind::HEADER if self.header.is_none() || self.header_is_copy => {
                let raw = self.or_nothing(read_raw(self.source, &frame))?;
                let header = raw.and_then(|raw| Some((format::decode_header(&raw).ok()?, raw)));
                if header.is_some() {
                    (self.header, self.header_is_copy) = (header, false);
                }
            }
            kind::INDEX if self.header.is_none() => {
                let raw = self.or_nothing(read_raw(self.source, &frame))?;
                let copy = raw.and_then(|raw| {
                    let index: Index = format::decode_index(&raw).ok()?;
                    Some((format::decode_header(&index.header).ok()?, index.header.into_owned()))
                });
                if copy.is_some() {
                    (self.header, self.header_is_copy) = (copy, true);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn take_header(&mut self, start: u64) -> Result<(Header, Vec<u8>), ReadError> {
        if self.header_is_copy {
            self.warn("The header is damaged; its copy in an index was used.");
        }
        self.header.take().ok_or_else(|| ReadError::Damaged {
            file: self.source.name().to_owned(),
            offset: start,
            record: None,
            expected: "a HEADER, or a copy of it in an INDEX".to_owned(),
            found: format!("{} good frames of records without one", self.frames.len()),
        })
    }

    /// Where the last frame begins that tells anything.
    fn last_frame(&self) -> Option<u64> {
        [&self.frames, &self.ends, &self.notes].into_iter().flatten().map(|frame| frame.offset).max()
    }

    /// Decodes what was collected.
    fn finish(mut self, progress: &mut Progress) -> Result<(), ReadError> {
        // More numbers than frames could ever have stood in the file are not believed, so that one forged number
        // cannot ask for a list of millions.
        let credible = self.source.len() / FrameHeader::LEN as u64 * 4;
        self.records(progress, credible)?;
        self.ends(progress, credible)?;
        for frame in std::mem::take(&mut self.notes) {
            let raw = self.or_nothing(read_raw(self.source, &frame))?;
            match raw.and_then(|raw| format::decode_note(&progress.header, &raw).ok()) {
                Some(change) => _ = progress.notes.apply(&change),
                None => self.warn("A note is wrong."),
            }
        }
        self.report.missing = missing_ranges(&progress.offsets);
        progress.report = self.report;
        Ok(())
    }

    fn records(&mut self, progress: &mut Progress, credible: u64) -> Result<(), ReadError> {
        for frame in std::mem::take(&mut self.frames) {
            let index = frame.header.first_record;
            let position = index as usize;
            let is_twice = progress.offsets.get(position).is_some_and(|offset| *offset != MISSING);
            let decoded = if is_twice || u64::from(index) > credible || frame.header.records != 1 {
                None
            } else {
                self.or_nothing(read_raw(self.source, &frame))?
                    .and_then(|raw| format::decode_record(&progress.header, &raw, index).ok())
            };
            match decoded {
                Some(record) => {
                    make_room(progress, position + 1);
                    progress.offsets[position] = frame.offset;
                    progress.summaries[position] = OnceLock::from(Summary::of(&progress.header, &record));
                }
                None => {
                    self.report.bytes_skipped += frame.header.frame_len();
                    self.warn(if is_twice { "A record stands twice; the first counts." } else { "A record is wrong." });
                }
            }
        }
        Ok(())
    }

    fn ends(&mut self, progress: &mut Progress, credible: u64) -> Result<(), ReadError> {
        for frame in std::mem::take(&mut self.ends) {
            let raw = self.or_nothing(read_raw(self.source, &frame))?;
            match raw.and_then(|raw| format::decode_end(&progress.header, &raw).ok()) {
                Some(_) if progress.end.is_some() => self.warn("The match ends twice; the first end counts."),
                Some(found) => {
                    if format::check_end_counts(&found, frame.header.records).is_err() {
                        self.warn(&wrong_count(&found, frame.header.records));
                        progress.end_is_wrong = true;
                    }
                    (progress.end, progress.end_offset) = (Some(found), Some(frame.offset));
                    if u64::from(frame.header.records) <= credible {
                        make_room(progress, frame.header.records as usize);
                    }
                }
                None => self.warn("An end is wrong."),
            }
        }
        Ok(())
    }

    fn warn(&mut self, warning: &str) {
        self.report.warn(warning);
    }

    /// Damage is passed over, trouble with the machine is not.
    fn or_nothing<T>(&self, result: Result<T, Trouble>) -> Result<Option<T>, ReadError> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(Trouble::Error(error @ ReadError::Io { .. })) => Err(error),
            Err(_) => Ok(None),
        }
    }
}

/// Makes the list of records at least that long.
fn make_room(progress: &mut Progress, records: usize) {
    let records = records.max(progress.offsets.len());
    progress.offsets.resize(records, MISSING);
    progress.summaries.resize_with(records, OnceLock::new);
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

/// The seed on which two frames agree whose bodies are as their headers say.
fn derive_seed(source: &Source) -> Result<Option<Seed>, ReadError> {
    /// More candidates than this are noise.
    const CANDIDATES: usize = 256;
    let mut window = Window::new(source);
    let mut seeds = Vec::new();
    let mut offset = 0;
    while let Some(sync) = find_sync(&mut window, source, offset)? {
        offset = sync + 1;
        let mut header = [0; FrameHeader::LEN];
        header.copy_from_slice(window.get(sync, FrameHeader::LEN)?);
        let seed = Seed::derived(&header);
        match read_frame(&mut window, source, sync, seed) {
            Ok(_) if seeds.contains(&seed) => return Ok(Some(seed)),
            Ok(_) if seeds.len() < CANDIDATES => seeds.push(seed),
            Err(Trouble::Error(error)) => return Err(error),
            _ => {}
        }
    }
    Ok(None)
}
