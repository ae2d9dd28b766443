//! Who may see what. Panels receive a [`Sight`] and nothing else, so what this module takes away cannot be drawn,
//! named in a tooltip, counted on the timeline or read out by a screen reader.

use std::sync::Arc;

use fogreel_engine::data::{Event, PieceKind};
use fogreel_engine::{Header, Outcome, Record, Seat, Viewpoint};

use crate::session::{Mark, MarkKind, Series, Session, Step};

/// What may be shown from a viewpoint at one record.
#[derive(Clone)]
pub(crate) struct Sight {
    pub(crate) viewpoint: Viewpoint,
    pub(crate) header: Arc<Header>,
    /// The record shown; the last one that arrived until the wanted one does, `None` before the first.
    pub(crate) record: Option<Arc<Record>>,
    /// Turn, round and marks of the records, as far as they are known.
    pub(crate) steps: Arc<Vec<Step>>,
    /// Beliefs along the match, as far as they are measured.
    pub(crate) series: Arc<Vec<Series>>,
    pub(crate) outcome: Option<Outcome>,
    /// Number of records.
    pub(crate) len: usize,
}

impl Sight {
    /// What the session may show from the viewpoint, at the record it holds.
    pub(crate) fn of(session: &Session, viewpoint: Viewpoint) -> Self {
        let record = session.record();
        Self {
            viewpoint,
            header: match viewpoint {
                Viewpoint::Referee => session.header(),
                Viewpoint::Seat(seat) => Arc::new(header_for(&session.header(), seat)),
            },
            steps: steps_for(session.steps(), viewpoint),
            series: series_for(session.series(), &session.header(), viewpoint),
            // How a match ends is no seat's knowledge before it has ended.
            outcome: session.outcome().filter(|_| viewpoint == Viewpoint::Referee || is_last(session)).cloned(),
            len: session.len(),
            record: record.map(|record| record_for(&record, &session.header(), viewpoint)),
        }
    }

    /// Whether only one seat's knowledge is shown.
    pub(crate) fn is_locked(&self) -> bool {
        self.viewpoint != Viewpoint::Referee
    }

    /// The nearest record after or before one in which something happened.
    pub(crate) fn next_event(&self, from: usize, forward: bool) -> Option<usize> {
        let happened = |step: &Step| !step.marks.is_empty();
        if forward {
            let after = self.steps.iter().skip(from + 1).position(happened);
            after.map(|ahead| from + 1 + ahead)
        } else {
            self.steps[..from.min(self.steps.len())].iter().rposition(happened)
        }
    }

    /// The name of a seat.
    pub(crate) fn seat_name(&self, seat: Seat) -> &str {
        self.header.seat_info(seat).map_or("?", |info| &info.name)
    }

    /// The kind of a piece.
    pub(crate) fn piece_kind(&self, kind: u16) -> Option<&PieceKind> {
        self.header.piece_kinds.get(usize::from(kind))
    }
}

fn is_last(session: &Session) -> bool {
    session.record().is_some_and(|record| record.index as usize + 1 >= session.len())
}

/// The record as the viewpoint may see it. An allow-list: a field that is added later stays hidden until it is named
/// here.
pub(crate) fn record_for(record: &Arc<Record>, header: &Header, viewpoint: Viewpoint) -> Arc<Record> {
    let Viewpoint::Seat(seat) = viewpoint else { return Arc::clone(record) };
    let id = header.seat_info(seat).map(|info| info.id.as_str());
    Arc::new(Record {
        index: record.index,
        turn: record.turn,
        round: record.round,
        to_act: record.to_act,
        actions: record.actions.iter().filter(|action| action.seat == seat).cloned().collect(),
        decisions: record.decisions.iter().filter(|decision| decision.seat == seat).cloned().collect(),
        events: record.events.iter().filter(|event| is_audible(event, seat)).cloned().collect(),
        views: record.views.iter().filter(|view| view.seat == seat).cloned().collect(),
        beliefs: record.beliefs.iter().filter(|belief| Some(belief.key.owner.as_str()) == id).cloned().collect(),
        truth: None,
        chance: Vec::new(),
        privileged: Vec::new(),
        state_hash: None,
    })
}

fn is_audible(event: &Event, seat: Seat) -> bool {
    event.audience.contains(seat)
}

/// The header as a seat may see it: the hidden start, the seed, tags and the rivals' settings go.
fn header_for(header: &Header, seat: Seat) -> Header {
    let mut header = header.clone();
    header.setup.clear();
    header.tags.clear();
    header.seed = None;
    for (index, info) in header.seats.iter_mut().enumerate() {
        if index != seat.index() {
            info.settings.clear();
        }
    }
    header
}

fn steps_for(steps: &Arc<Vec<Step>>, viewpoint: Viewpoint) -> Arc<Vec<Step>> {
    let Viewpoint::Seat(seat) = viewpoint else { return Arc::clone(steps) };
    let may_see = |mark: &&Mark| match mark.kind {
        MarkKind::Event(_) => mark.audience.contains(seat),
        MarkKind::Hit { seat: whose, .. } => whose == seat,
    };
    Arc::new(
        steps
            .iter()
            .map(|step| Step { marks: step.marks.iter().filter(may_see).copied().collect(), ..step.clone() })
            .collect(),
    )
}

fn series_for(series: &Arc<Vec<Series>>, header: &Header, viewpoint: Viewpoint) -> Arc<Vec<Series>> {
    let Viewpoint::Seat(seat) = viewpoint else { return Arc::clone(series) };
    let id = header.seat_info(seat).map(|info| info.id.as_str());
    let mut own: Vec<Series> = series.iter().filter(|one| Some(one.key.owner.as_str()) == id).cloned().collect();
    for point in own.iter_mut().flat_map(|one| one.points.iter_mut()).flatten() {
        point.p_truth = None;
    }
    Arc::new(own)
}
