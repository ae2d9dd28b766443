//! The outline of a set of cells.

use std::collections::BTreeMap;

use fogreel_engine::CellSet;

use crate::drawing::Point;
use crate::hatch::Field;
use crate::lines::broken;

/// How the outline of a channel is broken, so that colour is not needed: lengths drawn and left out, in turn, in units.
const STYLES: [&[i32]; 4] = [&[], &[130, 70], &[40, 50], &[150, 50, 40, 50]];

/// Closed lines around the cells of a set, `inset` units inside their borders, the set on the right-hand side.
pub(crate) fn around(cells: &CellSet, field: &Field, inset: i32) -> Vec<Vec<Point>> {
    corners(cells)
        .into_iter()
        .map(|corners| {
            let count = corners.len();
            let mut line: Vec<Point> = (0..count)
                .map(|index| {
                    let (before, here, after) =
                        (corners[(index + count - 1) % count], corners[index], corners[(index + 1) % count]);
                    let (into, out) = (inner_normal(before, here), inner_normal(here, after));
                    let x = field.x + here.0 * field.cell + inset * (into.0 + out.0);
                    (x, field.y + here.1 * field.cell + inset * (into.1 + out.1))
                })
                .collect();
            line.push(line[0]);
            line
        })
        .collect()
}

/// The unit vector to the right of the way from one corner to the next.
fn inner_normal(from: Point, to: Point) -> Point {
    (-(to.1 - from.1).signum(), (to.0 - from.0).signum())
}

/// Corners (column, row) of the borders between set and rest, where they turn.
fn corners(cells: &CellSet) -> Vec<Vec<Point>> {
    let size = cells.size();
    let is_in = |row: i32, col: i32| {
        let on_board = (0..i32::from(size.rows)).contains(&row) && (0..i32::from(size.cols)).contains(&col);
        on_board && cells.contains_index(row as usize * usize::from(size.cols) + col as usize)
    };
    // Each border leads clockwise around its cell; a point has two ways out where cells touch at a corner alone.
    let mut ways: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    for cell in cells.iter() {
        let (row, col) = (i32::from(cell.row), i32::from(cell.col));
        let borders = [
            (row - 1, col, (col, row), (col + 1, row)),
            (row, col + 1, (col + 1, row), (col + 1, row + 1)),
            (row + 1, col, (col + 1, row + 1), (col, row + 1)),
            (row, col - 1, (col, row + 1), (col, row)),
        ];
        for (row, col, from, to) in borders {
            if !is_in(row, col) {
                ways.entry(from).or_default().push(to);
            }
        }
    }
    let mut loops = Vec::new();
    while let Some((start, _)) = ways.first_key_value() {
        let start = *start;
        let mut line: Vec<Point> = Vec::new();
        let mut here = start;
        while let Some(out) = ways.get_mut(&here) {
            // Turning right keeps to the same cell.
            let right = line.last().and_then(|before| {
                let (x, y) = inner_normal(*before, here);
                out.iter().position(|to| (to.0 - here.0, to.1 - here.1) == (x, y))
            });
            let next = out.swap_remove(right.unwrap_or(0));
            if out.is_empty() {
                ways.remove(&here);
            }
            line.push(here);
            here = next;
        }
        let count = line.len();
        let turns = |index: usize| {
            let (before, here, after) = (line[(index + count - 1) % count], line[index], line[(index + 1) % count]);
            inner_normal(before, here) != inner_normal(here, after)
        };
        loops.push((0..count).filter(|index| turns(*index)).map(|index| line[index]).collect());
    }
    loops
}

/// A line broken in one of a few styles; style 0 leaves it whole.
pub(crate) fn styled(line: &[Point], style: usize) -> Vec<Vec<Point>> {
    broken(line, STYLES[style % STYLES.len()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use fogreel_engine::{Cell, Size};

    #[test]
    fn a_ring_of_cells_has_two_outlines() {
        let size = Size::new(5, 5);
        let ring = CellSet::of(size, size.iter().filter(|cell| cell.chebyshev(Cell::new(2, 2)) == 1));
        assert_eq!(corners(&ring), [vec![(1, 1), (4, 1), (4, 4), (1, 4)], vec![(2, 2), (2, 3), (3, 3), (3, 2)]]);
    }

    #[test]
    fn cells_that_touch_at_a_corner_stay_apart() {
        let size = Size::new(2, 2);
        let set = CellSet::of(size, [Cell::new(0, 0), Cell::new(1, 1)]);
        let outlines = corners(&set);
        assert_eq!(outlines.len(), 2);
        assert!(outlines.iter().all(|outline| outline.len() == 4), "{outlines:?}");
    }

    #[test]
    fn an_inset_line_lies_inside() {
        let field = Field { x: 0, y: 0, cell: 100, size: Size::new(1, 1) };
        let set = CellSet::of(field.size, [Cell::new(0, 0)]);
        assert_eq!(around(&set, &field, 10), [vec![(10, 10), (90, 10), (90, 90), (10, 90), (10, 10)]]);
    }

    #[test]
    fn broken_lines_turn_corners() {
        let pieces = styled(&[(0, 0), (100, 0), (100, 300)], 1);
        assert_eq!(pieces, [vec![(0, 0), (100, 0), (100, 30)], vec![(100, 100), (100, 230)]]);
        assert_eq!(styled(&[(0, 0), (5, 0)], 0), [vec![(0, 0), (5, 0)]]);
    }
}
