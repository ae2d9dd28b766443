//! Which match it is, who looks at it, and how it is drawn.

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{self, Align, Button, ComboBox, Label, Layout, PopupCloseBehavior, RichText};
use fogreel_analysis::perspective::redacted_to;
use fogreel_engine::{Seat, Viewpoint};

use super::{Commands, Shared, icon_button, opening, settings};
use crate::command::Command;
use crate::dialog::Dialog;
use crate::state::{RangeChoice, ScaleChoice, ThemeChoice};
use crate::theme::Palette;
use crate::tiles::Preset;

pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        ui.set_height(26.0);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            controls(ui, shared, commands);
            ui.add_space(6.0);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| title(ui, shared, commands, &palette));
        });
    });
}

/// Windows narrower than this have what is drawn how in a menu.
const NARROW: f32 = 720.0;

fn controls(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) {
    let is_narrow = ui.ctx().content_rect().width() < NARROW;
    if icon_button(ui, "?", "Help", "?").clicked() {
        commands.push(Command::Show(Dialog::Help));
    }
    settings::menu(ui, shared.state.theme, commands);
    if is_narrow {
        let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        let button = Button::new(RichText::new("☰").size(14.0)).min_size(egui::vec2(28.0, 24.0));
        let (response, _) = MenuButton::from_button(button).config(config).ui(ui, |ui| drawing(ui, shared, commands));
        response.accessible_name("Drawing").on_hover_text("Theme, cards, fog, scale, layout");
    } else {
        drawing(ui, shared, commands);
    }
    let mut viewpoint = shared.sight.viewpoint;
    let name = |viewpoint: Viewpoint| match viewpoint {
        Viewpoint::Referee => "Referee".to_owned(),
        Viewpoint::Seat(seat) => format!("{} only", shared.sight.seat_name(seat)),
    };
    let chosen = format!("👁 {}", name(viewpoint));
    ComboBox::from_id_salt("perspective")
        .width(if is_narrow { 60.0 } else { 104.0 })
        .selected_text(chosen)
        .show_ui(ui, |ui| {
            let is_redacted = redacted_to(&shared.sight.header).is_some();
            let everything =
                if is_redacted { "Referee: no truth in this recording" } else { "Referee: sees everything" };
            ui.selectable_value(&mut viewpoint, Viewpoint::Referee, everything);
            for seat in (0..shared.sight.header.seats.len()).map(|index| Seat(index as u8)) {
                let text = format!("{}: nothing but what this seat knows", shared.sight.seat_name(seat));
                ui.selectable_value(&mut viewpoint, Viewpoint::Seat(seat), text);
            }
        })
        .response
        .accessible_name("Perspective")
        .on_hover_text("Perspective: who looks at the match");
    if viewpoint != shared.sight.viewpoint {
        commands.push(Command::SetViewpoint(viewpoint));
    }
}

/// How the match is drawn.
fn drawing(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) {
    let is_dark = ui.visuals().dark_mode;
    let (icon, name, next) =
        if is_dark { ("☀", "Light theme", ThemeChoice::Light) } else { ("🌙", "Dark theme", ThemeChoice::Dark) };
    if icon_button(ui, icon, name, "").clicked() {
        commands.push(Command::SetTheme(next));
    }
    let mut toggle = |ui: &mut egui::Ui, on: bool, text: &str, tip: &str, command: Command| {
        if ui.add(Button::selectable(on, text).min_size(egui::vec2(0.0, 24.0))).on_hover_text(tip).clicked() {
            commands.push(command);
        }
    };
    toggle(ui, shared.state.cards, "Cards", "Cards at the right (C)", Command::ToggleCards);
    toggle(ui, shared.state.fog, "Fog", "Fog over what a seat does not see (F)", Command::ToggleFog);
    scale(ui, shared, commands);
    layout(ui, commands);
    if icon_button(ui, "🖼", "Export a figure", "Ctrl+E").clicked() {
        commands.push(Command::OfferFigures(None));
    }
}

/// How heat maps are scaled.
fn scale(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) {
    let (is_log, is_turn) = (shared.state.scale == ScaleChoice::Log, shared.state.range == RangeChoice::Turn);
    let text = format!("{}{}", if is_log { "Log scale" } else { "Linear scale" }, if is_turn { ", turn" } else { "" });
    let response = ui.menu_button(text, |ui| {
        let mut choose = |ui: &mut egui::Ui, on: bool, text: &str, command: &Command| {
            if ui.radio(on, text).clicked() && !on {
                commands.push(command.clone());
            }
        };
        choose(ui, !is_log, "Linear", &Command::ToggleScale);
        choose(ui, is_log, "Logarithmic", &Command::ToggleScale);
        ui.separator();
        choose(ui, !is_turn, "One scale along the match", &Command::ToggleRange);
        choose(ui, is_turn, "A scale for each turn", &Command::ToggleRange);
    });
    response.response.accessible_name("Scale of heat maps").on_hover_text("Scale of heat maps (H, Shift+H)");
}

/// Ready-made layouts.
fn layout(ui: &mut egui::Ui, commands: &mut Commands) {
    let response = ui.menu_button(RichText::new("▦").size(14.0), |ui| {
        for (place, preset) in Preset::ALL.into_iter().enumerate() {
            if ui.add(Button::new(preset.name()).shortcut_text((place + 1).to_string())).clicked() {
                commands.push(Command::Arrange(preset));
            }
        }
        ui.separator();
        ui.weak("Drag a pane by its head; its menu … divides and closes it.");
    });
    response.response.accessible_name("Layout").on_hover_text("Layout of the panes (1 to 4)");
}

fn title(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands, palette: &Palette) {
    opening::buttons(ui, &shared.state.recent, commands);
    if shared.files.len() > 1 {
        if icon_button(ui, "⏴", "Previous recording", "Ctrl+←").clicked() {
            commands.push(Command::OpenNeighbour { forward: false });
        }
        if icon_button(ui, "⏵", "Next recording", "Ctrl+→").clicked() {
            commands.push(Command::OpenNeighbour { forward: true });
        }
    }
    if shared.is_live {
        let tip = "This match is being recorded: new turns appear as they are played. At the end you go along.";
        ui.label(RichText::new("● live").color(palette.bad).strong()).on_hover_text(tip);
    }
    let header = &shared.sight.header;
    let mut parts: Vec<(String, egui::Color32, bool)> = vec![(header.title.clone(), palette.text, true)];
    for (index, info) in header.seats.iter().enumerate() {
        let agent = info.agent.as_deref().map_or_else(String::new, |agent| format!(" {agent}"));
        let before = if index == 0 { "  ·  " } else { " – " };
        parts.push((before.to_owned(), palette.weak, false));
        parts.push((format!("{}{agent}", info.name), shared.seat_color(Seat(index as u8), palette), false));
    }
    if let Some(outcome) = &shared.sight.outcome {
        parts.push((format!("  ·  {}", outcome.text), palette.text, false));
    }
    parts.push((format!("  ·  {}", shared.name), palette.weak, false));
    let mut job = egui::text::LayoutJob::default();
    for (text, ink, is_strong) in parts {
        let size = if is_strong { 15.0 } else { 13.0 };
        job.append(&text, 0.0, egui::TextFormat::simple(egui::FontId::proportional(size), ink));
    }
    let spoken = job.text.clone();
    if ui.available_width() > 30.0 {
        ui.add(Label::new(job).truncate()).on_hover_text(RichText::new(spoken));
    }
}
