//! The boards that come with the game, and those drawn at random.

mod generate;

use fogreel_engine::{Cell, CellSet, ConfigError, MapInfo, MapSource};

use super::Side;
use super::vocabulary::{BASES, SPAWNS, WALL};
use crate::maps::{CellMap, GENERATOR};

pub(super) use generate::EXAMPLE;

/// What maps mark: bases, then spawn points of flags.
const LETTERS: [char; 4] = ['W', 'E', 'w', 'e'];

/// Name, summary and text of each map; the first is the default.
static MAPS: &[(&str, &str, &str)] = &[
    ("meadow", "30×30, scattered walls, five flags a side", include_str!("meadow.txt")),
    ("ridge", "30×30, two long walls with gaps, five flags a side", include_str!("ridge.txt")),
    ("garden", "12×16, small, three flags a side", include_str!("garden.txt")),
];

/// A map resolved.
pub(super) struct ResolvedMap {
    pub(super) name: String,
    pub(super) walls: CellSet,
    pub(super) sides: [Side; 2],
}

pub(super) fn infos() -> Vec<MapInfo> {
    MAPS.iter().map(|(name, summary, _)| MapInfo { name, summary }).collect()
}

/// Resolves a map.
///
/// # Errors
/// [`ConfigError`] if there is no such map, its text is wrong, or it does not mark a base and a flag for each side.
pub(super) fn resolve(source: &MapSource) -> Result<ResolvedMap, ConfigError> {
    match source {
        MapSource::Default => named(MAPS[0].0),
        MapSource::Named(name) => named(name),
        MapSource::Text { name, text } => with_marks(name, CellMap::parse(name, text, &LETTERS)?),
        MapSource::Board { name, board } => {
            let of = |kind: u8| board.size.iter().filter(move |cell| board.terrain[board.size.index(*cell)] == kind);
            let side = |team: usize| Some(Side { base: of(BASES[team]).next()?, flags: of(SPAWNS[team]).collect() });
            let wrong = || ConfigError::invalid(format!("map {name}"), "its board has no base on one of the sides");
            let sides = [side(0).ok_or_else(wrong)?, side(1).ok_or_else(wrong)?];
            Ok(ResolvedMap { name: name.clone(), walls: CellSet::of(board.size, of(WALL)), sides })
        }
    }
}

fn named(name: &str) -> Result<ResolvedMap, ConfigError> {
    if name.starts_with(GENERATOR.prefix) {
        return with_marks(name, generate::generate(name)?);
    }
    let (name, _, text) = MAPS
        .iter()
        .find(|(known, ..)| *known == name)
        .ok_or_else(|| ConfigError::unknown("map", name, MAPS.iter().map(|(name, ..)| *name)))?;
    with_marks(name, CellMap::parse(name, text, &LETTERS)?)
}

fn with_marks(name: &str, map: CellMap) -> Result<ResolvedMap, ConfigError> {
    let marked = |letter: char| {
        let cells = map.marks.iter().filter(move |(mark, _)| *mark == letter).map(|(_, cell)| *cell);
        cells.collect::<Vec<Cell>>()
    };
    let wrong = |why: String| ConfigError::invalid(format!("map {name}"), why);
    let side = |team: usize| match (marked(LETTERS[team]).as_slice(), marked(LETTERS[2 + team])) {
        ([base], flags) if !flags.is_empty() => Ok(Side { base: *base, flags }),
        (bases, flags) => Err(wrong(format!(
            "expected one base `{}` and at least one flag `{}`, found {} and {}",
            LETTERS[team],
            LETTERS[2 + team],
            bases.len(),
            flags.len()
        ))),
    };
    Ok(ResolvedMap { name: name.to_owned(), sides: [side(0)?, side(1)?], walls: map.walls.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ctf::{Knobs, Rules};

    #[test]
    fn the_boards_can_be_played_and_are_symmetric() {
        let generated = (0..40).map(|seed| format!("gen:walls={},seed={seed}", seed % 31));
        for name in MAPS.iter().map(|(name, ..)| (*name).to_owned()).chain(generated) {
            let ResolvedMap { walls, sides, .. } = named(&name).expect("a map");
            let mirrored = |cell: Cell| Cell::new(cell.row, walls.size().cols - 1 - cell.col);
            assert!(walls.iter().all(|cell| walls.contains(mirrored(cell))), "{name}");
            assert_eq!(sides[1].base, mirrored(sides[0].base), "{name}");
            let mut flags: Vec<Cell> = sides[1].flags.iter().map(|cell| mirrored(*cell)).collect();
            flags.sort_unstable();
            assert_eq!(flags, sides[0].flags, "{name}");
            for preset in ["match", "solo", "puzzle"] {
                let knobs = Knobs::named(preset).expect("a preset");
                Rules::new(knobs, walls.clone(), sides.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let error = |text: &str| {
            let source = MapSource::Text { name: "m".to_owned(), text: text.to_owned() };
            resolve(&source).map(|_| ()).expect_err("no map").to_string()
        };
        assert!(error("....\n.W..\n").contains("one base `W` and at least one flag `w`, found 1 and 0"));
        assert!(error("W..w\nE.Ee\n").contains("one base `E`"));
        assert!(error("W..x\n").contains("column 4"));
    }
}
