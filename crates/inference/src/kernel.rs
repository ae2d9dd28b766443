//! The inner loops of a step of a cell belief, compiled for each kind of vector unit and chosen at run time.
//!
//! All of them add in the same order, so that a belief has the same bits on every machine.

use multiversion::multiversion;

use crate::Stencil;
use crate::stencil::Window;

/// Partial sums: as many as the widest vector unit takes at once.
const LANES: usize = 8;

/// Room for what cells give to each cell that they reach. Nothing that it holds lasts until the next step.
#[derive(Clone, Debug)]
pub(crate) enum Room {
    /// For steps through the whole board.
    Board(BoardRoom),
    /// For steps within windows.
    Rows(RowRoom),
}

/// All rows, between a row of nothing before and one after.
#[derive(Clone, Debug)]
pub(crate) struct BoardRoom {
    given: Vec<f64>,
    /// 0 in the first column, 1 in the others, and the same for the last column.
    has_left: Vec<f64>,
    has_right: Vec<f64>,
}

/// Three rows, each with a cell of nothing at its ends.
#[derive(Clone, Debug)]
pub(crate) struct RowRoom {
    given: Vec<f64>,
}

impl Room {
    /// Room for steps through the whole board.
    pub(crate) fn of_board(stencil: &Stencil) -> Self {
        let (cells, cols) = (stencil.board_cells(), stencil.cols());
        let is_other = |col: usize| (0..cells).map(|cell| if cell % cols == col { 0.0 } else { 1.0 }).collect();
        let (has_left, has_right) = (is_other(0), is_other(cols.saturating_sub(1)));
        Self::Board(BoardRoom { given: vec![0.0; cells + 2 * cols], has_left, has_right })
    }

    /// Room for steps within windows.
    pub(crate) fn of_rows(stencil: &Stencil) -> Self {
        Self::Rows(RowRoom { given: vec![0.0; 3 * (stencil.cols() + 2)] })
    }
}

/// Spreads all mass and multiplies it with the likelihoods, into `next`. Returns the sum.
///
/// Whole rows follow each other without a border, so that one loop goes through the board: on small boards a loop for each
/// row takes twice the time.
#[multiversion(targets("x86_64+avx2", "x86_64+avx512f+avx512vl"))]
pub(crate) fn step_everywhere(
    mass: &[f64],
    stencil: &Stencil,
    likelihood: &[f64],
    room: &mut BoardRoom,
    next: &mut [f64],
) -> f64 {
    let (cells, cols) = (mass.len(), stencil.cols());
    let share = &stencil.share()[..cells];
    let given = &mut room.given[cols..cols + cells];
    for cell in 0..cells {
        given[cell] = mass[cell] * share[cell];
    }
    let from = |first: usize| &room.given[first..first + cells];
    let (here, up, down, left, right) = (from(cols), from(0), from(2 * cols), from(cols - 1), from(cols + 1));
    let (has_left, has_right) = (&room.has_left[..cells], &room.has_right[..cells]);
    let (floor, likelihood) = (&stencil.floor()[..cells], &likelihood[..cells]);
    let next = &mut next[..cells];
    for cell in 0..cells {
        let sides = left[cell] * has_left[cell] + right[cell] * has_right[cell];
        next[cell] = (here[cell] + up[cell] + down[cell] + sides) * (floor[cell] * likelihood[cell]);
    }
    sum(next)
}

/// The same where all mass lies within a window, and will lie within `reached`, the window grown by one.
///
/// Rows are taken one after the other, and what they give is kept for three of them: a large board is read from memory once.
#[multiversion(targets("x86_64+avx2", "x86_64+avx512f+avx512vl"))]
pub(crate) fn step_within(
    reached: &Window,
    mass: &[f64],
    stencil: &Stencil,
    likelihood: &[f64],
    room: &mut RowRoom,
    next: &mut [f64],
) -> f64 {
    let (cols, width) = (stencil.cols(), reached.cols.len());
    let cells = |row: usize| row * cols + reached.cols.start..row * cols + reached.cols.end;
    let give = |given: &mut [f64], row: usize| {
        let (mass, share) = (&mass[cells(row)], &stencil.share()[cells(row)]);
        for ((given, mass), share) in given[1..=width].iter_mut().zip(mass).zip(share) {
            *given = mass * share;
        }
    };
    // Before the first and after the last cell of a row there is no mass, nor above and below the window.
    let (up, rest) = room.given.split_at_mut(width + 2);
    let (here, rest) = rest.split_at_mut(width + 2);
    let (mut up, mut here, mut down) = (up, here, &mut rest[..width + 2]);
    for given in [&mut *up, &mut *here, &mut *down] {
        given.fill(0.0);
    }
    give(here, reached.rows.start);
    let mut total = 0.0;
    for row in reached.rows.clone() {
        if row + 1 < reached.rows.end {
            give(down, row + 1);
        } else {
            down.fill(0.0);
        }
        let (share, likelihood) = (&stencil.share()[cells(row)], &likelihood[cells(row)]);
        let next = &mut next[cells(row)];
        let (left, right) = (&here[..width], &here[2..][..width]);
        let (middle, up_row, down_row) = (&here[1..][..width], &up[1..][..width], &down[1..][..width]);
        let (share, likelihood) = (&share[..width], &likelihood[..width]);
        for col in 0..next.len() {
            let around = middle[col] + up_row[col] + down_row[col] + (left[col] + right[col]);
            // Walls give nothing and get nothing.
            next[col] = if share[col] > 0.0 { around * likelihood[col] } else { 0.0 };
        }
        total += sum(next);
        (up, here, down) = (here, down, up);
    }
    total
}

/// Multiplies all values with a factor.
#[multiversion(targets("x86_64+avx2", "x86_64+avx512f+avx512vl"))]
pub(crate) fn scale(values: &mut [f64], factor: f64) {
    for value in values {
        *value *= factor;
    }
}

#[inline(always)]
fn sum(values: &[f64]) -> f64 {
    let mut lanes = [0.0; LANES];
    let (chunks, rest) = values.as_chunks::<LANES>();
    for chunk in chunks {
        for lane in 0..LANES {
            lanes[lane] += chunk[lane];
        }
    }
    lanes.iter().sum::<f64>() + rest.iter().sum::<f64>()
}
