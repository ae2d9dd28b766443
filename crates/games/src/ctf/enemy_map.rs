//! How many enemies a team expects on each cell.

use std::sync::Arc;

use fogreel_engine::data::{BeliefKind, Quality};
use fogreel_engine::{Cell, CellSet};
use fogreel_inference::{CellBelief, Mask, Stencil};

use super::{Observation, Rules};

/// Mass below which no cell tells one track from another.
const LEAST_MASS: f64 = 1e-9;

/// The number of enemies that a team expects on each cell.
///
/// An approximation: each enemy is tracked by itself, as if it walked at random and the others did not exist, and whoever comes into
/// sight is taken for the track that most likely led there. The exact belief would be about all enemies at once: on 30×30 cells some
/// 10⁸ states. The error is measured where that is possible (`tests/ctf_belief.rs`).
#[derive(Clone, Debug)]
pub struct EnemyMap {
    stencil: Arc<Stencil>,
    tracks: Vec<CellBelief>,
    unseen: Mask,
}

impl EnemyMap {
    /// The map after a team's first observation; `visible` is what its persons see. Nobody is tracked where there is one team.
    pub fn new(rules: &Rules, told: &Observation, visible: &CellSet) -> Self {
        let stencil = rules.stencil(1 - told.team);
        let enemies = if rules.teams() == 2 { rules.persons() } else { 0 };
        let anywhere = CellBelief::uniform(&stencil, |_| true);
        let tracks = anywhere.map(|track| vec![track; enemies]).unwrap_or_default();
        let mut map = Self { unseen: Mask::new(stencil.board_cells()), stencil, tracks };
        map.take_in(rules, told, visible);
        map
    }

    /// Takes in one more observation.
    pub fn observe(&mut self, rules: &Rules, told: &Observation, visible: &CellSet) {
        if told.own_action.is_none() {
            self.tracks.iter_mut().for_each(|track| track.spread(&self.stencil));
        }
        self.take_in(rules, told, visible);
    }

    fn take_in(&mut self, rules: &Rules, told: &Observation, visible: &CellSet) {
        let size = rules.size();
        let index = |cell: Cell| size.index(cell);
        let mut open: Vec<usize> = (0..self.tracks.len()).collect();
        let mut located: Vec<Cell> = told.located().collect();
        for (at, to) in told.tagged.iter().flatten() {
            if let Some(track) = self.likeliest(&open, index(*at)) {
                self.tracks[track].set_certain(index(*to));
                open.retain(|other| *other != track);
                located.retain(|cell| cell != to);
            }
        }
        self.unseen.fill();
        visible.indices().for_each(|cell| self.unseen.remove(cell));
        told.located().for_each(|cell| self.unseen.remove(index(cell)));
        let cells: Vec<usize> = located.into_iter().map(index).collect();
        for (track, cell) in self.assign(&open, &cells) {
            self.tracks[track].set_certain(cell);
            open.retain(|other| *other != track);
        }
        for track in open {
            let track = &mut self.tracks[track];
            if track.retain(&self.unseen).is_err() {
                // It was taken for another one some time ago; where everything is in sight nothing is left to say.
                let _ = track.set_uniform(&self.stencil, |cell| self.unseen.weights()[cell] > 0.0);
            }
        }
    }

    /// The track with the most mass on a cell.
    fn likeliest(&self, open: &[usize], cell: usize) -> Option<usize> {
        let mass = |track: &usize| self.tracks[*track].probabilities()[cell];
        open.iter().copied().max_by(|one, other| mass(one).total_cmp(&mass(other)).then(other.cmp(one)))
    }

    /// Which track led to each of the cells: the assignment of different tracks with the greatest product of masses, the first of
    /// equal ones.
    fn assign(&self, open: &[usize], cells: &[usize]) -> Vec<(usize, usize)> {
        let Some((cell, others)) = cells.split_first() else { return Vec::new() };
        let mut best: Option<(f64, Vec<(usize, usize)>)> = None;
        for track in open {
            let left: Vec<usize> = open.iter().copied().filter(|other| other != track).collect();
            let mut assigned = self.assign(&left, others);
            assigned.push((*track, *cell));
            let worth = self.log_mass(&assigned);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, assigned));
            }
        }
        best.map(|(_, assigned)| assigned).unwrap_or_default()
    }

    fn log_mass(&self, assigned: &[(usize, usize)]) -> f64 {
        assigned.iter().map(|(track, cell)| self.tracks[*track].probabilities()[*cell].max(LEAST_MASS).ln()).sum()
    }

    /// Expected number of enemies on each cell, row by row; empty where there are none.
    pub fn counts(&self) -> Vec<f64> {
        let mut counts = vec![0.0; if self.tracks.is_empty() { 0 } else { self.stencil.board_cells() }];
        for track in &self.tracks {
            counts.iter_mut().zip(track.probabilities()).for_each(|(count, p)| *count += p);
        }
        counts
    }

    /// The same as a belief, and how far it can be trusted; `None` where there are no enemies.
    pub fn belief(&self) -> Option<(BeliefKind, Quality)> {
        let quality = Quality::Approximate { method: "factored tracks".to_owned(), n: self.tracks.len() as u64 };
        (!self.tracks.is_empty()).then(|| (BeliefKind::Count(self.counts()), quality))
    }
}
