//! How many enemies a team expects on each cell.

use std::sync::Arc;

use fogreel_engine::data::{BeliefKind, Quality};
use fogreel_engine::{Cell, CellSet};
use fogreel_inference::{CellBelief, Mask, Stencil};

use super::{Observation, PERSONS, Rules};

/// Hypotheses that are kept.
const MOST_HYPOTHESES: usize = 8;
/// What no track is denied: the one that came into sight may have been taken for another one before.
const LEAST_MASS: f64 = 1e-9;
/// A hypothesis is dropped if it is so much less likely than the best one.
const LEAST_WEIGHT: f64 = 1e-6;

/// The number of enemies that a team expects on each cell.
///
/// An approximation: each enemy is tracked by itself, as if it walked at random and the others did not exist. Whoever comes into
/// sight may be any of them; the eight likeliest ways to say who was who are followed, each with its weight (multiple
/// hypothesis tracking: Reid 1979). The exact belief would be about all enemies at once: on 30×30 cells some 10⁸ states. The error
/// is measured where that is possible (`tests/ctf_belief.rs`).
#[derive(Clone, Debug)]
pub struct EnemyMap {
    stencil: Arc<Stencil>,
    /// The likeliest first; their weights sum to 1.
    hypotheses: Vec<Hypothesis>,
    unseen: Mask,
}

/// Where the enemies are if those in sight were the ones that the hypothesis takes them for.
#[derive(Clone, Debug)]
struct Hypothesis {
    weight: f64,
    tracks: Vec<CellBelief>,
}

/// Which of the enemies in sight each track is; `None` for those that are not in sight.
type Assignment = [Option<usize>; PERSONS];

impl EnemyMap {
    /// The map after a team's first observation; `visible` is what its persons see. Nobody is tracked where there is one team.
    pub fn new(rules: &Rules, told: &Observation, visible: &CellSet) -> Self {
        let stencil = rules.stencil(1 - told.team);
        let enemies = if rules.teams() == 2 { rules.persons() } else { 0 };
        let anywhere = CellBelief::uniform(&stencil, |_| true);
        let tracks = anywhere.map(|track| vec![track; enemies]).unwrap_or_default();
        let hypotheses = vec![Hypothesis { weight: 1.0, tracks }];
        let mut map = Self { unseen: Mask::new(stencil.board_cells()), stencil, hypotheses };
        map.take_in(rules, told, visible);
        map
    }

    /// Takes in one more observation.
    pub fn observe(&mut self, rules: &Rules, told: &Observation, visible: &CellSet) {
        if told.own_action.is_none() {
            let tracks = self.hypotheses.iter_mut().flat_map(|hypothesis| &mut hypothesis.tracks);
            tracks.for_each(|track| track.spread(&self.stencil));
        }
        self.take_in(rules, told, visible);
    }

    fn take_in(&mut self, rules: &Rules, told: &Observation, visible: &CellSet) {
        let index = |cell: Cell| rules.size().index(cell);
        for (at, to) in told.tagged.iter().flatten() {
            let tracks = self.hypotheses.iter_mut().flat_map(|hypothesis| &mut hypothesis.tracks);
            tracks.for_each(|track| track.relocate(index(*at), index(*to)));
        }
        let located: Vec<usize> = told.located().map(index).collect();
        self.unseen.fill();
        visible.indices().for_each(|cell| self.unseen.remove(cell));
        located.iter().for_each(|cell| self.unseen.remove(*cell));

        let mut followers: Vec<(f64, usize, Assignment)> = Vec::new();
        for (parent, hypothesis) in self.hypotheses.iter().enumerate() {
            let masses = hypothesis.masses(&self.unseen, &located);
            let found = &mut |weight, assignment| followers.push((hypothesis.weight * weight, parent, assignment));
            assign(&masses, 0, 1.0, &mut [None; PERSONS], found);
        }
        followers.sort_by(|one, other| other.0.total_cmp(&one.0));
        let best = followers.first().map_or(0.0, |follower| follower.0);
        // Where all are in sight, it does not matter who is who.
        let all_in_sight = self.hypotheses.iter().all(|hypothesis| hypothesis.tracks.len() == located.len());
        followers.truncate(if all_in_sight { 1 } else { MOST_HYPOTHESES });
        followers.retain(|(weight, ..)| *weight >= LEAST_WEIGHT * best);
        let total: f64 = followers.iter().map(|follower| follower.0).sum();
        let follow = |(weight, parent, assignment): (f64, usize, Assignment)| {
            let mut hypothesis = self.hypotheses[parent].clone();
            hypothesis.weight = weight / total;
            hypothesis.settle(&self.stencil, &self.unseen, &located, &assignment);
            hypothesis
        };
        self.hypotheses = followers.into_iter().map(follow).collect();
    }

    /// Expected number of enemies on each cell, row by row; empty where there are none.
    pub fn counts(&self) -> Vec<f64> {
        let has_enemies = self.hypotheses.iter().any(|hypothesis| !hypothesis.tracks.is_empty());
        let mut counts = vec![0.0; if has_enemies { self.stencil.board_cells() } else { 0 }];
        for Hypothesis { weight, tracks } in &self.hypotheses {
            for track in tracks {
                counts.iter_mut().zip(track.probabilities()).for_each(|(count, p)| *count += weight * p);
            }
        }
        counts
    }

    /// The same as a belief, and how far it can be trusted; `None` where there are no enemies.
    pub fn belief(&self) -> Option<(BeliefKind, Quality)> {
        let quality = Quality::Approximate { method: "multiple hypotheses".to_owned(), n: MOST_HYPOTHESES as u64 };
        let counts = self.counts();
        (!counts.is_empty()).then_some((BeliefKind::Count(counts), quality))
    }
}

impl Hypothesis {
    /// By track: the probability that it is out of sight, then of being on each of the cells.
    fn masses(&self, unseen: &Mask, cells: &[usize]) -> Vec<Vec<f64>> {
        let masses = |track: &CellBelief| {
            let probabilities = track.probabilities();
            let hidden = probabilities.iter().zip(unseen.weights()).map(|(p, unseen)| p * unseen).sum();
            let there = cells.iter().map(|cell| probabilities[*cell]);
            std::iter::once(hidden).chain(there).map(|mass: f64| mass.max(LEAST_MASS)).collect()
        };
        self.tracks.iter().map(masses).collect()
    }

    /// Takes the enemies in sight for the tracks that the assignment names.
    fn settle(&mut self, stencil: &Stencil, unseen: &Mask, located: &[usize], assignment: &Assignment) {
        for (track, assigned) in self.tracks.iter_mut().zip(assignment) {
            match assigned {
                Some(sighting) => track.set_certain(located[*sighting]),
                None if track.retain(unseen).is_ok() => {}
                None => {
                    // It was taken for another one before; where everything is in sight nothing is left to say.
                    let _ = track.set_uniform(stencil, |cell| unseen.weights()[cell] > 0.0);
                }
            }
        }
    }
}

/// Goes through all ways in which the tracks from `track` on are out of sight or one of those in sight, such that everybody in sight
/// is one track, and hands out each with its weight.
fn assign(
    masses: &[Vec<f64>],
    track: usize,
    weight: f64,
    chosen: &mut Assignment,
    found: &mut impl FnMut(f64, Assignment),
) {
    let in_sight = masses.first().map_or(0, |masses| masses.len() - 1);
    let assigned = chosen[..track].iter().flatten().count();
    if track == masses.len() {
        if assigned == in_sight.min(masses.len()) {
            found(weight, *chosen);
        }
        return;
    }
    for choice in std::iter::once(None).chain((0..in_sight).map(Some)) {
        if choice.is_none() || !chosen[..track].contains(&choice) {
            chosen[track] = choice;
            assign(masses, track + 1, weight * masses[track][choice.map_or(0, |sighting| sighting + 1)], chosen, found);
        }
    }
    chosen[track] = None;
}
