//! The true position.

use fogreel_engine::Record;
use fogreel_engine::data::Truth;

use super::Canvas;
use crate::perspective::Sight;
use crate::theme::Palette;

/// Paints the truth of a record.
pub(crate) fn paint_truth(canvas: &mut Canvas<'_>, sight: &Sight, truth: &Truth, palette: &Palette) {
    let board = &sight.header.board;
    if truth.terrain.is_empty() {
        canvas.terrain(board, &board.terrain, palette);
    } else {
        let mut terrain = board.terrain.clone();
        for (cell, kind) in truth.terrain.iter().filter(|(cell, _)| board.size.contains(*cell)) {
            if let Some(place) = terrain.get_mut(board.size.index(*cell)) {
                *place = *kind;
            }
        }
        canvas.terrain(board, &terrain, palette);
    }
    canvas.grid_lines(palette.grid);
    canvas.border(board, palette);
    canvas.walls(board, truth.walls.as_ref().unwrap_or(&board.walls).iter().copied(), palette.text);
    canvas.pieces(sight, &truth.pieces, palette);
}

/// The pieces in words, for people who do not see the picture.
pub(crate) fn describe(sight: &Sight, record: &Record) -> String {
    let Some(truth) = &record.truth else { return "not recorded".to_owned() };
    let name = |kind: u16| sight.piece_kind(kind).map_or("?", |kind| kind.name.as_str());
    let pieces: Vec<String> =
        truth.pieces.iter().map(|piece| format!("{} at {}", name(piece.kind), piece.cell)).collect();
    pieces.join(", ")
}
