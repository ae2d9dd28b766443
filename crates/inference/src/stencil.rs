//! A board of floor and walls, laid out for filters.

use std::ops::Range;

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

    /// Columns of the board.
    pub(crate) fn cols(&self) -> usize {
        self.cols
    }

    /// One step of the walk, in place, where all mass lies within `window`; returns the window that holds it afterwards.
    /// `scratch` has [`scratch_len`](Self::scratch_len) elements, its border 0.
    pub(crate) fn spread(&self, mass: &mut [f64], scratch: &mut [f64], window: &Window) -> Window {
        let whole = Window { rows: 0..self.floor.len() / self.cols, cols: 0..self.cols };
        let (cols, stride) = (self.cols, self.cols + 2);
        let reached = window.grown(&whole);
        // One cell further, where there is no mass: what the next loop reads there is then 0, whatever an earlier step left.
        let around = reached.grown(&whole);
        for row in around.rows.clone() {
            let cells = row * cols + around.cols.start..row * cols + around.cols.end;
            let shared = &mut scratch[(row + 1) * stride + 1 + around.cols.start..][..cells.len()];
            share_row(shared, &mass[cells.clone()], &self.share[cells]);
        }
        for row in reached.rows.clone() {
            let cells = row * cols + reached.cols.start..row * cols + reached.cols.end;
            let from = row * stride + reached.cols.start;
            gather_row(&mut mass[cells.clone()], &self.floor[cells], &scratch[from..], stride);
        }
        reached
    }

    /// The same on the whole board: without the bounds of a window, small boards take two thirds of the time. All lengths follow
    /// from `cols`, which the compiler makes use of.
    pub(crate) fn spread_everywhere(&self, mass: &mut [f64], scratch: &mut [f64]) {
        let (cols, stride) = (self.cols, self.cols + 2);
        if cols == 0 {
            return;
        }
        let rows = mass.chunks_exact(cols).zip(self.share.chunks_exact(cols));
        for ((mass, share), shared) in rows.zip(scratch[stride..].chunks_exact_mut(stride)) {
            share_row(&mut shared[1..=cols], mass, share);
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

/// What each cell of a row gives to itself and to each neighbour. Whole rows at a time and no branch within one, so that
/// the compiler can use vector instructions.
#[inline]
fn share_row(shared: &mut [f64], mass: &[f64], share: &[f64]) {
    for ((shared, mass), share) in shared.iter_mut().zip(mass).zip(share) {
        *shared = mass * share;
    }
}

/// What each cell of a row gets. `around` begins one row above and one column before it; `stride` is the length of its rows.
#[inline]
fn gather_row(mass: &mut [f64], floor: &[f64], around: &[f64], stride: usize) {
    let count = mass.len();
    let line = |row: usize, shift: usize| &around[row * stride + shift..][..count];
    let (here, up, down) = (line(1, 1), line(0, 1), line(2, 1));
    let (left, right) = (line(1, 0), line(1, 2));
    let floor = &floor[..count];
    for col in 0..count {
        mass[col] = (here[col] + up[col] + down[col] + left[col] + right[col]) * floor[col];
    }
}

/// Rows and columns of a board between which all mass lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) rows: Range<usize>,
    pub(crate) cols: Range<usize>,
}

impl Window {
    /// One cell more in each direction, as far as the board reaches.
    fn grown(&self, board: &Self) -> Self {
        let grow = |range: &Range<usize>, end: usize| range.start.saturating_sub(1)..(range.end + 1).min(end);
        Self { rows: grow(&self.rows, board.rows.end), cols: grow(&self.cols, board.cols.end) }
    }

    /// Positions of the window's cells on a board with that many columns, row-major, in as few runs as there are.
    pub(crate) fn runs(&self, board_cols: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let Self { rows, cols } = self.clone();
        let (rows, height, width) = if cols.len() == board_cols {
            (rows.start..rows.start + 1, rows.len(), board_cols)
        } else {
            (rows, 1, cols.len())
        };
        rows.map(move |row| row * board_cols + cols.start).map(move |start| start..start + height * width)
    }

    /// Leaves rows and columns out, from the outside, that hold nothing.
    pub(crate) fn shrink(&mut self, mass: &[f64], board_cols: usize) {
        let row_is_empty =
            |row: usize, cols: &Range<usize>| mass[row * board_cols..][cols.clone()].iter().all(|mass| *mass == 0.0);
        while !self.rows.is_empty() && row_is_empty(self.rows.start, &self.cols) {
            self.rows.start += 1;
        }
        while !self.rows.is_empty() && row_is_empty(self.rows.end - 1, &self.cols) {
            self.rows.end -= 1;
        }
        let col_is_empty =
            |col: usize, rows: &Range<usize>| rows.clone().all(|row| mass[row * board_cols + col] == 0.0);
        while !self.cols.is_empty() && col_is_empty(self.cols.start, &self.rows) {
            self.cols.start += 1;
        }
        while !self.cols.is_empty() && col_is_empty(self.cols.end - 1, &self.rows) {
            self.cols.end -= 1;
        }
    }
}
