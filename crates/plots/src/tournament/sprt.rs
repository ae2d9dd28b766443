//! The way of a sequential test.

use std::fmt::Write as _;

use fogreel_analysis::statistics::{Hypotheses, Pentanomial, Scale, SprtVerdict};
use fogreel_engine::data::Rgb;

use super::TournamentTitle;
use crate::chart::{Chart, Ends};
use crate::csv::shortest;
use crate::drawing::{Anchor, Area, Drawing, FAINT, INK, MM, Point, Type};
use crate::lines::{DASHES, broken};
use crate::panel::{MARGIN, mm, title};
use crate::text::{number, shorten, wrap};
use crate::{Figure, PlotError, Width, svg};

const LINE: Rgb = Rgb(0x1f, 0x4e, 0x9c);
/// Points that are drawn at most: more cannot be told apart.
const MOST_POINTS: usize = 2000;
const MOST_PAIRS: usize = 10_000_000;

/// A sequential test, pair by pair.
#[derive(Clone, PartialEq, Debug)]
pub struct SprtPath {
    /// What is tested.
    pub hypotheses: Hypotheses,
    /// What each pair of matches scored, in half points, in the order in which they count.
    pub pairs: Vec<u8>,
}

/// Draws the log-likelihood ratio over the pairs of matches, between the bounds at which a hypothesis is accepted.
///
/// # Errors
/// [`PlotError::EntryCount`] without a pair, or with more than ten million.
///
/// # Panics
/// If a pair scored more than 4 half points.
pub fn sprt(heading: &TournamentTitle, path: &SprtPath, paper: Width) -> Result<Figure, PlotError> {
    let found = path.pairs.len();
    if found == 0 || found > MOST_PAIRS {
        return Err(PlotError::EntryCount { figure: "sprt", what: "pairs of matches", most: MOST_PAIRS, found });
    }
    let ratios = ratios(path);
    let (low, high) = path.hypotheses.bounds();
    let drawn = || ratios.iter().map(|(_, ratio)| *ratio);
    let (least, most) = (drawn().fold(low, f64::min), drawn().fold(high, f64::max));
    let full = paper.units();
    let mut drawing = Drawing::default();
    let heading = title(&mut drawing, full, heading.groups());
    let style = Type::SMALL;
    drawing.text("log-likelihood ratio", (MARGIN, heading.bottom + MM + style.cap()), Anchor::Start, Type::LABEL, INK);
    let top = heading.bottom + MM + style.line() + 200;
    let area = Area::new(MARGIN + 9 * MM, top, full - 2 * MARGIN - 11 * MM, 50 * MM);
    let chart = Chart { area, up: Ends::around(least, most, 7) };
    chart.grid(&mut drawing);
    let across = Ends::around(0.0, path.pairs.len() as f64, (area.width / (14 * MM)).max(3) as usize);
    let unit = match path.hypotheses.scale {
        Scale::Normalized => "normalised Elo",
        Scale::Logistic => "Elo",
    };
    let Hypotheses { elo0, elo1, .. } = path.hypotheses;
    for (bound, elo, name, above) in [(low, elo0, "H0", false), (high, elo1, "H1", true)] {
        let y = chart.y(bound);
        let line = [(area.x, y), (area.right(), y)];
        broken(&line, DASHES).into_iter().for_each(|piece| drawing.path(piece, INK, 16));
        let baseline = if above { y - 70 } else { y + style.cap() + 70 };
        let text = shorten(&format!("{name}: {} {unit}", number(elo)), style, area.width);
        drawing.text(text, (area.x + 120, baseline), Anchor::Start, style, INK);
    }
    let line: Vec<Point> =
        ratios.iter().map(|(pairs, ratio)| (chart.x(across, *pairs as f64), chart.y(*ratio))).collect();
    if line.len() > 1 {
        drawing.path(line.clone(), LINE, 26);
    }
    line.last().into_iter().for_each(|point| drawing.disc(*point, 60, LINE));
    chart.sides(&mut drawing);
    let mut bottom = chart.ticks_below(&mut drawing, across) + style.line();
    drawing.text("pairs of matches", (area.center().0, bottom), Anchor::Middle, style, INK);
    bottom += MM;
    for line in wrap(&said(path), style, full - 2 * MARGIN) {
        bottom += style.line();
        drawing.text(line, (MARGIN, bottom), Anchor::Start, style, FAINT);
    }
    let height = bottom + MARGIN;
    let svg = svg::write(&drawing, full, height, &heading.text)?;
    Ok(Figure { svg, csv: csv(path), width_mm: mm(full), height_mm: mm(height) })
}

fn counted(path: &SprtPath) -> Pentanomial {
    let mut counts = Pentanomial::default();
    path.pairs.iter().for_each(|score| counts.add(usize::from(*score)));
    counts
}

/// How the test stands, in words.
fn said(path: &SprtPath) -> Vec<String> {
    let counts = counted(path);
    let verdict = match path.hypotheses.verdict(&counts) {
        SprtVerdict::AcceptH0 => "H0 is accepted",
        SprtVerdict::AcceptH1 => "H1 is accepted",
        SprtVerdict::GoOn => "neither is accepted yet",
    };
    let scores = counts.0.map(|count| count.to_string()).join(", ");
    vec![
        verdict.to_owned(),
        format!("ratio {}", number(path.hypotheses.log_likelihood_ratio(&counts)).replace('-', "−")),
        format!("pairs that scored 0, ½, 1, 1½, 2: {scores}"),
        format!("α {}, β {}", number(path.hypotheses.alpha), number(path.hypotheses.beta)),
    ]
}

/// The ratio after so many pairs, evenly spread, with the last one.
fn ratios(path: &SprtPath) -> Vec<(usize, f64)> {
    let step = path.pairs.len().div_ceil(MOST_POINTS);
    let mut counts = Pentanomial::default();
    let mut ratios = vec![(0, 0.0)];
    for (index, score) in path.pairs.iter().enumerate() {
        counts.add(usize::from(*score));
        let pairs = index + 1;
        if pairs % step == 0 || pairs == path.pairs.len() {
            ratios.push((pairs, path.hypotheses.log_likelihood_ratio(&counts)));
        }
    }
    ratios
}

/// The points that are drawn.
fn csv(path: &SprtPath) -> String {
    let (low, high) = path.hypotheses.bounds();
    let mut csv = "pairs,log_likelihood_ratio,lower_bound,upper_bound\n".to_owned();
    for (pairs, ratio) in ratios(path) {
        // Writing to a string cannot fail.
        let _ = writeln!(csv, "{pairs},{},{},{}", shortest(ratio), shortest(low), shortest(high));
    }
    csv
}
