//! The hunter's probability map of the thief: a Bayes filter as the seed describes it, faults included where the
//! knobs ask for them.

use fogreel_engine::{Cell, Percept};
use fogreel_inference::{CellBelief, Impossible, Stencil};

use crate::rajakardhor::knobs::GuardOrthogonal;
use crate::rajakardhor::{Hearing, Observation, Privileged, RajakarDhor, Rules, Sense};

/// Where the thief may be.
pub(super) struct ThiefMap {
    stencil: Stencil,
    belief: Option<CellBelief>,
}

impl ThiefMap {
    pub(super) fn new(rules: &Rules) -> Self {
        let walkable = rules.floor_indices().iter().map(|index| *index as usize);
        let stencil = Stencil::new(rules.size().cells(), walkable, |cell| rules.neighbour_indices(cell));
        Self { stencil, belief: None }
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
            belief.spread(&self.stencil);
            if condition(belief, &self.stencil, rules, told, percept.privileged).is_err() {
                // As the seed has it: start over in silence. Analysis reports it as a fault.
                let reset = belief.set_uniform(&self.stencil, |cell| cell != here);
                debug_assert!(reset.is_ok(), "whoever moved has more than one cell");
            }
        }
    }
}

/// Conditions on the misses and the noise of one record, in the seed's order.
fn condition(
    belief: &mut CellBelief,
    stencil: &Stencil,
    rules: &Rules,
    told: &Observation,
    privileged: &Privileged,
) -> Result<(), Impossible> {
    let (size, here) = (rules.size(), told.cell);
    let mut keep = |accept: &dyn Fn(Cell) -> bool| belief.retain(stencil, |index| accept(size.cell(index)));
    match rules.knobs.guard_orthogonal {
        GuardOrthogonal::On => keep(&|cell| !rules.in_orthogonal_range(here, cell))?,
        // The original removes its own cell, too, and senses none of it.
        GuardOrthogonal::BeliefOnly => keep(&|cell| cell != here && !rules.in_orthogonal_range(here, cell))?,
        GuardOrthogonal::Off => {
            let facing = told.facing.unwrap_or(fogreel_engine::Direction::Down);
            keep(&|cell| !rules.sees_ahead(here, facing, cell))?;
        }
    }
    if told.scan == Sense::Miss {
        keep(&|cell| !rules.scan_covers(here, cell))?;
    }
    match (told.hearing, privileged.noise_radius) {
        (_, Some(0)) => {}
        (Hearing::Within(_), Some(radius)) => keep(&|cell| cell.manhattan(here) <= radius)?,
        (Hearing::Nothing, Some(radius)) => keep(&|cell| cell.manhattan(here) > radius)?,
        (Hearing::Within(radius), None) => keep(&|cell| cell.manhattan(here) <= radius)?,
        (Hearing::At(distance), _) => keep(&|cell| cell.manhattan(here) == distance)?,
        // Silence alone says nothing to this filter: the thief may have waited.
        (Hearing::Nothing | Hearing::From(_) | Hearing::Unavailable, _) => {}
    }
    Ok(())
}
