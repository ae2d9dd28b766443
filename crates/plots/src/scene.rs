//! What one record has to show of one belief, in the coordinates of its owner.

use std::sync::Arc;

use fogreel_analysis::metrics::{effective_cells, entropy_bits, surprisal_bits};
use fogreel_engine::data::{Belief, BeliefKey, BeliefKind, BeliefTarget, Board, Domain, Frame, SignalOutcome, View};
use fogreel_engine::{Cell, CellSet, Direction, Edge, Header, Record, Seat, Size};
use fogreel_recorder::Timeline;

use crate::PlotError;
use crate::options::HeatmapOptions;

/// The belief of a figure: what is the same in all its records.
pub(crate) struct Subject<'a> {
    pub(crate) header: &'a Header,
    pub(crate) key: &'a BeliefKey,
    pub(crate) target: &'a BeliefTarget,
    pub(crate) owner: Option<Seat>,
}

impl<'a> Subject<'a> {
    pub(crate) fn find(
        timeline: &'a Timeline,
        key: &'a BeliefKey,
        options: &HeatmapOptions,
    ) -> Result<Self, PlotError> {
        let header = timeline.header();
        let target = header
            .targets
            .iter()
            .find(|target| target.id == key.target)
            .ok_or_else(|| PlotError::UnknownTarget { key: key.clone() })?;
        let unsupported = |domain| PlotError::Unsupported { key: key.clone(), domain };
        // With the truth hidden a figure says no more than the seat may know; what the agent made of more is refused.
        let is_privileged = header.seats.iter().any(|seat| seat.id == key.owner && seat.reads_privileged);
        if is_privileged && !options.show_truth && !key.source.starts_with("reference:") {
            return Err(PlotError::Privileged { key: key.clone() });
        }
        match target.domain {
            Domain::Cells => Ok(Self { header, key, target, owner: header.seat(&key.owner) }),
            Domain::Edges => Err(unsupported("edges")),
            Domain::Labels(_) => Err(unsupported("labels")),
        }
    }
}

/// One record of the belief.
pub(crate) struct Scene {
    pub(crate) record: Arc<Record>,
    pub(crate) belief: Belief,
    /// Rows and columns of the owner's frame.
    pub(crate) size: Size,
    /// Terrain per cell as the owner knows it: a position in the legend, or [`View::UNKNOWN`].
    pub(crate) terrain: Vec<u8>,
    /// Per cell, whether that terrain stops pieces.
    pub(crate) wall: Vec<bool>,
    /// Walls between cells that the owner knows, sorted.
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
    /// Whether it was only seen there in an earlier record.
    pub(crate) is_ghost: bool,
}

/// The cells about which one channel spoke.
pub(crate) struct Coverage {
    pub(crate) channel: u16,
    pub(crate) is_hit: bool,
    pub(crate) cells: CellSet,
}

impl Scene {
    pub(crate) fn read(
        timeline: &Timeline,
        index: usize,
        subject: &Subject<'_>,
        options: &HeatmapOptions,
    ) -> Result<Self, PlotError> {
        let record = timeline.record(index)?;
        let belief = record.belief(subject.key).cloned().ok_or_else(|| PlotError::NoBelief {
            record: index,
            key: subject.key.clone(),
            present: record.beliefs.iter().map(|belief| belief.key.clone()).collect(),
        })?;
        let header = subject.header;
        let view = subject.owner.and_then(|seat| record.view(seat));
        let frame = Placing::of(header, view);
        let size = frame.size();
        if size.cells() == 0 {
            return Err(PlotError::NoCells(size));
        }
        let found = belief.values().len();
        if found != size.cells() {
            return Err(PlotError::WrongLength {
                record: index,
                key: subject.key.clone(),
                expected: size.cells(),
                found,
            });
        }
        let terrain = known_terrain(header, view, &frame);
        let legend = &header.board.legend;
        let wall = terrain.iter().map(|kind| legend.get(usize::from(*kind)).is_some_and(|kind| !kind.passable));
        let mut scene = Self {
            size,
            wall: wall.collect(),
            edges: known_walls(header, view, &frame),
            truth: None,
            pieces: Vec::new(),
            events: Vec::new(),
            coverage: view.filter(|_| options.show_coverage).map(|view| coverage(view, size)).unwrap_or_default(),
            terrain,
            belief,
            record: Arc::clone(&record),
        };
        scene.place(subject, view, &frame, options.show_truth);
        Ok(scene)
    }

    /// Puts truth, pieces and events on their cells.
    fn place(&mut self, subject: &Subject<'_>, view: Option<&View>, frame: &Placing, show_truth: bool) {
        let truth = self.record.truth.as_ref().filter(|_| show_truth);
        let is_mobile =
            |kind: u16| subject.header.piece_kinds.get(usize::from(kind)).is_some_and(|kind| kind.seat.is_some());
        let mark = |kind, cell, is_ghost| Mark { cell, is_mobile: is_mobile(kind), kind, is_ghost };
        if let Some(truth) = truth {
            if let Some(target) = subject.target.piece_kind {
                let mut cells: Vec<Cell> = truth.cells_of(target).filter_map(|cell| frame.frame_cell(cell)).collect();
                cells.sort_unstable();
                // A frame that nobody can place on the board has a truth, but not one that can be drawn.
                self.truth = frame.is_placed().then_some(cells);
            }
            let others = truth.pieces.iter().filter(|piece| Some(piece.kind) != subject.target.piece_kind);
            self.pieces.extend(others.filter_map(|piece| Some(mark(piece.kind, frame.frame_cell(piece.cell)?, false))));
        } else if let Some(view) = view {
            self.pieces.extend(
                view.pieces
                    .iter()
                    .filter(|known| frame.size().contains(known.piece.cell))
                    .map(|known| mark(known.piece.kind, known.piece.cell, known.seen_at < self.record.index)),
            );
        }
        self.pieces.sort_unstable();
        self.pieces.dedup();
        for event in &self.record.events {
            let noticed = subject.owner.is_some_and(|owner| event.audience.contains(owner));
            if truth.is_some() || noticed {
                let cells = event.cells.iter().filter_map(|cell| frame.frame_cell(*cell)).collect();
                self.events.push((event.kind, cells));
            }
        }
    }

    pub(crate) fn values(&self) -> &[f64] {
        self.belief.values()
    }

    pub(crate) fn is_unknown(&self, index: usize) -> bool {
        self.terrain[index] == View::UNKNOWN
    }

    /// Probability of the truth, if it is one single cell and the belief is about one.
    pub(crate) fn p_truth(&self) -> Option<f64> {
        match (&self.belief.kind, self.truth.as_deref()?) {
            (BeliefKind::Categorical(values), &[cell]) => values.get(self.size.index(cell)).copied(),
            _ => None,
        }
    }

    /// Measures of the belief in words: how wide it is, and what it says about the truth.
    pub(crate) fn measures(&self) -> [String; 2] {
        let number = crate::text::number;
        let BeliefKind::Categorical(values) = &self.belief.kind else {
            let total: f64 = self.values().iter().filter(|value| value.is_finite()).sum();
            return [format!("total {}", number(total)), String::new()];
        };
        let entropy = entropy_bits(values);
        let width = format!("entropy {} bits", number(entropy));
        let truth = match self.p_truth() {
            Some(0.0) => "P(truth) 0: excluded".to_owned(),
            Some(p) => format!("P(truth) {}", number(p)),
            None => String::new(),
        };
        [width, truth]
    }

    /// More measures, for figures with room.
    pub(crate) fn further_measures(&self) -> Vec<String> {
        let number = crate::text::number;
        let BeliefKind::Categorical(values) = &self.belief.kind else { return Vec::new() };
        let cells = effective_cells(entropy_bits(values));
        let mut measures = vec![format!("effective cells {}", number(cells))];
        let surprisal = self.p_truth().and_then(surprisal_bits);
        measures.extend(surprisal.map(|bits| format!("surprisal {} bits", number(bits))));
        measures
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
