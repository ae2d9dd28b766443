//! What the curves and letters of the timeline mean. Pointing at an entry shows where it stands, clicking it makes the
//! jumps go there alone.

use eframe::egui::{self, Button, FontId, RichText, ScrollArea, TextFormat, text::LayoutJob};
use fogreel_engine::Seat;

use super::{curves, letters, losses_of, reference_beside, shown_series};
use crate::command::Command;
use crate::marks::MarkKind;
use crate::panels::panes::percent;
use crate::panels::{Commands, Shared};
use crate::state::Curve;
use crate::theme::Palette;

/// Shows the legend. Returns the kind of mark whose entry is under the pointer.
pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) -> Option<MarkKind> {
    let palette = Palette::of(ui);
    let mut pointed = None;
    ScrollArea::vertical().id_salt("legend").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 1.0);
        ui.spacing_mut().interact_size.y = 16.0;
        ui.spacing_mut().button_padding = egui::vec2(4.0, 0.0);
        curve_marks(ui, shared, commands, &palette);
        let has_notes = !shared.sight.notes.is_empty();
        let kinds = shared.sight.kinds.iter().copied().chain(has_notes.then_some(MarkKind::Note));
        for (seat, kinds) in groups(kinds) {
            ui.horizontal_wrapped(|ui| {
                let head = match seat {
                    None => RichText::new("Events").color(palette.weak),
                    Some(seat) => RichText::new(shared.sight.seat_name(seat)).color(shared.seat_color(seat, &palette)),
                };
                ui.label(head.size(11.0).strong());
                for kind in kinds {
                    pointed = entry(ui, shared, kind, commands, &palette).or(pointed);
                }
            });
        }
    });
    pointed
}

/// Kinds of marks: events, then the signals of each seat.
fn groups(kinds: impl IntoIterator<Item = MarkKind>) -> Vec<(Option<Seat>, Vec<MarkKind>)> {
    let mut groups: Vec<(Option<Seat>, Vec<MarkKind>)> = Vec::new();
    for kind in kinds {
        let seat = match kind {
            MarkKind::Event(_) | MarkKind::Note => None,
            MarkKind::Hit { seat, .. } => Some(seat),
        };
        match groups.iter_mut().find(|group| group.0 == seat) {
            Some((_, members)) => members.push(kind),
            None => groups.push((seat, vec![kind])),
        }
    }
    groups.sort_by_key(|group| group.0);
    groups
}

fn entry(
    ui: &mut egui::Ui,
    shared: &Shared<'_>,
    kind: MarkKind,
    commands: &mut Commands,
    palette: &Palette,
) -> Option<MarkKind> {
    let (letter, name, ink) = letters::describe(shared, kind, palette);
    let is_chosen = shared.chosen == Some(kind);
    let mut job = LayoutJob::default();
    job.append(&letter.to_string(), 0.0, TextFormat::simple(FontId::monospace(11.5), ink));
    job.append(&name, 4.0, TextFormat::simple(FontId::proportional(11.0), palette.text));
    let spoken = match kind {
        MarkKind::Event(_) | MarkKind::Note => format!("{letter}: {name}"),
        MarkKind::Hit { seat, .. } => format!("{letter}: {name} ({})", shared.sight.seat_name(seat)),
    };
    let tip = if is_chosen {
        "Jumps go to this kind alone; click for all kinds."
    } else {
        "Click: Page Up and Page Down go to this kind alone."
    };
    let response = ui.add(Button::selectable(is_chosen, job)).accessible_name(spoken).on_hover_text(tip);
    if response.clicked() {
        commands.push(Command::ChooseKind((!is_chosen).then_some(kind)));
    }
    response.hovered().then_some(kind)
}

/// The curves with their values at the cursor; each can be switched off.
fn curve_marks(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands, palette: &Palette) {
    let Some(series) = shown_series(shared) else { return };
    let point = series.points.get(shared.playback.index()).and_then(Option::as_ref);
    let losses = losses_of(shared, series);
    let lost = losses.and_then(|losses| losses.lost.get(shared.playback.index()).copied().flatten()?.bits());
    // Nothing is compared where there is no reference.
    let offered = shared.state.curves.offered(shared.sight.is_locked());
    let offered = offered.filter(|(curve, _)| match curve {
        Curve::Regret => losses.is_some(),
        Curve::Truth => series.has_probability(),
        Curve::Entropy | Curve::Surprisal => true,
    });
    ui.horizontal_wrapped(|ui| {
        for (curve, is_shown) in offered {
            // A truth that is held impossible is a fault of its own, not a number.
            let value = match (curve, point) {
                (Curve::Regret, _) => match lost {
                    Some(bits) if bits.is_finite() => format!("{bits:.2} bits"),
                    Some(_) => "infinite".to_owned(),
                    None => "–".to_owned(),
                },
                (_, None) => "–".to_owned(),
                (Curve::Entropy, Some(point)) => format!("{:.2} bits", point.entropy_bits),
                (Curve::Surprisal, Some(point)) => match point.surprisal_bits() {
                    Some(bits) => format!("{bits:.2} bits"),
                    None if point.is_false_exclusion() => "infinite".to_owned(),
                    None => "–".to_owned(),
                },
                (Curve::Truth, Some(point)) => match point.p_truth {
                    Some(0.0) => "0: excluded".to_owned(),
                    Some(probability) => percent(probability),
                    None => "–".to_owned(),
                },
            };
            let is_fault = matches!(curve, Curve::Surprisal | Curve::Truth)
                && point.is_some_and(|point| point.is_false_exclusion());
            let ink = if is_fault { palette.bad } else { curves::ink(curve, palette) };
            let mut on = is_shown;
            let text = RichText::new(format!("{} {value}", curve.name())).color(ink).size(11.5);
            let response = ui.checkbox(&mut on, text).accessible_name(format!("Curve: {}", curve.name()));
            if response.on_hover_text(curve.explained()).changed() {
                commands.push(Command::ShowCurve(curve, on));
            }
        }
        if let Some(reference) = reference_beside(shared, series) {
            let model = reference.key.opponent_model().unwrap_or_default();
            let text = format!("╌ reference ({model})");
            ui.label(RichText::new(text).color(palette.weak).size(11.5))
                .on_hover_text("Dashed: what the evidence and this model of the opponent allow to know.");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stand_in_groups() {
        let event = MarkKind::Event(3);
        let hit = |channel, seat| MarkKind::Hit { channel, seat: Seat(seat) };
        let kinds = [event, hit(0, 1), hit(1, 0), hit(2, 1)];
        let expected =
            vec![(None, vec![event]), (Some(Seat(0)), vec![hit(1, 0)]), (Some(Seat(1)), vec![hit(0, 1), hit(2, 1)])];
        assert_eq!(groups(kinds), expected);
    }
}
