//! Drawing a figure of what is shown into files.

use eframe::egui::{self, Label, RichText, ScrollArea, TextEdit};
use fogreel_engine::Header;
use fogreel_plots::Width;

use super::{form_width, problem};
use crate::command::Command;
use crate::dialog::{Dialog, FigureForm};
use crate::panels::Commands;
use crate::theme::Palette;

pub(super) fn show(ui: &mut egui::Ui, form: &FigureForm, header: Option<&Header>, commands: &mut Commands) {
    let mut form_now = form.clone();
    ui.set_width(form_width(ui));
    ui.heading("Export a figure");
    ui.add_space(4.0);
    let room = ui.ctx().content_rect().height() - 150.0;
    ScrollArea::vertical().max_height(room).show(ui, |ui| {
        what(ui, &mut form_now);
        ui.separator();
        how(ui, &mut form_now);
        if let Some(line) = header.and_then(|header| form.command_line(header)) {
            command_line(ui, &line, commands);
        }
        problem(ui, form.problem.as_deref());
    });
    ui.add_space(4.0);
    let mut is_done = false;
    ui.horizontal(|ui| {
        is_done = ui.add_enabled(!form.choices.is_empty(), egui::Button::new("Export")).clicked();
        if ui.button("Cancel").clicked() {
            commands.push(Command::CloseDialog);
        }
    });
    if is_done {
        commands.push(Command::DrawFigure(Box::new(form_now)));
    } else if form_now != *form {
        form_now.problem = None;
        commands.push(Command::Show(Dialog::Figure(Box::new(form_now))));
    }
}

fn what(ui: &mut egui::Ui, form: &mut FigureForm) {
    if form.choices.is_empty() {
        ui.weak("There is nothing here that a figure could show.");
    }
    for (place, choice) in form.choices.iter().enumerate() {
        ui.radio_value(&mut form.chosen, place, &choice.name);
    }
}

fn how(ui: &mut egui::Ui, form: &mut FigureForm) {
    let weak = Palette::of(ui).weak;
    ui.horizontal(|ui| {
        ui.label(RichText::new("Formats").color(weak));
        for (format, on) in form.settings.switches() {
            ui.checkbox(on, format.name().to_uppercase());
        }
    });
    ui.horizontal(|ui| {
        ui.label(RichText::new("Width").color(weak));
        ui.add(TextEdit::singleline(&mut form.settings.width).desired_width(70.0)).accessible_name("Width");
        for (width, name) in [(Width::COLUMN, "column"), (Width::PAGE, "page")] {
            if ui.button(format!("{name}, {width}")).clicked() {
                form.settings.width = width.to_string();
            }
        }
    });
    ui.horizontal(|ui| {
        ui.label(RichText::new("Folder").color(weak));
        let width = ui.available_width();
        ui.add(TextEdit::singleline(&mut form.folder).desired_width(width)).accessible_name("Folder");
    });
    ui.checkbox(&mut form.replace, "Replace files that are there");
}

/// The same for a script or a report's recipe.
fn command_line(ui: &mut egui::Ui, line: &str, commands: &mut Commands) {
    let weak = Palette::of(ui).weak;
    ui.separator();
    ui.horizontal(|ui| {
        ui.label(RichText::new("The same from the command line").color(weak));
        if ui.small_button("Copy").clicked() {
            commands.push(Command::CopyText(line.to_owned()));
        }
    });
    ui.add(Label::new(RichText::new(line).monospace().size(11.5)).wrap());
}
