//! The agents, and how a name becomes one.

mod chase;
mod dash;
mod fuzzy;
mod hunter;
mod search;
mod sneak;
mod still;
mod thief_map;

use fogreel_engine::data::{SeatInfo, Setting};
use fogreel_engine::{Agent, AgentInfo, AgentSpec, ConfigError, KnobInfo, SeatRole};

use super::{RajakarDhor, Rules, vocabulary};
use crate::agents::Random;
use crate::knobs::{Knob, infos, resolved, set_all};

type Boxed = Box<dyn Agent<RajakarDhor>>;
type Made = (Boxed, Vec<Setting>);

/// An agent that people can name: what is said of it, and how it is made from settings.
struct Named {
    name: &'static str,
    summary: &'static str,
    version: u32,
    seats: &'static [&'static str],
    settings: fn() -> Vec<KnobInfo>,
    /// The agent, and its settings resolved.
    make: fn(&Rules, &[Setting]) -> Result<Made, ConfigError>,
}

const THIEF: &[&str] = &["thief"];
const GUARD: &[&str] = &["guard"];
const BOTH: &[&str] = &["thief", "guard"];

static AGENTS: &[Named] = &[
    Named {
        name: "fuzzy",
        summary: "weighs danger from distance, sight and hearing; flees, explores, heads for exits that it knows",
        version: fuzzy::VERSION,
        seats: THIEF,
        settings: || infos(fuzzy::SETTINGS, &[fuzzy::Settings::default()]),
        make: |rules, given| {
            with_settings("fuzzy", fuzzy::SETTINGS, given, |settings| fuzzy::Fuzzy::new(rules, settings))
        },
    },
    Named {
        name: "dash",
        summary: "takes the shortest way to an exit that it knows, or to the nearest cell it has not seen",
        version: dash::VERSION,
        seats: THIEF,
        settings: Vec::new,
        make: |_, given| with_settings("dash", &[], given, |()| dash::Dash::default()),
    },
    Named {
        name: "sneak",
        summary: "takes the way to an exit on which it is least heard and seen; waits while a step would be heard",
        version: sneak::VERSION,
        seats: THIEF,
        settings: || infos(sneak::SETTINGS, &[sneak::Settings::default()]),
        make: |_, given| with_settings("sneak", sneak::SETTINGS, given, sneak::Sneak::new),
    },
    Named {
        name: "hunter",
        summary: "searches ahead when it sees the thief, else follows its probability map",
        version: hunter::VERSION,
        seats: GUARD,
        settings: || infos(hunter::SETTINGS, &[hunter::Settings::default()]),
        make: |rules, given| {
            with_settings("hunter", hunter::SETTINGS, given, |settings| hunter::Hunter::new(rules, settings))
        },
    },
    Named {
        name: "chase",
        summary: "walks the shortest way to the likeliest cell of its probability map",
        version: chase::VERSION,
        seats: GUARD,
        settings: Vec::new,
        make: |rules, given| with_settings("chase", &[], given, |()| chase::Chase::new(rules)),
    },
    Named {
        name: "random",
        summary: "plays a uniformly random legal action",
        version: Random::VERSION,
        seats: BOTH,
        settings: Vec::new,
        make: |_, given| with_settings("random", &[], given, |()| Random),
    },
    Named {
        name: "still",
        summary: "always waits",
        version: still::VERSION,
        seats: BOTH,
        settings: Vec::new,
        make: |_, given| with_settings("still", &[], given, |()| still::Still),
    },
];

fn with_settings<S: Default, A: Agent<RajakarDhor> + 'static>(
    agent: &str,
    table: &[Knob<S>],
    given: &[Setting],
    make: impl FnOnce(S) -> A,
) -> Result<Made, ConfigError> {
    if let (true, Some(setting)) = (table.is_empty(), given.first()) {
        let what = format!("agent `{agent}`, setting `{}`", setting.name);
        return Err(ConfigError::invalid(what, "this agent has no settings"));
    }
    let mut settings = S::default();
    set_all(&format!("setting of {agent}"), table, &mut settings, given)?;
    let said = resolved(table, &settings);
    Ok((Box::new(make(settings)), said))
}

pub(crate) fn agent_infos() -> Vec<AgentInfo> {
    let info = |named: &Named| AgentInfo {
        name: named.name,
        summary: named.summary,
        version: named.version,
        seats: named.seats,
        settings: (named.settings)(),
    };
    AGENTS.iter().map(info).collect()
}

/// Makes the agent of a seat, with what the header says of it.
///
/// # Errors
/// [`ConfigError`] if no such agent plays that seat, or it has no such setting.
pub(crate) fn make(role: &SeatRole, spec: &AgentSpec, rules: &Rules) -> Result<(SeatInfo, Boxed), ConfigError> {
    let mut playable = AGENTS.iter().filter(|named| named.seats.contains(&role.id));
    let named = playable.clone().find(|named| named.name == spec.name).ok_or_else(|| {
        ConfigError::unknown(&format!("{} agent", role.id), &spec.name, playable.by_ref().map(|named| named.name))
    })?;
    let (agent, settings) = (named.make)(rules, &spec.settings)?;
    let info = SeatInfo {
        id: role.id.to_owned(),
        name: role.name.to_owned(),
        role: role.role.to_owned(),
        agent: Some(named.name.to_owned()),
        agent_version: Some(named.version),
        settings,
        color: if role.id == "thief" { vocabulary::THIEF_COLOR } else { vocabulary::GUARD_COLOR },
    };
    Ok((info, agent))
}

/// The first of the candidates with the best score. Scores that differ by rounding alone count as equal, so that the
/// order of additions never decides.
fn first_best<A: Copy>(candidates: &[(A, f64)]) -> Option<A> {
    const ROUNDING: f64 = 1e-9;
    let best = candidates.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
    candidates.iter().find(|(_, score)| *score >= best - ROUNDING).map(|(action, _)| *action)
}
