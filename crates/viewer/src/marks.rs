//! What the timeline shows of the records: turns, marks, curves, faults of beliefs.

use fogreel_analysis::BeliefPoint;
use fogreel_analysis::fault::{Fault, FaultKind, Grade, TrackedFault};
use fogreel_analysis::grade::{Mark as MoveGradeMark, MoveGrade};
use fogreel_engine::data::{BeliefKey, Frame, SignalOutcome};
use fogreel_engine::{Cell, Header, Record, Seat, SeatSet};

/// What the timeline shows of one record.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Step {
    pub(crate) turn: u32,
    pub(crate) round: u32,
    pub(crate) marks: Vec<Mark>,
}

impl Step {
    pub(crate) fn of(record: &Record) -> Self {
        let events =
            record.events.iter().map(|event| Mark { kind: MarkKind::Event(event.kind), audience: event.audience });
        let hits = record.views.iter().flat_map(|view| {
            let hits = view.signals.iter().filter(|signal| signal.outcome == SignalOutcome::Hit);
            hits.map(|signal| Mark {
                kind: MarkKind::Hit { channel: signal.channel, seat: view.seat },
                audience: SeatSet::NONE,
            })
        });
        Self { turn: record.turn, round: record.round, marks: events.chain(hits).collect() }
    }
}

/// Something worth a glyph on the timeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    pub(crate) kind: MarkKind,
    /// Who notices an event; a hit is its seat's alone.
    pub(crate) audience: SeatSet,
}

impl Mark {
    /// Whether a seat knows of it.
    pub(crate) fn is_known_to(&self, seat: Seat) -> bool {
        match self.kind {
            MarkKind::Event(_) => self.audience.contains(seat),
            MarkKind::Hit { seat: whose, .. } => whose == seat,
            MarkKind::Note => false,
        }
    }
}

/// What a mark stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum MarkKind {
    /// An event, by its position in the header's event kinds.
    Event(u16),
    /// A channel that told a seat something.
    Hit { channel: u16, seat: Seat },
    /// Something that a person noted. It is no mark of a step: notes come and go.
    Note,
}

/// One belief along the match; `None` where the record has no such belief, or is not measured yet.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Series {
    pub(crate) key: BeliefKey,
    pub(crate) points: Vec<Option<BeliefPoint>>,
}

impl Series {
    /// Whether one element is the true one, which has a probability; expected numbers have none.
    pub(crate) fn has_probability(&self) -> bool {
        let first = self.points.iter().flatten().next();
        first.is_none_or(|point| point.count_surprisal_bits.is_none())
    }
}

/// What reading a record cost a belief against its reference, in bits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Lost {
    /// At the truth; infinite where the belief excludes what a right reading allows.
    pub(crate) at_truth: Option<f64>,
    /// As far as can be told without the truth: expected under the reference.
    pub(crate) expected: Option<f64>,
}

impl Lost {
    /// At the truth where that is known.
    pub(crate) fn bits(self) -> Option<f64> {
        self.at_truth.or(self.expected)
    }
}

/// What one belief lost along the match; `None` where there is nothing to compare.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Losses {
    pub(crate) key: BeliefKey,
    pub(crate) lost: Vec<Option<Lost>>,
}

/// A move that its seat could have known to give something away.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct MoveMark {
    /// The record that it led to.
    pub(crate) record: usize,
    pub(crate) seat: Seat,
    pub(crate) mark: MoveGradeMark,
    /// What it gave away, 0 to 1.
    pub(crate) loss: f64,
}

impl MoveMark {
    /// By the fair grade alone: in hindsight everybody is wise.
    pub(crate) fn of(grade: &MoveGrade) -> Option<Self> {
        let fair = grade.fair.as_ref()?;
        Some(Self { record: grade.record as usize, seat: grade.seat, mark: fair.mark?, loss: fair.loss })
    }
}

/// A belief that is at fault in a record.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FaultMark {
    pub(crate) record: usize,
    /// The record from which on the belief has been at fault in this way without a break.
    pub(crate) since: usize,
    pub(crate) key: BeliefKey,
    /// Whether it is a `??`; else a `?`.
    pub(crate) is_grave: bool,
    /// What is wrong, as a sentence.
    pub(crate) says: String,
    /// What the owner's channels said about the place where it is wrong, as a sentence.
    pub(crate) why: Option<String>,
    /// The first of the cells that it is about, on the board.
    pub(crate) cells: Vec<Cell>,
    /// How many cells it is about.
    pub(crate) count: usize,
    /// Whether it cannot be known without the truth.
    pub(crate) needs_truth: bool,
}

/// Cells of a fault that are kept: as many as somebody would look at.
const CELLS: usize = 16;

impl FaultMark {
    pub(crate) fn of(tracked: &TrackedFault, header: &Header, record: &Record) -> Self {
        let TrackedFault { fault, since } = tracked;
        let frame = fault.seat.map_or(Frame::board(header.board.size), |seat| record.frame_of(header, seat));
        let cells = fault.cells.iter().filter_map(|cell| frame.onto_board(&header.board, cell));
        Self {
            record: fault.record as usize,
            since: *since as usize,
            key: fault.key.clone(),
            is_grave: fault.grade == Grade::Blunder,
            says: fault.to_string(),
            why: (fault.kind == FaultKind::FalseExclusion).then(|| told_about(fault, header, record)).flatten(),
            cells: cells.take(CELLS).collect(),
            count: fault.cells.len(),
            needs_truth: fault.needs_truth,
        }
    }

    /// Whether the fault is new in this record.
    pub(crate) fn begins(&self) -> bool {
        self.record == self.since
    }

    pub(crate) fn glyph(&self) -> &'static str {
        if self.is_grave { "??" } else { "?" }
    }
}

/// Which channels of the owner spoke about a cell that its belief wrongly excludes: whoever believed them misread them, and
/// where none did, the belief comes from something else.
fn told_about(fault: &Fault, header: &Header, record: &Record) -> Option<String> {
    let seat = fault.seat?;
    let (view, cell) = (record.view(seat)?, fault.cells.iter().next()?);
    let misses = view.signals.iter().filter(|signal| {
        signal.outcome == SignalOutcome::Miss && signal.coverage.size().contains(cell) && signal.coverage.contains(cell)
    });
    let name = |channel: u16| header.channels.get(usize::from(channel)).map_or("a channel", |channel| &channel.name);
    let names: Vec<String> = misses.map(|signal| format!("“{}”", name(signal.channel))).collect();
    let owner = header.seat_info(seat).map_or("its owner", |info| &info.name);
    Some(if names.is_empty() {
        format!("Nothing that {owner} sensed in this step speaks about that cell: the belief used something else.")
    } else {
        format!("{} said no about that cell, and the belief took it for more than it is.", names.join(" and "))
    })
}
