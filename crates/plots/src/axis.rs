//! The axis of a match: records from left to right, numbered by turn.

use crate::drawing::{Anchor, Drawing, FAINT, INK, Type};
use crate::panel::MARGIN;
use crate::text::width;

/// Room between the plots and the names at their left.
pub(crate) const NAME_GAP: i32 = 120;

/// From records to places.
#[derive(Clone, Copy)]
pub(crate) struct Axis {
    pub(crate) x: i32,
    pub(crate) width: i32,
    pub(crate) last: usize,
}

impl Axis {
    pub(crate) fn at(&self, record: usize) -> i32 {
        if self.last == 0 {
            return self.x + self.width / 2;
        }
        self.x + (record as i64 * i64::from(self.width) / self.last as i64) as i32
    }

    pub(crate) fn right(&self) -> i32 {
        self.x + self.width
    }

    /// Distance between two neighbouring records.
    pub(crate) fn pitch(&self) -> i32 {
        if self.last == 0 { self.width } else { self.width / self.last as i32 }
    }
}

/// Numbers of turns below a line; returns where they end.
pub(crate) fn turns(drawing: &mut Drawing, axis: &Axis, turns: &[u32], y: i32) -> i32 {
    drawing.path(vec![(axis.x, y), (axis.right(), y)], INK, 14);
    let baseline = y + 130 + Type::SMALL.cap();
    // The first record of each turn.
    let firsts: Vec<(usize, u32)> = (0..turns.len())
        .filter(|index| *index == 0 || turns[*index] != turns[index - 1])
        .map(|index| (index, turns[index]))
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
