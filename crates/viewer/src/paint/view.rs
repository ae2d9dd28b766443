//! What one seat knows.

use eframe::egui::{Align2, Color32, FontId, Painter, Rect, Stroke, StrokeKind, vec2};
use fogreel_engine::data::{Channel, Hatch, KnownPiece, Signal, SignalOutcome, View};
use fogreel_engine::{CellSet, Direction, Edge};

use super::legend::Legend;
use super::pattern::Pattern;
use super::{Canvas, Textures, hatch_rect};
use crate::perspective::Sight;
use crate::theme::{Palette, color, ink_on, mix};

/// More covered cells than this are tinted but not hatched.
const MOST_HATCHED: usize = 4096;

/// Strength of the tint of an area in which a channel found something, and of one in which it found nothing.
const HIT: f32 = 0.34;
const MISS: f32 = 0.22;

/// Part of the veil that lies over walls.
const WALL_VEIL: f32 = 0.72;

/// How a seat knows a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// It sees it now.
    Now,
    /// It saw it so many records ago.
    Before(u32),
    /// It never saw it.
    Never,
}

impl Known {
    fn of(view: &View, index: usize, now: u32) -> Self {
        if view.visible.contains_index(index) {
            return Self::Now;
        }
        match view.last_seen.get(index).copied().unwrap_or(0) {
            0 => Self::Never,
            last => Self::Before(now.saturating_sub(last - 1)),
        }
    }

    /// Strength of the veil, 0 to 1: it thickens with age, but never to that of a cell never seen.
    fn strength(self, palette: &Palette) -> f32 {
        let [young, old, never] = palette.veil_strengths;
        match self {
            Self::Now => 0.0,
            Self::Before(age) => young + (old - young) * age as f32 / (age as f32 + 8.0),
            Self::Never => never,
        }
    }

    fn veil(self, palette: &Palette) -> Color32 {
        if self == Self::Now { Color32::TRANSPARENT } else { palette.veil.gamma_multiply(self.strength(palette)) }
    }

    /// The pattern that goes with the veil, so that its strength need not be judged.
    fn pattern(self) -> Option<Pattern> {
        match self {
            Self::Now => None,
            Self::Before(_) => Some(Pattern::Dots),
            Self::Never => Some(Pattern::Lattice),
        }
    }
}

/// A seat's view of record `now`, ready to paint.
pub(crate) struct ViewPicture<'a> {
    pub(crate) sight: &'a Sight,
    pub(crate) view: &'a View,
    /// The record.
    pub(crate) now: u32,
    /// Whether what the seat does not see lies in fog.
    pub(crate) fog: bool,
    pub(crate) palette: &'a Palette,
}

impl ViewPicture<'_> {
    /// Paints the board as the seat knows it.
    pub(crate) fn paint(&self, canvas: &mut Canvas<'_>) {
        let Self { sight, view, now, fog, palette } = *self;
        let board = &sight.header.board;
        let terrain = view.terrain.as_ref().unwrap_or(&board.terrain);
        canvas.terrain(board, terrain, palette);
        if fog {
            paint_fog(canvas, sight, view, terrain, now, palette);
        }
        coverage(canvas, sight, view, palette);
        canvas.grid_lines(palette.grid.gamma_multiply(if palette.is_dark { 0.35 } else { 0.5 }));
        if view.frame.size == board.size {
            canvas.border(board, palette);
        }
        canvas.walls(board, walls(sight, view), palette.text);
        canvas.known_pieces(sight, &view.pieces, now, palette);
    }

    /// What the looks mean, in a line under the board.
    pub(crate) fn legend(&self, painter: &Painter, strip: Rect, textures: &mut Textures) {
        let Self { sight, view, now, fog, palette } = *self;
        let mut legend = Legend::new(painter, strip, palette);
        let names =
            if strip.width() < 230.0 { ["seen", "before", "never"] } else { ["in sight", "seen before", "never seen"] };
        for (known, name) in [Known::Now, Known::Before(4), Known::Never].into_iter().zip(names) {
            let tile = known.pattern().map(|pattern| pattern.tile(painter, textures));
            let sample = |painter: &Painter, rect: Rect| {
                painter.rect_filled(rect, 0.0, palette.floor);
                painter.rect_filled(rect, 0.0, known.veil(palette));
                if let Some(tile) = tile {
                    tile.fill(painter, [rect], palette.veil_mark);
                }
            };
            if fog {
                legend.boxed(&sample, name);
            }
        }
        let ghost = view.pieces.iter().find(|known| known.seen_at < now);
        if let Some(kind) = ghost.and_then(|known| sight.piece_kind(known.piece.kind)) {
            legend.ghost(kind);
        }
        for (_, channel) in told(sight, view) {
            let tint = color(channel.color);
            let sample = |painter: &Painter, rect: Rect| {
                painter.rect_filled(rect, 0.0, palette.floor);
                painter.rect_filled(rect, 0.0, tint.gamma_multiply(HIT));
                painter.extend(hatch_rect(rect, channel.hatch, 4.0, coverage_line(tint, palette)));
            };
            legend.boxed(&sample, &channel.name);
        }
    }
}

/// What a seat does not see: one look for what it saw before, one for what it never saw.
fn paint_fog(canvas: &mut Canvas<'_>, sight: &Sight, view: &View, terrain: &[u8], now: u32, palette: &Palette) {
    let legend = &sight.header.board.legend;
    let is_wall = |index: usize| {
        let kind = terrain.get(index).and_then(|kind| legend.get(usize::from(*kind)));
        kind.is_some_and(|kind| !kind.passable)
    };
    let look_of = |index| (Known::of(view, index, now), is_wall(index));
    canvas.layer("fog", canvas.stamp, look_of, |(known, is_wall)| {
        let veil = known.veil(palette);
        // Walls that a seat knows stay visible under the thickest fog.
        if is_wall { veil.gamma_multiply(WALL_VEIL) } else { veil }
    });
    if canvas.grid.has_room(8.0) {
        for pattern in [Pattern::Dots, Pattern::Lattice] {
            let has_pattern = |index| Known::of(view, index, now).pattern() == Some(pattern) && !is_wall(index);
            canvas.pattern(pattern, palette.veil_mark, has_pattern);
        }
    }
    if canvas.grid.has_room(30.0) {
        ages(canvas, view, now, palette, is_wall);
    }
}

/// How many records ago cells were seen, in a corner of each.
fn ages(canvas: &Canvas<'_>, view: &View, now: u32, palette: &Palette, is_wall: impl Fn(usize) -> bool) {
    let grid = canvas.grid;
    let font = FontId::proportional(9.5);
    for cell in grid.visible_cells() {
        let index = grid.size.index(cell);
        if let known @ Known::Before(age) = Known::of(view, index, now)
            && !is_wall(index)
        {
            let ink = ink_on(mix(palette.floor, palette.veil, known.strength(palette)));
            let place = grid.cell_rect(cell).right_top() + vec2(-2.5, 1.0);
            canvas.painter.text(place, Align2::RIGHT_TOP, age, font.clone(), ink);
        }
    }
}

/// The signals that say something of cells, and their channels.
fn told<'a>(sight: &'a Sight, view: &'a View) -> impl Iterator<Item = (&'a Signal, &'a Channel)> {
    let signals = view.signals.iter().filter(|signal| signal.outcome != SignalOutcome::Unavailable);
    signals.filter_map(|signal| {
        let channel = sight.header.channels.get(usize::from(signal.channel)).filter(|channel| !channel.privileged)?;
        Some((signal, channel))
    })
}

/// Lines of an area that a channel speaks about.
fn coverage_line(tint: Color32, palette: &Palette) -> Stroke {
    Stroke::new(1.0, if palette.is_dark { tint } else { mix(tint, Color32::BLACK, 0.35) }.gamma_multiply(0.75))
}

/// Tints and hatches the cells about which this record's signals speak.
fn coverage(canvas: &mut Canvas<'_>, sight: &Sight, view: &View, palette: &Palette) {
    let grid = canvas.grid;
    let spacing = (grid.cell / 4.0).clamp(5.0, 9.0);
    for (signal, channel) in told(sight, view) {
        let tint = color(channel.color);
        let is_hit = signal.outcome == SignalOutcome::Hit;
        let fill = tint.gamma_multiply(if is_hit { HIT } else { MISS });
        let line = coverage_line(tint, palette);
        let is_hatched = grid.has_room(7.0) && signal.coverage.len() <= MOST_HATCHED;
        for cell in signal.coverage.iter().filter(|cell| grid.shows(*cell)) {
            let rect = grid.cell_rect(cell);
            canvas.painter.rect_filled(rect, 0.0, fill);
            if is_hatched {
                canvas.painter.extend(hatch_rect(rect, channel.hatch, spacing, line));
            }
        }
        if channel.hatch == Hatch::None {
            outline(canvas, &signal.coverage, sight.header.board.wrap && grid.size == sight.header.board.size, line);
        }
        for cell in signal.cells.iter().filter(|cell| grid.shows(**cell)) {
            let rect = grid.cell_rect(*cell).shrink(1.5);
            canvas.painter.rect_stroke(rect, 3.0, Stroke::new(2.0, tint), StrokeKind::Inside);
        }
    }
}

/// Lines around a set of cells: what an area without hatching is told by, where colour is not seen. Where opposite borders
/// are joined, an area may go on at the other.
fn outline(canvas: &Canvas<'_>, cells: &CellSet, is_joined: bool, line: Stroke) {
    let grid = canvas.grid;
    for cell in cells.iter().filter(|cell| grid.shows(*cell)) {
        let rect = grid.cell_rect(cell).shrink(0.5);
        let sides = [
            (Direction::Up, [rect.left_top(), rect.right_top()]),
            (Direction::Down, [rect.left_bottom(), rect.right_bottom()]),
            (Direction::Left, [rect.left_top(), rect.left_bottom()]),
            (Direction::Right, [rect.right_top(), rect.right_bottom()]),
        ];
        for (direction, side) in sides {
            let beyond = || grid.across_seam(Edge { cell, side: direction }).filter(|_| is_joined);
            let next = grid.size.step(cell, direction, 1).or_else(|| beyond().map(|edge| edge.cell));
            if next.is_none_or(|next| !cells.contains(next)) {
                canvas.painter.line_segment(side, line);
            }
        }
    }
}

/// Walls that everybody knows or the seat has found.
fn walls(sight: &Sight, view: &View) -> Vec<Edge> {
    let known: Vec<Edge> = view.edges.iter().filter(|edge| !edge.open).map(|edge| edge.edge).collect();
    // The public walls are in the board's frame.
    let public = (view.frame.offset == Some([0, 0])).then_some(&sight.header.board.walls);
    public.into_iter().flatten().copied().chain(known).collect()
}

/// The pieces in words, for people who do not see the picture.
pub(crate) fn describe(sight: &Sight, view: &View, now: u32) -> String {
    let one = |known: &KnownPiece| {
        let name = sight.piece_kind(known.piece.kind).map_or("?", |kind| kind.name.as_str());
        match now.saturating_sub(known.seen_at) {
            0 => format!("{name} at {}", known.piece.cell),
            age => format!("{name} seen at {} {age} ago", known.piece.cell),
        }
    };
    view.pieces.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::contrast;

    #[test]
    fn in_sight_seen_before_and_never_seen_are_three_looks_without_colour() {
        for palette in Palette::BOTH {
            let ground = |known: Known| mix(palette.floor, palette.veil, known.strength(&palette));
            for age in [1, 2, 8, 100, u32::MAX] {
                let [now, before, never] = [Known::Now, Known::Before(age), Known::Never].map(ground);
                let (first, second) = (contrast(now, before), contrast(before, never));
                assert!(first >= 1.4, "dark {}: in sight and {age} ago: {first:.2}", palette.is_dark);
                assert!(second >= 1.35, "dark {}: {age} ago and never: {second:.2}", palette.is_dark);
            }
            let ages = [0, 1, 5, 20, 100].map(|age| Known::Before(age).strength(&palette));
            assert!(ages.is_sorted(), "what was seen longer ago is darker");
            for known in [Known::Before(1), Known::Before(100), Known::Never] {
                let (ground, mark) = (ground(known), palette.veil_mark);
                let inked = mix(ground, mark.to_opaque(), f32::from(mark.a()) / 255.0);
                let seen = contrast(ground, inked);
                assert!(seen >= 1.15, "dark {}: the pattern of {known:?}: {seen:.2}", palette.is_dark);
            }
        }
        assert!(Known::Before(3).pattern() != Known::Never.pattern() && Known::Now.pattern().is_none());
    }
}
