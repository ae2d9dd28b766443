//! Where the panels lie.

use std::path::PathBuf;

use eframe::egui::{self, CentralPanel, Frame, Margin, Panel};

use super::ViewerApp;
use crate::panels::{Commands, Shared, banner, cards, files, panes, timeline, top_bar, transport, welcome};
use crate::theme::Palette;

/// Windows narrower than this have narrower side panels.
const NARROW: f32 = 1000.0;
/// Windows lower than this have a lower timeline.
const LOW: f32 = 700.0;
/// Such as one of 800 × 600 pixels at a scale of 200 %.
const VERY_LOW: f32 = 420.0;
const VERY_NARROW: f32 = 560.0;
const LEAST_WITH_LIST: f32 = 480.0;

impl ViewerApp {
    pub(super) fn panels(&mut self, ui: &mut egui::Ui, commands: &mut Commands) {
        let palette = Palette::of(ui);
        // Where a panel is narrower than what it holds, a gap beside it must not be black.
        ui.painter().rect_filled(ui.max_rect(), 0.0, palette.ground);
        let sight = self.look();
        let margin = |x: i8, y: i8| Frame::new().fill(palette.card).inner_margin(Margin::symmetric(x, y));
        let ground = Frame::new().fill(palette.ground).inner_margin(Margin::same(6));
        let file_banner = self.session.as_ref().and_then(|session| session.banner());
        let size = ui.available_size();
        let Some((sight, session)) = sight.as_ref().zip(self.session.as_ref()) else {
            self.list_panel(ui, size, commands);
            CentralPanel::default().frame(ground).show(ui, |ui| {
                if let Some(notice) = &self.notice {
                    banner::notice(ui, notice, commands);
                }
                welcome::show(ui, &self.state, self.is_loading || self.opening.is_under_way(), commands);
            });
            return;
        };
        let shown = self.shown(sight);
        let shared = Shared {
            state: &self.state,
            sight,
            ticket: self.open_ticket,
            playback: &self.playback,
            name: session.name(),
            files: &self.files,
            progress: session.progress(),
            hover: self.hover,
            pinned: self.pinned,
            maximised: self.maximised,
            shown: &shown,
            zoom: self.zoom,
            chosen: self.chosen,
            curves: self.curves.as_ref(),
            takes_notes: session.path().is_some(),
            note_filter: &self.note_filter,
            is_live: session.is_live(),
        };
        Panel::top("top").frame(margin(8, 5)).show(ui, |ui| top_bar::show(ui, &shared, commands));
        // A narrow window has one more row of buttons there.
        let row = if transport::is_in_two_rows(size.x) { 28.0 } else { 0.0 };
        Panel::bottom(("bottom", size.y < LOW, size.y < VERY_LOW, row > 0.0))
            .frame(margin(8, 6))
            .resizable(true)
            .default_size(match size.y {
                ..VERY_LOW => 116.0 + row,
                VERY_LOW..LOW => 150.0 + row,
                _ => 196.0 + row,
            })
            .size_range(110.0..=size.y * 0.6)
            .show(ui, |ui| {
                transport::show(ui, &shared, commands);
                ui.add_space(2.0);
                timeline::show(ui, &shared, commands);
            });
        self.list_panel(ui, size, commands);
        if self.state.cards {
            let width = match size.x {
                ..VERY_NARROW => 140.0,
                VERY_NARROW..NARROW => 226.0,
                _ => 296.0,
            };
            Panel::right(("cards", size.x < NARROW, size.x < VERY_NARROW))
                .frame(Frame::new().fill(palette.ground).inner_margin(Margin { left: 0, right: 6, top: 6, bottom: 6 }))
                .show_separator_line(false)
                .default_size(width)
                .size_range(120.0..=size.x * 0.5)
                .show(ui, |ui| cards::show(ui, &shared, commands));
        }
        CentralPanel::default().frame(ground).show(ui, |ui| {
            if let Some(notice) = &self.notice {
                banner::notice(ui, notice, commands);
            }
            if let Some(text) = &file_banner {
                banner::damage(ui, text, commands);
            }
            panes::show(ui, &shared, &mut self.textures, commands);
        });
    }

    /// The list of recordings, if there is one.
    fn list_panel(&self, ui: &mut egui::Ui, size: egui::Vec2, commands: &mut Commands) {
        // The smallest windows have the buttons for the previous and the next recording alone.
        if !self.files.is_worth_showing() || size.x < LEAST_WITH_LIST {
            return;
        }
        let palette = Palette::of(ui);
        let open = self.session.as_ref().and_then(|session| session.path()).map(PathBuf::as_path);
        let width = match size.x {
            ..VERY_NARROW => 96.0,
            VERY_NARROW..NARROW => 130.0,
            _ => 200.0,
        };
        Panel::left(("files", size.x < NARROW, size.x < VERY_NARROW))
            .frame(Frame::new().fill(palette.card).inner_margin(Margin::symmetric(8, 6)))
            .default_size(width)
            .size_range(90.0..=size.x * 0.4)
            .show(ui, |ui| files::show(ui, &self.files, open, commands));
    }
}
