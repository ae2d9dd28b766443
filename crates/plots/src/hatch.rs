//! Patterns that tell looks apart without colour. Lines run on through neighbouring cells of the same look.

use fogreel_engine::data::{Hatch, Rgb};
use fogreel_engine::{Cell, Size};

use crate::color::{DivergingMap, look};
use crate::drawing::{Area, Drawing, PAPER, Point};

/// Where the cells of a board lie on paper.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) x: i32,
    pub(crate) y: i32,
    /// Side of a cell in units.
    pub(crate) cell: i32,
    pub(crate) size: Size,
}

impl Field {
    pub(crate) fn area(&self) -> Area {
        Area::new(self.x, self.y, i32::from(self.size.cols) * self.cell, i32::from(self.size.rows) * self.cell)
    }

    pub(crate) fn cell_area(&self, cell: Cell) -> Area {
        let (x, y) = (i32::from(cell.col) * self.cell, i32::from(cell.row) * self.cell);
        Area::new(self.x + x, self.y + y, self.cell, self.cell)
    }
}

/// A cell of which more is to be said than a colour can.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Look {
    Impossible,
    BelowFloor,
    BothImpossible,
    FirstExcludes,
    SecondExcludes,
    VisibleNow,
    SeenBefore,
    NeverSeen,
    Wall,
    Unseen,
    NoValue,
    NeverVisited,
}

impl Look {
    /// All looks, in the order of legends.
    pub(crate) const ALL: [Self; 12] = [
        Self::Impossible,
        Self::BelowFloor,
        Self::BothImpossible,
        Self::FirstExcludes,
        Self::SecondExcludes,
        Self::VisibleNow,
        Self::SeenBefore,
        Self::NeverSeen,
        Self::Wall,
        Self::Unseen,
        Self::NoValue,
        Self::NeverVisited,
    ];

    /// The ground of its sign in a legend.
    pub(crate) fn ground(self) -> Rgb {
        match self {
            Self::Impossible | Self::NeverVisited => look::IMPOSSIBLE,
            Self::BelowFloor => look::BELOW_FLOOR,
            Self::BothImpossible => look::BOTH_IMPOSSIBLE,
            Self::FirstExcludes => DivergingMap::default().at(-0.5),
            Self::SecondExcludes => DivergingMap::default().at(0.5),
            Self::NeverSeen => look::NEVER_SEEN,
            Self::SeenBefore => look::SEEN_BEFORE,
            Self::Wall => look::WALL,
            Self::VisibleNow | Self::Unseen | Self::NoValue => PAPER,
        }
    }
}

/// More lines than this say nothing and make large files.
const MOST_LINES: usize = 20_000;
/// Cells smaller than this are too small for a mark of their own.
const SMALLEST_MARKED_CELL: i32 = 120;

/// Draws the pattern of a look over the cells of a mask (one flag a cell, row by row).
pub(crate) fn pattern(drawing: &mut Drawing, field: &Field, look: Look, mask: &[bool]) {
    let spacing = (field.cell / 4).clamp(55, 110);
    let width = (spacing / 5).clamp(12, 20);
    match look {
        Look::Impossible | Look::NeverVisited => {
            marks(drawing, field, mask, field.cell / 11, width.min(14), look::IMPOSSIBLE_MARK);
        }
        Look::NoValue => marks(drawing, field, mask, field.cell * 2 / 5, width, look::NO_VALUE_MARK),
        Look::BelowFloor => lines(drawing, rising(field, mask, spacing), look::BELOW_FLOOR_MARK, width),
        Look::Wall => lines(drawing, falling(field, mask, spacing), look::WALL_MARK, width),
        Look::BothImpossible => marks(drawing, field, mask, field.cell / 11, width.min(14), look::BOTH_IMPOSSIBLE_MARK),
        Look::FirstExcludes => hatch(drawing, field, mask, Hatch::Vertical, look::EXCLUDES_MARK, 0),
        Look::SecondExcludes => hatch(drawing, field, mask, Hatch::Dots, look::EXCLUDES_MARK, 0),
        Look::VisibleNow => {}
        Look::NeverSeen => hatch(drawing, field, mask, Hatch::Dots, look::NEVER_SEEN_MARK, 0),
        Look::SeenBefore => lines(drawing, rising(field, mask, 2 * spacing), look::SEEN_BEFORE_MARK, width),
        Look::Unseen => lines(drawing, horizontal(field, mask, spacing), look::UNSEEN_MARK, width),
    }
}

/// A channel's hatching over the cells of a mask. Hatches of different rank do not cover each other.
pub(crate) fn hatch(drawing: &mut Drawing, field: &Field, mask: &[bool], hatch: Hatch, color: Rgb, rank: usize) {
    let spacing = (field.cell / 3).clamp(70, 150) + 23 * rank as i32;
    let width = (spacing / 9).clamp(10, 16);
    let draw = |drawing: &mut Drawing, parts: &[Vec<[Point; 2]>]| {
        parts.iter().for_each(|part| lines(drawing, part.clone(), color, width));
    };
    match hatch {
        Hatch::None => {}
        Hatch::Rising => draw(drawing, &[rising(field, mask, spacing)]),
        Hatch::Falling => draw(drawing, &[falling(field, mask, spacing)]),
        Hatch::Horizontal => draw(drawing, &[horizontal(field, mask, spacing)]),
        Hatch::Vertical => draw(drawing, &[vertical(field, mask, spacing)]),
        Hatch::Crossed => draw(drawing, &[rising(field, mask, spacing), falling(field, mask, spacing)]),
        Hatch::Dots => dots(drawing, field, mask, spacing, color),
    }
}

/// Hatches a rectangle of any size. Lines of one hatch run on through rectangles that touch.
pub(crate) fn hatch_area(drawing: &mut Drawing, area: Area, hatch: Hatch, color: Rgb) {
    const SPACING: i32 = 80;
    const LINE: i32 = 13;
    let (from, to) = ((area.x, area.y), (area.right(), area.bottom()));
    let within =
        |from: i32, to: i32| (from.div_euclid(SPACING) + 1..=(to - 1).div_euclid(SPACING)).map(|k| k * SPACING);
    let mut line = |from: Point, to: Point| drawing.path(vec![from, to], color, LINE);
    if matches!(hatch, Hatch::Rising | Hatch::Crossed) {
        for sum in within(from.0 + from.1, to.0 + to.1) {
            let (left, right) = (from.0.max(sum - to.1), to.0.min(sum - from.1));
            line((left, sum - left), (right, sum - right));
        }
    }
    if matches!(hatch, Hatch::Falling | Hatch::Crossed) {
        for difference in within(from.0 - to.1, to.0 - from.1) {
            let (left, right) = (from.0.max(difference + from.1), to.0.min(difference + to.1));
            line((left, left - difference), (right, right - difference));
        }
    }
    match hatch {
        Hatch::Horizontal => within(from.1, to.1).for_each(|y| line((from.0, y), (to.0, y))),
        Hatch::Vertical => within(from.0, to.0).for_each(|x| line((x, from.1), (x, to.1))),
        Hatch::Dots => {
            let middle = [(from.0 + to.0) / 2];
            let centers: Vec<i32> = within(from.0, to.0).collect();
            // A bar that is too narrow for the grid has its dots in the middle.
            let centers = if centers.is_empty() { &middle[..] } else { &centers };
            for y in within(from.1, to.1) {
                centers.iter().for_each(|x| drawing.disc((*x, y), 17, color));
            }
        }
        _ => {}
    }
}

fn lines(drawing: &mut Drawing, lines: Vec<[Point; 2]>, color: Rgb, width: i32) {
    if lines.len() <= MOST_LINES {
        for line in lines {
            drawing.path(line.to_vec(), color, width);
        }
    }
}

/// A cross in the middle of each cell of the mask.
fn marks(drawing: &mut Drawing, field: &Field, mask: &[bool], arm: i32, width: i32, color: Rgb) {
    let count = mask.iter().filter(|is_marked| **is_marked).count();
    if field.cell < SMALLEST_MARKED_CELL || 2 * count > MOST_LINES {
        return;
    }
    for (index, _) in mask.iter().enumerate().filter(|(_, is_marked)| **is_marked) {
        let (x, y) = field.cell_area(field.size.cell(index)).center();
        drawing.path(vec![(x - arm, y - arm), (x + arm, y + arm)], color, width);
        drawing.path(vec![(x - arm, y + arm), (x + arm, y - arm)], color, width);
    }
}

/// Lines x + y = constant, clipped to the mask.
fn rising(field: &Field, mask: &[bool], spacing: i32) -> Vec<[Point; 2]> {
    let at = |row: i32, col: i32| mask[row as usize * usize::from(field.size.cols) + col as usize];
    diagonals(field, spacing, at).into_iter().map(|line| line.map(|(x, y)| (field.x + x, field.y + y))).collect()
}

/// The mirror image of [`rising`].
fn falling(field: &Field, mask: &[bool], spacing: i32) -> Vec<[Point; 2]> {
    let cols = i32::from(field.size.cols);
    let at = |row: i32, col: i32| mask[row as usize * cols as usize + (cols - 1 - col) as usize];
    let right = field.area().right();
    diagonals(field, spacing, at).into_iter().map(|line| line.map(|(x, y)| (right - x, field.y + y))).collect()
}

fn diagonals(field: &Field, spacing: i32, at: impl Fn(i32, i32) -> bool) -> Vec<[Point; 2]> {
    let (cell, rows, cols) = (field.cell, i32::from(field.size.rows), i32::from(field.size.cols));
    let mut lines = Vec::new();
    let mut sum = spacing / 2;
    while sum < (rows + cols) * cell {
        let mut open: Option<(i32, i32)> = None;
        for row in 0..rows {
            let (top, bottom) = (row * cell, (row + 1) * cell);
            // The line crosses at most one border between columns within a row.
            let col = (sum - bottom).div_euclid(cell) + 1;
            let border = sum - col * cell;
            for (from, to, col) in [(top, border.clamp(top, bottom), col), (border.clamp(top, bottom), bottom, col - 1)]
            {
                let is_marked = (0..cols).contains(&col) && at(row, col);
                if from == to {
                    continue;
                }
                open = match (open, is_marked) {
                    (Some((start, _)), true) => Some((start, to)),
                    (None, true) => Some((from, to)),
                    (Some((start, end)), false) => {
                        lines.push([(sum - start, start), (sum - end, end)]);
                        None
                    }
                    (None, false) => None,
                };
            }
        }
        lines.extend(open.map(|(start, end)| [(sum - start, start), (sum - end, end)]));
        if lines.len() > MOST_LINES {
            break;
        }
        sum += spacing;
    }
    lines
}

/// Lines y = constant, clipped to the mask.
fn horizontal(field: &Field, mask: &[bool], spacing: i32) -> Vec<[Point; 2]> {
    let cols = usize::from(field.size.cols);
    let mut lines = Vec::new();
    let mut y = spacing / 2;
    while y < field.area().height && lines.len() <= MOST_LINES {
        let row = (y / field.cell) as usize;
        let mut start = 0;
        for run in mask[row * cols..(row + 1) * cols].chunk_by(|left, right| left == right) {
            let x = |col: usize| field.x + col as i32 * field.cell;
            if run[0] {
                lines.push([(x(start), field.y + y), (x(start + run.len()), field.y + y)]);
            }
            start += run.len();
        }
        y += spacing;
    }
    lines
}

/// Lines x = constant, clipped to the mask.
fn vertical(field: &Field, mask: &[bool], spacing: i32) -> Vec<[Point; 2]> {
    let (rows, cols) = (usize::from(field.size.rows), usize::from(field.size.cols));
    let mut lines = Vec::new();
    let mut x = spacing / 2;
    while x < field.area().width && lines.len() <= MOST_LINES {
        let col = (x / field.cell) as usize;
        let y = |row: usize| field.y + row as i32 * field.cell;
        let mut row = 0;
        while row < rows {
            let start = row;
            while row < rows && mask[row * cols + col] {
                row += 1;
            }
            if row > start {
                lines.push([(field.x + x, y(start)), (field.x + x, y(row))]);
            } else {
                row += 1;
            }
        }
        x += spacing;
    }
    lines
}

/// Dots on a grid, those that lie within the mask.
fn dots(drawing: &mut Drawing, field: &Field, mask: &[bool], spacing: i32, color: Rgb) {
    let radius = (spacing / 7).clamp(9, 18);
    let cols = usize::from(field.size.cols);
    let area = field.area();
    let mut centers = Vec::new();
    for y in (spacing / 2..area.height).step_by(spacing as usize) {
        for x in (spacing / 2..area.width).step_by(spacing as usize) {
            if mask[(y / field.cell) as usize * cols + (x / field.cell) as usize] {
                centers.push((field.x + x, field.y + y));
            }
        }
    }
    if centers.len() <= MOST_LINES {
        centers.into_iter().for_each(|center| drawing.disc(center, radius, color));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(lines: &[[Point; 2]]) -> i32 {
        lines.iter().map(|[from, to]| (to.1 - from.1).abs()).sum()
    }

    #[test]
    fn diagonals_stay_within_the_mask_and_run_on() {
        let field = Field { x: 50, y: 20, cell: 100, size: Size::new(2, 3) };
        let mask = [true, true, false, true, false, false];
        for lines in [rising(&field, &mask, 30), falling(&field, &mask, 30)] {
            assert!(!lines.is_empty());
            for [from, to] in &lines {
                let middle = ((from.0 + to.0) / 2 - field.x, (from.1 + to.1) / 2 - field.y);
                let index = (middle.1.clamp(0, 199) / 100 * 3 + middle.0.clamp(0, 299) / 100) as usize;
                assert!(mask[index], "{from:?} {to:?}");
            }
        }
        // Three cells of 100 with lines 30 apart hold about 3·100·100/30 of vertical extent.
        assert!((length(&rising(&field, &mask, 30)) - 1000).abs() < 100);
        assert_eq!(length(&rising(&field, &mask, 30)), length(&rising(&field, &mask, 30)));
    }

    #[test]
    fn too_many_lines_are_no_lines() {
        let size = Size::new(512, 512);
        let field = Field { x: 0, y: 0, cell: 30, size };
        let mask: Vec<bool> = (0..size.cells()).map(|index| index.wrapping_mul(2_654_435_761) >> 7 & 1 == 0).collect();
        let mut drawing = Drawing::default();
        pattern(&mut drawing, &field, Look::Wall, &mask);
        pattern(&mut drawing, &field, Look::Impossible, &mask);
        assert!(drawing.elements.is_empty());
    }
}
