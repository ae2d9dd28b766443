//! Sentences to the seats, a card for each group: the part of the template's id before the first dot.

use eframe::egui::{self, RichText};
use fogreel_engine::data::{MessageTemplate, View};
use fogreel_engine::{Record, Seat};

use super::card;
use crate::panels::Shared;
use crate::theme::Palette;

/// Group whose sentences belong to the card of signals.
const SIGNALS: &str = "signals";

/// Shows a card for each group. `has_signals` says that the card of signals has taken its group.
pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, record: &Record, has_signals: bool, palette: &Palette) {
    let groups = groups(&shared.sight.header.messages, &record.views);
    for group in groups.into_iter().filter(|group| !has_signals || group.id != SIGNALS) {
        card(ui, palette, &title(&group.id), |ui| lines(ui, shared, group.lines, palette));
    }
}

/// The sentences about signals.
pub(crate) fn about_signals(ui: &mut egui::Ui, shared: &Shared<'_>, record: &Record, palette: &Palette) {
    let groups = groups(&shared.sight.header.messages, &record.views);
    for group in groups.into_iter().filter(|group| group.id == SIGNALS) {
        lines(ui, shared, group.lines, palette);
    }
}

fn lines(ui: &mut egui::Ui, shared: &Shared<'_>, lines: Vec<(Seat, String)>, palette: &Palette) {
    for (seat, text) in lines {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            if !shared.sight.is_locked() {
                ui.label(shared.seat_text(seat, palette));
            }
            ui.label(RichText::new(text));
        });
    }
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
