//! What happened in one record, for timelines.

use fogreel_engine::data::Event;
use fogreel_engine::{Cell, SeatSet};

use super::observation::Sense;
use super::{Ending, GUARD, Observation, Rules, State, THIEF, vocabulary};

/// The events between two successive states. Whoever notices an event is its audience; a seat that does not notice it
/// must not see it on its timeline.
pub(crate) fn events(rules: &Rules, before: Option<&State>, after: &State) -> Vec<Event> {
    let mut events = Vec::new();
    let mut event = |kind: u16, cells: Vec<Cell>, audience: SeatSet| events.push(Event { kind, cells, audience });
    let (thief, guard) = (SeatSet::of(THIEF), SeatSet::of(GUARD));
    let both = thief.with(GUARD);

    let told_guard = Observation::of(rules, after, GUARD);
    if told_guard.scan != Sense::Unavailable {
        event(vocabulary::SCANNED, vec![after.guard], guard);
    }
    if told_guard.is_seen() {
        event(vocabulary::SPOTTED, vec![after.thief], guard);
    }
    if told_guard.is_heard() {
        // Where it was heard, not whence it came: unless the guard learns that, too, it knows of no other cell.
        event(vocabulary::HEARD, vec![after.guard], guard);
    }
    for (place, exit) in after.exits.into_iter().enumerate() {
        if after.found[place] && before.is_some_and(|before| !before.found[place]) {
            event(vocabulary::EXIT_FOUND, vec![exit], guard);
        }
    }
    let told_thief = Observation::of(rules, after, THIEF);
    if told_thief.is_seen() {
        event(vocabulary::GUARD_SPOTTED, vec![after.guard], thief);
    }
    if told_thief.is_heard() {
        event(vocabulary::GUARD_HEARD, vec![after.thief], thief);
    }
    match after.ending {
        Some(Ending::CapturedByGuard | Ending::ThiefWalkedUp) => {
            event(vocabulary::CAPTURE, vec![after.thief, after.guard], both);
        }
        // The guard learns that the thief is gone, not through which exit.
        Some(Ending::Escaped) => event(vocabulary::ESCAPE, Vec::new(), both),
        Some(Ending::TurnLimit) => event(vocabulary::TIMEOUT, Vec::new(), both),
        None => {}
    }
    events
}
