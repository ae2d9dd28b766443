//! What stands beside a heat map: the colour bar, and what the looks beside the scale mean.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, pos2, vec2};
use fogreel_engine::data::PieceKind;

use super::piece;
use crate::theme::Palette;

/// The colour of the truth's ring.
const TRUTH: Color32 = Color32::from_rgb(255, 64, 160);

/// A vertical bar of colours with ticks at its right. Places on the bar run from 0 at the bottom to 1; `ticks` is told how
/// many have room.
pub(super) fn bar(
    painter: &Painter,
    strip: Rect,
    palette: &Palette,
    color_at: impl Fn(f64) -> Color32,
    ticks: impl Fn(usize) -> Vec<(f64, String)>,
) {
    let bar = Rect::from_min_size(strip.min, vec2(11.0, strip.height()));
    let steps = (bar.height() as usize).clamp(2, 128);
    let height = bar.height() / steps as f32;
    for step in 0..steps {
        let at = (step as f64 + 0.5) / steps as f64;
        let top = bar.bottom() - (step + 1) as f32 * height;
        // Overlapping by a point, so that no seam shows.
        let piece =
            Rect::from_min_max(pos2(bar.left(), top), pos2(bar.right(), (top + height + 1.0).min(bar.bottom())));
        painter.rect_filled(piece, 0.0, color_at(at));
    }
    painter.rect_stroke(bar, 0.0, Stroke::new(1.0, palette.weak), StrokeKind::Outside);
    for (position, label) in ticks((bar.height() / 30.0) as usize + 1) {
        let y = bar.bottom() - position as f32 * bar.height();
        painter.hline(bar.right()..=bar.right() + 3.0, y, Stroke::new(1.0, palette.weak));
        let place = pos2(bar.right() + 5.0, y);
        painter.text(place, Align2::LEFT_CENTER, label, FontId::proportional(10.0), palette.weak);
    }
}

/// The ring around what is true, on any ground.
pub(super) fn truth_ring(painter: &Painter, center: Pos2, radius: f32, width: f32) {
    painter.circle_stroke(center, radius, Stroke::new(width, Color32::BLACK));
    painter.circle_stroke(center, radius, Stroke::new(width * 0.5, TRUTH));
}

/// Samples with names in a line; those that have no room are left out.
pub(super) struct Legend<'a> {
    painter: &'a Painter,
    strip: Rect,
    palette: &'a Palette,
    /// Where the next entry begins.
    x: f32,
}

impl<'a> Legend<'a> {
    pub(super) fn new(painter: &'a Painter, strip: Rect, palette: &'a Palette) -> Self {
        Self { painter, strip, palette, x: strip.left() }
    }

    /// A small square that looks like a cell.
    pub(super) fn boxed(&mut self, paint: &dyn Fn(&Painter, Rect), name: &str) {
        let border = Stroke::new(1.0, self.palette.weak);
        self.entry(
            &|painter, rect| {
                paint(painter, rect);
                painter.rect_stroke(rect, 0.0, border, StrokeKind::Outside);
            },
            name,
        );
    }

    /// The ring of the truth.
    pub(super) fn truth(&mut self) {
        self.entry(&|painter, rect| truth_ring(painter, rect.center(), 4.5, 3.5), "truth");
    }

    /// A piece that is not in sight.
    pub(super) fn ghost(&mut self, kind: &PieceKind) {
        let palette = self.palette;
        self.entry(&|painter, rect| piece::ghost(painter, rect.center(), 5.5, kind, palette), "last seen, steps ago");
    }

    fn entry(&mut self, paint: &dyn Fn(&Painter, Rect), name: &str) {
        let ink = self.palette.weak;
        let galley = self.painter.layout_no_wrap(name.to_owned(), FontId::proportional(10.0), ink);
        let middle = self.strip.center().y;
        let sample = Rect::from_center_size(pos2(self.x + 5.5, middle), vec2(11.0, 11.0));
        let end = sample.right() + 4.0 + galley.size().x;
        if end <= self.strip.right() {
            paint(self.painter, sample);
            self.painter.galley(pos2(sample.right() + 4.0, middle - galley.size().y / 2.0), galley, ink);
            self.x = end + 11.0;
        }
    }
}
