//! One row a match.

use fogreel_analysis::perspective::redacted_to;
use fogreel_engine::Seat;

use super::{Shared, Source, settings};
use crate::schema::{Column, flag, integer, text};
use crate::{Batch, Value};

pub(crate) const COLUMNS: &[Column] = &[
    text("file", "the recording, as it was named"),
    text("game", "id of the game"),
    integer("rules_version", "version of its rules"),
    text("preset", "preset of the rules"),
    text("knobs", "all rule knobs, `name=value` joined by `;`"),
    text("map", "name of the map"),
    integer("rows", "rows of the board"),
    integer("cols", "columns of the board"),
    text("seed", "seed of all random numbers; text, since it takes all of 64 bits"),
    text("seats", "ids of the seats in their order, joined by `;`"),
    text("agents", "who plays, `seat=agent:setting=value` joined by `;`, as `record --agent` takes it"),
    text("winners", "ids of the seats that won, joined by `;`; empty text in a draw"),
    flag("is_draw", "whether nobody won"),
    text("reason", "id of how it ended"),
    text("outcome", "how it ended, in words"),
    integer("turns", "turns played, as people count them"),
    integer("records", "records, the start among them"),
    flag("is_complete", "whether the recording holds the end of the match"),
    flag("is_redacted", "whether it holds one seat's knowledge alone"),
    text("writer", "the program that wrote it"),
    integer("created_unix_ms", "when, in milliseconds since 1970"),
];

pub(super) fn append(batch: &mut Batch, shared: &Shared<'_>, source: &Source<'_>) {
    let header = &shared.header;
    let agent =
        |(seat, id): (usize, &std::sync::Arc<str>)| shared.agent(Seat(seat as u8)).map(|agent| format!("{id}={agent}"));
    let agents: Vec<String> = shared.seats.iter().enumerate().filter_map(agent).collect();
    let end = source.timeline.end();
    let last = source.timeline.len().checked_sub(1).and_then(|last| source.timeline.summary(last));
    let outcome = shared.outcome.as_deref();
    batch.push([
        (&shared.file).into(),
        header.game.as_str().into(),
        header.rules_version.into(),
        header.preset.as_str().into(),
        settings(&header.knobs).into(),
        header.map.as_str().into(),
        u32::from(header.board.size.rows).into(),
        u32::from(header.board.size.cols).into(),
        header.seed.map(|seed| seed.to_string()).into(),
        shared.seats.join(";").into(),
        agents.join(";").into(),
        outcome.map(|outcome| shared.seats(outcome.winners)).into(),
        outcome.map(|outcome| outcome.winners.is_empty()).into(),
        outcome.map(|outcome| outcome.reason.as_str()).into(),
        outcome.map(|outcome| outcome.text.as_str()).into(),
        end.map(|end| end.turns).or_else(|| last.map(|summary| summary.turn)).into(),
        source.timeline.len().into(),
        end.is_some().into(),
        redacted_to(source.timeline.header()).is_some().into(),
        header.writer.as_str().into(),
        header.created_unix_ms.map_or(Value::Null, |ms| Value::Integer(i64::try_from(ms).unwrap_or(i64::MAX))),
    ]);
}
