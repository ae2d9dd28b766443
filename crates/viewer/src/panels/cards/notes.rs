//! What people noted: about this record, and in the whole recording.

use eframe::egui::{self, Button, Label, RichText, TextEdit};
use fogreel_analysis::text::note_about;
use fogreel_engine::data::Note;
use fogreel_engine::{Record, Viewpoint};

use super::card;
use crate::command::Command;
use crate::panels::{Commands, Shared};
use crate::theme::Palette;

/// Notes that are listed at most; a longer list is searched, not read.
const MOST: usize = 50;
/// Recordings with fewer notes need no search.
const SEARCHED: usize = 4;

/// What was noted about the record shown, and the way to another note.
pub(super) fn here(
    ui: &mut egui::Ui,
    shared: &Shared<'_>,
    record: &Record,
    commands: &mut Commands,
    palette: &Palette,
) {
    card(ui, palette, "notes", "Notes", |ui| {
        for note in shared.sight.notes_at(record.index as usize).iter().take(MOST) {
            note_here(ui, shared, note, commands, palette);
        }
        let tip = if shared.takes_notes {
            "A note about this turn, and about the cell that is kept (N)"
        } else {
            "This match lies in memory alone; record it into a file to keep notes."
        };
        let response = ui.add_enabled(shared.takes_notes, Button::new("Add a note").small());
        if response.on_hover_text(tip).on_disabled_hover_text(tip).clicked() {
            commands.push(Command::BeginNote);
        }
    });
}

/// All notes of the recording, if there are any.
pub(super) fn all(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands, palette: &Palette) {
    let notes = shared.sight.notes.len();
    if notes > 0 {
        card(ui, palette, "all notes", &format!("All notes ({notes})"), |ui| list(ui, shared, commands, palette));
    }
}

/// A note about the record shown, as a whole.
fn note_here(ui: &mut egui::Ui, shared: &Shared<'_>, note: &Note, commands: &mut Commands, palette: &Palette) {
    ui.add(Label::new(RichText::new(&note.text).color(palette.text)).wrap());
    ui.horizontal(|ui| {
        let about = note_about(&shared.sight.header, note);
        if !about.is_empty() {
            ui.add(Label::new(RichText::new(about).color(palette.weak).size(11.5)).truncate());
        }
        if shared.takes_notes && ui.small_button("change").on_hover_text("Change or delete this note").clicked() {
            commands.push(Command::ChangeNote(note.id));
        }
    });
}

/// All notes that contain the words searched for; each leads to its turn.
fn list(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands, palette: &Palette) {
    let notes = &shared.sight.notes;
    if notes.len() >= SEARCHED || !shared.note_filter.is_empty() {
        let mut filter = shared.note_filter.to_owned();
        let edit = TextEdit::singleline(&mut filter).hint_text("search the notes").desired_width(f32::INFINITY);
        if ui.add(edit).accessible_name("Search the notes").changed() {
            commands.push(Command::SetNoteFilter(filter));
        }
    }
    let found: Vec<&Note> = notes.iter().filter(|note| note.has_words(shared.note_filter)).collect();
    if found.is_empty() {
        ui.label(RichText::new("No note has these words.").color(palette.weak));
    }
    for note in found.iter().take(MOST) {
        let turn = shared.sight.steps.get(note.record as usize).map(|step| step.turn);
        let place = turn.map_or_else(|| format!("#{}", note.record), |turn| format!("turn {turn}"));
        let first_line = note.text.lines().next().unwrap_or_default();
        let text = RichText::new(format!("{place}: {first_line}")).color(palette.text).size(12.0);
        let response = ui.add(Button::new(text).frame(false).truncate());
        if response.on_hover_text(format!("Go to {place}\n{}", note.text)).clicked() {
            commands.push(Command::Seek(note.record as usize));
            // The board's cells are the referee's; what a seat noted lies in a frame of that turn.
            if note.viewpoint == Viewpoint::Referee && note.cell.is_some() {
                commands.push(Command::Pin(note.cell));
            }
        }
    }
    if found.len() > MOST {
        ui.weak(format!("and {} more: search for them", found.len() - MOST));
    }
}
