//! Maps of cells: text to walls and marked cells, with errors that name line and column.

use fogreel_engine::{Cell, CellSet, ConfigError, Size};

/// Largest map, in rows and in columns.
pub(crate) const MAX_SIDE: usize = 1024;

/// A map as its text says: walls, and cells that a letter marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CellMap {
    pub(crate) size: Size,
    pub(crate) walls: CellSet,
    /// Cells marked with a letter, row by row.
    pub(crate) marks: Vec<(char, Cell)>,
}

impl CellMap {
    /// Parses an ASCII map: `.` floor, `#` wall, and the letters that the game gives a meaning.
    ///
    /// Line ends may be LF or CRLF; blanks at the end of a line and empty lines at the end of the text do not count.
    ///
    /// # Errors
    /// [`ConfigError::Invalid`] with line and column, counted from 1.
    pub(crate) fn parse_ascii(name: &str, text: &str, letters: &[char]) -> Result<Self, ConfigError> {
        let wrong = |line: usize, what: String| ConfigError::invalid(format!("map {name}, line {line}"), what);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
        let cols = lines.first().map_or(0, |line| line.chars().count());
        if cols == 0 {
            return Err(wrong(1, "the map is empty; a map has lines of `.` (floor) and `#` (wall)".to_owned()));
        }
        if lines.len() > MAX_SIDE || cols > MAX_SIDE {
            return Err(wrong(1, format!("a map has at most {MAX_SIDE} rows and columns")));
        }
        let size = Size::new(lines.len() as u16, cols as u16);
        let mut map = Self { size, walls: CellSet::new(size), marks: Vec::new() };
        for (row, line) in lines.iter().enumerate() {
            let width = line.chars().count();
            if width != cols {
                return Err(wrong(row + 1, format!("expected {cols} cells as in line 1, found {width}")));
            }
            for (col, glyph) in line.chars().enumerate() {
                let cell = Cell::new(row as u16, col as u16);
                match glyph {
                    '.' => {}
                    '#' => map.walls.insert(cell),
                    mark if letters.contains(&mark) => map.marks.push((mark, cell)),
                    other => {
                        let known: Vec<String> = letters.iter().map(|letter| format!("`{letter}`")).collect();
                        let known = if known.is_empty() { String::new() } else { format!(", {}", known.join(", ")) };
                        return Err(wrong(
                            row + 1,
                            format!("column {}: expected `.`, `#`{known}, found `{}`", col + 1, other.escape_default()),
                        ));
                    }
                }
            }
        }
        Ok(map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_and_trailing_blanks_do_not_matter() {
        let plain = CellMap::parse_ascii("m", "..#\n.E.\n", &['E']).expect("a map");
        for text in ["..#\r\n.E.\r\n", "..#  \n.E.\t\n\n\n", "\u{feff}..#\n.E."] {
            assert_eq!(CellMap::parse_ascii("m", text, &['E']), Ok(plain.clone()), "{text:?}");
        }
        assert_eq!(plain.marks, [('E', Cell::new(1, 1))]);
        assert!(plain.walls.contains(Cell::new(0, 2)));
    }

    #[test]
    fn errors_name_line_and_column() {
        let error = |text| CellMap::parse_ascii("cave", text, &['E']).expect_err("no map").to_string();
        assert_eq!(error("...\n.."), "map cave, line 2: expected 3 cells as in line 1, found 2");
        assert_eq!(error("...\n.x."), "map cave, line 2: column 2: expected `.`, `#`, `E`, found `x`");
        assert!(error("\n\n").contains("empty"));
    }
}
