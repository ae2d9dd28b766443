//! The agents, and how a name becomes one.

mod fuzzy;
mod hunter;
mod search;
mod still;
mod thief_map;

use std::sync::Arc;

use fogreel_engine::data::SeatInfo;
use fogreel_engine::{Agent, AgentInfo, AgentSpec, ConfigError, SeatRole};

use super::{RajakarDhor, Rules, vocabulary};
use crate::agents::Random;

type Boxed = Box<dyn Agent<RajakarDhor>>;

/// An agent that people can name.
struct Named {
    info: AgentInfo,
    make: fn(&Arc<Rules>) -> Boxed,
}

const BOTH: &[&str] = &["thief", "guard"];

fn all() -> Vec<Named> {
    let agent = |name, summary, version, seats, make| Named {
        info: AgentInfo { name, summary, version, seats, settings: &[] },
        make,
    };
    vec![
        agent(
            "fuzzy",
            "weighs danger from distance, sight and hearing; flees, explores, and heads for exits that it knows",
            fuzzy::VERSION,
            &["thief"],
            |rules| Box::new(fuzzy::Fuzzy::new(rules)),
        ),
        agent(
            "hunter",
            "searches three actions deep when it sees the thief, else follows its probability map",
            hunter::VERSION,
            &["guard"],
            |rules| Box::new(hunter::Hunter::new(rules)),
        ),
        agent("random", "plays a uniformly random legal action", Random::VERSION, BOTH, |_| Box::new(Random)),
        agent("still", "always waits", still::VERSION, BOTH, |_| Box::new(still::Still)),
    ]
}

pub(crate) fn infos() -> Vec<AgentInfo> {
    all().into_iter().map(|named| named.info).collect()
}

/// Makes the agent of a seat, with what the header says of it.
///
/// # Errors
/// [`ConfigError`] if no such agent plays that seat, or it has no such setting.
pub(crate) fn make(role: &SeatRole, spec: &AgentSpec, rules: &Arc<Rules>) -> Result<(SeatInfo, Boxed), ConfigError> {
    let agents: Vec<Named> = all().into_iter().filter(|named| named.info.seats.contains(&role.id)).collect();
    let named = agents.iter().find(|named| named.info.name == spec.name).ok_or_else(|| {
        ConfigError::unknown(&format!("{} agent", role.id), &spec.name, agents.iter().map(|named| named.info.name))
    })?;
    if let Some(setting) = spec.settings.first() {
        return Err(ConfigError::invalid(
            format!("agent `{}`, setting `{}`", spec.name, setting.name),
            "this agent has no settings",
        ));
    }
    let info = SeatInfo {
        id: role.id.to_owned(),
        name: role.name.to_owned(),
        role: role.role.to_owned(),
        agent: Some(named.info.name.to_owned()),
        agent_version: Some(named.info.version),
        settings: Vec::new(),
        color: if role.id == "thief" { vocabulary::THIEF_COLOR } else { vocabulary::GUARD_COLOR },
    };
    Ok((info, (named.make)(rules)))
}

/// The first of the candidates with the best score. Scores that differ by rounding alone count as equal, so that the
/// order of additions never decides.
fn first_best<A: Copy>(candidates: &[(A, f64)]) -> Option<A> {
    const ROUNDING: f64 = 1e-9;
    let best = candidates.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
    candidates.iter().find(|(_, score)| *score >= best - ROUNDING).map(|(action, _)| *action)
}
