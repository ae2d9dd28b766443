//! The window without a recording.

use eframe::egui::{self, Button, RichText};

use super::Commands;
use crate::command::{Command, Dialog};
use crate::theme::Palette;

pub(crate) fn show(ui: &mut egui::Ui, is_loading: bool, commands: &mut Commands) {
    let palette = Palette::of(ui);
    ui.vertical_centered(|ui| {
        ui.add_space(ui.available_height() * 0.34);
        if is_loading {
            ui.label(RichText::new("Opening …").size(18.0).color(palette.weak));
            return;
        }
        ui.label(RichText::new("Fogreel").size(30.0).strong());
        ui.add_space(6.0);
        let text = "Drop a recording or a folder of recordings here, or";
        ui.label(RichText::new(text).size(15.0).color(palette.weak));
        ui.add_space(8.0);
        let button = Button::new(RichText::new("Open a recording").size(15.0)).min_size(egui::vec2(180.0, 34.0));
        if ui.add(button).on_hover_text("Ctrl+O").clicked() {
            commands.push(Command::Show(Dialog::OpenPath(String::new())));
        }
    });
}
