//! One pass over the records.

use fogreel_engine::data::{Belief, BeliefKey};
use fogreel_engine::{ConfigError, End, Header, Record, Seat, Viewpoint};
use fogreel_inference::{FairModel, PerfectInformation, Reasoning};

use super::{AnalysisOptions, Conclusion, Missing, MissingPart, SeatReference};
use crate::assess::{Against, Measurer, TurnMetrics};
use crate::counts::{CountMeasurer, CountMetrics};
use crate::fault::{Fault, FaultTracker, TrackedFault, faults_of};
use crate::following::{Compared, Follower, Subject};
use crate::grade::{Grader, MoveGrade, Weighing};
use crate::perspective::{header_for, may_see_belief, record_for};

/// Analyses a match record by record, so that a match that is still going on can be analysed, too, and a long one without
/// keeping all of it.
pub struct Analyser {
    options: AnalysisOptions,
    /// As it stands in the recording, and as the viewpoint may see it.
    whole: Header,
    header: Header,
    model: Option<String>,
    references: Vec<Follower<dyn FairModel>>,
    /// The beliefs that are followed, in the order of first appearance.
    tracks: Vec<Track>,
    grader: Grader,
    has_table: bool,
    /// The seats whose moves are graded.
    seats: Vec<Seat>,
    missing: Vec<Missing>,
    /// Records taken in, those among them without a truth, and those that could not be read.
    read: usize,
    blind: usize,
    lost: usize,
}

/// What one more record adds to an analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordAnalysis {
    /// The record.
    pub record: u32,
    /// What the references believe after it.
    pub references: Vec<Belief>,
    /// What there is to say of each belief that is followed, in the order of first appearance.
    pub beliefs: Vec<BeliefAnalysis>,
    /// The moves that led to it, judged.
    pub moves: Vec<MoveGrade>,
}

/// What there is to say of a belief in one record.
#[derive(Clone, PartialEq, Debug)]
pub struct BeliefAnalysis {
    /// Which belief.
    pub key: BeliefKey,
    /// Its measures; `None` if the record does not state it, or it is not categorical.
    pub turn: Option<TurnMetrics>,
    /// Its measures if it is about how many things are on each cell.
    pub count: Option<CountMetrics>,
    /// Its faults, and since when each lasts.
    pub faults: Vec<TrackedFault>,
}

/// A belief that is followed.
struct Track {
    measurer: Measurer,
    counts: CountMeasurer,
    /// Position of its owner's reference.
    reference: Option<usize>,
    tracker: FaultTracker,
}

impl Analyser {
    /// An analyser that has seen no record of the match with this header. `reasoning` is that of its game; without it,
    /// references that the recording stores are taken, and there are no grades.
    ///
    /// # Errors
    /// [`ConfigError`] if an opponent model is named that no seat of the game can assume.
    pub fn new(
        whole: &Header,
        reasoning: Option<&dyn Reasoning>,
        options: AnalysisOptions,
    ) -> Result<Self, ConfigError> {
        let viewpoint = options.viewpoint;
        let header = header_for(whole, viewpoint).into_owned();
        let mut missing = Vec::new();
        let seats: Vec<Seat> = match viewpoint {
            Viewpoint::Referee => (0..header.seats.len()).map(|seat| Seat(seat as u8)).collect(),
            Viewpoint::Seat(seat) => vec![seat],
        };
        let first = reasoning.and_then(|reasoning| Some(reasoning.opponent_models().first()?.name.to_owned()));
        let model = reasoning.and(options.model.clone()).or(first);
        let references = match (reasoning, &model) {
            (Some(reasoning), Some(model)) => {
                references(reasoning, whole, &seats, model, options.model.is_some(), &mut missing)?
            }
            _ => {
                let why = format!("nothing reasons about {} here", header.title);
                missing.push(Missing { part: MissingPart::FairGrades, seat: None, why: why.clone() });
                missing.push(Missing { part: MissingPart::Hindsight, seat: None, why });
                Vec::new()
            }
        };
        let table = match (reasoning, viewpoint) {
            (Some(reasoning), Viewpoint::Referee) if options.grades => table(reasoning, &header, &mut missing),
            _ => None,
        };
        Ok(Self {
            has_table: table.is_some(),
            grader: Grader::new(&header, table),
            whole: whole.clone(),
            header,
            options,
            model,
            references,
            tracks: Vec::new(),
            seats,
            missing,
            read: 0,
            blind: 0,
            lost: 0,
        })
    }

    /// The opponent model under which everything holds that takes a reference; `None` for a game without references.
    pub fn model(&self) -> Option<&str> {
        self.model.as_deref()
    }

    /// Takes in the next record, the start first.
    pub fn next(&mut self, record: &Record) -> RecordAnalysis {
        let record = &*record_for(&self.whole, record, self.options.viewpoint);
        self.discover(record);
        self.read += 1;
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
            if self.options.grades {
                scores.push((reference.model().seat(), reference.scores(record)));
            }
        }
        let mut beliefs = Vec::with_capacity(self.tracks.len());
        for ((track, truth), compared) in self.tracks.iter_mut().zip(truths).zip(compared) {
            // A reference that could not even start leaves the place to one that the recording stores.
            let reference = track.reference.map(|place| &self.references[place]);
            let reference = reference.filter(|reference| reference.error().is_none() || reference.has_begun());
            let against = match reference {
                Some(reference) => Against::Model { name: reference.model().model(), compared },
                None => Against::Stored,
            };
            beliefs.push(track.follow(&self.header, record, truth, against));
        }
        let judged = self.grader.moves().len();
        if self.options.grades {
            self.grader.follow(record, scores);
        }
        RecordAnalysis {
            record: record.index,
            references: self.references.iter().flat_map(Follower::beliefs).cloned().collect(),
            beliefs,
            moves: self.grader.moves()[judged..].to_vec(),
        }
    }

    /// The next record is lost: what follows does not go on from what came before.
    pub fn skip(&mut self) {
        self.lost += 1;
        self.grader.skip();
        self.tracks.iter_mut().for_each(|track| track.measurer.skip());
    }

    /// Follows the beliefs that were not stated before.
    fn discover(&mut self, record: &Record) {
        let (header, viewpoint) = (&self.whole, self.options.viewpoint);
        for belief in &record.beliefs {
            let key = &belief.key;
            let is_wanted = match &self.options.belief {
                Some(named) => key == named,
                // A stored reference is compared with, and measured only if somebody asks.
                None => key.opponent_model().is_none(),
            };
            let is_followed = || self.tracks.iter().any(|track| track.measurer.key() == key);
            if !is_wanted || is_followed() || !may_see_belief(header, key, viewpoint) {
                continue;
            }
            let owner = header.seat(&key.owner);
            let reference = self.references.iter().position(|reference| Some(reference.model().seat()) == owner);
            let seed = self.options.seed.or(self.header.seed).unwrap_or_default();
            let measurer = Measurer::new(&self.header, key, seed);
            let counts = CountMeasurer::new(&self.header);
            self.tracks.push(Track { measurer, counts, reference, tracker: FaultTracker::new() });
        }
    }

    /// What could not be worked out so far.
    pub fn missing(&self) -> Vec<Missing> {
        self.lacking(&self.weighings())
    }

    fn weighings(&self) -> Vec<Weighing> {
        self.references.iter().map(Weighing::of).collect()
    }

    fn lacking(&self, weighings: &[Weighing]) -> Vec<Missing> {
        let mut missing = self.missing.clone();
        let mut say = |part, seat, why: String| missing.push(Missing { part, seat, why });
        let records = |count: usize| if count == 1 { "1 record".to_owned() } else { format!("{count} records") };
        if self.lost > 0 {
            say(MissingPart::Records, None, format!("{} cannot be read", records(self.lost)));
        }
        if self.tracks.is_empty() {
            say(MissingPart::Beliefs, None, "the recording holds no belief of an agent that may be seen".to_owned());
        }
        if self.blind > 0 {
            let why = match self.options.viewpoint {
                Viewpoint::Seat(seat) => {
                    let name = self.header.seat_info(seat).map_or("", |info| info.name.as_str());
                    format!("{name} does not know it")
                }
                Viewpoint::Referee if self.blind == self.read => "the recording holds none".to_owned(),
                Viewpoint::Referee => format!("{} hold none", records(self.blind)),
            };
            say(MissingPart::Truth, None, why.clone());
            if self.has_table || self.options.viewpoint != Viewpoint::Referee {
                say(MissingPart::Hindsight, None, format!("they take the truth: {why}"));
            }
        }
        for (reference, weighing) in self.references.iter().zip(weighings) {
            let seat = Some(weighing.seat);
            match (reference.error(), &weighing.error) {
                (Some(error), _) => say(MissingPart::Reference, seat, error.to_string()),
                (None, Some(why)) => say(MissingPart::FairGrades, seat, why.clone()),
                (None, None) => {}
            }
        }
        missing
    }

    /// What holds for the match as a whole, with its end if that is known.
    pub fn finish(self, end: Option<&End>) -> Conclusion {
        let weighings = self.weighings();
        let missing = self.lacking(&weighings);
        let mut grades = self.grader.finish(end, &weighings);
        grades.seats.retain(|grades| self.seats.contains(&grades.seat));
        let references = self.references.iter().map(|reference| SeatReference {
            seat: reference.model().seat(),
            evidence_bits: reference.evidence_bits(),
            opponent_models: reference.model().opponent_models(),
            error: reference.error().cloned(),
        });
        Conclusion { references: references.collect(), grades, missing }
    }
}

impl Track {
    fn follow(
        &mut self,
        header: &Header,
        record: &Record,
        truth: Option<usize>,
        against: Against<'_>,
    ) -> BeliefAnalysis {
        let turn = self.measurer.next(record, truth, against);
        let found: Vec<Fault> = match (&turn, record.belief(self.measurer.key())) {
            (Some(turn), _) => turn.faults.clone(),
            (None, Some(belief)) => faults_of(header, record, belief),
            (None, None) => Vec::new(),
        };
        let faults = self.tracker.follow(record.index, found);
        let key = self.measurer.key().clone();
        BeliefAnalysis { count: self.counts.measure(header, record, &key), key, turn, faults }
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
