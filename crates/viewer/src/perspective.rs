//! Who may see what. Panels receive a [`Sight`] and nothing else, so what this module takes away cannot be drawn,
//! named in a tooltip, counted on the timeline or read out by a screen reader.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use fogreel_analysis::{RecordAnalysis, perspective};
use fogreel_engine::data::{BeliefKey, Frame, Note, PieceKind};
use fogreel_engine::{Cell, Header, Outcome, Record, Seat, Viewpoint};

use crate::marks::{FaultMark, Losses, Lost, Mark, MarkKind, MoveMark, Series, Step};
use crate::session::Session;
use crate::tiles::{PaneChoice, is_map};

/// What may be shown from a viewpoint at one record.
#[derive(Clone)]
pub(crate) struct Sight {
    pub(crate) viewpoint: Viewpoint,
    pub(crate) header: Arc<Header>,
    /// The record shown; the last one that arrived until the wanted one does, `None` before the first.
    pub(crate) record: Option<Arc<Record>>,
    /// The record before it.
    pub(crate) previous: Option<Arc<Record>>,
    /// Why there is no record to show, where damage took it.
    pub(crate) loss: Option<String>,
    /// Turn, round and marks of the records, as far as they are known.
    pub(crate) steps: Arc<Vec<Step>>,
    /// Beliefs along the match, as far as they are measured.
    pub(crate) series: Arc<Vec<Series>>,
    /// Faults of beliefs, by ascending record, as far as they are measured.
    pub(crate) faults: Arc<Vec<FaultMark>>,
    /// What beliefs lost against their references along the match, as far as that is worked out.
    pub(crate) losses: Arc<Vec<Losses>>,
    /// Moves that gave something away, by ascending record, as far as they are judged.
    pub(crate) moves: Arc<Vec<MoveMark>>,
    /// What reasoning says of the record shown; `None` where there is nothing, or not yet.
    pub(crate) analysis: Option<Arc<RecordAnalysis>>,
    /// Whether that is still being worked out.
    pub(crate) is_reasoning: bool,
    /// What reasoning cannot say, and why. For the referee alone: reasons may tell of what happened.
    pub(crate) missing: Arc<Vec<String>>,
    /// The kinds of marks that the match has, in order.
    pub(crate) kinds: Arc<Vec<MarkKind>>,
    /// What people noted, by record.
    pub(crate) notes: Arc<Vec<Note>>,
    /// As of which change of the notes.
    pub(crate) notes_version: u64,
    /// As of which knowledge along the match.
    pub(crate) measured_version: u64,
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
    /// What the session may show from the viewpoint, at the record it holds. What is known along the match is taken from
    /// an earlier sight where it has not changed.
    pub(crate) fn of(session: &Session, viewpoint: Viewpoint, earlier: Option<&Self>) -> Self {
        let record = session.record();
        let header = session.header();
        let measured_version = session.measured_version();
        let notes_version = session.notes_version();
        let noted = earlier.filter(|sight| sight.viewpoint == viewpoint && sight.notes_version == notes_version);
        let notes = noted.map_or_else(|| notes_for(session.notes(), viewpoint), |earlier| Arc::clone(&earlier.notes));
        let earlier =
            earlier.filter(|sight| sight.viewpoint == viewpoint && sight.measured_version == measured_version);
        let seen = |record: Arc<Record>| record_for(&record, &header, viewpoint);
        Self {
            viewpoint,
            header: match earlier {
                Some(earlier) => Arc::clone(&earlier.header),
                None => match perspective::header_for(&header, viewpoint) {
                    Cow::Borrowed(_) => Arc::clone(&header),
                    Cow::Owned(header) => Arc::new(header),
                },
            },
            steps: earlier.map_or_else(|| steps_for(session.steps(), viewpoint), |earlier| Arc::clone(&earlier.steps)),
            series: earlier.map_or_else(
                || series_for(session.series(), &header, viewpoint),
                |earlier| Arc::clone(&earlier.series),
            ),
            faults: earlier.map_or_else(
                || faults_for(session.faults(), &header, viewpoint),
                |earlier| Arc::clone(&earlier.faults),
            ),
            losses: earlier.map_or_else(
                || losses_for(session.losses(), &header, viewpoint),
                |earlier| Arc::clone(&earlier.losses),
            ),
            moves: earlier.map_or_else(|| moves_for(session.moves(), viewpoint), |earlier| Arc::clone(&earlier.moves)),
            analysis: record.as_ref().and_then(|record| {
                let analysis = session.analysis(record.index as usize)?;
                Some(match perspective::analysis_for(&header, analysis, viewpoint) {
                    Cow::Borrowed(_) => Arc::clone(analysis),
                    Cow::Owned(analysis) => Arc::new(analysis),
                })
            }),
            is_reasoning: session.is_reasoning(),
            missing: if viewpoint == Viewpoint::Referee { Arc::clone(session.missing()) } else { Arc::default() },
            kinds: earlier.map_or_else(|| kinds_for(session, viewpoint), |earlier| Arc::clone(&earlier.kinds)),
            notes,
            notes_version,
            measured_version,
            // How a match ends is no seat's knowledge before it has ended.
            outcome: session
                .outcome()
                .filter(|_| viewpoint == Viewpoint::Referee || is_last(session))
                .map(|outcome| perspective::outcome_for(&header, outcome, viewpoint).into_owned()),
            len: session.len(),
            loss: session.loss_here(),
            withheld: record.as_ref().map(|record| withheld(record, &header, viewpoint)).unwrap_or_default(),
            record: record.map(seen),
            previous: session.previous().map(seen),
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

    /// The nearest record after or before one in which something happened: anything, or one kind of thing.
    pub(crate) fn next_event(&self, from: usize, forward: bool, kind: Option<MarkKind>) -> Option<usize> {
        if kind == Some(MarkKind::Note) {
            let after = self.notes.partition_point(|note| note.record as usize <= from);
            let before = self.notes.partition_point(|note| (note.record as usize) < from);
            let note = if forward { self.notes.get(after) } else { self.notes[..before].last() };
            return note.map(|note| note.record as usize);
        }
        let happened = |step: &Step| match kind {
            None => !step.marks.is_empty(),
            Some(kind) => step.marks.iter().any(|mark| mark.kind == kind),
        };
        if forward {
            let after = self.steps.iter().skip(from + 1).position(happened);
            after.map(|ahead| from + 1 + ahead)
        } else {
            self.steps[..from.min(self.steps.len())].iter().rposition(happened)
        }
    }

    /// The nearest record after or before one in which a fault of a belief begins.
    pub(crate) fn next_fault(&self, from: usize, forward: bool) -> Option<usize> {
        let after = self.faults.partition_point(|fault| fault.record <= from);
        let before = self.faults.partition_point(|fault| fault.record < from);
        let found = if forward {
            self.faults[after..].iter().find(|fault| fault.begins())
        } else {
            self.faults[..before].iter().rfind(|fault| fault.begins())
        };
        found.map(|fault| fault.record)
    }

    /// The marked moves that led to a record.
    pub(crate) fn moves_at(&self, record: usize) -> &[MoveMark] {
        let first = self.moves.partition_point(|marked| marked.record < record);
        let count = self.moves[first..].partition_point(|marked| marked.record == record);
        &self.moves[first..first + count]
    }

    /// The faults of beliefs in a record.
    pub(crate) fn faults_at(&self, record: usize) -> &[FaultMark] {
        let first = self.faults.partition_point(|fault| fault.record < record);
        let count = self.faults[first..].partition_point(|fault| fault.record == record);
        &self.faults[first..first + count]
    }

    /// The notes about a record.
    pub(crate) fn notes_at(&self, record: usize) -> &[Note] {
        let first = self.notes.partition_point(|note| (note.record as usize) < record);
        let count = self.notes[first..].partition_point(|note| note.record as usize == record);
        &self.notes[first..first + count]
    }

    /// The cell of the board that a note about the record shown is about, if its frame tells where that lies.
    pub(crate) fn cell_of(&self, note: &Note) -> Option<Cell> {
        let record = self.record.as_deref().filter(|record| record.index == note.record)?;
        self.frame_from(record, note.viewpoint).onto_board(&self.header.board, note.cell?)
    }

    /// A cell of the board as a note made now has it: in the frame of the seat that looks.
    pub(crate) fn noted_cell(&self, board: Cell) -> Option<Cell> {
        let record = self.record.as_deref()?;
        self.frame_from(record, self.viewpoint).of_board(&self.header.board, board)
    }

    fn frame_from(&self, record: &Record, viewpoint: Viewpoint) -> Frame {
        match viewpoint {
            Viewpoint::Referee => Frame::board(self.header.board.size),
            Viewpoint::Seat(seat) => record.frame_of(&self.header, seat),
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

/// The record as the viewpoint may see it.
pub(crate) fn record_for(record: &Arc<Record>, header: &Header, viewpoint: Viewpoint) -> Arc<Record> {
    match perspective::record_for(header, record, viewpoint) {
        Cow::Borrowed(_) => Arc::clone(record),
        Cow::Owned(record) => Arc::new(record),
    }
}

fn withheld(record: &Record, header: &Header, viewpoint: Viewpoint) -> Withheld {
    let Viewpoint::Seat(seat) = viewpoint else { return Withheld::default() };
    let id = header.seat_info(seat).map(|info| info.id.as_str());
    let is_own = |key: &BeliefKey| Some(key.owner.as_str()) == id;
    let keys = record.beliefs.iter().map(|belief| &belief.key);
    let decides = record.decisions.iter().any(|decision| decision.seat == seat);
    Withheld {
        beliefs: keys
            .filter(|key| is_own(key) && !perspective::may_see_belief(header, key, viewpoint))
            .cloned()
            .collect(),
        has_decision: decides && !perspective::may_see_decisions(header, seat, viewpoint),
    }
}

/// What somebody noted who saw more may tell more than a seat can know.
fn notes_for(notes: &Arc<Vec<Note>>, viewpoint: Viewpoint) -> Arc<Vec<Note>> {
    let may_see = |note: &Note| perspective::may_see_note(note, viewpoint);
    if notes.iter().all(may_see) {
        return Arc::clone(notes);
    }
    Arc::new(notes.iter().filter(|note| may_see(note)).cloned().collect())
}

fn steps_for(steps: &Arc<Vec<Step>>, viewpoint: Viewpoint) -> Arc<Vec<Step>> {
    let Viewpoint::Seat(seat) = viewpoint else { return Arc::clone(steps) };
    let seen = |step: &Step| Step {
        turn: step.turn,
        round: step.round,
        marks: step.marks.iter().filter(|mark| mark.is_known_to(seat)).copied().collect(),
    };
    Arc::new(steps.iter().map(seen).collect())
}

fn kinds_for(session: &Session, viewpoint: Viewpoint) -> Arc<Vec<MarkKind>> {
    let may_see = |mark: &&Mark| match viewpoint {
        Viewpoint::Referee => true,
        Viewpoint::Seat(seat) => mark.is_known_to(seat),
    };
    let kinds: BTreeSet<MarkKind> = session.kinds().iter().filter(may_see).map(|mark| mark.kind).collect();
    Arc::new(kinds.into_iter().collect())
}

/// A seat sees the faults of its own beliefs, and of those only what it could find out without the truth.
fn faults_for(faults: &Arc<Vec<FaultMark>>, header: &Header, viewpoint: Viewpoint) -> Arc<Vec<FaultMark>> {
    if viewpoint == Viewpoint::Referee {
        return Arc::clone(faults);
    }
    let may_see = |fault: &&FaultMark| !fault.needs_truth && perspective::may_see_belief(header, &fault.key, viewpoint);
    Arc::new(faults.iter().filter(may_see).cloned().collect())
}

/// A seat sees what its own beliefs lost as far as that can be told without the truth.
fn losses_for(losses: &Arc<Vec<Losses>>, header: &Header, viewpoint: Viewpoint) -> Arc<Vec<Losses>> {
    if viewpoint == Viewpoint::Referee {
        return Arc::clone(losses);
    }
    let may_see = |one: &&Losses| perspective::may_see_belief(header, &one.key, viewpoint);
    let blind = |lost: &Lost| Lost { at_truth: None, ..*lost };
    let own = losses.iter().filter(may_see).map(|one| Losses {
        key: one.key.clone(),
        lost: one.lost.iter().map(|lost| lost.as_ref().map(blind)).collect(),
    });
    Arc::new(own.collect())
}

/// A seat sees the grades of its own moves: fair ones take nothing that it did not know.
fn moves_for(moves: &Arc<Vec<MoveMark>>, viewpoint: Viewpoint) -> Arc<Vec<MoveMark>> {
    match viewpoint {
        Viewpoint::Referee => Arc::clone(moves),
        Viewpoint::Seat(seat) => Arc::new(moves.iter().filter(|marked| marked.seat == seat).copied().collect()),
    }
}

fn series_for(series: &Arc<Vec<Series>>, header: &Header, viewpoint: Viewpoint) -> Arc<Vec<Series>> {
    if viewpoint == Viewpoint::Referee {
        return Arc::clone(series);
    }
    let may_see = |one: &&Series| perspective::may_see_belief(header, &one.key, viewpoint);
    let mut own: Vec<Series> = series.iter().filter(may_see).cloned().collect();
    for point in own.iter_mut().flat_map(|one| one.points.iter_mut()).flatten() {
        *point = point.without_truth();
    }
    Arc::new(own)
}
