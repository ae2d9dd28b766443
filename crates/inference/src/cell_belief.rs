//! A categorical belief over the cells of a board, with the two steps of a Bayes filter.

use crate::kernel::{Room, scale, step_everywhere, step_within};
use crate::stencil::Window;
use crate::{Mask, Stencil};

/// Evidence that no cell of the belief's support can explain. The belief is left as it was before the step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the evidence is impossible under the belief: it leaves no cell with any probability")]
pub struct Impossible;

/// Boards with fewer cells are gone through as a whole: there, to look for the part that holds something costs more than it
/// saves.
const LEAST_FOR_WINDOW: usize = 1024;

/// Probabilities per cell, row-major, walls at 0.
///
/// On large boards a step visits the smallest rectangle that holds all of them, so a belief that knows its rival nearby
/// costs little.
#[derive(Clone, Debug)]
pub struct CellBelief {
    mass: Vec<f64>,
    cols: usize,
    /// All that is not 0 lies in it. The whole board on boards that are gone through as a whole.
    window: Window,
    /// What a step makes of the belief; between steps, what the belief was before the last one.
    next: Vec<f64>,
    /// All that is not 0 in `next` lies in it.
    next_window: Window,
    room: Room,
}

impl CellBelief {
    /// The same probability in every walkable cell that `accept` takes.
    ///
    /// # Errors
    /// [`Impossible`] if it takes none.
    pub fn uniform(stencil: &Stencil, accept: impl Fn(usize) -> bool) -> Result<Self, Impossible> {
        let cells = stencil.board_cells();
        let room = if cells < LEAST_FOR_WINDOW { Room::of_board(stencil) } else { Room::of_rows(stencil) };
        let (mass, next) = (vec![0.0; cells], vec![0.0; cells]);
        let (window, next_window) = (stencil.whole(), Window { rows: 0..0, cols: 0..0 });
        let mut belief = Self { mass, cols: stencil.cols(), window, next, next_window, room };
        belief.set_uniform(stencil, accept).map(|()| belief)
    }

    /// Starts anew with the same probability in every walkable cell that `accept` takes.
    ///
    /// # Errors
    /// [`Impossible`] if it takes none; the belief is then unchanged.
    pub fn set_uniform(&mut self, stencil: &Stencil, accept: impl Fn(usize) -> bool) -> Result<(), Impossible> {
        let accepted = |cell: &usize| stencil.is_floor(*cell) && accept(*cell);
        let count = (0..self.mass.len()).filter(accepted).count();
        if count == 0 {
            return Err(Impossible);
        }
        for cell in 0..self.mass.len() {
            self.mass[cell] = if accepted(&cell) { 1.0 / count as f64 } else { 0.0 };
        }
        self.look_around();
        Ok(())
    }

    /// The window of whatever the belief holds now.
    fn look_around(&mut self) {
        self.window = Window { rows: 0..self.mass.len().checked_div(self.cols).unwrap_or(0), cols: 0..self.cols };
        self.shrink_window();
    }

    fn shrink_window(&mut self) {
        if matches!(self.room, Room::Rows(_)) {
            self.window.shrink(&self.mass, self.cols);
        }
    }

    /// All probability in one cell.
    ///
    /// # Panics
    /// If the board has no such cell.
    pub fn set_certain(&mut self, cell: usize) {
        self.mass.fill(0.0);
        self.mass[cell] = 1.0;
        self.look_around();
    }

    /// Takes the probability of one cell to another.
    ///
    /// # Panics
    /// If the board has no such cell.
    pub fn relocate(&mut self, from: usize, to: usize) {
        let moved = std::mem::take(&mut self.mass[from]);
        self.mass[to] += moved;
        self.look_around();
    }

    /// A step of a filter: prediction under a uniform walk, in which each cell's mass is shared equally among itself and its
    /// walkable neighbours, then Bayes' rule with a likelihood per cell, row-major, each finite and at least 0. Returns
    /// P(evidence | everything before).
    ///
    /// # Errors
    /// [`Impossible`] if nothing is left; the belief is then as it was before the prediction.
    ///
    /// # Panics
    /// If the stencil is of another board, or if there is not one likelihood per cell of it.
    pub fn step(&mut self, stencil: &Stencil, likelihood: &[f64]) -> Result<f64, Impossible> {
        assert_eq!((stencil.board_cells(), stencil.cols()), (self.mass.len(), self.cols), "the belief's board");
        assert_eq!(likelihood.len(), self.mass.len(), "one likelihood per cell");
        let total = self.make_next(stencil, likelihood);
        if total <= 0.0 {
            return Err(Impossible);
        }
        self.next_window.runs(self.cols).for_each(|run| scale(&mut self.next[run], 1.0 / total));
        self.take_next();
        Ok(total)
    }

    /// The prediction of a [`step`](Self::step) alone.
    ///
    /// # Panics
    /// If the stencil is of another board.
    pub fn spread(&mut self, stencil: &Stencil) {
        assert_eq!((stencil.board_cells(), stencil.cols()), (self.mass.len(), self.cols), "the belief's board");
        self.make_next(stencil, stencil.floor());
        self.take_next();
    }

    /// Spreads and multiplies into `next`. Returns the sum of that.
    fn make_next(&mut self, stencil: &Stencil, likelihood: &[f64]) -> f64 {
        let (mass, next) = (&self.mass, &mut self.next);
        match &mut self.room {
            Room::Board(room) => {
                self.next_window = stencil.whole();
                step_everywhere(mass, stencil, likelihood, room, next)
            }
            Room::Rows(room) => {
                let reached = self.window.grown(&stencil.whole());
                if !reached.holds(&self.next_window) {
                    self.next_window.runs(self.cols).for_each(|run| next[run].fill(0.0));
                }
                self.next_window = reached;
                step_within(&self.next_window, mass, stencil, likelihood, room, next)
            }
        }
    }

    /// Makes `next` the belief.
    fn take_next(&mut self) {
        std::mem::swap(&mut self.mass, &mut self.next);
        std::mem::swap(&mut self.window, &mut self.next_window);
        self.shrink_window();
    }

    /// Conditions on evidence that says yes or no per cell: keeps the cells of a mask and normalises.
    ///
    /// # Errors
    /// [`Impossible`] if nothing is left; the belief is then unchanged.
    pub fn retain(&mut self, keep: &Mask) -> Result<(), Impossible> {
        self.weigh(keep.weights()).map(drop)
    }

    /// Conditions on evidence with a likelihood per cell, row-major, each finite and at least 0: Bayes' rule. Returns
    /// P(evidence | everything before).
    ///
    /// # Errors
    /// [`Impossible`] if nothing is left; the belief is then unchanged.
    ///
    /// # Panics
    /// If there is not one likelihood per cell of the board.
    pub fn weigh(&mut self, likelihood: &[f64]) -> Result<f64, Impossible> {
        assert_eq!(likelihood.len(), self.mass.len(), "one likelihood per cell");
        let runs = self.window.runs(self.cols);
        let total: f64 = runs.map(|run| weighted_sum(&self.mass[run.clone()], &likelihood[run])).sum();
        if total <= 0.0 {
            return Err(Impossible);
        }
        let scale = total.recip();
        for run in self.window.runs(self.cols) {
            let (mass, likelihood) = (&mut self.mass[run.clone()], &likelihood[run]);
            mass.iter_mut().zip(likelihood).for_each(|(mass, likelihood)| *mass *= likelihood * scale);
        }
        self.shrink_window();
        Ok(total)
    }

    /// The probabilities, row-major, one per cell of the board.
    pub fn probabilities(&self) -> &[f64] {
        &self.mass
    }
}

/// Σ mass · weight, summed in four lanes, so that the compiler can use vector instructions.
fn weighted_sum(mass: &[f64], weights: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    let (mass_lanes, weight_lanes) = (mass.chunks_exact(4), weights.chunks_exact(4));
    let rest: f64 = mass_lanes.remainder().iter().zip(weight_lanes.remainder()).map(|(m, w)| m * w).sum();
    for (mass, weight) in mass_lanes.zip(weight_lanes) {
        for lane in 0..4 {
            lanes[lane] += mass[lane] * weight[lane];
        }
    }
    lanes.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three cells in a row, the middle one a neighbour of both.
    fn corridor() -> Stencil {
        Stencil::new(1, 3, |_| true)
    }

    /// Spreading as it is defined, cell by cell.
    fn slow_spread(rows: usize, cols: usize, walls: &[usize], mass: &[f64]) -> Vec<f64> {
        let is_floor = |row: i64, col: i64| {
            (0..rows as i64).contains(&row)
                && (0..cols as i64).contains(&col)
                && !walls.contains(&(row as usize * cols + col as usize))
        };
        let mut moved = vec![0.0; mass.len()];
        for (index, mass) in mass.iter().enumerate() {
            let (row, col) = ((index / cols) as i64, (index % cols) as i64);
            let around = [(row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)];
            let open: Vec<_> = around.into_iter().filter(|(row, col)| is_floor(*row, *col)).collect();
            for (row, col) in &open {
                moved[*row as usize * cols + *col as usize] += mass / open.len() as f64;
            }
        }
        moved
    }

    #[test]
    fn spreading_agrees_with_its_definition() {
        for (rows, cols, walls) in [(1, 1, vec![]), (3, 4, vec![1, 6]), (5, 7, vec![0, 8, 9, 33]), (2, 9, vec![4, 13])]
        {
            let stencil = Stencil::new(rows, cols, |cell| !walls.contains(&cell));
            let mut belief =
                CellBelief::uniform(&stencil, |cell| cell % 3 == 2 || rows * cols == 1).expect("somewhere");
            for _ in 0..6 {
                let expected = slow_spread(rows, cols, &walls, belief.probabilities());
                belief.spread(&stencil);
                for (found, expected) in belief.probabilities().iter().zip(&expected) {
                    assert!((found - expected).abs() < 1e-15, "{rows}×{cols}");
                }
            }
        }
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
        assert_eq!(belief.retain(&only(2)), Err(Impossible));
        assert_eq!(belief.probabilities(), [0.5, 0.5, 0.0]);
        assert_eq!(belief.retain(&only(1)), Ok(()));
        assert_eq!(belief.probabilities(), [0.0, 1.0, 0.0]);
        assert!(CellBelief::uniform(&stencil, |_| false).is_err());
    }

    /// From the first step on, on boards that are gone through as a whole and on boards that are not.
    #[test]
    fn a_step_is_prediction_and_then_bayes_rule() {
        for (rows, cols, walls) in
            [(1, 1, vec![]), (3, 4, vec![1, 6]), (10, 10, vec![0, 8, 9, 33]), (40, 40, vec![4, 130])]
        {
            let stencil = Stencil::new(rows, cols, |cell| !walls.contains(&cell));
            let mut belief = CellBelief::uniform(&stencil, |_| true).expect("somewhere");
            let mut expected = belief.probabilities().to_vec();
            for step in 0..9 {
                let likelihood: Vec<f64> = (0..rows * cols).map(|cell| ((cell + step) % 5) as f64 + 0.1).collect();
                expected = slow_spread(rows, cols, &walls, &expected);
                expected.iter_mut().zip(&likelihood).for_each(|(mass, likelihood)| *mass *= likelihood);
                let total: f64 = expected.iter().sum();
                expected.iter_mut().for_each(|mass| *mass /= total);
                let evidence = belief.step(&stencil, &likelihood).expect("possible");
                assert!((evidence / total - 1.0).abs() < 1e-12, "{rows}×{cols}, step {step}");
                for (found, expected) in belief.probabilities().iter().zip(&expected) {
                    assert!((found - expected).abs() < 1e-14, "{rows}×{cols}, step {step}");
                }
                let before = belief.probabilities().to_vec();
                assert_eq!(belief.step(&stencil, &vec![0.0; rows * cols]), Err(Impossible));
                assert_eq!(belief.probabilities(), before, "impossible evidence changes nothing");
            }
        }
    }

    /// A walker seen within three cells on a large board: the window follows it, and says the same as the whole board.
    #[test]
    fn a_local_belief_agrees_with_the_whole_board() {
        let (rows, cols, walls) = (37, 41, [30, 31, 77, 150, 151, 152, 300]);
        let stencil = Stencil::new(rows, cols, |cell| !walls.contains(&cell));
        let mut belief = CellBelief::uniform(&stencil, |_| true).expect("somewhere");
        let mut apart = belief.clone();
        let mut expected = belief.probabilities().to_vec();
        for step in 0_usize..200 {
            // Along the diagonals and into corners, no faster than the walker; now and then every cell stays possible.
            let (row, col) = (step / 2 % (2 * rows - 2), step / 2 % (2 * cols - 2));
            let (row, col) = (row.min(2 * rows - 2 - row), col.min(2 * cols - 2 - col));
            let likelihood: Vec<f64> = (0..rows * cols)
                .map(|cell| (cell / cols).abs_diff(row) + (cell % cols).abs_diff(col))
                .map(|distance| if step % 7 < 3 || distance <= 3 { 1.0 / (1 + distance) as f64 } else { 0.0 })
                .collect();
            expected = slow_spread(rows, cols, &walls, &expected);
            expected.iter_mut().zip(&likelihood).for_each(|(mass, likelihood)| *mass *= likelihood);
            let total: f64 = expected.iter().sum();
            expected.iter_mut().for_each(|mass| *mass /= total);
            let evidence = belief.step(&stencil, &likelihood).expect("possible");
            assert!((evidence / total - 1.0).abs() < 1e-12, "step {step}");
            apart.spread(&stencil);
            let evidence = apart.weigh(&likelihood).expect("possible");
            assert!((evidence / total - 1.0).abs() < 1e-12, "step {step}");
            for (found, expected) in apart.probabilities().iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-13, "step {step}");
            }
            for (found, expected) in belief.probabilities().iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-13, "step {step}");
            }
            let window = &belief.window;
            if step % 7 >= 3 {
                assert!(window.rows.len() <= 7 && window.cols.len() <= 7, "step {step}");
            }
        }
    }
}
