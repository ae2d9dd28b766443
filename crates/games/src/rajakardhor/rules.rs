//! Knobs and map, resolved, with the geometry that rules and agents ask for.

use std::sync::Arc;

use fogreel_engine::data::{Board, Neighbourhood, Rgb, TerrainKind};
use fogreel_engine::{Cell, CellSet, Direction, Size};
use fogreel_inference::Stencil;

use super::Action;
use super::knobs::{GuardOrthogonal, Knobs, ScanShape, ThiefSight};
use super::table::Tables;

/// The rules of one match.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The knobs.
    pub knobs: Knobs,
    size: Size,
    walls: CellSet,
    /// Walkable cells, row by row.
    floor: Vec<Cell>,
    /// Walkable neighbours of each cell in direction order.
    neighbours: Vec<[Option<Cell>; 4]>,
    /// The same for filters.
    stencil: Arc<Stencil>,
    /// Values of positions, for agents that average them; made when somebody asks.
    tables: Arc<Tables>,
}

impl Rules {
    /// The rules with these knobs on a board with these walls.
    pub fn new(knobs: Knobs, walls: CellSet) -> Self {
        let size = walls.size();
        let neighbour = |cell, direction| size.step(cell, direction, 1).filter(|next| !walls.contains(*next));
        let neighbours: Vec<[Option<Cell>; 4]> =
            size.iter().map(|cell| Direction::ALL.map(|direction| neighbour(cell, direction))).collect();
        let floor: Vec<Cell> = size.iter().filter(|cell| !walls.contains(*cell)).collect();
        let (rows, cols) = (usize::from(size.rows), usize::from(size.cols));
        let stencil = Stencil::new(rows, cols, |cell| !walls.contains_index(cell));
        Self { knobs, size, walls, floor, neighbours, stencil: Arc::new(stencil), tables: Arc::default() }
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Walkable cells, row by row.
    pub fn floor(&self) -> impl Iterator<Item = Cell> {
        self.floor.iter().copied()
    }

    /// Number of walkable cells.
    pub fn floor_cells(&self) -> usize {
        self.floor.len()
    }

    /// The walkable cell at a position in [`floor`](Self::floor).
    pub(crate) fn floor_cell(&self, position: usize) -> Cell {
        self.floor[position]
    }

    /// Who is next to whom, for filters.
    pub(crate) fn stencil(&self) -> Arc<Stencil> {
        Arc::clone(&self.stencil)
    }

    /// Values of positions when both sides see everything.
    pub(crate) fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Whether one can stand on the cell.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.size.contains(cell) && !self.walls.contains(cell)
    }

    /// The walkable cell one step away.
    pub fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.neighbours[self.size.index(cell)][direction as usize]
    }

    /// The steps that walls and border allow, in direction order, with where they lead.
    pub fn steps(&self, cell: Cell) -> impl Iterator<Item = (Direction, Cell)> {
        let next = self.neighbours[self.size.index(cell)];
        Direction::ALL.into_iter().zip(next).filter_map(|(direction, next)| Some((direction, next?)))
    }

    /// Row-major indexes of the walkable neighbours of a cell given by its index.
    pub(crate) fn neighbour_indices(&self, index: usize) -> impl Iterator<Item = usize> {
        self.neighbours[index].into_iter().flatten().map(|next| self.size.index(next))
    }

    /// Fills `out` with the actions of somebody who stands on `cell`; escape only if asked for.
    pub(crate) fn actions(&self, cell: Cell, can_escape: bool, out: &mut Vec<Action>) {
        out.clear();
        out.push(Action::Wait);
        out.extend(self.steps(cell).map(|(direction, _)| Action::Move(direction)));
        if can_escape {
            out.push(Action::Escape);
        }
    }

    /// Walking distance in steps from every cell to the nearest of `targets`; `u32::MAX` where none can be reached.
    pub fn walking_distances(&self, targets: impl IntoIterator<Item = Cell>) -> Vec<u32> {
        let mut distances = vec![u32::MAX; self.size.cells()];
        let mut queue = std::collections::VecDeque::new();
        for target in targets {
            let index = self.size.index(target);
            if distances[index] != 0 {
                distances[index] = 0;
                queue.push_back(index);
            }
        }
        while let Some(index) = queue.pop_front() {
            for next in self.neighbour_indices(index) {
                if distances[next] == u32::MAX {
                    distances[next] = distances[index] + 1;
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// Whether somebody at `from` sees `to` when looking in `direction`: 1 to `sight_range` cells ahead, no wall between.
    pub fn sees_ahead(&self, from: Cell, direction: Direction, to: Cell) -> bool {
        self.direction_in_range(from, to) == Some(direction) && self.is_clear(from, to)
    }

    /// Whether the thief at `from` sees `to`.
    pub fn thief_sees(&self, from: Cell, to: Cell) -> bool {
        self.direction_in_range(from, to).is_some()
            && (self.knobs.thief_sight == ThiefSight::ThroughWalls || self.is_clear(from, to))
    }

    /// Whether `to` lies 1 to `sight_range` cells from `from` in its row or column; walls do not matter.
    pub fn in_orthogonal_range(&self, from: Cell, to: Cell) -> bool {
        self.direction_in_range(from, to).is_some()
    }

    /// Whether a scan around `centre` covers `cell`; walls do not matter.
    pub fn scan_covers(&self, centre: Cell, cell: Cell) -> bool {
        let radius = self.knobs.scan_radius;
        let rows = u32::from(centre.row.abs_diff(cell.row));
        let cols = u32::from(centre.col.abs_diff(cell.col));
        match self.knobs.scan_shape {
            ScanShape::Square => rows.max(cols) <= radius,
            ScanShape::Rays => rows.max(cols) <= radius && (rows == 0 || cols == 0 || rows == cols),
            ScanShape::Diamond => rows + cols <= radius,
        }
    }

    /// Whether the scan answers the thief's action when the guard has had `guard_turns` turns.
    pub fn scan_fires(&self, guard_turns: u32) -> bool {
        (guard_turns + 1).is_multiple_of(self.knobs.scan_period)
    }

    /// Whether the guard detects by orthogonal range.
    pub fn orthogonal_detects(&self) -> bool {
        self.knobs.guard_orthogonal == GuardOrthogonal::On
    }

    /// The cells ahead that [`sees_ahead`](Self::sees_ahead) accepts.
    pub fn cells_ahead(&self, from: Cell, direction: Direction) -> CellSet {
        CellSet::of(self.size, self.ray(from, direction, true))
    }

    /// The cells that the thief sees from a cell.
    pub fn cells_thief_sees(&self, from: Cell) -> CellSet {
        CellSet::of(self.size, self.thief_rays(from))
    }

    /// The cells of the orthogonal range.
    pub fn cells_orthogonal(&self, from: Cell) -> CellSet {
        CellSet::of(self.size, self.rays(from, false))
    }

    /// The cells that a scan covers, walls among them.
    pub fn cells_scanned(&self, centre: Cell) -> CellSet {
        CellSet::of(self.size, self.scanned(centre))
    }

    /// The cells within a Manhattan distance.
    pub fn cells_near(&self, centre: Cell, distance: u32) -> CellSet {
        CellSet::of(self.size, self.near(centre, distance))
    }

    /// The cells of one ray, nearest first; `blocked` ends it before the first wall.
    pub(crate) fn ray(&self, from: Cell, direction: Direction, blocked: bool) -> impl Iterator<Item = Cell> {
        (1..=self.knobs.sight_range.min(u32::from(u16::MAX)) as u16)
            .map_while(move |steps| self.size.step(from, direction, steps))
            .take_while(move |cell| !blocked || !self.walls.contains(*cell))
    }

    /// The cells of all four rays.
    pub(crate) fn rays(&self, from: Cell, blocked: bool) -> impl Iterator<Item = Cell> {
        Direction::ALL.into_iter().flat_map(move |direction| self.ray(from, direction, blocked))
    }

    /// The cells that the thief sees from a cell.
    pub(crate) fn thief_rays(&self, from: Cell) -> impl Iterator<Item = Cell> {
        self.rays(from, self.knobs.thief_sight == ThiefSight::Rays)
    }

    /// The cells that a scan covers.
    pub(crate) fn scanned(&self, centre: Cell) -> impl Iterator<Item = Cell> {
        self.square(centre, self.knobs.scan_radius).filter(move |cell| self.scan_covers(centre, *cell))
    }

    /// The cells within a Manhattan distance.
    pub(crate) fn near(&self, centre: Cell, distance: u32) -> impl Iterator<Item = Cell> {
        self.square(centre, distance).filter(move |cell| cell.manhattan(centre) <= distance)
    }

    /// The cells of the board within so many rows and columns.
    fn square(&self, centre: Cell, radius: u32) -> impl Iterator<Item = Cell> {
        let reach = |position: u16, limit: u16| {
            let position = u32::from(position);
            position.saturating_sub(radius) as u16..(position + radius + 1).min(u32::from(limit)) as u16
        };
        let cols = reach(centre.col, self.size.cols);
        reach(centre.row, self.size.rows).flat_map(move |row| cols.clone().map(move |col| Cell::new(row, col)))
    }

    /// The board as plain data.
    pub(crate) fn board(&self) -> Board {
        Board {
            size: self.size,
            neighbourhood: Neighbourhood::Four,
            wrap: false,
            terrain: (0..self.size.cells()).map(|index| u8::from(self.walls.contains_index(index))).collect(),
            legend: vec![
                TerrainKind { id: "floor".to_owned(), glyph: '.', passable: true, opaque: false, color: None },
                TerrainKind {
                    id: "wall".to_owned(),
                    glyph: '#',
                    passable: false,
                    opaque: true,
                    color: Some(Rgb(70, 74, 84)),
                },
            ],
            walls: Vec::new(),
        }
    }

    /// The direction from one cell to another in its row or column within sight range; `None` for the cell itself.
    fn direction_in_range(&self, from: Cell, to: Cell) -> Option<Direction> {
        let direction = match (from.row.cmp(&to.row), from.col.cmp(&to.col)) {
            (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Direction::Right,
            (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Direction::Left,
            (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Direction::Down,
            (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Direction::Up,
            _ => return None,
        };
        (from.manhattan(to) <= self.knobs.sight_range).then_some(direction)
    }

    /// Whether no wall stands between two cells of one row or column.
    fn is_clear(&self, from: Cell, to: Cell) -> bool {
        let (rows, cols) = (from.row.min(to.row)..=from.row.max(to.row), from.col.min(to.col)..=from.col.max(to.col));
        rows.flat_map(|row| cols.clone().map(move |col| Cell::new(row, col))).all(|cell| !self.walls.contains(cell))
    }
}
