//! Moving AI maps (`.map`): a header of four lines, then rows. `.`, `G` and `S` can be walked on, `@`, `O`, `T` and `W` cannot
//! (file formats page of the Moving AI Lab's pathfinding benchmarks).

use fogreel_engine::ConfigError;

use super::{CellMap, Glyph, MAX_SIDE, checked_size, wrong};

pub(super) fn parse(name: &str, lines: &[&str]) -> Result<CellMap, ConfigError> {
    let height = number(name, lines, 1, "height")?;
    let width = number(name, lines, 2, "width")?;
    if lines.get(3) != Some(&"map") {
        return Err(wrong(name, 4, "expected `map`"));
    }
    checked_size(name, 2, height, width)?;
    let rows = &lines[4..];
    if rows.len() != height {
        return Err(wrong(name, 2, format!("height {height}, but {} rows follow", rows.len())));
    }
    if let Some((row, text)) = rows.iter().enumerate().find(|(_, row)| row.chars().count() != width) {
        let found = text.chars().count();
        return Err(wrong(name, 3, format!("width {width}, but line {} has {found} cells", row + 5)));
    }
    let expected = "`.`, `G`, `S` (floor), `@`, `O`, `T` or `W` (wall)";
    CellMap::from_rows(name, 5, rows, expected, |glyph| match glyph {
        '.' | 'G' | 'S' => Some(Glyph::Floor),
        '@' | 'O' | 'T' | 'W' => Some(Glyph::Wall),
        _ => None,
    })
}

/// The number behind a word on a line given by its index.
fn number(name: &str, lines: &[&str], index: usize, word: &str) -> Result<usize, ConfigError> {
    let parse = || lines.get(index)?.strip_prefix(word)?.trim().parse::<usize>().ok();
    parse()
        .filter(|number| (1..=MAX_SIDE).contains(number))
        .ok_or_else(|| wrong(name, index + 1, format!("expected `{word}` and a number from 1 to {MAX_SIDE}")))
}
