//! Where the cells of a board lie on the screen.

use eframe::egui::{Pos2, Rect, pos2, vec2};
use fogreel_engine::{Cell, Direction, Edge, Size};

/// Room for row and column numbers, in points.
pub(crate) const LABELS: f32 = 17.0;

/// A board on the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) size: Size,
    /// All cells, without the labels.
    pub(crate) rect: Rect,
    /// Side of a cell in points.
    pub(crate) cell: f32,
}

impl Grid {
    /// The largest board that fits into an area, centred, with room for labels at its left and top. Cells are whole
    /// pixels wherever that costs little, so that neighbours meet without seams.
    pub(crate) fn fit(area: Rect, size: Size, pixels_per_point: f32) -> Self {
        let room = vec2(area.width() - LABELS, area.height() - LABELS).max(vec2(1.0, 1.0));
        let (rows, cols) = (f32::from(size.rows.max(1)), f32::from(size.cols.max(1)));
        let exact = (room.x / cols).min(room.y / rows) * pixels_per_point;
        let pixels = if exact >= 4.0 { exact.floor() } else { exact };
        let cell = pixels / pixels_per_point;
        let board = vec2(cols * cell, rows * cell);
        let free = (room - board).max(vec2(0.0, 0.0)) / 2.0;
        let snap = |value: f32| (value * pixels_per_point).round() / pixels_per_point;
        let corner = area.min + vec2(LABELS, LABELS) + free;
        Self { size, rect: Rect::from_min_size(pos2(snap(corner.x), snap(corner.y)), board), cell }
    }

    pub(crate) fn cell_rect(&self, cell: Cell) -> Rect {
        let corner = self.rect.min + vec2(f32::from(cell.col), f32::from(cell.row)) * self.cell;
        Rect::from_min_size(corner, vec2(self.cell, self.cell))
    }

    pub(crate) fn center(&self, cell: Cell) -> Pos2 {
        self.cell_rect(cell).center()
    }

    /// The cell at a point of the screen.
    pub(crate) fn cell_at(&self, point: Pos2) -> Option<Cell> {
        if !self.rect.contains(point) {
            return None;
        }
        let place = (point - self.rect.min) / self.cell;
        let cell = Cell::new(place.y as u16, place.x as u16);
        self.size.contains(cell).then_some(cell)
    }

    /// The two ends of an edge.
    pub(crate) fn edge_line(&self, edge: Edge) -> [Pos2; 2] {
        let rect = self.cell_rect(edge.cell);
        match edge.side {
            Direction::Down => [rect.left_bottom(), rect.right_bottom()],
            Direction::Right => [rect.right_top(), rect.right_bottom()],
            Direction::Up => [rect.left_top(), rect.right_top()],
            Direction::Left => [rect.left_top(), rect.left_bottom()],
        }
    }

    /// Whether a cell has room for a piece's letter or a number.
    pub(crate) fn has_room(&self, points: f32) -> bool {
        self.cell >= points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_cells_are_inverse_and_the_board_fits() {
        let area = Rect::from_min_size(pos2(13.0, 7.0), vec2(311.0, 207.0));
        for size in [Size::new(1, 1), Size::new(10, 10), Size::new(3, 40), Size::new(512, 512)] {
            for scale in [1.0, 1.5, 2.0] {
                let grid = Grid::fit(area, size, scale);
                assert!(area.expand(0.6).contains_rect(grid.rect), "{size} at {scale}: {:?}", grid.rect);
                for cell in [Cell::new(0, 0), Cell::new(size.rows - 1, size.cols - 1)] {
                    assert_eq!(grid.cell_at(grid.center(cell)), Some(cell));
                }
                assert_eq!(grid.cell_at(grid.rect.min - vec2(1.0, 1.0)), None);
            }
        }
    }
}
