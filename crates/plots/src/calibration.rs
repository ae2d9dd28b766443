//! Whether a belief holds what it says, over one match or many.

use std::fmt::Write as _;

use fogreel_analysis::aggregate::{CoverageHistogram, Reliability, coverage_histogram, reliability, uniform_band};
use fogreel_analysis::{AnalysisOptions, analyse};
use fogreel_engine::data::{BeliefKey, Rgb};
use fogreel_engine::{Header, Viewpoint};
use fogreel_recorder::Timeline;

use crate::bars;
use crate::chart::{Chart, Ends};
use crate::csv::{field, shortest};
use crate::drawing::{Anchor, Area, Drawing, FAINT, INK, MM, PAPER, Point, Type};
use crate::hatch::hatch_area;
use crate::lines::{DASHES, broken};
use crate::panel::{MARGIN, mm, title};
use crate::strip::{SAMPLE, Sample, legend};
use crate::text::{clean, number, width};
use crate::words::MatchNames;
use crate::{Figure, PlotError, Width, svg, words};

/// Bars of either histogram.
const BINS: usize = 10;
const BAND: Rgb = Rgb(0x6e, 0x6e, 0x6e);
const CURVE: Rgb = Rgb(0x1f, 0x4e, 0x9c);
/// From this width on, the two plots stand side by side.
const SIDE_BY_SIDE: i32 = 120 * MM;
const GAP: i32 = 6 * MM;

/// Highest-posterior-density levels and announced confidences of one belief, gathered match by match.
pub struct Calibration {
    key: BeliefKey,
    names: MatchNames,
    header: Option<Header>,
    /// Matches in which the belief was measured against the truth.
    matches: usize,
    levels: Vec<f64>,
    /// The largest probability, and whether the truth was there.
    announced: Vec<(f64, bool)>,
    /// Beliefs that were there instead.
    present: Vec<BeliefKey>,
}

impl Calibration {
    /// No match yet.
    pub fn new(key: BeliefKey) -> Self {
        Self {
            key,
            names: MatchNames::new(Viewpoint::Referee),
            header: None,
            matches: 0,
            levels: Vec::new(),
            announced: Vec::new(),
            present: Vec::new(),
        }
    }

    /// Measures the belief in one more match, `name`, of the same game. A match that does not hold it adds nothing.
    ///
    /// # Errors
    /// [`PlotError`] if a record cannot be read, or the match is one of another game.
    pub fn add(&mut self, timeline: &Timeline, name: &str) -> Result<(), PlotError> {
        let header = timeline.header();
        if self.header.as_ref().is_some_and(|first| first.game != header.game) {
            return Err(PlotError::Unlike { name: name.to_owned(), what: "another game" });
        }
        // What is known of the truth needs no reference. Ties are drawn anew in every match.
        let options = AnalysisOptions {
            belief: Some(self.key.clone()),
            // Matches without a seed must not draw alike either.
            seed: Some(header.seed.unwrap_or(self.names.len() as u64)),
            ..AnalysisOptions::default()
        };
        let analysis = analyse(timeline, None, &options)?;
        let turns = || analysis.beliefs.iter().flat_map(|belief| &belief.turns);
        let measured: Vec<_> = turns().filter_map(|turn| Some((turn.point.max, turn.truth?))).collect();
        self.matches += usize::from(!measured.is_empty());
        self.levels.extend(measured.iter().map(|(_, truth)| truth.hpd_level));
        self.announced.extend(measured.iter().map(|(max, truth)| (*max, truth.is_likeliest)));
        if self.present.is_empty() {
            self.present = fogreel_analysis::belief_keys(timeline);
        }
        self.names.add(header);
        self.header.get_or_insert_with(|| header.clone());
        Ok(())
    }

    /// Draws the figure.
    ///
    /// At the left the highest-posterior-density levels of the truth: calibrated beliefs fill all bars alike, too sure ones pile up
    /// at 1. The band holds 95 in 100 bars if every match counts as one draw, since the turns of one match depend on each other. At
    /// the right how often the likeliest element was true, by the probability that it had (CORP: isotonic regression), with the
    /// Brier score of that probability taken apart.
    ///
    /// # Errors
    /// [`PlotError`] if no match was added, or none holds the belief with a truth to compare it with.
    pub fn figure(&self, paper: Width) -> Result<Figure, PlotError> {
        let header = self.header.as_ref().ok_or(PlotError::NoMatch)?;
        if !self.present.contains(&self.key) && self.levels.is_empty() {
            return Err(PlotError::NeverHeld { key: self.key.clone(), present: self.present.clone() });
        }
        let curve = reliability(&self.announced).ok_or(PlotError::NoTruthAtAll { key: self.key.clone() })?;
        let histogram = coverage_histogram(&self.levels, BINS);
        let band = uniform_band(self.matches, BINS);
        let full = paper.units();
        let mut drawing = Drawing::default();
        let turns = if self.levels.len() == 1 { "1 turn".to_owned() } else { format!("{} turns", self.levels.len()) };
        let groups = [
            (self.names.parts(), Type::TITLE, INK),
            ([self.names.count(), vec![turns]].concat(), Type::BODY, INK),
            (
                vec![
                    "calibration".to_owned(),
                    format!("belief of {}", clean(&header.belief_subject(&self.key))),
                    words::source(&self.key),
                ],
                Type::BODY,
                FAINT,
            ),
        ];
        let heading = title(&mut drawing, full, groups);
        let is_wide = full >= SIDE_BY_SIDE;
        let room = if is_wide { (full - 2 * MARGIN - GAP) / 2 } else { full - 2 * MARGIN };
        let left = Place { x: MARGIN, y: heading.bottom + MM, room };
        let histogram_bottom = self.histogram(&mut drawing, left, &histogram, band);
        let right = if is_wide {
            Place { x: MARGIN + room + GAP, ..left }
        } else {
            Place { y: histogram_bottom + 4 * MM, ..left }
        };
        let mut y = self.curve(&mut drawing, right, &curve).max(histogram_bottom) + 2 * MM;
        for line in lines(&curve, full - 2 * MARGIN) {
            drawing.text(line, (MARGIN, y + Type::SMALL.cap()), Anchor::Start, Type::SMALL, INK);
            y += Type::SMALL.line();
        }
        let height = legend(&mut drawing, y + 40, full - 2 * MARGIN, &self.entries()) + MARGIN;
        let svg = svg::write(&drawing, full, height, &heading.text)?;
        let csv = self.csv(&histogram, band, &curve);
        Ok(Figure { svg, csv, width_mm: mm(full), height_mm: mm(height) })
    }

    fn entries(&self) -> Vec<(Sample, String)> {
        let counted = if self.matches == 1 { "1 match".to_owned() } else { format!("{} matches", self.matches) };
        vec![
            (bars::sample(1), "share of the turns".to_owned()),
            (Box::new(band_sample), format!("95 % if uniform, by {counted}")),
            (
                Box::new(|drawing, (x, y)| curve_line(drawing, &[(x, y), (x + SAMPLE, y)])),
                "how often it was true".to_owned(),
            ),
            (Box::new(|drawing, (x, y)| ideal(drawing, &[(x, y), (x + SAMPLE, y)])), "calibrated".to_owned()),
            (bars::sample(0), "how often it was announced".to_owned()),
        ]
    }

    fn histogram(
        &self,
        drawing: &mut Drawing,
        place: Place,
        histogram: &CoverageHistogram,
        (low, high): (f64, f64),
    ) -> i32 {
        let shares: Vec<f64> = shares(&histogram.counts);
        let most = shares.iter().copied().fold(high.min(0.5), f64::max);
        let chart = place.chart(drawing, "coverage: share of turns", Ends::around(0.0, most, 6));
        let area = chart.area;
        for (index, share) in shares.iter().enumerate() {
            // Bars lie apart from each other, so that no line shines through between them.
            let at = |place: usize| area.x + area.width * place as i32 / BINS as i32;
            let (from, to, top) = (at(index) + 25, at(index + 1) - 25, chart.y(*share));
            bars::bar(drawing, Area::new(from, top, to - from, area.bottom() - top), 1);
        }
        let (top, bottom) = (chart.y(high), chart.y(low));
        hatch_area(
            drawing,
            Area::new(area.x, top, area.width, bottom - top),
            fogreel_engine::data::Hatch::Falling,
            BAND,
        );
        for y in [top, bottom] {
            drawing.path(vec![(area.x, y), (area.right(), y)], BAND, 20);
        }
        let even = chart.y(1.0 / BINS as f64);
        ideal(drawing, &[(area.x, even), (area.right(), even)]);
        chart.sides(drawing);
        place.below(drawing, &chart, "HPD level of the truth")
    }

    fn curve(&self, drawing: &mut Drawing, place: Place, curve: &Reliability) -> i32 {
        let across = Ends::unit();
        let chart = place.chart(drawing, "reliability: how often true", Ends::unit());
        let area = chart.area;
        // Counts below, a fifth of the height at most.
        let mut counts = [0u64; BINS];
        for (max, _) in &self.announced {
            counts[((max * BINS as f64) as usize).min(BINS - 1)] += 1;
        }
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        for (index, count) in counts.iter().enumerate() {
            let at = |place: usize| area.x + area.width * place as i32 / BINS as i32;
            let (from, to) = (at(index) + 25, at(index + 1) - 25);
            let height = (*count as f64 / most as f64 * f64::from(area.height) / 5.0).ceil() as i32;
            bars::bar(drawing, Area::new(from, area.bottom() - height, to - from, height), 0);
        }
        ideal(drawing, &[(area.x, area.bottom()), (area.right(), area.y)]);
        let point = |confidence: f64, frequency: f64| (chart.x(across, confidence), chart.y(frequency));
        let line: Vec<Point> =
            curve.bins.iter().flat_map(|bin| [point(bin.from, bin.frequency), point(bin.to, bin.frequency)]).collect();
        curve_line(drawing, &line);
        chart.sides(drawing);
        place.below(drawing, &chart, "largest probability announced")
    }

    fn csv(&self, histogram: &CoverageHistogram, (low, high): (f64, f64), curve: &Reliability) -> String {
        let mut csv = "part,belief,matches,turns,from,to,count,value,band_low,band_high\n".to_owned();
        let (key, matches, turns) = (field(&self.key.to_string()), self.matches, self.levels.len());
        let mut line = |part: &str, rest: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(csv, "{part},{key},{matches},{turns},{rest}");
        };
        let edge = |index: usize| shortest(index as f64 / BINS as f64);
        for (index, (count, share)) in histogram.counts.iter().zip(shares(&histogram.counts)).enumerate() {
            let (from, to, share, low, high) =
                (edge(index), edge(index + 1), shortest(share), shortest(low), shortest(high));
            line("hpd_level", format!("{from},{to},{count},{share},{low},{high}"));
        }
        line("hpd_distance", format!(",,,{},,", shortest(histogram.distance)));
        for bin in &curve.bins {
            let (from, to, frequency) = (shortest(bin.from), shortest(bin.to), shortest(bin.frequency));
            line("reliability", format!("{from},{to},{},{frequency},,", bin.count));
        }
        for (part, value) in [
            ("score", curve.score),
            ("miscalibration", curve.miscalibration),
            ("discrimination", curve.discrimination),
            ("uncertainty", curve.uncertainty),
        ] {
            line(part, format!(",,,{},,", shortest(value)));
        }
        csv
    }
}

/// The score taken apart, on as few lines as there is room for.
fn lines(curve: &Reliability, room: i32) -> Vec<String> {
    let parts = [
        format!("Brier score {}", number(curve.score)),
        format!("= miscalibration {}", number(curve.miscalibration)),
        format!("− discrimination {}", number(curve.discrimination)),
        format!("+ uncertainty {}", number(curve.uncertainty)),
    ];
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {part}"), Type::SMALL) <= room => *line = format!("{line} {part}"),
            _ => lines.push(part),
        }
    }
    lines
}

fn shares(counts: &[u64]) -> Vec<f64> {
    let total = counts.iter().sum::<u64>().max(1) as f64;
    counts.iter().map(|count| *count as f64 / total).collect()
}

/// Where a plot goes.
#[derive(Clone, Copy)]
struct Place {
    x: i32,
    y: i32,
    room: i32,
}

impl Place {
    /// The plot with its name and grid.
    fn chart(self, drawing: &mut Drawing, name: &str, up: Ends) -> Chart {
        let style = Type::LABEL;
        let name = crate::text::shorten(name, style, self.room);
        drawing.text(name, (self.x, self.y + style.cap()), Anchor::Start, style, INK);
        let left = 8 * MM;
        let area = Area::new(self.x + left, self.y + style.cap() + 260, self.room - left - 3 * MM, 46 * MM);
        let chart = Chart { area, up };
        chart.grid(drawing);
        chart
    }

    /// Ticks from 0 to 1 below a plot and what they mean; returns where they end.
    fn below(self, drawing: &mut Drawing, chart: &Chart, name: &str) -> i32 {
        let style = Type::SMALL;
        let baseline = chart.ticks_below(drawing, Ends::unit()) + style.line();
        let name = crate::text::shorten(name, style, self.room);
        // In the middle, unless that leaves the paper.
        let (x, most) = (chart.area.center().0, self.x + self.room - width(&name, style) / 2);
        drawing.text(name, (x.min(most), baseline), Anchor::Middle, style, INK);
        baseline
    }
}

/// What a calibrated belief would do.
fn ideal(drawing: &mut Drawing, line: &[Point]) {
    broken(line, DASHES).into_iter().for_each(|piece| drawing.path(piece, INK, 16));
}

fn curve_line(drawing: &mut Drawing, line: &[Point]) {
    for (color, width) in [(PAPER, 60), (CURVE, 32)] {
        drawing.path(line.to_vec(), color, width);
    }
    for point in line {
        drawing.disc(*point, 34, CURVE);
    }
}

fn band_sample(drawing: &mut Drawing, (x, y): Point) {
    let area = Area::new(x, y - 120, SAMPLE, 240);
    hatch_area(drawing, area, fogreel_engine::data::Hatch::Falling, BAND);
    for y in [area.y, area.bottom()] {
        drawing.path(vec![(area.x, y), (area.right(), y)], BAND, 20);
    }
}
