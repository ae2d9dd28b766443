//! Patterns over many cells at once: a small texture that repeats across the screen, so that a pattern costs one mesh
//! however many cells and lines it has.

use eframe::egui::epaint::Mesh;
use eframe::egui::{Color32, ColorImage, Painter, Pos2, Rect, Shape, TextureId, TextureOptions, TextureWrapMode};

use super::Textures;

/// What repeats. Lines and dots are placed by the screen, so that they go on from cell to cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Pattern {
    /// Crossing diagonals.
    Lattice,
    /// One dot in each square of the period.
    Dots,
}

/// A pattern as a texture.
#[derive(Clone, Copy)]
pub(super) struct Tile {
    texture: TextureId,
    /// Side of the texture in points.
    period: f32,
}

impl Pattern {
    /// Points after which it repeats.
    const PERIOD: f32 = 8.0;

    /// The texture for screens with so many pixels per point.
    pub(super) fn tile(self, painter: &Painter, textures: &mut Textures) -> Tile {
        let pixels_per_point = painter.pixels_per_point();
        let side = (Self::PERIOD * pixels_per_point).round().clamp(4.0, 64.0) as usize;
        let handle = textures.patterns.entry((self, side)).or_insert_with(|| {
            let options = TextureOptions { wrap_mode: TextureWrapMode::Repeat, ..TextureOptions::NEAREST };
            painter.ctx().load_texture(format!("{self:?} of {side}"), self.image(side), options)
        });
        Tile { texture: handle.id(), period: side as f32 / pixels_per_point }
    }

    /// White where the ink goes, `side` × `side` pixels.
    fn image(self, side: usize) -> ColorImage {
        let width = (side / 8).max(1);
        let is_inked = |x: usize, y: usize| match self {
            Self::Lattice => (x + y) % side < width || (x + side - y) % side < width,
            Self::Dots => {
                let near = |place: usize| (side / 2 - width..side / 2 + width).contains(&place);
                near(x) && near(y)
            }
        };
        let pixel = |place: usize| {
            if is_inked(place % side, place / side) { Color32::WHITE } else { Color32::TRANSPARENT }
        };
        ColorImage::new([side, side], (0..side * side).map(pixel).collect())
    }
}

impl Tile {
    /// Fills rectangles with the pattern.
    pub(super) fn fill(&self, painter: &Painter, rects: impl IntoIterator<Item = Rect>, ink: Color32) {
        let mut mesh = Mesh::with_texture(self.texture);
        for rect in rects {
            let place = |corner: Pos2| (corner.to_vec2() / self.period).to_pos2();
            let uv = Rect::from_min_max(place(rect.min), place(rect.max));
            mesh.add_rect_with_uv(rect, uv, ink);
        }
        if !mesh.is_empty() {
            painter.add(Shape::mesh(mesh));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_repeat_without_a_seam_and_differ_in_density() {
        for side in [6, 8, 12, 16, 24] {
            let inked = |pattern: Pattern| {
                let image = pattern.image(side);
                let count = image.pixels.iter().filter(|pixel| **pixel == Color32::WHITE).count();
                (image, count)
            };
            let ((lattice, many), (_, few)) = (inked(Pattern::Lattice), inked(Pattern::Dots));
            assert!(few > 0 && few * 2 < many && many * 2 < side * side, "{side}: {few} and {many} pixels");
            // Both diagonals go through the corner at which four copies meet.
            for place in 0..side {
                assert_eq!(lattice.pixels[place * side + place], Color32::WHITE);
                assert_eq!(lattice.pixels[place * side + (side - place) % side], Color32::WHITE);
            }
        }
    }
}
