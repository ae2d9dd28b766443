//! How those who acted came to their action.

use eframe::egui::{self, Align, Grid, Layout, RichText};
use fogreel_engine::data::Decision;
use fogreel_engine::{Record, Viewpoint};

use super::card;
use crate::panels::Shared;
use crate::perspective::Withheld;
use crate::theme::Palette;

pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, record: &Record, palette: &Palette) {
    if let (true, Viewpoint::Seat(seat)) = (shared.sight.withheld.has_decision, shared.sight.viewpoint) {
        card(ui, palette, &format!("Decision – {}", shared.sight.seat_name(seat)), |ui| {
            ui.label(RichText::new(Withheld::DECISION).color(palette.weak));
        });
    }
    for decision in &record.decisions {
        let title = format!("Decision – {}", shared.sight.seat_name(decision.seat));
        card(ui, palette, &title, |ui| {
            let chosen = record.actions.iter().find(|action| action.seat == decision.seat);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                ui.label(RichText::new(&decision.branch).color(palette.accent));
                ui.label(RichText::new(effort(decision)).color(palette.weak));
            });
            candidates(ui, decision, chosen.map(|action| action.action.as_str()), palette);
        });
    }
}

fn effort(decision: &Decision) -> String {
    let depth = decision.depth.map(|depth| format!("depth {depth}"));
    let nodes = decision.nodes.map(|nodes| format!("{nodes} nodes"));
    let floor = decision.belief_floor.map(|floor| format!("beliefs below {floor} ignored"));
    [depth, nodes, floor].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn candidates(ui: &mut egui::Ui, decision: &Decision, chosen: Option<&str>, palette: &Palette) {
    let best = decision.candidates.iter().map(|candidate| candidate.score).fold(f64::NEG_INFINITY, f64::max);
    Grid::new(("candidates", decision.seat.0)).num_columns(3).spacing([10.0, 2.0]).show(ui, |ui| {
        for candidate in &decision.candidates {
            let is_chosen = Some(candidate.action.as_str()) == chosen;
            let ink = if is_chosen { palette.text } else { palette.weak };
            let mark = if is_chosen { "✔" } else { " " };
            ui.label(RichText::new(mark).color(palette.good));
            let action = RichText::new(&candidate.action).monospace().color(ink);
            ui.label(if is_chosen { action.strong() } else { action });
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let score = RichText::new(score(candidate.score)).monospace().color(ink);
                ui.label(if candidate.score == best { score.strong() } else { score });
            });
            ui.end_row();
        }
    });
}

/// A score without needless digits.
fn score(score: f64) -> String {
    if score == score.trunc() && score.abs() < 1e6 { format!("{score:.0}") } else { format!("{score:.3}") }
}
