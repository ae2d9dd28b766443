//! The view of one seat, schema 1 of RECORD.

use bincode::{BorrowDecode, Encode};
use fogreel_engine::{Seat, data};

use super::shared::{Edge, Piece, Signal, Value};
use super::{Budget, Fault, List, Wire, checked_size};
use crate::format::grid::{Grid, Set};

/// The view of one seat.
#[derive(Encode, BorrowDecode)]
pub(crate) struct View<'a> {
    pub(super) seat: u8,
    pub(super) rows: u16,
    pub(super) cols: u16,
    offset: Option<[i32; 2]>,
    pub(super) terrain: Option<Grid<'a, u8>>,
    edges: List<'a, KnownEdge>,
    pub(super) visible: Set<'a>,
    pub(super) last_seen: Grid<'a, u32>,
    pieces: List<'a, KnownPiece<'a>>,
    pub(super) signals: List<'a, Signal<'a>>,
    facts: List<'a, Fact<'a>>,
    messages: List<'a, Message<'a>>,
}

impl<'a> Wire<'a> for View<'a> {
    type Data = data::View;

    fn of(data: &'a Self::Data) -> Self {
        Self {
            seat: data.seat.0,
            rows: data.frame.size.rows,
            cols: data.frame.size.cols,
            offset: data.frame.offset,
            terrain: data.terrain.as_deref().map(Grid::of),
            edges: List::of(&data.edges),
            visible: Set::of(&data.visible),
            last_seen: Grid::of(&data.last_seen),
            pieces: List::of(&data.pieces),
            signals: List::of(&data.signals),
            facts: List::of(&data.facts),
            messages: List::of(&data.messages),
        }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        let size = checked_size(self.rows, self.cols)?;
        let cells = size.cells();
        let terrain = self.terrain.map(|terrain| terrain.values("view.terrain", cells, budget)).transpose()?;
        Ok(data::View {
            seat: Seat(self.seat),
            frame: data::Frame { size, offset: self.offset },
            terrain,
            edges: self.edges.into_data(budget)?,
            visible: self.visible.set("view.visible", size, budget)?,
            last_seen: self.last_seen.values("view.last_seen", cells, budget)?,
            pieces: self.pieces.into_data(budget)?,
            signals: self.signals.into_data(budget)?,
            facts: self.facts.into_data(budget)?,
            messages: self.messages.into_data(budget)?,
        })
    }
}

/// An edge that a seat knows about.
#[derive(Clone, Copy, Debug, Encode, BorrowDecode)]
pub(crate) struct KnownEdge {
    edge: Edge,
    open: bool,
}

impl<'a> Wire<'a> for KnownEdge {
    type Data = data::KnownEdge;

    fn of(data: &'a Self::Data) -> Self {
        Self { edge: Edge::of(&data.edge), open: data.open }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(data::KnownEdge { edge: self.edge.into_data(budget)?, open: self.open })
    }
}

/// A piece and when it was last seen.
#[derive(Encode, BorrowDecode)]
pub(crate) struct KnownPiece<'a> {
    piece: Piece<'a>,
    seen_at: u32,
}

impl<'a> Wire<'a> for KnownPiece<'a> {
    type Data = data::KnownPiece;

    fn of(data: &'a Self::Data) -> Self {
        Self { piece: Piece::of(&data.piece), seen_at: data.seen_at }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(data::KnownPiece { piece: self.piece.into_data(budget)?, seen_at: self.seen_at })
    }
}

/// A fact and its value.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Fact<'a> {
    fact: u16,
    value: Value<'a>,
}

impl<'a> Wire<'a> for Fact<'a> {
    type Data = data::Fact;

    fn of(data: &'a Self::Data) -> Self {
        Self { fact: data.fact, value: Value::of(&data.value) }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(data::Fact { fact: self.fact, value: self.value.into_data(budget)? })
    }
}

/// A sentence of the header with its arguments.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Message<'a> {
    template: u16,
    arguments: List<'a, Value<'a>>,
}

impl<'a> Wire<'a> for Message<'a> {
    type Data = data::Message;

    fn of(data: &'a Self::Data) -> Self {
        Self { template: data.template, arguments: List::of(&data.arguments) }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(data::Message { template: self.template, arguments: self.arguments.into_data(budget)? })
    }
}
