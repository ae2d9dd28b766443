//! Adding notes to a file of any state.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::NoteChange;
use super::beside::{Pending, belongs, first_free, path_of, put_aside, with_suffix};
use crate::format::{self, Fault, Seed, ensure};
use crate::lock::{self, Lock};
use crate::reading::{self, Progress};
use crate::recorder::sync_directory_of;
use crate::source::Source;
use crate::{Recorder, Strictness, WriteError};

/// Where notes went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotesPlace {
    /// Into the recording.
    InFile,
    /// Into `FILE.notes`, since another program is writing into the recording. Readers find them there, and the next
    /// writer takes them into the recording.
    Beside(PathBuf),
}

/// Appends changes of notes to a recording, all or none, and syncs them. What waits in `FILE.notes` goes first, and
/// that file is removed when everything is safe in the recording.
///
/// The recording may be finished, cut, or still being written. What a crash left behind the last good frame is
/// moved to `FILE.tail` (or `FILE.tail.1` and so on) first.
///
/// # Errors
/// [`WriteError::Unreadable`] if the file is no recording or damaged in the middle, [`WriteError::Invalid`] if a note is
/// about a record, seat or cell that is not there, [`WriteError::Io`] for whatever else the machine says. The recording then
/// is as it was.
pub fn append_notes(path: impl AsRef<Path>, changes: &[NoteChange]) -> Result<NotesPlace, WriteError> {
    let path = path.as_ref();
    let failed = |action| WriteError::at(path, action);
    loop {
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(failed("open the file for writing"))?;
        let lock = lock::try_lock(&file).map_err(failed("lock the file"))?;
        if !lock::is_at(&file, path).map_err(failed("look at the file"))? {
            continue;
        }
        match lock {
            Lock::Held => return in_file(file, path, changes).map(|()| NotesPlace::InFile),
            // Where nobody can tell whether somebody is writing, nothing is risked.
            Lock::Busy | Lock::Unknown => {
                if let Some(place) = beside(path, changes)? {
                    return Ok(NotesPlace::Beside(place));
                }
            }
        }
    }
}

fn in_file(file: File, path: &Path, changes: &[NoteChange]) -> Result<(), WriteError> {
    let source = source_of(&file, path)?;
    let progress = reading::open(&source, Strictness::Tail)?;
    changes.iter().try_for_each(|change| check(path, &progress, change))?;
    let pending = Pending::take(path, progress.seed, &progress.header_raw)?;
    let waiting = pending.as_ref().map_or(&[][..], |pending| &pending.changes);
    let mut notes = progress.notes.clone();
    let changes: Vec<NoteChange> =
        waiting.iter().chain(changes).filter(|change| notes.apply(change)).cloned().collect();
    append(file, path, &source, progress, &changes)?;
    pending.map_or(Ok(()), Pending::settle)
}

/// Writes into `FILE.notes`; `None` if the file was taken away meanwhile.
fn beside(path: &Path, changes: &[NoteChange]) -> Result<Option<PathBuf>, WriteError> {
    let recording = Source::open(path)?;
    let nonce = reading::read_preamble(&recording)?.nonce;
    let (header, header_raw, _) = reading::read_header_frame(&recording, Seed::of(nonce))?;
    let progress = reading::open(&recording, Strictness::Tail)?;
    changes.iter().try_for_each(|change| check(path, &progress, change))?;

    let path = path_of(path);
    let failed = |action| WriteError::at(&path, action);
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(failed("open the file for writing"))?;
    lock::lock(&file).map_err(failed("lock the file"))?;
    if !lock::is_at(&file, &path).map_err(failed("look at the file"))? {
        return Ok(None);
    }
    let source = source_of(&file, &path)?;
    if source.len() == 0 {
        // Keeps the lock until the file is whole, or gone.
        let _held = file.try_clone().map_err(failed("open the file for writing"))?;
        let written = Recorder::copy_header(file, &path, nonce, header, header_raw).write_notes(changes);
        if written.is_err() {
            // Nothing is in it that anybody would miss.
            let _ = std::fs::remove_file(&path);
        }
        return written.map(|()| Some(path));
    }
    let found = reading::open(&source, Strictness::Tail)?;
    if !belongs(&found, Seed::of(nonce), &header_raw) {
        put_aside(&path)?;
        return Ok(None);
    }
    append(file, &path, &source, found, changes)?;
    Ok(Some(path))
}

/// Appends to a file whose lock is held and which was read. If that fails, the file is as it was.
fn append(
    file: File,
    path: &Path,
    source: &Source,
    progress: Progress,
    changes: &[NoteChange],
) -> Result<(), WriteError> {
    if changes.is_empty() {
        return Ok(());
    }
    let end = progress.offset;
    let again = file.try_clone().map_err(WriteError::at(path, "open the file for writing"))?;
    let written = resume_at_end(file, path, source, progress)?.write_notes(changes);
    if written.is_err() {
        // Half a note is a damaged end, which readers pass over, if not even this works.
        let _ = again.set_len(end);
    }
    written
}

/// Goes on behind the last good frame of a file whose lock is held. What stands behind that is moved to `FILE.tail` first.
pub(crate) fn resume_at_end(
    file: File,
    path: &Path,
    source: &Source,
    progress: Progress,
) -> Result<Recorder<File>, WriteError> {
    let end = progress.offset;
    if end < source.len() {
        keep_tail(source, end, path)?;
        file.set_len(end).map_err(WriteError::at(path, "cut the damaged end"))?;
    }
    Recorder::resume(file, path, source, progress)
}

/// Copies what stands behind the last good frame into `FILE.tail`, or the first name after it that is free.
fn keep_tail(source: &Source, start: u64, path: &Path) -> Result<(), WriteError> {
    const STEP: u64 = 1 << 20;
    for tail in first_free(&with_suffix(path, ".tail")) {
        let failed = |action| WriteError::at(&tail, action);
        let mut file = match OpenOptions::new().write(true).create_new(true).open(&tail) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(failed("create the file")(error)),
        };
        let mut copy = || -> Result<(), WriteError> {
            let mut offset = start;
            while offset < source.len() {
                let bytes = source.bytes(offset, (source.len() - offset).min(STEP) as usize)?;
                file.write_all(&bytes).map_err(failed("write"))?;
                offset += bytes.len() as u64;
            }
            file.sync_data().and_then(|()| sync_directory_of(&tail)).map_err(failed("sync"))
        };
        let copied = copy();
        if copied.is_err() {
            let _ = std::fs::remove_file(&tail);
        }
        return copied;
    }
    Ok(())
}

fn source_of(file: &File, path: &Path) -> Result<Source, WriteError> {
    let source: io::Result<Source> = file.try_clone().and_then(|file| Source::of_file(file, path));
    source.map_err(WriteError::at(path, "read"))
}

/// Checks a change before anything is written.
fn check(path: &Path, progress: &Progress, change: &NoteChange) -> Result<(), WriteError> {
    let checked = format::check_note(&progress.header, change).and_then(|()| {
        let NoteChange::Put(note) = change else { return Ok(()) };
        let place = || format!("note {}", note.id);
        let Some(line) = progress.line(note.line) else {
            return Err(Fault::invalid(place(), "a line that is there", note.line));
        };
        let (first, next) = (line.first, line.next());
        ensure(line.position(note.record).is_some(), || {
            let expected =
                if first == 0 { format!("a record below {next}") } else { format!("a record in {first}..{next}") };
            (place(), expected, note.record)
        })
    });
    checked.map_err(|fault| WriteError::refused(&path.display().to_string(), "a note", fault))
}
