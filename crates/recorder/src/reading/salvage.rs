//! The reader that goes on behind damage.

use fogreel_engine::{End, Header};

use super::frames::{Frame, Trouble, find_frame, find_sync, read_raw};
use super::opening::{MISSING, Opened, read_preamble};
use super::walk::wrong_count;
use crate::format::{self, FrameHeader, Index, MAJOR, MINOR, Preamble, Seed, kind};
use crate::source::{Source, Window};
use crate::{FormatVersion, ReadError, ReadReport, RecordRange, Summary};

/// Reads everything that can be read.
pub(crate) fn open(source: &Source) -> Result<Opened, ReadError> {
    let mut report = ReadReport::default();
    let (version, seed, start) = match read_preamble(source) {
        Ok(Preamble { major, minor, nonce }) => (FormatVersion { major, minor }, Seed::of(nonce), Preamble::LEN as u64),
        // Without a preamble, two frames that agree about the seed stand for it.
        Err(error @ (ReadError::Damaged { .. } | ReadError::NotARecording { .. })) => {
            let Some(seed) = derive_seed(source)? else { return Err(error) };
            report.warnings.push("The first bytes of the file are damaged.".to_owned());
            (FormatVersion { major: MAJOR, minor: MINOR }, seed, 0)
        }
        Err(error) => return Err(error),
    };
    let mut salvage =
        Salvage { source, report, header: None, header_is_copy: false, frames: Vec::new(), ends: Vec::new() };
    salvage.collect(seed, start)?;
    salvage.finish(version, seed, start)
}

struct Salvage<'s> {
    source: &'s Source,
    report: ReadReport,
    header: Option<Header>,
    header_is_copy: bool,
    /// Good frames of records, in the order of the file.
    frames: Vec<Frame>,
    ends: Vec<Frame>,
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
            kind::HEADER if self.header.is_none() || self.header_is_copy => {
                let raw = self.or_nothing(read_raw(self.source, &frame))?;
                if let Some(header) = raw.and_then(|raw| format::decode_header(&raw).ok()) {
                    (self.header, self.header_is_copy) = (Some(header), false);
                }
            }
            kind::INDEX if self.header.is_none() => {
                let raw = self.or_nothing(read_raw(self.source, &frame))?;
                let copy = raw.and_then(|raw| {
                    let index: Index = format::decode_index(&raw).ok()?;
                    format::decode_header(&index.header).ok()
                });
                if let Some(header) = copy {
                    (self.header, self.header_is_copy) = (Some(header), true);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Decodes what was collected.
    fn finish(mut self, version: FormatVersion, seed: Seed, start: u64) -> Result<Opened, ReadError> {
        let Some(header) = self.header.take() else {
            return Err(ReadError::Damaged {
                file: self.source.name().to_owned(),
                offset: start,
                record: None,
                expected: "a HEADER, or a copy of it in an INDEX".to_owned(),
                found: format!("{} good frames of records without one", self.frames.len()),
            });
        };
        if self.header_is_copy {
            self.warn("The header is damaged; its copy in an index was used.");
        }
        let mut offsets = Vec::new();
        let mut summaries = Vec::new();
        // More numbers than frames could ever have stood in the file are not believed, so that one forged number
        // cannot ask for a list of millions.
        let credible = self.source.len() / FrameHeader::LEN as u64 * 4;
        for frame in std::mem::take(&mut self.frames) {
            let index = frame.header.first_record;
            let position = index as usize;
            let is_twice = offsets.get(position).is_some_and(|offset| *offset != MISSING);
            let decoded = if is_twice || u64::from(index) > credible || frame.header.records != 1 {
                None
            } else {
                self.or_nothing(read_raw(self.source, &frame))?
                    .and_then(|raw| format::decode_record(&header, &raw, index).ok())
            };
            match decoded {
                Some(record) => {
                    if position >= offsets.len() {
                        offsets.resize(position + 1, MISSING);
                        summaries.resize(position + 1, None);
                    }
                    offsets[position] = frame.offset;
                    summaries[position] = Some(Summary::of(&header, &record));
                }
                None => {
                    self.report.bytes_skipped += frame.header.frame_len();
                    self.warn(if is_twice { "A record stands twice; the first counts." } else { "A record is wrong." });
                }
            }
        }
        let (mut end, mut end_is_wrong): (Option<End>, bool) = (None, false);
        for frame in std::mem::take(&mut self.ends) {
            let raw = self.or_nothing(read_raw(self.source, &frame))?;
            match raw.and_then(|raw| format::decode_end(&header, &raw).ok()) {
                Some(_) if end.is_some() => self.warn("The match ends twice; the first end counts."),
                Some(found) => {
                    if format::check_end_counts(&found, frame.header.records).is_err() {
                        self.warn(&wrong_count(&found, frame.header.records));
                        end_is_wrong = true;
                    }
                    end = Some(found);
                    let records = frame.header.records as usize;
                    if records > offsets.len() && records as u64 <= credible {
                        offsets.resize(records, MISSING);
                        summaries.resize(records, None);
                    }
                }
                None => self.warn("An end is wrong."),
            }
        }
        self.report.missing = missing_ranges(&offsets);
        self.report.recovered = offsets.iter().filter(|offset| **offset != MISSING).count() as u32;
        self.report.complete = end.is_some() && !end_is_wrong;
        Ok(Opened { version, seed, header, offsets, summaries, end, report: self.report })
    }

    fn warn(&mut self, warning: &str) {
        if !self.report.warnings.iter().any(|known| known == warning) {
            self.report.warnings.push(warning.to_owned());
        }
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
        match super::read_frame(&mut window, source, sync, seed) {
            Ok(_) if seeds.contains(&seed) => return Ok(Some(seed)),
            Ok(_) if seeds.len() < CANDIDATES => seeds.push(seed),
            Err(Trouble::Error(error)) => return Err(error),
            _ => {}
        }
    }
    Ok(None)
}
