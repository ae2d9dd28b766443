//! Beliefs of reference models, added to the records of a match.

use fogreel_engine::data::BeliefKey;
use fogreel_engine::{ConfigError, Detail, End, Header, Observer, ObserverError, Record, Seat, Viewpoint};
use fogreel_inference::{Reasoning, ReferenceError, ReferenceModel, Told};
use fogreel_recorder::{ReadError, Timeline};

use crate::perspective::header_for;

/// Reference models that follow one match, from its start on.
#[derive(Default)]
pub struct References {
    followed: Vec<Followed>,
}

struct Followed {
    model: Box<dyn ReferenceModel>,
    /// Why it stopped.
    error: Option<ReferenceError>,
}

impl References {
    /// These models, none of which has seen a record yet.
    pub fn new(models: impl IntoIterator<Item = Box<dyn ReferenceModel>>) -> Self {
        Self { followed: models.into_iter().map(|model| Followed { model, error: None }).collect() }
    }

    /// Shows the next record to every model and appends their beliefs to those of the record. A model that rejects what
    /// its seat was told adds nothing to this record nor to any later one.
    pub fn add_to(&mut self, record: &mut Record) {
        for followed in &mut self.followed {
            if followed.error.is_some() {
                continue;
            }
            let seat = followed.model.seat();
            let observed = match Told::of(record, seat) {
                Some(told) => followed.model.observe(told).map(|_| ()),
                None => Err(ReferenceError::Unreadable {
                    record: record.index,
                    what: format!("the recording has no view of seat {}", seat.0),
                }),
            };
            match observed {
                Ok(()) => record.beliefs.extend(followed.model.beliefs()),
                Err(error) => followed.error = Some(error),
            }
        }
    }

    /// The models that stopped, and why.
    pub fn errors(&self) -> impl Iterator<Item = (Seat, &ReferenceError)> {
        self.followed.iter().filter_map(|followed| Some((followed.model.seat(), followed.error.as_ref()?)))
    }

    /// What the evidence so far says of the opponent models that are weighed against each other: the owner's seat and the
    /// probability of each, for every reference that weighs several.
    pub fn weighed_models(&self) -> impl Iterator<Item = (Seat, Vec<(String, f64)>)> {
        let weighed = self.followed.iter().map(|followed| (followed.model.seat(), followed.model.opponent_models()));
        weighed.filter(|(_, models)| models.len() > 1)
    }

    /// Whether a model of that name follows for that seat.
    fn follows(&self, seat: Seat, model: &str) -> bool {
        self.followed.iter().any(|followed| followed.model.seat() == seat && followed.model.model() == model)
    }

    /// Takes away the stored reference beliefs that no model here can compute again.
    pub(crate) fn forget_foreign(&self, header: &Header, record: &mut Record) {
        record.beliefs.retain(|belief| match stored(header, &belief.key) {
            Some((seat, model)) => self.follows(seat, model),
            None => true,
        });
    }
}

/// The owner's seat and the opponent model of a reference belief; `None` for any other belief.
fn stored<'a>(header: &Header, key: &'a BeliefKey) -> Option<(Seat, &'a str)> {
    Some((header.seat(&key.owner)?, key.opponent_model()?))
}

/// The references whose beliefs a record stores: the owner's seat and the opponent model of each.
pub fn stored_references(header: &Header, record: &Record) -> Vec<(Seat, String)> {
    let mut references: Vec<(Seat, String)> = Vec::new();
    for (seat, model) in record.beliefs.iter().filter_map(|belief| stored(header, &belief.key)) {
        if !references.iter().any(|(known, name)| *known == seat && name == model) {
            references.push((seat, model.to_owned()));
        }
    }
    references
}

/// Why the beliefs of a reference cannot be added to a recording.
#[derive(Debug, thiserror::Error)]
pub enum AddReferenceError {
    /// A record is damaged.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// There is no such reference.
    #[error(transparent)]
    Model(#[from] ConfigError),
    /// It rejects what the seat was told.
    #[error(transparent)]
    Reference(#[from] ReferenceError),
}

/// The same recording in memory, up to the record after `last`, with the beliefs of one more reference in each record up to
/// `last`.
///
/// # Errors
/// [`AddReferenceError`] if a record cannot be read, if the seat cannot assume the model, or if the reference rejects what
/// the seat was told.
pub fn with_reference(
    timeline: &Timeline,
    reasoning: &dyn Reasoning,
    seat: Seat,
    model: &str,
    last: usize,
) -> Result<Timeline, AddReferenceError> {
    let header = timeline.header();
    // It may rest on nothing that the seat does not know, such as a start that was fixed.
    let known = header_for(header, Viewpoint::Seat(seat));
    let mut references = References::new([reasoning.reference_model(&known, seat, model)?]);
    // One record more tells whether a turn goes on.
    let len = timeline.len().min(last.saturating_add(2));
    let mut records = Vec::with_capacity(len);
    for index in 0..len {
        let mut record = Record::clone(&*timeline.record(index)?);
        if index <= last {
            references.add_to(&mut record);
            if let Some((_, error)) = references.errors().next() {
                return Err(error.clone().into());
            }
        }
        records.push(record);
    }
    Ok(Timeline::from_memory(header.clone(), records, timeline.end().cloned()).with_notes(timeline.notes().to_vec()))
}

/// Hands records on to another observer with the beliefs of references added.
pub struct WithReferences<'a> {
    observer: &'a mut dyn Observer,
    references: &'a mut References,
}

impl<'a> WithReferences<'a> {
    /// Adds the beliefs of `references` to everything that `observer` is told.
    pub fn new(observer: &'a mut dyn Observer, references: &'a mut References) -> Self {
        Self { observer, references }
    }
}

impl Observer for WithReferences<'_> {
    fn detail(&self) -> Detail {
        self.observer.detail()
    }

    fn begin(&mut self, header: &Header) -> Result<(), ObserverError> {
        self.observer.begin(header)
    }

    fn record(&mut self, record: &Record) -> Result<(), ObserverError> {
        let mut record = record.clone();
        self.references.add_to(&mut record);
        self.observer.record(&record)
    }

    fn end(&mut self, end: &End) -> Result<(), ObserverError> {
        self.observer.end(end)
    }
}
