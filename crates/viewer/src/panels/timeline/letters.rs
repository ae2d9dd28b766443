//! Letters on the timeline: events, channels that said something, faults of beliefs. However many records there are, the
//! shapes are as many as there is room for.

use eframe::egui::{Align2, Color32, FontId, Painter, Rect, Shape, Stroke, pos2};
use fogreel_engine::Header;
use fogreel_engine::data::Note;

use super::lanes::{Axis, Lanes};
use crate::marks::{FaultMark, MarkKind, MoveMark};
use crate::panels::Shared;
use crate::theme::Palette;

/// Room that a mark's letter takes.
const LETTER: f32 = 11.0;
/// Room that the two letters of a grave fault take.
const GRAVE: f32 = 15.0;

fn font() -> FontId {
    FontId::monospace(11.0)
}

/// Letter, name and ink of a kind of mark: events in their tone, signals in the colour of the seat that sensed them.
pub(crate) fn describe(shared: &Shared<'_>, kind: MarkKind, palette: &Palette) -> (char, String, Color32) {
    let header: &Header = &shared.sight.header;
    match kind {
        MarkKind::Event(kind) => {
            header.event_kinds.get(usize::from(kind)).map_or(('?', "unknown event".to_owned(), palette.weak), |kind| {
                (kind.glyph, kind.name.clone(), palette.tone(kind.tone))
            })
        }
        MarkKind::Hit { channel, seat } => header
            .channels
            .get(usize::from(channel))
            .map_or(('?', "unknown channel".to_owned(), palette.weak), |channel| {
                (channel.glyph, channel.name.clone(), shared.seat_color(seat, palette))
            }),
        MarkKind::Note => ('⏷', "note".to_owned(), palette.accent),
    }
}

/// A lane that is being filled from left to right.
#[derive(Clone, Copy)]
struct Filling {
    lane: Rect,
    /// Where the next letter may stand.
    free: f32,
    /// Place of the last stroke.
    stroke: f32,
}

impl Filling {
    /// Paints a letter, or a stroke if there is no room for one. At most one stroke a pixel.
    fn put(&mut self, painter: &Painter, axis: &Axis, x: f32, letter: Option<char>, ink: Color32) {
        let place = pos2(x.max(self.free), self.lane.center().y);
        let fits = place.x - x < axis.pitch().max(2.0) && place.x + LETTER / 2.0 <= self.lane.right();
        match letter.filter(|_| fits) {
            Some(letter) => {
                painter.text(place, Align2::CENTER_CENTER, letter, font(), ink);
                // Where records lie closer than letters, letters keep apart so that the strokes between them show.
                self.free = place.x + if axis.pitch() < LETTER { 2.0 * LETTER } else { LETTER };
            }
            None if x - self.stroke >= 1.0 => {
                painter.vline(x, self.lane.bottom() - 3.0..=self.lane.bottom(), Stroke::new(1.0, ink));
                self.stroke = x;
            }
            None => {}
        }
    }
}

/// Letters of events, and below them letters of channels that said something. With a focus, marks of that kind stand out.
pub(crate) fn marks(
    painter: &Painter,
    lanes: &Lanes,
    axis: &Axis,
    shared: &Shared<'_>,
    focus: Option<MarkKind>,
    palette: &Palette,
) {
    let start = |lane| Filling { lane, free: f32::MIN, stroke: f32::MIN };
    let mut events = start(lanes.events);
    let mut signals: Vec<Filling> = lanes.signals.iter().map(|lane| start(lane.rect)).collect();
    let looks: Vec<(MarkKind, char, Color32)> = shared
        .sight
        .kinds
        .iter()
        .map(|kind| {
            let (letter, _, ink) = describe(shared, *kind, palette);
            (*kind, letter, ink)
        })
        .collect();
    let mut line = f32::MIN;
    for (record, step) in shared.sight.steps.iter().enumerate() {
        let x = axis.x(record);
        let mut shown: Vec<(char, Color32)> = Vec::new();
        for mark in &step.marks {
            let Ok(look) = looks.binary_search_by_key(&mark.kind, |look| look.0) else { continue };
            let (_, letter, ink) = looks[look];
            let filling = match mark.kind {
                MarkKind::Event(_) => Some(&mut events),
                MarkKind::Hit { seat, .. } => {
                    let place = lanes.signals.iter().position(|lane| lane.seat.is_none_or(|whose| whose == seat));
                    place.and_then(|place| signals.get_mut(place))
                }
                MarkKind::Note => None,
            };
            let Some(filling) = filling else { continue };
            let is_hit = matches!(mark.kind, MarkKind::Hit { .. });
            if is_hit && shown.contains(&(letter, ink)) {
                continue;
            }
            shown.extend(is_hit.then_some((letter, ink)));
            let is_dim = focus.is_some_and(|focus| focus != mark.kind);
            if focus == Some(mark.kind) && x - line >= 1.0 {
                painter.vline(x, lanes.track().y_range(), Stroke::new(1.0, ink.gamma_multiply(0.45)));
                line = x;
            }
            let ink = if is_dim { ink.gamma_multiply(0.35) } else { ink };
            filling.put(painter, axis, x, (!is_dim).then_some(letter), ink);
        }
    }
}

/// Flags over the records that somebody noted something about. At most one a few pixels.
pub(crate) fn notes(painter: &Painter, lanes: &Lanes, axis: &Axis, notes: &[Note], palette: &Palette) {
    let mut free = f32::MIN;
    for note in notes {
        let x = axis.x(note.record as usize);
        if x < free {
            continue;
        }
        free = x + 3.0;
        let (top, tip) = (lanes.notes.bottom() - 7.0, lanes.notes.bottom());
        let corners = vec![pos2(x - 4.5, top), pos2(x + 4.5, top), pos2(x, tip)];
        painter.add(Shape::convex_polygon(corners, palette.accent, Stroke::new(1.0, palette.card)));
    }
}

/// `?!`, `?` and `??` where moves gave something away that could have been known, in the colour of whoever moved. Where
/// they lie too close, the graver one stands for its neighbours.
pub(crate) fn moves(painter: &Painter, lanes: &Lanes, axis: &Axis, shared: &Shared<'_>, palette: &Palette) {
    let Some(lane) = lanes.moves else { return };
    let mut placed: Option<(f32, MoveMark)> = None;
    let paint = |(x, marked): (f32, MoveMark)| {
        let place = pos2(x, lane.center().y);
        painter.text(
            place,
            Align2::CENTER_CENTER,
            marked.mark.symbol(),
            font(),
            shared.seat_color(marked.seat, palette),
        );
    };
    for marked in shared.sight.moves.iter() {
        let x = axis.x(marked.record);
        match &mut placed {
            Some((place, before)) if x - *place < GRAVE => {
                if marked.mark > before.mark {
                    *before = *marked;
                }
            }
            _ => {
                placed.replace((x, *marked)).map(paint);
            }
        }
    }
    placed.map(paint);
}

/// `?` and `??` where faults begin, over a bar as long as the fault lasts.
pub(crate) fn faults(painter: &Painter, lanes: &Lanes, axis: &Axis, faults: &[FaultMark], palette: &Palette) {
    let lane = lanes.faults;
    let half = (axis.pitch() / 2.0).max(0.5);
    for is_grave in [false, true] {
        let ink = ink_of(is_grave, palette);
        let mut bar: Option<(f32, f32)> = None;
        let paint = |(left, right): (f32, f32)| {
            painter.hline(left.max(lane.left())..=right.min(lane.right()), lane.bottom() - 1.0, Stroke::new(2.0, ink));
        };
        for fault in faults.iter().filter(|fault| fault.is_grave == is_grave) {
            let x = axis.x(fault.record);
            match &mut bar {
                Some((_, right)) if x - half <= *right + 1.0 => *right = x + half,
                _ => {
                    bar.take().map(paint);
                    bar = Some((x - half, x + half));
                }
            }
        }
        bar.map(paint);
    }
    // The graver ones take their places first.
    let mut taken: Vec<(f32, f32)> = Vec::new();
    for is_grave in [true, false] {
        let room = if is_grave { GRAVE } else { LETTER };
        let mut free = f32::MIN;
        let mut placed = Vec::new();
        for fault in faults.iter().filter(|fault| fault.is_grave == is_grave && fault.begins()) {
            let x = axis.x(fault.record);
            let (left, right) = (x - room / 2.0, x + room / 2.0);
            let next = taken.partition_point(|(_, end)| *end <= left);
            let is_free = left >= free && taken.get(next).is_none_or(|(begin, _)| *begin >= right);
            if is_free {
                painter.text(
                    pos2(x, lane.center().y - 1.0),
                    Align2::CENTER_CENTER,
                    fault.glyph(),
                    font(),
                    ink_of(is_grave, palette),
                );
                free = right;
                placed.push((left, right));
            }
        }
        taken.extend(placed);
    }
}

/// The colour of a fault's grade.
pub(crate) fn ink_of(is_grave: bool, palette: &Palette) -> Color32 {
    if is_grave { palette.bad } else { palette.warning }
}
