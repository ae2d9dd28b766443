//! Faults of beliefs. Definitions, thresholds and their reasons stand in `docs/metrics.md`.
//!
//! Most need no reference to compare the belief with. Those that do are found by [`assess`](crate::assess), which has one.
//!
//! [`faults`] judges the beliefs of one record. A belief that stays wrong for ten records has one fault that lasts:
//! [`FaultTracker`] follows faults from record to record and says where each begins; [`belief_faults`] does so along a
//! recording.
//!
//! Most faults can be told from what the owner of the belief sees itself. Those that cannot say so
//! ([`Fault::needs_truth`]); a record that was filtered for a seat
//! ([`record_for`](crate::perspective::record_for)) has none of them.

mod detect;
mod reading;
mod track;

use std::fmt;

use fogreel_engine::data::BeliefKey;
use fogreel_engine::{CellSet, Seat};

pub use detect::{faults, faults_of};
pub(crate) use reading::Reading;
pub use track::{FaultEpisode, FaultTracker, TrackedFault, belief_faults, episodes};

/// How far the sum of a categorical belief may lie from 1: more than rounding of doubles leaves on the largest board, and
/// than a sum of single-precision numbers usually does.
pub const SUM_TOLERANCE: f64 = 1e-6;
/// The same for a belief that was stored with less precision than it had.
pub const LOSSY_SUM_TOLERANCE: f64 = 1e-3;
/// Probability on excluded cells that is no fault yet: what rounding leaves, or a floor so low that it decides nothing.
pub const MASS_TOLERANCE: f64 = 1e-6;
/// From here on excluded cells hold more than the belief leaves for the rest.
pub const BLUNDER_MASS: f64 = 0.5;
/// Surprisal above entropy, in bits, from which a belief counts as too sure of itself.
pub const OVERCONFIDENT_BITS: f64 = 4.0;
/// What ignoring a channel of evidence costs, in bits, from which it is a fault.
pub const EVIDENCE_BITS: f64 = 0.5;
/// And from which it is a blunder: the channel ruled out three quarters of what is believed.
pub const MISREAD_BITS: f64 = 2.0;
/// Probability that comes from nowhere, from which a belief started anew.
pub const RESET_MASS: f64 = 0.1;
/// What knowing of an action gains, in bits, from which it is a fault.
pub const ACTION_BITS: f64 = 0.05;
/// Fewest cells from which knowing of an action is told, unless the recording says that something was read without right.
pub const LEAKED_CELLS: usize = 3;

/// What is wrong with a belief.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultKind {
    /// A value that no belief of its kind can hold: not a number, infinite, negative, or above 1 where it is a probability
    /// by itself. Nothing else is judged of such a belief.
    InvalidValue,
    /// The probabilities of a categorical belief do not sum to 1.
    SumNotOne,
    /// What is true has no probability at all.
    FalseExclusion,
    /// Probability on cells that the owner knows to be impassable.
    MassOnWall,
    /// Probability on cells that the owner sees in this record, and sees to be empty.
    MassOnVisibleEmpty,
    /// The truth is much less likely than the belief's own uncertainty allows for.
    Overconfident,
    /// Probability stays on what a channel of this record ruled out. Takes a reference.
    EvidenceIgnored,
    /// Probability stands where the belief before could not get by any move, and no evidence says so: the belief was
    /// dropped and began anew. Takes a reference.
    SilentReset,
    /// The belief rules out what only another action than the one taken leads to, and no evidence says so: it knows the
    /// opponent's action. Takes a reference.
    ActionLeaked,
}

impl FaultKind {
    /// All kinds, in the order in which they are looked for.
    pub const ALL: [Self; 9] = [
        Self::InvalidValue,
        Self::SumNotOne,
        Self::FalseExclusion,
        Self::MassOnWall,
        Self::MassOnVisibleEmpty,
        Self::Overconfident,
        Self::EvidenceIgnored,
        Self::SilentReset,
        Self::ActionLeaked,
    ];

    /// Lower-case id for files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::InvalidValue => "invalid_value",
            Self::SumNotOne => "sum_not_one",
            Self::FalseExclusion => "false_exclusion",
            Self::MassOnWall => "mass_on_wall",
            Self::MassOnVisibleEmpty => "mass_on_visible_empty",
            Self::Overconfident => "overconfident",
            Self::EvidenceIgnored => "evidence_ignored",
            Self::SilentReset => "silent_reset",
            Self::ActionLeaked => "action_leaked",
        }
    }

    /// Name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::InvalidValue => "invalid value",
            Self::SumNotOne => "sum is not 1",
            Self::FalseExclusion => "false exclusion",
            Self::MassOnWall => "mass on a wall",
            Self::MassOnVisibleEmpty => "mass where the owner sees nothing",
            Self::Overconfident => "overconfident",
            Self::EvidenceIgnored => "evidence ignored",
            Self::SilentReset => "silent restart",
            Self::ActionLeaked => "action leaked",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How bad a fault is, with the marks that chess annotators use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// `?`: misleading.
    Mistake,
    /// `??`: nothing that follows from the belief can be trusted.
    Blunder,
}

impl Grade {
    /// `?` or `??`.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mark())
    }
}

/// How large a fault is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FaultSize {
    /// Probability in the wrong place; of a count belief, an expected number of things. Of a false exclusion, the largest
    /// value that stands elsewhere: how sure the belief was of something else.
    Mass(f64),
    /// What a sum has too much (positive) or too little.
    Excess(f64),
    /// Surprisal above entropy, or what a fault costs, in bits: of ignored evidence, what heeding it would have gained; of a
    /// restart, KL(reference ‖ belief); of a leak, what was gained without right. Infinite where nothing right is left.
    Bits(f64),
    /// Number of values.
    Values(usize),
}

impl FaultSize {
    /// The number alone.
    pub fn value(self) -> f64 {
        match self {
            Self::Mass(value) | Self::Excess(value) | Self::Bits(value) => value,
            Self::Values(count) => count as f64,
        }
    }

    /// Its unit, for tables: `probability`, `bits` or `values`.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Mass(_) | Self::Excess(_) => "probability",
            Self::Bits(_) => "bits",
            Self::Values(_) => "values",
        }
    }
}

/// One fault of one belief in one record. As text it is one sentence without its mark.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Which belief.
    pub key: BeliefKey,
    /// The seat that owns it; `None` if the header has no such seat.
    pub seat: Option<Seat>,
    /// The record.
    pub record: u32,
    /// The turn that people count.
    pub turn: u32,
    /// The cells concerned, in the owner's frame; none where the fault is about no cell.
    pub cells: CellSet,
    /// How large it is.
    pub size: FaultSize,
    /// How bad it is.
    pub grade: Grade,
    /// Id of the channel that was misread; `None` where no single one is to blame.
    pub channel: Option<String>,
    /// Whether it takes the truth to tell it. A seat's perspective must not show such a fault.
    pub needs_truth: bool,
}

impl Fault {
    /// What it costs in bits: what heeding what was told would gain, or by how much the belief is worse than the evidence allows.
    /// Infinite where the truth, or all that is possible, is ruled out; `None` of a belief that is no distribution at all.
    pub fn cost_bits(&self) -> Option<f64> {
        match (self.kind, self.size) {
            (FaultKind::FalseExclusion, _) => Some(f64::INFINITY),
            // What the rest would gain if it had the mass that is wasted.
            (FaultKind::MassOnWall | FaultKind::MassOnVisibleEmpty, FaultSize::Mass(mass)) => {
                Some(-(1.0 - mass).max(0.0).log2())
            }
            (_, FaultSize::Bits(bits)) => Some(bits),
            _ => None,
        }
    }

    /// What is wrong and why, in one sentence that does not repeat the name of the fault.
    pub fn why(&self) -> String {
        let sentence = self.to_string();
        sentence.split_once(": ").map_or(sentence.clone(), |(_, why)| why.to_owned())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |value: f64| Percent(value * 100.0);
        let places = |one: &str, many: &str| match self.cells.len() {
            1 => one.to_owned(),
            count => format!("{count} {many}"),
        };
        match (self.kind, self.size) {
            (FaultKind::FalseExclusion, FaultSize::Mass(most)) => {
                f.write_str("false exclusion: no probability for the truth at ")?;
                match self.cells.iter().next() {
                    Some(cell) if self.cells.len() == 1 => write!(f, "({cell})")?,
                    _ => write!(f, "{} cells", self.cells.len())?,
                }
                write!(f, ", up to {} elsewhere", percent(most))
            }
            (FaultKind::MassOnWall, FaultSize::Mass(mass)) => {
                write!(f, "mass on a wall: {} on {}", percent(mass), places("an impassable cell", "impassable cells"))
            }
            (FaultKind::MassOnVisibleEmpty, FaultSize::Mass(mass)) => {
                let cells = places("a cell that its owner sees to be empty", "cells that its owner sees to be empty");
                write!(f, "mass in sight: {} on {cells}", percent(mass))
            }
            (FaultKind::SumNotOne, FaultSize::Excess(excess)) => {
                write!(f, "sum is not 1: the probabilities sum to {}", 1.0 + excess)
            }
            (FaultKind::Overconfident, FaultSize::Bits(bits)) => {
                write!(f, "overconfident: the truth surprises by {bits:.1} bits more than the belief expects")
            }
            (FaultKind::EvidenceIgnored, FaultSize::Bits(bits)) => {
                let channel = self.channel.as_deref().unwrap_or("a channel");
                let cells = NamedCells(&self.cells);
                if bits.is_finite() {
                    let keep = if self.cells.len() == 1 { "keeps" } else { "keep" };
                    // What the rest of the belief would gain is what these cells keep from it.
                    let kept = percent(1.0 - f64::exp2(-bits));
                    write!(f, "evidence ignored: `{channel}` rules out {cells}, which {keep} {kept}; ")?;
                    write!(f, "heeding it would gain {bits:.1} bits")
                } else {
                    write!(f, "evidence ignored: `{channel}` rules out all that is believed, {cells}")
                }
            }
            (FaultKind::SilentReset, FaultSize::Bits(bits)) => {
                write!(
                    f,
                    "silent restart: all that was known is dropped, {bits:.1} bits worse than the evidence allows"
                )
            }
            (FaultKind::ActionLeaked, FaultSize::Bits(bits)) => {
                write!(f, "action leaked: {bits:.1} bits that no sense told")?;
                self.channel.iter().try_for_each(|channel| write!(f, ", read from `{channel}`"))
            }
            (_, size) => write!(f, "{}: {} {}", self.kind, size.value(), size.unit()),
        }
    }
}

/// A few cells by name, more by number.
struct NamedCells<'a>(&'a CellSet);

impl fmt::Display for NamedCells<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<String> = self.0.iter().take(4).map(|cell| format!("({cell})")).collect();
        match cells.as_slice() {
            [] => f.write_str("nothing"),
            [one] => f.write_str(one),
            [first, second] => write!(f, "{first} and {second}"),
            [first, second, third] => write!(f, "{first}, {second} and {third}"),
            _ => write!(f, "{} cells", self.0.len()),
        }
    }
}

/// A percentage with as many digits as say something.
struct Percent(f64);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            percent if percent >= 0.1 || percent == 0.0 => write!(f, "{percent:.1} %"),
            percent => write!(f, "{percent:.0e} %"),
        }
    }
}
