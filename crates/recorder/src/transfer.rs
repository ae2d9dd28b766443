//! Writing what a file holds anew: packed, unpacked, recovered.
//!
//! The copy is written beside its place under the name `FILE.new`, read again strictly, compared with what was read record by
//! record, and only then moved to where it belongs. Whatever goes wrong before that leaves everything as it was.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use fogreel_engine::Record;

use crate::format::{Encoder, MAGIC};
use crate::lock::{self, Lock};
use crate::notes::{Beside, Notes, with_suffix};
use crate::reading::{self, BranchOfPlay, LineOfPlay, MISSING, Progress, records_at};
use crate::recorder::{Copying, sync_directory_of};
use crate::source::Source;
use crate::{FileState, ReadError, ReadReport, Strictness, WriteError, nonce};

/// Where a copy goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Destination<'a> {
    /// It takes the place of the file that was read.
    InPlace,
    /// Another file.
    File {
        /// Its path.
        path: &'a Path,
        /// Whether it may replace a file that is there.
        overwrite: bool,
    },
}

/// What came of writing a file anew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Copied {
    /// What was found in the file that was read.
    pub report: ReadReport,
    /// How its records lay, and how they lie in the copy.
    pub states: [FileState; 2],
    /// Size of the file that was read, and of the copy.
    pub bytes: [u64; 2],
}

/// Packs or unpacks a recording: the same header, records, end and notes (those in `FILE.notes` included), in the other state
/// of the file.
///
/// Takes the lock of writers. A file in place of which the copy goes keeps its permissions.
///
/// # Errors
/// [`WriteError::Unreadable`] if the file is damaged anywhere (recover it first) or cannot be read, [`WriteError::Locked`] if
/// another program writes into it, [`WriteError::WouldLose`] if it holds what this program does not know,
/// [`WriteError::Exists`] if the copy has a place of its own and something is there, [`WriteError::Io`] for whatever else the
/// machine says. Everything then is as it was.
pub fn repack(path: impl AsRef<Path>, state: FileState, destination: Destination<'_>) -> Result<Copied, WriteError> {
    let path = path.as_ref();
    let failed = |action| WriteError::at(path, action);
    let is_in_place = destination == Destination::InPlace;
    let file = loop {
        let file = OpenOptions::new().read(true).write(is_in_place).open(path).map_err(failed("open the file"))?;
        let lock = lock::try_lock(&file).map_err(failed("lock the file"))?;
        // Where nobody can tell whether somebody is writing, the file must not be replaced under him.
        if lock == Lock::Busy || (lock == Lock::Unknown && is_in_place) {
            return Err(WriteError::Locked { file: path.display().to_string() });
        }
        if lock::is_at(&file, path).map_err(failed("look at the file"))? {
            break file;
        }
    };
    let mut beside = Beside::of(Some(path));
    let look = beside.look();
    let source = file.try_clone().and_then(|file| Source::of_file(file, path)).map_err(failed("read"))?;
    let progress = reading::open(&source, Strictness::Strict)?;
    if let Some(warning) = progress.report.warnings.first() {
        return Err(WriteError::WouldLose { file: path.display().to_string(), why: warning.clone() });
    }
    if let Some(look) = look {
        beside.read(&look, &progress)?;
    }
    let original = Original { source: &source, notes: beside.on_top_of(&progress.notes), progress };
    match destination {
        Destination::File { path: out, overwrite } => {
            original.copy_to(&Place::new(out, overwrite, Some(&file))?, state)
        }
        Destination::InPlace => {
            let place = Place::of(path)?;
            let permissions = file.metadata().map_err(failed("look at the file"))?.permissions();
            original.copy_with(&place, state, |file| file.set_permissions(permissions))
        }
    }
}

/// Writes what can be read of a damaged recording into another file, in the state that it is in. The damaged file is not
/// touched. Records that are known to be lost are known to be lost in the copy, too; everything else in it is sound.
///
/// [`Copied::report`] says what was recovered, and what not.
///
/// # Errors
/// [`WriteError::Unreadable`] if nothing can be read as strictly as told, [`WriteError::Exists`] if `out` is there,
/// [`WriteError::SameFile`] if it is the damaged file, [`WriteError::Io`] for whatever else the machine says.
pub fn recover(
    path: impl AsRef<Path>,
    strictness: Strictness,
    out: impl AsRef<Path>,
    overwrite: bool,
) -> Result<Copied, WriteError> {
    let path = path.as_ref();
    let failed = |action| WriteError::at(path, action);
    let file = File::open(path).map_err(failed("open the file"))?;
    let mut beside = Beside::of(Some(path));
    let look = beside.look();
    let source = file.try_clone().and_then(|file| Source::of_file(file, path)).map_err(failed("read"))?;
    let mut progress = reading::open(&source, strictness)?;
    if let Some(look) = look {
        beside.read(&look, &progress)?;
    }
    beside.report(&mut progress.report);
    let numbers: Vec<u32> = progress.lines().map(|(number, _)| number).collect();
    for number in numbers {
        let Some(line) = progress.line_mut(number) else { continue };
        let records = line.next();
        if let Some(end) = line.end.as_mut().filter(|end| end.records != records) {
            let counted = std::mem::replace(&mut end.records, records);
            progress.warn(format!("The end counts {counted} records; it counts {records} in the copy."));
        }
    }
    let original = Original { source: &source, notes: beside.on_top_of(&progress.notes), progress };
    original.copy_to(&Place::new(out.as_ref(), overwrite, Some(&file))?, original.progress.state)
}

/// What was read.
struct Original<'s> {
    source: &'s Source,
    progress: Progress,
    notes: Notes,
}

impl Original<'_> {
    fn copy_to(&self, place: &Place, state: FileState) -> Result<Copied, WriteError> {
        self.copy_with(place, state, |_| Ok(()))
    }

    /// Copies to a place; `prepare` does what is to be done with the file before it gets there.
    fn copy_with(
        &self,
        place: &Place,
        state: FileState,
        prepare: impl FnOnce(&File) -> std::io::Result<()>,
    ) -> Result<Copied, WriteError> {
        let failed = |action| WriteError::at(&place.beside, action);
        let file = place.create()?;
        let made = (|| {
            // Holds the lock until the file is where it belongs.
            let held = file.try_clone().map_err(failed("open the file for writing"))?;
            self.write(file, &place.beside, state)?;
            let len = self.compare(&place.beside)?;
            prepare(&held).map_err(failed("set the permissions"))?;
            place.take()?;
            Ok(len)
        })();
        if made.is_err() {
            place.give_up();
        }
        let (report, states) = (self.progress.report.clone(), [self.progress.state, state]);
        made.map(|len| Copied { report, states, bytes: [self.source.len(), len] })
    }

    fn write(&self, file: File, path: &Path, state: FileState) -> Result<(), WriteError> {
        let Progress { nonce, header, header_raw, .. } = &self.progress;
        let nonce = nonce.unwrap_or_else(nonce::fresh);
        let mut copying = Copying::begin(file, path, state, nonce, header.clone(), header_raw.clone());
        self.write_line(&mut copying, 0, &self.progress.main)?;
        for branch in &self.progress.branches {
            copying.branch(&branch.branch)?;
            self.write_line(&mut copying, branch.branch.line, &branch.line)?;
        }
        copying.finish(self.notes.changes())
    }

    fn write_line(&self, copying: &mut Copying, number: u32, line: &LineOfPlay) -> Result<(), WriteError> {
        let mut lost = 0;
        for record in Records::of(self.source, &self.progress, number, line) {
            match record? {
                None => lost += 1,
                Some(record) => {
                    if lost > 0 {
                        copying.lost(std::mem::take(&mut lost))?;
                    }
                    copying.record(&record)?;
                }
            }
        }
        if lost > 0 {
            copying.lost(lost)?;
        }
        copying.end(line.end.as_ref())
    }

    /// Compares the copy with what was read. Returns its length.
    fn compare(&self, path: &Path) -> Result<u64, WriteError> {
        let differs = |what: String| WriteError::Unfaithful { file: path.display().to_string(), what };
        let source = Source::open(path)?;
        let copy = reading::open(&source, Strictness::Strict)?;
        let is_same_branch = |(one, other): (&BranchOfPlay, &BranchOfPlay)| one.branch == other.branch;
        let branches = (&self.progress.branches, &copy.branches);
        let parts = [
            ("the header", copy.header_raw == self.progress.header_raw),
            ("the notes", copy.notes == self.notes),
            ("the number of branches", branches.0.len() == branches.1.len()),
            ("the branches", branches.0.iter().zip(branches.1).all(is_same_branch)),
        ];
        if let Some((what, _)) = parts.iter().find(|(_, is_same)| !is_same) {
            return Err(differs((*what).to_owned()));
        }
        for ((number, before), (_, after)) in self.progress.lines().zip(copy.lines()) {
            if let Some(what) = self.first_difference(number, before, &source, &copy, after)? {
                return Err(differs(if number == 0 { what } else { format!("{what} of branch {number}") }));
            }
        }
        Ok(source.len())
    }

    /// Where a line differs from its copy.
    fn first_difference(
        &self,
        number: u32,
        before: &LineOfPlay,
        source: &Source,
        copy: &Progress,
        after: &LineOfPlay,
    ) -> Result<Option<String>, ReadError> {
        if before.offsets.len() != after.offsets.len() {
            return Ok(Some("the number of records".to_owned()));
        }
        if before.end != after.end {
            return Ok(Some("the end".to_owned()));
        }
        let pairs =
            Records::of(self.source, &self.progress, number, before).zip(Records::of(source, copy, number, after));
        // Bodies tell more than equality does, which knows one zero only.
        let (mut one, mut other) = (Encoder::default(), Encoder::default());
        for (record, (before, after)) in (before.first..).zip(pairs) {
            let is_same = match (before?, after?) {
                (None, None) => true,
                (Some(before), Some(after)) => {
                    let encoded = one
                        .record(&self.progress.header, &before)
                        .and_then(|()| other.record(&self.progress.header, &after));
                    encoded.is_ok() && one.raw() == other.raw()
                }
                _ => false,
            };
            if !is_same {
                return Ok(Some(format!("record {record}")));
            }
        }
        Ok(None)
    }
}

/// The records of a line, one after the other; `None` for those that are lost. Each frame is read once.
struct Records<'a> {
    source: &'a Source,
    progress: &'a Progress,
    number: u32,
    line: &'a LineOfPlay,
    position: usize,
    /// Where the frame begins that was read last, the number of its first record, and its records.
    frame: (u64, u32, Vec<Option<Record>>),
}

impl<'a> Records<'a> {
    fn of(source: &'a Source, progress: &'a Progress, number: u32, line: &'a LineOfPlay) -> Self {
        Self { source, progress, number, line, position: 0, frame: (MISSING, 0, Vec::new()) }
    }

    fn at(&mut self, record: u32, offset: u64) -> Result<Option<Record>, ReadError> {
        if offset == MISSING {
            return Ok(None);
        }
        if self.frame.0 != offset {
            let Progress { seed, header, .. } = self.progress;
            let (first, records) = records_at(self.source, *seed, header, offset, (self.number, record))?;
            self.frame = (offset, first, records.into_iter().map(Some).collect());
        }
        let (_, first, records) = &mut self.frame;
        let found = record.checked_sub(*first).and_then(|position| records.get_mut(position as usize)?.take());
        let missing = || ReadError::Missing { file: self.source.name().to_owned(), record };
        found.map(Some).ok_or_else(missing)
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Option<Record>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let offset = *self.line.offsets.get(self.position)?;
        let record = self.line.first + self.position as u32;
        self.position += 1;
        Some(self.at(record, offset))
    }
}

/// Where a copy is made, and where it goes.
pub(crate) struct Place {
    path: PathBuf,
    /// Where it is written.
    pub(crate) beside: PathBuf,
    /// Whether an empty file was put in the place, so that nobody else takes it.
    is_reserved: bool,
}

impl Place {
    /// The place of an existing file: of the file itself, not of a link to it.
    fn of(path: &Path) -> Result<Self, WriteError> {
        let path = path.canonicalize().map_err(WriteError::at(path, "find the file"))?;
        Ok(Self { beside: with_suffix(&path, ".new"), path, is_reserved: false })
    }

    /// The place of a file to be made, which must be another one than the file that is read.
    pub(crate) fn new(path: &Path, overwrite: bool, read: Option<&File>) -> Result<Self, WriteError> {
        let file = || path.display().to_string();
        match read.map_or(Ok(false), |read| lock::is_at(read, path)) {
            Ok(true) => return Err(WriteError::SameFile { file: file() }),
            Ok(false) => {}
            Err(error) => return Err(WriteError::at(path, "look at the file")(error)),
        }
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(_) => Ok(Self { path: path.to_owned(), beside: with_suffix(path, ".new"), is_reserved: true }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists && overwrite => Self::of(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(WriteError::Exists { file: file() }),
            Err(error) => Err(WriteError::at(path, "create the file")(error)),
        }
    }

    /// Creates the file beside the place, and takes the lock on it. What a killed program left there is overwritten.
    pub(crate) fn create(&self) -> Result<File, WriteError> {
        let created = self.try_create();
        if created.is_err() && self.is_reserved {
            let _ = std::fs::remove_file(&self.path);
        }
        created
    }

    fn try_create(&self) -> Result<File, WriteError> {
        let failed = |action| WriteError::at(&self.beside, action);
        let file = || self.beside.display().to_string();
        let mut opened = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&self.beside)
            .map_err(failed("create the file"))?;
        if lock::try_lock(&opened).map_err(failed("lock the file"))? == Lock::Busy {
            return Err(WriteError::Locked { file: file() });
        }
        let mut start = Vec::new();
        opened.by_ref().take(MAGIC.len() as u64).read_to_end(&mut start).map_err(failed("read"))?;
        if !MAGIC.starts_with(&start) {
            return Err(WriteError::Exists { file: file() });
        }
        opened.set_len(0).and_then(|()| std::io::Seek::rewind(&mut opened)).map_err(failed("empty the file"))?;
        Ok(opened)
    }

    /// Moves the file to its place.
    pub(crate) fn take(&self) -> Result<(), WriteError> {
        let moved = std::fs::rename(&self.beside, &self.path).and_then(|()| sync_directory_of(&self.path));
        moved.map_err(WriteError::at(&self.path, "put the new file into its place"))
    }

    /// Removes what was made.
    pub(crate) fn give_up(&self) {
        // What cannot be removed is overwritten next time.
        let _ = std::fs::remove_file(&self.beside);
        if self.is_reserved {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
