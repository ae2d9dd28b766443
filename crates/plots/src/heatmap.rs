//! One belief at one record.

use fogreel_engine::data::BeliefKey;
use fogreel_recorder::Timeline;

use crate::color::ScaleRange;
use crate::drawing::{Anchor, Drawing, FAINT, INK, MM, Type};
use crate::field::{self, Paint};
use crate::hatch::Field;
use crate::options::HeatmapOptions;
use crate::scene::{Scene, Subject};
use crate::text::{shorten, wrap};
use crate::{Figure, PlotError, csv, key, svg, words};

/// White space around a figure.
pub(crate) const MARGIN: i32 = 2 * MM;
/// From this width on, colour bar and legend stand beside the board instead of below it.
const SIDE_BY_SIDE: i32 = 120 * MM;
const GAP: i32 = 5 * MM;
const LARGEST_CELL: i32 = 15 * MM;
const TALLEST_FIELD: i32 = 170 * MM;
/// Below 0.02 mm nothing is left of a cell.
const SMALLEST_CELL: i32 = 2;

/// Draws the belief `key` at record `record`.
///
/// The board is the one that the owner of the belief knows, in its own coordinates; the truth adds a ring and the
/// pieces. The title names match, turn, belief and (for a reference) the opponent model.
///
/// # Errors
/// [`PlotError`] if the record or the belief does not exist, or the belief is not about cells.
pub fn heatmap(
    timeline: &Timeline,
    record: usize,
    key: &BeliefKey,
    options: &HeatmapOptions,
) -> Result<Figure, PlotError> {
    let subject = Subject::find(timeline, key, options)?;
    let scenes = [Scene::read(timeline, record, &subject, options)?];
    let scene = &scenes[0];
    let range = options.range_for(scene.values().iter().copied(), scene.size.cells());
    let paint = Paint { range, colors: options.colors };
    let channels = key::channels(&scenes);

    let full = options.width.units();
    let mut drawing = Drawing::default();
    let title = title(&mut drawing, &subject, scene, full, Some(moment(&subject, scene)));

    let is_wide = full >= SIDE_BY_SIDE;
    let key_room = if is_wide { (full * 3 / 10).clamp(38 * MM, 70 * MM) } else { full - 2 * MARGIN };
    let (left, above) = field::label_room(scene.size.rows);
    let field_room = full - 2 * MARGIN - left - if is_wide { key_room + GAP } else { 0 };
    let cell = cell_side(scene, field_room, TALLEST_FIELD, options)?;
    let field = Field { x: MARGIN + left, y: title.bottom + above, cell, size: scene.size };
    field::row_labels(&mut drawing, &field);
    field::column_labels(&mut drawing, &field);
    field::draw(&mut drawing, &field, scene, &subject, paint, &channels);

    let (x, y) = if is_wide { (field.area().right() + GAP, field.y) } else { (MARGIN, field.area().bottom() + GAP) };
    let room = full - MARGIN - x;
    let mut bottom = key::bar(&mut drawing, x, y, room.min(90 * MM), paint, &words::quantity(&subject, scene)) + 2 * MM;
    let measures = scene.measures().into_iter().chain(scene.further_measures()).collect::<Vec<_>>();
    let lines = if is_wide { measures } else { wrap(&measures, Type::SMALL, room) };
    for line in lines.iter().filter(|line| !line.is_empty()) {
        bottom += Type::SMALL.line();
        drawing.text(shorten(line, Type::SMALL, room), (x, bottom), Anchor::Start, Type::SMALL, INK);
    }
    bottom += 4 * MM;
    let entries = key::entries(&subject, &scenes, paint, &channels, scene.size);
    bottom = key::legend(&mut drawing, x, bottom, room, &entries, &subject);

    let height = bottom.max(field.area().bottom()) + MARGIN;
    let mut csv = csv::HEADER.to_owned();
    csv::append(&mut csv, &subject, scene);
    let svg = svg::write(&drawing, full, height, &title.text)?;
    Ok(Figure { svg, csv, width_mm: mm(full), height_mm: mm(height) })
}

pub(crate) fn mm(units: i32) -> f64 {
    f64::from(units) / f64::from(MM)
}

/// Turn, record and what was done.
fn moment(subject: &Subject<'_>, scene: &Scene) -> Vec<String> {
    let record = &scene.record;
    let number = if record.index == 0 { String::new() } else { format!("record {}", record.index) };
    vec![words::turn(record), number, words::actions(subject, record)]
}

/// The heading as drawn: its text, and where it ends.
pub(crate) struct Title {
    pub(crate) text: String,
    pub(crate) bottom: i32,
}

/// Draws the heading: the match; turn and action, if the figure has one; the belief.
pub(crate) fn title(
    drawing: &mut Drawing,
    subject: &Subject<'_>,
    scene: &Scene,
    full: i32,
    moment: Option<Vec<String>>,
) -> Title {
    let room = full - 2 * MARGIN;
    let groups = [
        (words::match_name(subject), Type::TITLE, INK),
        (moment.unwrap_or_default(), Type::BODY, INK),
        (words::belief_name(subject, scene), Type::BODY, FAINT),
    ];
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
pub(crate) fn cell_side(scene: &Scene, room: i32, tallest: i32, options: &HeatmapOptions) -> Result<i32, PlotError> {
    let size = scene.size;
    let side = (room / i32::from(size.cols)).min(tallest / i32::from(size.rows)).min(LARGEST_CELL);
    if side < SMALLEST_CELL {
        return Err(PlotError::TooFine { size, width_mm: options.width.mm() });
    }
    Ok(side)
}

/// The scale that [`sheet`](crate::sheet) would choose for these records, for separate figures that must share one:
/// put it into [`HeatmapOptions::range`].
///
/// # Errors
/// As [`heatmap`].
pub fn fitted_range(
    timeline: &Timeline,
    records: &[usize],
    key: &BeliefKey,
    options: &HeatmapOptions,
) -> Result<ScaleRange, PlotError> {
    let subject = Subject::find(timeline, key, options)?;
    let mut max = 0.0f64;
    let mut cells = 1;
    for record in records {
        let scene = Scene::read(timeline, *record, &subject, options)?;
        max = scene.values().iter().copied().filter(|value| value.is_finite()).fold(max, f64::max);
        cells = cells.max(scene.size.cells());
    }
    Ok(options.range_for([max], cells))
}
