//! What of a record is written.

use std::borrow::Cow;

use fogreel_engine::Record;
use fogreel_engine::data::Keep;

/// The less of two.
pub(crate) fn lesser(one: Keep, other: Keep) -> Keep {
    match (one, other) {
        (Keep::Moves, _) | (_, Keep::Moves) => Keep::Moves,
        (Keep::Views, _) | (_, Keep::Views) => Keep::Views,
        (Keep::Full, Keep::Full) => Keep::Full,
    }
}

/// The record without what is not kept.
pub(crate) fn kept(record: &Record, keep: Keep) -> Cow<'_, Record> {
    if keep == Keep::Full {
        return Cow::Borrowed(record);
    }
    let keeps_views = keep == Keep::Views;
    Cow::Owned(Record {
        index: record.index,
        turn: record.turn,
        round: record.round,
        actions: record.actions.clone(),
        decisions: Vec::new(),
        chance: record.chance.clone(),
        events: record.events.clone(),
        truth: record.truth.clone().filter(|_| keeps_views),
        views: if keeps_views { record.views.clone() } else { Vec::new() },
        privileged: if keeps_views { record.privileged.clone() } else { Vec::new() },
        beliefs: Vec::new(),
        to_act: record.to_act,
        state_hash: record.state_hash.filter(|_| keeps_views),
    })
}
