//! Layers of coloured cells: rectangles on small boards, one texture on large ones.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use eframe::egui::{Color32, ColorImage, Painter, Pos2, Rect, TextureHandle, TextureOptions, pos2};
use egui_tiles::TileId;

use super::Grid;
use super::pattern::Pattern;

/// Boards with more rows or columns than this are painted as textures.
const MOST_RECTANGLES: u16 = 64;

/// Textures of large boards, kept until what they show changes.
#[derive(Default)]
pub(crate) struct Textures {
    kept: HashMap<(TileId, &'static str), (u64, TextureHandle)>,
    /// Patterns, by their side in pixels.
    pub(super) patterns: HashMap<(Pattern, usize), TextureHandle>,
}

/// Where one pane's board is painted.
pub(crate) struct Canvas<'a> {
    pub(crate) painter: &'a Painter,
    pub(crate) grid: Grid,
    pub(crate) textures: &'a mut Textures,
    /// Which pane it is.
    pub(crate) pane: TileId,
    /// Tells everything that the pictures of this pane depend on.
    pub(crate) stamp: u64,
    /// Tells everything that the picture of the public board depends on.
    pub(crate) board_stamp: u64,
}

impl Canvas<'_> {
    /// Colours every cell by its look, and each cell has one by its row-major index. Transparent cells stay as they are.
    /// The stamp tells when a picture of a large board is old.
    pub(crate) fn layer<L: Copy + PartialEq>(
        &mut self,
        name: &'static str,
        stamp: u64,
        look_of: impl Fn(usize) -> L,
        color_of: impl Fn(L) -> Color32,
    ) {
        let size = self.grid.size;
        if size.cells() == 0 {
            return;
        }
        if size.rows > MOST_RECTANGLES || size.cols > MOST_RECTANGLES {
            self.texture(name, stamp, look_of, color_of);
            return;
        }
        let runs = self.grid.runs(|index| color_of(look_of(index)));
        for (rect, color) in runs.into_iter().filter(|(_, color)| *color != Color32::TRANSPARENT) {
            self.painter.rect_filled(rect, 0.0, color);
        }
    }

    /// Draws a pattern over the cells for which something holds, by their row-major index.
    pub(super) fn pattern(&mut self, pattern: Pattern, ink: Color32, holds: impl Fn(usize) -> bool) {
        let tile = pattern.tile(self.painter, self.textures);
        let runs = self.grid.runs(holds).into_iter().filter_map(|(rect, holds)| holds.then_some(rect));
        tile.fill(self.painter, runs, ink);
    }

    fn texture<L: Copy + PartialEq>(
        &mut self,
        name: &'static str,
        stamp: u64,
        look_of: impl Fn(usize) -> L,
        color_of: impl Fn(L) -> Color32,
    ) {
        let size = self.grid.size;
        let kept = self.textures.kept.get(&(self.pane, name)).filter(|(old, _)| *old == stamp);
        let id = match kept {
            Some((_, texture)) => texture.id(),
            None => {
                let pixels = colored((0..size.cells()).map(look_of), color_of);
                let image = ColorImage::new([usize::from(size.cols), usize::from(size.rows)], pixels);
                let label = format!("{name} of pane {:?}", self.pane);
                let texture = self.painter.ctx().load_texture(label, image, TextureOptions::NEAREST);
                let id = texture.id();
                self.textures.kept.insert((self.pane, name), (stamp, texture));
                id
            }
        };
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        self.painter.image(id, self.grid.rect, whole, Color32::WHITE);
    }
}

/// The colour of each look. Neighbours mostly look alike, so a colour is worked out once for all that follow one another.
fn colored<L: Copy + PartialEq>(looks: impl Iterator<Item = L>, color_of: impl Fn(L) -> Color32) -> Vec<Color32> {
    let mut last: Option<(L, Color32)> = None;
    let color = |look: L| match last {
        Some((same, color)) if same == look => color,
        _ => last.insert((look, color_of(look))).1,
    };
    looks.map(color).collect()
}

/// A number that changes with what is hashed.
pub(crate) fn stamp(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_colour_is_worked_out_once_for_neighbours_that_look_alike() {
        let asked = Cell::new(0);
        let color_of = |look: f64| {
            asked.set(asked.get() + 1);
            Color32::from_gray(look as u8)
        };
        let looks = [1.0, 1.0, 1.0, 2.0, 1.0, f64::NAN, f64::NAN];
        let colors = colored(looks.into_iter(), color_of);
        assert_eq!(colors, looks.map(|look| Color32::from_gray(look as u8)));
        assert_eq!(asked.get(), 5, "three runs, and no number that is none is like another");
    }
}
