//! Ground, walls between cells, labels and marks: what every kind of pane has.

use eframe::egui::{Align2, Color32, FontId, Painter, Rect, Shape, Stroke, StrokeKind, pos2, vec2};
use fogreel_engine::data::{Board, Hatch, TerrainKind};
use fogreel_engine::{Cell, Edge};

use super::grid::LABELS;
use super::{Canvas, Grid, hatch_rect};
use crate::theme::{Palette, color, with_contrast};

impl Canvas<'_> {
    /// Paints terrain: positions in the board's legend, row-major. Anything else is terrain that nobody told of.
    pub(crate) fn terrain(&mut self, board: &Board, terrain: &[u8], palette: &Palette) {
        let grounds: Vec<Color32> = board.legend.iter().map(|kind| ground(kind, palette)).collect();
        let is_public = std::ptr::eq(terrain, board.terrain.as_slice());
        let stamp = if is_public { self.board_stamp } else { self.stamp };
        let kind_of = |index: usize| terrain.get(index).copied();
        self.layer("terrain", stamp, kind_of, |kind| {
            kind.and_then(|kind| grounds.get(usize::from(kind))).copied().unwrap_or(palette.veil)
        });
        if !self.grid.has_room(9.0) {
            return;
        }
        let spacing = (self.grid.cell / 4.0).clamp(4.0, 8.0);
        let stroke = Stroke::new(1.0, palette.wall_mark);
        for cell in self.grid.visible_cells() {
            let kind = terrain.get(self.grid.size.index(cell)).and_then(|kind| board.legend.get(usize::from(*kind)));
            let Some(kind) = kind else { continue };
            let rect = self.grid.cell_rect(cell);
            if kind.passable {
                // Ground that is not plain shows its letter, small, in the corner.
                if kind.color.is_some() && self.grid.has_room(18.0) {
                    let font = FontId::monospace((self.grid.cell * 0.28).min(11.0));
                    let place = rect.left_top() + vec2(2.0, 0.0);
                    self.painter.text(place, Align2::LEFT_TOP, kind.glyph, font, palette.weak);
                }
            } else {
                let hatch = if kind.opaque { Hatch::Falling } else { Hatch::Horizontal };
                self.painter.extend(hatch_rect(rect, hatch, spacing, stroke));
            }
        }
    }

    /// A number in the middle of a cell, as large as it fits; none where it could not be read. On a cell with a pattern it
    /// needs a `plate` of the cell's colour.
    pub(crate) fn number(&self, cell: Cell, text: String, ink: Color32, plate: Option<Color32>) {
        const LEAST: f32 = 8.0;
        let room = self.grid.cell - 3.0;
        let size = (self.grid.cell * 0.36).clamp(LEAST, 18.0);
        let lay = |size: f32| self.painter.layout_no_wrap(text.clone(), FontId::proportional(size), ink);
        let mut galley = lay(size);
        if galley.size().x > room {
            // Whole sizes, so that there are few kinds of digits.
            galley = lay((size * room / galley.size().x).floor().max(LEAST));
        }
        if galley.size().x <= room {
            if let Some(ground) = plate {
                let plate = Rect::from_center_size(self.grid.center(cell), galley.size());
                self.painter.rect_filled(plate.shrink2(vec2(0.0, 1.0)), 2.0, ground);
            }
            self.painter.galley(self.grid.center(cell) - galley.size() / 2.0, galley, ink);
        }
    }

    /// Fine lines between cells, where they do not hide the cells.
    pub(crate) fn grid_lines(&self, color: Color32) {
        if self.grid.has_room(10.0) {
            let Grid { rect, cell, view, .. } = self.grid;
            let stroke = Stroke::new(1.0, color);
            let (rows, cols) = self.grid.visible();
            for row in rows.start.max(1)..rows.end {
                self.painter.hline(view.x_range(), rect.top() + f32::from(row) * cell, stroke);
            }
            for col in cols.start.max(1)..cols.end {
                self.painter.vline(rect.left() + f32::from(col) * cell, view.y_range(), stroke);
            }
        }
    }

    /// Walls between cells; on a board whose opposite borders are joined, one on the border shows at both.
    pub(crate) fn walls(&self, board: &Board, walls: impl IntoIterator<Item = Edge>, color: Color32) {
        let stroke = Stroke::new((self.grid.cell * 0.14).clamp(1.5, 4.0), color);
        let is_joined = board.wrap && self.grid.size == board.size;
        let both = |edge| [Some(edge), self.grid.across_seam(edge).filter(|_| is_joined)].into_iter().flatten();
        for edge in walls.into_iter().flat_map(both).filter(|edge| self.grid.shows(edge.cell)) {
            self.painter.line_segment(self.grid.edge_line(edge), stroke);
        }
    }

    /// The border of the board: a line, or dashes where opposite borders are joined.
    pub(crate) fn border(&self, board: &Board, palette: &Palette) {
        let rect = self.grid.rect;
        if board.wrap {
            let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
            self.painter.extend(Shape::dashed_line(&corners, Stroke::new(2.0, palette.accent), 6.0, 5.0));
        } else {
            self.painter.rect_stroke(rect, 0.0, Stroke::new(1.0, palette.weak), StrokeKind::Outside);
        }
    }

    /// Row numbers at the left, column numbers at the top; the row and column of `marked` stand out. The painter is that
    /// of the whole pane: labels lie beside the board.
    pub(crate) fn labels(&self, painter: &Painter, marked: Option<Cell>, palette: &Palette) {
        let Grid { rect, cell, view, .. } = self.grid;
        let (rows, cols) = self.grid.visible();
        let font = FontId::proportional(10.0);
        let every = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter().find(|every| cell * f32::from(*every) >= 16.0);
        let every = every.unwrap_or(1000);
        let middle = |place: u16| (f32::from(place) + 0.5) * cell;
        let shown = |place: u16, marked: Option<u16>| match marked {
            Some(marked) if marked == place => Some(palette.text),
            // A marked number keeps its neighbours away where they would touch.
            Some(marked) if every > 1 && place.abs_diff(marked) < every => None,
            _ => place.is_multiple_of(every).then_some(palette.weak),
        };
        for row in rows {
            let y = rect.top() + middle(row);
            if let Some(ink) = shown(row, marked.map(|cell| cell.row)).filter(|_| view.y_range().contains(y)) {
                painter.text(pos2(view.left() - 4.0, y), Align2::RIGHT_CENTER, row, font.clone(), ink);
            }
        }
        for col in cols {
            let x = rect.left() + middle(col);
            if let Some(ink) = shown(col, marked.map(|cell| cell.col)).filter(|_| view.x_range().contains(x)) {
                let place = pos2(x, view.top() - LABELS / 2.0);
                painter.text(place, Align2::CENTER_CENTER, col, font.clone(), ink);
            }
        }
    }
}

/// Plain colour of a kind of terrain.
fn ground(kind: &TerrainKind, palette: &Palette) -> Color32 {
    match (kind.color, kind.passable) {
        (Some(own), true) => color(own),
        // Walls stand out from the ground in both themes, whatever the recording calls their colour.
        (Some(own), false) => with_contrast(color(own), palette.floor, 1.8, palette.text),
        (None, true) => palette.floor,
        (None, false) => palette.wall,
    }
}

/// A mark around a cell that shows on every ground: one colour within another.
pub(crate) fn mark_cell(painter: &Painter, grid: &Grid, cell: Cell, ink: Color32) {
    let rect = grid.cell_rect(cell);
    let rect = if grid.has_room(6.0) { rect } else { rect.expand(3.0) };
    painter.rect_stroke(rect, 2.0, Stroke::new(4.0, Color32::from_black_alpha(170)), StrokeKind::Middle);
    painter.rect_stroke(rect, 2.0, Stroke::new(2.0, ink), StrokeKind::Middle);
}
