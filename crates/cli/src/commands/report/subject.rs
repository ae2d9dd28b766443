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
    /// The records, in memory. Where some cannot be read, those before the first of them; none of a match that is too large.
    pub(super) timeline: Timeline,
    /// Why that is not all of them; `None` if it is.
    pub(super) cut: Option<String>,
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
        let mut kept = Kept { records: Vec::new(), numbers: 0, most: MOST_NUMBERS };
        let mut owners: Vec<String> = Vec::new();
        let analysed = asked.analyse(Path::new(&args.file), whole, |viewpoint, record, analysis| {
            kept.add(|| seen(whole.header(), record, analysis, viewpoint, &mut owners), record.index);
        })?;
        let viewpoint = analysed.analysis.viewpoint;
        let end = whole.end().zip(analysed.outcome.clone()).map(|(end, outcome)| End { outcome, ..end.clone() });
        let notes: Vec<Note> = whole.notes().iter().filter(|note| may_see_note(note, viewpoint)).cloned().collect();
        let (records, cut) = kept.finish(whole.len());
        let timeline = Timeline::from_memory(analysed.header.clone(), records, end).with_notes(notes);
        let bytes = (viewpoint == Viewpoint::Referee).then(|| recording.bytes());
        Ok(Self { analysed, timeline, cut, bytes })
    }

    pub(super) fn header(&self) -> &Header {
        &self.analysed.header
    }

    pub(super) fn viewpoint(&self) -> Viewpoint {
        self.analysed.analysis.viewpoint
    }
}

/// Numbers that a page may be made of, a quarter of a gigabyte: what is larger is analysed record by record, but not drawn.
const MOST_NUMBERS: usize = 1 << 25;
/// What a record takes besides its beliefs, counted in numbers.
const RECORD_NUMBERS: usize = 512;

/// Records that are kept for the page, in order and without a gap.
struct Kept {
    records: Vec<Record>,
    /// About how many numbers they take, and how many they may.
    numbers: usize,
    most: usize,
}

impl Kept {
    fn add(&mut self, record: impl FnOnce() -> Record, index: u32) {
        // Positions on the paper are those of the records: behind a gap none would be right.
        if index as usize != self.records.len() || self.numbers > self.most {
            return;
        }
        let record = record();
        let views = record.views.iter().map(|view| view.frame.size.cells());
        let beliefs = record.beliefs.iter().map(|belief| belief.values().len());
        self.numbers += RECORD_NUMBERS + views.chain(beliefs).sum::<usize>();
        self.records.push(record);
    }

    /// The records of a match of so many, and why they are not all.
    fn finish(self, all: usize) -> (Vec<Record>, Option<String>) {
        if self.numbers > self.most {
            return (Vec::new(), Some(format!("a match of {all} records on such a board is too large for a page")));
        }
        let cut = (self.records.len() < all).then(|| format!("record {} cannot be read", self.records.len()));
        (self.records, cut)
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

#[cfg(test)]
mod tests {
    use fogreel_recorder::{Replay, Strictness};

    use super::*;

    #[test]
    fn what_is_kept_has_no_gap_and_a_limit() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../replays/good/rajakardhor/guard-wins.fogreel");
        let replay = Replay::open(file, Strictness::Strict).expect("a sample");
        let record = |index: u32| Record::clone(&*replay.timeline().record(index as usize).expect("a record"));
        let keep = |indices: &[u32], most: usize| {
            let mut kept = Kept { records: Vec::new(), numbers: 0, most };
            indices.iter().for_each(|index| kept.add(|| record(*index), *index));
            let (records, cut) = kept.finish(3);
            (records.len(), cut)
        };
        assert_eq!(keep(&[0, 1, 2], MOST_NUMBERS), (3, None));
        assert_eq!(keep(&[0, 2], MOST_NUMBERS), (1, Some("record 1 cannot be read".to_owned())));
        let (records, cut) = keep(&[0, 1, 2], RECORD_NUMBERS);
        assert_eq!(records, 0);
        assert!(cut.is_some_and(|why| why.contains("too large")));
    }
}
