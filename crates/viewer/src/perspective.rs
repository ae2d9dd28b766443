//! Who may see what. Panels receive a [`Sight`] and nothing else, so what this module takes away cannot be drawn,
//! named in a tooltip, counted on the timeline or read out by a screen reader.

use std::sync::Arc;

use fogreel_engine::data::{BeliefKey, Event, PieceKind};
use fogreel_engine::{Header, Outcome, Record, Seat, Viewpoint};

use crate::session::{Mark, MarkKind, Series, Session, Step};
use crate::tiles::{PaneChoice, is_map};

/// What may be shown from a viewpoint at one record.
#[derive(Clone)]
pub(crate) struct Sight {
    pub(crate) viewpoint: Viewpoint,
    pub(crate) header: Arc<Header>,
    /// The record shown; the last one that arrived until the wanted one does, `None` before the first.
    pub(crate) record: Option<Arc<Record>>,
    /// Why there is no record to show, where damage took it.
    pub(crate) loss: Option<String>,
    /// Turn, round and marks of the records, as far as they are known.
    pub(crate) steps: Arc<Vec<Step>>,
    /// Beliefs along the match, as far as they are measured.
    pub(crate) series: Arc<Vec<Series>>,
    pub(crate) outcome: Option<Outcome>,
    /// Number of records.
    pub(crate) len: usize,
    /// What of the record its own seat's perspective lacks, because the agent read privileged channels.
    pub(crate) withheld: Withheld,
}

/// What an agent that reads privileged channels had in mind in a record, by name alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Withheld {
    pub(crate) beliefs: Vec<BeliefKey>,
    pub(crate) has_decision: bool,
}

impl Withheld {
    /// Stands where such a belief would.
    pub(crate) const BELIEF: &str = "Its agent read privileged channels; only the referee may see its belief.";
    /// Stands where such a decision would.
    pub(crate) const DECISION: &str = "Its agent read privileged channels; only the referee may see its decision.";
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
            loss: session.loss_here(),
            withheld: record.as_ref().map(|record| withheld(record, &session.header(), viewpoint)).unwrap_or_default(),
            record: record.map(|record| record_for(&record, &session.header(), viewpoint)),
        }
    }

    /// What stands in the place of a record where there is none to show.
    pub(crate) fn no_record(&self) -> String {
        match &self.loss {
            Some(loss) => loss.clone(),
            None if self.len == 0 => "no record".to_owned(),
            None => "reading …".to_owned(),
        }
    }

    /// The beliefs that the recording is known to hold, in the record shown or elsewhere, and those in whose place stands
    /// why they are not; ordered by owner, target and source.
    pub(crate) fn keys(&self) -> Vec<BeliefKey> {
        let here = self.record.iter().flat_map(|record| &record.beliefs).map(|belief| &belief.key);
        let along = self.series.iter().map(|series| &series.key);
        let mut keys: Vec<BeliefKey> = here.chain(along).chain(&self.withheld.beliefs).cloned().collect();
        let target = |key: &BeliefKey| self.header.targets.iter().position(|target| target.id == key.target);
        keys.sort_by_cached_key(|key| (self.header.seat(&key.owner), target(key), key.source.clone()));
        keys.dedup();
        keys
    }

    /// What a seat has to show: its view, then its beliefs, maps first.
    pub(crate) fn own(&self, seat: Seat) -> Vec<PaneChoice> {
        let has_view = self.record.as_ref().is_none_or(|record| record.view(seat).is_some());
        let info = self.header.seat_info(seat);
        let view = info.filter(|_| has_view).map(|info| PaneChoice::View(info.id.clone()));
        let is_own = |key: &BeliefKey| info.is_some_and(|info| info.id == key.owner);
        let hidden = |key: &BeliefKey| self.withheld.beliefs.contains(key);
        let mut beliefs: Vec<BeliefKey> = self.keys().into_iter().filter(|key| is_own(key) && !hidden(key)).collect();
        beliefs.sort_by_key(|key| !is_map(key, &self.header));
        view.into_iter().chain(beliefs.into_iter().map(PaneChoice::Belief)).collect()
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
    let mind = Mind::of(header, seat);
    Arc::new(Record {
        index: record.index,
        turn: record.turn,
        round: record.round,
        to_act: record.to_act,
        actions: record.actions.iter().filter(|action| action.seat == seat).cloned().collect(),
        decisions: record
            .decisions
            .iter()
            .filter(|one| one.seat == seat && mind.may_see_decisions())
            .cloned()
            .collect(),
        events: record.events.iter().filter(|event| is_audible(event, seat)).cloned().collect(),
        views: record.views.iter().filter(|view| view.seat == seat).cloned().collect(),
        beliefs: record.beliefs.iter().filter(|belief| mind.may_see(&belief.key)).cloned().collect(),
        truth: None,
        chance: Vec::new(),
        privileged: Vec::new(),
        state_hash: None,
    })
}

/// What a seat may see of what goes on in its own head.
struct Mind<'a> {
    id: Option<&'a str>,
    /// Whether its agent reads privileged channels, so that the agent's mind is the referee's business alone.
    is_privileged: bool,
}

impl<'a> Mind<'a> {
    fn of(header: &'a Header, seat: Seat) -> Self {
        let info = header.seat_info(seat);
        // A seat that the header lacks has nothing to show either.
        Self { id: info.map(|info| info.id.as_str()), is_privileged: info.is_none_or(|info| info.reads_privileged) }
    }

    fn is_own(&self, key: &BeliefKey) -> bool {
        Some(key.owner.as_str()) == self.id
    }

    /// A reference belief follows from the seat's own observations, whatever its agent reads.
    fn may_see(&self, key: &BeliefKey) -> bool {
        self.is_own(key) && (!self.is_privileged || key.source.starts_with("reference:"))
    }

    fn may_see_decisions(&self) -> bool {
        !self.is_privileged
    }
}

fn withheld(record: &Record, header: &Header, viewpoint: Viewpoint) -> Withheld {
    let Viewpoint::Seat(seat) = viewpoint else { return Withheld::default() };
    let mind = Mind::of(header, seat);
    let keys = record.beliefs.iter().map(|belief| &belief.key);
    Withheld {
        beliefs: keys.filter(|key| mind.is_own(key) && !mind.may_see(key)).cloned().collect(),
        has_decision: record.decisions.iter().any(|one| one.seat == seat) && !mind.may_see_decisions(),
    }
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
    let mind = Mind::of(header, seat);
    let mut own: Vec<Series> = series.iter().filter(|one| mind.may_see(&one.key)).cloned().collect();
    for point in own.iter_mut().flat_map(|one| one.points.iter_mut()).flatten() {
        point.p_truth = None;
    }
    Arc::new(own)
}
