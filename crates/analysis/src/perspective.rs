//! What a viewpoint may see of a recording: the one allow-list that everything shown to a seat passes.

use std::borrow::Cow;

use fogreel_engine::data::{BeliefKey, Event};
use fogreel_engine::{Header, Record, Seat, SeatSet, Viewpoint};

/// The record as the viewpoint may see it. A field that is added later stays hidden until it is named here.
///
/// A seat keeps its own view, actions, beliefs and decisions, and the events that it notices. Beliefs and decisions of
/// an agent that reads privileged channels hold more than the seat can know and stay with the referee; a reference belief
/// follows from the seat's own observations, whatever its agent reads. Filtering twice is the same as filtering once.
pub fn record_for<'a>(header: &Header, record: &'a Record, viewpoint: Viewpoint) -> Cow<'a, Record> {
    let Viewpoint::Seat(seat) = viewpoint else { return Cow::Borrowed(record) };
    let noticed = record.events.iter().filter(|event| event.audience.contains(seat));
    Cow::Owned(Record {
        index: record.index,
        turn: record.turn,
        round: record.round,
        to_act: record.to_act,
        actions: record.actions.iter().filter(|taken| taken.seat == seat).cloned().collect(),
        decisions: record
            .decisions
            .iter()
            .filter(|decision| decision.seat == seat && may_see_decisions(header, seat, viewpoint))
            .cloned()
            .collect(),
        // Who else noticed it is not the seat's to know.
        events: noticed.map(|event| Event { audience: SeatSet::of(seat), ..event.clone() }).collect(),
        views: record.views.iter().filter(|view| view.seat == seat).cloned().collect(),
        beliefs: record
            .beliefs
            .iter()
            .filter(|belief| may_see_belief(header, &belief.key, viewpoint))
            .cloned()
            .collect(),
        truth: None,
        chance: Vec::new(),
        privileged: Vec::new(),
        state_hash: None,
    })
}

/// The header as the viewpoint may see it: from a seat, the hidden start, the seed, tags and the rivals' settings go.
pub fn header_for(header: &Header, viewpoint: Viewpoint) -> Cow<'_, Header> {
    let Viewpoint::Seat(seat) = viewpoint else { return Cow::Borrowed(header) };
    let mut header = header.clone();
    header.setup.clear();
    header.tags.clear();
    header.seed = None;
    for (index, info) in header.seats.iter_mut().enumerate() {
        if index != seat.index() {
            info.settings.clear();
        }
    }
    Cow::Owned(header)
}

/// Whether the viewpoint may see that belief: a seat its own, unless its agent reads what the seat cannot know.
pub fn may_see_belief(header: &Header, key: &BeliefKey, viewpoint: Viewpoint) -> bool {
    let Viewpoint::Seat(seat) = viewpoint else { return true };
    let is_own = header.seat_info(seat).is_some_and(|info| info.id == key.owner);
    is_own && (key.opponent_model().is_some() || !reads_privileged(header, seat))
}

/// Whether the viewpoint may see how a seat's agent decides.
pub fn may_see_decisions(header: &Header, seat: Seat, viewpoint: Viewpoint) -> bool {
    viewpoint == Viewpoint::Referee || (viewpoint == Viewpoint::Seat(seat) && !reads_privileged(header, seat))
}

/// Whether a seat's agent reads privileged channels. A seat that the header lacks has nothing to show either.
pub fn reads_privileged(header: &Header, seat: Seat) -> bool {
    header.seat_info(seat).is_none_or(|info| info.reads_privileged)
}
