//! Maxima of the likelihood of ratings.

use std::collections::BTreeMap;

use fogreel_engine::Chance;

use super::PlayedMatch;
use super::existence::has_maximum;

/// Strengths are found to this, in units of strength.
const PRECISION: f64 = 1e-10;
/// Rounds in which all parameters are moved once; a few dozen do unless players met few others.
const MOST_ROUNDS: usize = 1_000;

/// Wins, draws and losses of the first seat.
pub(super) type Counts = [f64; 3];

/// Who has the first seat, and who the second.
pub(super) type Pairing = (usize, usize);

/// The matches by start and by who had which seat. Players are places in the list of those that are rated.
pub(super) struct Table {
    players: usize,
    pub(super) pairs: Vec<Pairing>,
    /// By start: the pair, and 0 for a win of the first seat, 1 for a draw, 2 for a loss.
    starts: Vec<Vec<(usize, usize)>>,
    /// Whether nobody plays on both seats.
    keeps_seats: bool,
    is_first: Vec<bool>,
}

/// A maximum.
pub(super) struct Fit {
    pub(super) strengths: Vec<f64>,
    pub(super) side: f64,
    pub(super) draw: f64,
    /// The same as they were found: centred over all players, with what a seat is worth in the strengths of those that keep it.
    pub(super) found: (Vec<f64>, f64, f64),
}

impl Table {
    pub(super) fn new(rated: &[usize], matches: &[PlayedMatch]) -> Self {
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

    pub(super) fn all(&self) -> Vec<Counts> {
        self.count(self.starts.iter())
    }

    pub(super) fn resampled(&self, chance: &mut Chance) -> Vec<Counts> {
        let count = self.starts.len() as u64;
        let drawn: Vec<usize> = (0..count).map(|_| chance.below("rating", count) as usize).collect();
        self.count(drawn.into_iter().map(|start| &self.starts[start]))
    }

    /// The maximum of the likelihood, if there is one. It is concave: one parameter after the other moves to where its own slope
    /// is 0. A start nearby saves rounds.
    pub(super) fn fit(&self, counts: &[Counts], near: Option<&Fit>) -> Option<Fit> {
        if !has_maximum(self.players, &self.pairs, counts, !self.keeps_seats) {
            return None;
        }
        let (mut strengths, mut side, mut log_draw) =
            near.map_or_else(|| (vec![0.0; self.players], 0.0, 0.0), |near| near.found.clone());
        let draws: f64 = counts.iter().map(|counts| counts[1]).sum();
        if draws > 0.0 && log_draw == f64::NEG_INFINITY {
            log_draw = 0.0;
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
                *strength -= mean;
                moved = moved.max((*strength - before).abs());
            }
            if !self.keeps_seats {
                let step = self.step(counts, &strengths, side, log_draw, |_, _| 1.0);
                moved = moved.max(step.abs());
                side += step;
            }
            if draws > 0.0 {
                let step = self.draw_step(counts, &strengths, side, log_draw);
                moved = moved.max(step.abs());
                log_draw += step;
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
        Some(Fit { strengths, side, draw: log_draw.exp(), found })
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
pub(super) fn probabilities(difference: f64, log_draw: f64) -> [f64; 3] {
    let weights = [(0.5 * difference).exp(), log_draw.exp(), (-0.5 * difference).exp()];
    let sum: f64 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}
