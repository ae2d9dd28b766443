//! Lanes below curves: marks of one kind each, on a line of its own.

use fogreel_analysis::fault::{FaultKind, TrackedFault};
use fogreel_engine::data::Rgb;

use crate::axis::{Axis, NAME_GAP};
use crate::drawing::{Anchor, Area, Drawing, FAINT, INK, Type};
use crate::panel::MARGIN;
use crate::text::{shorten, width};

const HEIGHT: i32 = 360;
const GROUND: Rgb = Rgb(0xf3, 0xf3, 0xf3);

/// Marks of one kind.
pub(crate) struct Lane {
    pub(crate) name: String,
    pub(crate) marks: Vec<LaneMark>,
}

/// A letter, and the records for which it holds.
pub(crate) struct LaneMark {
    pub(crate) letter: String,
    pub(crate) first: usize,
    pub(crate) last: usize,
}

impl Lane {
    /// Marks of one letter, by their first and last records.
    pub(crate) fn of_letter(letter: &str, name: &str, marks: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let marks = marks.into_iter().map(|(first, last)| LaneMark { letter: letter.to_owned(), first, last });
        Self { name: format!("{letter} {name}"), marks: marks.collect() }
    }
}

/// A lane for each kind of fault that occurs.
pub(crate) fn of_faults(faults: &[TrackedFault]) -> Vec<Lane> {
    let mut lanes = Vec::new();
    for kind in FaultKind::ALL {
        let of_kind = || faults.iter().filter(|tracked| tracked.fault.kind == kind);
        let Some(worst) = of_kind().map(|tracked| tracked.fault.grade).max() else { continue };
        let mut marks: Vec<(usize, usize)> = Vec::new();
        for tracked in of_kind() {
            let (since, now) = (tracked.since as usize, tracked.fault.record as usize);
            // Two marks may begin at once: one that the owner can tell, one that takes the truth.
            let lasting = marks.iter_mut().rev().take_while(|(first, _)| *first >= since).last();
            match lasting {
                Some((_, last)) => *last = now.max(*last),
                None => marks.push((since, now)),
            }
        }
        let name = if kind == FaultKind::MassOnVisibleEmpty { "mass in sight" } else { kind.name() };
        lanes.push(Lane::of_letter(worst.mark(), name, marks));
    }
    lanes
}

/// Draws the lanes; returns where they end.
pub(crate) fn draw(drawing: &mut Drawing, axis: &Axis, y: i32, lanes: &[Lane]) -> i32 {
    let style = Type::SMALL;
    for (index, lane) in lanes.iter().enumerate() {
        let area = Area::new(axis.x, y + index as i32 * HEIGHT, axis.width, HEIGHT - 40);
        drawing.rectangle(area, GROUND);
        let (_, middle) = area.center();
        let baseline = middle + style.cap() / 2;
        let room = axis.x - MARGIN - NAME_GAP;
        drawing.text(shorten(&lane.name, style, room), (MARGIN, baseline), Anchor::Start, style, INK);
        let mut taken = i32::MIN;
        for LaneMark { letter, first, last } in &lane.marks {
            let letter_width = width(letter, Type::LABEL);
            let (from, to) = (axis.at(*first), axis.at(*last));
            // A letter at the right end stays on the paper.
            let x = from.min(axis.right() + 40 - letter_width / 2);
            let has_room = x - letter_width / 2 > taken;
            if last > first {
                let bar_from = if has_room { from + letter_width / 2 + 30 } else { from };
                drawing.rectangle(Area::new(bar_from, middle - 25, to - bar_from, 50), FAINT);
            }
            if has_room {
                drawing.text(letter.clone(), (x, baseline), Anchor::Middle, Type::LABEL, INK);
                taken = x + letter_width / 2 + 20;
            } else {
                drawing.path(vec![(from, area.y + 30), (from, area.bottom() - 30)], INK, 14);
            }
        }
    }
    y + lanes.len() as i32 * HEIGHT
}
