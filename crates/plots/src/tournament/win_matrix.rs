//! Who beats whom.

use std::fmt::Write as _;

use super::TournamentTitle;
use crate::axis::NAME_GAP;
use crate::color::{ColorMap, luminance};
use crate::csv::field;
use crate::drawing::{Anchor, Area, Drawing, FAINT, INK, MM, PAPER, Type};
use crate::panel::{MARGIN, mm, title};
use crate::text::{clean, shorten, width, wrap};
use crate::{Figure, PlotError, Width, svg};

const LARGEST_CELL: i32 = 16 * MM;
const SMALLEST_CELL: i32 = 6 * MM;
/// Space between cells.
const SEAM: i32 = 20;

/// Players against players.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WinMatrix {
    /// What the rows are, such as `guard`; empty where rows and columns are the same players.
    pub row_kind: String,
    /// What the columns are.
    pub column_kind: String,
    /// Players of the rows.
    pub rows: Vec<String>,
    /// Players of the columns.
    pub columns: Vec<String>,
    /// By row, then by column: matches that the row won, drew and lost; `None` if the two did not meet.
    pub cells: Vec<Vec<Option<[u64; 3]>>>,
}

impl WinMatrix {
    fn cell(&self, row: usize, column: usize) -> Option<[u64; 3]> {
        let counts = *self.cells.get(row)?.get(column)?;
        counts.filter(|counts| counts.iter().sum::<u64>() > 0)
    }
}

/// Draws a cell a pairing, coloured by what the row scored (win 1, draw ½), with the percentage of wins and, below it, of draws.
///
/// # Errors
/// [`PlotError::EntryCount`] without a row or column, or with more columns than fit on the paper.
pub fn win_matrix(heading: &TournamentTitle, matrix: &WinMatrix, paper: Width) -> Result<Figure, PlotError> {
    let full = paper.units();
    let style = Type::SMALL;
    let rows: Vec<String> = matrix.rows.iter().map(|name| clean(name)).collect();
    let columns: Vec<String> = matrix.columns.iter().map(|name| clean(name)).collect();
    let widest = rows.iter().map(|name| width(name, style)).max().unwrap_or(0);
    let left = widest.min(full / 4) + NAME_GAP;
    let room = full - 2 * MARGIN - left;
    let most = (room / SMALLEST_CELL).max(1) as usize;
    if rows.is_empty() || columns.is_empty() || columns.len() > most {
        return Err(PlotError::EntryCount { figure: "winmatrix", what: "columns", most, found: columns.len() });
    }
    let side = (room / columns.len() as i32).min(LARGEST_CELL);
    let mut drawing = Drawing::default();
    let heading = title(&mut drawing, full, heading.groups());
    // Names over the columns if all of them fit, else numbers that are told below.
    let has_names = columns.iter().all(|name| width(name, style) + 80 <= side);
    let above = style.line() * if matrix.column_kind.is_empty() { 1 } else { 2 };
    let (x, y) = (MARGIN + left, heading.bottom + MM + above);
    let middle = x + side * columns.len() as i32 / 2;
    if !matrix.column_kind.is_empty() {
        let kind = shorten(&clean(&matrix.column_kind), Type::LABEL, room);
        drawing.text(kind, (middle, y - style.line() - 80), Anchor::Middle, Type::LABEL, FAINT);
        let kind = shorten(&clean(&matrix.row_kind), Type::LABEL, left - NAME_GAP);
        drawing.text(kind, (x - NAME_GAP, y - 80), Anchor::End, Type::LABEL, FAINT);
    }
    for (column, name) in columns.iter().enumerate() {
        let text = if has_names { name.clone() } else { (column + 1).to_string() };
        drawing.text(text, (x + side * column as i32 + side / 2, y - 80), Anchor::Middle, style, INK);
    }
    let colors = ColorMap::default();
    for (row, name) in rows.iter().enumerate() {
        let top = y + side * row as i32;
        let name = shorten(name, style, left - NAME_GAP);
        drawing.text(name, (x - NAME_GAP, top + side / 2 + style.cap() / 2), Anchor::End, style, INK);
        for column in 0..columns.len() {
            let area = Area::new(x + side * column as i32, top, side - SEAM, side - SEAM);
            let (center, baseline) = area.center();
            let Some([won, drawn, lost]) = matrix.cell(row, column) else {
                drawing.path(area.outline(), FAINT, 8);
                drawing.text("–", (center, baseline + style.cap() / 2), Anchor::Middle, style, FAINT);
                continue;
            };
            let all = (won + drawn + lost) as f64;
            let color = colors.at((won as f64 + 0.5 * drawn as f64) / all);
            drawing.rectangle(area, color);
            let ink = if luminance(color) > 0.25 { INK } else { PAPER };
            let percent = |count: u64| format!("{:.0}", 100.0 * count as f64 / all);
            drawing.text(percent(won), (center, baseline - 30), Anchor::Middle, Type::LABEL, ink);
            let below = (center, baseline + style.cap() + 50);
            drawing.text(format!("={}", percent(drawn)), below, Anchor::Middle, style, ink);
        }
    }
    let mut bottom = y + side * rows.len() as i32 + 2 * MM;
    let mut parts = vec![
        "bold: matches that the row won, in %".to_owned(),
        "=: drawn".to_owned(),
        "colour: score, dark 0, light 1".to_owned(),
    ];
    if !has_names {
        parts.extend(columns.iter().enumerate().map(|(column, name)| format!("{} {name}", column + 1)));
    }
    for line in wrap(&parts, style, full - 2 * MARGIN) {
        drawing.text(line, (MARGIN, bottom + style.cap()), Anchor::Start, style, INK);
        bottom += style.line();
    }
    let height = bottom + MARGIN;
    let svg = svg::write(&drawing, full, height, &heading.text)?;
    Ok(Figure { svg, csv: csv(matrix), width_mm: mm(full), height_mm: mm(height) })
}

fn csv(matrix: &WinMatrix) -> String {
    let mut csv = "row,column,won,drawn,lost\n".to_owned();
    for (row, name) in matrix.rows.iter().enumerate() {
        for (column, other) in matrix.columns.iter().enumerate() {
            if let Some([won, drawn, lost]) = matrix.cell(row, column) {
                // Writing to a string cannot fail.
                let _ = writeln!(csv, "{},{},{won},{drawn},{lost}", field(name), field(other));
            }
        }
    }
    csv
}
