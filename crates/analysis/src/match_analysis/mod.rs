//! A whole match taken apart: what every command, report and window shows of it comes from here.
//!
//! [`analyse`] goes through a recording once. Each seat has one reference, which measures all of its beliefs, finds their
//! faults and weighs its actions on the way.

mod walk;

pub use walk::{Analyser, BeliefAnalysis, RecordAnalysis};

use fogreel_engine::data::BeliefKey;
use fogreel_engine::{ConfigError, Header, Record, Seat, Viewpoint};
use fogreel_inference::{Reasoning, ReferenceError};
use fogreel_recorder::{ReadError, Timeline};

use crate::assess::{Assessment, TurnMetrics};
use crate::fault::TrackedFault;
use crate::grade::MatchGrades;

/// What to analyse, and for whom.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisOptions {
    /// Who looks. A seat's analysis holds what that seat can know of its own beliefs and moves: nothing that takes the truth.
    pub viewpoint: Viewpoint,
    /// Opponent model of the references; the game's first if none is named.
    pub model: Option<String>,
    /// The one belief to measure; if none is named, every belief of an agent that the viewpoint may see.
    pub belief: Option<BeliefKey>,
    /// Whether records that cannot be read are left out. If not, they are errors.
    pub skips_damage: bool,
    /// Decides the ties of highest-posterior-density levels; the match's own seed if none is named, so that matches draw
    /// independently.
    pub seed: Option<u64>,
    /// Whether moves are graded, which takes most of the time.
    pub grades: bool,
}

impl Default for AnalysisOptions {
    /// Everything, for the referee.
    fn default() -> Self {
        Self { viewpoint: Viewpoint::Referee, model: None, belief: None, skips_damage: false, seed: None, grades: true }
    }
}

/// Everything there is to say of the beliefs and moves of one match.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchAnalysis {
    /// Who looks.
    pub viewpoint: Viewpoint,
    /// The opponent model under which everything holds that takes a reference; `None` for a game without references.
    pub model: Option<String>,
    /// The references that went along, by seat.
    pub references: Vec<SeatReference>,
    /// Every belief, in the order of first appearance. Of Bernoulli beliefs there are faults alone.
    pub beliefs: Vec<Assessment>,
    /// The moves.
    pub grades: MatchGrades,
    /// What could not be worked out.
    pub missing: Vec<Missing>,
}

/// A seat's reference along the match.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatReference {
    /// The seat.
    pub seat: Seat,
    /// Σ log₂ P(oₜ | past, opponent model).
    pub evidence_bits: f64,
    /// The opponent models that it weighs, with the posterior probability of each; one of 1 if it weighs none.
    pub opponent_models: Vec<(String, f64)>,
    /// Why it stopped before the end.
    pub error: Option<ReferenceError>,
}

/// What holds for a match as a whole.
#[derive(Clone, PartialEq, Debug)]
pub struct Conclusion {
    /// The references that went along, by seat.
    pub references: Vec<SeatReference>,
    /// The moves.
    pub grades: MatchGrades,
    /// What could not be worked out.
    pub missing: Vec<Missing>,
}

/// Something that could not be worked out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Missing {
    /// What it is.
    pub part: MissingPart,
    /// Whose; `None` if it is everybody's.
    pub seat: Option<Seat>,
    /// Why, as a clause such as `the recording has no truth`.
    pub why: String,
}

impl Missing {
    /// In words: `fair grades for Guard: particles are no joint posterior to average over`.
    pub fn sentence(&self, header: &Header) -> String {
        let whose = self.seat.and_then(|seat| header.seat_info(seat));
        let whose = whose.map_or_else(String::new, |info| format!(" for {}", info.name));
        format!("{}{whose}: {}", self.part.name(), self.why)
    }
}

/// A part of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MissingPart {
    /// Records.
    Records,
    /// Beliefs to measure.
    Beliefs,
    /// Everything that takes the truth.
    Truth,
    /// Everything that takes a reference: regret, what evidence was worth, the faults that take one.
    Reference,
    /// Fair grades.
    FairGrades,
    /// Grades in hindsight.
    Hindsight,
}

impl MissingPart {
    /// Lower-case id for files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Records => "records",
            Self::Beliefs => "beliefs",
            Self::Truth => "truth",
            Self::Reference => "reference",
            Self::FairGrades => "fair_grades",
            Self::Hindsight => "hindsight",
        }
    }

    /// Name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Records => "records",
            Self::Beliefs => "beliefs",
            Self::Truth => "measures against the truth",
            Self::Reference => "measures against a reference",
            Self::FairGrades => "fair grades",
            Self::Hindsight => "grades in hindsight",
        }
    }
}

/// Why a match cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// A record is damaged.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// No seat of the game can assume the opponent model that was named.
    #[error(transparent)]
    Model(#[from] ConfigError),
}

impl MatchAnalysis {
    /// The faults of all beliefs, by ascending record; of one record in the order of the beliefs.
    pub fn faults(&self) -> Vec<&TrackedFault> {
        let mut faults: Vec<&TrackedFault> = self.beliefs.iter().flat_map(|belief| &belief.faults).collect();
        faults.sort_by_key(|tracked| tracked.fault.record);
        faults
    }
}

impl Assessment {
    /// The turns on which the belief lost something against the reference, the costliest first: by what it lost in that turn
    /// ([`TurnMetrics::lost_bits`]), then by record. Turns that cost less than `least` bits are left out.
    pub fn costliest(&self, least: f64) -> Vec<&TurnMetrics> {
        let mut turns: Vec<(&TurnMetrics, f64)> = self
            .turns
            .iter()
            .filter_map(|turn| Some((turn, turn.lost_bits()?)))
            .filter(|(_, bits)| *bits >= least)
            .collect();
        turns.sort_by(|first, second| second.1.total_cmp(&first.1));
        turns.into_iter().map(|(turn, _)| turn).collect()
    }
}

impl TurnMetrics {
    /// What the reading of this record alone cost, in bits: the local regret at the truth; without a truth, the expected one.
    /// Infinite where the belief excludes what a right reading allows. `None` without a reference.
    pub fn lost_bits(&self) -> Option<f64> {
        let step = self.reference.as_ref()?.step.as_ref()?;
        Some(step.regret.or(step.expected_regret)?.local_bits)
    }
}

/// Analyses a recording whose records are whole. Reads all of it, once. `reasoning` is that of its game; without it,
/// references that the recording stores are taken, and there are no grades.
///
/// # Errors
/// [`AnalysisError`] if a record is damaged and that is not to be skipped, or if there is no such opponent model. What a
/// recording lacks, or what is too large, is no error: [`MatchAnalysis::missing`] says so.
pub fn analyse(
    timeline: &Timeline,
    reasoning: Option<&dyn Reasoning>,
    options: &AnalysisOptions,
) -> Result<MatchAnalysis, AnalysisError> {
    analyse_each(timeline, reasoning, options, |_, _| {})
}

/// Like [`analyse`], and shows each record, with what there is to say of it, to whoever wants more of it: what the references
/// believe, say.
///
/// # Errors
/// As [`analyse`].
pub fn analyse_each(
    timeline: &Timeline,
    reasoning: Option<&dyn Reasoning>,
    options: &AnalysisOptions,
    mut each: impl FnMut(&Record, &RecordAnalysis),
) -> Result<MatchAnalysis, AnalysisError> {
    let mut analyser = Analyser::new(timeline.header(), reasoning, options.clone())?;
    let model = analyser.model().map(str::to_owned);
    let mut beliefs: Vec<Assessment> = Vec::new();
    for index in 0..timeline.len() {
        let analysed = match timeline.record(index) {
            Ok(record) => {
                let analysed = analyser.next(&record);
                each(&record, &analysed);
                analysed
            }
            Err(ReadError::Damaged { .. } | ReadError::Missing { .. }) if options.skips_damage => {
                analyser.skip();
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        for (place, BeliefAnalysis { key, turn, count, faults }) in analysed.beliefs.into_iter().enumerate() {
            if place == beliefs.len() {
                let (turns, counts, faults) = (Vec::new(), Vec::new(), Vec::new());
                beliefs.push(Assessment { key, turns, counts, faults, evidence_bits: None, error: None });
            }
            beliefs[place].counts.extend(count);
            beliefs[place].turns.extend(turn);
            beliefs[place].faults.extend(faults);
        }
    }
    let Conclusion { references, grades, missing } = analyser.finish(timeline.end());
    for belief in &mut beliefs {
        let owner = timeline.header().seat(&belief.key.owner);
        let reference = references.iter().find(|reference| Some(reference.seat) == owner);
        belief.evidence_bits = reference.map(|reference| reference.evidence_bits);
        belief.error = reference.and_then(|reference| reference.error.clone());
    }
    Ok(MatchAnalysis { viewpoint: options.viewpoint, model, references, beliefs, grades, missing })
}
