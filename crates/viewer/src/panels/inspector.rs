//! One cell: what is there, what every seat knows of it, and how likely every belief holds it.

use eframe::egui::{self, Align, Layout, RichText, ScrollArea, Sense, vec2};
use fogreel_engine::data::{Piece, View};
use fogreel_engine::{Cell, Record};

use super::cards::line;
use super::panes::percent;
use super::{Commands, Shared};
use crate::command::Command;
use crate::paint::{BeliefPicture, piece_icon};
use crate::theme::{Palette, card_frame};

pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands, palette: &Palette) {
    card_frame(palette).show(ui, |ui| {
        ui.set_min_size(ui.available_size());
        ui.spacing_mut().item_spacing.y = 2.0;
        let inspected = shared.inspected().zip(shared.sight.record.as_deref());
        head(ui, shared, inspected.map(|(cell, _)| cell), commands, palette);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match inspected {
            Some((cell, record)) => contents(ui, shared, record, cell, palette),
            None => {
                let text = "Point at a cell to see it in every pane; click to keep it.";
                ui.label(RichText::new(text).color(palette.weak));
            }
        });
    });
}

fn head(ui: &mut egui::Ui, shared: &Shared<'_>, cell: Option<Cell>, commands: &mut Commands, palette: &Palette) {
    ui.horizontal(|ui| {
        ui.set_height(18.0);
        ui.label(RichText::new("Cell").color(palette.weak).size(11.5).strong());
        let Some(cell) = cell else { return };
        ui.label(RichText::new(cell.to_string()).strong());
        let terrain = shared.sight.header.board.terrain_at(cell).map_or("", |kind| kind.id.as_str());
        ui.label(RichText::new(terrain).color(palette.weak));
        if shared.pinned.is_some() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.small_button("release").on_hover_text("Release the kept cell (Esc)").clicked() {
                    commands.push(Command::Pin(None));
                }
            });
        }
    });
}

fn contents(ui: &mut egui::Ui, shared: &Shared<'_>, record: &Record, cell: Cell, palette: &Palette) {
    if let Some(truth) = &record.truth {
        let mut is_empty = true;
        for piece in truth.pieces.iter().filter(|piece| piece.cell == cell) {
            is_empty = false;
            show_piece(ui, shared, piece, palette);
        }
        if is_empty {
            ui.label(RichText::new("nothing here").color(palette.weak));
        }
    }
    for belief in &record.beliefs {
        let picture = BeliefPicture::new(shared.sight, record, belief, shared.state.scale, shared.state.range);
        let local = picture.frame.of_board(&shared.sight.header.board, cell);
        if let Some(probability) = local.and_then(|local| picture.at(local)) {
            let value = if probability == 0.0 { "impossible".to_owned() } else { percent(probability) };
            let name = format!("P {}", shared.belief_name(&belief.key));
            line(ui, RichText::new(name).color(palette.weak), RichText::new(value).strong());
        }
    }
    for view in &record.views {
        known(ui, shared, view, cell, record.index, palette);
    }
}

fn show_piece(ui: &mut egui::Ui, shared: &Shared<'_>, piece: &Piece, palette: &Palette) {
    let Some(kind) = shared.sight.piece_kind(piece.kind) else { return };
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
        piece_icon(ui.painter(), rect.center(), 7.0, kind, palette);
        let facing = piece.facing.map_or_else(String::new, |facing| format!(", looks {facing}"));
        let label = if piece.label.is_empty() { String::new() } else { format!(", {}", piece.label) };
        ui.label(format!("{}{facing}{label}", kind.name));
    });
}

/// What a seat knows of the cell.
fn known(ui: &mut egui::Ui, shared: &Shared<'_>, view: &View, cell: Cell, now: u32, palette: &Palette) {
    let local = view.frame.of_board(&shared.sight.header.board, cell);
    let said = match local {
        None => "does not know where this is".to_owned(),
        Some(local) => shared.how_known(view, local, now),
    };
    let mut text = said;
    for known in view.pieces.iter().filter(|known| Some(known.piece.cell) == local) {
        let name = shared.sight.piece_kind(known.piece.kind).map_or("?", |kind| kind.name.as_str());
        let age = now.saturating_sub(known.seen_at);
        text.push_str(&if age == 0 { format!("; {name}") } else { format!("; {name}, {age} ago") });
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(shared.seat_text(view.seat, palette));
        ui.label(RichText::new(text).color(palette.text));
    });
}
