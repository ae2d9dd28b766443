//! A recording that holds what one seat knew, and nothing else.

use std::io::Write;

use fogreel_engine::data::{End, Keep, Note, Setting};
use fogreel_engine::{Header, Seat, Viewpoint};
use fogreel_recorder::{NoteChange, ReadError, Recorder, Timeline, WriteError};

use crate::perspective::{REDACTED, header_for, may_see_note, outcome_for, record_for};

/// Why a recording could not be redacted.
#[derive(Debug, thiserror::Error)]
pub enum RedactError {
    /// It could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The redacted one could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// There is nothing to keep.
    #[error("the recording holds no view of {0}, so nothing of what it saw could be kept")]
    NoView(String),
    /// Beliefs name their owner by its id.
    #[error("several seats are called {0}, so whose beliefs are whose cannot be told")]
    SameId(String),
}

/// Writes what a seat knew of the match: what passes [`perspective`](crate::perspective) from its viewpoint, its own notes,
/// and a tag that says so. The file tells no more than its records do: its index is computed from them.
///
/// `writer` is the program that does it.
///
/// # Errors
/// [`RedactError`], also if a record of it is missing.
pub fn redact<W: Write>(
    timeline: &Timeline,
    seat: Seat,
    writer: &str,
    recorder: &mut Recorder<W>,
) -> Result<(), RedactError> {
    let (header, viewpoint) = (timeline.header(), Viewpoint::Seat(seat));
    let id = header.seat_info(seat).map(|info| info.id.clone()).unwrap_or_default();
    if header.seats.iter().filter(|info| info.id == id).count() > 1 {
        return Err(RedactError::SameId(id));
    }
    if header.keep == Keep::Moves || (!timeline.is_empty() && timeline.record(0)?.view(seat).is_none()) {
        return Err(RedactError::NoView(id));
    }
    recorder.write_header_of_copy(&Header {
        writer: writer.to_owned(),
        tags: vec![Setting::new(REDACTED, id)],
        ..header_for(header, viewpoint).into_owned()
    })?;
    for index in 0..timeline.len() {
        recorder.write_record(&record_for(header, &*timeline.record(index)?, viewpoint))?;
    }
    if let Some(end) = timeline.end() {
        let outcome = outcome_for(header, &end.outcome, viewpoint).into_owned();
        recorder.write_end(&End { outcome, turns: end.turns, records: end.records })?;
    }
    let own = |note: &&Note| note.viewpoint == viewpoint && may_see_note(note, viewpoint);
    let notes: Vec<NoteChange> = timeline.notes().iter().filter(own).cloned().map(NoteChange::Put).collect();
    Ok(recorder.write_notes(&notes)?)
}
