//! The agents, and how a name becomes one.

mod joint;
mod roles;
mod runner;
mod ways;

use super::{Ctf, TEAMS};
use crate::agents::{NamedAgent, Random, agent};

const BOTH: &[&str] = &TEAMS;

pub(super) static AGENTS: &[NamedAgent<Ctf>] = &[
    agent!(
        "roles" v roles::VERSION, BOTH, privileged: false,
        "attackers that go round where enemies are expected, and defenders that hunt intruders",
        roles::SETTINGS => roles::Settings, |rules, settings| roles::Roles::new(rules, settings)
    ),
    agent!(
        "runner" v runner::VERSION, BOTH, privileged: false,
        "everybody runs the shortest way to a flag and back",
        &[] => (), |_, ()| runner::Runner::default()
    ),
    agent!(
        "random" v Random::VERSION, BOTH, privileged: false, "plays a uniformly random legal joint move",
        &[] => (), |_, ()| Random
    ),
];
