//! Pure functions from a timeline to tables and series. Knows no game.
//!
//! * [`analyse`]: all that there is to say of a match, [`MatchAnalysis`], in one pass.
//! * [`belief_series`]: one belief along the match, measured; [`metrics`] holds the formulas.
//! * [`aggregate`]: these over many matches, with intervals by match.
//! * [`assess`]: every measure of a belief, against the truth and against a reference.
//! * [`counts`]: beliefs about how many things are on each cell.
//! * [`fault`]: what is wrong with a belief, without a reference to compare it with.
//! * [`grade`]: what moves gave away, fairly and in hindsight, and luck.
//! * [`statistics`]: what many matches say of the agents that played them.
//! * [`text`]: a turn as text, the same in the terminal and on the clipboard.
//! * [`perspective`]: what a seat may see of a record; everything shown to a seat passes it. [`redact`] writes that
//!   into a file.
//! * [`References`]: the beliefs of exact reference models, added to records.
//! * [`verify`]: whether a recording replays; [`regenerate`]: what it does not keep, played again.

pub mod aggregate;
pub mod assess;
mod belief_series;
pub mod counts;
pub mod fault;
mod following;
pub mod grade;
mod match_analysis;
pub mod metrics;
pub mod perspective;
mod redact;
mod reference;
mod regenerate;
pub mod statistics;
#[cfg(test)]
mod tests;
pub mod text;
mod turns;
mod verify;
mod walking;

pub use belief_series::{BeliefPoint, BeliefSeries, belief_keys, belief_series, reference_for};
pub use match_analysis::{
    Analyser, AnalysisError, AnalysisOptions, BeliefAnalysis, Conclusion, MatchAnalysis, Missing, MissingPart,
    RecordAnalysis, SeatReference, analyse, analyse_each,
};
pub use redact::{RedactError, redact};
pub use reference::{AddReferenceError, References, WithReferences, stored_references, with_reference};
pub use regenerate::{RegenerateError, regenerate};
pub use turns::record_of_turn;
pub use verify::{Difference, Layer, LayerVerdict, Verdict, verify};
pub use walking::WalkingDistances;
