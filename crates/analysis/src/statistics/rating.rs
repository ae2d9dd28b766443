//! Ratings: how strong players are, from who beat whom.

use std::collections::BTreeMap;

use fogreel_engine::{Chance, Owner};
use serde::{Deserialize, Serialize};

use super::Interval;

/// Elo points of one unit of strength: 400 / ln 10.
pub const ELO_PER_STRENGTH: f64 = 400.0 / std::f64::consts::LN_10;
/// Points that a player must have won and points that it must have lost for a rating: with fewer, it would say more about chance
/// than about the player.
pub const LEAST_POINTS: f64 = 5.0;
/// Probability left out at each end of an interval.
const TAIL: f64 = 0.025;
/// No strength of a resample lies further from the mean than this: where a player won all that was drawn, none is best.
const MOST: f64 = 12.0;
/// Strengths are found to this, in units of strength.
const PRECISION: f64 = 1e-10;
/// Rounds in which all of them are moved once. Where there is a maximum, a few dozen do; a resample without one ends here.
const MOST_ROUNDS: usize = 1_000;

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
    /// The players fall into groups of which one never scored against the other, or that never met (Ford 1957).
    NotComparable,
}

impl std::fmt::Display for Withheld {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::WonTooLittle(points) => write!(f, "it won {points} points, a rating takes {LEAST_POINTS}"),
            Self::LostTooLittle(points) => write!(f, "it lost {points} points, a rating takes {LEAST_POINTS}"),
            Self::NotComparable => {
                f.write_str("not all players have scored against each other, directly or through others")
            }
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
/// Players with next to no points, or next to all, are withheld, and their matches with them: their strength would be a huge
/// number that says nothing. Intervals come from `resamples` draws of whole starts, with replacement; the same `seed` gives the same.
///
/// # Panics
/// If a match names a player that does not exist, or if `resamples` is 0.
pub fn rate(players: usize, matches: &[PlayedMatch], resamples: usize, seed: u64) -> Ratings {
    assert!(resamples > 0, "an interval needs a resample");
    let withheld = withheld(players, matches);
    let rated: Vec<usize> = (0..players).filter(|player| withheld[*player].is_none()).collect();
    let mut ratings = Ratings {
        players: withheld.iter().map(|why| Rating::Withheld(why.unwrap_or(Withheld::NotComparable))).collect(),
        side: None,
        draw: None,
    };
    let counting: Vec<PlayedMatch> =
        matches.iter().filter(|one| rated.contains(&one.first) && rated.contains(&one.second)).copied().collect();
    if rated.len() < 2 || !is_comparable(&rated, &counting) {
        return ratings;
    }
    let table = Table::new(&rated, &counting);
    let best = table.fit(&table.all(), None);
    let mut drawn: Vec<Fit> = Vec::with_capacity(resamples);
    let mut chance = Chance::new(seed, Owner::Nature);
    for _ in 0..resamples {
        drawn.push(table.fit(&table.resampled(&mut chance), Some(&best)));
    }
    let strength = |value: &dyn Fn(&Fit) -> f64| {
        let mut values: Vec<f64> = drawn.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        let at = |share: f64| values[((share * resamples as f64) as usize).min(resamples - 1)];
        Strength { strength: value(&best), interval: Interval { low: at(TAIL), high: at(1.0 - TAIL) } }
    };
    for (place, player) in rated.iter().enumerate() {
        ratings.players[*player] = Rating::Rated(strength(&|fit| fit.strengths[place]));
    }
    ratings.side = Some(strength(&|fit| fit.side));
    ratings.draw = Some(best.draw);
    ratings
}

/// Who has too few points on either side of its account. Leaving one out may leave another with too few.
fn withheld(players: usize, matches: &[PlayedMatch]) -> Vec<Option<Withheld>> {
    let mut withheld = vec![None; players];
    loop {
        let mut points = vec![(0.0, 0.0); players];
        for one in matches.iter().filter(|one| withheld[one.first].is_none() && withheld[one.second].is_none()) {
            for (player, score) in [(one.first, one.score), (one.second, 1.0 - one.score)] {
                points[player].0 += score;
                points[player].1 += 1.0 - score;
            }
        }
        let before = withheld.clone();
        for (why, (won, lost)) in withheld.iter_mut().zip(points).filter(|(why, _)| why.is_none()) {
            if won < LEAST_POINTS {
                *why = Some(Withheld::WonTooLittle(won));
            } else if lost < LEAST_POINTS {
                *why = Some(Withheld::LostTooLittle(lost));
            }
        }
        if withheld == before {
            return withheld;
        }
    }
}

/// Whether each player has scored against each other one, directly or through others: only then is there a maximum (Ford 1957).
fn is_comparable(players: &[usize], matches: &[PlayedMatch]) -> bool {
    let scored = |one: &PlayedMatch| {
        let first = (one.score > 0.0).then_some((one.first, one.second));
        first.into_iter().chain((one.score < 1.0).then_some((one.second, one.first)))
    };
    let edges: Vec<(usize, usize)> = {
        let mut edges: Vec<_> = matches.iter().flat_map(scored).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    };
    let reached = |forwards: bool| {
        let mut found = vec![players[0]];
        let mut next = 0;
        while let Some(from) = found.get(next).copied() {
            next += 1;
            for (winner, loser) in &edges {
                let (start, end) = if forwards { (winner, loser) } else { (loser, winner) };
                if *start == from && !found.contains(end) {
                    found.push(*end);
                }
            }
        }
        found.len()
    };
    reached(true) == players.len() && reached(false) == players.len()
}

/// Wins, draws and losses of the first seat.
type Counts = [f64; 3];

/// The matches by start and by who had which seat. Players are places in the list of those that are rated.
struct Table {
    players: usize,
    pairs: Vec<(usize, usize)>,
    /// By start: the pair, and 0 for a win of the first seat, 1 for a draw, 2 for a loss.
    starts: Vec<Vec<(usize, usize)>>,
    /// Whether nobody plays on both seats.
    keeps_seats: bool,
    is_first: Vec<bool>,
}

/// A maximum.
struct Fit {
    strengths: Vec<f64>,
    side: f64,
    draw: f64,
    /// The same as they were found: centred over all players, with what a seat is worth in the strengths of those that keep it.
    found: (Vec<f64>, f64, f64),
}

impl Table {
    fn new(rated: &[usize], matches: &[PlayedMatch]) -> Self {
        let place = |player: usize| rated.binary_search(&player).expect("matches of rated players");
        let mut pairs: Vec<(usize, usize)> = matches.iter().map(|one| (place(one.first), place(one.second))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts: BTreeMap<u64, Vec<(usize, usize)>> = BTreeMap::new();
        for one in matches {
            let pair = pairs.binary_search(&(place(one.first), place(one.second))).expect("listed above");
            let outcome = match one.score {
                score if score > 0.75 => 0,
                score if score < 0.25 => 2,
                _ => 1,
            };
            starts.entry(one.start).or_default().push((pair, outcome));
        }
        let has_seat =
            |player: usize, seat: fn(&(usize, usize)) -> usize| pairs.iter().any(|pair| seat(pair) == player);
        let is_first: Vec<bool> = (0..rated.len()).map(|player| has_seat(player, |pair| pair.0)).collect();
        let keeps_seats = (0..rated.len()).all(|player| !(is_first[player] && has_seat(player, |pair| pair.1)));
        Self { players: rated.len(), pairs, starts: starts.into_values().collect(), keeps_seats, is_first }
    }

    fn count<'a>(&self, starts: impl Iterator<Item = &'a Vec<(usize, usize)>>) -> Vec<Counts> {
        let mut counts = vec![[0.0; 3]; self.pairs.len()];
        starts.flatten().for_each(|(pair, outcome)| counts[*pair][*outcome] += 1.0);
        counts
    }

    fn all(&self) -> Vec<Counts> {
        self.count(self.starts.iter())
    }

    fn resampled(&self, chance: &mut Chance) -> Vec<Counts> {
        let count = self.starts.len() as u64;
        let drawn: Vec<usize> = (0..count).map(|_| chance.below("rating", count) as usize).collect();
        self.count(drawn.into_iter().map(|start| &self.starts[start]))
    }

    /// The maximum of the likelihood, which is concave: one parameter after the other moves to where its own slope is 0. A
    /// start nearby saves rounds.
    fn fit(&self, counts: &[Counts], near: Option<&Fit>) -> Fit {
        let (mut strengths, mut side, mut log_draw) =
            near.map_or_else(|| (vec![0.0; self.players], 0.0, 0.0), |near| near.found.clone());
        let draws: f64 = counts.iter().map(|counts| counts[1]).sum();
        if draws > 0.0 {
            log_draw = log_draw.max(-2.0 * MOST);
        }
        for _ in 0..MOST_ROUNDS {
            let mut moved: f64 = 0.0;
            let before = strengths.clone();
            for player in 0..self.players {
                let step = self.step(counts, &strengths, side, log_draw, |first, second| {
                    f64::from(u8::from(first == player)) - f64::from(u8::from(second == player))
                });
                strengths[player] += step;
            }
            // All strengths may move together, which changes nothing.
            let mean = strengths.iter().sum::<f64>() / self.players as f64;
            for (strength, before) in strengths.iter_mut().zip(before) {
                *strength = (*strength - mean).clamp(-MOST, MOST);
                moved = moved.max((*strength - before).abs());
            }
            if !self.keeps_seats {
                let next = (side + self.step(counts, &strengths, side, log_draw, |_, _| 1.0)).clamp(-MOST, MOST);
                moved = moved.max((next - side).abs());
                side = next;
            }
            if draws > 0.0 {
                let next =
                    (log_draw + self.draw_step(counts, &strengths, side, log_draw)).clamp(-2.0 * MOST, 2.0 * MOST);
                moved = moved.max((next - log_draw).abs());
                log_draw = next;
            } else {
                log_draw = f64::NEG_INFINITY;
            }
            if moved < PRECISION {
                break;
            }
        }
        let found = (strengths.clone(), side, log_draw);
        if self.keeps_seats {
            // The difference between the seats' means is what the first seat is worth.
            let mean = |of_first: bool| {
                let own = || strengths.iter().zip(&self.is_first).filter(|(_, is_first)| **is_first == of_first);
                own().map(|(strength, _)| strength).sum::<f64>() / own().count().max(1) as f64
            };
            let means = [mean(false), mean(true)];
            side = means[1] - means[0];
            strengths
                .iter_mut()
                .zip(&self.is_first)
                .for_each(|(strength, first)| *strength -= means[usize::from(*first)]);
        }
        Fit { strengths, side, draw: log_draw.exp(), found }
    }

    /// A step of Newton's for a parameter on which each difference depends as `weight` says: slope over curvature, at most 1.
    fn step(
        &self,
        counts: &[Counts],
        strengths: &[f64],
        side: f64,
        log_draw: f64,
        weight: impl Fn(usize, usize) -> f64,
    ) -> f64 {
        let (mut slope, mut curvature) = (0.0, 0.0);
        for ((first, second), [won, drawn, lost]) in self.pairs.iter().zip(counts) {
            let weight = weight(*first, *second);
            if weight == 0.0 {
                continue;
            }
            let [win, _, loss] = probabilities(strengths[*first] + side - strengths[*second], log_draw);
            let all = won + drawn + lost;
            let mean = 0.5 * (win - loss);
            slope += weight * (0.5 * (won - lost) - all * mean);
            curvature += weight * weight * all * (0.25 * (win + loss) - mean * mean);
        }
        if curvature > 0.0 { (slope / curvature).clamp(-1.0, 1.0) } else { slope.clamp(-1.0, 1.0) }
    }

    /// The same for ln ν.
    fn draw_step(&self, counts: &[Counts], strengths: &[f64], side: f64, log_draw: f64) -> f64 {
        let (mut slope, mut curvature) = (0.0, 0.0);
        for ((first, second), [won, drawn, lost]) in self.pairs.iter().zip(counts) {
            let [_, draw, _] = probabilities(strengths[*first] + side - strengths[*second], log_draw);
            let all = won + drawn + lost;
            slope += drawn - all * draw;
            curvature += all * draw * (1.0 - draw);
        }
        if curvature > 0.0 { (slope / curvature).clamp(-1.0, 1.0) } else { slope.clamp(-1.0, 1.0) }
    }
}

/// Of a win of the first seat, a draw and a loss.
fn probabilities(difference: f64, log_draw: f64) -> [f64; 3] {
    let weights = [(0.5 * difference).exp(), log_draw.exp(), (-0.5 * difference).exp()];
    let sum: f64 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many matches of each outcome, each on a start of its own.
    fn matches(results: &[(usize, usize, [u64; 3])]) -> Vec<PlayedMatch> {
        let mut matches = Vec::new();
        for (first, second, counts) in results {
            for (count, score) in counts.iter().zip([1.0, 0.5, 0.0]) {
                for _ in 0..*count {
                    matches.push(PlayedMatch { start: matches.len() as u64, first: *first, second: *second, score });
                }
            }
        }
        matches
    }

    fn strengths(ratings: &Ratings) -> Vec<f64> {
        ratings.players.iter().map(|rating| rating.strength().map_or(f64::NAN, |strength| strength.strength)).collect()
    }

    #[test]
    fn two_players_have_their_odds() {
        // Each on its own seat: the seat is all that can be told.
        let ratings = rate(2, &matches(&[(0, 1, [60, 25, 15])]), 50, 1);
        assert_eq!(strengths(&ratings), [0.0, 0.0]);
        assert!((ratings.side.expect("a side").strength - 4.0_f64.ln()).abs() < 1e-9);
        assert!((ratings.draw.expect("draws") - 25.0 / (60.0_f64 * 15.0).sqrt()).abs() < 1e-9);
        // With seats swapped, evenly: no seat is better, and the first player's odds are 4 : 1.
        let ratings = rate(2, &matches(&[(0, 1, [60, 25, 15]), (1, 0, [15, 25, 60])]), 50, 1);
        assert!((strengths(&ratings)[0] - strengths(&ratings)[1] - 4.0_f64.ln()).abs() < 1e-9);
        assert!(ratings.side.expect("a side").strength.abs() < 1e-9);
        // Without draws there is none.
        assert_eq!(rate(2, &matches(&[(0, 1, [60, 0, 15])]), 50, 1).draw, Some(0.0));
    }

    fn log_likelihood(table: &Table, fit: &Fit) -> f64 {
        let of_pair = |((first, second), counts): (&(usize, usize), &Counts)| {
            let difference = fit.strengths[*first] + fit.side - fit.strengths[*second];
            let terms = counts.iter().zip(probabilities(difference, fit.draw.ln()));
            terms.filter(|(count, _)| **count > 0.0).map(|(count, p)| count * p.ln()).sum::<f64>()
        };
        table.pairs.iter().zip(&table.all()).map(of_pair).sum()
    }

    #[test]
    fn nothing_near_the_maximum_is_likelier() {
        let swapped = [
            (0, 1, [12, 6, 9]),
            (1, 0, [10, 7, 9]),
            (0, 2, [20, 3, 4]),
            (2, 0, [8, 2, 17]),
            (1, 2, [14, 5, 8]),
            (2, 1, [9, 9, 9]),
        ];
        let seated = [(0, 2, [12, 6, 9]), (0, 3, [3, 6, 19]), (1, 2, [20, 3, 4]), (1, 3, [8, 2, 17])];
        for results in [&swapped[..], &seated[..]] {
            let players = 1 + results.iter().map(|(first, second, _)| *first.max(second)).max().expect("players");
            let table = Table::new(&(0..players).collect::<Vec<_>>(), &matches(results));
            let best = table.fit(&table.all(), None);
            let most = log_likelihood(&table, &best);
            for step in [1e-4, -1e-4] {
                for player in 0..players {
                    let mut strengths = best.strengths.clone();
                    strengths[player] += step;
                    assert!(log_likelihood(&table, &Fit { strengths, found: best.found.clone(), ..best }) < most);
                }
                let strengths = best.strengths.clone();
                assert!(
                    log_likelihood(
                        &table,
                        &Fit { strengths, side: best.side + step, found: best.found.clone(), ..best }
                    ) < most
                );
                let strengths = best.strengths.clone();
                assert!(
                    log_likelihood(
                        &table,
                        &Fit { strengths, draw: best.draw + step, found: best.found.clone(), ..best }
                    ) < most
                );
            }
        }
    }

    #[test]
    fn whoever_wins_or_loses_everything_has_no_rating() {
        let results =
            [(0, 1, [30, 0, 20]), (1, 0, [25, 0, 25]), (2, 0, [40, 0, 0]), (2, 1, [38, 4, 0]), (3, 1, [0, 0, 9])];
        let ratings = rate(4, &matches(&results), 50, 1);
        let without: Vec<(usize, usize, [u64; 3])> = results[..2].to_vec();
        assert_eq!(strengths(&ratings)[..2], strengths(&rate(2, &matches(&without), 50, 1))[..]);
        assert_eq!(ratings.players[2], Rating::Withheld(Withheld::LostTooLittle(2.0)));
        assert_eq!(ratings.players[3], Rating::Withheld(Withheld::WonTooLittle(0.0)));
        // Two groups, one of which never scores against the other.
        let groups = [(0, 1, [9, 0, 9]), (2, 3, [9, 0, 9]), (0, 2, [9, 0, 0]), (1, 3, [9, 0, 0])];
        let ratings = rate(4, &matches(&groups), 50, 1);
        assert!(ratings.players.iter().all(|rating| *rating == Rating::Withheld(Withheld::NotComparable)));
        assert_eq!((ratings.side, ratings.draw), (None, None));
        assert!(rate(1, &[], 50, 1).side.is_none());
    }

    /// A player that won all that was drawn ends at the bound.
    #[test]
    fn a_resample_without_a_maximum_ends() {
        let results = [(0, 1, [9, 0, 0]), (1, 2, [5, 1, 5]), (2, 0, [0, 0, 9])];
        let table = Table::new(&[0, 1, 2], &matches(&results));
        let fit = table.fit(&table.all(), None);
        assert!(
            fit.strengths.iter().all(|strength| strength.abs() <= MOST) && fit.strengths[0] > 5.0,
            "{:?}",
            fit.strengths
        );
    }

    /// Of many tournaments drawn from known strengths, about 95 % of the intervals hold them.
    #[test]
    fn intervals_hold_the_strengths_as_often_as_they_say() {
        const TOURNAMENTS: u64 = 150;
        let truth = [0.6, 0.1, -0.7];
        let (mut held, mut all) = (0, 0);
        for tournament in 0..TOURNAMENTS {
            let mut chance = Chance::new(tournament, Owner::Nature);
            let mut matches = Vec::new();
            for start in 0..60 {
                for (first, second) in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)] {
                    let [win, draw, _] = probabilities(truth[first] + 0.3 - truth[second], 0.5_f64.ln());
                    let score = match chance.unit("match") {
                        unit if unit < win => 1.0,
                        unit if unit < win + draw => 0.5,
                        _ => 0.0,
                    };
                    matches.push(PlayedMatch { start, first, second, score });
                }
            }
            let ratings = rate(3, &matches, 200, tournament);
            let sides = ratings.side.into_iter().map(|side| (side, 0.3));
            let players =
                ratings.players.iter().zip(truth).filter_map(|(rating, truth)| Some((rating.strength()?, truth)));
            for (strength, truth) in players.chain(sides) {
                all += 1;
                held += u32::from((strength.interval.low..=strength.interval.high).contains(&truth));
            }
        }
        let share = f64::from(held) / f64::from(all);
        assert!(all == 4 * TOURNAMENTS as u32 && (0.90..=0.99).contains(&share), "{share}");
    }
}
