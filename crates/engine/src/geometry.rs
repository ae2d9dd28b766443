//! Cells, directions and edges of a rectangular board. Row-major, `(0, 0)` top left, rows grow downwards.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A cell of the board, counted from the top left. In text and JSON a cell is always `row, column`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "[u16; 2]", into = "[u16; 2]")]
pub struct Cell {
    /// Row, 0 at the top.
    pub row: u16,
    /// Column, 0 at the left.
    pub col: u16,
}

impl Cell {
    /// The cell at `(row, col)`.
    #[inline]
    pub const fn new(row: u16, col: u16) -> Self {
        Self { row, col }
    }

    /// Manhattan distance in cells; walls are ignored.
    #[inline]
    pub const fn manhattan(self, other: Self) -> u32 {
        self.row.abs_diff(other.row) as u32 + self.col.abs_diff(other.col) as u32
    }

    /// Chebyshev distance in cells: the larger of the two coordinate differences.
    #[inline]
    pub fn chebyshev(self, other: Self) -> u32 {
        u32::from(self.row.abs_diff(other.row).max(self.col.abs_diff(other.col)))
    }
}

impl From<[u16; 2]> for Cell {
    fn from([row, col]: [u16; 2]) -> Self {
        Self { row, col }
    }
}

impl From<Cell> for [u16; 2] {
    fn from(cell: Cell) -> Self {
        [cell.row, cell.col]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row, self.col)
    }
}

/// A text that is no cell.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a cell as ROW,COLUMN (for example 2,0), found `{0}`")]
pub struct ParseCellError(String);

/// Parses `row,col`; blanks around the numbers are allowed.
impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || ParseCellError(text.to_owned());
        let (row, col) = text.split_once(',').ok_or_else(wrong)?;
        let number = |part: &str| part.trim().parse::<u16>().map_err(|_| wrong());
        Ok(Self::new(number(row)?, number(col)?))
    }
}

/// One of the four compass directions, in the order in which all Fogreel games try them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Row − 1.
    Up,
    /// Row + 1.
    Down,
    /// Column − 1.
    Left,
    /// Column + 1.
    Right,
}

impl Direction {
    /// All four: up, down, left, right.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// `(row, column)` offset of one step.
    #[inline]
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
        }
    }

    /// The direction that leads back.
    #[inline]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Lower-case English name.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that is no direction.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected up, down, left or right, found `{0}`")]
pub struct ParseDirectionError(String);

impl FromStr for Direction {
    type Err = ParseDirectionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|direction| direction.name() == text)
            .ok_or_else(|| ParseDirectionError(text.to_owned()))
    }
}

/// Rows and columns of a board or of a seat's own frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Size {
    /// Number of rows.
    pub rows: u16,
    /// Number of columns.
    pub cols: u16,
}

impl Size {
    /// A board of `rows` × `cols` cells.
    #[inline]
    pub const fn new(rows: u16, cols: u16) -> Self {
        Self { rows, cols }
    }

    /// Number of cells.
    #[inline]
    pub const fn cells(self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// Whether `cell` lies on the board.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.col < self.cols
    }

    /// Row-major index of a cell that lies on the board.
    #[inline]
    pub const fn index(self, cell: Cell) -> usize {
        cell.row as usize * self.cols as usize + cell.col as usize
    }

    /// The cell at a row-major index.
    ///
    /// # Panics
    /// If the board has no columns.
    #[inline]
    pub const fn cell(self, index: usize) -> Cell {
        Cell::new((index / self.cols as usize) as u16, (index % self.cols as usize) as u16)
    }

    /// All cells, row by row.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| Cell::new(row, col)))
    }

    /// The cell `steps` cells away, or `None` off the board.
    #[inline]
    pub fn step(self, cell: Cell, direction: Direction, steps: u16) -> Option<Cell> {
        let (rows, cols) = direction.offset();
        self.shift(cell, rows * i32::from(steps), cols * i32::from(steps))
    }

    /// The cell at a `(row, column)` offset, or `None` off the board.
    #[inline]
    pub fn shift(self, cell: Cell, rows: i32, cols: i32) -> Option<Cell> {
        let row = u16::try_from(i32::from(cell.row) + rows).ok()?;
        let col = u16::try_from(i32::from(cell.col) + cols).ok()?;
        let shifted = Cell::new(row, col);
        self.contains(shifted).then_some(shifted)
    }

    /// The neighbours of a cell on the board, in the order up, down, left, right.
    #[inline]
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = Cell> {
        Direction::ALL.into_iter().filter_map(move |direction| self.step(cell, direction, 1))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.rows, self.cols)
    }
}

/// The border between a cell and its neighbour below or to the right (or the outer border, when there is none).
///
/// Every inner border has exactly one such name, so that edges compare and sort.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Edge {
    /// The upper or left cell.
    pub cell: Cell,
    /// [`Direction::Down`] or [`Direction::Right`].
    pub side: Direction,
}

impl Edge {
    /// The border that one meets when leaving `cell` towards `direction`; `None` for the upper and left outer border.
    #[inline]
    pub fn between(size: Size, cell: Cell, direction: Direction) -> Option<Self> {
        match direction {
            Direction::Down | Direction::Right => Some(Self { cell, side: direction }),
            Direction::Up | Direction::Left => {
                let cell = size.step(cell, direction, 1)?;
                Some(Self { cell, side: direction.opposite() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_and_cell_are_inverse() {
        let size = Size::new(3, 5);
        for (index, cell) in size.iter().enumerate() {
            assert_eq!(size.index(cell), index);
            assert_eq!(size.cell(index), cell);
        }
    }

    #[test]
    fn steps_stop_at_the_border() {
        let size = Size::new(2, 2);
        assert_eq!(size.step(Cell::new(0, 0), Direction::Up, 1), None);
        assert_eq!(size.step(Cell::new(0, 0), Direction::Right, 1), Some(Cell::new(0, 1)));
        assert_eq!(size.neighbours(Cell::new(1, 1)).count(), 2);
    }

    #[test]
    fn an_edge_has_one_name_from_both_sides() {
        let size = Size::new(2, 2);
        assert_eq!(
            Edge::between(size, Cell::new(1, 0), Direction::Up),
            Edge::between(size, Cell::new(0, 0), Direction::Down)
        );
    }

    #[test]
    fn cells_parse_as_they_print() {
        assert_eq!("2,0".parse(), Ok(Cell::new(2, 0)));
        assert_eq!(Cell::new(4, 9).to_string().parse(), Ok(Cell::new(4, 9)));
        assert!("2".parse::<Cell>().is_err());
        assert!("-1,2".parse::<Cell>().is_err());
    }
}
