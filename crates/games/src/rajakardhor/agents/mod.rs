//! The agents, and how a name becomes one.

mod chase;
mod dash;
mod fuzzy;
mod hunter;
mod search;
mod sneak;
mod still;
mod thief_map;

use super::RajakarDhor;
use crate::agents::{NamedAgent, Random, with_settings};
use crate::knobs::infos;

const THIEF: &[&str] = &["thief"];
const GUARD: &[&str] = &["guard"];
const BOTH: &[&str] = &["thief", "guard"];

pub(super) static AGENTS: &[NamedAgent<RajakarDhor>] = &[
    NamedAgent {
        name: "fuzzy",
        summary: "weighs danger from distance, sight and hearing; flees, explores, heads for exits that it knows",
        version: fuzzy::VERSION,
        seats: THIEF,
        reads_privileged: false,
        settings: || infos(fuzzy::SETTINGS, &[fuzzy::Settings::default()]),
        make: |rules, given| {
            with_settings("fuzzy", fuzzy::SETTINGS, given, |settings| fuzzy::Fuzzy::new(rules, settings))
        },
    },
    NamedAgent {
        name: "dash",
        summary: "takes the shortest way to an exit that it knows, or to the nearest cell it has not seen",
        version: dash::VERSION,
        seats: THIEF,
        reads_privileged: false,
        settings: Vec::new,
        make: |_, given| with_settings("dash", &[], given, |()| dash::Dash::default()),
    },
    NamedAgent {
        name: "sneak",
        summary: "takes the way to an exit on which it is least heard and seen; waits while a step would be heard",
        version: sneak::VERSION,
        seats: THIEF,
        reads_privileged: false,
        settings: || infos(sneak::SETTINGS, &[sneak::Settings::default()]),
        make: |_, given| with_settings("sneak", sneak::SETTINGS, given, sneak::Sneak::new),
    },
    NamedAgent {
        name: "hunter",
        summary: "searches ahead when it sees the thief, else follows its probability map",
        version: hunter::VERSION,
        seats: GUARD,
        reads_privileged: true,
        settings: || infos(hunter::SETTINGS, &[hunter::Settings::default()]),
        make: |rules, given| {
            with_settings("hunter", hunter::SETTINGS, given, |settings| hunter::Hunter::new(rules, settings))
        },
    },
    NamedAgent {
        name: "chase",
        summary: "walks the shortest way to the likeliest cell of its probability map",
        version: chase::VERSION,
        seats: GUARD,
        reads_privileged: true,
        settings: Vec::new,
        make: |rules, given| with_settings("chase", &[], given, |()| chase::Chase::new(rules)),
    },
    NamedAgent {
        name: "random",
        summary: "plays a uniformly random legal action",
        version: Random::VERSION,
        seats: BOTH,
        reads_privileged: false,
        settings: Vec::new,
        make: |_, given| with_settings("random", &[], given, |()| Random),
    },
    NamedAgent {
        name: "still",
        summary: "always waits",
        version: still::VERSION,
        seats: BOTH,
        reads_privileged: false,
        settings: Vec::new,
        make: |_, given| with_settings("still", &[], given, |()| still::Still),
    },
];

/// The first of the candidates with the best score. Scores that differ by rounding alone count as equal, so that the
/// order of additions never decides.
fn first_best<A: Copy>(candidates: &[(A, f64)]) -> Option<A> {
    const ROUNDING: f64 = 1e-9;
    let best = candidates.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
    candidates.iter().find(|(_, score)| *score >= best - ROUNDING).map(|(action, _)| *action)
}
