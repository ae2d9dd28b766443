//! What a report is about: a match as its viewpoint may see it, analysed, with the beliefs of the references in its records.

use std::path::Path;

use fogreel_analysis::RecordAnalysis;
use fogreel_analysis::perspective::{may_see_note, record_for};
use fogreel_engine::data::Note;
use fogreel_engine::{End, Header, Record, Viewpoint};
use fogreel_recorder::Timeline;

use crate::args::ReportArgs;
use crate::commentary::{Analysed, Asked};
use crate::failure::Result;
use crate::input::Whole;

/// One match to report on. Nothing in it is hidden from the viewpoint, so that nothing made of it can be.
pub(super) struct Subject {
    pub(super) analysed: Analysed,
    /// The records, in memory. Where some cannot be read, those before the first of them.
    pub(super) timeline: Timeline,
    /// Whether that is all of them.
    pub(super) is_whole: bool,
    /// Size of the recording; a seat is not told what depends on more than it knows.
    pub(super) bytes: Option<u64>,
}

impl Subject {
    pub(super) fn read(args: &ReportArgs, recording: &Whole) -> Result<Self> {
        let whole = recording.timeline();
        let asked = Asked {
            opponent: args.opponent.as_deref(),
            viewpoint: args.viewpoint.as_deref(),
            belief: None,
            read: args.read,
        };
        let mut records: Vec<Record> = Vec::with_capacity(whole.len());
        let mut owners: Vec<String> = Vec::new();
        let analysed = asked.analyse(Path::new(&args.file), whole, |viewpoint, record, analysis| {
            // Positions on the paper are those of the records: behind a gap none would be right.
            if record.index as usize == records.len() {
                records.push(seen(whole.header(), record, analysis, viewpoint, &mut owners));
            }
        })?;
        let viewpoint = analysed.analysis.viewpoint;
        let end = whole.end().zip(analysed.outcome.clone()).map(|(end, outcome)| End { outcome, ..end.clone() });
        let notes: Vec<Note> = whole.notes().iter().filter(|note| may_see_note(note, viewpoint)).cloned().collect();
        let is_whole = records.len() == whole.len();
        let timeline = Timeline::from_memory(analysed.header.clone(), records, end).with_notes(notes);
        let bytes = (viewpoint == Viewpoint::Referee).then(|| recording.bytes());
        Ok(Self { analysed, timeline, is_whole, bytes })
    }

    pub(super) fn header(&self) -> &Header {
        &self.analysed.header
    }

    pub(super) fn viewpoint(&self) -> Viewpoint {
        self.analysed.analysis.viewpoint
    }
}

/// The record as the viewpoint may see it, with what the references of this analysis believe in the place of what the
/// recording stores of others: there is one opponent model on a page.
fn seen(
    header: &Header,
    record: &Record,
    analysis: &RecordAnalysis,
    viewpoint: Viewpoint,
    owners: &mut Vec<String>,
) -> Record {
    let mut seen = record_for(header, record, viewpoint).into_owned();
    for belief in &analysis.references {
        if !owners.contains(&belief.key.owner) {
            owners.push(belief.key.owner.clone());
        }
    }
    seen.beliefs.retain(|belief| belief.key.opponent_model().is_none() || !owners.contains(&belief.key.owner));
    seen.beliefs.extend(analysis.references.iter().cloned());
    seen
}
