//! Where things lie on the timeline.

use eframe::egui::{Rect, pos2};
use fogreel_engine::Seat;

use crate::marks::MarkKind;

/// Room at both ends, so that the handle of the first and last record is whole.
const PADDING: f32 = 12.0;
/// Height of a lane of letters.
const LANE: f32 = 13.0;
/// The least height of the curves for which signals get a lane for each seat.
const LEAST_CURVES: f32 = 40.0;

/// From records to places and back.
#[derive(Clone, Copy)]
pub(crate) struct Axis {
    left: f32,
    width: f32,
    last: usize,
}

impl Axis {
    pub(crate) fn new(rect: Rect, len: usize) -> Self {
        Self {
            left: rect.left() + PADDING,
            width: (rect.width() - 2.0 * PADDING).max(1.0),
            last: len.saturating_sub(1),
        }
    }

    pub(crate) fn x(&self, record: usize) -> f32 {
        let part = if self.last == 0 { 0.0 } else { record as f64 / self.last as f64 };
        self.left + (part * f64::from(self.width)) as f32
    }

    pub(crate) fn record(&self, x: f32) -> usize {
        let part = f64::from((x - self.left) / self.width).clamp(0.0, 1.0);
        (part * self.last as f64).round() as usize
    }

    /// Points between two neighbouring records.
    pub(crate) fn pitch(&self) -> f32 {
        if self.last == 0 { self.width } else { self.width / self.last as f32 }
    }

    /// The record nearest to a place among those that lie at most so many points away and fulfil a condition.
    pub(crate) fn nearest(&self, x: f32, reach: f32, is_it: impl Fn(usize) -> bool) -> Option<usize> {
        let here = self.record(x);
        let steps = (reach / self.pitch()) as usize;
        (0..=steps)
            .flat_map(|far| [here.checked_sub(far), here.checked_add(far).filter(|record| *record <= self.last)])
            .flatten()
            .find(|record| is_it(*record))
    }
}

/// Strips of the timeline, from top to bottom.
pub(crate) struct Lanes {
    pub(crate) all: Rect,
    /// Above the track.
    pub(crate) notes: Rect,
    pub(crate) faults: Rect,
    /// Marks of moves, if there are any and there is room.
    pub(crate) moves: Option<Rect>,
    pub(crate) events: Rect,
    pub(crate) signals: Vec<SignalLane>,
    pub(crate) curves: Rect,
    pub(crate) turns: Rect,
}

/// A strip of letters of channels that said something.
pub(crate) struct SignalLane {
    pub(crate) rect: Rect,
    /// Whose they are; `None` where all seats share the strip.
    pub(crate) seat: Option<Seat>,
}

impl Lanes {
    /// The strips within a rectangle. Moves have a strip if any is marked, and signals one for each seat that has any, if
    /// there is room.
    pub(crate) fn of(rect: Rect, kinds: &[MarkKind], has_moves: bool) -> Self {
        let strip = |top: f32, bottom: f32| Rect::from_min_max(pos2(rect.left(), top), pos2(rect.right(), bottom));
        let lane = |index: usize| {
            let top = rect.top() + 17.0 + index as f32 * LANE;
            strip(top, top + LANE)
        };
        let mut seats: Vec<Seat> = kinds
            .iter()
            .filter_map(|kind| match kind {
                MarkKind::Hit { seat, .. } => Some(*seat),
                MarkKind::Event(_) | MarkKind::Note => None,
            })
            .collect();
        seats.sort();
        seats.dedup();
        let bottom = rect.bottom() - 15.0;
        // Faults, moves, events.
        let has_moves = has_moves && bottom - lane(4).top() >= LEAST_CURVES;
        let first = 2 + usize::from(has_moves);
        let has_room = bottom - lane(first + seats.len()).top() >= LEAST_CURVES;
        let signals: Vec<SignalLane> = if has_room && !seats.is_empty() {
            seats
                .iter()
                .enumerate()
                .map(|(index, seat)| SignalLane { rect: lane(first + index), seat: Some(*seat) })
                .collect()
        } else {
            vec![SignalLane { rect: lane(first), seat: None }]
        };
        let top = lane(first - 1 + signals.len()).bottom() + 3.0;
        Self {
            all: rect,
            notes: strip(rect.top() + 5.0, rect.top() + 16.0),
            faults: lane(0),
            moves: has_moves.then(|| lane(1)),
            events: lane(first - 1),
            signals,
            curves: strip(top, bottom.max(top + 4.0)),
            turns: strip(rect.bottom() - 13.0, rect.bottom()),
        }
    }

    /// The lane of a mark.
    pub(crate) fn of_mark(&self, kind: MarkKind) -> Option<Rect> {
        match kind {
            MarkKind::Event(_) => Some(self.events),
            MarkKind::Note => Some(self.notes),
            MarkKind::Hit { seat, .. } => {
                self.signals.iter().find(|lane| lane.seat.is_none_or(|whose| whose == seat)).map(|lane| lane.rect)
            }
        }
    }

    /// The part that is as long as the match.
    pub(crate) fn track(&self) -> Rect {
        Rect::from_min_max(
            pos2(self.all.left(), self.faults.top() - 1.0),
            pos2(self.all.right(), self.curves.bottom() + 1.0),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::vec2;

    #[test]
    fn records_and_places_are_inverse() {
        let rect = Rect::from_min_size(pos2(5.0, 0.0), vec2(800.0, 90.0));
        for len in [0, 1, 2, 121, 10_000] {
            let axis = Axis::new(rect, len);
            for record in [0, len / 3, len.saturating_sub(1)] {
                if len <= 700 {
                    assert_eq!(axis.record(axis.x(record)), record, "{record} of {len}");
                }
                assert!(rect.x_range().contains(axis.x(record)));
            }
            assert_eq!(axis.record(-1e9), 0);
            assert_eq!(axis.record(1e9), len.saturating_sub(1));
        }
    }

    #[test]
    fn the_nearest_record_is_found_on_both_sides_and_within_the_match() {
        let axis = Axis::new(Rect::from_min_size(pos2(0.0, 0.0), vec2(824.0, 90.0)), 801);
        let x = axis.x(100);
        assert_eq!(axis.nearest(x, 5.0, |record| record == 97 || record == 102), Some(102));
        assert_eq!(axis.nearest(x, 5.0, |record| record == 94), None);
        assert_eq!(axis.nearest(axis.x(800), 5.0, |record| record > 800), None);
    }

    #[test]
    fn seats_have_lanes_of_their_own_where_there_is_room() {
        let kinds = [0, 1].map(|seat| MarkKind::Hit { channel: 0, seat: Seat(seat) });
        let of = |height: f32, has_moves| {
            Lanes::of(Rect::from_min_size(pos2(0.0, 0.0), vec2(900.0, height)), &kinds, has_moves)
        };
        let lanes = |height: f32| of(height, false);
        assert_eq!(lanes(150.0).signals.len(), 2);
        assert_eq!(lanes(100.0).signals.len(), 1);
        assert_eq!(of(160.0, true).moves.map(|lane| lane.bottom()), Some(of(160.0, true).events.top()));
        assert_eq!(of(100.0, true).moves, None, "curves are worth more");
        for height in [40.0, 100.0, 400.0] {
            let lanes = lanes(height);
            for kind in kinds {
                let place = lanes.of_mark(kind).expect("every mark has a lane");
                assert!(place.bottom() <= lanes.curves.top() && lanes.curves.is_positive());
            }
        }
    }
}
