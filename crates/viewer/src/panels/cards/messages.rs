//! Sentences to the seats, a card for each group: the part of the template's id before the first dot.

use eframe::egui::{self, RichText};
use fogreel_engine::data::{MessageTemplate, View};
use fogreel_engine::{Record, Seat};

use super::card;
use crate::panels::Shared;
use crate::theme::Palette;

/// Group whose sentences belong to the card of signals.
const SIGNALS: &str = "signals";

/// Shows a card for each group but that of signals.
pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, record: &Record, palette: &Palette) {
    let has_signals = |seat: Seat| super::signals::is_shown(record, seat);
    for mut group in groups(&shared.sight.header.messages, &record.views) {
        group.lines.retain(|(seat, _)| group.id != SIGNALS || !has_signals(*seat));
        if !group.lines.is_empty() {
            card(ui, palette, &group.id, &title(&group.id), |ui| {
                for (seat, text) in group.lines {
                    line(ui, shared, Some(seat), text, palette);
                }
            });
        }
    }
}

/// The sentences to a seat about signals.
pub(crate) fn about_signals(ui: &mut egui::Ui, shared: &Shared<'_>, record: &Record, seat: Seat, palette: &Palette) {
    let groups = groups(&shared.sight.header.messages, &record.views);
    for group in groups.into_iter().filter(|group| group.id == SIGNALS) {
        for (_, text) in group.lines.into_iter().filter(|(whose, _)| *whose == seat) {
            line(ui, shared, None, text, palette);
        }
    }
}

fn line(ui: &mut egui::Ui, shared: &Shared<'_>, seat: Option<Seat>, text: String, palette: &Palette) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        if let Some(seat) = seat.filter(|_| !shared.sight.is_locked()) {
            ui.label(shared.seat_text(seat, palette).size(12.0));
        }
        ui.label(RichText::new(text).size(12.0));
    });
}

/// The messages of all views by group, groups in the order in which the header defines them.
fn groups(templates: &[MessageTemplate], views: &[View]) -> Vec<Group> {
    let mut found: Vec<Group> = Vec::new();
    for view in views {
        for message in &view.messages {
            let place = usize::from(message.template);
            let Some(template) = templates.get(place) else { continue };
            let group = template.id.split('.').next().unwrap_or_default();
            let line = (view.seat, message.render(&template.text));
            match found.iter_mut().find(|known| known.id == group) {
                Some(known) => {
                    known.first = place.min(known.first);
                    known.lines.push(line);
                }
                None => found.push(Group { id: group.to_owned(), first: place, lines: vec![line] }),
            }
        }
    }
    found.sort_by_key(|group| group.first);
    found
}

/// Messages whose ids begin alike.
struct Group {
    id: String,
    /// Position of its first template in the header.
    first: usize,
    lines: Vec<(Seat, String)>,
}

/// An id as a title: `last_words` becomes `Last words`.
fn title(id: &str) -> String {
    let spaced = id.replace('_', " ");
    let mut letters = spaced.chars();
    letters.next().map_or_else(|| "Messages".to_owned(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_become_titles() {
        assert_eq!(title("objective"), "Objective");
        assert_eq!(title("last_words"), "Last words");
        assert_eq!(title(""), "Messages");
    }
}
