//! One pane: its head line, its board, and what the pointer does there.

use eframe::egui::{
    self, Align, Button, ComboBox, CursorIcon, FontId, Label, Layout, Painter, Rect, Response, RichText, Role, Sense,
    Stroke, StrokeKind, UiBuilder, WidgetInfo, pos2, vec2,
};
use egui_tiles::{TileId, UiResponse};
use fogreel_engine::Cell;

use super::content::{Content, Painted, title};
use super::tip;
use crate::command::{Command, Hover};
use crate::paint::{Canvas, Textures, mark_cell};
use crate::panels::{Commands, Shared, icon_button};
use crate::theme::Palette;
use crate::tiles::{PaneChoice, Side, reference_of};

/// Height of a pane's head line.
const HEAD: f32 = 28.0;
/// Notes about a record whose cells are marked at most.
const NOTES: usize = 1000;
/// Turning the wheel by so many points makes the board *e* times larger.
const WHEEL: f32 = 240.0;

/// Shows one pane over the whole of `ui`. Returns the cell under the pointer, and whether the pane is being dragged.
pub(super) fn show(
    ui: &mut egui::Ui,
    pane: TileId,
    choice: &PaneChoice,
    shared: &Shared<'_>,
    textures: &mut Textures,
    commands: &mut Commands,
) -> (Option<Hover>, UiResponse) {
    let palette = Palette::of(ui);
    let rect = ui.max_rect();
    ui.painter().rect(rect, 7.0, palette.card, Stroke::new(1.0, palette.border), StrokeKind::Inside);
    let content = Content::of(shared, choice);
    let dragged = head(ui, rect, pane, choice, &content, shared, commands);

    let body = Rect::from_min_max(pos2(rect.left() + 8.0, rect.top() + HEAD), rect.max - vec2(8.0, 6.0));
    let response = ui.interact(body, ui.scope_id().with("board"), Sense::click_and_drag());
    let spoken = format!("{} {}", title(shared, choice), content.spoken(shared));
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, spoken.trim()));
    if response.double_clicked() {
        commands.push(Command::ToggleMaximised(pane));
    }
    let painter = ui.painter_at(rect);
    let painted = match content.paint(&painter, body, pane, shared, textures, choice, &palette) {
        Ok(painted) => painted,
        Err(message) => {
            let galley = painter.layout(message, FontId::proportional(13.0), palette.weak, body.width() * 0.85);
            painter.galley(body.center() - galley.size() / 2.0, galley, palette.weak);
            return (None, dragged);
        }
    };
    mark(&painter, &painted, pane, shared, &palette);
    (point(ui, response, &painted, pane, &content, shared, commands), dragged)
}

/// What the pointer does on the board: zooms, drags, keeps a cell, and tells of the cell below it.
fn point(
    ui: &egui::Ui,
    response: Response,
    painted: &Painted,
    pane: TileId,
    content: &Content<'_>,
    shared: &Shared<'_>,
    commands: &mut Commands,
) -> Option<Hover> {
    let grid = &painted.grid;
    let pointer = response.hover_pos()?;
    let factor = ui.input(|input| input.zoom_delta() * (input.smooth_scroll_delta().y / WHEEL).exp());
    if factor != 1.0 && grid.size.cells() > 0 {
        let zoom = grid.zoomed(pointer, factor);
        if zoom != shared.zoom {
            commands.push(Command::SetZoom(zoom));
        }
    }
    if grid.is_clipped() && response.dragged() {
        commands.push(Command::SetZoom(grid.dragged(response.drag_delta())));
        ui.set_cursor_icon(CursorIcon::Grabbing);
    }
    let local = grid.cell_at(pointer)?;
    let board = painted.frame.onto_board(&shared.sight.header.board, local);
    if response.clicked() && board.is_some() {
        commands.push(Command::Pin(board.filter(|cell| shared.pinned != Some(*cell))));
    }
    if !response.dragged() {
        response.on_hover_ui_at_pointer(|ui| tip::show(ui, shared, content, local));
    }
    Some(Hover { pane, local, board })
}

/// The head line: what the pane shows, a few words about it, and the menu of the pane. All of it can be dragged.
fn head(
    ui: &mut egui::Ui,
    rect: Rect,
    pane: TileId,
    choice: &PaneChoice,
    content: &Content<'_>,
    shared: &Shared<'_>,
    commands: &mut Commands,
) -> UiResponse {
    let palette = Palette::of(ui);
    let place = shared.place_of(pane);
    let strip = Rect::from_min_size(rect.min, vec2(rect.width(), HEAD));
    // Senses clicks, too, so that a press on a button of the head is no drag before the pointer has moved.
    let sense = Sense::click_and_drag();
    let handle = ui.interact(strip, ui.scope_id().with("move"), sense).on_hover_cursor(CursorIcon::Grab);
    handle.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Move pane {place}")));
    grip(ui.painter(), strip, &palette);
    let inner = Rect::from_min_max(strip.min + vec2(20.0, 4.0), strip.max - vec2(6.0, 0.0));
    ui.scope_builder(UiBuilder::new().max_rect(inner).layout(Layout::left_to_right(Align::Center)), |ui| {
        chooser(ui, pane, place, choice, shared, commands);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            menu(ui, pane, place, choice, shared, commands);
            if !shared.zoom.is_whole() && icon_button(ui, "⛶", "Whole board", "Z").clicked() {
                commands.push(Command::SetZoom(crate::paint::Zoom::default()));
            }
            if let Some(note) = content.note(shared).filter(|_| ui.available_width() > 90.0) {
                ui.add(Label::new(RichText::new(note).color(palette.weak).size(12.0)).truncate());
            }
        });
    });
    if handle.drag_started() && shared.maximised.is_none() { UiResponse::DragStarted } else { UiResponse::None }
}

/// Six dots that look as if they could be grasped.
fn grip(painter: &Painter, strip: Rect, palette: &Palette) {
    let from = strip.left_center() + vec2(10.0, 1.0);
    for (x, y) in [(0.0, -4.0), (0.0, 0.0), (0.0, 4.0), (4.0, -4.0), (4.0, 0.0), (4.0, 4.0)] {
        painter.circle_filled(from + vec2(x, y), 1.2, palette.weak.gamma_multiply(0.7));
    }
}

fn menu(
    ui: &mut egui::Ui,
    pane: TileId,
    place: usize,
    choice: &PaneChoice,
    shared: &Shared<'_>,
    commands: &mut Commands,
) {
    let button = egui::containers::menu::MenuButton::from_button(
        Button::new(RichText::new("…").strong()).min_size(vec2(22.0, 22.0)).frame(false),
    );
    let (response, _) = button.ui(ui, |ui| {
        for (side, text) in [(Side::Right, "Divide: new pane at the right"), (Side::Below, "Divide: new pane below")] {
            if ui.button(text).clicked() {
                commands.push(Command::SplitPane(pane, side));
            }
        }
        let alone = if shared.maximised == Some(pane) { "Show all panes" } else { "Show this pane alone" };
        if ui.button(alone).clicked() {
            commands.push(Command::ToggleMaximised(pane));
        }
        ui.separator();
        let can_close = shared.state.tiles.panes().len() > 1;
        if ui.add_enabled(can_close, Button::new("Close this pane")).clicked() {
            commands.push(Command::ClosePane(pane));
        }
        ui.separator();
        if ui.add(Button::new("Export as a figure …").shortcut_text("Ctrl+E")).clicked() {
            commands.push(Command::OfferFigures(Some(pane)));
        }
        if let PaneChoice::Belief(key) = choice
            && let keys = shared.keys()
            && let Some(reference) = reference_of(key, &keys).filter(|reference| *reference != key)
            && ui.button("Difference from the reference").clicked()
        {
            let reference = reference.source.clone();
            commands.push(Command::SetPane(pane, PaneChoice::Difference { belief: key.clone(), reference }));
        }
    });
    response.accessible_name(format!("Menu of pane {place}")).on_hover_text("Divide, show alone, close, export");
}

/// Labels, and the marks of the inspected and of the kept cell.
fn mark(painter: &Painter, painted: &Painted, pane: TileId, shared: &Shared<'_>, palette: &Palette) {
    let size = painted.grid.size;
    if size.cells() == 0 {
        return;
    }
    let local = |cell: Cell| painted.frame.of_board(&shared.sight.header.board, cell);
    let hovered = match shared.hover {
        Some(hover) if hover.pane == pane => Some(hover.local).filter(|cell| size.contains(*cell)),
        Some(hover) => hover.board.and_then(local),
        None => None,
    };
    let pinned = shared.pinned.and_then(local);
    let grid = painted.grid;
    let board = painter.with_clip_rect(grid.view.expand(4.0));
    let mut textures = Textures::default();
    let canvas = Canvas { painter: &board, grid, textures: &mut textures, pane, stamp: 0, board_stamp: 0 };
    canvas.labels(painter, hovered.or(pinned), palette);
    for (cell, ink) in [(pinned, palette.warning), (hovered, egui::Color32::WHITE)] {
        if let Some(cell) = cell.filter(|cell| grid.shows(*cell)) {
            mark_cell(&board, &grid, cell, ink);
        }
    }
    if let Some(record) = &shared.sight.record {
        let notes = shared.sight.notes_at(record.index as usize).iter().take(NOTES);
        for cell in notes.filter_map(|note| shared.sight.cell_of(note)).filter_map(local) {
            if grid.shows(cell) {
                mark_note(&board, grid.cell_rect(cell), palette);
            }
        }
    }
}

/// A turned-down corner, as of a page that somebody wants to find again.
fn mark_note(painter: &Painter, rect: Rect, palette: &Palette) {
    let side = (rect.width() * 0.3).clamp(3.0, 12.0);
    let corner = rect.right_top();
    let corners = vec![corner - vec2(side, 0.0), corner, corner + vec2(0.0, side)];
    painter.add(egui::Shape::convex_polygon(corners, palette.accent, Stroke::new(1.0, palette.card)));
}

fn chooser(
    ui: &mut egui::Ui,
    pane: TileId,
    place: usize,
    choice: &PaneChoice,
    shared: &Shared<'_>,
    commands: &mut Commands,
) {
    let mut chosen = choice.clone();
    // The menu keeps its place, and the words about the pane theirs where there is much room.
    let beside = if shared.zoom.is_whole() { 30.0 } else { 64.0 };
    let room = ui.available_width();
    let most = if room > 330.0 { room * 0.62 } else { room - beside };
    let response = ui.scope(|ui| {
        ui.set_max_width(most.max(40.0));
        ComboBox::from_id_salt(("content", pane))
            .width(most.clamp(40.0, 190.0))
            .selected_text(RichText::new(title(shared, choice)).strong())
            .truncate()
            .show_ui(ui, |ui| {
                for option in shared.options() {
                    let name = title(shared, &option);
                    ui.selectable_value(&mut chosen, option, name);
                }
            })
            .response
    });
    response.inner.accessible_name(format!("Content of pane {place}")).on_hover_text("What this pane shows");
    if chosen != *choice {
        commands.push(Command::SetPane(pane, chosen));
    }
}
