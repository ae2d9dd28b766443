//! Walking distances on the public board.

use std::collections::{HashMap, HashSet, VecDeque};

use fogreel_engine::data::{Board, Neighbourhood};
use fogreel_engine::{Cell, Direction, Edge};

/// Distances that are kept: 64 MB of them. What is asked for again after that is worked out again.
const MOST_KNOWN: usize = 1 << 23;

/// Steps between cells of a board, worked out once per cell asked for, as long as there is room.
///
/// A diagonal step, where the board has such, passes a corner unless walls between cells bar both ways around it.
#[derive(Clone, Debug)]
pub struct WalkingDistances {
    board: Board,
    walls: HashSet<Edge>,
    known: HashMap<usize, Vec<Option<u32>>>,
}

impl WalkingDistances {
    /// Distances on that board.
    pub fn new(board: &Board) -> Self {
        Self { board: board.clone(), walls: board.walls.iter().copied().collect(), known: HashMap::new() }
    }

    /// Steps from each cell of the board, row-major, to `target`; `None` where it cannot be reached.
    ///
    /// # Panics
    /// If the target is off the board.
    pub fn to(&mut self, target: Cell) -> &[Option<u32>] {
        let index = self.board.size.index(target);
        if !self.known.contains_key(&index) {
            let distances = self.search(target);
            if (self.known.len() + 1) * distances.len() > MOST_KNOWN {
                self.known.clear();
            }
            self.known.insert(index, distances);
        }
        self.known.get(&index).map_or(&[], Vec::as_slice)
    }

    fn search(&self, target: Cell) -> Vec<Option<u32>> {
        let size = self.board.size;
        let mut distances = vec![None; size.cells()];
        distances[size.index(target)] = Some(0);
        let mut queue = VecDeque::from([(target, 0)]);
        while let Some((cell, steps)) = queue.pop_front() {
            for next in self.neighbours(cell) {
                let distance = &mut distances[size.index(next)];
                if distance.is_none() && self.board.is_passable(next) {
                    *distance = Some(steps + 1);
                    queue.push_back((next, steps + 1));
                }
            }
        }
        distances
    }

    fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let step = |from: Cell, direction| self.step(from, direction);
        let mut cells: Vec<Cell> = Direction::ALL.into_iter().filter_map(|direction| step(cell, direction)).collect();
        if self.board.neighbourhood == Neighbourhood::Eight {
            for vertical in [Direction::Up, Direction::Down] {
                for horizontal in [Direction::Left, Direction::Right] {
                    let around = |first, second| step(cell, first).and_then(|corner| step(corner, second));
                    cells.extend(around(vertical, horizontal).or_else(|| around(horizontal, vertical)));
                }
            }
        }
        cells
    }

    /// The next cell in a direction, if no border and no wall between cells bars the way.
    fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let size = self.board.size;
        let (rows, cols) = direction.offset();
        let next = match size.shift(cell, rows, cols) {
            Some(next) => next,
            None if self.board.wrap => {
                let around = |at: u16, by: i32, extent: u16| (i32::from(at) + by).rem_euclid(i32::from(extent)) as u16;
                Cell::new(around(cell.row, rows, size.rows), around(cell.col, cols, size.cols))
            }
            None => return None,
        };
        let border = match direction {
            Direction::Down | Direction::Right => Edge { cell, side: direction },
            Direction::Up | Direction::Left => Edge { cell: next, side: direction.opposite() },
        };
        (!self.walls.contains(&border)).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::fixture::header;

    fn distance(board: &Board, from: (u16, u16), to: (u16, u16)) -> Option<u32> {
        let cell = |(row, col)| Cell::new(row, col);
        WalkingDistances::new(board).to(cell(to))[board.size.index(cell(from))]
    }

    /// The board has 3×4 cells, and (1,1) is a wall.
    #[test]
    fn ways_lead_around_what_bars_them() {
        let mut board = header().board;
        assert_eq!(distance(&board, (1, 0), (1, 2)), Some(4));
        assert_eq!(distance(&board, (1, 1), (1, 2)), None);
        assert_eq!(distance(&board, (0, 0), (2, 3)), Some(5));
        board.wrap = true;
        assert_eq!(distance(&board, (1, 0), (1, 2)), Some(2));
        assert_eq!(distance(&board, (0, 0), (2, 3)), Some(2));
        board.walls = vec![Edge { cell: Cell::new(1, 3), side: Direction::Right }];
        assert_eq!(distance(&board, (1, 0), (1, 2)), Some(4));
        board.neighbourhood = Neighbourhood::Eight;
        assert_eq!(distance(&board, (1, 0), (1, 2)), Some(2), "around the wall by two diagonals");
    }
}
