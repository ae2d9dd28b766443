//! NOTE, schema 1.

use bincode::{BorrowDecode, Encode};
use fogreel_engine::{Seat, data};

use super::shared::Cell;
use super::{Budget, Fault, Wire};
use crate::NoteChange;

/// The body.
#[derive(Encode, BorrowDecode)]
pub(crate) enum Note<'a> {
    Put {
        id: u64,
        line: u32,
        record: u32,
        cell: Option<Cell>,
        viewpoint: Viewpoint,
        author: Option<&'a str>,
        text: &'a str,
        created_unix_ms: Option<u64>,
    },
    Delete {
        id: u64,
    },
}

/// Who looked.
#[derive(Clone, Copy, Debug, Encode, BorrowDecode)]
pub(crate) enum Viewpoint {
    Referee,
    Seat(u8),
}

impl<'a> Wire<'a> for Note<'a> {
    type Data = NoteChange;

    fn of(data: &'a Self::Data) -> Self {
        match data {
            NoteChange::Put(note) => Self::Put {
                id: note.id.0,
                line: note.line,
                record: note.record,
                cell: note.cell.as_ref().map(Cell::of),
                viewpoint: match note.viewpoint {
                    fogreel_engine::Viewpoint::Referee => Viewpoint::Referee,
                    fogreel_engine::Viewpoint::Seat(seat) => Viewpoint::Seat(seat.0),
                },
                author: note.author.as_deref(),
                text: &note.text,
                created_unix_ms: note.created_unix_ms,
            },
            NoteChange::Delete(id) => Self::Delete { id: id.0 },
        }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(match self {
            Self::Put { id, line, record, cell, viewpoint, author, text, created_unix_ms } => {
                NoteChange::Put(data::Note {
                    id: data::NoteId(id),
                    line,
                    record,
                    cell: cell.map(|cell| cell.into_data(budget)).transpose()?,
                    viewpoint: match viewpoint {
                        Viewpoint::Referee => fogreel_engine::Viewpoint::Referee,
                        Viewpoint::Seat(seat) => fogreel_engine::Viewpoint::Seat(Seat(seat)),
                    },
                    author: author.map(str::to_owned),
                    text: text.to_owned(),
                    created_unix_ms,
                })
            }
            Self::Delete { id } => NoteChange::Delete(data::NoteId(id)),
        })
    }
}
