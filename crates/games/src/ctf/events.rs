//! What happened in one record, for timelines.

use fogreel_engine::data::Event;
use fogreel_engine::{Cell, Seat, SeatSet};

use super::{Ending, FlagSet, Rules, State, vocabulary};

/// The events between two successive states. Spawn points and bases are always visible, so that both teams notice what happens
/// there.
pub(super) fn events(rules: &Rules, before: Option<&State>, after: &State) -> Vec<Event> {
    let mut events = Vec::new();
    let mut event = |kind: u16, cells: Vec<Cell>, audience: SeatSet| events.push(Event { kind, cells, audience });
    let everybody = SeatSet::first(rules.teams());
    let Some(before) = before else { return events };
    let Some(team) = after.acted(rules) else { return events };
    for sent in after.sent_home.iter().flatten() {
        event(vocabulary::TAGS[usize::from(sent.team)], vec![sent.at, sent.to], everybody);
    }
    for side in 0..2 {
        let (was, is) = (before.home(rules, side), after.home(rules, side));
        let cells = |flags: FlagSet| {
            let of_side = rules.side(side).flags.iter().enumerate();
            of_side.filter(move |(flag, _)| flags & (1 << flag) != 0).map(|(_, cell)| *cell).collect::<Vec<Cell>>()
        };
        let taken = taken(rules, side, after) & !taken(rules, side, before);
        if taken != 0 {
            event(vocabulary::TAKEN[side], cells(taken), everybody);
        }
        // A returned flag that comes back is told by its return.
        if is & !was != 0 && after.returns == before.returns {
            event(vocabulary::BACK[side], cells(is & !was), everybody);
        }
    }
    if after.returns[team] > before.returns[team] {
        event(vocabulary::RETURNS[team], vec![rules.side(team).base], everybody);
    }
    if after.blocked.contains(&true) {
        let persons = after.team(rules, team).iter().zip(after.blocked);
        let cells = persons.filter(|(_, blocked)| *blocked).map(|(cell, _)| *cell).collect();
        event(vocabulary::BLOCKED, cells, SeatSet::of(Seat(team as u8)));
    }
    for seer in 0..rules.teams() {
        let seen = |state: &State| -> Vec<Cell> {
            let own = state.team(rules, seer);
            let enemies = state.team(rules, 1 - seer).iter().copied();
            let mut seen: Vec<Cell> = enemies.filter(|cell| rules.is_visible(own, *cell)).collect();
            seen.sort_unstable();
            seen
        };
        let (was, is) = (seen(before), seen(after));
        if is.len() > was.len() {
            event(vocabulary::SIGHTED, is, SeatSet::of(Seat(seer as u8)));
        }
    }
    match after.ending {
        Some(Ending::Goal { .. }) => event(vocabulary::GOAL, Vec::new(), everybody),
        Some(Ending::TurnLimit(_) | Ending::Failed) => event(vocabulary::TIMEOUT, Vec::new(), everybody),
        None => {}
    }
    events
}

/// The flags of a side on whose spawn points somebody stands with them. That is always in sight.
fn taken(rules: &Rules, side: usize, state: &State) -> FlagSet {
    let thieves = state.team(rules, 1 - side).iter().zip(&state.carried[1 - side]);
    let on_spawn = thieves.filter_map(|(cell, carried)| rules.flag_at(side, *cell).zip(*carried));
    on_spawn.filter(|(flag, carried)| *flag == usize::from(*carried)).fold(0, |flags, (flag, _)| flags | 1 << flag)
}
