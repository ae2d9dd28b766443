//! The hunter's probability map of the thief: a Bayes filter as the seed describes it, faults included where the
//! knobs ask for them.

use std::sync::Arc;

use fogreel_engine::{Cell, Direction, Percept};
use fogreel_inference::{CellBelief, Mask, Stencil};

use crate::rajakardhor::knobs::GuardOrthogonal;
use crate::rajakardhor::{Hearing, Observation, Privileged, RajakarDhor, Rules, Sense};

/// Where the thief may be.
pub(super) struct ThiefMap {
    stencil: Arc<Stencil>,
    belief: Option<CellBelief>,
    /// Cells that the evidence of one record leaves possible; kept to be used again.
    possible: Mask,
}

impl ThiefMap {
    pub(super) fn new(rules: &Rules) -> Self {
        Self { stencil: rules.stencil(), belief: None, possible: Mask::new(rules.size().cells()) }
    }

    /// One probability per cell, row-major. Empty before the first observation.
    pub(super) fn probabilities(&self) -> &[f64] {
        self.belief.as_ref().map_or(&[], CellBelief::probabilities)
    }

    /// Takes in one record. The map changes when the guard senses, which is after each action of the thief.
    pub(super) fn observe(&mut self, percept: &Percept<'_, RajakarDhor>) {
        let (rules, told) = (percept.rules, percept.observation);
        let here = rules.size().index(told.cell);
        let Some(belief) = &mut self.belief else {
            // On a map of a single cell the guard's own is the only guess.
            let anywhere_else = CellBelief::uniform(&self.stencil, |cell| cell != here);
            self.belief = anywhere_else.or_else(|_| CellBelief::uniform(&self.stencil, |_| true)).ok();
            return;
        };
        if let Some(cell) = told.rival() {
            belief.set_certain(rules.size().index(cell));
        } else if told.sight != Sense::Unavailable {
            find_possible(&mut self.possible, rules, told, percept.privileged);
            if belief.step(&self.stencil, self.possible.weights()).is_err() {
                // As the seed has it: start over in silence. Analysis reports it as a fault.
                let reset = belief.set_uniform(&self.stencil, |cell| cell != here);
                debug_assert!(reset.is_ok(), "whoever moved has more than one cell");
            }
        }
    }
}

/// The cells that the misses and the noise of one record leave possible.
fn find_possible(possible: &mut Mask, rules: &Rules, told: &Observation, privileged: &Privileged) {
    let (size, here) = (rules.size(), told.cell);
    let index = |cell: Cell| size.index(cell);
    match (told.hearing, privileged.noise_radius) {
        (_, Some(0)) => possible.fill(),
        // Silence alone says nothing to this filter: the thief may have waited.
        (Hearing::Nothing | Hearing::From(_) | Hearing::Unavailable, None) => possible.fill(),
        (Hearing::Within(_), Some(radius)) | (Hearing::Within(radius), None) => {
            possible.clear();
            rules.near(here, radius).for_each(|cell| possible.insert(index(cell)));
        }
        (Hearing::At(distance), _) => {
            possible.clear();
            let ring = rules.near(here, distance).filter(|cell| cell.manhattan(here) == distance);
            ring.for_each(|cell| possible.insert(index(cell)));
        }
        (Hearing::Nothing | Hearing::From(_) | Hearing::Unavailable, Some(radius)) => {
            possible.fill();
            rules.near(here, radius).for_each(|cell| possible.remove(index(cell)));
        }
    }
    match rules.knobs.guard_orthogonal {
        GuardOrthogonal::On => rules.rays(here, false).for_each(|cell| possible.remove(index(cell))),
        // The original removes its own cell, too, and senses none of it.
        GuardOrthogonal::BeliefOnly => {
            possible.remove(index(here));
            rules.rays(here, false).for_each(|cell| possible.remove(index(cell)));
        }
        GuardOrthogonal::Off => {
            let facing = told.facing.unwrap_or(Direction::Down);
            rules.ray(here, facing, true).for_each(|cell| possible.remove(index(cell)));
        }
    }
    if told.scan == Sense::Miss {
        rules.scanned(here).for_each(|cell| possible.remove(index(cell)));
    }
}
