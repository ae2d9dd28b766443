//! What every channel said in this record: a hit, a miss (which is evidence, too), or nothing.

use eframe::egui::{self, Align2, FontId, Rect, RichText, Role, Sense, Stroke, StrokeKind, WidgetInfo, pos2, vec2};
use fogreel_engine::data::{Channel, Signal, SignalOutcome};
use fogreel_engine::{Record, Seat};

use super::{card, messages};
use crate::paint::hatch_rect;
use crate::panels::Shared;
use crate::theme::{Palette, color, readable};

/// Whether a seat has a card of signals.
pub(crate) fn is_shown(record: &Record, seat: Seat) -> bool {
    of(record, seat).next().is_some()
}

/// A seat's signals, and whether they were read without right.
fn of(record: &Record, seat: Seat) -> impl Iterator<Item = (&Signal, bool)> {
    let own = record.view(seat).into_iter().flat_map(|view| &view.signals).map(|signal| (signal, false));
    let privileged = record.privileged.iter().filter(move |one| one.seat == seat).map(|one| (&one.signal, true));
    own.chain(privileged)
}

/// Shows a seat's card, with what messages say about signals. What was not sensed takes little room.
pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, record: &Record, seat: Seat, palette: &Palette) {
    if !is_shown(record, seat) {
        return;
    }
    let id = format!("signals {}", seat.index());
    card(ui, palette, &id, &format!("Signals – {}", shared.sight.seat_name(seat)), |ui| {
        let (silent, telling): (Vec<_>, Vec<_>) =
            of(record, seat).partition(|(signal, _)| signal.outcome == SignalOutcome::Unavailable);
        for (signal, is_privileged) in telling {
            if let Some(channel) = shared.sight.header.channels.get(usize::from(signal.channel)) {
                row(ui, channel, signal, is_privileged, palette);
            }
        }
        if !silent.is_empty() {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(6.0, 0.0);
                ui.label(RichText::new("not sensed:").color(palette.weak).size(11.5));
                for (signal, is_privileged) in silent {
                    if let Some(channel) = shared.sight.header.channels.get(usize::from(signal.channel)) {
                        let name = name_of(channel, is_privileged);
                        let label = ui.label(RichText::new(&channel.name).color(palette.weak).size(11.5));
                        label.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}: not sensed")));
                        label.on_hover_text(format!("{}: said nothing in this record", channel.glyph));
                    }
                }
            });
        }
        messages::about_signals(ui, shared, record, seat, palette);
    });
}

fn name_of(channel: &Channel, is_privileged: bool) -> String {
    if is_privileged { format!("{} (read without right)", channel.name) } else { channel.name.clone() }
}

fn row(ui: &mut egui::Ui, channel: &Channel, signal: &Signal, is_privileged: bool, palette: &Palette) {
    let (mark, said, ink) = match signal.outcome {
        SignalOutcome::Hit => ("✔", "hit", palette.good),
        SignalOutcome::Miss => ("✖", "miss", palette.bad),
        SignalOutcome::Unavailable => ("–", "not sensed", palette.weak),
    };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 17.0), Sense::hover());
    let name = name_of(channel, is_privileged);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, format!("{name}: {said}")));
    let painter = ui.painter_at(rect);
    let sample = Rect::from_center_size(pos2(rect.left() + 11.0, rect.center().y), vec2(20.0, 14.0));
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
