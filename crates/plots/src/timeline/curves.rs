//! Curves: bits and probabilities.

use fogreel_analysis::BeliefPoint;
use fogreel_engine::data::Rgb;

use super::data::{Course, Series};
use crate::axis::Axis;
use crate::chart::GRID;
use crate::color::{Scale, ScaleRange};
use crate::drawing::{Anchor, Area, Drawing, FAINT, INK, MM, PAPER, Point, Type};
use crate::lines::{DASHES, broken};
use crate::panel::MARGIN;
use crate::strip::{self, SAMPLE, Sample};

/// Points nearer than this to each other have no dots.
const LEAST_DOTTED_PITCH: i32 = 70;

/// A quantity along the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Curve {
    Entropy,
    Surprisal,
    PTruth,
}

impl Curve {
    fn of(self, point: &BeliefPoint) -> Option<f64> {
        match self {
            Self::Entropy => Some(point.entropy_bits),
            Self::Surprisal => point.surprisal_bits(),
            Self::PTruth => point.p_truth,
        }
        .filter(|value| value.is_finite())
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Entropy => "entropy",
            Self::Surprisal => "surprisal",
            Self::PTruth => "P(truth)",
        }
    }

    const fn color(self) -> Rgb {
        match self {
            Self::Entropy => Rgb(0x1f, 0x4e, 0x9c),
            Self::Surprisal => Rgb(0xb8, 0x4a, 0x14),
            Self::PTruth => Rgb(0x00, 0x64, 0x48),
        }
    }

    const fn line(self) -> i32 {
        match self {
            Self::Entropy => 34,
            Self::Surprisal => 15,
            Self::PTruth => 24,
        }
    }

    /// Whether its points are dots as well.
    const fn is_dotted(self) -> bool {
        matches!(self, Self::Surprisal)
    }
}

/// One plot: curves on one scale.
pub(super) struct Plot {
    name: &'static str,
    curves: Vec<Curve>,
    top: f64,
    height: i32,
}

/// The plots that have something to show.
pub(super) fn of(course: &Course<'_>) -> Vec<Plot> {
    let greatest = |curves: &[Curve]| {
        let points = course.series.iter().flat_map(|series| series.points.iter().flatten());
        let values = points.flat_map(|point| curves.iter().filter_map(|curve| curve.of(point)));
        values.fold(0.0, f64::max)
    };
    let has_truth = has_truth(course);
    let bits = if has_truth { vec![Curve::Entropy, Curve::Surprisal] } else { vec![Curve::Entropy] };
    let top = ScaleRange::fit(Scale::Linear, [greatest(&bits).max(1.0)], 1).top();
    let mut plots = vec![Plot { name: "bits", curves: bits, top, height: 30 * MM }];
    if has_probability(course) {
        plots.push(Plot { name: "P(truth)", curves: vec![Curve::PTruth], top: 1.0, height: 15 * MM });
    }
    plots
}

fn has_truth(course: &Course<'_>) -> bool {
    course.series.iter().any(|series| series.points.iter().flatten().any(BeliefPoint::has_truth))
}

fn has_probability(course: &Course<'_>) -> bool {
    course.series.iter().any(|series| series.points.iter().flatten().any(|point| point.p_truth.is_some()))
}

fn has_exclusion(course: &Course<'_>) -> bool {
    course.series.iter().any(|series| series.points.iter().flatten().any(BeliefPoint::is_false_exclusion))
}

/// Draws a plot; returns where it ends.
pub(super) fn draw(drawing: &mut Drawing, axis: &Axis, course: &Course<'_>, y: i32, plot: &Plot) -> i32 {
    let area = Area::new(axis.x, y + 60, axis.width, plot.height);
    let at = |value: f64| area.bottom() - (value / plot.top * f64::from(area.height)).round() as i32;
    for tick in ScaleRange::linear(plot.top).ticks((area.height / 600).max(2) as usize) {
        let y = area.bottom() - (tick.position * f64::from(area.height)).round() as i32;
        drawing.path(vec![(area.x, y), (area.right(), y)], GRID, 10);
        drawing.path(vec![(area.x - 60, y), (area.x, y)], INK, 14);
        let label = (area.x - 90, y + Type::SMALL.cap() / 2);
        drawing.text(tick.label, label, Anchor::End, Type::SMALL, FAINT);
    }
    let (_, middle) = area.center();
    let name = (MARGIN, middle + Type::LABEL.cap() / 2);
    drawing.text(plot.name, name, Anchor::Start, Type::LABEL, INK);
    drawing.path(vec![(area.x, area.y), (area.x, area.bottom()), (area.right(), area.bottom())], INK, 14);
    // The reference lies below.
    for series in course.series.iter().rev() {
        for curve in &plot.curves {
            for run in runs(series, *curve) {
                let line: Vec<Point> = run.iter().map(|(record, value)| (axis.at(*record), at(*value))).collect();
                draw_line(drawing, *curve, series.is_reference, &thinned(&line), axis.pitch() >= LEAST_DOTTED_PITCH);
            }
        }
        if plot.curves.contains(&Curve::Surprisal) && !series.is_reference {
            let excluded = series.points.iter().enumerate();
            let excluded = excluded.filter(|(_, point)| point.as_ref().is_some_and(BeliefPoint::is_false_exclusion));
            let mut last = i32::MIN;
            for (record, _) in excluded {
                let x = axis.at(record);
                // Crosses that would run into each other say no more than one.
                if x >= last.saturating_add(60) {
                    cross(drawing, (x, area.y));
                    last = x;
                }
            }
        }
    }
    area.bottom()
}

/// Values of neighbouring records, without gaps.
fn runs(series: &Series, curve: Curve) -> Vec<Vec<(usize, f64)>> {
    let values = series.points.iter().map(|point| point.as_ref().and_then(|point| curve.of(point)));
    let values: Vec<(usize, Option<f64>)> = values.enumerate().collect();
    let runs = values.chunk_by(|left, right| left.1.is_some() == right.1.is_some());
    runs.map(|run| run.iter().filter_map(|(record, value)| Some((*record, (*value)?))).collect::<Vec<_>>())
        .filter(|run| !run.is_empty())
        .collect()
}

/// At most four points a tenth of a millimetre: the first, the highest, the lowest and the last.
fn thinned(line: &[Point]) -> Vec<Point> {
    const COLUMN: i32 = 10;
    let mut thinned = Vec::new();
    for column in line.chunk_by(|left, right| left.0 / COLUMN == right.0 / COLUMN) {
        if column.len() <= 4 {
            thinned.extend_from_slice(column);
            continue;
        }
        let by_height = |index: &usize| column[*index].1;
        let mut kept = vec![0, column.len() - 1];
        kept.extend((0..column.len()).min_by_key(by_height));
        kept.extend((0..column.len()).max_by_key(by_height));
        kept.sort_unstable();
        kept.dedup();
        thinned.extend(kept.into_iter().map(|index| column[index]));
    }
    thinned
}

fn draw_line(drawing: &mut Drawing, curve: Curve, is_reference: bool, line: &[Point], has_room_for_dots: bool) {
    let color = curve.color();
    if is_reference {
        for piece in broken(line, DASHES) {
            drawing.path(piece, color, curve.line() * 2 / 3);
        }
        return;
    }
    if line.len() > 1 {
        drawing.path(line.to_vec(), color, curve.line());
    }
    if (curve.is_dotted() && has_room_for_dots) || line.len() == 1 {
        for point in line {
            drawing.disc(*point, 28, color);
        }
    }
}

fn cross(drawing: &mut Drawing, (x, y): Point) {
    const ARM: i32 = 45;
    for (color, line) in [(PAPER, 40), (INK, 18)] {
        drawing.path(vec![(x - ARM, y - ARM), (x + ARM, y + ARM)], color, line);
        drawing.path(vec![(x - ARM, y + ARM), (x + ARM, y - ARM)], color, line);
    }
}

/// What the lines mean; returns where it ends.
pub(super) fn legend(drawing: &mut Drawing, y: i32, room: i32, course: &Course<'_>) -> i32 {
    let has_truth = has_truth(course);
    let curves = [Curve::Entropy, Curve::Surprisal, Curve::PTruth];
    let has_probability = has_probability(course);
    let shown = || {
        curves.into_iter().filter(|curve| match curve {
            Curve::Entropy => true,
            Curve::Surprisal => has_truth,
            Curve::PTruth => has_probability,
        })
    };
    let mut entries: Vec<(Sample, String)> = Vec::new();
    for series in &course.series {
        for curve in shown() {
            let is_reference = series.is_reference;
            let name = if is_reference { format!("{}, reference", curve.name()) } else { curve.name().to_owned() };
            let sample = move |drawing: &mut Drawing, (x, y): Point| {
                let line: Vec<Point> = (0..3).map(|step| (x + step * SAMPLE / 2, y)).collect();
                draw_line(drawing, curve, is_reference, &line, true);
            };
            entries.push((Box::new(sample), name));
        }
    }
    if has_exclusion(course) {
        let sample = |drawing: &mut Drawing, (x, y): Point| cross(drawing, (x + SAMPLE / 2, y));
        entries.push((Box::new(sample), "truth excluded: no surprisal".to_owned()));
    }
    strip::legend(drawing, y, room, &entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_keep_their_peaks() {
        let line: Vec<Point> = (0..100_000).map(|x| (x / 100, if x == 54_321 { 999 } else { x % 7 })).collect();
        let thin = thinned(&line);
        assert!(thin.len() <= 400, "{}", thin.len());
        assert!(thin.contains(&(543, 999)));
        assert_eq!((thin[0], thin[thin.len() - 1]), (line[0], line[line.len() - 1]));
        assert!(thin.is_sorted_by_key(|point| point.0));
    }
}
