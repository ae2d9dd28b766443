//! The board and the knobs, with whatever is precomputed from them.

use std::sync::Arc;

use fogreel_engine::data::{Board, Neighbourhood, TerrainKind};
use fogreel_engine::{Cell, CellSet, Direction, Size};
use fogreel_inference::Stencil;

use super::knobs::{FlagOwner, FlagWhileCarried, Fog, Knobs};
use super::{FlagSet, PERSONS, vocabulary};

/// What belongs to one side of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// The home base.
    pub base: Cell,
    /// Spawn points of the flags that the side defends.
    pub flags: Vec<Cell>,
}

/// A board that cannot be played on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardError {
    /// A base or spawn point is off the board, in a wall, or taken.
    #[error("{0} cannot be a base or a spawn point: it is off the board, in a wall, or taken already")]
    Taken(Cell),
    /// Somebody who is sent home might find no place.
    #[error("the base at {0} needs {FREE_BESIDE_BASE} cells beside it that are neither walls nor spawn points")]
    Crowded(Cell),
    /// A flag, or the way back, cannot be reached.
    #[error("there is no way from the base at {base} to the flag at {flag}")]
    CutOff {
        /// The base.
        base: Cell,
        /// The flag.
        flag: Cell,
    },
    /// A side without a flag, or with too many.
    #[error("a side has from 1 to {most} flags, found {0}", most = FlagSet::BITS)]
    Flags(usize),
}

/// Cells that a base has beside it at least: both teams may crowd there, and there must be a free one for whoever is sent home.
const FREE_BESIDE_BASE: usize = 2 * PERSONS;

/// The rules of one match.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The knobs.
    pub knobs: Knobs,
    size: Size,
    walls: CellSet,
    sides: [Side; 2],
    /// By team: where its persons may stand.
    floor: [CellSet; 2],
    /// By team and cell: where steps up, down, left and right lead.
    steps: [Vec<[Option<Cell>; 4]>; 2],
    /// By cell: who defends a flag that spawns there, and its number.
    spawns: Vec<Option<(u8, u8)>>,
    /// By team: cells in which it drops flags.
    dropping: [CellSet; 2],
    /// Always visible to both: around each base and spawn point.
    lit: CellSet,
    /// By cell: what a person sees there.
    masks: Vec<CellSet>,
    /// By team: who is next to whom for its persons, for filters.
    stencils: [Arc<Stencil>; 2],
}

impl Rules {
    /// The rules on a board with these walls.
    ///
    /// # Errors
    /// [`BoardError`] if bases and spawn points do not fit, or a flag cannot be fetched.
    pub fn new(knobs: Knobs, walls: CellSet, mut sides: [Side; 2]) -> Result<Self, BoardError> {
        let size = walls.size();
        for side in &mut sides {
            side.flags.truncate(knobs.flags as usize);
        }
        let taken = check_places(&walls, &sides)?;
        let near = |centre: Cell| size.iter().filter(move |cell| cell.chebyshev(centre) <= 1);
        let lit = CellSet::of(size, places(&sides).flat_map(near));
        let mut spawns = vec![None; size.cells()];
        for (team, side) in sides.iter().enumerate() {
            if side.flags.is_empty() || side.flags.len() > FlagSet::BITS as usize {
                return Err(BoardError::Flags(side.flags.len()));
            }
            if near(side.base).filter(|cell| !taken.contains(*cell)).count() < FREE_BESIDE_BASE {
                return Err(BoardError::Crowded(side.base));
            }
            for (number, flag) in side.flags.iter().enumerate() {
                spawns[size.index(*flag)] = Some((team as u8, number as u8));
            }
        }
        let stands = |team: usize, cell: Cell| {
            let own_flag = spawns[size.index(cell)].is_some_and(|(owner, _)| usize::from(owner) == team);
            !walls.contains(cell) && sides.iter().all(|side| side.base != cell) && !own_flag
        };
        let floor = [0, 1].map(|team| CellSet::of(size, size.iter().filter(|cell| stands(team, *cell))));
        let steps = [0, 1].map(|team: usize| {
            let step = |cell: Cell, direction| size.step(cell, direction, 1).filter(|to| floor[team].contains(*to));
            size.iter().map(|cell| Direction::ALL.map(|direction| step(cell, direction))).collect()
        });
        let (rows, cols) = (usize::from(size.rows), usize::from(size.cols));
        let stencils =
            [0, 1].map(|team: usize| Arc::new(Stencil::new(rows, cols, |cell| floor[team].contains_index(cell))));
        let dropping = [0, 1]
            .map(|team: usize| CellSet::of(size, near(sides[team].base).filter(|cell| floor[team].contains(*cell))));
        let masks = size.iter().map(|cell| seen_from(&knobs, size, cell)).collect();
        let rules = Self { knobs, size, walls, sides, floor, steps, spawns, dropping, lit, masks, stencils };
        rules.check_ways()?;
        Ok(rules)
    }

    /// Every enemy flag can be fetched from every cell beside the base, and brought back.
    fn check_ways(&self) -> Result<(), BoardError> {
        for team in 0..self.teams() {
            let side = &self.sides[team];
            for flag in &self.sides[1 - team].flags {
                let distances = self.walking_distances(team, [*flag]);
                if self.dropping[team].iter().any(|cell| distances[self.size.index(cell)] == u32::MAX) {
                    return Err(BoardError::CutOff { base: side.base, flag: *flag });
                }
            }
        }
        Ok(())
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Number of teams.
    pub fn teams(&self) -> usize {
        self.knobs.teams as usize
    }

    /// Number of persons of each team.
    pub fn persons(&self) -> usize {
        self.knobs.persons as usize
    }

    /// What belongs to a side.
    ///
    /// # Panics
    /// If `team` is neither 0 nor 1.
    pub fn side(&self, team: usize) -> &Side {
        &self.sides[team]
    }

    /// All flags that a side defends.
    pub fn flags(&self, team: usize) -> FlagSet {
        FlagSet::MAX >> (FlagSet::BITS as usize - self.sides[team].flags.len())
    }

    /// The cells on which the team's persons can stand: no walls, no bases, no spawn points of its own flags.
    pub fn floor(&self, team: usize) -> &CellSet {
        &self.floor[team]
    }

    /// Where the steps up, down, left and right of a person of that team lead; `None` where it cannot stand.
    pub fn steps(&self, team: usize, cell: Cell) -> [Option<Cell>; 4] {
        self.steps[team][self.size.index(cell)]
    }

    /// The cells in which a team drops the flags that it carries: beside its base.
    pub fn dropping(&self, team: usize) -> &CellSet {
        &self.dropping[team]
    }

    /// Whether the cell lies in the team's half; the middle column of an odd board is nobody's.
    pub fn is_own_half(&self, team: usize, cell: Cell) -> bool {
        let half = self.size.cols / 2;
        if team == 0 { cell.col < half } else { cell.col >= self.size.cols - half }
    }

    /// The flag of that side, by number, that spawns on the cell.
    pub fn flag_at(&self, team: usize, cell: Cell) -> Option<usize> {
        let (owner, number) = self.spawns[self.size.index(cell)]?;
        (usize::from(owner) == team).then_some(usize::from(number))
    }

    /// Whether any flag spawns on the cell.
    pub fn is_spawn(&self, cell: Cell) -> bool {
        self.spawns[self.size.index(cell)].is_some()
    }

    /// Whether that person may pick up the enemy flag of that number.
    pub fn may_carry(&self, person: usize, flag: usize) -> bool {
        self.knobs.flag_owner == FlagOwner::Any || flag % self.persons() == person
    }

    /// Whether a flag that is carried is gone from its spawn point.
    pub(crate) fn leaves_spawn(&self) -> bool {
        self.knobs.flag_while_carried == FlagWhileCarried::Absent
    }

    /// Whether one of the persons on these cells sees the cell, or everybody does.
    pub fn is_visible(&self, persons: &[Cell], cell: Cell) -> bool {
        self.lit.contains(cell) || persons.iter().any(|person| self.masks[self.size.index(*person)].contains(cell))
    }

    /// What persons on these cells see together, the cells that everybody sees among them.
    pub fn visible(&self, persons: &[Cell]) -> CellSet {
        let mut seen = self.lit.clone();
        persons.iter().for_each(|cell| seen.union_with(&self.masks[self.size.index(*cell)]));
        seen
    }

    /// Who is next to whom for the persons of a team, for filters.
    pub(crate) fn stencil(&self, team: usize) -> Arc<Stencil> {
        Arc::clone(&self.stencils[team])
    }

    /// Walking distance of the team's persons in steps from every cell to the nearest of `targets`; `u32::MAX` where none can be
    /// reached. Nobody stands in the way.
    pub fn walking_distances(&self, team: usize, targets: impl IntoIterator<Item = Cell>) -> Vec<u32> {
        let mut distances = vec![u32::MAX; self.size.cells()];
        let mut queue = std::collections::VecDeque::new();
        for target in targets {
            distances[self.size.index(target)] = 0;
            queue.push_back(target);
        }
        while let Some(cell) = queue.pop_front() {
            let next = distances[self.size.index(cell)] + 1;
            for neighbour in self.steps(team, cell).into_iter().flatten() {
                let distance = &mut distances[self.size.index(neighbour)];
                if *distance == u32::MAX {
                    *distance = next;
                    queue.push_back(neighbour);
                }
            }
        }
        distances
    }

    /// The board as plain data.
    pub(crate) fn board(&self) -> Board {
        let terrain = |cell: Cell| {
            let base = self.sides.iter().position(|side| side.base == cell);
            let spawn = self.spawns[self.size.index(cell)].map(|(owner, _)| usize::from(owner));
            match (base, spawn) {
                _ if self.walls.contains(cell) => vocabulary::WALL,
                (Some(team), _) => vocabulary::BASES[team],
                (_, Some(team)) => vocabulary::SPAWNS[team],
                _ => vocabulary::FLOOR,
            }
        };
        Board {
            size: self.size,
            neighbourhood: Neighbourhood::Four,
            wrap: false,
            terrain: self.size.iter().map(terrain).collect(),
            legend: terrain_kinds(),
            walls: Vec::new(),
        }
    }
}

/// Bases and spawn points.
fn places(sides: &[Side; 2]) -> impl Iterator<Item = Cell> {
    sides.iter().flat_map(|side| side.flags.iter().copied().chain([side.base]))
}

/// Walls, bases and spawn points, none of which coincide.
fn check_places(walls: &CellSet, sides: &[Side; 2]) -> Result<CellSet, BoardError> {
    let mut taken = walls.clone();
    for cell in places(sides) {
        if !taken.size().contains(cell) || taken.contains(cell) {
            return Err(BoardError::Taken(cell));
        }
        taken.insert(cell);
    }
    Ok(taken)
}

fn seen_from(knobs: &Knobs, size: Size, from: Cell) -> CellSet {
    let sees = |cell: Cell| match knobs.fog {
        Fog::Off => true,
        Fog::Diamond => cell.manhattan(from) <= knobs.sight,
        // The corners of a square of radius 0 are its centre.
        Fog::Square => cell.chebyshev(from) <= knobs.sight && (cell == from || cell.manhattan(from) < 2 * knobs.sight),
    };
    CellSet::of(size, size.iter().filter(|cell| sees(*cell)))
}

fn terrain_kinds() -> Vec<TerrainKind> {
    let kind =
        |id: &str, glyph, passable, color| TerrainKind { id: id.to_owned(), glyph, passable, opaque: false, color };
    let tint = vocabulary::tints();
    vec![
        kind("floor", '.', true, None),
        kind("wall", '#', false, Some(vocabulary::WALL_COLOR)),
        kind("west_base", 'W', false, Some(vocabulary::TEAM_COLORS[0])),
        kind("east_base", 'E', false, Some(vocabulary::TEAM_COLORS[1])),
        kind("west_spawn", 'w', true, Some(tint[0])),
        kind("east_spawn", 'e', true, Some(tint[1])),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(change: impl FnOnce(&mut Knobs)) -> Result<Rules, BoardError> {
        let mut knobs = Knobs::named("match").expect("a preset");
        change(&mut knobs);
        let side = |base, flag| Side { base, flags: vec![flag] };
        let sides = [side(Cell::new(10, 2), Cell::new(2, 2)), side(Cell::new(10, 22), Cell::new(2, 22))];
        Rules::new(knobs, CellSet::new(Size::new(21, 25)), sides)
    }

    #[test]
    fn a_person_sees_a_diamond_or_a_square_without_corners() {
        let seen = |fog: Fog, sight: u32| {
            let rules = rules(|knobs| (knobs.fog, knobs.sight) = (fog, sight)).expect("a board");
            rules.visible(&[Cell::new(10, 12)]).len() - rules.visible(&[]).len()
        };
        // 1 + 3 + 5 + 7 + 9 + 7 + 5 + 3 + 1, and 9 × 9 less 4.
        assert_eq!((seen(Fog::Diamond, 4), seen(Fog::Square, 4)), (41, 77));
        assert_eq!((seen(Fog::Diamond, 0), seen(Fog::Square, 0), seen(Fog::Square, 1)), (1, 1, 5));
        // Two bases and two flags with their eight neighbours are always in sight.
        assert_eq!(seen(Fog::Off, 4), 21 * 25 - 4 * 9);
    }

    #[test]
    fn boards_that_cannot_be_played_are_refused() {
        let side = |base, flag| Side { base, flags: vec![flag] };
        let far = || side(Cell::new(4, 10), Cell::new(0, 8));
        let new = |walls: &[(u16, u16)], west: Side| {
            let walls = CellSet::of(Size::new(9, 12), walls.iter().map(|(row, col)| Cell::new(*row, *col)));
            Rules::new(Knobs::named("match").expect("a preset"), walls, [west, far()]).map(|_| ())
        };
        assert_eq!(new(&[], side(Cell::new(4, 1), Cell::new(0, 3))), Ok(()));
        assert_eq!(new(&[], side(Cell::new(4, 10), Cell::new(0, 3))), Err(BoardError::Taken(Cell::new(4, 10))));
        assert_eq!(new(&[(0, 3)], side(Cell::new(4, 1), Cell::new(0, 3))), Err(BoardError::Taken(Cell::new(0, 3))));
        assert_eq!(new(&[], side(Cell::new(0, 0), Cell::new(5, 3))), Err(BoardError::Crowded(Cell::new(0, 0))));
        let wall: Vec<(u16, u16)> = (0..9).map(|row| (row, 5)).collect();
        let cut_off = BoardError::CutOff { base: Cell::new(4, 1), flag: Cell::new(0, 8) };
        assert_eq!(new(&wall, side(Cell::new(4, 1), Cell::new(0, 3))), Err(cut_off));
        let none = Side { base: Cell::new(4, 1), flags: Vec::new() };
        assert_eq!(new(&[], none), Err(BoardError::Flags(0)));
    }
}
