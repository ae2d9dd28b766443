//! Sentences above the panes: what is wrong with the file, or with what was asked.

use eframe::egui::{self, Align, Align2, Area, Id, Label, Layout, Margin, Order, RichText, vec2};

use super::{Commands, icon_button};
use crate::app::Notice;
use crate::command::Command;
use crate::theme::{Palette, mix};

/// Shows what went wrong with what was asked for; over the window what went well, so that nothing moves.
pub(crate) fn notice(ui: &mut egui::Ui, notice: &Notice, commands: &mut Commands) {
    if notice.is_problem {
        return show(ui, &notice.text, Command::DismissNotice, commands);
    }
    let palette = Palette::of(ui);
    let place = ui.max_rect().center_top() + vec2(0.0, 8.0);
    let width = (ui.max_rect().width() - 60.0).clamp(120.0, 620.0);
    Area::new(Id::unique("notice")).order(Order::Foreground).fixed_pos(place).pivot(Align2::CENTER_TOP).show(
        ui.ctx(),
        |ui| {
            egui::Frame::popup(ui.style()).inner_margin(Margin::symmetric(10, 6)).show(ui, |ui| {
                ui.set_max_width(width);
                ui.horizontal(|ui| {
                    let icon = if notice.is_pending { "⏳" } else { "✔" };
                    ui.label(RichText::new(icon).color(palette.good).size(15.0));
                    let room = ui.available_width() - 36.0;
                    ui.scope(|ui| {
                        ui.set_max_width(room);
                        ui.add(Label::new(RichText::new(&notice.text).color(palette.text)).wrap());
                    });
                    if icon_button(ui, "✖", "Dismiss", "").clicked() {
                        commands.push(Command::DismissNotice);
                    }
                });
            });
        },
    );
}

/// Shows what is wrong with the open file.
pub(crate) fn damage(ui: &mut egui::Ui, text: &str, commands: &mut Commands) {
    show(ui, text, Command::DismissBanner, commands);
}

/// Shows a sentence, with a button that wishes it away.
fn show(ui: &mut egui::Ui, text: &str, dismiss: Command, commands: &mut Commands) {
    let palette = Palette::of(ui);
    egui::Frame::new()
        .fill(mix(palette.card, palette.warning, 0.16))
        .stroke(egui::Stroke::new(1.0, palette.warning.gamma_multiply(0.6)))
        .corner_radius(6)
        .inner_margin(Margin::symmetric(10, 5))
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label(RichText::new("⚠").color(palette.warning).size(15.0));
                let room = ui.available_width() - 36.0;
                ui.allocate_ui_with_layout(vec2(room, 0.0), Layout::top_down(Align::Min), |ui| {
                    ui.set_width(room);
                    ui.add(Label::new(RichText::new(text).color(palette.text)).wrap());
                });
                if icon_button(ui, "✖", "Dismiss", "").clicked() {
                    commands.push(dismiss);
                }
            });
        });
}
