//! A belief along the match: what it knew, what it said about the truth, what happened, what went wrong.

mod curves;
mod data;
mod lanes;

use std::fmt::Write as _;

use fogreel_engine::data::BeliefKey;
use fogreel_recorder::Timeline;

use crate::csv::{field, shortest};
use crate::drawing::{Anchor, Drawing, FAINT, INK, MM, Point, Type};
use crate::options::TimelineOptions;
use crate::panel::{MARGIN, mm, title};
use crate::text::{clean, width};
use crate::{Figure, PlotError, svg, words};
use data::Course;

const GAP: i32 = 3 * MM;
/// Room between the plots and the names at their left.
const NAME_GAP: i32 = 120;

/// Draws the belief `key` along the match: entropy and surprisal in bits, the probability of the truth, and below them the
/// faults of the belief, the events, and what its owner's channels found. A reference belief is dashed.
///
/// Without the truth there is no surprisal and no probability of the truth, and events and faults are those that the owner
/// can tell. Reads the whole recording.
///
/// # Errors
/// [`PlotError`] if a record is damaged, no record holds the belief, it is not categorical, or the owner may not see it.
pub fn timeline(timeline: &Timeline, key: &BeliefKey, options: &TimelineOptions) -> Result<Figure, PlotError> {
    let course = Course::read(timeline, key, options)?;
    let full = options.width.units();
    let mut drawing = Drawing::default();
    let subject = format!("belief of {}", clean(&course.header.belief_subject(key)));
    let reference = options.reference.as_ref().map(|reference| format!("dashed: {}", clean(&reference.source_name())));
    let groups = [
        (words::match_name(&course.header, course.viewpoint), Type::TITLE, INK),
        (vec![subject, words::source(key), reference.unwrap_or_default()], Type::BODY, FAINT),
    ];
    let heading = title(&mut drawing, full, groups);

    let lanes = lanes::of(&course);
    let names = lanes.iter().map(|lane| width(&lane.name, Type::SMALL)).chain([width("P(truth)", Type::LABEL)]);
    let left = names.max().unwrap_or(0).min(full * 3 / 10) + NAME_GAP;
    let axis = Axis { x: MARGIN + left, width: full - 2 * MARGIN - left - 40, last: course.len.saturating_sub(1) };

    let mut y = heading.bottom + MM;
    for curves in curves::of(&course) {
        y = curves::draw(&mut drawing, &axis, &course, y, &curves) + GAP;
    }
    y = lanes::draw(&mut drawing, &axis, y - MM, &lanes) + 40;
    y = turns(&mut drawing, &axis, &course, y) + GAP;
    y = curves::legend(&mut drawing, y, full - 2 * MARGIN, &course);

    let height = y + MARGIN;
    let svg = svg::write(&drawing, full, height, &heading.text)?;
    Ok(Figure { svg, csv: csv(&course), width_mm: mm(full), height_mm: mm(height) })
}

/// From records to places.
#[derive(Clone, Copy)]
struct Axis {
    x: i32,
    width: i32,
    last: usize,
}

impl Axis {
    fn at(&self, record: usize) -> i32 {
        if self.last == 0 {
            return self.x + self.width / 2;
        }
        self.x + (record as i64 * i64::from(self.width) / self.last as i64) as i32
    }

    fn right(&self) -> i32 {
        self.x + self.width
    }

    /// Distance between two neighbouring records.
    fn pitch(&self) -> i32 {
        if self.last == 0 { self.width } else { self.width / self.last as i32 }
    }
}

/// Numbers of turns below a line; returns where they end.
fn turns(drawing: &mut Drawing, axis: &Axis, course: &Course, y: i32) -> i32 {
    drawing.path(vec![(axis.x, y), (axis.right(), y)], INK, 14);
    let baseline = y + 130 + Type::SMALL.cap();
    // The first record of each turn.
    let firsts: Vec<(usize, u32)> = (0..course.len)
        .filter(|index| *index == 0 || course.turns[*index] != course.turns[index - 1])
        .map(|index| (index, course.turns[index]))
        .collect();
    let widest = firsts.last().map_or(0, |(_, turn)| width(&turn.to_string(), Type::SMALL)) + 120;
    let most = (axis.width / widest.max(1)).max(1) as usize;
    let step = [1u32, 2, 5].iter().cycle().zip((0..24).map(|place| 10u32.saturating_pow(place / 3)));
    let step = step.map(|(digit, power)| digit.saturating_mul(power));
    let fits = |step: &u32| firsts.iter().filter(|(_, turn)| turn % step == 0).count() <= most;
    let step = step.into_iter().find(fits).unwrap_or(u32::MAX);
    let mut taken = i32::MIN;
    for (index, turn) in firsts.iter().filter(|(_, turn)| turn % step == 0) {
        let (x, label) = (axis.at(*index), turn.to_string());
        drawing.path(vec![(x, y), (x, y + 70)], INK, 14);
        // Turns may be of different length.
        let half = width(&label, Type::SMALL) / 2;
        if x - half > taken {
            drawing.text(label, (x, baseline), Anchor::Middle, Type::SMALL, FAINT);
            taken = x + half + 60;
        }
    }
    drawing.text("turn", (MARGIN, baseline), Anchor::Start, Type::SMALL, FAINT);
    baseline
}

fn csv(course: &Course) -> String {
    let mut csv =
        "record,turn,belief,entropy_bits,effective_cells,confidence,p_truth,surprisal_bits,overconfidence_bits,\
                   faults,events,signals\n"
            .to_owned();
    let header = &course.header;
    for index in 0..course.len {
        let events = at(&course.events, index, |(record, _)| *record).iter();
        let events = events.filter_map(|(_, kind)| Some(header.event_kinds.get(usize::from(*kind))?.id.as_str()));
        let hits = at(&course.hits, index, |(record, _)| *record).iter();
        let hits = hits.filter_map(|(_, channel)| Some(header.channels.get(usize::from(*channel))?.id.as_str()));
        let joined = |parts: Vec<&str>| field(&parts.join(" "));
        let (events, hits) = (joined(events.collect()), joined(hits.collect()));
        for series in &course.series {
            let Some(point) = &series.points[index] else { continue };
            let faults = at(&series.faults, index, |tracked| tracked.fault.record as usize).iter();
            let faults: Vec<String> =
                faults.map(|tracked| format!("{}{}", tracked.fault.kind.id(), tracked.fault.grade.mark())).collect();
            let optional = |value: Option<f64>| value.map_or_else(String::new, shortest);
            // Writing to a string cannot fail.
            let _ = writeln!(
                csv,
                "{index},{},{},{},{},{},{},{},{},{},{events},{hits}",
                point.turn,
                field(&series.key.to_string()),
                shortest(point.entropy_bits),
                shortest(point.effective_cells),
                shortest(point.max),
                optional(point.p_truth),
                optional(point.surprisal_bits()),
                optional(point.overconfidence_bits()),
                field(&faults.join(" ")),
            );
        }
    }
    csv
}

/// The part of a list sorted by record that belongs to one record.
fn at<T>(sorted: &[T], record: usize, record_of: impl Fn(&T) -> usize) -> &[T] {
    let from = sorted.partition_point(|entry| record_of(entry) < record);
    let count = sorted[from..].partition_point(|entry| record_of(entry) == record);
    &sorted[from..from + count]
}

/// A line of dashes along a line of any direction.
fn dashed(line: &[Point]) -> Vec<Vec<Point>> {
    const DASH: f64 = 110.0;
    const SPACE: f64 = 70.0;
    let mut pieces: Vec<Vec<Point>> = Vec::new();
    let (mut is_drawn, mut left) = (true, DASH);
    let mut piece: Vec<Point> = line.first().copied().into_iter().collect();
    for ends in line.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        let (across, down) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let length = across.hypot(down);
        let mut at = 0.0;
        while length - at > left {
            at += left;
            let point = (from.0 + (across * at / length).round() as i32, from.1 + (down * at / length).round() as i32);
            if is_drawn {
                piece.push(point);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![point];
            }
            is_drawn = !is_drawn;
            left = if is_drawn { DASH } else { SPACE };
        }
        left -= length - at;
        if is_drawn {
            piece.push(to);
        }
    }
    if piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_go_around_corners_and_keep_their_length() {
        let pieces = dashed(&[(0, 0), (100, 0), (100, 300)]);
        assert_eq!(pieces[0], [(0, 0), (100, 0), (100, 10)]);
        assert_eq!(pieces[1], [(100, 80), (100, 190)]);
        assert!(dashed(&[]).is_empty() && dashed(&[(5, 5)]).is_empty());
        assert_eq!(dashed(&[(0, 0), (50, 0)]), [[(0, 0), (50, 0)]]);
    }
}
