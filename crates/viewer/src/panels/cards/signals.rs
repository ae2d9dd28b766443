//! What every channel said in this record: a hit, a miss (which is evidence, too), or nothing.

use eframe::egui::{self, Align2, FontId, Rect, RichText, Sense, Stroke, StrokeKind, pos2, vec2};
use fogreel_engine::data::{Channel, Signal, SignalOutcome};
use fogreel_engine::{Record, Seat};

use super::{card, messages};
use crate::paint::hatch_rect;
use crate::panels::Shared;
use crate::theme::{Palette, color, readable};

/// Shows the card, with what messages say about signals. Returns whether there is anything to show.
pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, record: &Record, palette: &Palette) -> bool {
    let has_signal = record.views.iter().any(|view| !view.signals.is_empty()) || !record.privileged.is_empty();
    if !has_signal {
        return false;
    }
    card(ui, palette, "Signals", |ui| {
        for view in &record.views {
            let own = view.signals.iter().map(|signal| (signal, false));
            let privileged =
                record.privileged.iter().filter(|one| one.seat == view.seat).map(|one| (&one.signal, true));
            seat(ui, shared, view.seat, own.chain(privileged), palette);
        }
        messages::about_signals(ui, shared, record, palette);
    });
    true
}

fn seat<'a>(
    ui: &mut egui::Ui,
    shared: &Shared<'_>,
    seat: Seat,
    signals: impl Iterator<Item = (&'a Signal, bool)>,
    palette: &Palette,
) {
    let mut is_first = true;
    for (signal, is_privileged) in signals {
        let Some(channel) = shared.sight.header.channels.get(usize::from(signal.channel)) else { continue };
        if std::mem::take(&mut is_first) {
            ui.label(shared.seat_text(seat, palette));
        }
        row(ui, channel, signal, is_privileged, palette);
    }
}

fn row(ui: &mut egui::Ui, channel: &Channel, signal: &Signal, is_privileged: bool, palette: &Palette) {
    let (mark, said, ink) = match signal.outcome {
        SignalOutcome::Hit => ("✔", "hit", palette.good),
        SignalOutcome::Miss => ("✖", "miss", palette.bad),
        SignalOutcome::Unavailable => ("–", "not sensed", palette.weak),
    };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 19.0), Sense::hover());
    let name = if is_privileged { format!("{} (read without right)", channel.name) } else { channel.name.clone() };
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, format!("{name}: {said}")));
    let painter = ui.painter_at(rect);
    let sample = Rect::from_center_size(pos2(rect.left() + 11.0, rect.center().y), vec2(20.0, 15.0));
    let tint = color(channel.color);
    let is_silent = signal.outcome == SignalOutcome::Unavailable;
    let strength = if is_silent { 0.35 } else { 1.0 };
    painter.rect_filled(sample, 3.0, tint.gamma_multiply(0.3 * strength));
    let line = Stroke::new(1.0, readable(tint, palette).gamma_multiply(0.7 * strength));
    painter.with_clip_rect(sample).extend(hatch_rect(sample, channel.hatch, 5.0, line));
    painter.rect_stroke(sample, 3.0, Stroke::new(1.0, tint.gamma_multiply(strength)), StrokeKind::Inside);
    let font = FontId::proportional(12.5);
    let text = if is_silent { palette.weak } else { palette.text };
    let glyph = painter.layout_no_wrap(channel.glyph.to_string(), FontId::monospace(11.5), text);
    let back = Rect::from_center_size(sample.center(), glyph.size() + vec2(3.0, -2.0));
    painter.rect_filled(back, 2.0, palette.card.gamma_multiply(0.85));
    painter.galley(sample.center() - glyph.size() / 2.0, glyph, text);
    let said = painter.layout_no_wrap(said.to_owned(), font.clone(), ink);
    let from = rect.right() - said.size().x;
    painter.galley(pos2(from, rect.center().y - said.size().y / 2.0), said, ink);
    painter.text(pos2(from - 5.0, rect.center().y), Align2::RIGHT_CENTER, mark, font.clone(), ink);
    let room = Rect::from_min_max(pos2(sample.right() + 6.0, rect.top()), pos2(from - 20.0, rect.bottom()));
    let clipped = painter.with_clip_rect(room);
    let shown = if is_privileged { format!("⚠ {}", channel.name) } else { channel.name.clone() };
    clipped.text(room.left_center(), Align2::LEFT_CENTER, shown, font, text);
    response.on_hover_ui(|ui| details(ui, &name, signal));
}

fn details(ui: &mut egui::Ui, name: &str, signal: &Signal) {
    ui.label(RichText::new(name).strong());
    let about = signal.coverage.len();
    let text = match signal.outcome {
        SignalOutcome::Hit => format!("said yes about {about} cells"),
        SignalOutcome::Miss => format!("said no about {about} cells, which is evidence, too"),
        SignalOutcome::Unavailable => "said nothing in this record".to_owned(),
    };
    ui.label(text);
    if !signal.cells.is_empty() {
        let cells: Vec<String> = signal.cells.iter().take(12).map(|cell| format!("({cell})")).collect();
        ui.label(format!("exactly at {}", cells.join(" ")));
    }
}
