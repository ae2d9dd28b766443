//! The four panes, all at the same record.

use eframe::egui::{
    self, Align, ComboBox, FontId, Label, Layout, Rect, RichText, Role, Sense, StrokeKind, UiBuilder, WidgetInfo, pos2,
    vec2,
};
use fogreel_engine::data::{Belief, BeliefKey, Frame, View};
use fogreel_engine::{Cell, Record, Size};

use super::{Commands, Shared};
use crate::command::{Command, Hover};
use crate::paint::{
    BeliefPicture, Canvas, Grid, Textures, describe_truth, describe_view, label_bars, mark_cell, paint_truth,
    paint_view, stamp,
};
use crate::perspective::Withheld;
use crate::state::PaneChoice;
use crate::theme::Palette;

/// Space between panes.
const GAP: f32 = 6.0;
/// Height of a pane's head line.
const HEAD: f32 = 28.0;

pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, textures: &mut Textures, commands: &mut Commands) {
    let area = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(area);
    let mut shown: Vec<(usize, PaneChoice)> =
        shared.choices().into_iter().enumerate().filter_map(|(pane, choice)| Some((pane, choice?))).collect();
    // A pane that is not shown any more cannot be the one that is shown alone.
    if let Some(alone) = shown.iter().position(|(pane, _)| Some(*pane) == shared.maximised) {
        shown = vec![shown.swap_remove(alone)];
    }
    let mut hover = None;
    let count = shown.len();
    for (place, (pane, choice)) in shown.into_iter().enumerate() {
        let rect = place_of(place, count, area);
        ui.scope_builder(UiBuilder::new().id_salt(("pane", pane)).max_rect(rect), |ui| {
            hover = hover.or(show_pane(ui, rect, pane, &choice, shared, textures, commands));
        });
    }
    if hover != shared.hover {
        commands.push(Command::Hover(hover));
    }
}

/// Where the panes lie: one alone, two side by side, more in two rows. Together they fill the area.
fn place_of(place: usize, count: usize, area: Rect) -> Rect {
    let half = (area.size() - vec2(GAP, GAP)) / 2.0;
    let is_wide = count == 1 || (count == 3 && place == 2);
    let width = if is_wide { area.width() } else { half.x };
    let height = if count <= 2 { area.height() } else { half.y };
    let corner = vec2((place % 2) as f32 * (half.x + GAP), (place / 2) as f32 * (half.y + GAP));
    Rect::from_min_size(area.min + corner, vec2(width, height))
}

/// Shows one pane. Returns the cell under the pointer.
fn show_pane(
    ui: &mut egui::Ui,
    rect: Rect,
    pane: usize,
    choice: &PaneChoice,
    shared: &Shared<'_>,
    textures: &mut Textures,
    commands: &mut Commands,
) -> Option<Hover> {
    let palette = Palette::of(ui);
    ui.painter().rect(rect, 7.0, palette.card, egui::Stroke::new(1.0, palette.border), StrokeKind::Inside);
    let keys = shared.keys();
    let content = Content::of(shared, choice);

    let head = Rect::from_min_size(rect.min + vec2(8.0, 4.0), vec2(rect.width() - 16.0, HEAD - 4.0));
    ui.scope_builder(UiBuilder::new().max_rect(head).layout(Layout::left_to_right(Align::Center)), |ui| {
        chooser(ui, pane, choice, &keys, shared, commands);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(note) = content.note(shared).filter(|_| ui.available_width() > 90.0) {
                ui.add(Label::new(RichText::new(note).color(palette.weak).size(12.0)).truncate());
            }
        });
    });

    let body = Rect::from_min_max(pos2(rect.left() + 8.0, rect.top() + HEAD), rect.max - vec2(8.0, 6.0));
    let response = ui.interact(body, ui.scope_id().with("board"), Sense::click());
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
            return None;
        }
    };
    mark(&painter, &painted, pane, shared, &palette);
    let local = response.hover_pos().and_then(|point| painted.grid.cell_at(point))?;
    let board = painted.frame.onto_board(&shared.sight.header.board, local);
    if response.clicked() && board.is_some() {
        commands.push(Command::Pin(board.filter(|cell| shared.pinned != Some(*cell))));
    }
    Some(Hover { pane, local, board })
}

/// A painted board, and where its frame lies on the true board.
struct Painted {
    grid: Grid,
    frame: Frame,
}

/// What a choice comes to in the record shown.
enum Content<'a> {
    Truth(&'a Record),
    View(&'a Record, &'a View),
    Belief(&'a Record, &'a Belief),
    Missing(String),
}

impl<'a> Content<'a> {
    fn of(shared: &Shared<'a>, choice: &PaneChoice) -> Self {
        let sight = shared.sight;
        let Some(record) = sight.record.as_deref() else {
            let text = if sight.len == 0 { "no record" } else { "reading …" };
            return Self::Missing(text.to_owned());
        };
        let hidden = |what: &str| {
            let fogreel_engine::Viewpoint::Seat(seat) = sight.viewpoint else {
                return Self::Missing(format!("{what} is not in this recording"));
            };
            Self::Missing(format!("{what}: hidden. Only what {} knows is shown.", sight.seat_name(seat)))
        };
        match choice {
            PaneChoice::Auto | PaneChoice::Truth if record.truth.is_some() => Self::Truth(record),
            PaneChoice::Auto | PaneChoice::Truth => hidden("The truth"),
            PaneChoice::View(id) => match sight.header.seat(id).and_then(|seat| record.view(seat)) {
                Some(view) => Self::View(record, view),
                None => hidden("This view"),
            },
            PaneChoice::Belief(key) => match record.belief(key) {
                Some(belief) => Self::Belief(record, belief),
                None if sight.withheld.beliefs.contains(key) => Self::Missing(Withheld::BELIEF.to_owned()),
                None => hidden("This belief"),
            },
        }
    }

    /// A few words for the head line.
    fn note(&self, shared: &Shared<'_>) -> Option<String> {
        let Self::Belief(record, belief) = self else { return None };
        let series = shared.sight.series.iter().find(|series| series.key == belief.key)?;
        let point = series.points.get(record.index as usize)?.as_ref()?;
        Some(format!("{:.2} bits · max {}", point.entropy_bits, percent(point.max)))
    }

    /// The content in words.
    fn spoken(&self, shared: &Shared<'_>) -> String {
        match self {
            Self::Truth(record) => describe_truth(shared.sight, record),
            Self::View(record, view) => describe_view(shared.sight, view, record.index),
            Self::Belief(..) => self.note(shared).unwrap_or_default(),
            Self::Missing(message) => message.clone(),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one call; a struct would only rename them")]
    fn paint(
        &self,
        painter: &egui::Painter,
        body: Rect,
        pane: usize,
        shared: &Shared<'_>,
        textures: &mut Textures,
        choice: &PaneChoice,
        palette: &Palette,
    ) -> Result<Painted, String> {
        let sight = shared.sight;
        let scale = painter.pixels_per_point();
        let stamp = |index: u32| {
            let what = (shared.ticket, index, sight.viewpoint, format!("{choice:?}"));
            stamp((what, (shared.state.fog, shared.state.scale as u8, palette.is_dark)))
        };
        let board_stamp = crate::paint::stamp((shared.ticket, palette.is_dark));
        let painted = |grid: Grid, frame: Frame| Painted { grid, frame };
        match self {
            Self::Missing(message) => Err(message.clone()),
            Self::Truth(record) => {
                let Some(truth) = &record.truth else { return Err("not recorded".to_owned()) };
                let grid = Grid::fit(body, sight.header.board.size, scale);
                let mut canvas = Canvas { painter, grid, textures, pane, stamp: stamp(record.index), board_stamp };
                paint_truth(&mut canvas, sight, truth, palette);
                Ok(painted(canvas.grid, Frame::board(sight.header.board.size)))
            }
            Self::View(record, view) => {
                let grid = Grid::fit(body, view.frame.size, scale);
                let mut canvas = Canvas { painter, grid, textures, pane, stamp: stamp(record.index), board_stamp };
                paint_view(&mut canvas, sight, view, record.index, shared.state.fog, palette);
                Ok(painted(canvas.grid, view.frame))
            }
            Self::Belief(record, belief) => {
                let picture = BeliefPicture::new(sight, record, belief, shared.state.scale);
                if let Some(labels) = picture.labels() {
                    label_bars(painter, body.shrink(4.0), labels, belief.values(), palette);
                    let nowhere = Size::new(0, 0);
                    let frame = Frame { size: nowhere, offset: None };
                    return Ok(painted(Grid::fit(Rect::NOTHING, nowhere, scale), frame));
                }
                let has_legend = body.height() > 150.0;
                let legend = if has_legend { 16.0 } else { 0.0 };
                let area = Rect::from_min_max(body.min, body.max - vec2(48.0, legend));
                let grid = Grid::fit(area, picture.frame.size, scale);
                let mut canvas = Canvas { painter, grid, textures, pane, stamp: stamp(record.index), board_stamp };
                picture.paint(&mut canvas, sight, palette);
                picture.truth_rings(&canvas, sight, record);
                let strip = Rect::from_min_size(grid.rect.right_top() + vec2(8.0, 0.0), vec2(44.0, grid.rect.height()));
                picture.color_bar(painter, strip, palette);
                if has_legend {
                    let strip = Rect::from_min_max(pos2(grid.rect.left(), body.bottom() - 13.0), body.max);
                    picture.legend(painter, strip, palette, record.truth.is_some());
                }
                Ok(painted(grid, picture.frame))
            }
        }
    }
}

/// Labels, and the marks of the inspected and of the kept cell.
fn mark(painter: &egui::Painter, painted: &Painted, pane: usize, shared: &Shared<'_>, palette: &Palette) {
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
    let canvas =
        Canvas { painter, grid: painted.grid, textures: &mut Textures::default(), pane, stamp: 0, board_stamp: 0 };
    canvas.labels(hovered.or(pinned), palette);
    if let Some(cell) = pinned {
        mark_cell(painter, &painted.grid, cell, palette.warning);
    }
    if let Some(cell) = hovered {
        mark_cell(painter, &painted.grid, cell, egui::Color32::WHITE);
    }
}

fn chooser(
    ui: &mut egui::Ui,
    pane: usize,
    choice: &PaneChoice,
    keys: &[BeliefKey],
    shared: &Shared<'_>,
    commands: &mut Commands,
) {
    let mut chosen = choice.clone();
    let width = (ui.available_width() * 0.62).clamp(60.0, 190.0);
    ComboBox::from_id_salt(("content", pane))
        .width(width)
        .selected_text(RichText::new(title(shared, choice)).strong())
        .truncate()
        .show_ui(ui, |ui| {
            let mut offer = |ui: &mut egui::Ui, option: PaneChoice| {
                let name = title(shared, &option);
                ui.selectable_value(&mut chosen, option, name);
            };
            offer(ui, PaneChoice::Truth);
            for seat in &shared.sight.header.seats {
                offer(ui, PaneChoice::View(seat.id.clone()));
            }
            for key in keys {
                offer(ui, PaneChoice::Belief(key.clone()));
            }
        })
        .response
        .accessible_name(format!("Content of pane {}", pane + 1))
        .on_hover_text("What this pane shows");
    if chosen != *choice {
        commands.push(Command::SetPane(pane, chosen));
    }
}

fn title(shared: &Shared<'_>, choice: &PaneChoice) -> String {
    let header = &shared.sight.header;
    match choice {
        PaneChoice::Auto | PaneChoice::Truth => "Truth".to_owned(),
        PaneChoice::View(id) => {
            let name = header.seat(id).map_or(id.as_str(), |seat| shared.sight.seat_name(seat));
            format!("{name}’s view")
        }
        PaneChoice::Belief(key) => format!("Belief – {}", shared.belief_name(key)),
    }
}

/// A probability as people say it.
pub(crate) fn percent(probability: f64) -> String {
    match probability {
        0.0 => "0 %".to_owned(),
        p if p < 0.001 => format!("{p:.0e}"),
        p if p < 0.0995 => format!("{:.1} %", p * 100.0),
        p => format!("{:.0} %", p * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_fill_the_area_whatever_their_number() {
        let area = Rect::from_min_size(pos2(10.0, 20.0), vec2(206.0, 106.0));
        let places = |count| (0..count).map(|place| place_of(place, count, area)).collect::<Vec<_>>();
        assert_eq!(places(1), [area]);
        let two = places(2);
        assert!(two.iter().all(|rect| rect.size() == vec2(100.0, 106.0)) && two[1].left() - two[0].right() == GAP);
        for count in 1..=4 {
            let covered: f32 = places(count).iter().map(Rect::area).sum();
            assert!(covered > area.area() * 0.9, "{count}");
            assert!(places(count).iter().all(|rect| area.contains_rect(*rect)));
        }
    }
}
