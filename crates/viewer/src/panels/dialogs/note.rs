//! Writing a note.

use eframe::egui::{self, Align, Key, KeyboardShortcut, Layout, Modifiers, RichText, ScrollArea, TextEdit};

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
    let room = (ui.ctx().content_rect().height() - 220.0).max(60.0);
    let edit = ScrollArea::vertical().max_height(room).show(ui, |ui| ui.add(edit).accessible_name("Note")).inner;
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
    ui.weak("Notes are kept in the recording itself.");
    problem(ui, form.problem.as_deref());
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        is_done |= ui.button("Save").on_hover_text("Ctrl+Enter").clicked();
        if ui.button("Cancel").clicked() {
            commands.push(Command::CloseDialog);
        }
        if form.id.is_some() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let name = if form.is_deleting { "Delete it for good" } else { "Delete" };
                if ui.button(name).clicked() {
                    if form.is_deleting {
                        commands.push(Command::DeleteNote(Box::new(form.clone())));
                    } else {
                        form_now.is_deleting = true;
                    }
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
