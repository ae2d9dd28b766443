//! The panes as tiles, all at the same record.

mod content;
mod pane;
mod tip;

use eframe::egui::{self, Color32, Stroke, WidgetText};
use egui_tiles::{Behavior, EditAction, ResizeState, TabState, TileId, UiResponse};

use self::content::title;
use super::{Commands, Shared};
use crate::command::{Command, Hover};
use crate::paint::Textures;
use crate::theme::Palette;
use crate::tiles::{PaneChoice, Tiles};

/// Space between panes.
const GAP: f32 = 6.0;

pub(crate) use content::percent;

pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, textures: &mut Textures, commands: &mut Commands) {
    let mut shelf = Shelf { shared, textures, commands, hover: None, is_edited: false };
    // A pane that is not shown any more cannot be the one that is shown alone.
    let alone = shared.maximised.and_then(|alone| Some((alone, shared.shown.of(alone)?)));
    if let Some((pane, choice)) = alone {
        let rect = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(rect);
        let builder = egui::UiBuilder::new().id_salt(("pane", pane)).max_rect(rect);
        ui.scope_builder(builder, |ui| shelf.pane(ui, pane, choice));
    } else {
        // The tree changes while it is shown: a copy does, and a change of it is a wish like any other.
        let mut tree = shared.state.tiles.tree.clone();
        for empty in &shared.shown.empty {
            tree.set_visible(*empty, false);
        }
        tree.ui(&mut shelf, ui);
        if shelf.is_edited {
            for empty in &shared.shown.empty {
                tree.set_visible(*empty, true);
            }
            shelf.commands.push(Command::SetTiles(Tiles { tree }));
        }
    }
    if shelf.hover != shared.hover {
        let hover = shelf.hover;
        commands.push(Command::Hover(hover));
    }
}

/// What the tiles need to show themselves.
struct Shelf<'a, 'b> {
    shared: &'a Shared<'b>,
    textures: &'a mut Textures,
    commands: &'a mut Commands,
    /// The cell under the pointer.
    hover: Option<Hover>,
    is_edited: bool,
}

impl Shelf<'_, '_> {
    fn pane(&mut self, ui: &mut egui::Ui, pane: TileId, choice: &PaneChoice) -> UiResponse {
        let (hover, response) = pane::show(ui, pane, choice, self.shared, self.textures, self.commands);
        self.hover = self.hover.or(hover);
        response
    }
}

impl Behavior<PaneChoice> for Shelf<'_, '_> {
    fn pane_ui(&mut self, ui: &mut egui::Ui, pane: TileId, _: &mut PaneChoice) -> UiResponse {
        match self.shared.shown.of(pane).cloned() {
            Some(choice) => self.pane(ui, pane, &choice),
            None => UiResponse::None,
        }
    }

    fn tab_title_for_pane(&mut self, choice: &PaneChoice) -> WidgetText {
        title(self.shared, choice).into()
    }

    fn tab_title_for_tile(&mut self, tiles: &egui_tiles::Tiles<PaneChoice>, tile: TileId) -> WidgetText {
        match (self.shared.shown.of(tile), tiles.get(tile)) {
            (Some(choice), _) => title(self.shared, choice).into(),
            (None, Some(egui_tiles::Tile::Container(container))) => {
                let names = container.children_vec();
                let names: Vec<String> =
                    names.into_iter().map(|child| self.tab_title_for_tile(tiles, child).text().to_owned()).collect();
                names.join(" | ").into()
            }
            (None, _) => "nothing to show".into(),
        }
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        GAP
    }

    fn min_size(&self) -> f32 {
        90.0
    }

    fn resize_stroke(&self, style: &egui::Style, state: ResizeState) -> Stroke {
        match state {
            ResizeState::Idle => Stroke::NONE,
            ResizeState::Hovering | ResizeState::Dragging => Stroke::new(2.0, style.visuals.hyperlink_color),
        }
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> Color32 {
        visuals.extreme_bg_color
    }

    fn tab_outline_stroke(
        &self,
        visuals: &egui::Visuals,
        _: &egui_tiles::Tiles<PaneChoice>,
        _: TileId,
        state: &TabState,
    ) -> Stroke {
        if state.active { visuals.window_stroke } else { Stroke::NONE }
    }

    fn drag_ui(&mut self, tiles: &egui_tiles::Tiles<PaneChoice>, ui: &mut egui::Ui, tile: TileId) {
        let text = self.tab_title_for_tile(tiles, tile);
        egui::Frame::popup(ui.style()).show(ui, |ui| ui.label(text));
    }

    fn drag_preview_color(&self, visuals: &egui::Visuals) -> Color32 {
        visuals.hyperlink_color.gamma_multiply(0.25)
    }

    fn drag_preview_stroke(&self, visuals: &egui::Visuals) -> Stroke {
        Stroke::new(2.0, visuals.hyperlink_color)
    }

    fn dragged_overlay_color(&self, visuals: &egui::Visuals) -> Color32 {
        Palette::of_visuals(visuals).ground.gamma_multiply(0.7)
    }

    fn on_edit(&mut self, _: EditAction) {
        self.is_edited = true;
    }
}
