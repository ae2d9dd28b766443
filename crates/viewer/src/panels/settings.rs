//! How the window looks: scale, theme, layout.

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{self, Button, PopupCloseBehavior, RichText};

use super::Commands;
use crate::command::Command;
use crate::state::ThemeChoice;
use crate::theme::Palette;

/// Scales to choose from, in percent.
const SCALES: [u16; 8] = [75, 90, 100, 110, 125, 150, 175, 200];

pub(crate) fn menu(ui: &mut egui::Ui, theme: ThemeChoice, commands: &mut Commands) {
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = Button::new(RichText::new("⚙").size(14.0)).min_size(egui::vec2(28.0, 24.0));
    let (response, _) = MenuButton::from_button(button).config(config).ui(ui, |ui| content(ui, theme, commands));
    response.accessible_name("Settings").on_hover_text("Settings: scale, theme, layout");
}

fn content(ui: &mut egui::Ui, theme: ThemeChoice, commands: &mut Commands) {
    let weak = Palette::of(ui).weak;
    let percent = (ui.ctx().zoom_factor() * 100.0).round() as u16;
    ui.label(RichText::new(format!("Scale: {percent} % (Ctrl + and Ctrl −)")).color(weak));
    for scales in SCALES.chunks(4) {
        ui.horizontal(|ui| {
            for scale in scales {
                let button =
                    Button::selectable(*scale == percent, format!("{scale} %")).min_size(egui::vec2(52.0, 24.0));
                if ui.add(button).accessible_name(format!("Scale {scale} %")).clicked() {
                    commands.push(Command::SetUiScale(f32::from(*scale) / 100.0));
                }
            }
        });
    }
    ui.separator();
    ui.label(RichText::new("Theme").color(weak));
    ui.horizontal(|ui| {
        for (choice, name) in
            [(ThemeChoice::System, "System"), (ThemeChoice::Light, "Light"), (ThemeChoice::Dark, "Dark")]
        {
            if ui.radio(theme == choice, name).accessible_name(format!("Theme: {name}")).clicked() {
                commands.push(Command::SetTheme(choice));
            }
        }
    });
    ui.separator();
    if ui.button("Reset layout").on_hover_text("Panes and panels as in a new window").clicked() {
        commands.push(Command::ResetLayout);
        ui.close();
    }
}
