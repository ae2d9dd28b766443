//! The board of one record as somebody knows it, in that one's own coordinates.

use std::sync::Arc;

use fogreel_engine::data::{Board, Frame, SignalOutcome, View};
use fogreel_engine::{Cell, CellSet, Direction, Edge, Header, Record, Seat, Size};

use crate::PlotError;

/// Whose board it is, and what of it is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eyes {
    /// In whose frame the board lies; without a seat it is the board itself.
    pub(crate) seat: Option<Seat>,
    /// Kind of the pieces whose true cells get a ring instead of a shape.
    pub(crate) target: Option<u16>,
    pub(crate) show_truth: bool,
    pub(crate) show_coverage: bool,
}

/// One record of a board.
pub(crate) struct Stage {
    pub(crate) record: Arc<Record>,
    /// Rows and columns of the frame.
    pub(crate) size: Size,
    /// Terrain per cell as it is known: a position in the legend, or [`View::UNKNOWN`].
    pub(crate) terrain: Vec<u8>,
    /// Per cell, whether that terrain stops pieces.
    pub(crate) wall: Vec<bool>,
    /// Walls between cells that are known, sorted.
    pub(crate) edges: Vec<Edge>,
    /// The cells that are true, sorted; `None` where no truth is known or shown.
    pub(crate) truth: Option<Vec<Cell>>,
    pub(crate) pieces: Vec<Mark>,
    /// Kind and cells of each event.
    pub(crate) events: Vec<(u16, Vec<Cell>)>,
    pub(crate) coverage: Vec<Coverage>,
}

/// A piece on a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Mark {
    pub(crate) cell: Cell,
    /// Pieces that belong to a seat stand over those that do not.
    pub(crate) is_mobile: bool,
    pub(crate) kind: u16,
    /// For how many records it was not seen there; 0 for what is there now.
    pub(crate) age: u32,
}

/// The cells about which one channel spoke.
pub(crate) struct Coverage {
    pub(crate) channel: u16,
    pub(crate) is_hit: bool,
    pub(crate) cells: CellSet,
}

impl Stage {
    pub(crate) fn of(header: &Header, record: &Arc<Record>, eyes: Eyes) -> Result<Self, PlotError> {
        let view = eyes.seat.and_then(|seat| record.view(seat));
        let frame = Placing::of(header, view);
        let size = frame.size();
        if size.cells() == 0 {
            return Err(PlotError::NoCells(size));
        }
        let mut terrain = known_terrain(header, view, &frame);
        let mut edges = known_walls(header, view, &frame);
        if let (None, true, Some(truth)) = (eyes.seat, eyes.show_truth, &record.truth) {
            for (cell, kind) in truth.terrain.iter().filter(|(cell, _)| size.contains(*cell)) {
                terrain[size.index(*cell)] = *kind;
            }
            if let Some(walls) = &truth.walls {
                edges = walls.clone();
            }
        }
        let legend = &header.board.legend;
        let wall = terrain.iter().map(|kind| legend.get(usize::from(*kind)).is_some_and(|kind| !kind.passable));
        let mut stage = Self {
            size,
            wall: wall.collect(),
            edges,
            truth: None,
            pieces: Vec::new(),
            events: Vec::new(),
            coverage: view.filter(|_| eyes.show_coverage).map(|view| coverage(view, size)).unwrap_or_default(),
            terrain,
            record: Arc::clone(record),
        };
        stage.place(header, view, &frame, eyes);
        Ok(stage)
    }

    /// Puts truth, pieces and events on their cells.
    fn place(&mut self, header: &Header, view: Option<&View>, frame: &Placing<'_>, eyes: Eyes) {
        let truth = self.record.truth.as_ref().filter(|_| eyes.show_truth);
        let is_mobile = |kind: u16| header.piece_kinds.get(usize::from(kind)).is_some_and(|kind| kind.seat.is_some());
        let mark = |kind, cell, age| Mark { cell, is_mobile: is_mobile(kind), kind, age };
        if let Some(truth) = truth {
            if let Some(target) = eyes.target {
                let mut cells: Vec<Cell> = truth.cells_of(target).filter_map(|cell| frame.frame_cell(cell)).collect();
                cells.sort_unstable();
                // A frame that nobody can place on the board has a truth, but not one that can be drawn.
                self.truth = frame.is_placed().then_some(cells);
            }
            let others = truth.pieces.iter().filter(|piece| Some(piece.kind) != eyes.target);
            self.pieces.extend(others.filter_map(|piece| Some(mark(piece.kind, frame.frame_cell(piece.cell)?, 0))));
        } else if let Some(view) = view {
            let index = self.record.index;
            self.pieces.extend(
                view.pieces
                    .iter()
                    .filter(|known| frame.size().contains(known.piece.cell))
                    .map(|known| mark(known.piece.kind, known.piece.cell, index.saturating_sub(known.seen_at))),
            );
        }
        self.pieces.sort_unstable();
        self.pieces.dedup();
        for event in &self.record.events {
            let noticed = eyes.seat.is_some_and(|seat| event.audience.contains(seat));
            if truth.is_some() || noticed {
                let cells = event.cells.iter().filter_map(|cell| frame.frame_cell(*cell)).collect();
                self.events.push((event.kind, cells));
            }
        }
    }

    pub(crate) fn is_unknown(&self, index: usize) -> bool {
        self.terrain[index] == View::UNKNOWN
    }
}

/// The owner's frame and the board on which it lies.
struct Placing<'a> {
    board: &'a Board,
    frame: Frame,
}

impl<'a> Placing<'a> {
    fn of(header: &'a Header, view: Option<&View>) -> Self {
        let frame = view.map_or(Frame::board(header.board.size), |view| view.frame);
        Self { board: &header.board, frame }
    }

    fn size(&self) -> Size {
        self.frame.size
    }

    fn is_placed(&self) -> bool {
        self.frame.offset.is_some()
    }

    fn frame_cell(&self, cell: Cell) -> Option<Cell> {
        self.frame.of_board(self.board, cell)
    }

    fn board_cell(&self, cell: Cell) -> Option<Cell> {
        self.frame.onto_board(self.board, cell)
    }
}

fn known_terrain(header: &Header, view: Option<&View>, frame: &Placing<'_>) -> Vec<u8> {
    let own = view.and_then(|view| view.terrain.as_ref());
    let at = |index: usize| match own {
        Some(terrain) => terrain.get(index).copied(),
        None => {
            let cell = frame.board_cell(frame.size().cell(index))?;
            header.board.terrain.get(header.board.size.index(cell)).copied()
        }
    };
    (0..frame.size().cells()).map(|index| at(index).unwrap_or(View::UNKNOWN)).collect()
}

fn known_walls(header: &Header, view: Option<&View>, frame: &Placing<'_>) -> Vec<Edge> {
    let public =
        header.board.walls.iter().filter_map(|wall| Some(Edge { cell: frame.frame_cell(wall.cell)?, side: wall.side }));
    let known = view.map_or(&[][..], |view| &view.edges);
    let mut walls: Vec<Edge> = public.chain(known.iter().filter(|known| !known.open).map(|known| known.edge)).collect();
    walls.retain(|wall| {
        let is_inside = frame.size().contains(wall.cell) && matches!(wall.side, Direction::Down | Direction::Right);
        is_inside && !known.iter().any(|known| known.open && known.edge == *wall)
    });
    walls.sort_unstable();
    walls.dedup();
    walls
}

fn coverage(view: &View, size: Size) -> Vec<Coverage> {
    view.signals
        .iter()
        .filter(|signal| signal.outcome != SignalOutcome::Unavailable && !signal.coverage.is_empty())
        .filter(|signal| signal.coverage.size() == size)
        .map(|signal| Coverage {
            channel: signal.channel,
            is_hit: signal.outcome == SignalOutcome::Hit,
            cells: signal.coverage.clone(),
        })
        .collect()
}
