//! Random access to the records of a match.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use fogreel_engine::data::Note;
use fogreel_engine::{End, Header, Record};

use crate::cache::Cache;
use crate::format::grid_bytes;
use crate::notes::Beside;
use crate::reading::{self, BranchOfPlay, LineOfPlay, MISSING, Progress, Step, records_at};
use crate::source::Source;
use crate::{Branch, FileState, FormatVersion, ReadError, ReadReport, Strictness, Summary};

/// The records of one match, wherever they lie: header, any record by its index, end; and what people noted about them.
///
/// It may be shared between threads. Records of a file are read when they are asked for, and the last ones are kept.
pub struct Timeline {
    store: Store,
    notes: Vec<Note>,
}

enum Store {
    Memory(Box<Memory>),
    File(Box<InFile>),
}

struct Memory {
    header: Header,
    report: ReadReport,
    end: Option<End>,
    records: Vec<Arc<Record>>,
    summaries: Vec<OnceLock<Summary>>,
}

struct InFile {
    source: Source,
    progress: Progress,
    beside: Beside,
    cache: Mutex<Cache>,
}

/// What became of a recording since it was looked at last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// Nothing.
    Unchanged,
    /// There are so many more records, or other notes, or more of a branch.
    Grew {
        /// Number of new records, behind those that were there.
        records: usize,
        /// Whether the notes are others.
        notes: bool,
    },
    /// The same, and the end of the match is there now.
    Ended {
        /// Number of new records, behind those that were there.
        records: usize,
        /// Whether the notes are others.
        notes: bool,
    },
    /// Another file has taken its place, or it was cut: what is known of it is no longer true. Open it anew.
    Replaced,
}

/// A line of play that leaves the match, or another line.
#[derive(Clone, Copy)]
pub struct BranchLine<'t> {
    file: &'t InFile,
    branch: &'t BranchOfPlay,
}

impl<'t> BranchLine<'t> {
    /// Its number, name, and where it begins.
    pub fn branch(&self) -> &'t Branch {
        &self.branch.branch
    }

    /// Numbers of its own records. Those before them are records of its parent.
    pub fn records(&self) -> Range<u32> {
        self.branch.line.first..self.branch.line.next()
    }

    /// A record of its own, decoded.
    ///
    /// # Errors
    /// [`ReadError`] if it does not exist, is damaged or missing, or cannot be read.
    pub fn record(&self, record: u32) -> Result<Arc<Record>, ReadError> {
        let line = &self.branch.line;
        let absent = ReadError::NoSuchRecord { index: record as usize, len: line.next() as usize };
        self.file.record(self.branch.branch.line, line, line.position(record).ok_or(absent)?)
    }

    /// How it ended; `None` if it goes no further, or the end is lost.
    pub fn end(&self) -> Option<&'t End> {
        self.branch.line.end.as_ref()
    }
}

impl InFile {
    /// The record at that position of a line.
    fn record(&self, number: u32, line: &LineOfPlay, position: usize) -> Result<Arc<Record>, ReadError> {
        let Self { source, progress, cache, .. } = self;
        let absent = ReadError::NoSuchRecord { index: position, len: line.next() as usize };
        let offset = *line.offsets.get(position).ok_or(absent)?;
        let record = line.first + position as u32;
        let missing = || ReadError::Missing { file: source.name().to_owned(), record };
        if offset == MISSING {
            return Err(missing());
        }
        let lock = || cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(record) = lock().get((number, record)) {
            return Ok(record);
        }
        // Read and decoded without the lock: other threads go on.
        let (first, records) = records_at(source, progress.seed, &progress.header, offset, (number, record))?;
        let records: Vec<_> = records.into_iter().map(Arc::new).collect();
        let wanted = (record - first) as usize;
        let found = records.get(wanted).cloned().ok_or_else(missing)?;
        let mut cache = lock();
        // What was asked for comes last and stays longest, of its chunk what is near to it.
        let mut positions: Vec<usize> = (0..records.len()).collect();
        positions.sort_by_key(|position| std::cmp::Reverse(position.abs_diff(wanted)));
        for position in positions {
            // Besides the grids, a record is lists and texts of a few kilobytes.
            let (record, index) = (&records[position], first + position as u32);
            cache.put((number, index), record.clone(), grid_bytes(record) as usize + 4096);
        }
        Ok(found)
    }
}

impl Timeline {
    /// A timeline of records held in memory.
    pub fn from_memory(header: Header, records: Vec<Record>, end: Option<End>) -> Self {
        let records: Vec<_> = records.into_iter().map(Arc::new).collect();
        let summaries = records.iter().map(|_| OnceLock::new()).collect();
        let (recovered, complete) = (records.len() as u32, end.is_some());
        let report = ReadReport { recovered, complete, ..ReadReport::default() };
        Self { store: Store::Memory(Box::new(Memory { header, report, end, records, summaries })), notes: Vec::new() }
    }

    /// The same records, with these notes.
    #[must_use]
    pub fn with_notes(mut self, mut notes: Vec<Note>) -> Self {
        notes.sort_by_key(|note| (note.line, note.record, note.id));
        self.notes = notes;
        self
    }

    /// Opens a recording. Says the version of its format, too.
    pub(crate) fn open(source: Source, strictness: Strictness) -> Result<(Self, FormatVersion), ReadError> {
        let mut beside = Beside::of(source.path());
        let look = beside.look();
        let mut progress = reading::open(&source, strictness)?;
        if let Some(look) = look {
            beside.read(&look, &progress)?;
        }
        beside.report(&mut progress.report);
        let (notes, version) = (beside.on_top_of(&progress.notes).in_order(), progress.version);
        let in_file = InFile { source, progress, beside, cache: Mutex::default() };
        Ok((Self { store: Store::File(Box::new(in_file)), notes }, version))
    }

    /// What is true of the whole match.
    pub fn header(&self) -> &Header {
        match &self.store {
            Store::Memory(memory) => &memory.header,
            Store::File(file) => &file.progress.header,
        }
    }

    /// How the match ended; `None` while it runs or when the end is lost.
    pub fn end(&self) -> Option<&End> {
        match &self.store {
            Store::Memory(memory) => memory.end.as_ref(),
            Store::File(file) => file.progress.main.end.as_ref(),
        }
    }

    /// What people noted, by line, record and id.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Number of records, the start included, and those that damage took.
    pub fn len(&self) -> usize {
        self.summaries().len()
    }

    /// Whether there is no record at all.
    pub fn is_empty(&self) -> bool {
        self.summaries().is_empty()
    }

    /// Record `index`, decoded.
    ///
    /// # Errors
    /// [`ReadError`] if it does not exist, is damaged or missing, or cannot be read.
    pub fn record(&self, index: usize) -> Result<Arc<Record>, ReadError> {
        match &self.store {
            Store::Memory(memory) => {
                memory.records.get(index).cloned().ok_or(ReadError::NoSuchRecord { index, len: self.len() })
            }
            Store::File(file) => file.record(0, &file.progress.main, index),
        }
    }

    /// The lines of play that leave the match, or each other, in ascending order of their numbers.
    pub fn branches(&self) -> Vec<BranchLine<'_>> {
        match &self.store {
            Store::Memory(_) => Vec::new(),
            Store::File(file) => file.progress.branches.iter().map(|branch| BranchLine { file, branch }).collect(),
        }
    }

    /// Record `index` in short: from the file's index where there is one, else by decoding the record, once; `None` if
    /// it does not exist or cannot be read.
    ///
    /// What a file's index says is a hint: it is as the writer computed it.
    pub fn summary(&self, index: usize) -> Option<Summary> {
        let known = self.summaries().get(index)?;
        if let Some(summary) = known.get() {
            return Some(summary.clone());
        }
        let record = self.record(index).ok()?;
        Some(known.get_or_init(|| Summary::of(self.header(), &record)).clone())
    }

    /// Follows a file that grows: takes in what was appended since it was opened or refreshed, and nothing else. Call it as
    /// often as a picture should be new; while nothing happens it costs a few system calls.
    ///
    /// A record is there when its frame is whole. Where the file was opened with [`Strictness::Salvage`], any growth is
    /// [`Growth::Replaced`].
    ///
    /// # Errors
    /// [`ReadError`] if what was appended is damaged, or the file is gone. What was known before stays.
    pub fn refresh(&mut self) -> Result<Growth, ReadError> {
        let Store::File(file) = &mut self.store else { return Ok(Growth::Unchanged) };
        let InFile { source, progress, beside, .. } = &mut **file;
        let (records, note_frames, had_end) =
            (progress.main.offsets.len(), progress.note_frames, progress.main.end.is_some());
        let of_branches = |progress: &Progress| {
            let branches = progress.branches.iter().map(|branch| branch.line.offsets.len() + 1);
            (branches.sum::<usize>(), progress.branches.iter().filter(|branch| branch.line.end.is_some()).count())
        };
        let branches = of_branches(progress);
        let look = beside.look();
        if let Some(look) = &look {
            beside.read(look, progress)?;
            beside.report(&mut progress.report);
        }
        let followed = reading::follow(source, progress);
        // Whatever was read before something went wrong counts.
        let mut notes = false;
        if look.is_some() || progress.note_frames != note_frames {
            let in_order = beside.on_top_of(&progress.notes).in_order();
            notes = in_order != self.notes;
            self.notes = in_order;
        }
        if let Step::Replaced = followed? {
            return Ok(Growth::Replaced);
        }
        let records = progress.main.offsets.len() - records;
        Ok(match progress.main.end.is_some() && !had_end {
            true => Growth::Ended { records, notes },
            false if records > 0 || notes || of_branches(progress) != branches => Growth::Grew { records, notes },
            false => Growth::Unchanged,
        })
    }

    /// How the records lie in the file; as in a live one, if they are in memory.
    pub(crate) fn state(&self) -> FileState {
        match &self.store {
            Store::Memory(_) => FileState::Live,
            Store::File(file) => file.progress.state,
        }
    }

    /// What was recovered, and what not.
    pub fn report(&self) -> &ReadReport {
        match &self.store {
            Store::Memory(memory) => &memory.report,
            Store::File(file) => &file.progress.report,
        }
    }

    /// Bytes of the file when it was looked at last; 0 of what is in memory.
    pub fn bytes(&self) -> u64 {
        match &self.store {
            Store::Memory(_) => 0,
            Store::File(file) => file.source.len(),
        }
    }

    fn summaries(&self) -> &[OnceLock<Summary>] {
        match &self.store {
            Store::Memory(memory) => &memory.summaries,
            Store::File(file) => &file.progress.main.summaries,
        }
    }
}
