//! Where the cells of a board lie on the screen.

use std::ops::Range;

use eframe::egui::{Pos2, Rect, Vec2, pos2, vec2};
use fogreel_engine::{Cell, Direction, Edge, Size};

/// Room for row and column numbers, in points.
pub(crate) const LABELS: f32 = 17.0;

/// Which part of the boards is shown, the same in all panes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Zoom {
    /// How many times larger than the whole board would be; 1 shows all of it.
    pub(crate) scale: f32,
    /// The point of the board in the middle of the pane, as parts of its width and height.
    pub(crate) center: Pos2,
}

impl Default for Zoom {
    fn default() -> Self {
        Self { scale: 1.0, center: pos2(0.5, 0.5) }
    }
}

impl Zoom {
    /// Cells are never made larger than this many points.
    const LARGEST_CELL: f32 = 160.0;

    pub(crate) fn is_whole(&self) -> bool {
        self.scale <= 1.0
    }
}

/// A board on the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) size: Size,
    /// All cells, without the labels; beyond the view where the board is zoomed.
    pub(crate) rect: Rect,
    /// Side of a cell in points.
    pub(crate) cell: f32,
    /// The part of the screen in which cells are shown.
    pub(crate) view: Rect,
    /// Side of a cell if the whole board were shown, not rounded to pixels.
    fitted: f32,
    /// How it was asked to be zoomed.
    asked: Zoom,
    pixels_per_point: f32,
}

impl Grid {
    /// The largest board that fits into an area, centred, with room for labels at its left and top; larger when zoomed,
    /// and then only a part of it is in view. Cells are whole pixels wherever that costs little, so that neighbours
    /// meet without seams.
    pub(crate) fn fit(area: Rect, size: Size, zoom: Zoom, pixels_per_point: f32) -> Self {
        let room = vec2(area.width() - LABELS, area.height() - LABELS).max(vec2(1.0, 1.0));
        let view = Rect::from_min_size(area.min + vec2(LABELS, LABELS), room);
        let counts = vec2(f32::from(size.cols.max(1)), f32::from(size.rows.max(1)));
        let fitted = (room / counts).min_elem();
        let cell = cell_side(fitted, zoom.scale, pixels_per_point);
        let board = counts * cell;
        let corner = |from: f32, room: f32, board: f32, center: f32| {
            let free = room - board;
            let corner = if free >= 0.0 { free / 2.0 } else { (room / 2.0 - center * board).clamp(free, 0.0) };
            ((from + corner) * pixels_per_point).round() / pixels_per_point
        };
        let corner = pos2(
            corner(view.left(), room.x, board.x, zoom.center.x),
            corner(view.top(), room.y, board.y, zoom.center.y),
        );
        let rect = Rect::from_min_size(corner, board);
        Self { size, rect, cell, view: view.intersect(rect), fitted, asked: zoom, pixels_per_point }
    }

    /// The point of the board that is in the middle of the view: where it was asked to be, or the nearest that leaves no
    /// gap beside the board.
    fn center_of_view(&self) -> Pos2 {
        self.part_at(self.view.center())
    }

    /// The zoom that makes cells larger or smaller and leaves the point under the pointer where it is.
    pub(crate) fn zoomed(&self, pointer: Pos2, factor: f32) -> Zoom {
        let most = (Zoom::LARGEST_CELL / self.fitted).max(1.0);
        // From what was asked, not from what whole pixels made of it: small turns of the wheel add up.
        let scale = (self.asked.scale * factor).clamp(1.0, most);
        let fixed = self.part_at(pointer);
        let ratio = self.cell / cell_side(self.fitted, scale, self.pixels_per_point);
        Zoom { scale, center: fixed + (self.center_of_view() - fixed) * ratio }
    }

    /// The zoom after the board was dragged by so many points.
    pub(crate) fn dragged(&self, by: Vec2) -> Zoom {
        let center = self.center_of_view() - by / self.rect.size().max(vec2(1.0, 1.0));
        Zoom { center, ..self.asked }
    }

    /// A point of the screen as parts of the board's width and height.
    fn part_at(&self, point: Pos2) -> Pos2 {
        ((point - self.rect.min) / self.rect.size().max(vec2(1.0, 1.0))).to_pos2()
    }

    /// Whether cells are hidden because the board is larger than the pane.
    pub(crate) fn is_clipped(&self) -> bool {
        self.view.width() + 0.5 < self.rect.width() || self.view.height() + 0.5 < self.rect.height()
    }

    /// The rows and columns of which something is in view.
    pub(crate) fn visible(&self) -> (Range<u16>, Range<u16>) {
        let range = |from: f32, to: f32, count: u16| {
            let first = (from / self.cell).floor().clamp(0.0, f32::from(count)) as u16;
            let end = (to / self.cell).ceil().clamp(0.0, f32::from(count)) as u16;
            first..end
        };
        let (from, to) = (self.view.min - self.rect.min, self.view.max - self.rect.min);
        (range(from.y, to.y, self.size.rows), range(from.x, to.x, self.size.cols))
    }

    /// The cells of which something is in view, row by row.
    pub(crate) fn visible_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (rows, cols) = self.visible();
        rows.flat_map(move |row| cols.clone().map(move |col| Cell::new(row, col)))
    }

    /// The cells in view as rectangles: neighbours in a row to which `of` gives the same are one.
    pub(super) fn runs<T: PartialEq>(&self, of: impl Fn(usize) -> T) -> Vec<(Rect, T)> {
        let (rows, cols) = self.visible();
        let mut runs: Vec<(Rect, T)> = Vec::new();
        for row in rows {
            let mut start = cols.start;
            while start < cols.end {
                let is = of(self.size.index(Cell::new(row, start)));
                let end = (start + 1..cols.end).find(|col| of(self.size.index(Cell::new(row, *col))) != is);
                let end = end.unwrap_or(cols.end);
                let first = self.cell_rect(Cell::new(row, start));
                runs.push((first.union(self.cell_rect(Cell::new(row, end - 1))), is));
                start = end;
            }
        }
        runs
    }

    /// Whether something of a cell is in view.
    pub(crate) fn shows(&self, cell: Cell) -> bool {
        self.size.contains(cell) && self.cell_rect(cell).intersects(self.view)
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
        if !self.view.contains(point) {
            return None;
        }
        let place = (point - self.rect.min) / self.cell;
        let cell = Cell::new(place.y as u16, place.x as u16);
        self.size.contains(cell).then_some(cell)
    }

    /// The same edge as seen from the other side of the seam, if it lies on the border of a board whose opposite borders
    /// are joined.
    pub(crate) fn across_seam(&self, edge: Edge) -> Option<Edge> {
        let Edge { cell, side } = edge;
        let cell = match side {
            Direction::Right if cell.col + 1 == self.size.cols => Cell { col: 0, ..cell },
            Direction::Left if cell.col == 0 => Cell { col: self.size.cols - 1, ..cell },
            Direction::Down if cell.row + 1 == self.size.rows => Cell { row: 0, ..cell },
            Direction::Up if cell.row == 0 => Cell { row: self.size.rows - 1, ..cell },
            _ => return None,
        };
        Some(Edge { cell, side: side.opposite() })
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

/// Side of a cell in points: whole pixels where that costs little.
fn cell_side(fitted: f32, scale: f32, pixels_per_point: f32) -> f32 {
    let exact = (fitted * scale.max(1.0)).min(Zoom::LARGEST_CELL);
    let pixels = exact * pixels_per_point;
    if pixels >= 4.0 { pixels.floor() / pixels_per_point } else { exact }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [Size; 4] = [
        Size { rows: 1, cols: 1 },
        Size { rows: 10, cols: 10 },
        Size { rows: 3, cols: 40 },
        Size { rows: 512, cols: 512 },
    ];

    fn area() -> Rect {
        Rect::from_min_size(pos2(13.0, 7.0), vec2(311.0, 207.0))
    }

    #[test]
    fn points_and_cells_are_inverse_and_the_board_fits() {
        for size in SIZES {
            for scale in [1.0, 1.5, 2.0] {
                let grid = Grid::fit(area(), size, Zoom::default(), scale);
                assert!(area().expand(0.6).contains_rect(grid.rect), "{size} at {scale}: {:?}", grid.rect);
                assert!(!grid.is_clipped());
                assert_eq!(grid.visible_cells().count(), size.cells());
                for cell in [Cell::new(0, 0), Cell::new(size.rows - 1, size.cols - 1)] {
                    assert_eq!(grid.cell_at(grid.center(cell)), Some(cell));
                }
                assert_eq!(grid.cell_at(grid.rect.min - vec2(1.0, 1.0)), None);
            }
        }
    }

    #[test]
    fn zooming_keeps_the_cell_under_the_pointer() {
        let size = Size::new(512, 512);
        let mut grid = Grid::fit(area(), size, Zoom::default(), 1.0);
        // A board that is narrower than its pane stays in the middle, so the pointer is there in one direction.
        let pointer = grid.rect.center() + vec2(0.0, -30.0);
        let cell = grid.cell_at(pointer).expect("on the board");
        for _ in 0..12 {
            grid = Grid::fit(area(), size, grid.zoomed(pointer, 1.4), 1.0);
            let now = grid.cell_at(pointer).expect("on the board");
            assert!(now.row.abs_diff(cell.row) <= 2 && now.col.abs_diff(cell.col) <= 2, "{cell} became {now}");
        }
        assert!(grid.is_clipped() && grid.visible_cells().count() < 4000);
        for _ in 0..20 {
            grid = Grid::fit(area(), size, grid.zoomed(pointer, 0.7), 1.0);
        }
        assert!(!grid.is_clipped(), "back to the whole board");
        assert_eq!(grid.center_of_view(), pos2(0.5, 0.5));
    }

    #[test]
    fn edges_on_the_seam_have_another_side() {
        for size in SIZES {
            let grid = Grid::fit(area(), size, Zoom::default(), 1.0);
            for (cell, side) in size.iter().take(50).flat_map(|cell| Direction::ALL.map(|side| (cell, side))) {
                let other = grid.across_seam(Edge { cell, side });
                assert_eq!(other.is_none(), size.step(cell, side, 1).is_some(), "{size} {cell} {side:?}");
                if let Some(other) = other {
                    assert!(size.contains(other.cell));
                    assert_eq!(grid.across_seam(other), Some(Edge { cell, side }), "there and back");
                }
            }
        }
    }

    #[test]
    fn a_board_of_one_cell_is_not_all_the_pane() {
        let large = Rect::from_min_size(pos2(0.0, 0.0), vec2(2000.0, 1200.0));
        let grid = Grid::fit(large, Size::new(1, 1), Zoom::default(), 1.0);
        assert!(grid.cell <= Zoom::LARGEST_CELL && !grid.is_clipped());
        assert_eq!(grid.zoomed(grid.rect.center(), 3.0).scale, 1.0, "it cannot be made larger");
    }

    #[test]
    fn a_zoomed_board_leaves_no_gap_however_far_it_is_dragged() {
        for size in SIZES {
            let mut grid = Grid::fit(area(), size, Zoom { scale: 5.0, center: pos2(0.5, 0.5) }, 1.0);
            for by in [vec2(1e4, 0.0), vec2(-1e4, -1e4), vec2(3.0, 1e4)] {
                grid = Grid::fit(area(), size, grid.dragged(by), 1.0);
                assert!(grid.rect.contains_rect(grid.view), "{size} {by:?}");
                assert!(grid.visible_cells().all(|cell| grid.shows(cell)));
                // What is dragged too far comes back at once.
                let center = grid.center_of_view();
                assert!((0.0..=1.0).contains(&center.x) && (0.0..=1.0).contains(&center.y));
            }
        }
    }
}
