//! One step of a match.

use serde::{Deserialize, Serialize};

use super::{Belief, Decision, Domain, Frame, Signal, View};
use crate::{Cell, Direction, Edge, Header, Seat, SeatSet};

/// One entry of a match. Record 0 is the start: no action, but truth, views and beliefs before the first decision.
///
/// Record *t* ≥ 1 reads in this order: decision (made from record *t* − 1) → actions → chance → events → truth → what
/// every seat senses *after* it, with the views and beliefs that follow. Sensing triggered by an action belongs to that
/// action's record. A belief in record *t* is about the truth in record *t*.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Position in the match; 0 is the start.
    pub index: u32,
    /// Turn that people count, in the game's own sense.
    pub turn: u32,
    /// Round that people count.
    pub round: u32,
    /// What was done: several entries for joint or simultaneous moves, none for pure chance or the start.
    pub actions: Vec<ActionTaken>,
    /// How those who acted came to their action.
    pub decisions: Vec<Decision>,
    /// Every chance draw, in order.
    pub chance: Vec<Draw>,
    /// What happened.
    pub events: Vec<Event>,
    /// The truth after the step; `None` in a redacted or foreign recording.
    pub truth: Option<Truth>,
    /// One view per seat that the recording covers.
    pub views: Vec<View>,
    /// What agents read without right in this record (channels marked privileged); never part of a view.
    pub privileged: Vec<PrivilegedSignal>,
    /// Beliefs about this record's truth.
    pub beliefs: Vec<Belief>,
    /// Who acts next; nobody at a chance node or after the end.
    pub to_act: SeatSet,
    /// Hash of the state ([`fnv1a`](crate::fnv1a) of its canonical bytes). In text it is sixteen hexadecimal digits, since many
    /// readers of JSON lose the last digits of large numbers.
    #[serde(with = "hex")]
    pub state_hash: Option<u64>,
}

impl Record {
    /// The view of a seat.
    pub fn view(&self, seat: Seat) -> Option<&View> {
        self.views.iter().find(|view| view.seat == seat)
    }

    /// The belief with that key.
    pub fn belief(&self, key: &super::BeliefKey) -> Option<&Belief> {
        self.beliefs.iter().find(|belief| belief.key == *key)
    }

    /// The frame in which a seat's beliefs live: that of its view, or the board where the record holds no view of it.
    pub fn frame_of(&self, header: &Header, seat: Seat) -> Frame {
        self.view(seat).map_or(Frame::board(header.board.size), |view| view.frame)
    }

    /// The cells that are true of a belief's target, in the owner's frame; `None` where the truth is not known or the
    /// belief is not about cells.
    pub fn true_cells(&self, header: &Header, key: &super::BeliefKey) -> Option<Vec<Cell>> {
        let target = header.targets.iter().find(|target| target.id == key.target)?;
        if target.domain != Domain::Cells {
            return None;
        }
        let frame = self.frame_of(header, header.seat(&key.owner)?);
        Some(
            self.truth
                .as_ref()?
                .cells_of(target.piece_kind?)
                .filter_map(|cell| frame.of_board(&header.board, cell))
                .collect(),
        )
    }

    /// Position, in a belief over cells, of the single cell that is true; `None` if there is not exactly one.
    pub fn true_element(&self, header: &Header, key: &super::BeliefKey) -> Option<usize> {
        let cells = self.true_cells(header, key)?;
        let frame = self.frame_of(header, header.seat(&key.owner)?);
        match cells.as_slice() {
            [cell] => Some(frame.size.index(*cell)),
            _ => None,
        }
    }
}

/// An action and who took it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ActionTaken {
    /// Who acted.
    pub seat: Seat,
    /// The action in the game's notation.
    pub action: String,
}

/// A random outcome.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Draw {
    /// Owner and purpose, such as `nature/spawn`.
    pub stream: String,
    /// Number of the outcome; what a replay applies. (The start is replayed from the header's setup instead.)
    pub index: u64,
    /// The outcome in words.
    pub outcome: String,
    /// Its probability; `None` where it was not computed.
    pub probability: Option<f64>,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// Position in the header's event kinds.
    pub kind: u16,
    /// Where.
    pub cells: Vec<Cell>,
    /// Who notices it; the referee always does.
    pub audience: SeatSet,
}

/// The true position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Truth {
    /// All pieces on the board.
    pub pieces: Vec<Piece>,
    /// Cells whose terrain differs from the header's board, with their kind.
    pub terrain: Vec<(Cell, u8)>,
    /// All walls between cells, if they differ from the header's board.
    pub walls: Option<Vec<Edge>>,
}

impl Truth {
    /// The cells of all pieces of a kind.
    pub fn cells_of(&self, kind: u16) -> impl Iterator<Item = Cell> {
        self.pieces.iter().filter(move |piece| piece.kind == kind).map(|piece| piece.cell)
    }
}

/// A piece on a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// Position in the header's piece kinds.
    pub kind: u16,
    /// Where it stands.
    pub cell: Cell,
    /// Where it looks.
    pub facing: Option<Direction>,
    /// Anything else worth a word, such as what it carries; may be empty.
    pub label: String,
}

/// A signal on a privileged channel, and whose agent read it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PrivilegedSignal {
    /// Who read it.
    pub seat: Seat,
    /// What it said.
    pub signal: Signal,
}

/// A hash as text.
mod hex {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(hash: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
        match hash {
            Some(hash) => serializer.collect_str(&format_args!("{hash:016x}")),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
        let text: Option<String> = Option::deserialize(deserializer)?;
        let parse = |text: String| {
            u64::from_str_radix(&text, 16)
                .map_err(|_| serde::de::Error::custom(format!("expected sixteen hexadecimal digits, found `{text}`")))
        };
        text.map(parse).transpose()
    }
}
