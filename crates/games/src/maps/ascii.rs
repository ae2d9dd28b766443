//! The house's own form: `.` floor, `#` wall, letters as the game says.

use fogreel_engine::ConfigError;

use super::{CellMap, Glyph};

pub(super) fn parse(name: &str, lines: &[&str], letters: &[char]) -> Result<CellMap, ConfigError> {
    let mut expected = vec!["`.`".to_owned(), "`#`".to_owned()];
    expected.extend(letters.iter().map(|letter| format!("`{letter}`")));
    let last = expected.pop().unwrap_or_default();
    let expected = format!("{} or {last}", expected.join(", "));
    CellMap::from_rows(name, 1, lines, &expected, |glyph| match glyph {
        '.' => Some(Glyph::Floor),
        '#' => Some(Glyph::Wall),
        mark if letters.contains(&mark) => Some(Glyph::Mark),
        _ => None,
    })
}
