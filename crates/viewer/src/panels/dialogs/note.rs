//! Writing a note.

use eframe::egui::{self, Align, Key, KeyboardShortcut, Layout, Modifiers, RichText, TextEdit};

use super::{form_width, problem};
use crate::command::Command;
use crate::dialog::{Dialog, NoteForm};
use crate::panels::Commands;
use crate::theme::Palette;

const SAVE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Enter);

pub(super) fn show(ui: &mut egui::Ui, form: &NoteForm, commands: &mut Commands) {
    let palette = Palette::of(ui);
    let mut form_now = form.clone();
    let width = form_width(ui);
    ui.set_width(width);
    let what = if form.id.is_some() { "Change a note" } else { "Note" };
    ui.heading(format!("{what} on turn {}", form.turn));
    ui.add_space(4.0);
    // Before the field, which would take the key for a new line.
    let mut is_done = ui.input_mut(|input| input.consume_shortcut(&SAVE));
    let hint = "What is worth remembering about this turn?";
    let edit = TextEdit::multiline(&mut form_now.text).hint_text(hint).desired_rows(4).desired_width(width);
    let edit = ui.add(edit).accessible_name("Note");
    if !ui.memory(|memory| memory.focused().is_some()) {
        edit.request_focus();
    }
    if let Some(cell) = form.offered {
        let mut has_cell = form_now.cell.is_some();
        ui.checkbox(&mut has_cell, format!("about cell {cell}"));
        form_now.cell = has_cell.then_some(cell);
    }
    ui.horizontal(|ui| {
        ui.label(RichText::new("Signed").color(palette.weak));
        let edit = TextEdit::singleline(&mut form_now.author).hint_text("nobody").desired_width(width * 0.5);
        ui.add(edit).accessible_name("Your name");
    });
    problem(ui, form.problem.as_deref());
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        is_done |= ui.button("Save").on_hover_text("Ctrl+Enter").clicked();
        if ui.button("Cancel").clicked() {
            commands.push(Command::CloseDialog);
        }
        if let Some(id) = form.id {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button("Delete").clicked() {
                    commands.push(Command::DeleteNote(id));
                }
            });
        }
    });
    if is_done {
        commands.push(Command::WriteNote(Box::new(form_now)));
    } else if form_now != *form {
        commands.push(Command::Show(Dialog::Note(Box::new(form_now))));
    }
}
