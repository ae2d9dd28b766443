//! Between which bounds the best response to a player lies: what the best agent scored, and what nobody could surpass.

use std::collections::BTreeMap;

use fogreel_analysis::statistics::{Interval, Pentanomial};
use fogreel_engine::{AgentSpec, ConfigError, Detail, DynGame, MatchConfig, Prepared, Seat};
use fogreel_inference::{BestResponse, Ceiling, Reasoning};
use serde::Serialize;

use crate::{Fixture, MatchResult, Plan, Results, Tournament};

/// Confidence of the interval.
const CONFIDENCE: f64 = 0.95;

/// The bounds of the best response to one player, in points a match over the starts that count.
///
/// A best response is an agent that scores the most on average against that player. No agent of the tournament is better than it,
/// and in the fog it is no better than somebody who sees everything.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Bracket {
    /// Id of the seat that responds.
    pub seat: String,
    /// To whom, as a position in [`Plan::players`].
    pub opponent: usize,
    /// The player that scored most against it; `None` without a match.
    pub best: Option<BestFound>,
    /// What nobody could surpass on the same starts, or why that is not known.
    pub ceiling: BestScore,
}

/// What nobody could surpass.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BestScore {
    /// The mean over the starts.
    AtMost(MeanCeiling),
    /// Why it is not known.
    Unknown(String),
}

/// The best agent of a tournament against some player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct BestFound {
    /// As a position in [`Plan::players`].
    pub player: usize,
    /// Points a match, from 0 to 1.
    pub score: f64,
    /// Its 95 % interval.
    pub interval: Interval,
}

/// The mean of [`Ceiling`]s.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MeanCeiling {
    /// Points a match, from 0 to 1.
    pub score: f64,
    /// Starts on which the search was given up; they count as won.
    pub given_up: u64,
}

/// The best responses of a tournament: of each seat to each player that it meets.
pub struct Responses {
    /// By condition, then in the order in which the pairings name them.
    by_condition: Vec<Vec<Response>>,
}

/// One seat's response to one player under one condition.
struct Response {
    seat: usize,
    opponent: usize,
    /// Matches in which nobody sits on the seat.
    prepared: Box<dyn Prepared>,
    found: Result<Box<dyn BestResponse>, String>,
}

/// The ceilings of one start, one for each response; `None` where none can be computed.
pub type StartCeilings = Vec<Option<Ceiling>>;

impl Responses {
    /// Everything that brackets take but the starts.
    ///
    /// # Errors
    /// [`ConfigError`] if no match can begin.
    pub fn new(tournament: &Tournament, game: &dyn DynGame, reasoning: &dyn Reasoning) -> Result<Self, ConfigError> {
        let plan = tournament.plan();
        let mut by_condition = Vec::new();
        for condition in 0..plan.conditions.len() {
            let mut responses: Vec<Response> = Vec::new();
            for (pairing, players) in plan.pairings.iter().enumerate() {
                for (seat, opponent) in [(0, players[1]), (1, players[0])] {
                    if responses.iter().any(|known| (known.seat, known.opponent) == (seat, opponent)) {
                        continue;
                    }
                    let fixture = Fixture { index: 0, start: 0, condition, pairing, seed: plan.first_seed };
                    let start = tournament.prepared(&fixture).start(plan.first_seed, Detail::Nothing)?;
                    let mut config = MatchConfig::from_header(start.header())?;
                    config.setup.clone_from(&plan.setup);
                    config.agents[seat].1 = AgentSpec::absent();
                    let found = reasoning.best_response(start.header(), Seat(seat as u8));
                    let found = found.map_err(|error| match error {
                        ConfigError::Invalid { why, .. } => why,
                        error @ ConfigError::Unknown { .. } => error.to_string(),
                    });
                    responses.push(Response { seat, opponent, prepared: game.prepare(&config)?, found });
                }
            }
            by_condition.push(responses);
        }
        Ok(Self { by_condition })
    }

    /// The seat of each response under a condition, and the position in [`Plan::players`] of whom it responds to.
    ///
    /// # Panics
    /// If there is no such condition.
    pub fn named(&self, condition: usize) -> impl Iterator<Item = (usize, usize)> {
        self.by_condition[condition].iter().map(|response| (response.seat, response.opponent))
    }

    /// The ceilings of the start at that position among all starts.
    ///
    /// # Errors
    /// [`ConfigError`] if no start can be found.
    pub fn ceilings(&self, plan: &Plan, start: u64) -> Result<StartCeilings, ConfigError> {
        let fixture = plan.fixture(start * plan.matches_a_start());
        let ceiling = |response: &Response| {
            let Ok(found) = &response.found else { return Ok(None) };
            Ok(found.most(&response.prepared.start(fixture.seed, Detail::Nothing)?.record()))
        };
        self.by_condition[fixture.condition].iter().map(ceiling).collect()
    }

    /// The brackets of a preset, given by its conditions, over the starts whose ceilings are given.
    pub fn brackets(
        &self,
        plan: &Plan,
        results: &Results,
        conditions: &[usize],
        ceilings: &BTreeMap<u64, StartCeilings>,
    ) -> Vec<Bracket> {
        let starts: Vec<u64> = ceilings.keys().copied().collect();
        let counting: Vec<u64> = starts
            .into_iter()
            .filter(|start| conditions.contains(&plan.fixture(start * plan.matches_a_start()).condition))
            .collect();
        // All conditions have the same pairings, and so their responses the same places.
        let bracket = |(place, response): (usize, &Response)| {
            let why_not =
                conditions.iter().find_map(|condition| self.by_condition[*condition][place].found.as_ref().err());
            let found = counting.iter().filter_map(|start| ceilings[start][place]);
            let (mut sum, mut count, mut given_up) = (0.0, 0, 0);
            found.for_each(|Ceiling { score, is_reached }| {
                (sum, count, given_up) = (sum + score, count + 1, given_up + u64::from(!is_reached));
            });
            let mean = MeanCeiling { score: sum / f64::from(count.max(1)), given_up };
            Bracket {
                seat: plan.seats[response.seat].clone(),
                opponent: response.opponent,
                best: best_found(plan, results, &counting, response.seat, response.opponent),
                ceiling: why_not.map_or(BestScore::AtMost(mean), |why| BestScore::Unknown(why.clone())),
            }
        };
        self.by_condition[conditions[0]].iter().enumerate().map(bracket).collect()
    }
}

/// Who scored most on a seat against that opponent; the one named first of those that scored the same.
fn best_found(plan: &Plan, results: &Results, starts: &[u64], seat: usize, opponent: usize) -> Option<BestFound> {
    let mut best: Option<BestFound> = None;
    for (pairing, players) in plan.pairings.iter().enumerate().filter(|(_, players)| players[1 - seat] == opponent) {
        let mut counts = Pentanomial::default();
        for result in starts.iter().filter_map(|start| results.get(start * plan.matches_a_start() + pairing as u64)) {
            let score = MatchResult::score(result);
            counts.add((4.0 * if seat == 0 { score } else { 1.0 - score }) as usize);
        }
        if let Some(score) = counts.score().filter(|score| best.as_ref().is_none_or(|best| *score > best.score)) {
            best = Some(BestFound { player: players[seat], score, interval: counts.score_interval(CONFIDENCE) });
        }
    }
    best
}
