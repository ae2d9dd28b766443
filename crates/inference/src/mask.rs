//! Which cells the evidence leaves possible.

/// A set of cells by row-major index, made to be reused from step to step.
#[derive(Clone, Debug)]
pub struct Mask {
    /// 1 where the cell is kept, else 0.
    weights: Vec<f64>,
}

impl Mask {
    /// All cells of a board with that many.
    pub fn new(board_cells: usize) -> Self {
        Self { weights: vec![1.0; board_cells] }
    }

    /// Keeps every cell.
    pub fn fill(&mut self) {
        self.weights.fill(1.0);
    }

    /// Keeps no cell.
    pub fn clear(&mut self) {
        self.weights.fill(0.0);
    }

    /// Keeps a cell.
    ///
    /// # Panics
    /// If the board has no such cell.
    pub fn insert(&mut self, cell: usize) {
        self.weights[cell] = 1.0;
    }

    /// Drops a cell.
    ///
    /// # Panics
    /// If the board has no such cell.
    pub fn remove(&mut self, cell: usize) {
        self.weights[cell] = 0.0;
    }

    /// Per cell: 1 if it is kept, else 0. As a likelihood: evidence that says yes or no.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }
}
