//! Maps of cells for any game: text in three forms, or drawn at random. Errors name line and column.

mod ascii;
mod generate;
mod lay;
mod moving_ai;

use fogreel_engine::{Cell, CellSet, ConfigError, Size};

pub(crate) use generate::{GENERATOR, GeneratorPlan, generate};

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

/// What a character of a map means.
enum Glyph {
    Floor,
    Wall,
    /// A letter that the game gives a meaning.
    Mark,
}

impl CellMap {
    /// Parses a map in the form that its text has: Moving AI (`type …`), Pac-Man layout (`%` walls), or ASCII (`.`, `#` and
    /// the letters of the game).
    ///
    /// Line ends may be LF or CRLF; blanks at the end of a line and empty lines at the end of the text do not count.
    ///
    /// # Errors
    /// [`ConfigError::Invalid`] with line and column, counted from 1.
    pub(crate) fn parse(name: &str, text: &str, letters: &[char]) -> Result<Self, ConfigError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end();
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        match lines.first() {
            None => Err(wrong(name, 1, "the map is empty; a map has lines of `.` (floor) and `#` (wall)")),
            Some(first) if first.starts_with("type ") || *first == "type" => moving_ai::parse(name, &lines),
            Some(first) if first.starts_with('%') => lay::parse(name, &lines),
            Some(_) => ascii::parse(name, &lines, letters),
        }
    }

    /// A map from the rows of a text. `line` is the number of the first of them, for errors.
    fn from_rows(
        name: &str,
        line: usize,
        rows: &[&str],
        expected: &str,
        meaning: impl Fn(char) -> Option<Glyph>,
    ) -> Result<Self, ConfigError> {
        let cols = rows.first().map_or(0, |row| row.chars().count());
        if cols == 0 {
            return Err(wrong(name, line, "the map is empty here"));
        }
        let size = checked_size(name, line, rows.len(), cols)?;
        let mut map = Self { size, walls: CellSet::new(size), marks: Vec::new() };
        for (row, text) in rows.iter().enumerate() {
            let width = text.chars().count();
            if width != cols {
                let what = format!("expected {cols} cells as in line {line}, found {width}");
                return Err(wrong(name, line + row, what));
            }
            for (col, glyph) in text.chars().enumerate() {
                let cell = Cell::new(row as u16, col as u16);
                match meaning(glyph) {
                    Some(Glyph::Floor) => {}
                    Some(Glyph::Wall) => map.walls.insert(cell),
                    Some(Glyph::Mark) => map.marks.push((glyph, cell)),
                    None => {
                        let found = glyph.escape_default();
                        let what = format!("column {}: expected {expected}, found `{found}`", col + 1);
                        return Err(wrong(name, line + row, what));
                    }
                }
            }
        }
        Ok(map)
    }
}

fn wrong(name: &str, line: usize, what: impl Into<String>) -> ConfigError {
    ConfigError::invalid(format!("map {name}, line {line}"), what)
}

fn checked_size(name: &str, line: usize, rows: usize, cols: usize) -> Result<Size, ConfigError> {
    match (u16::try_from(rows), u16::try_from(cols)) {
        (Ok(high), Ok(wide)) if rows <= MAX_SIDE && cols <= MAX_SIDE => Ok(Size::new(high, wide)),
        _ => Err(wrong(name, line, format!("a map has at most {MAX_SIDE} rows and columns, found {rows}×{cols}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same map in three forms.
    const ASCII: &str = "....\n.##.\n....\n";
    const MOVING_AI: &str = "type octile\nheight 3\nwidth 4\nmap\n....\n.T@G\n....\n";
    const LAY: &str = "%%%%\n%P %\n%.o%\n%%%%\n";

    #[test]
    fn line_ends_and_trailing_blanks_do_not_matter() {
        for text in [ASCII, MOVING_AI, LAY] {
            let plain = CellMap::parse("m", text, &[]).expect("a map");
            let crlf = text.replace('\n', "\r\n");
            let blanks = text.replace('\n', "  \t\n") + "\n\n";
            let marked = format!("\u{feff}{text}");
            for variant in [crlf, blanks, marked, text.trim_end().to_owned()] {
                assert_eq!(CellMap::parse("m", &variant, &[]), Ok(plain.clone()), "{variant:?}");
            }
        }
    }

    #[test]
    fn each_form_knows_its_walls() {
        let walls = |text: &str| -> Vec<Cell> { CellMap::parse("m", text, &[]).expect("a map").walls.iter().collect() };
        assert_eq!(walls(ASCII), [Cell::new(1, 1), Cell::new(1, 2)]);
        assert_eq!(walls(MOVING_AI), [Cell::new(1, 1), Cell::new(1, 2)]);
        assert_eq!(walls(LAY).len(), 12);
    }

    #[test]
    fn marks_belong_to_the_game() {
        let map = CellMap::parse("m", "..\n.E\n", &['E']).expect("a map");
        assert_eq!(map.marks, [('E', Cell::new(1, 1))]);
        assert!(CellMap::parse("m", "..\n.E\n", &[]).is_err());
    }

    #[test]
    fn errors_name_line_and_column() {
        let error = |text: &str| CellMap::parse("cave", text, &['E']).expect_err("no map").to_string();
        assert_eq!(error("...\n.."), "map cave, line 2: expected 3 cells as in line 1, found 2");
        assert_eq!(error("...\n.x."), "map cave, line 2: column 2: expected `.`, `#` or `E`, found `x`");
        assert!(error("\n\n").contains("line 1: the map is empty"));
        assert!(error("...\n\n...").contains("line 2: expected 3 cells"));
        assert_eq!(
            error("type octile\nheight 3\nwidth 2\nmap\n..\n..\n"),
            "map cave, line 2: height 3, but 2 rows follow"
        );
        assert_eq!(
            error("type octile\nheight 1\nwidth 2\nmap\n...\n"),
            "map cave, line 3: width 2, but line 5 has 3 cells"
        );
        assert!(error("type octile\nheight x\nwidth 2\nmap\n..\n").contains("line 2: expected `height` and a number"));
        assert!(error("type octile\nheight 1\nwidth 1\n.\n").contains("line 4: expected `map`"));
        assert!(error("type octile\n").contains("line 2: expected `height`"));
        assert!(error("%%%\n%?%\n%%%").contains("line 2: column 2"));
        assert!(error("%%%\n%%\n").contains("line 2: expected 3 cells"));
        let wide = ".".repeat(MAX_SIDE + 1);
        assert!(error(&wide).contains("at most 1024"));
        assert!(error("type octile\nheight 99999999999\nwidth 1\nmap\n.").contains("line 2"));
    }
}
