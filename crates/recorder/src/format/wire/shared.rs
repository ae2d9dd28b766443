//! Parts that several bodies use.

use bincode::{BorrowDecode, Encode};
use fogreel_engine::{Direction, data};

use super::{Budget, Fault, List, Wire};
use crate::format::grid::Set;

/// A cell.
#[derive(Clone, Copy, Debug, Encode, BorrowDecode)]
pub(crate) struct Cell {
    row: u16,
    col: u16,
}

impl<'a> Wire<'a> for Cell {
    type Data = fogreel_engine::Cell;

    fn of(data: &'a Self::Data) -> Self {
        Self { row: data.row, col: data.col }
    }

    fn into_data(self, _: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(fogreel_engine::Cell::new(self.row, self.col))
    }
}

/// A side of a cell.
#[derive(Clone, Copy, Debug, Encode, BorrowDecode)]
pub(crate) enum Side {
    Up,
    Down,
    Left,
    Right,
}

impl From<Direction> for Side {
    fn from(direction: Direction) -> Self {
        match direction {
            Direction::Up => Self::Up,
            Direction::Down => Self::Down,
            Direction::Left => Self::Left,
            Direction::Right => Self::Right,
        }
    }
}

impl From<Side> for Direction {
    fn from(side: Side) -> Self {
        match side {
            Side::Up => Self::Up,
            Side::Down => Self::Down,
            Side::Left => Self::Left,
            Side::Right => Self::Right,
        }
    }
}

/// The border between a cell and the next one.
#[derive(Clone, Copy, Debug, Encode, BorrowDecode)]
pub(crate) struct Edge {
    cell: Cell,
    side: Side,
}

impl<'a> Wire<'a> for Edge {
    type Data = fogreel_engine::Edge;

    fn of(data: &'a Self::Data) -> Self {
        Self { cell: Cell::of(&data.cell), side: data.side.into() }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(fogreel_engine::Edge { cell: self.cell.into_data(budget)?, side: self.side.into() })
    }
}

/// A name and its value.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Setting<'a> {
    name: &'a str,
    value: &'a str,
}

impl<'a> Wire<'a> for Setting<'a> {
    type Data = data::Setting;

    fn of(data: &'a Self::Data) -> Self {
        Self { name: &data.name, value: &data.value }
    }

    fn into_data(self, _: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(data::Setting::new(self.name, self.value))
    }
}

/// A piece on a cell.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Piece<'a> {
    kind: u16,
    cell: Cell,
    facing: Option<Side>,
    label: &'a str,
}

impl<'a> Wire<'a> for Piece<'a> {
    type Data = data::Piece;

    fn of(data: &'a Self::Data) -> Self {
        Self { kind: data.kind, cell: Cell::of(&data.cell), facing: data.facing.map(Side::from), label: &data.label }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(data::Piece {
            kind: self.kind,
            cell: self.cell.into_data(budget)?,
            facing: self.facing.map(Direction::from),
            label: self.label.to_owned(),
        })
    }
}

/// A value of a fact or message.
#[derive(Encode, BorrowDecode)]
pub(crate) enum Value<'a> {
    Flag(bool),
    Integer(i64),
    Number(f64),
    Ratio(u32, u32),
    Cell(Cell),
    Text(&'a str),
}

impl<'a> Wire<'a> for Value<'a> {
    type Data = data::Value;

    fn of(data: &'a Self::Data) -> Self {
        match data {
            data::Value::Flag(flag) => Self::Flag(*flag),
            data::Value::Integer(number) => Self::Integer(*number),
            data::Value::Number(number) => Self::Number(*number),
            data::Value::Ratio(part, whole) => Self::Ratio(*part, *whole),
            data::Value::Cell(cell) => Self::Cell(Cell::of(cell)),
            data::Value::Text(text) => Self::Text(text),
        }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(match self {
            Self::Flag(flag) => data::Value::Flag(flag),
            Self::Integer(number) => data::Value::Integer(number),
            Self::Number(number) => data::Value::Number(number),
            Self::Ratio(part, whole) => data::Value::Ratio(part, whole),
            Self::Cell(cell) => data::Value::Cell(cell.into_data(budget)?),
            Self::Text(text) => data::Value::Text(text.to_owned()),
        })
    }
}

/// What a channel said.
#[derive(Clone, Copy, Debug, Encode, BorrowDecode)]
pub(crate) enum SignalOutcome {
    Hit,
    Miss,
    Unavailable,
}

/// What one channel said in one record.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Signal<'a> {
    pub(super) channel: u16,
    outcome: SignalOutcome,
    pub(super) rows: u16,
    pub(super) cols: u16,
    pub(super) coverage: Set<'a>,
    cells: List<'a, Cell>,
}

impl<'a> Wire<'a> for Signal<'a> {
    type Data = data::Signal;

    fn of(data: &'a Self::Data) -> Self {
        Self {
            channel: data.channel,
            outcome: match data.outcome {
                data::SignalOutcome::Hit => SignalOutcome::Hit,
                data::SignalOutcome::Miss => SignalOutcome::Miss,
                data::SignalOutcome::Unavailable => SignalOutcome::Unavailable,
            },
            rows: data.coverage.size().rows,
            cols: data.coverage.size().cols,
            coverage: Set::of(&data.coverage),
            cells: List::of(&data.cells),
        }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(data::Signal {
            channel: self.channel,
            outcome: match self.outcome {
                SignalOutcome::Hit => data::SignalOutcome::Hit,
                SignalOutcome::Miss => data::SignalOutcome::Miss,
                SignalOutcome::Unavailable => data::SignalOutcome::Unavailable,
            },
            coverage: self.coverage.set("coverage", super::checked_size(self.rows, self.cols)?, budget)?,
            cells: self.cells.into_data(budget)?,
        })
    }
}
