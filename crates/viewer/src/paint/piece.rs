//! Pieces: an outline per kind, a letter, and a tick where the piece looks.

use eframe::egui::epaint::{Mesh, PathStroke};
use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Shape as Drawn, Stroke, Vec2, pos2, vec2};
use fogreel_engine::data::{KnownPiece, Piece, PieceKind, Shape};
use fogreel_engine::{Cell, Direction};

use super::Canvas;
use crate::perspective::Sight;
use crate::theme::{Palette, color, ink_on, mix, with_contrast};

/// A piece to paint, and the number of records since it was seen; 0 is now.
struct Shown<'a> {
    piece: &'a Piece,
    age: u32,
}

impl Canvas<'_> {
    /// Paints pieces as they truly stand.
    pub(crate) fn pieces(&self, sight: &Sight, pieces: &[Piece], palette: &Palette) {
        let shown: Vec<Shown> = pieces.iter().map(|piece| Shown { piece, age: 0 }).collect();
        self.paint(sight, &shown, palette);
    }

    /// Paints pieces as a seat knows them: what is not in sight now is a ghost with its age.
    pub(crate) fn known_pieces(&self, sight: &Sight, pieces: &[KnownPiece], now: u32, palette: &Palette) {
        let shown: Vec<Shown> =
            pieces.iter().map(|known| Shown { piece: &known.piece, age: now.saturating_sub(known.seen_at) }).collect();
        self.paint(sight, &shown, palette);
    }

    fn paint(&self, sight: &Sight, shown: &[Shown<'_>], palette: &Palette) {
        let mut cells: Vec<Cell> = shown.iter().map(|one| one.piece.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        for cell in cells.into_iter().filter(|cell| self.grid.shows(*cell)) {
            let here: Vec<&Shown> = shown.iter().filter(|one| one.piece.cell == cell).collect();
            let places = Places::of(here.len(), self.grid.cell);
            for (one, (offset, part)) in here.into_iter().zip(places.shown.iter().copied()) {
                let Some(kind) = sight.piece_kind(one.piece.kind) else { continue };
                let center = self.grid.center(cell) + offset * self.grid.cell;
                let radius = (self.grid.cell * 0.4 * part).max(3.0);
                if one.age == 0 {
                    solid(self.painter, center, radius, kind, palette);
                } else {
                    ghost(self.painter, center, radius, kind, palette);
                    if radius >= 8.0 {
                        self.age(center, radius, one.age, ghost_ink(color(kind.color), palette), palette);
                    }
                }
                if let Some(facing) = one.piece.facing {
                    let (fill, edge) = if one.age == 0 {
                        (color(kind.color), edge_of(color(kind.color), palette))
                    } else {
                        (palette.paper, ghost_ink(color(kind.color), palette))
                    };
                    tick(self.painter, center, radius, facing, fill, edge);
                }
            }
            if places.hidden > 0 {
                self.more(cell, &places, palette);
            }
        }
    }

    /// How many pieces of a cell have no room on it; a dot where there is no room even for the number.
    fn more(&self, cell: Cell, places: &Places, palette: &Palette) {
        let center = self.grid.center(cell) + places.more * self.grid.cell;
        if !self.grid.has_room(12.0) {
            self.painter.circle(center, 1.8, palette.paper, Stroke::new(1.0, palette.text));
            return;
        }
        let font = FontId::proportional((self.grid.cell * 0.26).clamp(8.5, 13.0));
        let galley = self.painter.layout_no_wrap(format!("+{}", places.hidden), font, palette.text);
        // As near to its place as the cell lets it be, so that it covers nothing beside it.
        let size = galley.size() + vec2(2.0, -2.0);
        let within = (self.grid.cell_rect(cell).size() - size).max(Vec2::ZERO) / 2.0;
        let middle = self.grid.center(cell) + (center - self.grid.center(cell)).clamp(-within, within);
        let rect = Align2::CENTER_CENTER.anchor_size(middle, size);
        self.painter.rect_filled(rect, 3.0, palette.paper);
        self.painter.galley(rect.min + vec2(1.0, -1.0), galley, palette.text);
    }

    /// How many records ago a ghost was seen.
    fn age(&self, center: Pos2, radius: f32, age: u32, ink: Color32, palette: &Palette) {
        let corner = center + Vec2::splat(radius * 1.2);
        let font = FontId::proportional((radius * 0.75).clamp(8.5, 12.0));
        let galley = self.painter.layout_no_wrap(format!("−{age}"), font, ink);
        let rect = Align2::RIGHT_BOTTOM.anchor_size(corner, galley.size() + vec2(3.0, -1.0));
        self.painter.rect_filled(rect, 2.0, palette.paper);
        self.painter.galley(rect.min + vec2(1.5, -0.5), galley, ink);
    }
}

/// Where several pieces on one cell stand.
struct Places {
    /// Offset from the cell's centre in cells, and how large the piece is as a part of a single one.
    shown: Vec<(Vec2, f32)>,
    /// Pieces for which there is no room.
    hidden: usize,
    /// Where their number stands.
    more: Vec2,
}

impl Places {
    /// A piece is no smaller than this many points across.
    const SMALLEST: f32 = 9.0;

    /// Pieces on a cell of so many points: in rows, as many as can be told apart; the last place says how many more
    /// there are.
    fn of(count: usize, cell: f32) -> Self {
        if count < 2 {
            return Self { shown: vec![(Vec2::ZERO, 1.0); count], hidden: 0, more: Vec2::ZERO };
        }
        let most = ((cell / Self::SMALLEST) as usize).clamp(1, 4);
        let columns = (1..=most).find(|columns| columns * columns >= count).unwrap_or(most);
        let rows = count.div_ceil(columns).min(columns);
        let pitch = 0.96 / columns as f32;
        let place = |place: usize| {
            let (row, column) = (place / columns, place % columns);
            // A last row that is not full stands in the middle.
            let in_row = (count - row * columns).min(columns);
            let middle = |place: usize, count: usize| place as f32 - (count as f32 - 1.0) / 2.0;
            vec2(middle(column, in_row), middle(row, rows)) * pitch
        };
        let room = columns * rows;
        // One place is always left to a piece.
        let shown = if count > room { (room - 1).max(1) } else { count };
        // A piece alone is 0.8 of its cell across.
        let part = (pitch / 0.8 * 0.94).min(1.0);
        let more = if room > 1 { place(room - 1) } else { vec2(0.3, 0.3) };
        Self { shown: (0..shown).map(|index| (place(index), part)).collect(), hidden: count - shown, more }
    }
}

/// A piece as an icon, for cards and lists.
pub(crate) fn piece_icon(painter: &Painter, center: Pos2, radius: f32, kind: &PieceKind, palette: &Palette) {
    solid(painter, center, radius, kind, palette);
}

fn solid(painter: &Painter, center: Pos2, radius: f32, kind: &PieceKind, palette: &Palette) {
    let fill = color(kind.color);
    let points = outline(kind.shape, center, radius);
    painter.add(fan(&points, hub(kind.shape, center, radius), fill));
    painter.add(Drawn::closed_line(points, PathStroke::new((radius * 0.12).clamp(1.0, 2.0), edge_of(fill, palette))));
    letter(painter, center, radius, kind, ink_on(fill));
}

/// The outline of a piece of a colour.
fn edge_of(fill: Color32, palette: &Palette) -> Color32 {
    mix(fill, Color32::BLACK, if palette.is_dark { 0.55 } else { 0.4 })
}

/// A piece that is not in sight: hollow, with a dashed outline on a ground of its own, whatever lies below.
pub(super) fn ghost(painter: &Painter, center: Pos2, radius: f32, kind: &PieceKind, palette: &Palette) {
    let ink = ghost_ink(color(kind.color), palette);
    let points = outline(kind.shape, center, radius);
    painter.add(fan(&points, hub(kind.shape, center, radius), palette.paper));
    let width = (radius * 0.16).clamp(1.2, 2.0);
    painter.add(Drawn::closed_line(points.clone(), PathStroke::new(width + 2.4, palette.paper)));
    let mut closed = points;
    closed.extend(closed.first().copied());
    let dash = (radius * 0.45).clamp(2.5, 5.0);
    painter.extend(Drawn::dashed_line(&closed, Stroke::new(width, ink), dash, dash * 0.6));
    letter(painter, center, radius, kind, ink);
}

/// The colour of a piece's ghost: the piece's, as far as it can be read on a ghost's ground.
fn ghost_ink(own: Color32, palette: &Palette) -> Color32 {
    with_contrast(own, palette.paper, 4.5, palette.text)
}

fn letter(painter: &Painter, center: Pos2, radius: f32, kind: &PieceKind, ink: Color32) {
    if radius < 4.8 {
        return;
    }
    let size = radius * if matches!(kind.shape, Shape::Triangle | Shape::Star | Shape::Flag) { 0.85 } else { 1.15 };
    let place = match kind.shape {
        Shape::Triangle => center + vec2(0.0, radius * 0.2),
        Shape::Flag => center + vec2(-radius * 0.12, -radius * 0.35),
        _ => center,
    };
    painter.text(place, Align2::CENTER_CENTER, kind.glyph, FontId::proportional(size), ink);
}

/// A small arrow head outside the piece.
fn tick(painter: &Painter, center: Pos2, radius: f32, facing: Direction, fill: Color32, edge: Color32) {
    let (rows, cols) = facing.offset();
    let ahead = vec2(cols as f32, rows as f32);
    let side = vec2(-ahead.y, ahead.x);
    let foot = center + ahead * radius * 0.86;
    let half = (radius * 0.4).max(2.5);
    let points = vec![foot + side * half, foot + ahead * half * 1.05, foot - side * half];
    painter.add(Drawn::convex_polygon(points, fill, PathStroke::new(1.0, edge)));
}

/// Points around the shape, with y downwards.
fn outline(shape: Shape, center: Pos2, radius: f32) -> Vec<Pos2> {
    let regular = |count: usize, turned: f32| -> Vec<Pos2> {
        (0..count)
            .map(|corner| {
                center + Vec2::angled(std::f32::consts::TAU * (corner as f32 / count as f32) + turned) * radius
            })
            .collect()
    };
    let of =
        |points: &[[f32; 2]]| points.iter().map(|[x, y]| pos2(center.x + x * radius, center.y + y * radius)).collect();
    let up = -std::f32::consts::FRAC_PI_2;
    match shape {
        Shape::Circle => regular(28, 0.0),
        Shape::Square => of(&[[-0.86, -0.86], [0.86, -0.86], [0.86, 0.86], [-0.86, 0.86]]),
        Shape::Triangle => of(&[[0.0, -1.0], [1.0, 0.85], [-1.0, 0.85]]),
        Shape::Diamond => of(&[[0.0, -1.1], [1.1, 0.0], [0.0, 1.1], [-1.1, 0.0]]),
        Shape::Star => (0..10)
            .map(|point| {
                let far = if point % 2 == 0 { 1.15 } else { 0.55 };
                center + Vec2::angled(up + std::f32::consts::TAU * point as f32 / 10.0) * radius * far
            })
            .collect(),
        Shape::Cross => of(&[
            [-0.4, -1.0],
            [0.4, -1.0],
            [0.4, -0.4],
            [1.0, -0.4],
            [1.0, 0.4],
            [0.4, 0.4],
            [0.4, 1.0],
            [-0.4, 1.0],
            [-0.4, 0.4],
            [-1.0, 0.4],
            [-1.0, -0.4],
            [-0.4, -0.4],
        ]),
        Shape::Hexagon => regular(6, up),
        Shape::Flag => of(&[[-0.75, -1.0], [0.95, -0.42], [-0.45, 0.16], [-0.45, 1.0], [-0.75, 1.0]]),
        Shape::Door => of(&[[-0.68, -0.55], [-0.4, -0.95], [0.4, -0.95], [0.68, -0.55], [0.68, 1.0], [-0.68, 1.0]]),
    }
}

/// A point from which the whole outline can be seen.
fn hub(shape: Shape, center: Pos2, radius: f32) -> Pos2 {
    if shape == Shape::Flag { center + vec2(-0.6, -0.4) * radius } else { center }
}

/// The filled outline. Not all shapes are convex, so triangles fan out from the hub.
fn fan(points: &[Pos2], hub: Pos2, fill: Color32) -> Drawn {
    let mut mesh = Mesh::default();
    mesh.colored_vertex(hub, fill);
    for point in points {
        mesh.colored_vertex(*point, fill);
    }
    let count = points.len() as u32;
    for corner in 0..count {
        mesh.add_triangle(0, corner + 1, (corner + 1) % count + 1);
    }
    Drawn::mesh(mesh)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::contrast;

    #[test]
    fn pieces_on_one_cell_do_not_overlap_and_none_is_forgotten() {
        for cell in [4.0, 9.0, 14.0, 24.0, 40.0, 160.0] {
            for count in 1..=64 {
                let places = Places::of(count, cell);
                assert_eq!(places.shown.len() + places.hidden, count);
                assert!(!places.shown.is_empty());
                let radius = |part: f32| 0.4 * part;
                for (index, (offset, part)) in places.shown.iter().enumerate() {
                    let reach = offset.abs().max_elem() + radius(*part);
                    assert!(reach <= 0.5, "{count} on {cell}: a piece sticks out of its cell");
                    for (other, _) in &places.shown[..index] {
                        let apart = (*offset - *other).length();
                        assert!(apart >= radius(*part) * 2.0, "{count} on {cell}: {apart} apart");
                    }
                }
            }
        }
        assert_eq!(Places::of(28, 40.0).hidden, 13, "15 and their number on 16 places");
    }

    #[test]
    fn ghosts_of_any_colour_can_be_read_in_both_themes() {
        let steps = || (0..=255u8).step_by(51);
        for palette in Palette::BOTH {
            for (red, green, blue) in steps().flat_map(|r| steps().flat_map(move |g| steps().map(move |b| (r, g, b)))) {
                let ink = ghost_ink(Color32::from_rgb(red, green, blue), &palette);
                let is = contrast(ink, palette.paper);
                assert!(is >= 3.0, "dark {}: {red} {green} {blue} has a contrast of {is:.2}", palette.is_dark);
            }
        }
    }
}
