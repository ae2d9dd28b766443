//! Pieces: an outline per kind, a letter, and a tick where the piece looks.

use eframe::egui::epaint::{Mesh, PathStroke};
use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Shape as Drawn, Stroke, Vec2, pos2, vec2};
use fogreel_engine::data::{KnownPiece, Piece, PieceKind, Shape};
use fogreel_engine::{Cell, Direction};

use super::Canvas;
use crate::perspective::Sight;
use crate::theme::{Palette, color, ink_on, mix};

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
            let places = places(here.len());
            for (one, (offset, part)) in here.into_iter().zip(places) {
                let Some(kind) = sight.piece_kind(one.piece.kind) else { continue };
                let center = self.grid.center(cell) + offset * self.grid.cell;
                let radius = (self.grid.cell * 0.4 * part).max(3.0);
                if one.age == 0 {
                    solid(self.painter, center, radius, kind, palette);
                } else {
                    ghost(self.painter, center, radius, kind, palette);
                    if self.grid.has_room(20.0) {
                        self.age(cell, offset, one.age, palette);
                    }
                }
                if let Some(facing) = one.piece.facing {
                    tick(self.painter, center, radius, facing, color(kind.color), palette);
                }
            }
        }
    }

    fn age(&self, cell: Cell, offset: Vec2, age: u32, palette: &Palette) {
        let corner =
            self.grid.cell_rect(cell).right_bottom() + vec2(offset.x.min(0.0), offset.y.min(0.0)) * self.grid.cell;
        let font = FontId::proportional((self.grid.cell * 0.3).clamp(8.0, 11.0));
        let text = format!("-{age}");
        let galley = self.painter.layout_no_wrap(text, font, Color32::WHITE);
        let rect = Align2::RIGHT_BOTTOM.anchor_size(corner - vec2(1.0, 1.0), galley.size() + vec2(3.0, 0.0));
        self.painter.rect_filled(rect, 2.0, palette.veil.gamma_multiply(0.8));
        self.painter.galley(rect.min + vec2(1.5, 0.0), galley, Color32::WHITE);
    }
}

/// Where several pieces on one cell stand, in cells from its centre, and how large they are.
fn places(count: usize) -> Vec<(Vec2, f32)> {
    match count {
        0 => Vec::new(),
        1 => vec![(Vec2::ZERO, 1.0)],
        2 => vec![(vec2(-0.22, 0.0), 0.62), (vec2(0.22, 0.0), 0.62)],
        _ => (0..count)
            .map(|place| {
                let angle = std::f32::consts::TAU * place as f32 / count as f32 - std::f32::consts::FRAC_PI_2;
                (Vec2::angled(angle) * 0.26, 0.5)
            })
            .collect(),
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
    let edge = if palette.is_dark { mix(fill, Color32::BLACK, 0.55) } else { mix(fill, Color32::BLACK, 0.4) };
    painter.add(Drawn::closed_line(points, PathStroke::new((radius * 0.12).clamp(1.0, 2.0), edge)));
    letter(painter, center, radius, kind, ink_on(fill));
}

fn ghost(painter: &Painter, center: Pos2, radius: f32, kind: &PieceKind, palette: &Palette) {
    let line = mix(color(kind.color), Color32::WHITE, 0.5);
    let points = outline(kind.shape, center, radius);
    painter.add(fan(&points, hub(kind.shape, center, radius), palette.veil.gamma_multiply(0.35)));
    painter.add(Drawn::closed_line(points.clone(), PathStroke::new(3.0, palette.veil.gamma_multiply(0.6))));
    let mut closed = points;
    closed.extend(closed.first().copied());
    painter.extend(Drawn::dashed_line(&closed, Stroke::new(1.6, line), 4.0, 2.5));
    letter(painter, center, radius, kind, line);
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
fn tick(painter: &Painter, center: Pos2, radius: f32, facing: Direction, fill: Color32, palette: &Palette) {
    let (rows, cols) = facing.offset();
    let ahead = vec2(cols as f32, rows as f32);
    let side = vec2(-ahead.y, ahead.x);
    let foot = center + ahead * radius * 0.86;
    let half = (radius * 0.4).max(2.5);
    let points = vec![foot + side * half, foot + ahead * half * 1.05, foot - side * half];
    let edge = mix(fill, Color32::BLACK, if palette.is_dark { 0.55 } else { 0.4 });
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
