//! The rows of a recording.

pub(crate) mod beliefs;
pub(crate) mod decisions;
pub(crate) mod evidence;
pub(crate) mod matches;
pub(crate) mod records;
pub(crate) mod signals;

use std::borrow::Cow;
use std::sync::Arc;

use fogreel_analysis::perspective::{header_for, outcome_for, record_for};
use fogreel_analysis::{AnalysisError, AnalysisOptions, RecordAnalysis, analyse_each};
use fogreel_engine::data::{Outcome, Setting};
use fogreel_engine::{Header, Record, Seat, SeatSet};
use fogreel_inference::Reasoning;
use fogreel_recorder::{ReadError, Timeline};

use crate::{Batch, RowKind};

/// A recording to make rows of.
pub struct Source<'a> {
    /// What stands in the column `file`.
    pub file: &'a str,
    /// Its records, whole.
    pub timeline: &'a Timeline,
    /// What reasons about its game, if anything does.
    pub reasoning: Option<&'a dyn Reasoning>,
    /// Who looks, under which opponent model, and whether damaged records are left out.
    pub options: &'a AnalysisOptions,
}

/// What the rows of one recording share: everything as the viewpoint may see it.
struct Shared<'a> {
    file: Arc<str>,
    header: Cow<'a, Header>,
    outcome: Option<Cow<'a, Outcome>>,
    /// Ids of the seats.
    seats: Vec<Arc<str>>,
}

impl Shared<'_> {
    /// A seat's id.
    fn seat(&self, seat: Seat) -> Option<&Arc<str>> {
        self.seats.get(seat.index())
    }

    /// The ids of some seats, joined by `;`.
    fn seats(&self, seats: SeatSet) -> String {
        let ids: Vec<&str> = seats.iter().filter_map(|seat| self.seat(seat)).map(AsRef::as_ref).collect();
        ids.join(";")
    }

    /// A seat's agent with its settings, as `--agent` takes it; `None` if it is not known.
    fn agent(&self, seat: Seat) -> Option<String> {
        let info = self.header.seat_info(seat)?;
        let settings: String = info.settings.iter().map(|setting| format!(":{setting}")).collect();
        info.agent.as_ref().map(|agent| format!("{agent}{settings}"))
    }
}

/// Settings joined by `;`.
fn settings(settings: &[Setting]) -> String {
    settings.iter().map(ToString::to_string).collect::<Vec<_>>().join(";")
}

/// Adds the rows of a recording to a batch, in the order of its records.
///
/// # Errors
/// [`AnalysisError`] if a record is damaged and that is not to be skipped, or if there is no such opponent model. The batch may then
/// hold some rows of the recording.
pub fn append(batch: &mut Batch, source: &Source<'_>) -> Result<(), AnalysisError> {
    let header = source.timeline.header();
    let viewpoint = source.options.viewpoint;
    let shown = header_for(header, viewpoint);
    let shared = Shared {
        file: source.file.into(),
        seats: shown.seats.iter().map(|info| info.id.as_str().into()).collect(),
        header: shown,
        outcome: source.timeline.end().map(|end| outcome_for(header, &end.outcome, viewpoint)),
    };
    let kind = batch.kind();
    if kind == RowKind::Matches {
        matches::append(batch, &shared, source);
        return Ok(());
    }
    if kind.takes_analysis() {
        analyse_each(source.timeline, source.reasoning, source.options, |record, analysis| {
            of_analysis(batch, &shared, &record_for(header, record, viewpoint), analysis);
        })?;
        return Ok(());
    }
    for index in 0..source.timeline.len() {
        match source.timeline.record(index) {
            Ok(record) => of_record(batch, &shared, &record_for(header, &record, viewpoint)),
            Err(ReadError::Damaged { .. } | ReadError::Missing { .. }) if source.options.skips_damage => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

fn of_record(batch: &mut Batch, shared: &Shared<'_>, record: &Record) {
    match batch.kind() {
        RowKind::Signals => signals::append(batch, shared, record),
        _ => records::append(batch, shared, record),
    }
}

fn of_analysis(batch: &mut Batch, shared: &Shared<'_>, record: &Record, analysis: &RecordAnalysis) {
    match batch.kind() {
        RowKind::Evidence => evidence::append(batch, shared, analysis),
        RowKind::Decisions => decisions::append(batch, shared, record, analysis),
        _ => beliefs::append(batch, shared, record, analysis),
    }
}
