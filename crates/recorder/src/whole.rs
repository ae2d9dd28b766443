//! Recordings that are made from something else at one go, not as a match is played.

use std::fs::File;
use std::path::Path;

use crate::reading;
use crate::source::Source;
use crate::transfer::Place;
use crate::{Recorder, RecorderOptions, Strictness, WriteError};

/// Writes a recording that is there whole or not at all. It is written beside its place under the name `FILE.new`, read
/// again strictly, and only then put where it belongs. Returns its size in bytes.
///
/// `read` is the file from which it is made, if it is made from one.
///
/// # Errors
/// What `write` says; [`WriteError::SameFile`] if the place is that of `read`, [`WriteError::Exists`] if something is there
/// and the options do not overwrite it, [`WriteError::Io`] for whatever else the machine says. Everything then is as it was.
pub fn write_whole<E: From<WriteError>>(
    path: impl AsRef<Path>,
    options: RecorderOptions,
    read: Option<&File>,
    write: impl FnOnce(&mut Recorder<File>) -> Result<(), E>,
) -> Result<u64, E> {
    let place = Place::new(path.as_ref(), options.overwrite, read)?;
    let file = place.create()?;
    let made = (|| {
        // Holds the lock until the file is where it belongs.
        let held = file.try_clone().map_err(WriteError::at(&place.beside, "open the file for writing"))?;
        let mut recorder = Recorder::of_file(file, &place.beside, options);
        write(&mut recorder)?;
        held.sync_data().map_err(WriteError::at(&place.beside, "sync"))?;
        let source = Source::open(&place.beside).map_err(WriteError::from)?;
        reading::open(&source, Strictness::Strict).map_err(WriteError::from)?;
        place.take()?;
        Ok(source.len())
    })();
    if made.is_err() {
        place.give_up();
    }
    made
}
