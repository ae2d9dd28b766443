//! What a timeline shows, read from the recording as its viewpoint may see it.

use std::borrow::Cow;

use fogreel_analysis::BeliefPoint;
use fogreel_analysis::fault::{FaultTracker, TrackedFault, faults_of};
use fogreel_analysis::perspective::{header_for, may_see_belief};
use fogreel_engine::data::{BeliefKey, SignalOutcome};
use fogreel_engine::{Header, Record, Seat, Viewpoint};
use fogreel_recorder::Timeline;

use crate::PlotError;
use crate::options::TimelineOptions;
use crate::scene;

/// The match from one viewpoint.
pub(super) struct Course<'a> {
    pub(super) header: Cow<'a, Header>,
    pub(super) viewpoint: Viewpoint,
    pub(super) len: usize,
    /// The turn of each record.
    pub(super) turns: Vec<u32>,
    /// The belief, then its reference.
    pub(super) series: Vec<Series>,
    /// Record and kind of each event, in order.
    pub(super) events: Vec<(usize, u16)>,
    /// Record and channel of each hit of the owner, in order.
    pub(super) hits: Vec<(usize, u16)>,
}

/// One belief along the match.
pub(super) struct Series {
    pub(super) key: BeliefKey,
    pub(super) is_reference: bool,
    /// One per record; `None` where it does not hold the belief.
    pub(super) points: Vec<Option<BeliefPoint>>,
    pub(super) faults: Vec<TrackedFault>,
    tracker: FaultTracker,
}

impl<'a> Course<'a> {
    pub(super) fn read(timeline: &'a Timeline, key: &BeliefKey, options: &TimelineOptions) -> Result<Self, PlotError> {
        let header = timeline.header();
        let owner = header.seat(&key.owner);
        let viewpoint = match owner {
            Some(seat) if !options.show_truth => Viewpoint::Seat(seat),
            None if !options.show_truth => return Err(PlotError::NoSeat { key: key.clone() }),
            _ => Viewpoint::Referee,
        };
        let mut course = Self {
            header: header_for(header, viewpoint),
            viewpoint,
            len: timeline.len(),
            turns: Vec::with_capacity(timeline.len()),
            series: Vec::new(),
            events: Vec::new(),
            hits: Vec::new(),
        };
        for (key, is_reference) in [(Some(key), false), (options.reference.as_ref(), true)] {
            let Some(key) = key else { continue };
            if !may_see_belief(header, key, viewpoint) {
                return Err(PlotError::Privileged { key: key.clone() });
            }
            course.series.push(Series {
                key: key.clone(),
                is_reference,
                points: Vec::with_capacity(timeline.len()),
                faults: Vec::new(),
                tracker: FaultTracker::new(),
            });
        }
        for index in 0..timeline.len() {
            course.take(&*scene::read(timeline, index, viewpoint)?, owner)?;
        }
        for series in &course.series {
            if series.points.iter().all(Option::is_none) {
                let present = fogreel_analysis::belief_keys(timeline);
                let present = present.into_iter().filter(|key| may_see_belief(header, key, viewpoint)).collect();
                return Err(PlotError::NeverHeld { key: series.key.clone(), present });
            }
        }
        Ok(course)
    }

    fn take(&mut self, record: &Record, owner: Option<Seat>) -> Result<(), PlotError> {
        let index = self.turns.len();
        self.turns.push(record.turn);
        self.events.extend(record.events.iter().map(|event| (index, event.kind)));
        let signals = owner.and_then(|seat| record.view(seat)).into_iter().flat_map(|view| &view.signals);
        let hits = signals.filter(|signal| signal.outcome == SignalOutcome::Hit);
        self.hits.extend(hits.map(|signal| (index, signal.channel)));
        for series in &mut self.series {
            let belief = record.belief(&series.key);
            let point = belief.map(|belief| {
                BeliefPoint::measure(&self.header, record, belief)
                    .ok_or_else(|| PlotError::NoMeasures { key: series.key.clone() })
            });
            series.points.push(point.transpose()?);
            let faults = belief.map(|belief| faults_of(&self.header, record, belief)).unwrap_or_default();
            series.faults.extend(series.tracker.follow(record.index, faults));
        }
        Ok(())
    }
}
