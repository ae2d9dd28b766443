//! A categorical belief over the cells of a board, with the two steps of a Bayes filter.

use crate::{Mask, Stencil};

/// Evidence that no cell of the belief's support can explain. The belief is left as it was before the step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the evidence is impossible under the belief: it leaves no cell with any probability")]
pub struct Impossible;

/// Probabilities per cell, row-major, walls at 0.
#[derive(Clone, Debug)]
pub struct CellBelief {
    /// `board_cells + 1` elements; the last is the stencil's padding and stays 0.
    mass: Vec<f64>,
    scratch: Vec<f64>,
    moved: Vec<f64>,
}

impl CellBelief {
    /// The same probability in every walkable cell that `accept` takes.
    ///
    /// # Errors
    /// [`Impossible`] if it takes none.
    pub fn uniform(stencil: &Stencil, accept: impl Fn(usize) -> bool) -> Result<Self, Impossible> {
        let len = stencil.board_cells() + 1;
        let mut belief = Self { mass: vec![0.0; len], scratch: vec![0.0; len], moved: vec![0.0; len] };
        belief.set_uniform(stencil, accept).map(|()| belief)
    }

    /// Starts anew with the same probability in every walkable cell that `accept` takes.
    ///
    /// # Errors
    /// [`Impossible`] if it takes none; the belief is then unchanged.
    pub fn set_uniform(&mut self, stencil: &Stencil, accept: impl Fn(usize) -> bool) -> Result<(), Impossible> {
        let accepted = |cell: &&u32| accept(**cell as usize);
        let count = stencil.cells().iter().filter(accepted).count();
        if count == 0 {
            return Err(Impossible);
        }
        self.mass.fill(0.0);
        for cell in stencil.cells().iter().filter(accepted) {
            self.mass[*cell as usize] = 1.0 / count as f64;
        }
        Ok(())
    }

    /// All probability in one cell.
    pub fn set_certain(&mut self, cell: usize) {
        self.mass.fill(0.0);
        self.mass[cell] = 1.0;
    }

    /// Prediction under a uniform walk: each cell's mass is shared equally among itself and its walkable neighbours.
    pub fn spread(&mut self, stencil: &Stencil) {
        stencil.spread(&self.mass, &mut self.scratch, &mut self.moved);
        std::mem::swap(&mut self.mass, &mut self.moved);
    }

    /// Conditions on evidence that says yes or no per cell: keeps the cells of a mask and normalises.
    ///
    /// # Errors
    /// [`Impossible`] if nothing is left; the belief is then unchanged.
    pub fn retain(&mut self, stencil: &Stencil, keep: &Mask) -> Result<(), Impossible> {
        let mut total = 0.0;
        for cell in stencil.cells() {
            let cell = *cell as usize;
            // A product instead of a branch: masks are seldom predictable.
            let kept = self.mass[cell] * keep.weight(cell);
            self.scratch[cell] = kept;
            total += kept;
        }
        if total <= 0.0 {
            return Err(Impossible);
        }
        let scale = 1.0 / total;
        for cell in stencil.cells() {
            self.mass[*cell as usize] = self.scratch[*cell as usize] * scale;
        }
        Ok(())
    }

    /// The probabilities, row-major, one per cell of the board.
    pub fn probabilities(&self) -> &[f64] {
        &self.mass[..self.mass.len() - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three cells in a row, the middle one a neighbour of both.
    fn corridor() -> Stencil {
        Stencil::new(3, 0..3, |cell| match cell {
            0 => vec![1],
            1 => vec![0, 2],
            _ => vec![1],
        })
    }

    #[test]
    fn spreading_shares_mass_equally_and_keeps_it() {
        let stencil = corridor();
        let mut belief = CellBelief::uniform(&stencil, |cell| cell == 0).expect("one cell");
        belief.spread(&stencil);
        assert_eq!(belief.probabilities(), [0.5, 0.5, 0.0]);
        belief.spread(&stencil);
        let third = 0.5 / 3.0;
        assert_eq!(belief.probabilities(), [0.25 + third, third + 0.25, third]);
    }

    #[test]
    fn impossible_evidence_is_an_error_and_changes_nothing() {
        let stencil = corridor();
        let mut belief = CellBelief::uniform(&stencil, |cell| cell < 2).expect("two cells");
        let only = |cell| {
            let mut mask = Mask::new(3);
            mask.clear();
            mask.insert(cell);
            mask
        };
        assert_eq!(belief.retain(&stencil, &only(2)), Err(Impossible));
        assert_eq!(belief.probabilities(), [0.5, 0.5, 0.0]);
        assert_eq!(belief.retain(&stencil, &only(1)), Ok(()));
        assert_eq!(belief.probabilities(), [0.0, 1.0, 0.0]);
        assert!(CellBelief::uniform(&stencil, |_| false).is_err());
    }
}
