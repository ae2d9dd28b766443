//! Opening recordings, and finding in them what a person named.

use std::path::Path;

use fogreel_analysis::{belief_keys, record_of_turn};
use fogreel_engine::data::BeliefKey;
use fogreel_engine::{ConfigError, Seat, Viewpoint};
use fogreel_recorder::{Replay, Strictness, Timeline};

use crate::failure::{Failure, Result};
use crate::output::notice;

/// Opens a recording tolerantly, and says on stderr what is missing from it.
pub(crate) fn open(path: &Path) -> Result<Replay> {
    let replay = Replay::open(path, Strictness::Tail)?;
    if !replay.report().is_clean() {
        notice(&format!("fogreel: {}: {}", path.display(), replay.report()));
    }
    Ok(replay)
}

/// The record that a turn means; the last one if no turn is named.
pub(crate) fn record_at(timeline: &Timeline, turn: Option<u32>) -> Result<usize> {
    let last = timeline.len().checked_sub(1).ok_or_else(|| Failure::unreadable("the recording holds no record"))?;
    let Some(turn) = turn else { return Ok(last) };
    match record_of_turn(timeline, turn)? {
        Some(record) => Ok(record),
        None => {
            let greatest = timeline.record(last)?.turn;
            Err(Failure::usage(format!("there is no turn {turn}; the recording has turns 0 to {greatest}")))
        }
    }
}

/// The belief that a key means; without a key the first one that the viewpoint may see: a seat's own, unless its agent
/// read what the seat cannot know.
pub(crate) fn belief(timeline: &Timeline, key: Option<&BeliefKey>, viewpoint: Viewpoint) -> Result<Option<BeliefKey>> {
    let header = timeline.header();
    let may_see = |owner: &str| match viewpoint {
        Viewpoint::Referee => true,
        Viewpoint::Seat(seat) => header.seat(owner) == Some(seat) && !reads_privileged(timeline, seat),
    };
    let keys: Vec<BeliefKey> = belief_keys(timeline).into_iter().filter(|key| may_see(&key.owner)).collect();
    match key {
        None => Ok(keys.into_iter().next()),
        Some(wanted) if keys.contains(wanted) => Ok(Some(wanted.clone())),
        Some(wanted) if !may_see(&wanted.owner) => {
            let why = if viewpoint == header.seat(&wanted.owner).map_or(Viewpoint::Referee, Viewpoint::Seat) {
                "was computed from privileged input"
            } else {
                "is not this seat's own"
            };
            Err(Failure::usage(format!("the belief {wanted} {why}; use --as referee")))
        }
        Some(wanted) if keys.is_empty() => Err(Failure::usage(format!("there is no belief {wanted}, nor any other"))),
        Some(wanted) => {
            let names: Vec<String> = keys.iter().map(ToString::to_string).collect();
            Err(ConfigError::unknown("belief", &wanted.to_string(), names.iter().map(String::as_str)).into())
        }
    }
}

/// The viewpoint that a name means: `referee` or a seat's id.
pub(crate) fn viewpoint(timeline: &Timeline, name: &str) -> Result<Viewpoint> {
    if name == "referee" {
        return Ok(Viewpoint::Referee);
    }
    let header = timeline.header();
    header.seat(name).map(Viewpoint::Seat).ok_or_else(|| {
        let names = ["referee"].into_iter().chain(header.seats.iter().map(|seat| seat.id.as_str()));
        ConfigError::unknown("viewpoint", name, names).into()
    })
}

/// Whether a seat's agent reads privileged channels: its beliefs and decisions then belong to the referee alone.
pub(crate) fn reads_privileged(timeline: &Timeline, seat: Seat) -> bool {
    timeline.header().seat_info(seat).is_some_and(|info| info.reads_privileged)
}

/// Name of a seat for people.
pub(crate) fn seat_name(timeline: &Timeline, seat: Seat) -> String {
    timeline.header().seat_info(seat).map_or_else(|| format!("seat {}", seat.0), |info| info.name.clone())
}
