//! Playing a recording again to get back what it does not keep.

use std::sync::Arc;

use fogreel_engine::data::Keep;
use fogreel_engine::{PlayError, Record, Session, Step};
use fogreel_recorder::{ReadError, Timeline};

/// Why records could not be regenerated.
#[derive(Debug, thiserror::Error)]
pub enum RegenerateError {
    /// The recording could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The rules disagree with it.
    #[error("the recorded moves cannot be played again: {0}")]
    Play(#[from] PlayError),
}

/// The whole records of a recording that keeps only a part of each: its actions and draws are applied to a session at its
/// start. The result lies in memory. A start that was drawn keeps its recorded draw.
///
/// # Errors
/// [`RegenerateError`] if a record is damaged or the rules refuse a step.
pub fn regenerate(timeline: &Timeline, session: &mut dyn Session) -> Result<Timeline, RegenerateError> {
    let mut records: Vec<Record> = Vec::with_capacity(timeline.len());
    for index in 0..timeline.len() {
        let kept: Arc<Record> = timeline.record(index)?;
        if index > 0 {
            session.apply(&Step::of(&kept))?;
        }
        let mut record = session.record();
        if index == 0 {
            record.chance.clone_from(&kept.chance);
        }
        records.push(record);
    }
    let mut header = timeline.header().clone();
    header.keep = Keep::Full;
    let whole = Timeline::from_memory(header, records, timeline.end().cloned());
    Ok(whole.with_notes(timeline.notes().to_vec()))
}
