//! Curves of one belief along the match, and their axes: bits at the left, probability at the right.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};
use fogreel_analysis::BeliefPoint;

use super::lanes::{Axis, Lanes};
use crate::marks::{Losses, Series};
use crate::state::{Curve, ShownCurves};
use crate::theme::Palette;

/// Length of a dash, and of the gap after it.
const DASH: (f32, f32) = (5.0, 4.0);
const WIDTH: f32 = 1.6;
/// Losses of fewer bits are not worth a look.
const LEAST_LOSS: f64 = 0.02;

/// The colour of a curve.
pub(crate) fn ink(curve: Curve, palette: &Palette) -> Color32 {
    match curve {
        Curve::Entropy => palette.accent,
        Curve::Surprisal => palette.warning,
        Curve::Truth => palette.good,
        Curve::Regret => palette.bad,
    }
}

/// A strip that is lower than this many points has no curves.
const LEAST_HEIGHT: f32 = 10.0;

/// Where bits lie.
pub(crate) struct BitScale {
    step: f64,
    top: f64,
}

impl BitScale {
    /// The scale of all curves in bits that are shown. `room` is the height in points.
    pub(crate) fn of<'a>(
        series: impl Iterator<Item = &'a Series>,
        losses: Option<&Losses>,
        shown: ShownCurves,
        room: f32,
    ) -> Self {
        let lost = losses.filter(|_| shown.regret).into_iter().flat_map(|losses| losses.lost.iter().flatten());
        let lost = lost.filter_map(|lost| lost.bits());
        let most = series
            .flat_map(|series| series.points.iter().flatten())
            .flat_map(|point| {
                let surprisal = point.surprisal_bits().filter(|_| shown.surprisal);
                [shown.entropy.then_some(point.entropy_bits), surprisal]
            })
            .flatten()
            .chain(lost)
            .filter(|bits| bits.is_finite())
            .fold(1.0, f64::max);
        let ticks = f64::from((room / 17.0).clamp(1.0, 5.0).floor());
        let step = (-1..=300)
            .flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)))
            .find(|step| (most / step).ceil() <= ticks)
            .unwrap_or(most);
        Self { step, top: (most / step).ceil() * step }
    }

    fn ticks(&self) -> impl Iterator<Item = f64> + '_ {
        (0..=(self.top / self.step).round() as u32).map(|tick| f64::from(tick) * self.step)
    }
}

/// Where and how curves are painted.
pub(crate) struct Plot<'a> {
    /// Paints on the track alone.
    pub(crate) painter: &'a Painter,
    pub(crate) lanes: &'a Lanes,
    pub(crate) axis: &'a Axis,
    pub(crate) scale: BitScale,
    pub(crate) shown: ShownCurves,
    pub(crate) palette: &'a Palette,
}

impl Plot<'_> {
    /// The strip in which curves lie, so that a line at its edge is whole.
    fn strip(&self) -> Rect {
        self.lanes.curves.shrink2(vec2(0.0, 3.0))
    }

    /// Whether curves could be read.
    fn has_room(&self) -> bool {
        self.strip().height() >= LEAST_HEIGHT
    }

    fn y(&self, part: f64) -> f32 {
        let strip = self.strip();
        strip.bottom() - part.clamp(0.0, 1.0) as f32 * strip.height()
    }

    /// Numbers beside the curves, with a painter that reaches there.
    pub(crate) fn axes(&self, painter: &Painter) {
        if !self.has_room() {
            return;
        }
        let (lanes, palette) = (self.lanes, self.palette);
        let font = FontId::proportional(9.5);
        if self.shown.entropy || self.shown.surprisal || self.shown.regret {
            for bits in self.scale.ticks() {
                let height = self.y(bits / self.scale.top);
                painter.hline(lanes.all.x_range(), height, Stroke::new(1.0, palette.border.gamma_multiply(0.6)));
                let number = if self.scale.step < 1.0 { format!("{bits:.1}") } else { format!("{bits:.0}") };
                let text = if bits >= self.scale.top { format!("{number} bits") } else { number };
                let place = pos2(lanes.all.left() - 4.0, height);
                painter.text(place, Align2::RIGHT_CENTER, text, font.clone(), palette.weak);
            }
        }
        if self.shown.truth {
            let percents: &[u8] = if self.strip().height() > 34.0 { &[0, 50, 100] } else { &[0, 100] };
            for percent in percents {
                let place = pos2(lanes.all.right() + 4.0, self.y(f64::from(*percent) / 100.0));
                let ink = ink(Curve::Truth, palette);
                painter.text(place, Align2::LEFT_CENTER, format!("{percent} %"), font.clone(), ink);
            }
        }
    }

    /// The curves of a belief: solid, or dashed for a reference.
    pub(crate) fn paint(&self, series: &Series, is_reference: bool) {
        let curves = [Curve::Truth, Curve::Surprisal, Curve::Entropy];
        for curve in curves.into_iter().filter(|_| self.has_room()).filter(|curve| self.shown.has(*curve)) {
            let ink = ink(curve, self.palette);
            let height = |point: &BeliefPoint| match curve {
                Curve::Entropy => Some(self.y(point.entropy_bits / self.scale.top)),
                Curve::Surprisal => point.surprisal_bits().map(|bits| self.y(bits / self.scale.top)),
                Curve::Truth => point.p_truth.map(|part| self.y(part)),
                Curve::Regret => None,
            };
            for run in runs(self.axis, series, height) {
                match run.as_slice() {
                    [alone] => drop(self.painter.circle_filled(*alone, WIDTH, ink)),
                    _ if is_reference => {
                        for dash in dashes(&run) {
                            self.painter.add(Shape::line(dash, Stroke::new(WIDTH, ink.gamma_multiply(0.75))));
                        }
                    }
                    _ => drop(self.painter.add(Shape::line(run, Stroke::new(WIDTH, ink)))),
                }
            }
        }
        if self.shown.truth && !is_reference && self.has_room() {
            self.exclusions(series);
        }
    }

    /// A bar up from the ground for each record whose reading cost the belief something; at most one a pixel, the highest.
    pub(crate) fn losses(&self, losses: &Losses) {
        if !self.shown.regret || !self.has_room() {
            return;
        }
        let paint = |(x, bits): (f32, f64)| {
            // What is lost without end reaches as high as there is room.
            let part = if bits.is_finite() { bits / self.scale.top } else { 1.0 };
            let stroke = Stroke::new(2.0, ink(Curve::Regret, self.palette));
            self.painter.vline(x, self.y(part)..=self.y(0.0), stroke);
        };
        let mut open: Option<(f32, f64)> = None;
        for (record, lost) in losses.lost.iter().enumerate() {
            let Some(bits) = lost.and_then(|lost| lost.bits()).filter(|bits| *bits >= LEAST_LOSS) else { continue };
            let x = self.axis.x(record);
            match &mut open {
                Some((place, most)) if x - *place < 1.0 => *most = most.max(bits),
                _ => {
                    open.replace((x, bits)).map(paint);
                }
            }
        }
        open.map(paint);
    }

    /// A cross where the truth has no probability at all.
    fn exclusions(&self, series: &Series) {
        let mut last = f32::MIN;
        for point in series.points.iter().flatten().filter(|point| point.is_false_exclusion()) {
            let center = pos2(self.axis.x(point.record as usize), self.y(0.0) - 1.0);
            if center.x - last < 2.0 {
                continue;
            }
            last = center.x;
            let stroke = Stroke::new(WIDTH, self.palette.bad);
            self.painter.line_segment([center - vec2(2.5, 2.5), center + vec2(2.5, 2.5)], stroke);
            self.painter.line_segment([center + vec2(-2.5, 2.5), center + vec2(2.5, -2.5)], stroke);
        }
    }
}

/// All points of a curve within one pixel: the first, both extremes, so that no peak is lost, and the last.
struct Bucket {
    first: Pos2,
    low: Pos2,
    high: Pos2,
    last: Pos2,
}

impl Bucket {
    fn new(point: Pos2) -> Self {
        Self { first: point, low: point, high: point, last: point }
    }

    fn add(&mut self, point: Pos2) {
        if point.y < self.low.y {
            self.low = point;
        }
        if point.y > self.high.y {
            self.high = point;
        }
        self.last = point;
    }

    fn flush_to(&self, run: &mut Vec<Pos2>) {
        let (one, other) = if self.low.x <= self.high.x { (self.low, self.high) } else { (self.high, self.low) };
        for point in [self.first, one, other, self.last] {
            if run.last() != Some(&point) {
                run.push(point);
            }
        }
    }
}

/// Unbroken stretches of a curve, at most four points a pixel. Gaps narrower than a pixel are not seen.
fn runs(axis: &Axis, series: &Series, height: impl Fn(&BeliefPoint) -> Option<f32>) -> Vec<Vec<Pos2>> {
    let mut runs: Vec<Vec<Pos2>> = Vec::new();
    let mut bucket: Option<Bucket> = None;
    let mut is_after_gap = true;
    for (record, point) in series.points.iter().enumerate() {
        let Some(y) = point.as_ref().and_then(&height) else {
            is_after_gap = true;
            continue;
        };
        let point = pos2(axis.x(record), y);
        if let Some(open) = bucket.as_mut().filter(|open| point.x - open.first.x < 1.0) {
            open.add(point);
            is_after_gap = false;
            continue;
        }
        if let (Some(full), Some(run)) = (bucket.replace(Bucket::new(point)), runs.last_mut()) {
            full.flush_to(run);
        }
        if std::mem::take(&mut is_after_gap) {
            runs.push(Vec::new());
        }
    }
    if let (Some(full), Some(run)) = (bucket, runs.last_mut()) {
        full.flush_to(run);
    }
    runs
}

/// A line in dashes that are alike in width, so that there are never more of them than there is room for.
fn dashes(run: &[Pos2]) -> Vec<Vec<Pos2>> {
    let mut dashes = vec![Vec::new()];
    let period = DASH.0 + DASH.1;
    let Some(start) = run.first().map(|point| point.x) else { return dashes };
    let mut add = |point: Pos2| {
        let place = (point.x - start) / period;
        let is_gap = place.fract() * period > DASH.0 + 0.01;
        let dash = place.floor() as usize;
        if is_gap {
            return;
        }
        while dashes.len() <= dash {
            dashes.push(Vec::new());
        }
        dashes[dash].push(point);
    };
    for pair in run.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        add(from);
        let across = to.x - from.x;
        // The ends of the dashes between the two points.
        let first = ((from.x - start) / period).floor() as usize;
        let last = ((to.x - start) / period).floor() as usize;
        for edge in (first..=last).flat_map(|dash| [dash as f32 * period, dash as f32 * period + DASH.0]) {
            let x = start + edge;
            if x > from.x && x < to.x {
                add(pos2(x, from.y + (to.y - from.y) * (x - from.x) / across));
            }
        }
    }
    if let Some(point) = run.last() {
        add(*point);
    }
    dashes.retain(|dash| dash.len() > 1);
    dashes
}

#[cfg(test)]
mod tests {
    use super::*;
    use fogreel_engine::data::BeliefKey;

    fn series(bits: impl Iterator<Item = Option<f64>>) -> Series {
        let point = |(record, bits): (usize, Option<f64>)| {
            bits.map(|bits| BeliefPoint {
                count_surprisal_bits: None,
                record: record as u32,
                turn: record as u32,
                entropy_bits: bits,
                effective_cells: bits.exp2(),
                max: 0.5,
                p_truth: Some(1.0),
            })
        };
        Series { key: BeliefKey::new("a", "b", "agent"), points: bits.enumerate().map(point).collect() }
    }

    fn axis(len: usize) -> Axis {
        Axis::new(Rect::from_min_size(pos2(0.0, 0.0), vec2(524.0, 90.0)), len)
    }

    fn heights(series: &Series, axis: &Axis) -> Vec<Vec<Pos2>> {
        runs(axis, series, |point| Some(point.entropy_bits as f32))
    }

    #[test]
    fn a_curve_breaks_at_gaps_and_single_points_stay() {
        let series = series([Some(1.0), Some(2.0), None, Some(3.0), None].into_iter());
        let runs = heights(&series, &axis(5));
        assert_eq!(runs.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn peaks_survive_however_many_records_there_are() {
        let series =
            series((0..100_000).map(|record| Some(if record == 77_777 { 9.0 } else { f64::from(record % 7) })));
        let runs = heights(&series, &axis(100_000));
        let points: Vec<Pos2> = runs.into_iter().flatten().collect();
        assert!(points.len() <= 4 * 502, "{}", points.len());
        assert!(points.iter().any(|point| point.y == 9.0));
    }

    #[test]
    fn gaps_narrower_than_a_pixel_do_not_add_up() {
        let series = series((0..100_000).map(|record| (record % 2 == 0).then_some(1.0)));
        assert!(heights(&series, &axis(100_000)).len() <= 502);
    }

    #[test]
    fn dashes_lie_on_the_line_and_are_bounded() {
        let run = [pos2(0.0, 0.0), pos2(40.0, 80.0), pos2(40.5, -500.0), pos2(100.0, 0.0)];
        let dashes = dashes(&run);
        assert!(dashes.len() <= 12, "{}", dashes.len());
        for point in dashes.iter().flatten().filter(|point| point.x <= 40.0) {
            assert!((point.y - 2.0 * point.x).abs() < 1e-3, "{point:?}");
        }
        for dash in &dashes {
            let (first, last) = (dash[0], dash[dash.len() - 1]);
            assert!(last.x - first.x <= DASH.0 + 0.02);
        }
    }

    #[test]
    fn the_scale_in_bits_ends_at_a_round_number_above_all() {
        let all = ShownCurves::default();
        for (most, room, top) in [(9.4, 60.0, 10.0), (6.0, 40.0, 10.0), (0.2, 60.0, 1.0), (31.0, 90.0, 40.0)] {
            let series = series([Some(most)].into_iter());
            let scale = BitScale::of([&series].into_iter(), None, all, room);
            assert!(scale.top >= most && scale.ticks().last() == Some(scale.top), "{most}: {}", scale.top);
            assert_eq!(scale.top, top, "{most} in {room}");
        }
    }
}
