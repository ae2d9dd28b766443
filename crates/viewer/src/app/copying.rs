//! The turn shown as text, for the clipboard.

use eframe::egui::Context;
use fogreel_analysis::text::{TurnOptions, turn};

use super::{Notice, ViewerApp};
use crate::tiles::PaneChoice;

impl ViewerApp {
    /// Copies what the record shown holds, as the terminal would show it; from a seat, what that seat can know.
    pub(super) fn copy_turn(&mut self, ctx: &Context) {
        let Some(sight) = self.look() else { return };
        let Some(record) = sight.record.as_deref() else { return };
        let shown = self.shown(&sight);
        let belief = shown.panes.iter().find_map(|(_, choice)| match choice {
            PaneChoice::Belief(key) => Some(key.clone()),
            _ => None,
        });
        let is_last = record.index as usize + 1 == sight.len;
        let outcome = sight.outcome.as_ref().filter(|_| is_last);
        let options = TurnOptions {
            viewpoint: sight.viewpoint,
            belief: belief.as_ref(),
            outcome,
            notes: &sight.notes,
            ..TurnOptions::default()
        };
        match turn(&sight.header, record, &options) {
            Ok(text) => self.copy_text(text, &format!("Turn {} is copied as text.", record.turn), ctx),
            Err(error) => self.notice = Some(Notice::problem(format!("Nothing to copy: {error}."))),
        }
    }

    /// Puts a text on the clipboard, and says so.
    pub(super) fn copy_text(&mut self, text: String, said: &str, ctx: &Context) {
        ctx.copy_text(text);
        self.notice = Some(Notice::brief(said));
    }
}
