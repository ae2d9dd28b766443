//! A figure of one board: title, board, colour bar, measures, legend.

use fogreel_engine::data::Rgb;
use fogreel_engine::{Header, Size};

use crate::drawing::{Anchor, Drawing, FAINT, INK, MM, Type};
use crate::field::{self, Layer};
use crate::hatch::Field;
use crate::key::{self, Entry};
use crate::stage::Stage;
use crate::text::{shorten, wrap};
use crate::{Figure, PlotError, Width, svg};

/// White space around a figure.
pub(crate) const MARGIN: i32 = 2 * MM;
/// From this width on, colour bar and legend stand beside the board instead of below it.
const SIDE_BY_SIDE: i32 = 120 * MM;
const GAP: i32 = 5 * MM;
const LARGEST_CELL: i32 = 15 * MM;
const TALLEST_FIELD: i32 = 170 * MM;
/// Below 0.02 mm nothing is left of a cell.
const SMALLEST_CELL: i32 = 2;

/// Draws a colour bar at (x, y) into that width, and returns where it ends.
type DrawBar<'a> = &'a dyn Fn(&mut Drawing, i32, i32, i32) -> i32;

/// What stands in the figure.
pub(crate) struct Panel<'a> {
    pub(crate) header: &'a Header,
    pub(crate) stage: &'a Stage,
    pub(crate) layer: &'a Layer,
    pub(crate) channels: &'a [u16],
    /// The match; the moment.
    pub(crate) title: [Vec<String>; 2],
    /// What is drawn.
    pub(crate) subtitle: Vec<String>,
    pub(crate) measures: Vec<String>,
    pub(crate) entries: Vec<Entry>,
}

impl Panel<'_> {
    pub(crate) fn figure(self, width: Width, bar: Option<DrawBar<'_>>, csv: String) -> Result<Figure, PlotError> {
        self.figure_with(width, bar, csv, &|_, _| {})
    }

    /// The figure, with something more over the board.
    pub(crate) fn figure_with(
        self,
        paper: Width,
        bar: Option<DrawBar<'_>>,
        csv: String,
        over: &dyn Fn(&mut Drawing, &Field),
    ) -> Result<Figure, PlotError> {
        let full = paper.units();
        let mut drawing = Drawing::default();
        let [match_name, moment] = self.title;
        let lines = [(match_name, Type::TITLE, INK), (moment, Type::BODY, INK), (self.subtitle, Type::BODY, FAINT)];
        let title = title(&mut drawing, full, lines);

        let size = self.stage.size;
        let Room { is_wide, left, above, cell } = Room::of(size, paper)?;
        let field = Field { x: MARGIN + left, y: title.bottom + above, cell, size };
        field::row_labels(&mut drawing, &field);
        field::column_labels(&mut drawing, &field);
        field::draw(&mut drawing, &field, self.stage, self.layer, self.header, self.channels);
        over(&mut drawing, &field);

        let (x, y) =
            if is_wide { (field.area().right() + GAP, field.y) } else { (MARGIN, field.area().bottom() + GAP) };
        let room = full - MARGIN - x;
        let mut bottom = y;
        if let Some(bar) = bar {
            bottom = bar(&mut drawing, x, y, room.min(90 * MM)) + 2 * MM;
        }
        let has_measures = self.measures.iter().any(|line| !line.is_empty());
        let lines = if is_wide { self.measures } else { wrap(&self.measures, Type::SMALL, room) };
        for line in lines.iter().filter(|line| !line.is_empty()) {
            bottom += Type::SMALL.line();
            drawing.text(shorten(line, Type::SMALL, room), (x, bottom), Anchor::Start, Type::SMALL, INK);
        }
        if bar.is_some() || has_measures {
            bottom += 4 * MM;
        }
        bottom = key::legend(&mut drawing, x, bottom, room, &self.entries, self.header);

        let height = bottom.max(field.area().bottom()) + MARGIN;
        let svg = svg::write(&drawing, full, height, &title.text)?;
        Ok(Figure { svg, csv, width_mm: mm(full), height_mm: mm(height) })
    }
}

/// How a board of that size lies on paper.
struct Room {
    is_wide: bool,
    left: i32,
    above: i32,
    cell: i32,
}

impl Room {
    fn of(size: Size, paper: Width) -> Result<Self, PlotError> {
        let full = paper.units();
        let is_wide = full >= SIDE_BY_SIDE;
        let key_room = if is_wide { (full * 3 / 10).clamp(38 * MM, 70 * MM) } else { full - 2 * MARGIN };
        let (left, above) = field::label_room(size.rows);
        let field_room = full - 2 * MARGIN - left - if is_wide { key_room + GAP } else { 0 };
        let cell = cell_side(size, field_room, TALLEST_FIELD, paper)?;
        Ok(Self { is_wide, left, above, cell })
    }
}

/// Side of a cell of a board of that size.
pub(crate) fn cell_on_paper(size: Size, paper: Width) -> Result<i32, PlotError> {
    Room::of(size, paper).map(|room| room.cell)
}

pub(crate) fn mm(units: i32) -> f64 {
    f64::from(units) / f64::from(MM)
}

/// The heading as drawn: its text, and where it ends.
pub(crate) struct Title {
    pub(crate) text: String,
    pub(crate) bottom: i32,
}

/// Draws the heading: groups of parts, each group on lines of its own.
pub(crate) fn title(
    drawing: &mut Drawing,
    full: i32,
    groups: impl IntoIterator<Item = (Vec<String>, Type, Rgb)>,
) -> Title {
    let room = full - 2 * MARGIN;
    let mut lines = Vec::new();
    let mut y = MARGIN;
    for (parts, style, color) in groups {
        for line in wrap(&parts, style, room) {
            y += style.line();
            drawing.text(line.clone(), (MARGIN, y - style.line() + style.cap() + 20), Anchor::Start, style, color);
            lines.push(line);
        }
    }
    Title { text: lines.join("; "), bottom: y + MM }
}

/// The largest side of a cell with which a board fits.
pub(crate) fn cell_side(size: Size, room: i32, tallest: i32, paper: Width) -> Result<i32, PlotError> {
    let side = (room / i32::from(size.cols)).min(tallest / i32::from(size.rows)).min(LARGEST_CELL);
    if side < SMALLEST_CELL {
        return Err(PlotError::TooFine { size, width_mm: paper.mm() });
    }
    Ok(side)
}
