//! Pac-Man layouts (`.lay`): `%` wall; food, capsules, blanks and starts are floor (the Berkeley Pac-Man projects).

use fogreel_engine::ConfigError;

use super::{CellMap, Glyph};

pub(super) fn parse(name: &str, lines: &[&str]) -> Result<CellMap, ConfigError> {
    let expected = "`%` (wall) or one of ` .oGP` and digits (floor)";
    CellMap::from_rows(name, 1, lines, expected, |glyph| match glyph {
        '%' => Some(Glyph::Wall),
        ' ' | '.' | 'o' | 'G' | 'P' | '0'..='9' => Some(Glyph::Floor),
        _ => None,
    })
}
