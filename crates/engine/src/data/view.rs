//! What one seat knows: its own frame, fog, known pieces, and what its senses said.

use serde::{Deserialize, Serialize};

use super::{Board, Piece};
use crate::{Cell, CellSet, Edge, Seat, Size};

/// The view of one seat: a function of its knowledge alone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// The seat's own frame; cells of this view are cells of this frame.
    pub frame: Frame,
    /// Terrain as the seat knows it, row-major, positions in the board's legend, [`View::UNKNOWN`] where it knows none;
    /// `None` when it is the public board.
    pub terrain: Option<Vec<u8>>,
    /// Edges of which the seat knows more than the public board says, sorted.
    pub edges: Vec<KnownEdge>,
    /// Cells in which the seat would have noticed a rival's piece in this record.
    pub visible: CellSet,
    /// Per cell, row-major: 0 if never visible, else 1 + the record in which it last was.
    pub last_seen: Vec<u32>,
    /// Pieces that it knows of, its own among them.
    pub pieces: Vec<KnownPiece>,
    /// What each of its channels said in this record; a miss is evidence.
    pub signals: Vec<Signal>,
    /// Facts about its situation.
    pub facts: Vec<Fact>,
    /// Sentences addressed to it.
    pub messages: Vec<Message>,
}

impl View {
    /// Terrain of a cell that the seat does not know.
    pub const UNKNOWN: u8 = u8::MAX;
}

/// A seat's own coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// Rows and columns of the frame.
    pub size: Size,
    /// `[row, column]` of the frame's (0, 0) on the board; `None` when the seat does not know where it is.
    pub offset: Option<[i32; 2]>,
}

impl Frame {
    /// A frame that is the board.
    pub const fn board(size: Size) -> Self {
        Self { size, offset: Some([0, 0]) }
    }

    /// Where a cell of the board lies in the frame; `None` outside it, or when the seat does not know where it is.
    pub fn of_board(&self, board: &Board, cell: Cell) -> Option<Cell> {
        let [row, col] = self.offset?;
        let place = |at: u16, offset: i32, extent: u16| moved(at, offset.checked_neg()?, extent, board.wrap);
        let cell = Cell::new(place(cell.row, row, board.size.rows)?, place(cell.col, col, board.size.cols)?);
        self.size.contains(cell).then_some(cell)
    }

    /// Where a cell of the frame lies on the board; `None` outside it, or when the seat does not know where it is.
    pub fn onto_board(&self, board: &Board, cell: Cell) -> Option<Cell> {
        let [row, col] = self.offset?;
        let place = |at: u16, offset: i32, extent: u16| moved(at, offset, extent, board.wrap);
        let cell = Cell::new(place(cell.row, row, board.size.rows)?, place(cell.col, col, board.size.cols)?);
        board.size.contains(cell).then_some(cell)
    }
}

/// A coordinate moved by an offset; around the border where the board is joined there.
fn moved(at: u16, offset: i32, extent: u16, wraps: bool) -> Option<u16> {
    let moved = i32::from(at).checked_add(offset)?;
    u16::try_from(if wraps && extent > 0 { moved.rem_euclid(i32::from(extent)) } else { moved }).ok()
}

/// An edge that a seat knows about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct KnownEdge {
    /// Which edge.
    pub edge: Edge,
    /// Whether one can pass it.
    pub open: bool,
}

/// A piece and as of when it is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KnownPiece {
    /// The piece as it was then.
    pub piece: Piece,
    /// Latest record in which the seat knows it to be there: this one for what is in sight now and for what cannot move.
    /// Older ones are ghosts.
    pub seen_at: u32,
}

/// What one channel said in one record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Signal {
    /// Position in the header's channels.
    pub channel: u16,
    /// Hit, miss, or not sensed.
    pub outcome: SignalOutcome,
    /// The cells about which the signal speaks: a miss says "in none of them", a hit "in one of them". Empty where a miss
    /// rules out no cell by itself, as silence does not.
    pub coverage: CellSet,
    /// The exact cells of a hit, where the channel tells them.
    pub cells: Vec<Cell>,
}

/// What a channel said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SignalOutcome {
    /// Something was there.
    Hit,
    /// Nothing was there: evidence, too.
    Miss,
    /// The channel did not sense in this record: no evidence.
    Unavailable,
}

/// A fact and its value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fact {
    /// Position in the header's fact definitions.
    pub fact: u16,
    /// Its value.
    pub value: Value,
}

/// A sentence of the header with its arguments.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Message {
    /// Position in the header's message templates.
    pub template: u16,
    /// What stands for `{0}`, `{1}`, ….
    pub arguments: Vec<Value>,
}

/// A value of a fact or message.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Integer(i64),
    /// A real number.
    Number(#[serde(with = "super::number")] f64),
    /// So many of so many.
    Ratio(u32, u32),
    /// A cell.
    Cell(Cell),
    /// Text.
    Text(String),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Flag(true) => f.write_str("yes"),
            Self::Flag(false) => f.write_str("no"),
            Self::Integer(value) => write!(f, "{value}"),
            Self::Number(value) => write!(f, "{value}"),
            Self::Ratio(part, whole) => write!(f, "{part}/{whole}"),
            Self::Cell(cell) => write!(f, "({cell})"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Message {
    /// The sentence with its arguments filled in; places without an argument stay as they are.
    pub fn render(&self, template: &str) -> String {
        // One pass, so that braces in an argument stay what they are.
        let mut text = String::with_capacity(template.len());
        let mut rest = template;
        while let Some((before, behind)) = rest.split_once('{') {
            text.push_str(before);
            let place = behind.split_once('}').and_then(|(place, after)| Some((place.parse::<usize>().ok()?, after)));
            match place.and_then(|(place, after)| Some((self.arguments.get(place)?, after))) {
                Some((value, after)) => {
                    text.push_str(&value.to_string());
                    rest = after;
                }
                None => {
                    text.push('{');
                    rest = behind;
                }
            }
        }
        text.push_str(rest);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Neighbourhood;

    fn board(wrap: bool) -> Board {
        let size = Size::new(4, 6);
        Board { size, neighbourhood: Neighbourhood::Four, wrap, terrain: vec![0; 24], legend: vec![], walls: vec![] }
    }

    #[test]
    fn frames_and_board_map_onto_each_other() {
        let frame = Frame { size: Size::new(2, 3), offset: Some([1, -1]) };
        assert_eq!(frame.of_board(&board(false), Cell::new(1, 0)), Some(Cell::new(0, 1)));
        assert_eq!(frame.onto_board(&board(false), Cell::new(0, 1)), Some(Cell::new(1, 0)));
        assert_eq!(frame.onto_board(&board(false), Cell::new(0, 0)), None, "left of the board");
        assert_eq!(frame.of_board(&board(false), Cell::new(3, 0)), None, "below the frame");
        assert_eq!(Frame { offset: None, ..frame }.of_board(&board(false), Cell::new(1, 0)), None);
    }

    #[test]
    fn arguments_stand_for_themselves() {
        let say = |arguments: &[&str], template: &str| {
            let arguments = arguments.iter().map(|text| Value::Text((*text).to_owned())).collect();
            Message { template: 0, arguments }.render(template)
        };
        assert_eq!(say(&["{1}", "x"], "{0} {1}"), "{1} x");
        assert_eq!(say(&["x"], "{0}, {1}, {, {a}"), "x, {1}, {, {a}");
    }

    #[test]
    fn joined_borders_lead_around() {
        let frame = Frame { size: Size::new(4, 6), offset: Some([3, 5]) };
        for cell in frame.size.iter() {
            let there = frame.onto_board(&board(true), cell).expect("everywhere");
            assert_eq!(frame.of_board(&board(true), there), Some(cell));
        }
    }
}
