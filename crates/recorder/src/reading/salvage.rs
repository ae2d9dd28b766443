//! The reader that goes on behind damage.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use fogreel_engine::Header;

use super::frames::{
    Frame, FrameMark, Trouble, decode_records, find_frame, find_sync, read_branch, read_frame, read_raw,
};
use super::opening::read_preamble;
use super::progress::{LineOfPlay, Progress};
use super::walk::{ends_twice, wrong_count};
use crate::format::{self, FrameHeader, Index, MAJOR, MINOR, Preamble, Seed, kind, limits};
use crate::source::{Source, Window};
use crate::{Branch, FileState, FormatVersion, ReadError, ReadReport, Strictness, Summary};

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
        branches: Vec::new(),
        ends: Vec::new(),
        notes: Vec::new(),
    };
    salvage.collect(start)?;
    let is_packed = salvage.frames.iter().any(|frame| frame.header.kind == kind::CHUNK && frame.header.line == 0);
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

/// Records that a frame says it is about.
#[derive(Clone, Copy)]
struct Claim {
    line: u32,
    first: u32,
    records: u32,
}

/// Where each record stands that can be decoded, and its summary, by line and number.
type Found = BTreeMap<(u32, u32), (u64, Summary)>;

/// Records, of all lines together, for which lists may still be made longer.
struct Room(u64);

impl Room {
    /// Makes the list of a line long enough for the records below `next`, if there is room for them.
    fn make(&mut self, line: &mut LineOfPlay, next: u64) -> bool {
        let more = next.saturating_sub(line.next().into());
        let Some(left) = self.0.checked_sub(more).filter(|_| next <= limits::RECORDS) else { return false };
        self.0 = left;
        line.make_room(next as u32);
        true
    }
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
    /// Records that frames say are lost.
    gaps: Vec<Claim>,
    /// Those of frames whose header is good and whose body is damaged.
    lost: Vec<Claim>,
    branches: Vec<Frame>,
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
        match frame.header.kind {
            kind::RECORD | kind::CHUNK => self.frames.push(frame),
            kind::GAP if u64::from(frame.header.records) <= limits::LOST => self.gaps.extend(claim(&frame.header)),
            kind::BRANCH => self.branches.push(frame),
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
        [&self.frames, &self.branches, &self.ends, &self.notes].into_iter().flatten().map(|frame| frame.offset).max()
    }

    /// Decodes what was collected.
    fn finish(mut self, progress: &mut Progress) -> Result<(), ReadError> {
        let found = self.records(&progress.header)?;
        // Numbers far beyond what is there are not believed, so that one forged number cannot ask for a list of millions.
        let in_gaps: u64 = self.gaps.iter().map(|gap| u64::from(gap.records)).sum();
        let credible = (self.source.len() / FrameHeader::LEN as u64 + found.len() as u64) * 4
            + limits::CHUNK_RECORDS
            + in_gaps.min(limits::LOST);
        let mut room = Room(credible);
        self.branches(progress, &mut room)?;
        self.place(progress, found, &mut room);
        for Claim { line, first, records } in self.gaps.drain(..).chain(self.lost.drain(..)) {
            if let Some(line) = progress.line_mut(line) {
                room.make(line, u64::from(first) + u64::from(records));
            }
        }
        self.ends(progress, &mut room)?;
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

    /// The lines that can be read. What they leave was there.
    fn branches(&mut self, progress: &mut Progress, room: &mut Room) -> Result<(), ReadError> {
        let mut branches = BTreeMap::new();
        for frame in std::mem::take(&mut self.branches) {
            match self.or_nothing(read_branch(self.source, &frame))? {
                Some(branch) if !branches.contains_key(&branch.line) => _ = branches.insert(branch.line, branch),
                Some(branch) => self.warn(&format!("Branch {} begins twice; the first beginning counts.", branch.line)),
                None => self.warn("A branch is wrong."),
            }
        }
        for branch in branches.into_values() {
            let Branch { line, parent, record, .. } = branch;
            let has_room = progress.line_mut(parent).is_some_and(|parent| room.make(parent, u64::from(record) + 1));
            if !has_room || progress.push_branch(branch).is_err() {
                self.warn(&format!("Branch {line} leaves nothing that is there."));
            }
        }
        Ok(())
    }

    /// All records that can be decoded. Of two with the same number the first counts.
    fn records(&mut self, header: &Header) -> Result<Found, ReadError> {
        let mut found = BTreeMap::new();
        for frame in std::mem::take(&mut self.frames) {
            let FrameHeader { kind, line, first_record, records, .. } = frame.header;
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
                found.entry((line, record.index)).or_insert_with(|| (frame.offset, Summary::of(header, record)));
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

    fn place(&mut self, progress: &mut Progress, found: Found, room: &mut Room) {
        for ((number, record), (offset, summary)) in found {
            let Some(line) = progress.line_mut(number) else {
                progress.push_orphan(number, record);
                self.warn(&format!("The beginning of branch {number} is lost, and its records with it."));
                continue;
            };
            let has_room = room.make(line, u64::from(record) + 1);
            let Some(position) = line.position(record).filter(|_| has_room) else {
                self.warn("A record is wrong.");
                continue;
            };
            line.offsets[position] = offset;
            line.summaries[position] = OnceLock::from(summary);
        }
    }

    fn ends(&mut self, progress: &mut Progress, room: &mut Room) -> Result<(), ReadError> {
        for frame in std::mem::take(&mut self.ends) {
            let raw = self.or_nothing(read_raw(self.source, &frame))?;
            match raw.and_then(|raw| format::decode_end(&progress.header, &raw).ok()) {
                Some(found) => {
                    let FrameHeader { line: number, records, .. } = frame.header;
                    let Some(line) = progress.line_mut(number) else { continue };
                    if line.end.is_some() {
                        self.warn(&ends_twice(number));
                        continue;
                    }
                    if format::check_end_counts(&found, records).is_err() {
                        self.report.warn(wrong_count(&found, records));
                        line.end_is_wrong = true;
                    }
                    (line.end, line.end_offset) = (Some(found), Some(frame.offset));
                    room.make(line, records.into());
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
fn claim(header: &FrameHeader) -> Option<Claim> {
    let FrameHeader { kind, line, first_record, records, .. } = *header;
    let is_right = match kind {
        kind::RECORD => records == 1,
        kind::CHUNK | kind::GAP => records > 0,
        _ => false,
    };
    is_right.then_some(Claim { line, first: first_record, records })
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
