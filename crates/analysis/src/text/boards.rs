//! The board and the belief: beside each other where both have room, else one below the other.

use std::fmt::Write;

use fogreel_engine::data::{Belief, BeliefKind, Domain, Rgb};
use fogreel_engine::{Cell, Header, Record, Size, TextBoard};

use super::TurnOptions;

/// Width of a cell of a belief in characters.
const CELL: usize = 3;
/// Room for the number of a row and the blank behind it.
const ROW_LABEL: usize = 4;
/// Blanks between board and belief, and before the label.
const BETWEEN: usize = 2;

/// What the numbers of a belief count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    /// Hundredths of a probability.
    Percent,
    /// −log2 of a probability: what the cell would surprise by.
    Bits,
    /// Hundredths of an expected number of things.
    Hundredths,
}

impl Unit {
    /// Percent, but bits where most of the probability lies on cells that would all read "below 0.5 %".
    fn of(belief: &Belief) -> Self {
        if matches!(belief.kind, BeliefKind::Count(_)) {
            return Self::Hundredths;
        }
        let values = || belief.values().iter().copied().filter(|value| *value > 0.0);
        let hidden: f64 = values().filter(|value| Self::Percent.number(*value).is_none()).sum();
        if hidden > values().sum::<f64>() / 2.0 { Self::Bits } else { Self::Percent }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Percent => "in %",
            Self::Bits => "in bits (−log2 P)",
            Self::Hundredths => "expected number in hundredths",
        }
    }

    /// What the signs mean.
    pub(super) const fn legend(self) -> &'static str {
        match self {
            Self::Percent => "  · impossible   + below 0.5 %   ## wall",
            Self::Bits => "  · impossible   8: P is 2^-8, 1 in 256   + below 2^-99   ## wall",
            Self::Hundredths => "  · impossible   + below 0.005   ## wall",
        }
    }

    /// A value above 0 as a whole number; `None` where none fits or it would round to 0.
    fn number(self, value: f64) -> Option<u32> {
        match self {
            Self::Percent | Self::Hundredths => {
                // As `{:.0}` rounds, so that colour and plain text agree.
                let rounded = (value * 100.0).round_ties_even();
                (rounded >= 1.0).then_some(rounded.min(999.0) as u32)
            }
            Self::Bits => Some((-value.log2()).round()).filter(|bits| *bits <= 99.0).map(|bits| bits as u32),
        }
    }
}

/// What is written side by side.
pub(super) struct Boards<'a> {
    pub(super) header: &'a Header,
    pub(super) record: &'a Record,
    pub(super) board: &'a TextBoard,
    pub(super) belief: Option<&'a Belief>,
}

impl<'a> Boards<'a> {
    /// Writes both and a blank line; says what the numbers count.
    pub(super) fn write(&self, out: &mut String, options: &TurnOptions<'_>) -> Unit {
        let unit = self.belief.map_or(Unit::Percent, Unit::of);
        let board = self.board_lines();
        let belief = self.belief_lines(unit, options.colors);
        let size = self.board.size();
        let columns = usize::from(size.cols);
        let (left, right) = (ROW_LABEL + 2 * columns, BETWEEN + ROW_LABEL + CELL * columns);
        match belief {
            None => board.iter().for_each(|line| end_line(out, line)),
            Some((label, lines)) if left + right <= options.width => {
                // The label stands behind the last heading, or above where that would be too wide.
                let is_behind = left + right + BETWEEN + label.chars().count() <= options.width;
                if !is_behind {
                    end_line(out, &format!("{:left$}{:BETWEEN$}{:ROW_LABEL$} {label}", "", "", ""));
                }
                let last_heading = lines.len() - usize::from(size.rows) - 1;
                for (index, (left, right)) in board.iter().zip(&lines).enumerate() {
                    let behind = if is_behind && index == last_heading { format!("  {label}") } else { String::new() };
                    end_line(out, &format!("{left}  {right}{behind}"));
                }
            }
            Some((label, lines)) => {
                board.iter().for_each(|line| end_line(out, line));
                end_line(out, &format!("\n{label}"));
                lines.iter().for_each(|line| end_line(out, line));
            }
        }
        out.push('\n');
        unit
    }

    /// Numbers of columns, then the rows.
    fn board_lines(&self) -> Vec<String> {
        let size = self.board.size();
        let mut lines = headings(size, |number| format!("{number:>2}"));
        lines.extend((0..size.rows).map(|row| {
            let mut line = format!("{row:>3} ");
            for col in 0..size.cols {
                line.push(' ');
                line.push(self.board.glyph(Cell::new(row, col)));
            }
            line
        }));
        lines
    }

    /// The label, and the lines that stand beside those of the board; `None` if no belief lies over its cells.
    fn belief_lines(&self, unit: Unit, colors: Option<fn(f64) -> Rgb>) -> Option<(String, Vec<String>)> {
        let belief = self.belief?;
        let size = self.board.size();
        let target = self.header.targets.iter().find(|target| target.id == belief.key.target)?;
        let values = belief.values();
        if target.domain != Domain::Cells || values.len() != size.cells() {
            return None;
        }
        let greatest = values.iter().copied().fold(0.0, f64::max);
        let truth = self.record.true_cells(self.header, &belief.key);
        let mut lines = headings(size, |number| format!("{number:>2} "));
        lines.extend((0..size.rows).map(|row| {
            let mut line = format!("{row:>3} ");
            for col in 0..size.cols {
                let cell = Cell::new(row, col);
                let value = values[size.index(cell)];
                let is_truth = truth.as_ref().is_some_and(|cells| cells.contains(&cell));
                // A wall with mass on it is a fault worth seeing: the value shows, not the wall.
                if value == 0.0 && self.header.board.size == size && !self.header.board.is_passable(cell) {
                    line.push_str("## ");
                } else {
                    push_cell(&mut line, &cell_text(value, unit, is_truth), value, greatest, colors);
                }
            }
            line
        }));
        Some((format!("{} {}", belief.key, unit.name()), lines))
    }
}

fn end_line(out: &mut String, line: &str) {
    out.push_str(line);
    out.push('\n');
}

/// Numbers of columns by their last digit, with the tens above where there are more than ten.
fn headings(size: Size, cell: impl Fn(String) -> String) -> Vec<String> {
    let numbers = |number: &dyn Fn(u16) -> String| -> String {
        (0..size.cols).fold(" ".repeat(ROW_LABEL), |line, col| line + &cell(number(col)))
    };
    let tens = numbers(&|col| if col % 10 == 0 { (col / 10).to_string() } else { String::new() });
    let ones = numbers(&|col| (col % 10).to_string());
    if size.cols > 10 { vec![tens, ones] } else { vec![ones] }
}

/// Impossible is `·`, what has no number is `+`, what is no probability `!`: none looks like another, nor like a wall.
fn cell_text(value: f64, unit: Unit, is_truth: bool) -> String {
    let text = match value {
        0.0 => "·".to_owned(),
        value if value > 0.0 => unit.number(value).map_or_else(|| "+".to_owned(), |number| number.to_string()),
        _ => "!".to_owned(),
    };
    let mark = if is_truth { "○" } else { " " };
    // `100` fills its cell; only then the ring has no room of its own.
    if text.chars().count() >= CELL { text } else { format!("{text:>2}{mark}") }
}

fn push_cell(line: &mut String, text: &str, value: f64, greatest: f64, colors: Option<fn(f64) -> Rgb>) {
    let Some(colors) = colors.filter(|_| value > 0.0) else { return line.push_str(text) };
    let shade = colors(if greatest > 0.0 { value / greatest } else { 0.0 });
    let Rgb(red, green, blue) = shade;
    let ink = if brightness(shade) > 0.5 { "30" } else { "97" };
    let _ = write!(line, "\x1b[48;2;{red};{green};{blue}m\x1b[{ink}m{text}\x1b[0m");
}

fn brightness(Rgb(red, green, blue): Rgb) -> f64 {
    (0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)) / 255.0
}
