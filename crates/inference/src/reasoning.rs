//! What a game offers to analysis beside its rules.

use crate::{BestResponse, FairModel, PerfectInformation, ReferenceModel};
use fogreel_engine::{ConfigError, Header, Seat};

/// A named model of how an opponent plays.
#[derive(Clone, Copy, Debug)]
pub struct OpponentModelInfo {
    /// Name.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Ids of the seats whose reference can assume it of their opponent.
    pub owners: &'static [&'static str],
}

/// Exact beliefs and perfect information of one game, for the recordings of its matches.
pub trait Reasoning: Send + Sync {
    /// The opponent models that references can assume; the first is the default. Several joined by `+` are weighed against
    /// each other.
    fn opponent_models(&self) -> Vec<OpponentModelInfo>;

    /// What a perfect reasoner in that seat would believe along the match of that header.
    ///
    /// # Errors
    /// [`ConfigError`] if there is no such seat or model, or the model does not fit the rules.
    fn reference_model(&self, header: &Header, seat: Seat, model: &str)
    -> Result<Box<dyn ReferenceModel>, ConfigError>;

    /// The same reference, which also weighs the actions of its seat.
    ///
    /// # Errors
    /// As for [`reference_model`](Self::reference_model).
    fn fair_model(&self, header: &Header, seat: Seat, model: &str) -> Result<Box<dyn FairModel>, ConfigError>;

    /// The values of the positions of the match of that header, for somebody who sees everything.
    ///
    /// # Errors
    /// [`ConfigError`] if this version does not know the rules.
    fn perfect_information(&self, header: &Header) -> Result<Box<dyn PerfectInformation>, ConfigError>;

    /// The best response of a seat to the agents that the header names for its opponents.
    ///
    /// # Errors
    /// [`ConfigError`] if this version does not know the rules or the agent, or if nothing can be computed against it.
    fn best_response(&self, header: &Header, seat: Seat) -> Result<Box<dyn BestResponse>, ConfigError>;
}
