//! A board of floor and walls, laid out for filters.

/// Which cells of a board can be stood on, and how a walker that chooses uniformly among staying and its walkable
/// neighbours (up, down, left, right) spreads.
#[derive(Clone, Debug)]
pub struct Stencil {
    cols: usize,
    /// 1 on floor, 0 on walls, row by row.
    floor: Vec<f64>,
    /// 1 / (1 + number of walkable neighbours) on floor, 0 on walls.
    share: Vec<f64>,
}

impl Stencil {
    /// The stencil of a board of `rows` × `cols` cells; `is_floor` is asked for row-major indexes.
    pub fn new(rows: usize, cols: usize, is_floor: impl Fn(usize) -> bool) -> Self {
        let at = |row: usize, col: usize| row < rows && col < cols && is_floor(row * cols + col);
        let mut stencil = Self { cols, floor: Vec::with_capacity(rows * cols), share: Vec::with_capacity(rows * cols) };
        for row in 0..rows {
            for col in 0..cols {
                // Off the board below 0 wraps to a row or column that does not exist.
                let around = [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
                let neighbours = around.into_iter().filter(|(row, col)| at(*row, *col)).count();
                let here = at(row, col);
                stencil.floor.push(if here { 1.0 } else { 0.0 });
                stencil.share.push(if here { 1.0 / (1 + neighbours) as f64 } else { 0.0 });
            }
        }
        stencil
    }

    /// Number of cells of the board, walls included.
    pub fn board_cells(&self) -> usize {
        self.floor.len()
    }

    /// Whether the cell with that row-major index can be stood on.
    pub fn is_floor(&self, cell: usize) -> bool {
        self.floor[cell] > 0.0
    }

    /// Elements that [`spread`](Self::spread) needs as scratch: the board with an empty border all around.
    pub(crate) fn scratch_len(&self) -> usize {
        let rows = self.floor.len().checked_div(self.cols).unwrap_or(0);
        (rows + 2) * (self.cols + 2)
    }

    /// One step of the walk, in place. `scratch` has [`scratch_len`](Self::scratch_len) elements, its border 0.
    pub(crate) fn spread(&self, mass: &mut [f64], scratch: &mut [f64]) {
        let (cols, stride) = (self.cols, self.cols + 2);
        if cols == 0 {
            return;
        }
        // Whole rows at a time and no branch within one, so that the compiler can use vector instructions.
        let rows = mass.chunks_exact(cols).zip(self.share.chunks_exact(cols));
        for ((mass, share), shared) in rows.zip(scratch[stride..].chunks_exact_mut(stride)) {
            for ((shared, mass), share) in shared[1..=cols].iter_mut().zip(mass).zip(share) {
                *shared = mass * share;
            }
        }
        let rows = mass.chunks_exact_mut(cols).zip(self.floor.chunks_exact(cols)).enumerate();
        for (row, (mass, floor)) in rows {
            let line = |row: usize, shift: usize| &scratch[row * stride + shift..][..cols];
            let (here, up, down) = (line(row + 1, 1), line(row, 1), line(row + 2, 1));
            let (left, right) = (line(row + 1, 0), line(row + 1, 2));
            for col in 0..cols {
                mass[col] = (here[col] + up[col] + down[col] + left[col] + right[col]) * floor[col];
            }
        }
    }
}
