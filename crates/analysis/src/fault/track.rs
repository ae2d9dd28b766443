//! Following faults from record to record.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use fogreel_engine::Viewpoint;
use fogreel_engine::data::BeliefKey;
use fogreel_recorder::{ReadError, Timeline};

use super::{Fault, FaultKind, faults_of};
use crate::perspective::record_for;

/// A fault and where it began.
#[derive(Clone, PartialEq, Debug)]
pub struct TrackedFault {
    /// The fault as it is in this record.
    pub fault: Fault,
    /// The record in which it began and since which it lasted.
    pub since: u32,
}

impl TrackedFault {
    /// Whether it begins in its own record: where "next fault" should stop.
    pub fn begins(&self) -> bool {
        self.since == self.fault.record
    }
}

/// Folds the faults of consecutive records. A fault lasts while the same belief has a fault of the same kind and
/// channel, told by the same means (the truth, or the owner's own sight), in every record.
///
/// Feed it with what one viewpoint may see, and from one record to the next: after a gap everything begins anew.
#[derive(Clone, Debug, Default)]
pub struct FaultTracker {
    last: Option<u32>,
    open: Vec<Open>,
}

#[derive(Clone, PartialEq, Debug)]
struct Open {
    key: BeliefKey,
    kind: FaultKind,
    channel: Option<String>,
    needs_truth: bool,
    since: u32,
}

impl Open {
    fn is_same(&self, fault: &Fault) -> bool {
        let is_same_kind = (self.kind, self.needs_truth) == (fault.kind, fault.needs_truth);
        is_same_kind && self.channel == fault.channel && self.key == fault.key
    }
}

impl FaultTracker {
    /// A tracker that has seen no record.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the faults of the next record, none included, and says since when each lasts.
    pub fn follow(&mut self, record: u32, faults: Vec<Fault>) -> Vec<TrackedFault> {
        let is_next = self.last.is_some_and(|last| last.checked_add(1) == Some(record));
        let before = std::mem::take(&mut self.open);
        self.last = Some(record);
        let tracked = faults.into_iter().map(|fault| {
            let lasting = before.iter().filter(|_| is_next).find(|open| open.is_same(&fault));
            let since = lasting.map_or(record, |open| open.since);
            let (key, kind, channel) = (fault.key.clone(), fault.kind, fault.channel.clone());
            self.open.push(Open { key, kind, channel, needs_truth: fault.needs_truth, since });
            TrackedFault { fault, since }
        });
        tracked.collect()
    }
}

/// A fault from the record in which it begins to the one in which it is last there.
#[derive(Clone, PartialEq, Debug)]
pub struct FaultEpisode<'a> {
    /// The fault where it begins.
    pub first: &'a Fault,
    /// And where it is last there.
    pub last: &'a Fault,
    /// In how many records it is there.
    pub records: usize,
    /// What it costs in its costliest record, in bits; see [`Fault::cost_bits`].
    pub cost_bits: Option<f64>,
}

/// The tracked faults of one belief put together to episodes, by the record in which each begins.
pub fn episodes(faults: &[TrackedFault]) -> Vec<FaultEpisode<'_>> {
    let mut episodes: Vec<FaultEpisode<'_>> = Vec::new();
    // By what makes faults of consecutive records one: where it stands in the list.
    let mut places: BTreeMap<(u32, FaultKind, Option<&str>, bool), usize> = BTreeMap::new();
    for TrackedFault { fault, since } in faults {
        let cost_bits = fault.cost_bits();
        match places.entry((*since, fault.kind, fault.channel.as_deref(), fault.needs_truth)) {
            Entry::Occupied(place) => {
                let episode = &mut episodes[*place.get()];
                episode.last = fault;
                episode.records += 1;
                episode.cost_bits = [episode.cost_bits, cost_bits].into_iter().flatten().reduce(f64::max);
            }
            Entry::Vacant(place) => {
                place.insert(episodes.len());
                episodes.push(FaultEpisode { first: fault, last: fault, records: 1, cost_bits });
            }
        }
    }
    episodes
}

/// The faults of one belief along the match as a viewpoint may see them, by ascending record. Reads the whole recording.
///
/// # Errors
/// [`ReadError`] if a record is damaged.
pub fn belief_faults(
    timeline: &Timeline,
    key: &BeliefKey,
    viewpoint: Viewpoint,
) -> Result<Vec<TrackedFault>, ReadError> {
    let header = timeline.header();
    let mut tracker = FaultTracker::new();
    let mut tracked = Vec::new();
    for index in 0..timeline.len() {
        let record = timeline.record(index)?;
        let record = record_for(header, &record, viewpoint);
        let faults = record.belief(key).map(|belief| faults_of(header, &record, belief)).unwrap_or_default();
        tracked.extend(tracker.follow(record.index, faults));
    }
    Ok(tracked)
}
