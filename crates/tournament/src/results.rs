//! What the matches gave.

use fogreel_engine::{End, Outcome, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// How a match ended, as far as a tournament asks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchResult {
    /// The winners; nobody is a draw.
    pub winners: SeatSet,
    /// Turns played.
    pub turns: u32,
    /// Id of the reason, as in [`Outcome::reason`].
    pub reason: String,
    /// Score per seat; empty where the game keeps none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<f64>,
}

impl MatchResult {
    /// The score of the first seat: 1, ½ or 0. Where both seats win, or neither does, it is ½.
    pub fn score(&self) -> f64 {
        match (self.winners.contains(Seat(0)), self.winners.contains(Seat(1))) {
            (true, false) => 1.0,
            (false, true) => 0.0,
            _ => 0.5,
        }
    }
}

impl From<End> for MatchResult {
    fn from(End { outcome: Outcome { winners, reason, scores, .. }, turns, .. }: End) -> Self {
        Self { winners, turns, reason, scores }
    }
}

/// Results by position in the schedule.
#[derive(Clone, Debug, Default)]
pub struct Results {
    matches: Vec<Option<MatchResult>>,
    known: u64,
}

impl Results {
    /// Takes in the result of a match. One that is known already stays.
    pub fn insert(&mut self, index: u64, result: MatchResult) {
        // What fits into a schedule that somebody played fits into memory.
        let index = index as usize;
        if self.matches.len() <= index {
            self.matches.resize(index + 1, None);
        }
        let place = &mut self.matches[index];
        if place.is_none() {
            *place = Some(result);
            self.known += 1;
        }
    }

    /// The result of a match, if it is known.
    pub fn get(&self, index: u64) -> Option<&MatchResult> {
        self.matches.get(usize::try_from(index).ok()?)?.as_ref()
    }

    /// How many are known.
    pub fn len(&self) -> u64 {
        self.known
    }

    /// Whether none is known.
    pub fn is_empty(&self) -> bool {
        self.known == 0
    }

    /// Every known result with its position, in the order of the schedule.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &MatchResult)> {
        (0..).zip(&self.matches).filter_map(|(index, result)| Some((index, result.as_ref()?)))
    }

    /// The positions below `end` that are not known yet, ascending.
    pub fn missing(&self, end: u64) -> impl Iterator<Item = u64> + Send + use<> {
        let known: Vec<bool> = self.matches.iter().map(Option::is_some).collect();
        (0..end).filter(move |index| !usize::try_from(*index).is_ok_and(|index| known.get(index) == Some(&true)))
    }

    /// Forgets everything from a position of the schedule on.
    pub fn truncate(&mut self, index: u64) {
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        if index < self.matches.len() {
            self.matches.truncate(index);
            self.known = self.matches.iter().flatten().count() as u64;
        }
    }
}
