//! The whole match at a glance: a slider with event letters and curves. Clicking or dragging anywhere seeks at once.

use eframe::egui::{self, CursorIcon, Rect, Role, Sense, WidgetInfo, pos2};
use fogreel_analysis::BeliefPoint;

use super::timeline_paint::{self, Lanes};
use super::transport::shown_series;
use super::{Commands, Shared};
use crate::command::Command;
use crate::perspective::Sight;
use crate::session::MarkKind;
use crate::theme::Palette;

/// Room at both ends, so that the handle of the first and last record is whole.
const PADDING: f32 = 12.0;
/// Room at the left for the names of the lanes.
const NAMES: f32 = 40.0;
/// A timeline that is narrower has no room for names.
const LEAST_WITH_NAMES: f32 = 420.0;

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
}

pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) {
    let palette = Palette::of(ui);
    let all = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(all);
    let names = if all.width() >= LEAST_WITH_NAMES { NAMES } else { 0.0 };
    let rect = Rect::from_min_max(all.min + egui::vec2(names, 0.0), all.max);
    if names > 0.0 {
        timeline_paint::names(ui.painter(), &Lanes::of(all), &palette);
    }
    let mut response = ui.interact(rect, ui.scope_id().with("timeline"), Sense::click_and_drag());
    let axis = Axis::new(rect, shared.playback.len());
    let at = shared.playback.index();
    response
        .widget_info(|| WidgetInfo { value: Some(at as f64), ..WidgetInfo::labeled(Role::Slider, true, "Timeline") });

    let pointed =
        response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on() || response.dragged());
    if let Some(pointer) = pointed.map(|pointer| axis.record(pointer.x)) {
        if pointer != at {
            commands.push(Command::Seek(pointer));
        }
        if response.dragged() && !shared.state.has_dragged {
            commands.push(Command::HasDragged);
        }
    }
    response = response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
    let hovered = response.hover_pos().map(|pointer| axis.record(pointer.x));
    if let Some(record) = hovered {
        response.on_hover_ui_at_pointer(|ui| tip(ui, shared, record));
    }

    let lanes = Lanes::of(rect);
    let painter = ui.painter_at(rect);
    timeline_paint::ground(&painter, &lanes, &axis, at, shared.progress, &palette);
    timeline_paint::turns(&painter, &lanes, &axis, &shared.sight.steps, &palette);
    timeline_paint::handle(&painter, &lanes, pos2(axis.x(at), lanes.all.top()), shared.state.has_dragged, &palette);
    timeline_paint::marks(&painter, &lanes, &axis, shared, &palette);
    if let Some(series) = shown_series(shared) {
        timeline_paint::curves(&painter, &lanes, &axis, series, &palette);
    }
    if let Some(record) = hovered {
        painter.vline(axis.x(record), lanes.all.y_range(), egui::Stroke::new(1.0, palette.weak));
    }
}

/// What a record holds, in words.
fn tip(ui: &mut egui::Ui, shared: &Shared<'_>, record: usize) {
    let sight = shared.sight;
    match sight.steps.get(record) {
        Some(step) => {
            ui.strong(format!("Turn {} · round {} · step {record}", step.turn, step.round));
            for mark in &step.marks {
                ui.label(mark_name(sight, mark.kind));
            }
        }
        None => {
            ui.strong(format!("Step {record}"));
        }
    }
    if let Some(series) = shown_series(shared)
        && let Some(point) = series.points.get(record).and_then(Option::as_ref)
    {
        ui.weak(shared.belief_name(&series.key));
        ui.label(measures(point));
    }
}

fn measures(point: &BeliefPoint) -> String {
    let entropy = format!("{:.2} bits, as {:.1} equally likely cells", point.entropy_bits, point.effective_cells);
    match point.p_truth {
        Some(0.0) => format!("{entropy}; the truth is excluded"),
        Some(p_truth) => format!("{entropy}; P(truth) {:.1} %", p_truth * 100.0),
        None => entropy,
    }
}

fn mark_name(sight: &Sight, kind: MarkKind) -> String {
    let header = &sight.header;
    match kind {
        MarkKind::Event(kind) => {
            header.event_kinds.get(usize::from(kind)).map_or_else(|| "?".to_owned(), |kind| kind.name.clone())
        }
        MarkKind::Hit { channel, seat } => {
            let channel = header.channels.get(usize::from(channel)).map_or("?", |channel| channel.name.as_str());
            format!("{}: {channel}", sight.seat_name(seat))
        }
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
}
