//! Boards as text: one character a cell.
//!
//! | character | meaning |
//! | --- | --- |
//! | the terrain's glyph | passable terrain in sight; impassable terrain always |
//! | `:` | passable terrain seen before |
//! | blank | passable terrain never seen |
//! | `?` | terrain that the seat does not know |
//! | upper case | a piece where it is |
//! | lower case | a piece where it was last noticed |

use std::fmt;

use crate::data::{Piece, Truth, View};
use crate::{Cell, Header, Size};

/// One character per cell, row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextBoard {
    size: Size,
    glyphs: Vec<char>,
}

impl TextBoard {
    /// What the referee sees.
    pub fn of_truth(header: &Header, truth: &Truth) -> Self {
        let board = &header.board;
        let mut terrain = board.terrain.clone();
        for (cell, kind) in &truth.terrain {
            if board.size.contains(*cell) {
                terrain[board.size.index(*cell)] = *kind;
            }
        }
        let glyph = |kind: &u8| board.legend.get(usize::from(*kind)).map_or('?', |kind| kind.glyph);
        let mut text = Self { size: board.size, glyphs: terrain.iter().map(glyph).collect() };
        for piece in &truth.pieces {
            text.put(header, piece, true);
        }
        text
    }

    /// What a seat knows.
    pub fn of_view(header: &Header, view: &View) -> Self {
        let size = view.frame.size;
        let terrain = view.terrain.as_ref().unwrap_or(&header.board.terrain);
        let glyphs = (0..size.cells())
            .map(|index| match terrain.get(index).and_then(|kind| header.board.legend.get(usize::from(*kind))) {
                None => '?',
                Some(kind) if !kind.passable || view.visible.contains_index(index) => kind.glyph,
                Some(_) if view.last_seen.get(index).is_some_and(|seen| *seen > 0) => ':',
                Some(_) => ' ',
            })
            .collect();
        let mut text = Self { size, glyphs };
        let newest = view.pieces.iter().map(|known| known.seen_at).max().unwrap_or(0);
        for known in &view.pieces {
            text.put(header, &known.piece, known.seen_at == newest);
        }
        text
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The character of a cell.
    pub fn glyph(&self, cell: Cell) -> char {
        if self.size.contains(cell) { self.glyphs[self.size.index(cell)] } else { ' ' }
    }

    /// The rows, from the top.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        self.glyphs.chunks(usize::from(self.size.cols).max(1)).map(|row| row.iter().collect())
    }

    fn put(&mut self, header: &Header, piece: &Piece, is_there: bool) {
        if let Some(kind) = header.piece_kinds.get(usize::from(piece.kind))
            && self.size.contains(piece.cell)
        {
            let glyph = if is_there { kind.glyph } else { kind.glyph.to_ascii_lowercase() };
            self.glyphs[self.size.index(piece.cell)] = glyph;
        }
    }
}

impl fmt::Display for TextBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}
