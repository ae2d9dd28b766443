//! The recordings of the folder.

use std::path::Path;

use eframe::egui::{self, Button, Label, RichText, ScrollArea, TextEdit};

use super::{Commands, Shared};
use crate::command::Command;
use crate::files::MOST;
use crate::loading::file_name;
use crate::theme::Palette;

pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) {
    let palette = Palette::of(ui);
    let files = shared.files;
    let title = files.folder.as_deref().map_or_else(|| "Recordings".to_owned(), file_name);
    ui.add(Label::new(RichText::new(title).strong()).truncate());
    let mut filter = files.filter.clone();
    let edit = TextEdit::singleline(&mut filter).hint_text("filter").desired_width(f32::INFINITY);
    if ui.add(edit).accessible_name("Filter recordings").changed() {
        commands.push(Command::SetFilter(filter));
    }
    let shown: Vec<_> = files.shown().collect();
    if shown.is_empty() {
        let text =
            if files.entries.is_empty() { "No recording in this folder." } else { "No name holds these letters." };
        ui.label(RichText::new(text).color(palette.weak));
        return;
    }
    if files.folder.is_some() && files.entries.len() >= MOST {
        ui.label(RichText::new(format!("The first {MOST} recordings; there may be more.")).color(palette.weak));
    }
    let height = 22.0;
    ui.spacing_mut().item_spacing.y = 1.0;
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, shown.len(), |ui, rows| {
        for entry in &shown[rows] {
            let is_open = shared.open == Some(entry.path.as_path());
            let stem = Path::new(&entry.name).with_extension("").to_string_lossy().into_owned();
            // In words, too: a screen reader says it.
            let text = match files.is_unreadable(&entry.path) {
                true => RichText::new(format!("⚠ {stem} (unreadable)")).color(palette.warning),
                false => RichText::new(stem),
            };
            let row = Button::selectable(is_open, text).truncate().min_size(egui::vec2(ui.available_width(), height));
            if ui.add(row).clicked() && !is_open {
                commands.push(Command::Open(entry.path.clone()));
            }
        }
    });
}
