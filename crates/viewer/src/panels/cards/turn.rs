//! The turn: whose it is, what was done, what happened, and how sure everybody is.

use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{self, FontId, Label, Rect, RichText, Sense, vec2};
use fogreel_engine::Record;
use fogreel_engine::data::BeliefKind;

use super::card;
use crate::panels::Shared;
use crate::panels::panes::percent;
use crate::perspective::Withheld;
use crate::theme::Palette;

pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, record: &Record, palette: &Palette) {
    card(ui, palette, "turn", "Turn", |ui| {
        head(ui, shared, record, palette);
        for action in &record.actions {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                ui.label(shared.seat_text(action.seat, palette));
                ui.label(RichText::new(&action.action).monospace());
            });
        }
        events(ui, shared, record, palette);
        confidence(ui, shared, record, palette);
    });
}

fn head(ui: &mut egui::Ui, shared: &Shared<'_>, record: &Record, palette: &Palette) {
    let limit = shared.sight.header.max_turns.map_or_else(String::new, |limit| format!("/{limit}"));
    let is_over = shared.sight.outcome.is_some() && record.index as usize + 1 == shared.sight.len;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(format!("{}{limit}", record.turn)).size(16.0).strong());
        ui.label(RichText::new(format!("round {}", record.round)).color(palette.weak));
        if is_over {
            return;
        }
        if record.to_act.is_empty() {
            ui.label(RichText::new("· chance moves next").color(palette.weak));
        } else {
            ui.label(RichText::new("· to act:").color(palette.weak));
            for seat in record.to_act.iter() {
                ui.label(shared.seat_text(seat, palette));
            }
        }
    });
    if let Some(outcome) = shared.sight.outcome.as_ref().filter(|_| is_over) {
        ui.label(RichText::new(&outcome.text).color(palette.accent).strong());
    }
}

/// What happened, as a letter and a name each.
fn events(ui: &mut egui::Ui, shared: &Shared<'_>, record: &Record, palette: &Palette) {
    if record.events.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 2.0);
        for event in &record.events {
            if let Some(kind) = shared.sight.header.event_kinds.get(usize::from(event.kind)) {
                let text = format!("{} {}", kind.glyph, kind.name);
                let label = ui.label(RichText::new(text).color(palette.tone(kind.tone)));
                if !event.cells.is_empty() {
                    let cells: Vec<String> = event.cells.iter().take(12).map(|cell| format!("({cell})")).collect();
                    label.on_hover_text(cells.join(" "));
                }
            }
        }
    });
}

/// The largest probability of each belief: how sure its owner is.
fn confidence(ui: &mut egui::Ui, shared: &Shared<'_>, record: &Record, palette: &Palette) {
    let mut shown = 0;
    if !shared.sight.withheld.beliefs.is_empty() {
        ui.add_space(3.0);
        ui.label(RichText::new("Confidence").color(palette.weak).size(11.5));
        ui.add(Label::new(RichText::new(Withheld::BELIEF).color(palette.weak)).wrap());
        shown += 1;
    }
    for belief in record.beliefs.iter().filter(|belief| belief.key.opponent_model().is_none()) {
        let BeliefKind::Categorical(values) = &belief.kind else { continue };
        if shown == 0 {
            ui.add_space(3.0);
            ui.label(RichText::new("Confidence").color(palette.weak).size(11.5));
        }
        shown += 1;
        let most = values.iter().copied().fold(0.0, f64::max);
        let ink =
            shared.sight.header.seat(&belief.key.owner).map_or(palette.accent, |seat| shared.seat_color(seat, palette));
        bar(ui, &shared.belief_name(&belief.key), &percent(most), most as f32, ink, palette);
    }
}

/// A name and a value over a bar.
fn bar(ui: &mut egui::Ui, name: &str, value: &str, part: f32, ink: egui::Color32, palette: &Palette) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 19.0), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, format!("{name}: {value}")));
    let painter = ui.painter_at(rect);
    let font = FontId::proportional(12.0);
    let track = Rect::from_min_max(rect.left_bottom() - vec2(0.0, 4.0), rect.max);
    painter.rect_filled(track, 2.0, palette.ground);
    let filled = Rect::from_min_size(track.min, vec2(track.width() * part.clamp(0.0, 1.0), track.height()));
    painter.rect_filled(filled, 2.0, ink);
    let value = painter.layout_no_wrap(value.to_owned(), font.clone(), palette.text);
    let room = rect.width() - value.size().x - 8.0;
    painter.galley(egui::pos2(rect.right() - value.size().x, rect.top()), value, palette.text);
    let mut job = LayoutJob::simple_singleline(name.to_owned(), font, palette.text);
    job.wrap = TextWrapping::truncate_at_width(room.max(0.0));
    painter.galley(rect.left_top(), painter.layout_job(job), palette.text);
    response.on_hover_text(name);
}
