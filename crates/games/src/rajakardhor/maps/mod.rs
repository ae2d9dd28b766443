//! The maps that come with the game.

use fogreel_engine::{Cell, CellSet, ConfigError, MapInfo, MapSource};

use crate::maps::{CellMap, GENERATOR, generate};

/// Name, summary and text of each map; the first is the default.
static MAPS: &[(&str, &str, &str)] = &[
    ("original", "10×10, the map of the public original: 15 walls", include_str!("original.txt")),
    ("open", "10×10, six single walls: long sight, nowhere to hide", include_str!("open.txt")),
    ("tight", "10×10, 30 walls: short sight, many corners", include_str!("tight.txt")),
    ("corridors", "12×12, blocks with corridors between them, an open middle", include_str!("corridors.txt")),
    ("rooms", "14×14, six rooms with narrow doors", include_str!("rooms.txt")),
    ("courtyard", "16×16, rings around a colonnade", include_str!("courtyard.txt")),
    ("city", "30×30, blocks, streets and passages", include_str!("city.txt")),
];

/// A map resolved: its name, walls, and exits if it draws them.
pub(crate) struct ResolvedMap {
    pub(crate) name: String,
    pub(crate) walls: CellSet,
    pub(crate) exits: Option<[Cell; 2]>,
}

pub(crate) fn infos() -> Vec<MapInfo> {
    MAPS.iter().map(|(name, summary, _)| MapInfo { name, summary }).collect()
}

/// Resolves a map.
///
/// # Errors
/// [`ConfigError`] if there is no such map, its text is wrong, or it does not draw none or two exits.
pub(crate) fn resolve(source: &MapSource) -> Result<ResolvedMap, ConfigError> {
    match source {
        MapSource::Default => named(MAPS[0].0),
        MapSource::Named(name) => named(name),
        MapSource::Text { name, text } => with_exits(name, CellMap::parse(name, text, &['E'])?),
        MapSource::Board { name, board } => {
            let walls = board.size.iter().filter(|cell| !board.is_passable(*cell));
            Ok(ResolvedMap { name: name.clone(), walls: CellSet::of(board.size, walls), exits: None })
        }
    }
}

fn named(name: &str) -> Result<ResolvedMap, ConfigError> {
    if name.starts_with(GENERATOR.prefix) {
        return with_exits(name, generate(name)?);
    }
    let (name, _, text) = MAPS
        .iter()
        .find(|(known, ..)| *known == name)
        .ok_or_else(|| ConfigError::unknown("map", name, MAPS.iter().map(|(name, ..)| *name)))?;
    with_exits(name, CellMap::parse(name, text, &['E'])?)
}

fn with_exits(name: &str, map: CellMap) -> Result<ResolvedMap, ConfigError> {
    let exits = match map.marks.as_slice() {
        [] => None,
        [(_, first), (_, second)] => Some([*first, *second]),
        marks => {
            let found = marks.len();
            return Err(ConfigError::invalid(
                format!("map {name}"),
                format!("expected no exit (then they are drawn) or two exits `E`, found {found}"),
            ));
        }
    };
    Ok(ResolvedMap { name: name.to_owned(), walls: map.walls, exits })
}
