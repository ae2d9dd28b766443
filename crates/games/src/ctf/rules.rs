//! The board with whatever is precomputed from it.

use fogreel_engine::{Cell, CellSet, Size};

/// What belongs to one team.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// The home base.
    pub base: Cell,
    /// Spawn points of the flags that the team defends.
    pub flags: Vec<Cell>,
}

/// A board that cannot be played on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardError {
    /// A base or spawn point is off the board, in a wall, or taken.
    #[error("{0} cannot be a base or a spawn point: it is off the board, in a wall, or taken already")]
    Taken(Cell),
    /// Somebody who is sent home might find no place.
    #[error("the base at {0} needs 6 cells beside it that are neither walls nor spawn points")]
    Crowded(Cell),
}

/// The rules of one match.
#[derive(Clone, Debug)]
pub struct Rules {
    size: Size,
    blocked: CellSet,
    sides: [Side; 2],
    /// Always visible to both: around each base and spawn point.
    lit: CellSet,
    /// What a person sees from each cell.
    masks: Vec<CellSet>,
    /// Turns after which the match ends.
    pub max_turns: u32,
}

/// How far a person sees, in Manhattan distance; walls do not matter.
const SIGHT: u32 = 4;

impl Rules {
    /// The rules on a board with these walls.
    ///
    /// # Errors
    /// [`BoardError`] if bases and spawn points do not fit.
    pub fn new(walls: &CellSet, sides: [Side; 2], max_turns: u32) -> Result<Self, BoardError> {
        let size = walls.size();
        let mut taken = walls.clone();
        let mut lit = CellSet::new(size);
        for cell in sides.iter().flat_map(|side| side.flags.iter().copied().chain([side.base])) {
            if !size.contains(cell) || taken.contains(cell) {
                return Err(BoardError::Taken(cell));
            }
            taken.insert(cell);
            lit.union_with(&CellSet::of(size, size.iter().filter(|other| other.chebyshev(cell) <= 1)));
        }
        for side in &sides {
            let free = size.iter().filter(|cell| cell.chebyshev(side.base) == 1 && !taken.contains(*cell)).count();
            if free < 6 {
                return Err(BoardError::Crowded(side.base));
            }
        }
        let mut blocked = walls.clone();
        sides.iter().for_each(|side| blocked.insert(side.base));
        let near = |from: Cell| CellSet::of(size, size.iter().filter(move |cell| cell.manhattan(from) <= SIGHT));
        let masks = size.iter().map(near).collect();
        Ok(Self { size, blocked, sides, lit, masks, max_turns })
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What belongs to a team.
    ///
    /// # Panics
    /// If `team` is neither 0 nor 1.
    pub fn side(&self, team: usize) -> &Side {
        &self.sides[team]
    }

    /// Whether one can stand on the cell.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.size.contains(cell) && !self.blocked.contains(cell)
    }

    /// Whether the cell lies in the team's half; the middle column of an odd board is nobody's.
    pub fn is_own_half(&self, team: usize, cell: Cell) -> bool {
        let half = self.size.cols / 2;
        if team == 0 { cell.col < half } else { cell.col >= self.size.cols - half }
    }

    /// The flag, by number, of a team that spawns on the cell.
    pub fn flag_at(&self, team: usize, cell: Cell) -> Option<usize> {
        self.sides[team].flags.iter().position(|flag| *flag == cell)
    }

    /// What persons on these cells see together, the cells that everybody sees among them.
    pub fn visible(&self, persons: &[Cell]) -> CellSet {
        let mut seen = self.lit.clone();
        persons.iter().for_each(|cell| seen.union_with(&self.masks[self.size.index(*cell)]));
        seen
    }
}
