//! The ways to open something, and what was opened lately.

use std::path::Path;

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{self, Button, PopupCloseBehavior, RichText};

use super::{Commands, icon_button};
use crate::chooser::Pick;
use crate::command::Command;
use crate::dialog::Dialog;
use crate::loading::file_name;
use crate::recent::Recent;
use crate::theme::Palette;

/// The button that opens a recording, and beside it the menu of the other ways.
pub(crate) fn buttons(ui: &mut egui::Ui, recent: &Recent, commands: &mut Commands) {
    if icon_button(ui, "🗁", "Open recordings", "Ctrl+O").clicked() {
        commands.push(Command::ChooseFiles(Pick::Files));
    }
    // A click on a cross must not close the menu.
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = Button::new(RichText::new("⏷").size(11.0)).min_size(egui::vec2(18.0, 24.0));
    let (response, menu) = MenuButton::from_button(button).config(config).ui(ui, |ui| {
        ui.set_max_width(340.0);
        ways(ui, commands);
        if !recent.is_empty() {
            ui.separator();
            list(ui, recent, commands);
        }
    });
    if response.clicked() && menu.is_some() {
        commands.push(Command::LookForRecent);
    }
    response
        .accessible_name("Other ways to open, recent recordings")
        .on_hover_text("Open a folder, a path, or a recent recording");
}

/// Files, folders, a path.
fn ways(ui: &mut egui::Ui, commands: &mut Commands) {
    let ways = [
        ("Open recordings …", "Ctrl+O", Command::ChooseFiles(Pick::Files)),
        ("Open a folder …", "Ctrl+Shift+O", Command::ChooseFiles(Pick::Folders)),
        ("Type or paste a path …", "Ctrl+L", Command::Show(Dialog::OpenPath(String::new()))),
    ];
    for (text, keys, command) in ways {
        if ui.add(Button::new(text).shortcut_text(keys)).clicked() {
            commands.push(command);
            ui.close();
        }
    }
}

/// What was opened lately, with a cross each to forget it.
pub(crate) fn list(ui: &mut egui::Ui, recent: &Recent, commands: &mut Commands) {
    let palette = Palette::of(ui);
    for (path, is_missing) in recent.iter() {
        let (open, forget) = egui::Sides::new().shrink_left().truncate().show(
            ui,
            |ui| {
                let name = if is_missing { format!("{} (missing)", name(path)) } else { name(path) };
                let ink = if is_missing { palette.weak } else { palette.text };
                let button = Button::new(RichText::new(name).color(ink)).frame_when_inactive(false).truncate();
                ui.add(button).on_hover_text(path.display().to_string()).clicked()
            },
            |ui| {
                let forget = format!("Forget {}", name(path));
                let cross = Button::new(RichText::new("✖").size(10.0).color(palette.weak)).frame_when_inactive(false);
                ui.add(cross).accessible_name(&forget).on_hover_text(&forget).clicked()
            },
        );
        if open {
            commands.push(Command::Open(path.to_owned()));
            ui.close();
        }
        if forget {
            commands.push(Command::ForgetRecent(path.to_owned()));
        }
    }
}

/// A recording's name and the folder that it lies in; files of the same name are common.
fn name(path: &Path) -> String {
    match path.parent().and_then(Path::file_name) {
        Some(folder) => format!("{} – {}", file_name(path), folder.to_string_lossy()),
        None => file_name(path),
    }
}
