//! Sentences above the panes: what is wrong with the file, or with what was asked.

use eframe::egui::{self, Align, Layout, Margin, RichText};

use super::{Commands, icon_button};
use crate::command::Command;
use crate::theme::{Palette, mix};

/// Shows a sentence; one that can be dismissed has a button for it.
pub(crate) fn show(ui: &mut egui::Ui, text: &str, can_dismiss: bool, commands: &mut Commands) {
    let palette = Palette::of(ui);
    egui::Frame::new()
        .fill(mix(palette.card, palette.warning, 0.16))
        .stroke(egui::Stroke::new(1.0, palette.warning.gamma_multiply(0.6)))
        .corner_radius(6)
        .inner_margin(Margin::symmetric(10, 5))
        .show(ui, |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if can_dismiss && icon_button(ui, "✖", "Dismiss", "").clicked() {
                    commands.push(Command::DismissNotice);
                }
                ui.with_layout(Layout::left_to_right(Align::Center).with_main_wrap(true), |ui| {
                    ui.label(RichText::new("⚠").color(palette.warning).size(15.0));
                    ui.label(RichText::new(text).color(palette.text));
                });
            });
        });
}
