//! One row a record.

use fogreel_engine::Record;

use super::Shared;
use crate::Batch;
use crate::schema::{Column, integer, text};

pub(crate) const COLUMNS: &[Column] = &[
    text("file", "the recording, as it was named"),
    integer("record", "position in the match; 0 is the start"),
    integer("turn", "the turn that people count"),
    integer("round", "the round that people count"),
    text("actions", "what led to it, `seat:action` joined by `;`"),
    text("chance", "what was drawn, `stream=outcome` joined by `;`"),
    text("events", "ids of what happened, joined by `;`"),
    text("to_act", "ids of the seats that act next, joined by `;`"),
    text("pieces", "where everything truly is, `piece@row,col` joined by `;`"),
    text("state_hash", "hash of the state, sixteen hexadecimal digits"),
];

pub(super) fn append(batch: &mut Batch, shared: &Shared<'_>, record: &Record) {
    let header = &shared.header;
    let joined = |parts: Vec<String>| parts.join(";");
    let actions = record.actions.iter().map(|taken| {
        let seat = shared.seat(taken.seat).map_or("", AsRef::as_ref);
        format!("{seat}:{}", taken.action)
    });
    let events = record.events.iter().filter_map(|event| header.event_kinds.get(usize::from(event.kind)));
    let pieces = record.truth.as_ref().map(|truth| {
        let piece = |piece: &fogreel_engine::data::Piece| {
            let kind = header.piece_kinds.get(usize::from(piece.kind)).map_or("", |kind| kind.id.as_str());
            format!("{kind}@{}", piece.cell)
        };
        joined(truth.pieces.iter().map(piece).collect())
    });
    batch.push([
        (&shared.file).into(),
        record.index.into(),
        record.turn.into(),
        record.round.into(),
        joined(actions.collect()).into(),
        joined(record.chance.iter().map(|draw| format!("{}={}", draw.stream, draw.outcome)).collect()).into(),
        joined(events.map(|kind| kind.id.clone()).collect()).into(),
        shared.seats(record.to_act).into(),
        pieces.into(),
        record.state_hash.map(|hash| format!("{hash:016x}")).into(),
    ]);
}
