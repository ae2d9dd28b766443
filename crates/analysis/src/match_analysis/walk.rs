//! One pass over the records.

use std::borrow::Cow;

use fogreel_engine::{ConfigError, Header, Record, Seat, Viewpoint};
use fogreel_inference::{FairModel, PerfectInformation, Reasoning};
use fogreel_recorder::{ReadError, Timeline};

use super::{AnalysisError, AnalysisOptions, MatchAnalysis, Missing, MissingPart, SeatReference};
use crate::assess::{Against, Assessment, Measurer, TurnMetrics};
use crate::belief_keys;
use crate::fault::{Fault, FaultTracker, TrackedFault, faults_of};
use crate::following::{Compared, Follower, Subject};
use crate::grade::{Grader, MatchGrades, Weighing};
use crate::perspective::{header_for, may_see_belief, record_for};

/// An analysis in progress.
pub(super) struct Walk<'a> {
    timeline: &'a Timeline,
    options: &'a AnalysisOptions,
    header: Cow<'a, Header>,
    model: Option<String>,
    references: Vec<Follower<dyn FairModel>>,
    tracks: Vec<Track>,
    grader: Grader,
    has_table: bool,
    /// The seats whose moves are graded.
    seats: Vec<Seat>,
    missing: Vec<Missing>,
    /// Records that could not be read, and those without a truth.
    lost: usize,
    blind: usize,
}

/// A belief that is followed.
struct Track {
    measurer: Measurer,
    /// Position of its owner's reference.
    reference: Option<usize>,
    turns: Vec<TurnMetrics>,
    tracker: FaultTracker,
    faults: Vec<TrackedFault>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        timeline: &'a Timeline,
        reasoning: Option<&dyn Reasoning>,
        options: &'a AnalysisOptions,
    ) -> Result<Self, AnalysisError> {
        let viewpoint = options.viewpoint;
        let header = header_for(timeline.header(), viewpoint);
        let mut missing = Vec::new();
        let seats: Vec<Seat> = match viewpoint {
            Viewpoint::Referee => (0..header.seats.len()).map(|seat| Seat(seat as u8)).collect(),
            Viewpoint::Seat(seat) => vec![seat],
        };
        let first = reasoning.and_then(|reasoning| Some(reasoning.opponent_models().first()?.name.to_owned()));
        let model = reasoning.and(options.model.clone()).or(first);
        let references = match (reasoning, &model) {
            (Some(reasoning), Some(model)) => {
                let is_named = options.model.is_some();
                references(reasoning, timeline.header(), &seats, model, is_named, &mut missing)?
            }
            _ => {
                let why = format!("nothing reasons about {} here", header.title);
                missing.push(Missing { part: MissingPart::FairGrades, seat: None, why: why.clone() });
                missing.push(Missing { part: MissingPart::Hindsight, seat: None, why });
                Vec::new()
            }
        };
        let table = match (reasoning, viewpoint) {
            (Some(reasoning), Viewpoint::Referee) => table(reasoning, &header, &mut missing),
            _ => None,
        };
        let of_owner = |owner: &str| {
            let seat = header.seat(owner)?;
            references.iter().position(|reference| reference.model().seat() == seat)
        };
        let keys = belief_keys(timeline).into_iter().filter(|key| match &options.belief {
            Some(named) => key == named,
            // A stored reference is compared with, and measured only if somebody asks.
            None => key.opponent_model().is_none(),
        });
        let tracks = keys
            .filter(|key| may_see_belief(timeline.header(), key, viewpoint))
            .map(|key| Track {
                reference: of_owner(&key.owner),
                measurer: Measurer::new(&header, &key, options.seed),
                turns: Vec::with_capacity(timeline.len()),
                tracker: FaultTracker::new(),
                faults: Vec::new(),
            })
            .collect();
        let has_table = table.is_some();
        Ok(Self {
            timeline,
            options,
            model,
            references,
            tracks,
            grader: Grader::new(&header, table),
            has_table,
            seats,
            missing,
            lost: 0,
            blind: 0,
            header,
        })
    }

    pub(super) fn run(mut self) -> Result<MatchAnalysis, AnalysisError> {
        for index in 0..self.timeline.len() {
            match self.timeline.record(index) {
                Ok(record) => {
                    let record = record_for(self.timeline.header(), &record, self.options.viewpoint);
                    self.follow(&record);
                }
                Err(ReadError::Damaged { .. } | ReadError::Missing { .. }) if self.options.skips_damage => self.skip(),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(self.finish())
    }

    fn skip(&mut self) {
        self.lost += 1;
        self.grader.skip();
        self.tracks.iter_mut().for_each(|track| track.measurer.skip());
    }

    fn follow(&mut self, record: &Record) {
        self.blind += usize::from(record.truth.is_none());
        let truths: Vec<Option<usize>> = self.tracks.iter().map(|track| track.measurer.truth(record)).collect();
        let mut compared: Vec<Option<Compared>> = vec![None; self.tracks.len()];
        let mut scores = Vec::with_capacity(self.references.len());
        for (place, reference) in self.references.iter_mut().enumerate() {
            let own: Vec<usize> =
                (0..self.tracks.len()).filter(|track| self.tracks[*track].reference == Some(place)).collect();
            let subjects: Vec<Subject<'_>> =
                own.iter().map(|track| self.tracks[*track].measurer.subject(truths[*track])).collect();
            for (track, answer) in own.iter().zip(reference.follow(record, &subjects)) {
                compared[*track] = answer;
            }
            scores.push((reference.model().seat(), reference.scores(record)));
        }
        for ((track, truth), compared) in self.tracks.iter_mut().zip(truths).zip(compared) {
            // A reference that could not even start leaves the place to one that the recording stores.
            let reference = track.reference.map(|place| &self.references[place]);
            let reference = reference.filter(|reference| reference.error().is_none() || reference.has_begun());
            let against = match reference {
                Some(reference) => Against::Model { name: reference.model().model(), compared },
                None => Against::Stored,
            };
            track.follow(&self.header, record, truth, against);
        }
        self.grader.follow(record, scores);
    }

    fn finish(mut self) -> MatchAnalysis {
        let mut missing = std::mem::take(&mut self.missing);
        let mut say = |part, seat, why: String| missing.push(Missing { part, seat, why });
        let records = |count: usize| if count == 1 { "1 record".to_owned() } else { format!("{count} records") };
        if self.lost > 0 {
            say(MissingPart::Records, None, format!("{} cannot be read", records(self.lost)));
        }
        if self.tracks.is_empty() {
            say(MissingPart::Beliefs, None, "the recording holds no belief of an agent that may be seen".to_owned());
        }
        let read = self.timeline.len() - self.lost;
        if self.blind > 0 {
            let why = match self.options.viewpoint {
                Viewpoint::Seat(seat) => {
                    let name = self.header.seat_info(seat).map_or("", |info| info.name.as_str());
                    format!("{name} does not know it")
                }
                Viewpoint::Referee if self.blind == read => "the recording holds none".to_owned(),
                Viewpoint::Referee => format!("{} hold none", records(self.blind)),
            };
            say(MissingPart::Truth, None, why.clone());
            if self.has_table || self.options.viewpoint != Viewpoint::Referee {
                say(MissingPart::Hindsight, None, format!("they take the truth: {why}"));
            }
        }
        let weighings: Vec<Weighing> = self.references.iter().map(Weighing::of).collect();
        for (reference, weighing) in self.references.iter().zip(&weighings) {
            let seat = Some(weighing.seat);
            match (reference.error(), &weighing.error) {
                (Some(error), _) => say(MissingPart::Reference, seat, error.to_string()),
                (None, Some(why)) => say(MissingPart::FairGrades, seat, why.clone()),
                (None, None) => {}
            }
        }
        let mut grades: MatchGrades = self.grader.finish(self.timeline.end(), &weighings);
        grades.seats.retain(|grades| self.seats.contains(&grades.seat));
        let references = self.references.iter().map(|reference| SeatReference {
            seat: reference.model().seat(),
            evidence_bits: reference.evidence_bits(),
            opponent_models: reference.model().opponent_models(),
            error: reference.error().cloned(),
        });
        let references: Vec<SeatReference> = references.collect();
        let beliefs = self.tracks.into_iter().map(|track| {
            let reference = track.reference.map(|place| &references[place]);
            Assessment {
                key: track.measurer.key().clone(),
                turns: track.turns,
                faults: track.faults,
                evidence_bits: reference.map(|reference| reference.evidence_bits),
                error: reference.and_then(|reference| reference.error.clone()),
            }
        });
        MatchAnalysis {
            viewpoint: self.options.viewpoint,
            model: self.model,
            beliefs: beliefs.collect(),
            references,
            grades,
            missing,
        }
    }
}

impl Track {
    fn follow(&mut self, header: &Header, record: &Record, truth: Option<usize>, against: Against<'_>) {
        let metrics = self.measurer.next(record, truth, against);
        let found: Vec<Fault> = match (&metrics, record.belief(self.measurer.key())) {
            (Some(turn), _) => turn.faults.clone(),
            (None, Some(belief)) => faults_of(header, record, belief),
            (None, None) => Vec::new(),
        };
        self.faults.extend(self.tracker.follow(record.index, found));
        self.turns.extend(metrics);
    }
}

/// The references of these seats under one model, as far as there are any.
fn references(
    reasoning: &dyn Reasoning,
    header: &Header,
    seats: &[Seat],
    model: &str,
    is_named: bool,
    missing: &mut Vec<Missing>,
) -> Result<Vec<Follower<dyn FairModel>>, ConfigError> {
    let (mut references, mut refused) = (Vec::new(), None);
    for seat in seats {
        // A seat's reasoning may rest on nothing that the seat does not know, such as a start that was fixed.
        let known = header_for(header, Viewpoint::Seat(*seat));
        match reasoning.fair_model(&known, *seat, model) {
            Ok(model) => references.push(Follower::new(model)),
            Err(error) => {
                let why = error.to_string();
                missing.push(Missing { part: MissingPart::Reference, seat: Some(*seat), why });
                // That a model does not fit the rules says more than that a seat has none of that name.
                if refused.is_none() || matches!(error, ConfigError::Invalid { .. }) {
                    refused = Some(error);
                }
            }
        }
    }
    match refused {
        Some(error) if references.is_empty() && is_named => Err(error),
        _ => Ok(references),
    }
}

fn table(
    reasoning: &dyn Reasoning,
    header: &Header,
    missing: &mut Vec<Missing>,
) -> Option<Box<dyn PerfectInformation>> {
    reasoning
        .perfect_information(header)
        .map_err(|error| missing.push(Missing { part: MissingPart::Hindsight, seat: None, why: error.to_string() }))
        .ok()
}
