//! One row a record, seat and channel that spoke.

use fogreel_engine::data::{Signal, SignalOutcome};
use fogreel_engine::{Record, Seat};

use super::Shared;
use crate::Batch;
use crate::schema::{Column, flag, integer, text};

pub(crate) const COLUMNS: &[Column] = &[
    text("file", "the recording, as it was named"),
    integer("record", "position in the match; 0 is the start"),
    integer("turn", "the turn that people count"),
    text("seat", "id of the seat that was told"),
    text("channel", "id of the channel"),
    flag(
        "is_privileged",
        "whether the seat's agent reads it without right; such signals are no part of what the seat knows",
    ),
    text("outcome", "`hit`, `miss` or `unavailable`"),
    integer("covered_cells", "cells that the signal speaks about"),
    text("cells", "where something was found, `row,col` joined by `;`, in the seat's own frame"),
];

pub(super) fn append(batch: &mut Batch, shared: &Shared<'_>, record: &Record) {
    for view in &record.views {
        view.signals.iter().for_each(|signal| push(batch, shared, record, view.seat, signal, false));
    }
    for privileged in &record.privileged {
        push(batch, shared, record, privileged.seat, &privileged.signal, true);
    }
}

fn push(batch: &mut Batch, shared: &Shared<'_>, record: &Record, seat: Seat, signal: &Signal, is_privileged: bool) {
    let channel = shared.header.channels.get(usize::from(signal.channel));
    let outcome = match signal.outcome {
        SignalOutcome::Hit => "hit",
        SignalOutcome::Miss => "miss",
        SignalOutcome::Unavailable => "unavailable",
    };
    let cells: Vec<String> = signal.cells.iter().map(ToString::to_string).collect();
    batch.push([
        (&shared.file).into(),
        record.index.into(),
        record.turn.into(),
        shared.seat(seat).into(),
        channel.map(|channel| channel.id.as_str()).into(),
        is_privileged.into(),
        outcome.into(),
        signal.coverage.len().into(),
        cells.join(";").into(),
    ]);
}
