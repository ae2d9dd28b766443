//! A belief along the match: what it knew, what it said about the truth, what happened, what went wrong.

mod curves;
mod data;
mod lanes;

use std::fmt::Write as _;

use fogreel_engine::data::BeliefKey;
use fogreel_recorder::Timeline;

use crate::axis::{self, Axis, NAME_GAP};
use crate::csv::{field, optional, shortest};
use crate::drawing::{Drawing, FAINT, INK, MM, Type};
use crate::options::TimelineOptions;
use crate::panel::{MARGIN, mm, title};
use crate::text::{clean, width};
use crate::{Figure, PlotError, svg, words};
use data::Course;

const GAP: i32 = 3 * MM;

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
    y = crate::lanes::draw(&mut drawing, &axis, y - MM, &lanes) + 40;
    y = axis::turns(&mut drawing, &axis, &course.turns, y) + GAP;
    y = curves::legend(&mut drawing, y, full - 2 * MARGIN, &course);

    let height = y + MARGIN;
    let svg = svg::write(&drawing, full, height, &heading.text)?;
    Ok(Figure { svg, csv: csv(&course), width_mm: mm(full), height_mm: mm(height) })
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
