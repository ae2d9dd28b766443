//! The window without a recording.

use eframe::egui::{self, Align, Button, Layout, RichText, ScrollArea};

use super::{Commands, icon_button, opening, settings};
use crate::chooser::Pick;
use crate::command::Command;
use crate::dialog::Dialog;
use crate::state::ViewerState;
use crate::theme::Palette;

/// Width of the list of recent recordings.
const WIDTH: f32 = 420.0;

pub(crate) fn show(ui: &mut egui::Ui, state: &ViewerState, is_loading: bool, commands: &mut Commands) {
    let palette = Palette::of(ui);
    ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
        if icon_button(ui, "?", "Help", "?").clicked() {
            commands.push(Command::Show(Dialog::Help));
        }
        settings::menu(ui, state.theme, commands);
    });
    let has_recent = !state.recent.is_empty();
    ui.vertical_centered(|ui| {
        ui.add_space(ui.available_height() * if has_recent { 0.16 } else { 0.3 });
        if is_loading {
            ui.label(RichText::new("Opening …").size(18.0).color(palette.weak));
            return;
        }
        ui.label(RichText::new("Fogreel").size(30.0).strong());
        ui.add_space(6.0);
        let text = "Drop recordings or folders of recordings here, or";
        ui.label(RichText::new(text).size(15.0).color(palette.weak));
        ui.add_space(8.0);
        let big = |text: &str| Button::new(RichText::new(text).size(15.0)).min_size(egui::vec2(190.0, 34.0));
        let ways = [
            ("Open recordings", "Ctrl+O", Command::ChooseFiles(Pick::Files)),
            ("Open a folder", "Ctrl+Shift+O", Command::ChooseFiles(Pick::Folders)),
            ("Type or paste a path", "Ctrl+L", Command::Show(Dialog::OpenPath(String::new()))),
        ];
        for (text, keys, command) in ways {
            if ui.add(big(text)).on_hover_text(keys).clicked() {
                commands.push(command);
            }
        }
        if has_recent {
            ui.add_space(14.0);
            ui.label(RichText::new("Recent").color(palette.weak));
            let width = ui.available_width().min(WIDTH);
            ui.allocate_ui_with_layout(egui::vec2(width, ui.available_height()), Layout::top_down(Align::Min), |ui| {
                ScrollArea::vertical().show(ui, |ui| opening::list(ui, &state.recent, commands));
            });
        }
    });
}
