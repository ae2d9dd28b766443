//! What lies over the window: help, go to a turn, open a path, a note, a figure.

mod figure;
mod note;

use eframe::egui::{self, Context, Frame, Grid, Id, Key, Margin, Modal, RichText, ScrollArea, TextEdit, Vec2};
use fogreel_engine::Header;

use super::Commands;
use crate::command::{BINDINGS, Command};
use crate::dialog::Dialog;
use crate::files::typed::path_of;
use crate::theme::Palette;

/// Windows at least so wide show the keys in two columns.
const TWO_COLUMNS: f32 = 1040.0;

/// Shows a dialog. `header` is that of the open recording, as who looks may see it.
pub(crate) fn show(ctx: &Context, dialog: &Dialog, header: Option<&Header>, commands: &mut Commands) {
    let frame = Frame::popup(&ctx.global_style()).inner_margin(Margin::same(16));
    let modal = Modal::new(Id::unique("dialog")).frame(frame).show(ctx, |ui| match dialog {
        Dialog::Help => help(ui, commands),
        Dialog::GoTo { typed, problem } => {
            let again = |typed| Dialog::GoTo { typed, problem: None };
            if let Some(place) = ask(ui, "Go to a turn", "turn, or #record", typed, "Go", commands, again) {
                commands.push(Command::GoTo(place));
            }
            if let Some(problem) = problem {
                ui.label(RichText::new(problem).color(Palette::of(ui).bad));
            }
        }
        Dialog::OpenPath(text) => {
            let typed = ask(ui, "Open a recording or a folder", "path", text, "Open", commands, Dialog::OpenPath);
            if let Some(path) = typed.and_then(|typed| path_of(&typed, std::env::home_dir().as_deref())) {
                commands.push(Command::Open(path));
                commands.push(Command::CloseDialog);
            }
        }
        Dialog::Note(form) => note::show(ui, form, commands),
        Dialog::Figure(form) => figure::show(ui, form, header, commands),
    });
    // It stands in the middle by its size of the frame before.
    let size = modal.response.rect.size();
    if ctx.data_mut(|data| {
        let before = data.get_temp_mut_or_default::<Vec2>(Id::unique("size of the dialog"));
        std::mem::replace(before, size) != size
    }) {
        ctx.request_repaint();
    }
    if modal.should_close() {
        commands.push(Command::CloseDialog);
    }
}

fn help(ui: &mut egui::Ui, commands: &mut Commands) {
    let palette = Palette::of(ui);
    ui.heading("Keys");
    ui.add_space(4.0);
    let window = ui.ctx().content_rect();
    // Side by side where there is room, so that all can be seen at once.
    let columns = if window.width() >= TWO_COLUMNS { 2 } else { 1 };
    let rows = BINDINGS.len().div_ceil(columns);
    ScrollArea::vertical().max_height(window.height() - 130.0).show(ui, |ui| {
        Grid::new("keys").num_columns(2 * columns).spacing([18.0, 3.0]).show(ui, |ui| {
            for row in 0..rows {
                for binding in BINDINGS.iter().skip(row).step_by(rows) {
                    ui.label(RichText::new(binding.keys).strong().color(palette.accent));
                    ui.label(binding.does);
                }
                ui.end_row();
            }
        });
    });
    ui.add_space(6.0);
    if ui.button("Close").clicked() {
        commands.push(Command::CloseDialog);
    }
}

/// One line of text. Returns it when the person is done.
fn ask(
    ui: &mut egui::Ui,
    title: &str,
    hint: &str,
    text: &str,
    go: &str,
    commands: &mut Commands,
    dialog: impl Fn(String) -> Dialog,
) -> Option<String> {
    ui.heading(title);
    ui.add_space(4.0);
    let mut typed = text.to_owned();
    let width = (ui.ctx().content_rect().width() * 0.6).min(520.0);
    let edit = ui.add(TextEdit::singleline(&mut typed).hint_text(hint).desired_width(width)).accessible_name(hint);
    if edit.changed() {
        commands.push(Command::Show(dialog(typed.clone())));
    }
    let is_entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if !edit.has_focus() && !is_entered {
        edit.request_focus();
    }
    ui.add_space(4.0);
    let mut is_done = is_entered;
    ui.horizontal(|ui| {
        is_done |= ui.button(go).clicked();
        if ui.button("Cancel").clicked() {
            commands.push(Command::CloseDialog);
        }
    });
    is_done.then_some(typed)
}

/// What is wrong with what was entered, if anything is.
fn problem(ui: &mut egui::Ui, problem: Option<&str>) {
    if let Some(problem) = problem {
        ui.label(RichText::new(problem).color(Palette::of(ui).bad));
    }
}

/// As wide as suits a form, but no wider than the window.
fn form_width(ui: &egui::Ui) -> f32 {
    (ui.ctx().content_rect().width() - 80.0).clamp(200.0, 560.0)
}
