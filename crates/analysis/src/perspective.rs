//! What a viewpoint may see of a recording: the one allow-list that everything shown to a seat passes.

use std::borrow::Cow;

use fogreel_engine::data::{BeliefKey, Event, Note, Outcome, SeatInfo, Setting};
use fogreel_engine::{Header, Record, Seat, SeatSet, Viewpoint};

use crate::assess::TurnMetrics;
use crate::counts::CountMetrics;
use crate::grade::MoveGrade;
use crate::{BeliefAnalysis, RecordAnalysis};

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

/// The header as the viewpoint may see it. A field that is added later stays hidden until it is named here.
///
/// A seat keeps the rules, the public board, the vocabulary of views, and its own agent. Seed, start, tags and the rivals'
/// agents go; so does the name of the map, since it may tell of terrain that is hidden. Filtering twice is the same as
/// filtering once.
pub fn header_for(header: &Header, viewpoint: Viewpoint) -> Cow<'_, Header> {
    let Viewpoint::Seat(seat) = viewpoint else { return Cow::Borrowed(header) };
    let seats = header
        .seats
        .iter()
        .enumerate()
        .map(|(index, info)| if index == seat.index() { info.clone() } else { without_agent(info) });
    let says_whose = |tag: &&Setting| tag.name == REDACTED && header.seat(&tag.value).is_some();
    Cow::Owned(Header {
        game: header.game.clone(),
        title: header.title.clone(),
        rules_version: header.rules_version,
        preset: header.preset.clone(),
        knobs: header.knobs.clone(),
        map: String::new(),
        setup: Vec::new(),
        seed: None,
        board: header.board.clone(),
        seats: seats.collect(),
        piece_kinds: header.piece_kinds.clone(),
        targets: header.targets.clone(),
        channels: header.channels.clone(),
        event_kinds: header.event_kinds.clone(),
        facts: header.facts.clone(),
        messages: header.messages.clone(),
        max_turns: header.max_turns,
        keep: header.keep,
        writer: String::new(),
        created_unix_ms: None,
        tags: header.tags.iter().filter(says_whose).cloned().collect(),
    })
}

/// What everybody knows of a participant.
fn without_agent(info: &SeatInfo) -> SeatInfo {
    SeatInfo {
        id: info.id.clone(),
        name: info.name.clone(),
        role: info.role.clone(),
        color: info.color,
        agent: None,
        agent_version: None,
        settings: Vec::new(),
        reads_privileged: false,
    }
}

/// What an analysis for the referee says of a record, as the viewpoint may see it: what an analysis for that viewpoint alone
/// would say. A seat keeps its own beliefs, reference and moves, and nothing that takes the truth.
pub fn analysis_for<'a>(
    header: &Header,
    analysis: &'a RecordAnalysis,
    viewpoint: Viewpoint,
) -> Cow<'a, RecordAnalysis> {
    let Viewpoint::Seat(seat) = viewpoint else { return Cow::Borrowed(analysis) };
    let may_see = |key: &BeliefKey| may_see_belief(header, key, viewpoint);
    let own_moves = analysis.moves.iter().filter(|grade| grade.seat == seat && grade.fair.is_some());
    Cow::Owned(RecordAnalysis {
        record: analysis.record,
        references: analysis.references.iter().filter(|belief| may_see(&belief.key)).cloned().collect(),
        beliefs: analysis
            .beliefs
            .iter()
            .filter(|belief| may_see(&belief.key))
            .map(|belief| BeliefAnalysis {
                key: belief.key.clone(),
                turn: belief.turn.as_ref().map(TurnMetrics::without_truth),
                count: belief.count.map(|count| CountMetrics { truth: None, ..count }),
                faults: belief.faults.iter().filter(|tracked| !tracked.fault.needs_truth).cloned().collect(),
            })
            .collect(),
        moves: own_moves.map(|grade| MoveGrade { hindsight: None, ..grade.clone() }).collect(),
    })
}

/// How the match ended as the viewpoint may see it: every seat is told. That a rival forfeited it is told, too, but not by
/// which action.
pub fn outcome_for<'a>(header: &Header, outcome: &'a Outcome, viewpoint: Viewpoint) -> Cow<'a, Outcome> {
    let Viewpoint::Seat(seat) = viewpoint else { return Cow::Borrowed(outcome) };
    if !outcome.is_forfeit() || !outcome.winners.contains(seat) {
        return Cow::Borrowed(outcome);
    }
    let is_loser = |(index, _): &(usize, &SeatInfo)| !outcome.winners.contains(Seat(*index as u8));
    let losers: Vec<&str> =
        header.seats.iter().enumerate().filter(is_loser).map(|(_, info)| info.id.as_str()).collect();
    Cow::Owned(Outcome { text: format!("{} forfeits", losers.join(", ")), ..outcome.clone() })
}

/// Name of the tag by which a redacted recording says whose knowledge it holds: its value is the seat's id.
pub const REDACTED: &str = "redacted";

/// The seat whose knowledge is all that a redacted recording holds; `None` if the recording is whole.
pub fn redacted_to(header: &Header) -> Option<Seat> {
    let tag = header.tags.iter().find(|tag| tag.name == REDACTED)?;
    header.seat(&tag.value)
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

/// Whether the viewpoint may see that note: a seat those that were made from its own viewpoint, since others may tell more
/// than it can know. Notes of other lines than the match are not shown.
pub fn may_see_note(note: &Note, viewpoint: Viewpoint) -> bool {
    note.line == 0 && note.is_visible_from(viewpoint)
}

/// Whether a seat's agent reads privileged channels. A seat that the header lacks has nothing to show either.
pub fn reads_privileged(header: &Header, seat: Seat) -> bool {
    header.seat_info(seat).is_none_or(|info| info.reads_privileged)
}
