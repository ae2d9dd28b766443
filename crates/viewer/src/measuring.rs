//! The work on an open recording, piece by piece, so that a seek never waits for more than one piece.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fogreel_analysis::BeliefPoint;
use fogreel_analysis::fault::{FaultTracker, faults};
use fogreel_engine::SeatSet;
use fogreel_inference::Reasoning;
use fogreel_recorder::{Summary, Timeline};

use crate::loading::{Delivery, Follower, Reasoner, Urgency};
use crate::marks::{FaultMark, Mark, MarkKind, Step};

use crate::session::{Measured, Opened};

/// Neighbours that are decoded ahead, on each side of the record shown.
const AHEAD: usize = 6;
/// How long a piece of measuring takes.
const SLICE: Duration = Duration::from_millis(4);
/// How often what was measured is handed over.
pub(crate) const HANDOVER: Duration = Duration::from_millis(60);
/// A summary that takes longer was not in the file's index but decoded, so that sketching gains nothing.
const QUICK: Duration = Duration::from_micros(40);

/// The open recording and what is left to do with it.
pub(crate) struct Open {
    pub(crate) ticket: u64,
    /// Shared with the thread that draws figures, while it does.
    pub(crate) timeline: Arc<Timeline>,
    /// The file, unless the match lies in memory.
    pub(crate) path: Option<PathBuf>,
    /// While the file may grow.
    pub(crate) follower: Option<Follower>,
    pub(crate) wanted: Option<usize>,
    /// The wanted record, while the one before it is on its way.
    next: Option<usize>,
    ahead: VecDeque<usize>,
    sketching: Pass,
    measuring: Pass,
    /// The faults that last so far.
    faults: FaultTracker,
    /// Works out what could be known, once everything is measured.
    reasoner: Reasoner,
}

/// One way through all records.
struct Pass {
    next: usize,
    gathered: Measured,
    last_handover: Instant,
}

impl Pass {
    fn new(is_exact: bool) -> Self {
        Self { next: 0, gathered: Measured { is_exact, ..Measured::default() }, last_handover: Instant::now() }
    }

    /// What was gathered, if it is time to hand it over.
    fn hand_over(&mut self, len: usize) -> Option<Measured> {
        if self.gathered.steps.is_empty() || (self.next < len && self.last_handover.elapsed() < HANDOVER) {
            return None;
        }
        self.last_handover = Instant::now();
        let following = Measured { first: self.next, is_exact: self.gathered.is_exact, ..Measured::default() };
        Some(std::mem::replace(&mut self.gathered, following))
    }
}

impl Open {
    pub(crate) fn new(
        ticket: u64,
        timeline: Timeline,
        opened: &Opened,
        reasoning: Option<&'static dyn Reasoning>,
    ) -> Self {
        Self {
            ticket,
            timeline: Arc::new(timeline),
            follower: Follower::of(opened),
            path: opened.path.clone(),
            wanted: None,
            next: None,
            ahead: VecDeque::new(),
            sketching: Pass::new(false),
            measuring: Pass::new(true),
            faults: FaultTracker::new(),
            reasoner: Reasoner::new(reasoning),
        }
    }

    pub(crate) fn timeline(&self) -> Arc<Timeline> {
        Arc::clone(&self.timeline)
    }

    pub(crate) fn has_work(&self) -> bool {
        self.wanted.is_some()
            || self.next.is_some()
            || !self.ahead.is_empty()
            || self.measuring.next < self.timeline.len()
            || self.reasoner.has_work(&self.timeline)
    }

    /// Does the most urgent piece of work: the wanted record, its neighbours, a sketch of the timeline, measuring,
    /// reasoning.
    pub(crate) fn work(&mut self) -> Option<(Delivery, Urgency)> {
        let ticket = self.ticket;
        if let Some(index) = self.wanted.take() {
            self.next = Some(index);
            // A record is shown together with what has changed since the one before.
            if let Some(before) = index.checked_sub(1) {
                return Some((self.decode(before), Urgency::Later));
            }
        }
        if let Some(index) = self.next.take() {
            let near = (1..=AHEAD).flat_map(|far| [index.checked_add(far), index.checked_sub(far)]);
            self.ahead = near.flatten().filter(|near| *near < self.timeline.len()).collect();
            return Some((self.decode(index), Urgency::Now));
        }
        if let Some(index) = self.ahead.pop_front() {
            return Some((self.decode(index), Urgency::Later));
        }
        if self.measuring.next >= self.timeline.len() {
            let reasoned = self.reasoner.work(&self.timeline, SLICE);
            return reasoned.map(|reasoned| (Delivery::Reasoned { ticket, reasoned }, Urgency::Now));
        }
        let measured = if self.sketching.next < self.timeline.len() { self.sketch() } else { self.measure() };
        measured.map(|measured| (Delivery::Measured { ticket, measured }, Urgency::Now))
    }

    fn decode(&self, index: usize) -> Delivery {
        match self.timeline.record(index) {
            Ok(record) => Delivery::Record { ticket: self.ticket, index, record },
            Err(error) => Delivery::Broken { ticket: self.ticket, index, reason: error.to_string() },
        }
    }

    /// Takes the timeline from the file's index, if it has one: the curves of a long match are there at once.
    fn sketch(&mut self) -> Option<Measured> {
        let started = Instant::now();
        let pass = &mut self.sketching;
        let first = pass.next;
        while pass.next < self.timeline.len() && started.elapsed() < SLICE {
            let summary = self.timeline.summary(pass.next).unwrap_or_default();
            pass.gathered.points.extend(points(&summary, pass.next));
            pass.gathered.steps.push(sketched(&summary));
            pass.next += 1;
        }
        let done = u32::try_from(pass.next - first).unwrap_or(u32::MAX).max(1);
        if started.elapsed() / done > QUICK {
            // What was gathered does not begin where the next sketch does.
            let len = self.timeline.len();
            pass.next = len;
            pass.gathered = Measured { first: len, ..Measured::default() };
            return None;
        }
        pass.hand_over(self.timeline.len())
    }

    /// Decodes and measures.
    fn measure(&mut self) -> Option<Measured> {
        let started = Instant::now();
        let pass = &mut self.measuring;
        while pass.next < self.timeline.len() && started.elapsed() < SLICE {
            match self.timeline.record(pass.next) {
                Ok(record) => {
                    for belief in &record.beliefs {
                        if let Some(point) = BeliefPoint::measure(self.timeline.header(), &record, belief) {
                            pass.gathered.points.push((pass.next, belief.key.clone(), point));
                        }
                    }
                    let header = self.timeline.header();
                    let tracked = self.faults.follow(record.index, faults(header, &record));
                    let marks = tracked.iter().map(|fault| FaultMark::of(fault, header, &record));
                    pass.gathered.faults.extend(marks);
                    pass.gathered.steps.push(Step::of(&record));
                }
                // A gap on the timeline.
                Err(error) => {
                    pass.gathered.broken.push((pass.next, error.to_string()));
                    let before = pass.gathered.steps.last().map_or((0, 0), |step| (step.turn, step.round));
                    pass.gathered.steps.push(Step { turn: before.0, round: before.1, marks: Vec::new() });
                }
            }
            pass.next += 1;
        }
        pass.hand_over(self.timeline.len())
    }
}

/// A step as far as a summary tells it. It does not tell who noticed an event, so only the referee sees its marks.
fn sketched(summary: &Summary) -> Step {
    let kinds = (0..64u16).filter(|kind| summary.events >> kind & 1 == 1);
    let marks = kinds.map(|kind| Mark { kind: MarkKind::Event(kind), audience: SeatSet::NONE }).collect();
    Step { turn: summary.turn, round: 0, marks }
}

fn points(
    summary: &Summary,
    record: usize,
) -> impl Iterator<Item = (usize, fogreel_engine::data::BeliefKey, BeliefPoint)> {
    summary.beliefs.iter().filter_map(move |belief| {
        let entropy_bits = f64::from(belief.entropy_bits?);
        let point = BeliefPoint {
            record: u32::try_from(record).ok()?,
            turn: summary.turn,
            entropy_bits,
            effective_cells: entropy_bits.exp2(),
            max: f64::from(belief.max),
            p_truth: belief.p_truth.map(f64::from),
            count_surprisal_bits: None,
        };
        Some((record, (*belief.key).clone(), point))
    })
}
