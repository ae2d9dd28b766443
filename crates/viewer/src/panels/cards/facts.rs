//! Facts in rows, one column for each seat that states any. What has changed since the record before stands out.

use eframe::egui::{self, Align, Label, Layout, RichText, vec2};
use fogreel_engine::data::{FactDefinition, Value, View};
use fogreel_engine::{Record, Seat};

use super::card;
use crate::panels::Shared;
use crate::theme::Palette;

const HEIGHT: f32 = 15.0;

pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, record: &Record, palette: &Palette) {
    let views: Vec<&View> = record.views.iter().filter(|view| !view.facts.is_empty()).collect();
    if views.is_empty() {
        return;
    }
    card(ui, palette, "facts", "Facts", |ui| {
        let column = match views.len() {
            1 => ui.available_width() * 0.4,
            _ if ui.available_width() < 240.0 => 46.0,
            _ => 64.0,
        };
        if views.len() > 1 {
            let names = views.iter().map(|view| shared.seat_text(view.seat, palette).size(11.5)).collect();
            row(ui, column, RichText::new("").size(11.5), names);
        }
        for (place, definition) in shared.sight.header.facts.iter().enumerate() {
            let values: Vec<Option<&Value>> = views.iter().map(|view| value_of(view, place)).collect();
            if values.iter().all(Option::is_none) {
                continue;
            }
            let cells = views.iter().zip(values).map(|(view, value)| {
                let before = shared.sight.previous.as_deref().map(|previous| before(previous, view.seat, place));
                cell(definition, value, before.is_none_or(|before| before == value), palette)
            });
            let unit = if definition.unit.is_empty() { String::new() } else { format!(" ({})", definition.unit) };
            let label = RichText::new(format!("{}{unit}", definition.label)).color(palette.weak).size(12.0);
            row(ui, column, label, cells.collect());
        }
    });
}

fn value_of(view: &View, place: usize) -> Option<&Value> {
    view.facts.iter().find(|fact| usize::from(fact.fact) == place).map(|fact| &fact.value)
}

fn before(previous: &Record, seat: Seat, place: usize) -> Option<&Value> {
    previous.view(seat).and_then(|view| value_of(view, place))
}

fn cell(definition: &FactDefinition, value: Option<&Value>, is_old: bool, palette: &Palette) -> RichText {
    let Some(value) = value else { return RichText::new("–").color(palette.weak).size(12.0) };
    let text = RichText::new(value.to_string()).size(12.0);
    if is_old { text.color(palette.weak) } else { text.color(palette.tone(definition.tone)).strong().size(13.0) }
}

fn row(ui: &mut egui::Ui, column: f32, label: RichText, cells: Vec<RichText>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let room = (ui.available_width() - (column + 6.0) * cells.len() as f32).max(40.0);
        ui.allocate_ui_with_layout(vec2(room, HEIGHT), Layout::top_down(Align::Min), |ui| {
            ui.set_min_width(room);
            ui.add(Label::new(label).wrap());
        });
        for cell in cells {
            ui.allocate_ui_with_layout(vec2(column, HEIGHT), Layout::right_to_left(Align::Center), |ui| {
                ui.add(Label::new(cell).truncate());
            });
        }
    });
}
