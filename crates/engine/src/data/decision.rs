//! How an agent came to an action.

use serde::{Deserialize, Serialize};

use crate::Seat;

/// A decision, made from the record before the one that holds it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// Who decided.
    pub seat: Seat,
    /// Which part of the agent decided, such as `minimax` or `belief`.
    pub branch: String,
    /// Every action that it scored, in the order in which it did.
    pub candidates: Vec<Candidate>,
    /// Nodes searched, if it searched.
    pub nodes: Option<u64>,
    /// Depth searched, in actions.
    pub depth: Option<u32>,
    /// Probability below which the agent counts a belief as nothing, if it has such a floor.
    #[serde(with = "super::number::optional")]
    pub belief_floor: Option<f64>,
}

/// An action and its score.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Candidate {
    /// The action in the game's notation.
    pub action: String,
    /// Its score, in the agent's own unit.
    #[serde(with = "super::number")]
    pub score: f64,
}
