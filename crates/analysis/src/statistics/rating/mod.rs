//! Ratings: how strong players are, from who beat whom.

mod existence;
mod fit;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use fogreel_engine::{Chance, Owner};
use serde::{Deserialize, Serialize};

use self::fit::{Fit, Table};
use super::Interval;

/// Elo points of one unit of strength: 400 / ln 10.
pub const ELO_PER_STRENGTH: f64 = 400.0 / std::f64::consts::LN_10;
/// Points that a player must have won and points that it must have lost for a rating: with fewer, it would say more about chance
/// than about the player.
pub const LEAST_POINTS: f64 = 5.0;
/// Starts on which a player must have won points, and starts on which it must have lost some: of fewer, too many resamples
/// would hold none.
pub const LEAST_STARTS: usize = 5;
/// Probability left out at each end of an interval.
const TAIL: f64 = 0.025;
/// Share of the resamples that must have a maximum for an interval.
const LEAST_RESAMPLES: f64 = 0.9;

/// One match of a tournament.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedMatch {
    /// Matches with the same number were played on the same start.
    pub start: u64,
    /// Who had the first seat.
    pub first: usize,
    /// Who had the second.
    pub second: usize,
    /// What the first one scored: 1, ½ or 0.
    pub score: f64,
}

/// A strength with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Strength {
    /// Natural logarithm of the odds against a player of strength 0, draws left out.
    pub strength: f64,
    /// By bootstrap over starts.
    pub interval: Interval,
}

impl Strength {
    /// In points of Elo.
    pub fn elo(&self) -> f64 {
        self.strength * ELO_PER_STRENGTH
    }

    /// Its interval in points of Elo.
    pub fn elo_interval(&self) -> Interval {
        Interval { low: self.interval.low * ELO_PER_STRENGTH, high: self.interval.high * ELO_PER_STRENGTH }
    }
}

/// Why a player has no rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Withheld {
    /// It won fewer than [`LEAST_POINTS`] points of those that have a rating.
    WonTooLittle(f64),
    /// It lost fewer than [`LEAST_POINTS`] points to those that have a rating.
    LostTooLittle(f64),
    /// It won points of them on fewer than [`LEAST_STARTS`] starts.
    WonTooSeldom(usize),
    /// It lost points to them on fewer than [`LEAST_STARTS`] starts.
    LostTooSeldom(usize),
    /// No strengths are the likeliest: the players fall into groups of which one never scored against the other or that never met
    /// (Ford 1957), or seats or draws explain too much.
    NotComparable,
    /// The same in too many of the resamples.
    TooFewStarts,
}

impl std::fmt::Display for Withheld {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::WonTooLittle(points) => write!(f, "won {points} points of rated players, {LEAST_POINTS} are needed"),
            Self::LostTooLittle(points) => {
                write!(f, "lost {points} points to rated players, {LEAST_POINTS} are needed")
            }
            Self::WonTooSeldom(starts) => write!(f, "won points on {starts} starts, {LEAST_STARTS} are needed"),
            Self::LostTooSeldom(starts) => {
                write!(f, "lost points on {starts} starts, {LEAST_STARTS} are needed")
            }
            Self::NotComparable => f.write_str("no strengths are likeliest: too few scored against each other"),
            Self::TooFewStarts => f.write_str("too few starts for an interval"),
        }
    }
}

/// A player's rating, or why it has none.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rating {
    /// The rating.
    Rated(Strength),
    /// Why there is none.
    Withheld(Withheld),
}

impl Rating {
    /// The strength, if it is rated.
    pub fn strength(&self) -> Option<Strength> {
        match self {
            Self::Rated(strength) => Some(*strength),
            Self::Withheld(_) => None,
        }
    }
}

/// Ratings of all players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ratings {
    /// By player. They sum to 0; where players keep their seats, those of each seat do.
    pub players: Vec<Rating>,
    /// What the first seat is worth against the second: whoever has it plays so much stronger. `None` without ratings.
    pub side: Option<Strength>,
    /// ν: the odds of a draw between equals against a win of one of them, draws of all strengths together. `None` without ratings.
    pub draw: Option<f64>,
}

/// Rates players by the model of Bradley, Terry and Davidson (Davidson 1970; with a term for the seat, Davidson and Beaver 1977)
/// at its maximum likelihood. With *d* the first one's strength, what its seat is worth, less the second one's strength, win,
/// draw and loss are as likely as exp(*d*/2) : ν : exp(−*d*/2).
///
/// Players with next to no points, or next to all, are withheld, and their matches with them; all are where the likelihood has no
/// maximum. Their strength would be a huge number that says nothing. Intervals come from `resamples` draws of whole starts, with
/// replacement, of which those without a maximum are left out; the same `seed` gives the same.
///
/// # Panics
/// If a match names a player that does not exist, or if `resamples` is 0.
pub fn rate(players: usize, matches: &[PlayedMatch], resamples: usize, seed: u64) -> Ratings {
    assert!(resamples > 0, "an interval needs a resample");
    let withheld = withheld(players, matches);
    let rated: Vec<usize> = (0..players).filter(|player| withheld[*player].is_none()).collect();
    let withhold_all = |reason: Withheld| Ratings {
        players: withheld.iter().map(|why| Rating::Withheld(why.unwrap_or(reason))).collect(),
        side: None,
        draw: None,
    };
    let counting: Vec<PlayedMatch> =
        matches.iter().filter(|one| rated.contains(&one.first) && rated.contains(&one.second)).copied().collect();
    if rated.len() < 2 {
        return withhold_all(Withheld::NotComparable);
    }
    let table = Table::new(&rated, &counting);
    let Some(best) = table.fit(&table.all(), None) else { return withhold_all(Withheld::NotComparable) };
    let mut chance = Chance::new(seed, Owner::Nature);
    let drawn: Vec<Fit> =
        (0..resamples).filter_map(|_| table.fit(&table.resampled(&mut chance), Some(&best))).collect();
    if (drawn.len() as f64) < LEAST_RESAMPLES * resamples as f64 {
        return withhold_all(Withheld::TooFewStarts);
    }
    let strength = |value: &dyn Fn(&Fit) -> f64| {
        let mut values: Vec<f64> = drawn.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        let at = |share: f64| values[((share * values.len() as f64) as usize).min(values.len() - 1)];
        Strength { strength: value(&best), interval: Interval { low: at(TAIL), high: at(1.0 - TAIL) } }
    };
    let mut ratings = withhold_all(Withheld::NotComparable);
    for (place, player) in rated.iter().enumerate() {
        ratings.players[*player] = Rating::Rated(strength(&|fit| fit.strengths[place]));
    }
    ratings.side = Some(strength(&|fit| fit.side));
    ratings.draw = Some(best.draw);
    ratings
}

/// Points and the starts that they come from.
#[derive(Clone, Default)]
struct Points {
    sum: f64,
    starts: BTreeSet<u64>,
}

impl Points {
    fn add(&mut self, points: f64, start: u64) {
        self.sum += points;
        if points > 0.0 {
            self.starts.insert(start);
        }
    }
}

/// Who has too few points on either side of its account. Leaving one out may leave another with too few.
fn withheld(players: usize, matches: &[PlayedMatch]) -> Vec<Option<Withheld>> {
    let mut withheld = vec![None; players];
    loop {
        let mut points = vec![(Points::default(), Points::default()); players];
        for one in matches.iter().filter(|one| withheld[one.first].is_none() && withheld[one.second].is_none()) {
            for (player, score) in [(one.first, one.score), (one.second, 1.0 - one.score)] {
                points[player].0.add(score, one.start);
                points[player].1.add(1.0 - score, one.start);
            }
        }
        let before = withheld.clone();
        for (why, (won, lost)) in withheld.iter_mut().zip(points).filter(|(why, _)| why.is_none()) {
            *why = if won.sum < LEAST_POINTS {
                Some(Withheld::WonTooLittle(won.sum))
            } else if lost.sum < LEAST_POINTS {
                Some(Withheld::LostTooLittle(lost.sum))
            } else if won.starts.len() < LEAST_STARTS {
                Some(Withheld::WonTooSeldom(won.starts.len()))
            } else if lost.starts.len() < LEAST_STARTS {
                Some(Withheld::LostTooSeldom(lost.starts.len()))
            } else {
                None
            };
        }
        if withheld == before {
            return withheld;
        }
    }
}
