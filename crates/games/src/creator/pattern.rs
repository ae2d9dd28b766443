//! Patterns: what the Creator builds.

use fogreel_engine::{Cell, ConfigError};

use super::bits::Bits;

/// Rows and columns of a pattern.
pub const PATTERN_SIDE: u16 = 7;
/// Where its top left cell lies on the board.
const CORNER: Cell = Cell::new(4, 4);
/// Cells that a pattern may have.
const CELLS: std::ops::RangeInclusive<u32> = 5..=21;

/// A pattern in the middle of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// What kind of thing it shows: letters, digits, symbols, shapes, or custom.
    pub group: String,
    /// Lower-case name, or the letter.
    pub name: String,
    /// The cells of the board that it asks for.
    pub cells: Bits,
}

/// The patterns that come with the game.
const LIBRARY: &str = include_str!("patterns/library.txt");

/// The patterns that come with the game, by group.
pub fn library() -> Vec<Pattern> {
    parse("library", LIBRARY).expect("the library is tested")
}

/// Reads patterns: for each a line with group and name, then seven rows of `#` and `.`; empty lines between them.
///
/// # Errors
/// [`ConfigError::Invalid`] with the line, if a text is not of that form, a pattern has too few or too many cells, or two are
/// alike.
pub fn parse(file: &str, text: &str) -> Result<Vec<Pattern>, ConfigError> {
    let mut patterns: Vec<Pattern> = Vec::new();
    let mut lines = text.lines().map(str::trim_end).enumerate().filter(|(_, line)| !line.is_empty());
    while let Some((number, heading)) = lines.next() {
        let wrong =
            |line: usize, what: String| Err(ConfigError::invalid(format!("patterns {file}, line {}", line + 1), what));
        let Some((group, name)) = heading.split_once(' ') else {
            return wrong(number, format!("expected a group and a name such as `letters A`, found `{heading}`"));
        };
        let mut cells = Bits::default();
        for row in 0..PATTERN_SIDE {
            let Some((line, text)) = lines.next() else {
                return wrong(number, format!("`{name}` has {row} rows, {PATTERN_SIDE} are needed"));
            };
            if text.chars().count() != usize::from(PATTERN_SIDE) {
                return wrong(line, format!("expected {PATTERN_SIDE} cells, found `{text}`"));
            }
            for (col, glyph) in text.chars().enumerate() {
                match glyph {
                    '#' => cells.insert(Cell::new(CORNER.row + row, CORNER.col + col as u16)),
                    '.' => {}
                    _ => return wrong(line, format!("column {}: expected `#` or `.`, found `{glyph}`", col + 1)),
                }
            }
        }
        if !CELLS.contains(&cells.len()) {
            let (least, most) = (CELLS.start(), CELLS.end());
            return wrong(number, format!("`{name}` has {} cells, expected {least} to {most}", cells.len()));
        }
        if let Some(twin) = patterns.iter().find(|known| known.cells == cells || known.name == name) {
            return wrong(number, format!("`{name}` is like `{}`", twin.name));
        }
        patterns.push(Pattern { group: group.to_owned(), name: name.to_owned(), cells });
    }
    Ok(patterns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_holds_letters_digits_symbols_and_shapes() {
        let library = library();
        let of = |group: &str| library.iter().filter(|pattern| pattern.group == group).count();
        assert_eq!((of("letters"), of("digits")), (26, 10));
        assert!(of("symbols") >= 12 && of("shapes") >= 12);
        // All lie in the middle.
        let middle: Bits = (4..11).flat_map(|row| (4..11).map(move |col| Cell::new(row, col))).collect();
        assert!(library.iter().all(|pattern| pattern.cells.without(&middle).is_empty()));
    }

    #[test]
    fn what_is_no_pattern_is_named() {
        let error = |text: &str| parse("mine", text).expect_err("no patterns").to_string();
        let line = "custom bar\n.......\n.......\n.......\n#######\n.......\n.......\n.......\n";
        assert_eq!(parse("mine", line).map(|patterns| patterns[0].cells.len()), Ok(7));
        assert!(error("bar\n").contains("line 1: expected a group and a name"));
        assert!(error("custom bar\n.......\n").contains("`bar` has 1 rows"));
        assert!(error(&line.replace("#######", "######")).contains("line 5: expected 7 cells"));
        assert!(error(&line.replace("#######", "###x###")).contains("line 5: column 4"));
        assert!(error(&line.replace("#######", "##.....")).contains("has 2 cells, expected 5 to 21"));
        assert!(error(&format!("{line}\n{}", line.replace("bar", "rod"))).contains("line 10: `rod` is like `bar`"));
    }
}
