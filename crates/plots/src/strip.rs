//! A figure along a match: title, plots and lanes over one axis of turns, legend.

use fogreel_engine::data::Rgb;
use fogreel_recorder::Timeline;

use crate::axis::{self, Axis, NAME_GAP};
use crate::chart::{Chart, Ends};
use crate::drawing::{Anchor, Area, Drawing, INK, MM, Point, Type};
use crate::lanes::{self, Lane};
use crate::panel::{MARGIN, mm, title};
use crate::text::{shorten, width, wrap};
use crate::{Figure, PlotError, Width, svg};

const GAP: i32 = 3 * MM;

/// Draws what an entry of the legend stands for, into [`SAMPLE`] units from a point to the right.
pub(crate) type Sample = Box<dyn Fn(&mut Drawing, Point)>;

/// Width of a sample.
pub(crate) const SAMPLE: i32 = 700;

/// More bars than this cannot be told apart, and make large files.
pub(crate) const MOST_RECORDS: usize = 4000;

/// A figure in the making.
pub(crate) struct Strip {
    pub(crate) drawing: Drawing,
    pub(crate) axis: Axis,
    bar: i32,
    heading: String,
    full: i32,
    y: i32,
}

impl Strip {
    /// The title of a figure of so many records; `names` are those that will stand at the left.
    pub(crate) fn new<'a>(
        paper: Width,
        groups: impl IntoIterator<Item = (Vec<String>, Type, Rgb)>,
        names: impl IntoIterator<Item = &'a str>,
        records: usize,
    ) -> Self {
        let full = paper.units();
        let mut drawing = Drawing::default();
        let heading = title(&mut drawing, full, groups);
        let widest = names.into_iter().map(|name| width(name, Type::LABEL)).max().unwrap_or(0);
        // Numbers at the ticks need some room, too.
        let left = widest.max(7 * MM).min(full * 3 / 10) + NAME_GAP;
        let room = full - 2 * MARGIN - left;
        // Bars of the first and the last record have their halves inside the plots.
        let bar = (room / records.max(1) as i32 * 4 / 5).clamp(1, 5 * MM);
        let inset = bar / 2 + 60;
        let axis = Axis { x: MARGIN + left + inset, width: room - 2 * inset, last: records.saturating_sub(1) };
        Self { drawing, axis, bar, heading: heading.text, full, y: heading.bottom + MM }
    }

    /// Width of a bar, so that some room is left free beside it.
    pub(crate) const fn bar_width(&self) -> i32 {
        self.bar
    }

    /// The next plot, with its name above it and its ticks drawn.
    pub(crate) fn chart(&mut self, name: &str, up: Ends, height: i32) -> Chart {
        let (full, style) = (self.full, Type::LABEL);
        self.drawing.text(
            shorten(name, style, full - 2 * MARGIN),
            (MARGIN, self.y + style.cap()),
            Anchor::Start,
            style,
            INK,
        );
        let inset = self.bar / 2 + 60;
        let area = Area::new(self.axis.x - inset, self.y + style.cap() + 260, self.axis.width + 2 * inset, height);
        let chart = Chart { area, up };
        chart.grid(&mut self.drawing);
        self.y = area.bottom() + GAP;
        chart
    }

    pub(crate) fn lanes(&mut self, lanes: &[Lane]) {
        if !lanes.is_empty() {
            self.y = lanes::draw(&mut self.drawing, &self.axis, self.y - GAP / 2, lanes) + GAP;
        }
    }

    /// Numbers of turns.
    pub(crate) fn turns(&mut self, turns: &[u32]) {
        self.y = axis::turns(&mut self.drawing, &self.axis, turns, self.y - GAP / 2) + GAP;
    }

    /// Sentences, broken into lines.
    pub(crate) fn say(&mut self, parts: &[String]) {
        for line in wrap(parts, Type::SMALL, self.full - 2 * MARGIN) {
            self.drawing.text(line, (MARGIN, self.y + Type::SMALL.cap()), Anchor::Start, Type::SMALL, INK);
            self.y += Type::SMALL.line();
        }
    }

    /// The figure, with a legend below it.
    pub(crate) fn finish(mut self, entries: &[(Sample, String)], csv: String) -> Result<Figure, PlotError> {
        let bottom = legend(&mut self.drawing, self.y, self.full - 2 * MARGIN, entries);
        let height = bottom + MARGIN;
        let svg = svg::write(&self.drawing, self.full, height, &self.heading)?;
        Ok(Figure { svg, csv, width_mm: mm(self.full), height_mm: mm(height) })
    }
}

/// Draws samples with their names in as many columns as fit; returns where they end.
pub(crate) fn legend(drawing: &mut Drawing, y: i32, room: i32, entries: &[(Sample, String)]) -> i32 {
    const PITCH: i32 = 380;
    let widest = entries.iter().map(|(_, name)| width(name, Type::SMALL)).max().unwrap_or(0);
    let pitch = SAMPLE + NAME_GAP + widest + 300;
    let columns = ((room + 300) / pitch).max(1) as usize;
    let rows = entries.len().div_ceil(columns);
    for (index, (sample, name)) in entries.iter().enumerate() {
        let (x, y) = (MARGIN + (index % columns) as i32 * pitch, y + (index / columns) as i32 * PITCH + PITCH / 2);
        sample(drawing, (x, y));
        let at = (x + SAMPLE + NAME_GAP, y + Type::SMALL.cap() / 2);
        let name = shorten(name, Type::SMALL, MARGIN + room - at.0);
        drawing.text(name, at, Anchor::Start, Type::SMALL, INK);
    }
    y + rows as i32 * PITCH
}

/// The turn of each record of a match that is not too long for bars.
pub(crate) fn turns_of(timeline: &Timeline, figure: &'static str) -> Result<Vec<u32>, PlotError> {
    let len = timeline.len();
    if len == 0 || len > MOST_RECORDS {
        return Err(PlotError::RecordCount { figure, most: MOST_RECORDS, found: len });
    }
    let mut turn = 0;
    // What cannot be read is taken for a part of the turn before.
    let turns = (0..len).map(|index| {
        turn = timeline.summary(index).map_or(turn, |summary| summary.turn);
        turn
    });
    Ok(turns.collect())
}
