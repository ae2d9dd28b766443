//! Buttons that move through the match, and where it stands.

use eframe::egui::{self, Align, Button, ComboBox, Label, Layout, RichText};

use fogreel_engine::data::BeliefKey;

use super::panes::percent;
use super::{Commands, Shared, icon_button};
use crate::command::{Command, Dialog};
use crate::perspective::Withheld;
use crate::playback::SPEEDS;
use crate::session::Series;
use crate::theme::Palette;
use crate::tiles::PaneChoice;

pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        buttons(ui, shared, commands);
        ui.separator();
        speed(ui, shared, commands);
        ui.separator();
        position(ui, shared, commands, &palette);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| curves(ui, shared, commands, &palette));
    });
}

fn buttons(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) {
    if icon_button(ui, "⏮", "To the start", "Home").clicked() {
        commands.push(Command::First);
    }
    if icon_button(ui, "◀", "One step back", "←").clicked() {
        commands.push(Command::Step(-1));
    }
    let (icon, name) = if shared.playback.is_playing() { ("⏸", "Pause") } else { ("▶", "Play") };
    let play = Button::new(RichText::new(format!("{icon} {name}")).size(13.0)).min_size(egui::vec2(68.0, 24.0));
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

fn position(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands, palette: &Palette) {
    let at = shared.playback.index();
    let step = shared.sight.steps.get(at);
    let turn = step.map(|step| step.turn).or_else(|| shared.sight.record.as_ref().map(|record| record.turn));
    let turn = turn.map_or_else(|| "Turn –".to_owned(), |turn| format!("Turn {turn}"));
    let button = ui.add(Button::new(RichText::new(turn).strong()).min_size(egui::vec2(64.0, 24.0)));
    if button.on_hover_text("Go to a turn (G)").clicked() {
        commands.push(Command::Show(Dialog::GoTo(String::new())));
    }
    if ui.available_width() > 420.0 {
        let text = format!("step {at} of {}", shared.playback.last());
        ui.add(Label::new(RichText::new(text).color(palette.weak)).extend());
    }
    if shared.progress < 1.0 && ui.available_width() > 420.0 {
        let text = format!("reading {:.0} %", shared.progress * 100.0);
        ui.add(Label::new(RichText::new(text).color(palette.accent)).extend());
    }
}

/// The belief whose curves are shown: the chosen one, or that of a pane, or the first.
pub(crate) fn shown_series<'s>(shared: &'s Shared<'_>) -> Option<&'s Series> {
    let series = &shared.sight.series;
    let find = |key: &BeliefKey| series.iter().find(|one| one.key == *key);
    let in_pane = || {
        shared.shown.panes.iter().find_map(|(_, choice)| match choice {
            PaneChoice::Belief(key) => find(key),
            _ => None,
        })
    };
    shared.curves.and_then(find).or_else(in_pane).or_else(|| series.first())
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
        .width((ui.available_width() * 0.45).clamp(60.0, 190.0))
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
    values(ui, shared, shown, palette);
}

/// Names and values of the curves at the cursor, in their colours. Laid out from right to left.
fn values(ui: &mut egui::Ui, shared: &Shared<'_>, series: &Series, palette: &Palette) {
    let point = series.points.get(shared.playback.index()).and_then(Option::as_ref);
    let is_roomy = ui.available_width() > 270.0;
    if !shared.sight.is_locked() {
        let name = if is_roomy { "P(truth)" } else { "P" };
        // A truth that is held impossible is a fault of its own, not a small number.
        let (value, ink) = match point.and_then(|point| point.p_truth) {
            Some(0.0) => ("0: excluded".to_owned(), palette.bad),
            Some(probability) => (percent(probability), palette.good),
            None => ("–".to_owned(), palette.good),
        };
        ui.add(Label::new(RichText::new(format!("{name} {value}")).color(ink)).extend());
    }
    let name = if is_roomy { "entropy" } else { "H" };
    let value = point.map_or_else(|| "–".to_owned(), |point| format!("{:.2} bits", point.entropy_bits));
    ui.add(Label::new(RichText::new(format!("{name} {value}")).color(palette.accent)).extend());
}
