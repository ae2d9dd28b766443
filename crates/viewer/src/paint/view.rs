//! What one seat knows.

use eframe::egui::{Color32, Stroke, StrokeKind};
use fogreel_engine::data::{Hatch, KnownPiece, SignalOutcome, View};
use fogreel_engine::{CellSet, Direction, Edge};

use super::{Canvas, hatch_rect};
use crate::perspective::Sight;
use crate::theme::{Palette, color, mix};

/// More covered cells than this are tinted but not hatched.
const MOST_HATCHED: usize = 4096;

/// Knowledge older than this many records looks as if it were this old.
const OLDEST: u32 = 128;

/// Part of the veil that lies over walls.
const WALL_VEIL: f32 = 0.72;

/// Paints a seat's view of record `now`.
pub(crate) fn paint_view(canvas: &mut Canvas<'_>, sight: &Sight, view: &View, now: u32, fog: bool, palette: &Palette) {
    let board = &sight.header.board;
    let terrain = view.terrain.as_ref().unwrap_or(&board.terrain);
    canvas.terrain(board, terrain, palette);
    if fog {
        let unseen = palette.veil.gamma_multiply(if palette.is_dark { 0.6 } else { 0.66 });
        let seen: Vec<Color32> = (0..OLDEST).map(|age| palette.veil.gamma_multiply(remembered(age))).collect();
        let is_wall = |index: usize| {
            let kind = terrain.get(index).and_then(|kind| board.legend.get(usize::from(*kind)));
            kind.is_some_and(|kind| !kind.passable)
        };
        let veil = |index: usize| {
            if view.visible.contains_index(index) {
                return Color32::TRANSPARENT;
            }
            let veil = match view.last_seen.get(index).copied().unwrap_or(0) {
                0 => unseen,
                last => seen[now.saturating_sub(last - 1).min(OLDEST - 1) as usize],
            };
            // Walls that a seat knows stay visible under the thickest fog.
            if is_wall(index) { veil.gamma_multiply(WALL_VEIL) } else { veil }
        };
        canvas.layer("fog", canvas.stamp, veil);
    }
    coverage(canvas, sight, view, palette);
    canvas.grid_lines(palette.grid.gamma_multiply(if palette.is_dark { 0.35 } else { 0.5 }));
    canvas.walls(walls(sight, view), palette.text);
    if view.frame.size == board.size {
        canvas.border(board, palette);
    }
    canvas.known_pieces(sight, &view.pieces, now, palette);
}

/// Strength of the veil over a cell seen so many records ago: it thickens, but never to that of a cell never seen.
fn remembered(age: u32) -> f32 {
    let age = age as f32;
    0.2 + 0.28 * age / (age + 8.0)
}

/// Tints and hatches the cells about which this record's signals speak.
fn coverage(canvas: &mut Canvas<'_>, sight: &Sight, view: &View, palette: &Palette) {
    let grid = canvas.grid;
    let spacing = (grid.cell / 4.0).clamp(5.0, 9.0);
    for signal in view.signals.iter().filter(|signal| signal.outcome != SignalOutcome::Unavailable) {
        let Some(channel) =
            sight.header.channels.get(usize::from(signal.channel)).filter(|channel| !channel.privileged)
        else {
            continue;
        };
        let tint = color(channel.color);
        let is_hit = signal.outcome == SignalOutcome::Hit;
        let fill = tint.gamma_multiply(if is_hit { 0.34 } else { 0.22 });
        let line =
            Stroke::new(1.0, if palette.is_dark { tint } else { mix(tint, Color32::BLACK, 0.35) }.gamma_multiply(0.75));
        let is_hatched = grid.has_room(7.0) && signal.coverage.len() <= MOST_HATCHED;
        for cell in signal.coverage.iter().filter(|cell| grid.shows(*cell)) {
            let rect = grid.cell_rect(cell);
            canvas.painter.rect_filled(rect, 0.0, fill);
            if is_hatched {
                canvas.painter.extend(hatch_rect(rect, channel.hatch, spacing, line));
            }
        }
        if channel.hatch == Hatch::None {
            outline(canvas, &signal.coverage, line);
        }
        for cell in signal.cells.iter().filter(|cell| grid.shows(**cell)) {
            let rect = grid.cell_rect(*cell).shrink(1.5);
            canvas.painter.rect_stroke(rect, 3.0, Stroke::new(2.0, tint), StrokeKind::Inside);
        }
    }
}

/// Lines around a set of cells: what an area without hatching is told by, where colour is not seen.
fn outline(canvas: &Canvas<'_>, cells: &CellSet, line: Stroke) {
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
            if grid.size.step(cell, direction, 1).is_none_or(|next| !cells.contains(next)) {
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
