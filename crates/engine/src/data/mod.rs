//! The board as plain data: what a recording holds and what everything above the rules reads.
//!
//! A match is a [`Header`], then one [`Record`] per step (record 0 is the start), then an [`End`]; people add a [`Note`]
//! here and there. These types carry no behaviour of any game. What a redacted or foreign recording may lack is optional.

mod belief;
mod decision;
mod end;
mod header;
mod note;
mod number;
mod record;
mod view;

pub use belief::{Belief, BeliefKey, BeliefKind, ParseKeyError, Quality};
pub use decision::{Candidate, Decision};
pub use end::{End, Outcome};
pub use header::{
    BeliefTarget, Board, Channel, Domain, EventKind, FactDefinition, Hatch, Header, Keep, MessageTemplate,
    Neighbourhood, PieceKind, Rgb, SeatInfo, Setting, Shape, TerrainKind, Tone,
};
pub use note::{Note, NoteId, ParseNoteIdError};
pub use record::{ActionTaken, Draw, Event, Piece, PrivilegedSignal, Record, Truth};
pub use view::{Fact, Frame, KnownEdge, KnownPiece, Message, Signal, SignalOutcome, Value, View};
