//! Shares of matches won, as dots with whiskers.

use std::fmt::Write as _;

use fogreel_analysis::statistics::Interval;
use fogreel_engine::data::Rgb;

use super::{TournamentTitle, percent};
use crate::axis::NAME_GAP;
use crate::chart::{Chart, Ends, GRID};
use crate::csv::{field, shortest};
use crate::drawing::{Anchor, Area, Drawing, INK, MM, Type};
use crate::lines::{DASHES, broken};
use crate::panel::{MARGIN, mm, title};
use crate::text::{clean, shorten, width};
use crate::{Figure, PlotError, Width, svg};

const DOT: Rgb = Rgb(0x1f, 0x4e, 0x9c);
const PITCH: i32 = 420;
/// Names are shortened so that so much is left for the plot.
const LEAST_PLOT: i32 = 30 * MM;
/// Lines of a figure at most.
const MOST: usize = 200;

/// One line of the figure.
#[derive(Clone, PartialEq, Debug)]
pub struct WinRate {
    /// Who, or who against whom.
    pub name: String,
    /// Share won, 0 to 1.
    pub share: f64,
    /// Its interval.
    pub interval: Interval,
    /// Matches.
    pub matches: u64,
}

/// Draws one dot a line on a scale from 0 to 100 %, with its interval as a whisker, and both as numbers at the right.
///
/// # Errors
/// [`PlotError::EntryCount`] without a line, or with more than 200.
pub fn win_rates(heading: &TournamentTitle, rates: &[WinRate], paper: Width) -> Result<Figure, PlotError> {
    if rates.is_empty() || rates.len() > MOST {
        return Err(PlotError::EntryCount { figure: "winrates", what: "lines", most: MOST, found: rates.len() });
    }
    let full = paper.units();
    let mut drawing = Drawing::default();
    let heading = title(&mut drawing, full, heading.groups());
    let style = Type::SMALL;
    let names: Vec<String> = rates.iter().map(|rate| clean(&rate.name)).collect();
    let numbers: Vec<String> = rates.iter().map(numbers_of).collect();
    let widest = |texts: &[String]| texts.iter().map(|text| width(text, style)).max().unwrap_or(0);
    // On narrow paper the numbers would leave no room for the plot; the file beside the figure has them.
    let has_numbers = full >= 80 * MM;
    let right = if has_numbers { widest(&numbers) + NAME_GAP } else { 4 * MM };
    let left = widest(&names).min(full - 2 * MARGIN - right - LEAST_PLOT).max(full / 5) + NAME_GAP;
    let height = PITCH * rates.len() as i32;
    let area = Area::new(MARGIN + left, heading.bottom + MM, full - 2 * MARGIN - left - right, height);
    let chart = Chart { area, up: Ends::unit() };
    let across = Ends::percent();
    for (value, _) in across.ticks() {
        let x = chart.x(across, value);
        drawing.path(vec![(x, area.y), (x, area.bottom())], GRID, 10);
    }
    let even = chart.x(across, 50.0);
    broken(&[(even, area.y), (even, area.bottom())], DASHES).into_iter().for_each(|piece| drawing.path(piece, INK, 12));
    for (index, rate) in rates.iter().enumerate() {
        let y = area.y + index as i32 * PITCH + PITCH / 2;
        let baseline = y + style.cap() / 2;
        let name = shorten(&names[index], style, left - NAME_GAP);
        drawing.text(name, (area.x - NAME_GAP, baseline), Anchor::End, style, INK);
        let [low, share, high] =
            [rate.interval.low, rate.share, rate.interval.high].map(|value| chart.x(across, 100.0 * value));
        drawing.path(vec![(low, y), (high, y)], DOT, 26);
        for x in [low, high] {
            drawing.path(vec![(x, y - 80), (x, y + 80)], DOT, 20);
        }
        drawing.disc((share, y), 75, DOT);
        if has_numbers {
            drawing.text(numbers[index].clone(), (full - MARGIN, baseline), Anchor::End, style, INK);
        }
    }
    chart.sides(&mut drawing);
    let baseline = chart.ticks_below(&mut drawing, across) + style.line();
    let below = "matches won, in %, with interval";
    // In the middle, unless that leaves the paper.
    let x = area.center().0.min(full - MARGIN - width(below, style) / 2);
    drawing.text(below, (x, baseline), Anchor::Middle, style, INK);
    let height = baseline + MARGIN;
    let svg = svg::write(&drawing, full, height, &heading.text)?;
    Ok(Figure { svg, csv: csv(rates), width_mm: mm(full), height_mm: mm(height) })
}

fn numbers_of(rate: &WinRate) -> String {
    let (low, high) = (percent(rate.interval.low), percent(rate.interval.high));
    format!("{} [{low}, {high}]", percent(rate.share))
}

fn csv(rates: &[WinRate]) -> String {
    let mut csv = "name,matches,share,low,high\n".to_owned();
    for WinRate { name, share, interval, matches } in rates {
        let (share, low, high) = (shortest(*share), shortest(interval.low), shortest(interval.high));
        // Writing to a string cannot fail.
        let _ = writeln!(csv, "{},{matches},{share},{low},{high}", field(name));
    }
    csv
}
