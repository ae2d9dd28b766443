//! The track of the timeline: its ground, the names of its lanes, turn numbers, the handle.

use eframe::egui::{Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Stroke, pos2, vec2};

use super::lanes::{Axis, Lanes};
use crate::marks::Step;
use crate::panels::Shared;
use crate::theme::{Palette, mix};

/// Least room between two turn numbers.
const NUMBER: f32 = 34.0;

/// The ground, the part that lies behind, and the part that is not measured yet.
pub(crate) fn ground(painter: &Painter, lanes: &Lanes, axis: &Axis, at: usize, progress: f32, palette: &Palette) {
    let track = lanes.track();
    painter.rect_filled(track, CornerRadius::same(5), palette.ground);
    let behind = Rect::from_min_max(track.min, pos2(axis.x(at), track.bottom()));
    painter.rect_filled(behind, CornerRadius::same(5), mix(palette.ground, palette.accent, 0.12));
    if progress < 1.0 {
        let bar = Rect::from_min_size(track.left_bottom() - vec2(0.0, 2.0), vec2(track.width() * progress, 2.0));
        painter.rect_filled(bar, 1.0, palette.accent);
    }
}

/// What the lanes are, at their left.
pub(crate) fn names(painter: &Painter, lanes: &Lanes, left: f32, shared: &Shared<'_>, palette: &Palette) {
    let room = Rect::from_min_max(pos2(left, lanes.all.top()), pos2(lanes.all.left() - 2.0, lanes.all.bottom()));
    let painter = painter.with_clip_rect(room);
    let write = |lane: Rect, name: &str, ink: Color32| {
        painter.text(pos2(left + 2.0, lane.center().y), Align2::LEFT_CENTER, name, FontId::proportional(10.0), ink);
    };
    write(lanes.faults, "faults", palette.weak);
    if let Some(lane) = lanes.moves {
        write(lane, "moves", palette.weak);
    }
    write(lanes.events, "events", palette.weak);
    for lane in &lanes.signals {
        match lane.seat {
            Some(seat) => write(lane.rect, shared.sight.seat_name(seat), shared.seat_color(seat, palette)),
            None => write(lane.rect, "signals", palette.weak),
        }
    }
}

/// Turn numbers under the track.
pub(crate) fn turns(painter: &Painter, lanes: &Lanes, axis: &Axis, steps: &[Step], palette: &Palette) {
    let font = FontId::proportional(10.0);
    let Some(last) = steps.last() else { return };
    let first = steps.first().map_or(0, |step| step.turn);
    let span = last.turn.saturating_sub(first).max(1);
    let room = axis.x(steps.len() - 1) - axis.x(0);
    let every = (0..9)
        .flat_map(|power| [1, 2, 5].map(|digit| digit * 10u32.pow(power)))
        .find(|every| f64::from(room) / f64::from(span) * f64::from(*every) >= f64::from(NUMBER))
        .unwrap_or(u32::MAX);
    let (mut shown, mut free) = (None, f32::MIN);
    for (record, step) in steps.iter().enumerate() {
        let x = axis.x(record);
        if step.turn.is_multiple_of(every) && shown != Some(step.turn) && x >= free {
            (shown, free) = (Some(step.turn), x + NUMBER / 2.0);
            painter.vline(x, lanes.curves.bottom() - 2.0..=lanes.curves.bottom() + 2.0, Stroke::new(1.0, palette.weak));
            painter.text(pos2(x, lanes.turns.center().y), Align2::CENTER_CENTER, step.turn, font.clone(), palette.weak);
        }
    }
}

/// The cursor: a line with a handle that looks as if it can be dragged, because it can.
pub(crate) fn handle(painter: &Painter, lanes: &Lanes, top: Pos2, has_dragged: bool, palette: &Palette) {
    let line = Stroke::new(2.0, palette.accent);
    painter.vline(top.x, top.y + 8.0..=lanes.curves.bottom() + 1.0, line);
    let knob = Rect::from_center_size(pos2(top.x, top.y + 7.5), vec2(18.0, 13.0));
    painter.rect(
        knob,
        CornerRadius::same(5),
        palette.accent,
        Stroke::new(1.0, palette.card),
        eframe::egui::StrokeKind::Outside,
    );
    let grip = Stroke::new(1.2, Color32::from_white_alpha(210));
    for shift in [-3.0, 0.0, 3.0] {
        painter.vline(knob.center().x + shift, knob.center().y - 3.0..=knob.center().y + 3.0, grip);
    }
    if !has_dragged {
        let text = "⬅ drag ➡";
        let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(11.0), palette.accent);
        let fits = knob.right() + 6.0 + galley.size().x < lanes.all.right();
        let x = if fits { knob.right() + 6.0 } else { knob.left() - 6.0 - galley.size().x };
        painter.galley(pos2(x, knob.center().y - galley.size().y / 2.0), galley, palette.accent);
    }
}
