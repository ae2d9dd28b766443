//! Playing a recording again, and naming the first record and field that differ.

use fogreel_engine::data::{Belief, BeliefKey, Keep, Quality};
use fogreel_engine::{End, Header, PlayError, Record, Session, Step};
use fogreel_recorder::{ReadError, Timeline};
use serde_json::Value;

use crate::References;

/// What is compared, from the rules outwards. A difference in one layer explains those in later ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Layer {
    /// Legality, turns, chance, truth, state hash, outcome.
    Rules,
    /// Views, events, privileged signals.
    Observations,
    /// What agents believed.
    Beliefs,
    /// What agents scored.
    Decisions,
}

impl Layer {
    /// All layers, the rules first.
    pub const ALL: [Self; 4] = [Self::Rules, Self::Observations, Self::Beliefs, Self::Decisions];

    /// Lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Observations => "observations",
            Self::Beliefs => "beliefs",
            Self::Decisions => "decisions",
        }
    }

    /// The fields of a record that belong to the layer.
    const fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Rules => &["index", "turn", "round", "actions", "chance", "truth", "to_act", "state_hash"],
            Self::Observations => &["views", "events", "privileged"],
            Self::Beliefs => &["beliefs"],
            Self::Decisions => &["decisions"],
        }
    }
}

/// The verdict on a recording.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// Records compared, the start included.
    pub records: usize,
    /// One entry per layer, in order.
    pub layers: Vec<(Layer, LayerVerdict)>,
}

impl Verdict {
    /// Whether nothing that was compared differs.
    pub fn is_same(&self) -> bool {
        self.first_difference().is_none()
    }

    /// The earliest difference; of several in one record, that of the first layer.
    pub fn first_difference(&self) -> Option<(Layer, &Difference)> {
        let differences = self.layers.iter().filter_map(|(layer, verdict)| match verdict {
            LayerVerdict::Differs(difference) => Some((*layer, difference)),
            LayerVerdict::Same | LayerVerdict::NotChecked(_) => None,
        });
        differences.min_by_key(|(layer, difference)| (difference.record, *layer))
    }
}

/// The verdict on one layer.
#[derive(Clone, PartialEq, Debug)]
pub enum LayerVerdict {
    /// Everything compared is the same.
    Same,
    /// The first difference.
    Differs(Difference),
    /// Nothing was compared, and why.
    NotChecked(String),
}

/// A field that differs.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The record; for the end, the last one.
    pub record: u32,
    /// Path of the field, such as `truth.pieces[2].cell[0]`.
    pub field: String,
    /// What the recording says.
    pub recorded: String,
    /// What playing it again gives.
    pub replayed: String,
}

/// Applies the recorded actions and draws to a session at its start, and compares what follows with the recording.
///
/// What the recording does not keep is not checked, nor are beliefs and decisions of agents that the session does not
/// have in the recorded version. The draw of the start is not checked: a replay starts where the header says. A match that
/// ended by a forfeit is checked as far as it was played. Reference beliefs are computed again by `references`, which have
/// seen no record yet; those of other models are not checked, nor are beliefs that were rounded before they were stored.
///
/// # Errors
/// [`ReadError`] if a record is damaged.
pub fn verify(
    timeline: &Timeline,
    session: &mut dyn Session,
    references: &mut References,
) -> Result<Verdict, ReadError> {
    let mut check = Check::new(timeline.header(), session.header());
    for index in 0..timeline.len() {
        let mut recorded = timeline.record(index)?.as_ref().clone();
        references.forget_foreign(timeline.header(), &mut recorded);
        if index > 0
            && let Err(error) = session.apply(&Step::of(&recorded))
        {
            check.differs(Layer::Rules, refusal(&recorded, &error));
            break;
        }
        let mut replayed = session.record();
        references.add_to(&mut replayed);
        check.forget_lossy(&mut recorded, &mut replayed);
        check.compare(&recorded, &replayed);
        check.records += 1;
        if check.rules_differ() {
            break;
        }
    }
    if !check.rules_differ()
        && let Some(end) = timeline.end()
    {
        check.compare_end(end, session.end().as_ref());
    }
    if check.has_lossy {
        check.not_checked(Layer::Beliefs, "some were rounded before they were stored; all others are the same");
    }
    Ok(Verdict { records: check.records, layers: Layer::ALL.into_iter().zip(check.layers).collect() })
}

struct Check {
    records: usize,
    keep: Keep,
    layers: [LayerVerdict; 4],
    /// Whether a belief was met that was rounded before it was stored.
    has_lossy: bool,
}

impl Check {
    fn new(recorded: &Header, replayed: &Header) -> Self {
        let foreign: Vec<&str> = recorded
            .seats
            .iter()
            .zip(&replayed.seats)
            .filter(|(ours, theirs)| (&ours.agent, ours.agent_version) != (&theirs.agent, theirs.agent_version))
            .map(|(recorded, _)| recorded.id.as_str())
            .collect();
        let layer = |layer| match (layer, recorded.keep) {
            (Layer::Beliefs | Layer::Decisions, Keep::Views | Keep::Moves) | (Layer::Observations, Keep::Moves) => {
                LayerVerdict::NotChecked("the recording does not keep them".to_owned())
            }
            (Layer::Beliefs | Layer::Decisions, Keep::Full) if !foreign.is_empty() => {
                let seats = foreign.join(", ");
                LayerVerdict::NotChecked(format!("this program has not the agent, in that version, of: {seats}"))
            }
            _ => LayerVerdict::Same,
        };
        let mut check = Self { records: 0, keep: recorded.keep, layers: Layer::ALL.map(layer), has_lossy: false };
        check.compare_headers(recorded, replayed);
        check
    }

    /// Everything that the rules and the setup decide. Who wrote the file, when, and what was kept is not theirs.
    fn compare_headers(&mut self, recorded: &Header, replayed: &Header) {
        let comparable = |header: &Header| {
            let mut header = header.clone();
            (header.writer, header.created_unix_ms, header.keep) = (String::new(), None, Keep::Full);
            header.tags.clear();
            for seat in &mut header.seats {
                (seat.agent, seat.agent_version, seat.reads_privileged) = (None, None, false);
                seat.settings.clear();
            }
            // Records name targets by id. Later versions of a game may know more of them.
            header.targets.retain(|target| recorded.targets.iter().any(|known| known.id == target.id));
            to_value(&header)
        };
        let found = first_difference("header", &comparable(recorded), &comparable(replayed));
        if let Some((field, recorded, replayed)) = found {
            self.differs(Layer::Rules, Difference { record: 0, field, recorded, replayed });
        }
    }

    fn rules_differ(&self) -> bool {
        matches!(self.layers[0], LayerVerdict::Differs(_))
    }

    /// Takes beliefs that cannot be as they were out of both records.
    fn forget_lossy(&mut self, recorded: &mut Record, replayed: &mut Record) {
        let is_lossy = |belief: &Belief| belief.quality == Quality::Lossy;
        let lossy: Vec<BeliefKey> =
            recorded.beliefs.extract_if(.., |belief| is_lossy(belief)).map(|one| one.key).collect();
        self.has_lossy |= !lossy.is_empty();
        replayed.beliefs.retain(|belief| !lossy.contains(&belief.key));
    }

    fn not_checked(&mut self, layer: Layer, why: &str) {
        let verdict = &mut self.layers[layer as usize];
        if *verdict == LayerVerdict::Same {
            *verdict = LayerVerdict::NotChecked(why.to_owned());
        }
    }

    fn differs(&mut self, layer: Layer, difference: Difference) {
        let verdict = &mut self.layers[layer as usize];
        if *verdict == LayerVerdict::Same {
            *verdict = LayerVerdict::Differs(difference);
        }
    }

    fn compare(&mut self, recorded: &Record, replayed: &Record) {
        // Equal records are the rule; the costly search for the field is for the exception.
        if recorded == replayed {
            return;
        }
        let (ours, theirs) = (to_value(replayed), to_value(recorded));
        for layer in Layer::ALL {
            let is_compared = |field: &str| match field {
                "chance" => recorded.index > 0,
                "truth" | "state_hash" => self.keep != Keep::Moves,
                _ => true,
            };
            let found = layer
                .fields()
                .iter()
                .filter(|field| is_compared(field))
                .find_map(|field| first_difference(field, &theirs[field], &ours[field]));
            if let Some((field, recorded_value, replayed_value)) = found {
                let difference =
                    Difference { record: recorded.index, field, recorded: recorded_value, replayed: replayed_value };
                self.differs(layer, difference);
            }
        }
    }

    fn compare_end(&mut self, recorded: &End, replayed: Option<&End>) {
        // Whoever forfeits leaves no action that the rules could judge.
        if replayed.is_none() && recorded.outcome.is_forfeit() {
            return;
        }
        let theirs = to_value(recorded);
        let ours = replayed.map_or(Value::Null, to_value);
        if let Some((field, recorded_value, replayed_value)) = first_difference("end", &theirs, &ours) {
            let record = recorded.records.saturating_sub(1);
            let difference = Difference { record, field, recorded: recorded_value, replayed: replayed_value };
            self.differs(Layer::Rules, difference);
        }
    }
}

fn refusal(recorded: &Record, error: &PlayError) -> Difference {
    let actions: Vec<&str> = recorded.actions.iter().map(|taken| taken.action.as_str()).collect();
    Difference {
        record: recorded.index,
        field: "actions".to_owned(),
        recorded: actions.join(", "),
        replayed: match error {
            PlayError::Illegal { rule, .. } => rule.to_string(),
            PlayError::Mismatch { what, .. } => what.clone(),
            other => other.to_string(),
        },
    }
}

fn to_value(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

/// Path and both values of the first leaf in which two values differ; floats compare bit by bit.
fn first_difference(path: &str, recorded: &Value, replayed: &Value) -> Option<(String, String, String)> {
    match (recorded, replayed) {
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => left
            .iter()
            .zip(right)
            .enumerate()
            .find_map(|(index, (left, right))| first_difference(&format!("{path}[{index}]"), left, right)),
        (Value::Object(left), Value::Object(right)) if left.keys().eq(right.keys()) => {
            left.iter().find_map(|(key, value)| first_difference(&format!("{path}.{key}"), value, &right[key]))
        }
        _ if recorded == replayed => None,
        _ => Some((path.to_owned(), recorded.to_string(), replayed.to_string())),
    }
}
