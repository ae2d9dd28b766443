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

    /// Columns of the board.
    pub(crate) fn cols(&self) -> usize {
        self.cols
    }

    /// 1 on floor, 0 on walls, row by row: the likelihood of evidence that says nothing.
    pub(crate) fn floor(&self) -> &[f64] {
        &self.floor
    }

    /// What a cell gives to each cell that it reaches: 1 / (1 + number of walkable neighbours) on floor, 0 on walls.
    pub(crate) fn share(&self) -> &[f64] {
        &self.share
    }

    /// The whole board.
    pub(crate) fn whole(&self) -> Window {
        Window { rows: 0..self.floor.len().checked_div(self.cols).unwrap_or(0), cols: 0..self.cols }
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
    pub(crate) fn grown(&self, board: &Self) -> Self {
        let grow = |range: &Range<usize>, end: usize| range.start.saturating_sub(1)..(range.end + 1).min(end);
        Self { rows: grow(&self.rows, board.rows.end), cols: grow(&self.cols, board.cols.end) }
    }

    /// Whether all of another window lies in it.
    pub(crate) fn holds(&self, other: &Self) -> bool {
        let holds = |outer: &Range<usize>, inner: &Range<usize>| outer.start <= inner.start && inner.end <= outer.end;
        holds(&self.rows, &other.rows) && holds(&self.cols, &other.cols)
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
