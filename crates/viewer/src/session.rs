//! What has arrived of the open recording. Private fields: panels see it through [`Sight`](crate::perspective::Sight)
//! alone.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use fogreel_analysis::{BeliefPoint, RecordAnalysis};
use fogreel_engine::data::{BeliefKey, Note};
use fogreel_engine::{End, Header, Outcome, Record};
use fogreel_recorder::RecordRange;

use crate::command::Place;
use crate::marks::{FaultMark, Losses, Lost, Mark, MoveMark, Series, Step};

/// Cells that all kept records may have together, over all their layers, before old ones are dropped.
const KEPT_CELLS: usize = 4 << 20;

/// What became known of consecutive records.
#[derive(Default)]
pub(crate) struct Measured {
    /// The first of them.
    pub(crate) first: usize,
    /// Whether the records themselves were read, or the file's index alone.
    pub(crate) is_exact: bool,
    pub(crate) steps: Vec<Step>,
    pub(crate) points: Vec<(usize, BeliefKey, BeliefPoint)>,
    pub(crate) faults: Vec<FaultMark>,
    /// Records that cannot be read, and why.
    pub(crate) broken: Vec<(usize, String)>,
}

/// What was found out about consecutive records by reasoning about the game.
#[derive(Default)]
pub(crate) struct Reasoned {
    /// The first of them.
    pub(crate) first: usize,
    /// What is shown with each record; `None` where it cannot be read.
    pub(crate) analyses: Vec<Option<Arc<RecordAnalysis>>>,
    /// The references along the match, unless the recording stores them.
    pub(crate) points: Vec<(usize, BeliefKey, BeliefPoint)>,
    pub(crate) faults: Vec<FaultMark>,
    pub(crate) lost: Vec<(usize, BeliefKey, Lost)>,
    pub(crate) moves: Vec<MoveMark>,
    /// What could not be worked out so far, and why.
    pub(crate) missing: Vec<String>,
    /// Whether nothing more will come.
    pub(crate) is_last: bool,
}

/// What the reader says when a recording is open.
pub(crate) struct Opened {
    pub(crate) name: String,
    pub(crate) path: Option<PathBuf>,
    pub(crate) header: Arc<Header>,
    pub(crate) len: usize,
    pub(crate) end: Option<End>,
    /// What is wrong with the file, in one sentence.
    pub(crate) banner: Option<String>,
    /// Records that are known to be lost, ascending.
    pub(crate) lost: Vec<RecordRange>,
    /// What people noted, by record.
    pub(crate) notes: Arc<Vec<Note>>,
    /// Whether it could be read by passing over damage alone.
    pub(crate) is_salvaged: bool,
    /// Whether new records are shown as they are written.
    pub(crate) is_followed: bool,
    /// Whether somebody is writing them.
    pub(crate) is_live: bool,
    /// Whether something reasons about the game.
    pub(crate) is_reasoned: bool,
}

/// What is new in a file that is followed.
pub(crate) struct Grown {
    /// Number of records.
    pub(crate) len: usize,
    pub(crate) end: Option<End>,
    /// What is wrong with the file, in one sentence.
    pub(crate) banner: Option<String>,
    /// Whether somebody is writing it.
    pub(crate) is_live: bool,
}

/// The open recording, as far as it has arrived.
pub(crate) struct Session {
    opened: Opened,
    steps: Arc<Vec<Step>>,
    /// How many of the steps are exact; the others are sketches from the file's index.
    measured: usize,
    series: Arc<Vec<Series>>,
    faults: Arc<Vec<FaultMark>>,
    /// What reasoning found, record by record.
    analyses: Vec<Option<Arc<RecordAnalysis>>>,
    losses: Arc<Vec<Losses>>,
    moves: Arc<Vec<MoveMark>>,
    missing: Arc<Vec<String>>,
    /// Every different mark of the steps.
    kinds: Vec<Mark>,
    records: BTreeMap<usize, Arc<Record>>,
    /// It stays until the wanted one arrives.
    shown: Option<Shown>,
    /// Index of the record that was wanted last.
    wanted: usize,
    capacity: usize,
    /// Records that could not be decoded, and why.
    broken: BTreeMap<usize, String>,
    /// Whether the banner was read and closed.
    is_banner_dismissed: bool,
    /// The lost record in whose place stands why it cannot be shown.
    lost_here: Option<usize>,
    /// Whether any record was shown so far.
    has_shown: bool,
    /// Counts every change, so that what is derived knows when it is old.
    version: u64,
    /// Counts the changes of what is known along the match.
    measured_version: u64,
    notes_version: u64,
}

/// The record shown and the one before it.
struct Shown {
    index: usize,
    record: Arc<Record>,
    /// `None` at the start, or if it cannot be read.
    previous: Option<Arc<Record>>,
}

impl Session {
    pub(crate) fn new(opened: Opened) -> Self {
        let cells = opened.header.board.size.cells().max(1) * (opened.header.seats.len() + 1);
        Self {
            opened,
            steps: Arc::default(),
            measured: 0,
            series: Arc::default(),
            faults: Arc::default(),
            analyses: Vec::new(),
            losses: Arc::default(),
            moves: Arc::default(),
            missing: Arc::default(),
            kinds: Vec::new(),
            records: BTreeMap::new(),
            shown: None,
            wanted: 0,
            capacity: (KEPT_CELLS / cells).clamp(12, 256),
            broken: BTreeMap::new(),
            is_banner_dismissed: false,
            lost_here: None,
            has_shown: false,
            version: 0,
            measured_version: 0,
            notes_version: 0,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.opened.name
    }

    pub(crate) fn path(&self) -> Option<&PathBuf> {
        self.opened.path.as_ref()
    }

    pub(crate) fn header(&self) -> Arc<Header> {
        Arc::clone(&self.opened.header)
    }

    pub(crate) fn len(&self) -> usize {
        self.opened.len
    }

    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        self.opened.end.as_ref().map(|end| &end.outcome)
    }

    /// What people noted, by record.
    pub(crate) fn notes(&self) -> &Arc<Vec<Note>> {
        &self.opened.notes
    }

    /// Counts the changes of the notes.
    pub(crate) fn notes_version(&self) -> u64 {
        self.notes_version
    }

    pub(crate) fn set_notes(&mut self, notes: Arc<Vec<Note>>) {
        self.opened.notes = notes;
        self.version += 1;
        self.notes_version += 1;
    }

    /// Whether it could be read by passing over damage alone.
    pub(crate) fn is_salvaged(&self) -> bool {
        self.opened.is_salvaged
    }

    /// Nobody follows the file any longer.
    pub(crate) fn end_of_following(&mut self) {
        self.opened.is_live = false;
    }

    /// Whether somebody is writing the recording.
    pub(crate) fn is_live(&self) -> bool {
        self.opened.is_live
    }

    /// Takes in what is new in a file that is followed.
    pub(crate) fn grow(&mut self, grown: Grown) {
        let Grown { len, end, banner, is_live } = grown;
        if banner != self.opened.banner {
            self.is_banner_dismissed = false;
        }
        (self.opened.len, self.opened.end, self.opened.banner) = (len.max(self.opened.len), end, banner);
        self.opened.is_live = is_live;
        if self.lost_here.is_some_and(|index| !self.is_lost(index)) {
            self.lost_here = None;
        }
        let len = self.opened.len;
        for one in Arc::make_mut(&mut self.series) {
            one.points.resize(len, None);
        }
        for one in Arc::make_mut(&mut self.losses) {
            one.lost.resize(len, None);
        }
        self.version += 1;
        self.measured_version += 1;
    }

    pub(crate) fn steps(&self) -> &Arc<Vec<Step>> {
        &self.steps
    }

    pub(crate) fn series(&self) -> &Arc<Vec<Series>> {
        &self.series
    }

    pub(crate) fn faults(&self) -> &Arc<Vec<FaultMark>> {
        &self.faults
    }

    /// What beliefs lost against their references.
    pub(crate) fn losses(&self) -> &Arc<Vec<Losses>> {
        &self.losses
    }

    /// The moves that gave something away, by ascending record.
    pub(crate) fn moves(&self) -> &Arc<Vec<MoveMark>> {
        &self.moves
    }

    /// Whether records are still to be reasoned about.
    pub(crate) fn is_reasoning(&self) -> bool {
        self.opened.is_reasoned && self.analyses.len() < self.len()
    }

    /// What could not be worked out, and why.
    pub(crate) fn missing(&self) -> &Arc<Vec<String>> {
        &self.missing
    }

    /// What reasoning found about a record.
    pub(crate) fn analysis(&self, index: usize) -> Option<&Arc<RecordAnalysis>> {
        self.analyses.get(index)?.as_ref()
    }

    /// A record with the beliefs of the references that it does not store.
    fn with_references(&self, record: &Arc<Record>) -> Arc<Record> {
        let analysis = self.analysis(record.index as usize);
        let known = analysis.into_iter().flat_map(|analysis| &analysis.references);
        let new: Vec<_> = known.filter(|belief| record.belief(&belief.key).is_none()).cloned().collect();
        if new.is_empty() {
            return Arc::clone(record);
        }
        let mut record = Record::clone(record);
        record.beliefs.extend(new);
        Arc::new(record)
    }

    /// Every different mark of the match, as far as known.
    pub(crate) fn kinds(&self) -> &[Mark] {
        &self.kinds
    }

    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    pub(crate) fn measured_version(&self) -> u64 {
        self.measured_version
    }

    /// How much of the match is measured, 0 to 1.
    pub(crate) fn progress(&self) -> f32 {
        if self.len() == 0 { 1.0 } else { self.measured as f32 / self.len() as f32 }
    }

    /// What a person should know about the file: damage, no end, records that cannot be read.
    pub(crate) fn banner(&self) -> Option<String> {
        if self.is_banner_dismissed {
            return None;
        }
        if let Some(banner) = &self.opened.banner {
            return Some(banner.clone());
        }
        match (self.len(), self.broken.len()) {
            (0, _) => Some("The recording holds no record: the match never started.".to_owned()),
            (_, 0) => None,
            (_, 1) => {
                self.broken.keys().next().map(|record| format!("Record {record} is damaged and cannot be shown."))
            }
            (len, count) => Some(format!("{count} of {len} records are damaged and cannot be shown.")),
        }
    }

    pub(crate) fn dismiss_banner(&mut self) {
        self.is_banner_dismissed = true;
    }

    fn is_lost(&self, index: usize) -> bool {
        self.is_missing(index) || self.broken.contains_key(&index)
    }

    /// Whether a record was known to be lost when the file was opened.
    fn is_missing(&self, index: usize) -> bool {
        let lost = &self.opened.lost;
        let after = lost.partition_point(|range| (range.last as usize) < index);
        lost.get(after).is_some_and(|range| range.first as usize <= index)
    }

    /// Why a record cannot be shown, if it cannot.
    fn loss(&self, index: usize) -> Option<String> {
        if self.is_missing(index) {
            return Some(format!("Record {index} is lost: its place in the file is damaged."));
        }
        self.broken.get(&index).map(|reason| format!("Record {index} cannot be read: {reason}"))
    }

    /// Why there is no record to show at the place that was asked for, if there is none.
    pub(crate) fn loss_here(&self) -> Option<String> {
        self.lost_here.and_then(|index| self.loss(index))
    }

    /// The nearest record from one on, in a direction, that is not known to be lost; the record itself if there is none.
    pub(crate) fn over_losses(&self, from: usize, forward: bool) -> usize {
        let mut index = from;
        while self.is_lost(index) {
            let next = if forward { index.checked_add(1) } else { index.checked_sub(1) };
            match next.filter(|next| *next < self.len()) {
                Some(next) => index = next,
                None => return from,
            }
        }
        index
    }

    /// Whether any record was shown so far.
    pub(crate) fn has_shown(&self) -> bool {
        self.has_shown
    }

    /// The record to show.
    pub(crate) fn record(&self) -> Option<Arc<Record>> {
        self.shown.as_ref().map(|shown| self.with_references(&shown.record))
    }

    /// The record before the one to show.
    pub(crate) fn previous(&self) -> Option<Arc<Record>> {
        let previous = self.shown.as_ref().and_then(|shown| shown.previous.as_ref());
        previous.map(|record| self.with_references(record))
    }

    /// Tries to show a record together with the one before it; in the place of one that is lost stands why. Returns
    /// whether they still have to be fetched.
    pub(crate) fn show(&mut self, index: usize) -> bool {
        self.wanted = index;
        let is_shown = self.shown.as_ref().is_some_and(|shown| shown.index == index);
        if is_shown || self.lost_here == Some(index) || index >= self.len() {
            return false;
        }
        let Some(record) = self.records.get(&index).cloned() else {
            if !self.is_lost(index) {
                return true;
            }
            (self.shown, self.lost_here) = (None, Some(index));
            self.version += 1;
            return false;
        };
        let before = index.checked_sub(1).filter(|before| !self.is_lost(*before));
        let previous = before.and_then(|before| self.records.get(&before).cloned());
        if before.is_some() && previous.is_none() {
            return true;
        }
        self.shown = Some(Shown { index, record, previous });
        (self.lost_here, self.has_shown) = (None, true);
        self.version += 1;
        false
    }

    pub(crate) fn add_record(&mut self, index: usize, record: Arc<Record>) {
        self.records.insert(index, record);
        while self.records.len() > self.capacity {
            // The one farthest from where somebody wants to be goes.
            let ends = [self.records.keys().next().copied(), self.records.keys().next_back().copied()];
            let Some(farthest) = ends.into_iter().flatten().max_by_key(|other| other.abs_diff(self.wanted)) else {
                break;
            };
            self.records.remove(&farthest);
        }
    }

    pub(crate) fn add_broken(&mut self, index: usize, reason: String) {
        self.broken.insert(index, reason);
    }

    /// Adds what is known of some records. Exact knowledge replaces a sketch, never the other way round.
    pub(crate) fn add_measured(&mut self, measured: Measured) {
        let len = self.len();
        let known = if measured.is_exact { self.measured } else { self.steps.len() };
        if measured.first != known || measured.first + measured.steps.len() > len {
            return;
        }
        let end = measured.first + measured.steps.len();
        self.broken.extend(measured.broken);
        let steps = Arc::make_mut(&mut self.steps);
        for (place, step) in (measured.first..).zip(measured.steps) {
            for mark in &step.marks {
                if !self.kinds.contains(mark) {
                    self.kinds.push(*mark);
                }
            }
            match steps.get_mut(place) {
                Some(sketch) => *sketch = step,
                None => steps.push(step),
            }
        }
        if measured.is_exact {
            self.measured = end;
        }
        if !measured.faults.is_empty() {
            Arc::make_mut(&mut self.faults).extend(measured.faults);
        }
        self.add_points(measured.points);
        self.version += 1;
        self.measured_version += 1;
    }

    fn add_points(&mut self, points: Vec<(usize, BeliefKey, BeliefPoint)>) {
        let len = self.len();
        let series = Arc::make_mut(&mut self.series);
        for (record, key, point) in points {
            let place = series.iter().position(|one| one.key == key).unwrap_or_else(|| {
                series.push(Series { key, points: vec![None; len] });
                series.len() - 1
            });
            if let Some(slot) = series[place].points.get_mut(record) {
                *slot = Some(point);
            }
        }
    }

    /// Adds what reasoning found about some records. Of the faults of agents' beliefs, it knows more than measuring did.
    pub(crate) fn add_reasoned(&mut self, reasoned: Reasoned) {
        let (len, first, end) = (self.len(), reasoned.first, reasoned.first + reasoned.analyses.len());
        if first != self.analyses.len() || end > len {
            return;
        }
        self.add_points(reasoned.points);
        let faults = Arc::make_mut(&mut self.faults);
        let before = faults.partition_point(|fault| fault.record < first);
        let after = faults.partition_point(|fault| fault.record < end);
        let mut found = reasoned.faults;
        found.extend(faults[before..after].iter().filter(|fault| fault.key.opponent_model().is_some()).cloned());
        found.sort_by_key(|fault| fault.record);
        faults.splice(before..after, found);
        let losses = Arc::make_mut(&mut self.losses);
        for (record, key, lost) in reasoned.lost {
            let place = losses.iter().position(|one| one.key == key).unwrap_or_else(|| {
                losses.push(Losses { key, lost: vec![None; len] });
                losses.len() - 1
            });
            if let Some(slot) = losses[place].lost.get_mut(record) {
                *slot = Some(lost);
            }
        }
        Arc::make_mut(&mut self.moves).extend(reasoned.moves);
        self.analyses.extend(reasoned.analyses);
        self.missing = Arc::new(reasoned.missing);
        self.opened.is_reasoned &= !reasoned.is_last;
        self.version += 1;
        self.measured_version += 1;
    }

    /// The round of each record, as far as known.
    pub(crate) fn rounds(&self) -> Vec<u32> {
        self.steps.iter().take(self.measured).map(|step| step.round).collect()
    }

    /// The last record of a turn, or the first record after it if there is no such turn; `None` while not enough is known.
    pub(crate) fn record_of_turn(&self, turn: u32) -> Option<usize> {
        match self.steps.iter().position(|step| step.turn > turn) {
            Some(after) => Some(after.checked_sub(1).filter(|last| self.steps[*last].turn == turn).unwrap_or(after)),
            None => (self.steps.len() >= self.len()).then(|| self.len().saturating_sub(1)),
        }
    }

    /// The record of a place that somebody typed, or why there is none. A turn is shown by its last record, as
    /// everywhere in the program.
    pub(crate) fn find(&self, place: Place) -> Result<usize, String> {
        let Some(last) = self.len().checked_sub(1) else { return Err("The recording holds no record.".to_owned()) };
        match place {
            Place::Record(record) if record <= last => Ok(record),
            Place::Record(record) => Err(format!("There is no record #{record}: records go from #0 to #{last}.")),
            Place::Turn(turn) => {
                let found = self.steps.iter().rposition(|step| step.turn == turn);
                found.ok_or_else(|| match (self.steps.first(), self.steps.last()) {
                    (Some(first), Some(end)) if self.steps.len() > last => {
                        format!("There is no turn {turn}: turns go from {} to {}.", first.turn, end.turn)
                    }
                    _ => format!("Turn {turn} is not known yet: the recording is still being read."),
                })
            }
        }
    }
}
