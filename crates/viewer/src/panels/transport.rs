//! Buttons that move through the match, and where it stands.

use eframe::egui::{self, Align, Button, ComboBox, Label, Layout, RichText};

use super::timeline::{self, shown_series};
use super::{Commands, Shared, icon_button};
use crate::command::Command;
use crate::dialog::Dialog;
use crate::perspective::Withheld;
use crate::playback::SPEEDS;
use crate::theme::Palette;

/// Windows narrower than this have shorter words in the transport.
const NARROW: f32 = 1000.0;

/// Windows narrower than this have the transport in two rows.
const NARROWEST: f32 = 720.0;

/// Whether the transport of a window of this width has two rows.
pub(crate) fn is_in_two_rows(window_width: f32) -> bool {
    window_width < NARROWEST
}

pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) {
    let palette = Palette::of(ui);
    let moves = |ui: &mut egui::Ui, commands: &mut Commands| {
        buttons(ui, shared, commands);
        ui.separator();
        speed(ui, shared, commands);
        ui.separator();
        position(ui, shared, commands);
    };
    let finds = |ui: &mut egui::Ui, commands: &mut Commands| {
        jumps(ui, shared, commands, &palette);
        where_exactly(ui, shared, &palette);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if !timeline::has_legend(ui.ctx().content_rect().width()) {
                timeline::legend_menu(ui, shared, commands);
            }
            curves(ui, shared, commands, &palette);
        });
    };
    if is_in_two_rows(ui.ctx().content_rect().width()) {
        ui.horizontal(|ui| moves(ui, commands));
        ui.horizontal(|ui| finds(ui, commands));
    } else {
        ui.horizontal(|ui| {
            moves(ui, commands);
            ui.separator();
            finds(ui, commands);
        });
    }
}

fn buttons(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) {
    if icon_button(ui, "⏮", "To the start", "Home").clicked() {
        commands.push(Command::First);
    }
    if icon_button(ui, "◀", "One step back", "←").clicked() {
        commands.push(Command::Step(-1));
    }
    let (icon, name) = if shared.playback.is_playing() { ("⏸", "Pause") } else { ("▶", "Play") };
    let (text, width) = if is_narrow(ui) { (icon.to_owned(), 28.0) } else { (format!("{icon} {name}"), 68.0) };
    let play = Button::new(RichText::new(text).size(13.0)).min_size(egui::vec2(width, 24.0));
    if ui.add(play).accessible_name(name).on_hover_text(format!("{name} (Space)")).clicked() {
        commands.push(Command::TogglePlay);
    }
    // The play button has the plain triangle, so a step on is a triangle that hits a bar.
    if icon_button(ui, "⏵", "One step on", "→").clicked() {
        commands.push(Command::Step(1));
    }
    if icon_button(ui, "⏭", "To the end", "End").clicked() {
        commands.push(Command::Last);
    }
}

fn speed(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) {
    let mut speed = shared.playback.speed();
    let text = |speed: f32| format!("{speed}/s");
    ComboBox::from_id_salt("speed")
        .width(54.0)
        .selected_text(text(speed))
        .show_ui(ui, |ui| {
            for choice in SPEEDS {
                ui.selectable_value(&mut speed, choice, format!("{choice} steps a second"));
            }
        })
        .response
        .accessible_name("Speed")
        .on_hover_text("Steps a second (+ and −)");
    if speed != shared.playback.speed() {
        commands.push(Command::SetSpeed(speed));
    }
}

/// Whether the window has so little room that words must go.
fn is_narrow(ui: &egui::Ui) -> bool {
    ui.ctx().content_rect().width() < NARROW
}

fn position(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) {
    let at = shared.playback.index();
    let step = shared.sight.steps.get(at);
    let turn = step.map(|step| step.turn).or_else(|| shared.sight.record.as_ref().map(|record| record.turn));
    let turn = turn.map_or_else(|| "Turn –".to_owned(), |turn| format!("Turn {turn}"));
    let button = ui.add(Button::new(RichText::new(turn).strong()).min_size(egui::vec2(64.0, 24.0)));
    if button.on_hover_text("Go to a turn (G)").clicked() {
        commands.push(Command::Show(Dialog::go_to()));
    }
}

/// Jumps to what happened, and to where a belief went wrong.
fn jumps(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands, palette: &Palette) {
    let (at, sight) = (shared.playback.index(), shared.sight);
    let (name, ink) = match shared.chosen {
        None => ("events".to_owned(), palette.weak),
        Some(kind) => {
            let (letter, name, ink) = timeline::describe(shared, kind, palette);
            (if is_narrow(ui) { letter.to_string() } else { format!("{letter} {name}") }, ink)
        }
    };
    let event = |forward| sight.next_event(at, forward, shared.chosen).is_some();
    let tip = "What the buttons beside it go to. Choose one kind in the legend at the right of the timeline.";
    let texts = ["Previous event", "Next event"];
    if let Some(forward) = pair(ui, [event(false), event(true)], texts, ["Page Up", "Page Down"], &name, ink, tip) {
        commands.push(Command::StepEvent { forward });
    }
    let fault = |forward| sight.next_fault(at, forward).is_some();
    let count = sight.faults.iter().filter(|fault| fault.begins()).count();
    let ink = if count == 0 { palette.weak } else { palette.bad };
    let name = if is_narrow(ui) { "?".to_owned() } else { format!("faults {count}") };
    let tip = "Where a belief goes wrong: it excludes the truth, stands on walls, is far too sure, …";
    let texts = ["Previous fault", "Next fault"];
    if let Some(forward) = pair(ui, [fault(false), fault(true)], texts, ["[", "]"], &name, ink, tip) {
        commands.push(Command::StepFault { forward });
    }
}

/// A button back, a name, a button on. Returns what was clicked: whether it leads on.
fn pair(
    ui: &mut egui::Ui,
    is_possible: [bool; 2],
    names: [&str; 2],
    keys: [&str; 2],
    between: &str,
    ink: egui::Color32,
    tip: &str,
) -> Option<bool> {
    let mut clicked = None;
    ui.spacing_mut().item_spacing.x = 3.0;
    let button = |ui: &mut egui::Ui, icon: &str, place: usize| {
        let button = Button::new(RichText::new(icon).size(13.0)).min_size(egui::vec2(22.0, 24.0));
        ui.add_enabled(is_possible[place], button)
            .accessible_name(names[place])
            .on_hover_text(format!("{} ({})", names[place], keys[place]))
            .on_disabled_hover_text(format!("{}: there is none", names[place]))
            .clicked()
    };
    if button(ui, "⏴", 0) {
        clicked = Some(false);
    }
    let width = if is_narrow(ui) { 60.0 } else { 150.0 };
    ui.scope(|ui| {
        ui.set_max_width(width);
        ui.add(Label::new(RichText::new(between).color(ink).size(12.0)).truncate()).on_hover_text(tip);
    });
    if button(ui, "⏵", 1) {
        clicked = Some(true);
    }
    ui.add_space(5.0);
    clicked
}

/// Which of the records it is, where there is room.
fn where_exactly(ui: &mut egui::Ui, shared: &Shared<'_>, palette: &Palette) {
    let at = shared.playback.index();
    if ui.available_width() > 300.0 {
        let text = format!("step {at} of {}", shared.playback.last());
        ui.add(Label::new(RichText::new(text).color(palette.weak)).extend());
    }
    if shared.progress < 1.0 && ui.available_width() > 300.0 {
        let text = format!("reading {:.0} %", shared.progress * 100.0);
        ui.add(Label::new(RichText::new(text).color(palette.accent)).extend());
    }
}

fn curves(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands, palette: &Palette) {
    let Some(shown) = shown_series(shared) else {
        if !shared.sight.withheld.beliefs.is_empty() {
            let note = RichText::new("belief hidden").color(palette.weak);
            ui.add(Label::new(note).extend()).on_hover_text(Withheld::BELIEF);
        }
        return;
    };
    let mut key = shown.key.clone();
    ComboBox::from_id_salt("curves")
        .width((ui.available_width() - 12.0).clamp(40.0, 190.0))
        .selected_text(shared.belief_name(&key))
        .truncate()
        .show_ui(ui, |ui| {
            for series in shared.sight.series.iter() {
                let name = shared.belief_name(&series.key);
                ui.selectable_value(&mut key, series.key.clone(), name);
            }
        })
        .response
        .accessible_name("Curves")
        .on_hover_text("The belief whose curves the timeline shows");
    if key != shown.key {
        commands.push(Command::SetCurves(key));
    }
}
