//! What is wrong with the beliefs of the record.

use eframe::egui::{self, Button, FontId, TextFormat, text::LayoutJob};
use fogreel_engine::Record;

use super::card;
use crate::command::Command;
use crate::marks::FaultMark;
use crate::panels::timeline::ink_of;
use crate::panels::{Commands, Shared};
use crate::theme::Palette;

/// Shows the card, if a belief is at fault.
pub(crate) fn show(
    ui: &mut egui::Ui,
    shared: &Shared<'_>,
    record: &Record,
    commands: &mut Commands,
    palette: &Palette,
) {
    let faults = shared.sight.faults_at(record.index as usize);
    if faults.is_empty() {
        return;
    }
    card(ui, palette, "faults", "Belief faults", |ui| {
        for fault in faults {
            entry(ui, shared, fault, commands, palette);
        }
    });
}

fn entry(ui: &mut egui::Ui, shared: &Shared<'_>, fault: &FaultMark, commands: &mut Commands, palette: &Palette) {
    let name = shared.belief_name(&fault.key);
    let began = match shared.sight.steps.get(fault.since) {
        _ if fault.begins() => "begins here".to_owned(),
        Some(step) => format!("since turn {}", step.turn),
        None => format!("since step {}", fault.since),
    };
    let ink = ink_of(fault.is_grave, palette);
    let mut job = LayoutJob::default();
    job.append(fault.glyph(), 0.0, TextFormat::simple(FontId::monospace(13.0), ink));
    job.append(&name, 6.0, TextFormat::simple(FontId::proportional(12.5), palette.text));
    job.append(&format!("\n{}", fault.says), 0.0, TextFormat::simple(FontId::proportional(12.0), ink));
    job.append(&format!(" · {began}"), 0.0, TextFormat::simple(FontId::proportional(12.0), palette.weak));
    // Later on the cell is excluded because it was before.
    let why = fault.why.as_deref().filter(|_| fault.begins());
    if let Some(why) = why {
        job.append(&format!("\n{why}"), 0.0, TextFormat::simple(FontId::proportional(12.0), palette.text));
    }
    let spoken = format!("{} {name}: {}, {began} {}", fault.glyph(), fault.says, why.unwrap_or_default());
    let button = Button::new(job).wrap().min_size(egui::vec2(ui.available_width(), 0.0)).frame(false);
    let tip = match (fault.cells.first(), fault.begins()) {
        (Some(cell), true) => format!("Keep the inspector at ({cell})"),
        (Some(cell), false) => format!("Go to where it began and keep the inspector at ({cell})"),
        (None, false) => "Go to where it began".to_owned(),
        (None, true) => return drop(ui.add(button).accessible_name(spoken)),
    };
    if ui.add(button).accessible_name(spoken).on_hover_text(tip).clicked() {
        if let Some(cell) = fault.cells.first() {
            commands.push(Command::Pin(Some(*cell)));
        }
        commands.push(Command::Seek(fault.since));
    }
}
