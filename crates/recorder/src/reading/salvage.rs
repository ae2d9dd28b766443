//! The reader that goes on behind damage.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use fogreel_engine::Header;

use super::frames::{Frame, FrameMark, Trouble, decode_records, find_frame, find_sync, read_frame, read_raw};
use super::opening::read_preamble;
use super::progress::{MISSING, Progress};
use super::walk::wrong_count;
use crate::format::{self, FrameHeader, Index, MAJOR, MINOR, Preamble, Seed, kind, limits};
use crate::source::{Source, Window};
use crate::{FileState, FormatVersion, ReadError, ReadReport, Strictness, Summary};

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
        nonce,
        seed,
        frames: Vec::new(),
        gaps: Vec::new(),
        lost: Vec::new(),
        ends: Vec::new(),
        notes: Vec::new(),
    };
    salvage.collect(start)?;
    let is_packed = salvage.frames.iter().any(|frame| frame.header.kind == kind::CHUNK);
    let (header, nonce, last) = (salvage.take_header(start)?, salvage.nonce, salvage.last_frame());
    let mut progress = Progress::behind_header(Strictness::Salvage, version, nonce, seed, header, source.len());
    if is_packed {
        progress.state = FileState::Packed;
    }
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
    /// Known from the preamble or from an INDEX.
    nonce: Option<u64>,
    seed: Seed,
    /// Good frames of records, in the order of the file.
    frames: Vec<Frame>,
    /// Numbers of records that frames say are lost: each the first, and how many.
    gaps: Vec<(u32, u32)>,
    /// Those of frames whose header is good and whose body is damaged.
    lost: Vec<(u32, u32)>,
    ends: Vec<Frame>,
    notes: Vec<Frame>,
}

impl Salvage<'_> {
    /// Finds all good frames.
    fn collect(&mut self, start: u64) -> Result<(), ReadError> {
        /// More damaged frames than these are not counted.
        const CLAIMS: usize = 1 << 16;
        let mut window = Window::new(self.source);
        let (mut offset, mut sequence) = (start, None);
        let mut damaged = Vec::new();
        let mut tell = |header: FrameHeader| {
            if damaged.len() < CLAIMS {
                damaged.extend(claim(&header));
            }
        };
        while let Some(frame) = find_frame(&mut window, self.source, offset, self.seed, &mut tell)? {
            self.report.bytes_skipped += frame.offset - offset;
            if sequence.is_some_and(|sequence: u32| frame.header.sequence != sequence.wrapping_add(1)) {
                self.warn("Frames are lost, repeated or out of order.");
            }
            sequence = Some(frame.header.sequence);
            self.take(frame)?;
            offset = frame.end();
        }
        self.lost.extend(damaged);
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
            kind::RECORD | kind::CHUNK => self.frames.push(frame),
            kind::GAP if u64::from(frame.header.records) <= limits::LOST => self.gaps.extend(claim(&frame.header)),
            kind::END => self.ends.push(frame),
            kind::NOTE => self.notes.push(frame),
            kind::HEADER if self.header.is_none() || self.header_is_copy => {
                let raw = self.or_nothing(read_raw(self.source, &frame))?;
                let header = raw.and_then(|raw| Some((format::decode_header(&raw).ok()?, raw)));
                if header.is_some() {
                    (self.header, self.header_is_copy) = (header, false);
                }
            }
            kind::INDEX if self.header.is_none() || self.nonce.is_none() => {
                let raw = self.or_nothing(read_raw(self.source, &frame))?;
                if let Some(index) = raw.as_ref().and_then(|raw| format::decode_index::<Index>(raw).ok()) {
                    self.take_index(index);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes from an INDEX what stands at the beginning of the file, too.
    fn take_index(&mut self, index: Index) {
        if self.nonce.is_none() && Seed::of(index.nonce) == self.seed {
            self.nonce = Some(index.nonce);
        }
        if self.header.is_none()
            && let Ok(header) = format::decode_header(&index.header)
        {
            (self.header, self.header_is_copy) = (Some((header, index.header.into_owned())), true);
        }
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
        let found = self.records(&progress.header)?;
        // Numbers far beyond what is there are not believed, so that one forged number cannot ask for a list of millions.
        let in_gaps: u64 = self.gaps.iter().map(|(_, records)| u64::from(*records)).sum();
        let credible = (self.source.len() / FrameHeader::LEN as u64 + found.len() as u64) * 4
            + limits::CHUNK_RECORDS
            + in_gaps.min(limits::LOST);
        self.place(progress, found, credible);
        for (first, records) in self.gaps.drain(..).chain(self.lost.drain(..)) {
            let behind = u64::from(first) + u64::from(records);
            if behind <= credible.min(limits::RECORDS) {
                make_room(progress, behind as usize);
            }
        }
        self.ends(progress, credible)?;
        for frame in std::mem::take(&mut self.notes) {
            let raw = self.or_nothing(read_raw(self.source, &frame))?;
            match raw.and_then(|raw| format::decode_note(&progress.header, &raw).ok()) {
                Some(change) => _ = progress.notes.apply(&change),
                None => self.warn("A note is wrong."),
            }
        }
        progress.report = self.report;
        Ok(())
    }

    /// Where each record stands that can be decoded, and its summary. Of two with the same number the first counts.
    fn records(&mut self, header: &Header) -> Result<BTreeMap<u32, (u64, Summary)>, ReadError> {
        let mut found = BTreeMap::new();
        for frame in std::mem::take(&mut self.frames) {
            let FrameHeader { kind, first_record, records, .. } = frame.header;
            let last = u64::from(first_record) + u64::from(records);
            let is_right = last <= limits::RECORDS && (kind == kind::CHUNK || records == 1);
            let decoded = if is_right { self.or_nothing(decode_records(self.source, header, &frame))? } else { None };
            let Some(decoded) = decoded else {
                self.report.bytes_skipped += frame.header.frame_len();
                self.warn("A record is wrong.");
                continue;
            };
            let known = found.len();
            for record in &decoded {
                found.entry(record.index).or_insert_with(|| (frame.offset, Summary::of(header, record)));
            }
            if found.len() - known < decoded.len() {
                self.warn("A record stands twice; the first counts.");
            }
            if found.len() == known {
                self.report.bytes_skipped += frame.header.frame_len();
            }
        }
        Ok(found)
    }

    fn place(&mut self, progress: &mut Progress, found: BTreeMap<u32, (u64, Summary)>, credible: u64) {
        for (index, (offset, summary)) in found {
            if u64::from(index) > credible {
                self.warn("A record is wrong.");
                continue;
            }
            let position = index as usize;
            make_room(progress, position + 1);
            progress.offsets[position] = offset;
            progress.summaries[position] = OnceLock::from(summary);
        }
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

/// The first record that a frame is about, and how many follow one another; of frames of records alone.
fn claim(header: &FrameHeader) -> Option<(u32, u32)> {
    let FrameHeader { kind, line, first_record, records, .. } = *header;
    let is_right = match kind {
        kind::RECORD => records == 1,
        kind::CHUNK | kind::GAP => records > 0,
        _ => false,
    };
    (line == 0 && is_right).then_some((first_record, records))
}

/// Makes the list of records at least that long.
fn make_room(progress: &mut Progress, records: usize) {
    let records = records.max(progress.offsets.len());
    progress.offsets.resize(records, MISSING);
    progress.summaries.resize_with(records, OnceLock::new);
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
