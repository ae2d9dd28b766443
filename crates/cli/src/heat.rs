//! A belief in the terminal: true colour, or numbers.

use std::io::{IsTerminal, Write};

use fogreel_engine::data::{Board, Rgb};
use fogreel_engine::{Cell, Size};
use fogreel_plots::color::ColorMap;

use crate::args::Color;

/// Whether to use colours.
pub(crate) fn wants_color(color: Color) -> bool {
    let is_true_color = || {
        let term = std::env::var("COLORTERM").unwrap_or_default();
        term == "truecolor" || term == "24bit"
    };
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() && is_true_color(),
    }
}

/// Width of a cell in characters.
pub(crate) const CELL: usize = 3;

/// Writes one cell: colour with a mark where it matters, or the probability in percent.
///
/// Impossible is `·`, what would round to 0 % is `+`, a wall is `#`: none of them looks like another.
pub(crate) fn write_cell(
    out: &mut impl Write,
    value: f64,
    greatest: f64,
    is_wall: bool,
    is_truth: bool,
    color: bool,
) -> std::io::Result<()> {
    let text = match value {
        _ if is_wall => "##".to_owned(),
        p if p <= 0.0 => "·".to_owned(),
        p => Some(format!("{:.0}", p * 100.0)).filter(|text| text != "0").unwrap_or_else(|| "+".to_owned()),
    };
    let mark = if is_truth { "○" } else { " " };
    // `100` fills its cell; only then the ring has no room of its own.
    let cell = if text.len() >= CELL && !is_wall && value >= 0.995 { text } else { format!("{text:>2}{mark}") };
    if !color || is_wall || value <= 0.0 {
        return write!(out, "{cell}");
    }
    let shade = ColorMap::Cividis.at(if greatest > 0.0 { value / greatest } else { 0.0 });
    let Rgb(red, green, blue) = shade;
    let ink = if luminance(shade) > 0.5 { "30" } else { "97" };
    write!(out, "\x1b[48;2;{red};{green};{blue}m\x1b[{ink}m{cell}\x1b[0m")
}

fn luminance(Rgb(red, green, blue): Rgb) -> f64 {
    (0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)) / 255.0
}

/// Whether a cell of a belief is a wall.
pub(crate) fn is_wall(board: &Board, size: Size, cell: Cell) -> bool {
    board.size == size && !board.is_passable(cell)
}
