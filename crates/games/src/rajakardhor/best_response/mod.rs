//! What somebody who sees everything would score against an agent that is known.
//!
//! Against an agent whose choices depend on the position alone, values of all positions are found backwards from the turn limit
//! ([`policy`]). A thief that remembers, but never draws, is played against in all ways in which it can be treated ([`memory`]).

mod memory;
mod policy;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use fogreel_engine::data::SeatInfo;
use fogreel_engine::{Agent, Cell, ConfigError, Direction, Header, Record, Seat};
use fogreel_inference::{BestResponse, Ceiling};

use super::agents::{Dash, Fuzzy, Sneak, Still};
use super::reference::OpponentModel;
use super::{RajakarDhor, Rules, State, THIEF, catalogue, vocabulary};

/// How the opponent chooses.
#[derive(Clone)]
enum Opponent {
    Model(OpponentModel),
    Fuzzy(Fuzzy),
    Dash(Dash),
    Sneak(Sneak),
    Still(Still),
}

/// The best response of one seat.
pub(super) struct Response {
    rules: Arc<Rules>,
    seat: Seat,
    opponent: Opponent,
}

impl Response {
    /// Of a seat to the agent that the header names for the other one.
    ///
    /// # Errors
    /// [`ConfigError`] if this version does not know the rules or the agent, or if nothing is known of its choices.
    pub(super) fn new(header: &Header, seat: Seat) -> Result<Self, ConfigError> {
        let rules = catalogue::rules_of(header)?;
        let rival = header.seat_info(Seat(1 - seat.0.min(1)));
        let rival = rival.ok_or_else(|| ConfigError::invalid("the header", "it has no seat but one"))?;
        let opponent = opponent(&rules, seat != THIEF, rival)?;
        let values = policy::values(&rules);
        if matches!(opponent, Opponent::Model(_)) && values > policy::MOST_VALUES {
            let why = format!("its {values} values are too many, the limit is {}", policy::MOST_VALUES);
            return Err(ConfigError::invalid("the map", why));
        }
        Ok(Self { rules, seat, opponent })
    }

    /// The most that the seat can expect from a position before the first action.
    fn most_from(&self, start: State) -> Ceiling {
        match &self.opponent {
            Opponent::Model(model) => {
                Ceiling { score: policy::best_score(&self.rules, self.seat, *model, &start), is_reached: true }
            }
            Opponent::Fuzzy(thief) => self.against(start, thief),
            Opponent::Dash(thief) => self.against(start, thief),
            Opponent::Sneak(thief) => self.against(start, thief),
            Opponent::Still(thief) => self.against(start, thief),
        }
    }

    fn against<A: Agent<RajakarDhor> + Clone>(&self, start: State, thief: &A) -> Ceiling {
        memory::best_score(&self.rules, start, thief.clone())
    }
}

fn opponent(rules: &Rules, is_thief: bool, info: &SeatInfo) -> Result<Opponent, ConfigError> {
    let name = info.agent.as_deref().unwrap_or_default();
    let knows_exits = rules.knobs.thief_knows_exits.is_on();
    match name {
        "random" => Ok(Opponent::Model(OpponentModel::Uniform)),
        "still" if is_thief => Ok(Opponent::Still(Still)),
        "still" => Ok(Opponent::Model(OpponentModel::Still)),
        "dash" if is_thief && knows_exits => Ok(Opponent::Model(OpponentModel::Dash)),
        "dash" if is_thief => Ok(Opponent::Dash(Dash::default())),
        "fuzzy" if is_thief => Ok(Opponent::Fuzzy(Fuzzy::from_settings(rules, &info.settings)?)),
        "sneak" if is_thief => Ok(Opponent::Sneak(Sneak::from_settings(&info.settings)?)),
        _ => Err(ConfigError::invalid(format!("agent `{name}`"), "choices depend on too much that is remembered")),
    }
}

impl BestResponse for Response {
    fn most(&self, start: &Record) -> Option<Ceiling> {
        let truth = start.truth.as_ref()?;
        let cell = |kind| truth.pieces.iter().find(|piece| piece.kind == kind).map(|piece| piece.cell);
        let exits: Vec<Cell> = truth.cells_of(vocabulary::EXIT_PIECE).collect();
        let (thief, guard) = (cell(vocabulary::THIEF_PIECE)?, cell(vocabulary::GUARD_PIECE)?);
        Some(self.most_from(State::start(&self.rules, thief, guard, Direction::Down, exits.try_into().ok()?)))
    }
}
