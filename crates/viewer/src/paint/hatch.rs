//! Hatching, so that no colour is needed to tell areas apart.

use eframe::egui::{Pos2, Rect, Shape, Stroke, pos2};
use fogreel_engine::data::Hatch;

/// Shapes that hatch a rectangle. Lines are placed by the screen, so that they go on from cell to cell.
pub(crate) fn hatch_rect(rect: Rect, hatch: Hatch, spacing: f32, stroke: Stroke) -> Vec<Shape> {
    let line = |ends: [Pos2; 2]| Shape::line_segment(ends, stroke);
    match hatch {
        Hatch::None => Vec::new(),
        Hatch::Rising => rising(rect, spacing).map(line).collect(),
        Hatch::Falling => falling(rect, spacing).map(line).collect(),
        Hatch::Horizontal => multiples(rect.top(), rect.bottom(), spacing)
            .map(|y| line([pos2(rect.left(), y), pos2(rect.right(), y)]))
            .collect(),
        Hatch::Vertical => multiples(rect.left(), rect.right(), spacing)
            .map(|x| line([pos2(x, rect.top()), pos2(x, rect.bottom())]))
            .collect(),
        Hatch::Crossed => rising(rect, spacing * 1.4).chain(falling(rect, spacing * 1.4)).map(line).collect(),
        Hatch::Dots => multiples(rect.top(), rect.bottom(), spacing)
            .flat_map(|y| multiples(rect.left(), rect.right(), spacing).map(move |x| pos2(x, y)))
            .map(|center| Shape::circle_filled(center, stroke.width.max(0.9), stroke.color))
            .collect(),
    }
}

/// Multiples of a spacing within `[from, to)`.
fn multiples(from: f32, to: f32, spacing: f32) -> impl Iterator<Item = f32> {
    let first = (from / spacing).ceil() as i64;
    let last = (to / spacing).ceil() as i64;
    (first..last).map(move |place| place as f32 * spacing)
}

/// Lines `x + y = c`, cut to the rectangle.
fn rising(rect: Rect, spacing: f32) -> impl Iterator<Item = [Pos2; 2]> {
    multiples(rect.left() + rect.top(), rect.right() + rect.bottom(), spacing).filter_map(move |sum| {
        let (top, bottom) = ((sum - rect.right()).max(rect.top()), (sum - rect.left()).min(rect.bottom()));
        (bottom > top).then(|| [pos2(sum - top, top), pos2(sum - bottom, bottom)])
    })
}

/// Lines `y − x = c`, cut to the rectangle.
fn falling(rect: Rect, spacing: f32) -> impl Iterator<Item = [Pos2; 2]> {
    multiples(rect.top() - rect.right(), rect.bottom() - rect.left(), spacing).filter_map(move |difference| {
        let (left, right) =
            ((rect.top() - difference).max(rect.left()), (rect.bottom() - difference).min(rect.right()));
        (right > left).then(|| [pos2(left, left + difference), pos2(right, right + difference)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::{Color32, vec2};

    #[test]
    fn every_hatch_stays_inside_and_differs() {
        let rect = Rect::from_min_size(pos2(31.0, 17.0), vec2(24.0, 24.0));
        let hatches = [Hatch::Rising, Hatch::Falling, Hatch::Horizontal, Hatch::Vertical, Hatch::Crossed, Hatch::Dots];
        let mut seen = Vec::new();
        for hatch in hatches {
            let shapes = hatch_rect(rect, hatch, 6.0, Stroke::new(1.0, Color32::WHITE));
            assert!(shapes.len() >= 4, "{hatch:?}");
            for shape in &shapes {
                assert!(rect.expand(1.1).contains_rect(shape.visual_bounding_rect()), "{hatch:?}");
            }
            assert!(!seen.contains(&shapes), "{hatch:?} looks like another");
            seen.push(shapes);
        }
        assert!(hatch_rect(rect, Hatch::None, 6.0, Stroke::NONE).is_empty());
    }
}
