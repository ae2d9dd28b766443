//! Recordings as Fogreel writes and reads them.

use std::io::Write;

use fogreel_engine::data::Keep;
use fogreel_recorder::{Destination, FileState, Recorder, RecorderOptions, Replay, Strictness, SyncLevel, repack};

use crate::Failure;
use crate::turns::Turns;

/// Nothing is synced before the end: the peer never syncs.
pub(crate) const OPTIONS: RecorderOptions =
    RecorderOptions { sync: SyncLevel::End, reproducible: false, overwrite: true, keep: Keep::Full };

/// A whole match as a live file.
pub(crate) fn live(turns: &Turns, keep: Keep) -> Result<Vec<u8>, Failure> {
    let mut recorder = Recorder::new(Vec::new(), RecorderOptions { keep, ..OPTIONS });
    write(turns, &mut recorder)?;
    Ok(recorder.into_inner())
}

/// Writes a whole match.
pub(crate) fn write<W: Write>(turns: &Turns, recorder: &mut Recorder<W>) -> Result<(), Failure> {
    recorder.write_header(&turns.header)?;
    for record in &turns.records {
        recorder.write_record(record)?;
    }
    Ok(recorder.write_end(&turns.end)?)
}

/// The same recording packed.
pub(crate) fn packed(live: &[u8]) -> Result<Vec<u8>, Failure> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("match.fogreel");
    std::fs::write(&path, live)?;
    repack(&path, FileState::Packed, Destination::InPlace)?;
    Ok(std::fs::read(path)?)
}

/// What a reading gave.
#[derive(Default, Debug, Clone, Copy)]
pub(crate) struct Found {
    /// Records as they were written.
    pub(crate) right: u32,
    /// Records that nobody wrote.
    pub(crate) wrong: u32,
}

/// Reads what there is of a match.
pub(crate) fn read(bytes: &[u8], strictness: Strictness, turns: &Turns) -> Found {
    let mut found = Found::default();
    let Ok(replay) = Replay::from_bytes("match", bytes.to_vec(), strictness) else { return found };
    let timeline = replay.timeline();
    for index in 0..timeline.len() {
        let Ok(record) = timeline.record(index) else { continue };
        match turns.records.get(index) {
            Some(written) if *written == *record => found.right += 1,
            _ => found.wrong += 1,
        }
    }
    found
}
