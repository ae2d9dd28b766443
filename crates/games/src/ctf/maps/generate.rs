//! Boards drawn at random: one half, and its mirror image.

use fogreel_engine::{Cell, CellSet, Chance, ConfigError, MapGenerator, Owner, Size};

use crate::maps::{CellMap, GENERATOR, GeneratorPlan};

/// How such boards are named.
pub(in crate::ctf) const EXAMPLE: MapGenerator = MapGenerator {
    prefix: GENERATOR.prefix,
    example: "gen:width=30,height=30,walls=18,seed=1",
    summary: "a half drawn at random and mirrored, five flags a side, everything within reach; every part may be left out",
};

/// Flags of each side.
const FLAGS: usize = 5;
/// Halves that are drawn before a description is given up.
const TRIES: u64 = 200;

/// Draws a board: each cell of the left half is a wall with that chance in percent, what is cut off becomes wall, base and flags
/// come to lie on the floor, all at least two cells from each other, and the right half is the mirror image.
///
/// # Errors
/// [`ConfigError::Invalid`] if the description is wrong, or leaves no room.
pub(super) fn generate(name: &str) -> Result<CellMap, ConfigError> {
    let defaults = GeneratorPlan { width: 30, height: 30, walls: 18, seed: 1 };
    let plan = GeneratorPlan::parse(name, defaults)?;
    let wrong = |why: String| ConfigError::invalid(format!("map `{name}`"), why);
    if !plan.width.is_multiple_of(2) {
        return Err(wrong(format!("`width` must be even, so that the board has two halves, found {}", plan.width)));
    }
    let size = Size::new(plan.height as u16, plan.width as u16);
    let half = Size::new(size.rows, size.cols / 2);
    let mut chance = Chance::new(plan.seed, Owner::Nature);
    for _ in 0..TRIES {
        let floor = plan.draw(half, &mut chance);
        if let Some(places) = draw_places(&floor, &mut chance) {
            return Ok(mirrored(size, &floor, &places));
        }
    }
    Err(wrong(format!(
        "in {TRIES} tries no half has room for a base and {FLAGS} flags that hang together; fewer `walls` or more cells help"
    )))
}

/// The base, then the flags: on floor from which one comes to the middle, with room to stand beside them.
fn draw_places(floor: &CellMap, chance: &mut Chance) -> Option<Vec<Cell>> {
    let size = floor.size;
    let is_open = size.iter().any(|cell| cell.col + 1 == size.cols && !floor.walls.contains(cell));
    // All eight neighbours are floor, so that bases and flags of which nobody of a team may stand cut nothing off.
    let has_room = |cell: &Cell| {
        let is_floor = |rows, cols| size.shift(*cell, rows, cols).is_some_and(|near| !floor.walls.contains(near));
        (-1..=1).all(|rows| (-1..=1).all(|cols| is_floor(rows, cols)))
    };
    let mut free: Vec<Cell> = size.iter().filter(has_room).collect();
    let mut places = Vec::new();
    while is_open && places.len() <= FLAGS && !free.is_empty() {
        let place = free[chance.below("place", free.len() as u64) as usize];
        places.push(place);
        free.retain(|cell| cell.chebyshev(place) > 2);
    }
    (places.len() > FLAGS).then_some(places)
}

fn mirrored(size: Size, floor: &CellMap, places: &[Cell]) -> CellMap {
    let mirror = |cell: Cell| Cell::new(cell.row, size.cols - 1 - cell.col);
    let both = |cell: Cell| [cell, mirror(cell)];
    let walls = CellSet::of(size, floor.walls.iter().flat_map(both));
    let letters = |place: usize| if place == 0 { ['W', 'E'] } else { ['w', 'e'] };
    let marks = places.iter().enumerate().flat_map(|(place, cell)| letters(place).into_iter().zip(both(*cell)));
    let mut marks: Vec<(char, Cell)> = marks.collect();
    marks.sort_unstable_by_key(|(_, cell)| *cell);
    CellMap { size, walls, marks }
}
