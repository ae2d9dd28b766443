//! The agents, and how a name becomes one.

mod chase;
mod dash;
mod exact;
mod exact_map;
mod fuzzy;
mod guard_map;
mod hunter;
mod qmdp;
mod search;
mod sneak;
mod still;
mod thief_map;

pub(super) use dash::Dash;
pub(super) use fuzzy::Fuzzy;
pub use search::{Node, Search};
pub(super) use sneak::Sneak;
pub(super) use still::Still;

use fogreel_engine::Cell;

use super::{Action, RajakarDhor, Rules};
use crate::agents::{NamedAgent, Random, agent};

const THIEF: &[&str] = &["thief"];
const GUARD: &[&str] = &["guard"];
const BOTH: &[&str] = &["thief", "guard"];

pub(super) static AGENTS: &[NamedAgent<RajakarDhor>] = &[
    agent!(
        "fuzzy" v fuzzy::VERSION, THIEF, privileged: false,
        "weighs danger from distance, sight and hearing; flees, explores, heads for exits that it knows",
        fuzzy::SETTINGS => fuzzy::Settings, |rules, settings| fuzzy::Fuzzy::new(rules, settings)
    ),
    agent!(
        "dash" v dash::VERSION, THIEF, privileged: false,
        "takes the shortest way to an exit that it knows, or to the nearest cell it has not seen",
        &[] => (), |_, ()| dash::Dash::default()
    ),
    agent!(
        "sneak" v sneak::VERSION, THIEF, privileged: false,
        "takes the way to an exit on which it is least heard and seen; waits while a step would be heard",
        sneak::SETTINGS => sneak::Settings, |_, settings| sneak::Sneak::new(settings)
    ),
    agent!(
        "hunter" v hunter::VERSION, GUARD, privileged: true,
        "searches ahead when it sees the thief, else follows its probability map",
        hunter::SETTINGS => hunter::Settings, |rules, settings| hunter::Hunter::new(rules, settings)
    ),
    agent!(
        "chase" v chase::VERSION, GUARD, privileged: true,
        "walks the shortest way to the likeliest cell of its probability map",
        &[] => (), |rules, ()| chase::Chase::new(rules)
    ),
    agent!(
        "exact" v exact::VERSION, GUARD, privileged: false,
        "plays like hunter or chase, but on the exact posterior of thief and exits",
        exact::SETTINGS => exact::Settings, |rules, settings| exact::Exact::new(rules, &settings)?
    ),
    agent!(
        "qmdp" v qmdp::VERSION, GUARD, privileged: false,
        "takes the action that is best on average over the exact posterior, were everything seen from then on",
        qmdp::SETTINGS => qmdp::Settings, |rules, settings| qmdp::Qmdp::new(rules, settings)?
    ),
    agent!(
        "random" v Random::VERSION, BOTH, privileged: false, "plays a uniformly random legal action",
        &[] => (), |_, ()| Random
    ),
    agent!(
        "still" v still::VERSION, BOTH, privileged: false, "always waits",
        &[] => (), |_, ()| still::Still
    ),
];

/// The first of the candidates with the best score. Scores that differ by rounding alone count as equal, so that the
/// order of additions never decides.
fn first_best<A: Copy>(candidates: &[(A, f64)]) -> Option<A> {
    const ROUNDING: f64 = 1e-9;
    let best = candidates.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
    candidates.iter().find(|(_, score)| *score >= best - ROUNDING).map(|(action, _)| *action)
}

/// Scores each legal action by the walking distance that is left after it: a step nearer is better, waiting costs half a
/// step, an escape beats everything.
fn score_steps(rules: &Rules, here: Cell, legal: &[Action], distances: &[u32], candidates: &mut Vec<(Action, f64)>) {
    const UNREACHABLE: f64 = -1e6;
    let score = |cell: Cell| match distances[rules.size().index(cell)] {
        u32::MAX => UNREACHABLE,
        steps => -f64::from(steps),
    };
    candidates.clear();
    candidates.extend(legal.iter().filter_map(|action| match action {
        Action::Wait => Some((*action, score(here) - 0.5)),
        Action::Move(direction) => Some((*action, score(rules.step(here, *direction)?))),
        Action::Escape => Some((*action, 1.0)),
    }));
}
