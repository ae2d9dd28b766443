//! Lanes below the curves: faults, events, signals, each kind on a line of its own.

use fogreel_analysis::fault::FaultKind;

use super::data::Course;
use super::{Axis, NAME_GAP};
use crate::drawing::{Anchor, Area, Drawing, FAINT, INK, Type};
use crate::panel::MARGIN;
use crate::text::{clean, shorten, width};

use fogreel_engine::data::Rgb;

const HEIGHT: i32 = 360;
const GROUND: Rgb = Rgb(0xf3, 0xf3, 0xf3);

/// Marks of one kind.
pub(super) struct Lane {
    pub(super) name: String,
    letter: String,
    /// First and last record of each mark.
    marks: Vec<(usize, usize)>,
}

/// A lane for each kind that occurs.
pub(super) fn of(course: &Course<'_>) -> Vec<Lane> {
    let mut lanes = Vec::new();
    for series in course.series.iter().filter(|series| !series.is_reference) {
        for kind in FaultKind::ALL {
            let faults = || series.faults.iter().filter(|tracked| tracked.fault.kind == kind);
            let Some(worst) = faults().map(|tracked| tracked.fault.grade).max() else { continue };
            let mut marks: Vec<(usize, usize)> = Vec::new();
            for tracked in faults() {
                let (since, now) = (tracked.since as usize, tracked.fault.record as usize);
                // Two marks may begin at once: one that the owner can tell, one that takes the truth.
                let lasting = marks.iter_mut().rev().take_while(|(first, _)| *first >= since).last();
                match lasting {
                    Some((_, last)) => *last = now.max(*last),
                    None => marks.push((since, now)),
                }
            }
            let name = if kind == FaultKind::MassOnVisibleEmpty { "mass in sight" } else { kind.name() };
            lanes.push(Lane { name: format!("{} {name}", worst.mark()), letter: worst.mark().to_owned(), marks });
        }
    }
    let mut lane = |kinds: &[(usize, u16)], describe: &dyn Fn(u16) -> Option<(char, String)>| {
        let mut present: Vec<u16> = kinds.iter().map(|(_, kind)| *kind).collect();
        present.sort_unstable();
        present.dedup();
        for kind in present {
            let Some((glyph, name)) = describe(kind) else { continue };
            let letter = clean(&glyph.to_string());
            let mut marks: Vec<(usize, usize)> =
                kinds.iter().filter(|(_, other)| *other == kind).map(|(record, _)| (*record, *record)).collect();
            marks.dedup();
            lanes.push(Lane { name: format!("{letter} {name}"), letter, marks });
        }
    };
    let header = &course.header;
    lane(&course.events, &|kind| {
        let kind = header.event_kinds.get(usize::from(kind))?;
        Some((kind.glyph, clean(&kind.name)))
    });
    lane(&course.hits, &|channel| {
        let channel = header.channels.get(usize::from(channel))?;
        Some((channel.glyph, format!("{}: hit", clean(&channel.name))))
    });
    lanes
}

/// Draws the lanes; returns where they end.
pub(super) fn draw(drawing: &mut Drawing, axis: &Axis, y: i32, lanes: &[Lane]) -> i32 {
    let style = Type::SMALL;
    for (index, lane) in lanes.iter().enumerate() {
        let area = Area::new(axis.x, y + index as i32 * HEIGHT, axis.width, HEIGHT - 40);
        drawing.rectangle(area, GROUND);
        let (_, middle) = area.center();
        let baseline = middle + style.cap() / 2;
        let room = axis.x - MARGIN - NAME_GAP;
        drawing.text(shorten(&lane.name, style, room), (MARGIN, baseline), Anchor::Start, style, INK);
        let letter_width = width(&lane.letter, Type::LABEL);
        let mut taken = i32::MIN;
        for (first, last) in &lane.marks {
            let (from, to) = (axis.at(*first), axis.at(*last));
            // A letter at the right end stays on the paper.
            let x = from.min(axis.right() + 40 - letter_width / 2);
            let has_room = x - letter_width / 2 > taken;
            if last > first {
                let bar_from = if has_room { from + letter_width / 2 + 30 } else { from };
                drawing.rectangle(Area::new(bar_from, middle - 25, to - bar_from, 50), FAINT);
            }
            if has_room {
                drawing.text(lane.letter.clone(), (x, baseline), Anchor::Middle, Type::LABEL, INK);
                taken = x + letter_width / 2 + 20;
            } else {
                drawing.path(vec![(from, area.y + 30), (from, area.bottom() - 30)], INK, 14);
            }
        }
    }
    y + lanes.len() as i32 * HEIGHT
}
