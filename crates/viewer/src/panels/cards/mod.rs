//! Cards: the turn in words and numbers. They come from facts, messages, signals and decisions of the record.

mod decision;
mod messages;
mod signals;
mod turn;

use eframe::egui::{self, Frame, Margin, Panel, RichText, ScrollArea};

use super::{Commands, Shared, inspector};
use crate::theme::{Palette, card_frame};

pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) {
    let palette = Palette::of(ui);
    // The inspector has a place of its own: it must be in sight while the pointer is on a board.
    let height = (ui.available_height() * 0.27).clamp(104.0, 230.0);
    Panel::bottom("inspector")
        .frame(Frame::new().inner_margin(Margin { top: 6, ..Margin::ZERO }))
        .show_separator_line(false)
        .exact_size(height)
        .show(ui, |ui| inspector::show(ui, shared, commands, &palette));
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 6.0;
        if let Some(record) = shared.sight.record.as_deref() {
            turn::show(ui, shared, record, &palette);
            let has_signals = signals::show(ui, shared, record, &palette);
            messages::show(ui, shared, record, has_signals, &palette);
            decision::show(ui, shared, record, &palette);
        } else {
            card(ui, &palette, "Turn", |ui| {
                ui.weak(shared.sight.no_record());
            });
        }
    });
}

/// A titled box over the whole width.
pub(crate) fn card(ui: &mut egui::Ui, palette: &Palette, title: &str, content: impl FnOnce(&mut egui::Ui)) {
    card_frame(palette).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.label(RichText::new(title).color(palette.weak).size(11.5).strong());
        content(ui);
    });
}

/// A line with something at the left and something at the right, which is shortened last.
pub(crate) fn line(ui: &mut egui::Ui, left: impl Into<RichText>, right: impl Into<RichText>) {
    egui::Sides::new().height(17.0).shrink_left().truncate().show(
        ui,
        |ui| ui.label(left.into()),
        |ui| ui.label(right.into()),
    );
}
