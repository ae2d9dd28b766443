//! `FILE.notes`: what was remarked while another program wrote into `FILE`.
//!
//! It is a recording without records, with the nonce and the header of the one that it belongs to, and notes.

use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{NoteChange, Notes};
use crate::format::Seed;
use crate::reading::{self, Progress};
use crate::source::Source;
use crate::{ReadError, ReadReport, Strictness, WriteError, lock};

/// The path with something behind it.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Where notes beside a recording lie: beside the file itself, not beside a link to it.
pub(crate) fn path_of(path: &Path) -> PathBuf {
    let real = if path.is_symlink() { path.canonicalize().ok() } else { None };
    with_suffix(real.as_deref().unwrap_or(path), ".notes")
}

/// `PATH`, `PATH.1`, `PATH.2` …, of which the first that is free is taken.
pub(crate) fn first_free(path: &Path) -> impl Iterator<Item = PathBuf> {
    let path = path.to_owned();
    (0u32..).map(move |number| if number == 0 { path.clone() } else { with_suffix(&path, &format!(".{number}")) })
}

/// The file as it was seen, if there is one.
pub(crate) struct Look(Option<Source>);

/// What a reader knows of the notes beside a recording.
#[derive(Default)]
pub(crate) struct Beside {
    path: Option<PathBuf>,
    /// Length and time of what was read.
    seen: Option<(u64, Option<SystemTime>)>,
    changes: Vec<NoteChange>,
    /// What is wrong with them.
    warning: Option<String>,
}

impl Beside {
    /// Those of a recording in that file, not read yet.
    pub(crate) fn of(path: Option<&Path>) -> Self {
        Self { path: path.map(path_of), ..Self::default() }
    }

    /// Looks again. To be called before the recording itself is read: notes move from here into the recording, and should
    /// not be missed on their way. Returns what there is to be read, if it is not as it was.
    pub(crate) fn look(&mut self) -> Option<Look> {
        let path = self.path.as_deref()?;
        let seen = std::fs::metadata(path).ok().map(|metadata| (metadata.len(), metadata.modified().ok()));
        if seen == self.seen {
            return None;
        }
        self.seen = seen;
        Some(Look(seen.and_then(|_| Source::open(path).ok())))
    }

    /// Takes over what was seen, if it belongs to the recording.
    ///
    /// # Errors
    /// [`ReadError`] if it cannot be read and reading is strict.
    pub(crate) fn read(&mut self, look: &Look, progress: &Progress) -> Result<(), ReadError> {
        (self.changes, self.warning) = (Vec::new(), None);
        // An empty file: somebody is about to write the first note.
        let Some(source) = look.0.as_ref().filter(|source| source.len() > 0) else { return Ok(()) };
        // Whatever is left of it is worth having.
        let strictness = if progress.strictness == Strictness::Strict { Strictness::Tail } else { Strictness::Salvage };
        match reading::open(source, strictness) {
            Ok(found) if belongs(&found, progress.seed, &progress.header_raw) => {
                self.changes = found.notes.changes().collect();
            }
            Ok(_) => self.warning = Some(format!("{} belongs to another recording.", source.name())),
            Err(error) if progress.strictness == Strictness::Strict => return Err(error),
            Err(error) => self.warning = Some(format!("The notes beside the file cannot be read: {error}.")),
        }
        Ok(())
    }

    /// The notes of a recording together with those beside it.
    pub(crate) fn on_top_of(&self, notes: &Notes) -> Notes {
        let mut notes = notes.clone();
        self.changes.iter().for_each(|change| _ = notes.apply(change));
        notes
    }

    /// Adds what is wrong to a report.
    pub(crate) fn report(&self, report: &mut ReadReport) {
        if let Some(warning) = &self.warning {
            report.warn(warning.clone());
        }
    }
}

/// Whether what was read belongs to the recording with that seed and that header.
pub(crate) fn belongs(found: &Progress, seed: Seed, header_raw: &[u8]) -> bool {
    found.seed == seed && found.header_raw == header_raw
}

/// The notes beside a recording while they are ours: nobody adds to them until this is dropped.
pub(crate) struct Pending {
    path: PathBuf,
    /// Holds the lock.
    _file: File,
    pub(crate) changes: Vec<NoteChange>,
}

impl Pending {
    /// Takes the notes that wait beside the recording in `path`, if there are any. A file that belongs to another recording
    /// is put out of the way.
    pub(crate) fn take(path: &Path, seed: Seed, header_raw: &[u8]) -> Result<Option<Self>, WriteError> {
        let path = path_of(path);
        let failed = |action| WriteError::at(&path, action);
        loop {
            let file = match OpenOptions::new().read(true).write(true).open(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(failed("open the file")(error)),
            };
            lock::lock(&file).map_err(failed("lock the file"))?;
            if !lock::is_at(&file, &path).map_err(failed("look at the file"))? {
                continue;
            }
            let source = file.try_clone().and_then(|file| Source::of_file(file, &path)).map_err(failed("read"))?;
            let found = if source.len() == 0 { None } else { Some(reading::open(&source, Strictness::Salvage)?) };
            match found {
                Some(found) if !belongs(&found, seed, header_raw) => put_aside(&path)?,
                found => {
                    let changes = found.map_or_else(Vec::new, |found| found.notes.changes().collect());
                    return Ok(Some(Self { path, _file: file, changes }));
                }
            }
        }
    }

    /// Removes the file, when its notes are safe elsewhere.
    pub(crate) fn settle(self) -> Result<(), WriteError> {
        std::fs::remove_file(&self.path).map_err(WriteError::at(&self.path, "remove"))
    }
}

/// Renames what stands in the way of notes, without replacing anything.
pub(crate) fn put_aside(path: &Path) -> Result<(), WriteError> {
    let free = first_free(path).skip(1).find(|free| !free.exists());
    let renamed = free.map_or(Err(ErrorKind::AlreadyExists.into()), |free| std::fs::rename(path, free));
    renamed.map_err(WriteError::at(path, "rename"))
}
