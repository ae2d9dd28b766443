//! Opponent models: how likely each action of the hidden side is, as a function of where it stands alone.
//!
//! A model is stateless on purpose: then the hidden side's cell (with the exits) is all that its future depends on, and the
//! posterior is exact. Agents that remember (`fuzzy`, `sneak`, `hunter`, `chase`) have no such model.

use fogreel_engine::{Cell, ConfigError, Direction};

use crate::rajakardhor::{Action, Observation, Rules};

/// All actions, in the order in which options are listed; a filter's edges name them by position.
pub(in crate::rajakardhor) const ACTIONS: [Action; 6] = [
    Action::Wait,
    Action::Move(Direction::Up),
    Action::Move(Direction::Down),
    Action::Move(Direction::Left),
    Action::Move(Direction::Right),
    Action::Escape,
];
/// Positions of waiting and of the escape.
pub(super) const WAIT: u16 = 0;
pub(super) const ESCAPE: u16 = 5;

/// What the hidden side did, in the game's notation, by the number of a transition; nothing where the observer acted.
pub(super) fn action_name(told: &Observation, number: u16) -> String {
    if told.own_action.is_some() { String::new() } else { ACTIONS[usize::from(number)].to_string() }
}

/// How much likelier `exit_seeking` makes an action that ends one step nearer to an exit.
const SEEKING: f64 = 4.0;
/// How likely `noise_averse` makes it to wait.
const WAITING: f64 = 0.5;

/// A stated model of how the opponent chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpponentModel {
    /// Every legal action is equally likely: the agent `random`.
    Uniform,
    /// Every step is equally likely; waits only when walled in. A thief on an exit escapes as likely as it takes a step.
    Walking,
    /// Waits with probability ½; every other legal action is equally likely.
    NoiseAverse,
    /// Each action is four times as likely per step that it leads nearer to the nearest exit (walking distance); an escape
    /// counts as two steps.
    ExitSeeking,
    /// The agent `dash` with the exits known: the first of the actions that lead nearer; an escape on an exit.
    Dash,
    /// The agent `still`: waits.
    Still,
}

/// What people can be told about a model.
pub(super) struct ModelEntry {
    pub(super) model: OpponentModel,
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    /// Whether it is a model of a thief that knows both exits.
    pub(super) seeks_exits: bool,
}

const fn entry(model: OpponentModel, name: &'static str, summary: &'static str, seeks_exits: bool) -> ModelEntry {
    ModelEntry { model, name, summary, seeks_exits }
}

/// The models by name; the first is the default.
pub(super) static MODELS: &[ModelEntry] = &[
    entry(OpponentModel::Uniform, "uniform", "every legal action is equally likely (the agent `random`)", false),
    entry(OpponentModel::Walking, "walking", "every step is equally likely; waits only when walled in", false),
    entry(OpponentModel::NoiseAverse, "noise_averse", "waits half of the time, else any other action", false),
    entry(
        OpponentModel::ExitSeeking,
        "exit_seeking",
        "an action is four times as likely per step that it leads nearer to an exit, an escape sixteen times",
        true,
    ),
    entry(OpponentModel::Dash, "dash", "takes the shortest way to an exit (the agent `dash`)", true),
    entry(OpponentModel::Still, "still", "always waits (the agent `still`)", false),
];

impl OpponentModel {
    /// The model of that name for a seat.
    ///
    /// # Errors
    /// [`ConfigError`] if there is none, or if it does not fit the seat or the rules.
    pub(super) fn named(rules: &Rules, is_thief: bool, name: &str) -> Result<Self, ConfigError> {
        let fits_seat = |entry: &&ModelEntry| is_thief || !entry.seeks_exits;
        let entry = MODELS.iter().filter(fits_seat).find(|entry| entry.name == name).ok_or_else(|| {
            ConfigError::unknown("opponent model", name, MODELS.iter().filter(fits_seat).map(|entry| entry.name))
        })?;
        if entry.seeks_exits && !rules.knobs.thief_knows_exits.is_on() {
            let why =
                "it models a thief that knows the exits, and under these rules it does not (`thief_knows_exits=off`)";
            return Err(ConfigError::invalid(format!("opponent model `{name}`"), why));
        }
        Ok(entry.model)
    }

    /// Probabilities of [`ACTIONS`] for somebody on `cell`. `exit_distance` is the walking distance to the nearest exit;
    /// only models that seek exits ask for it. `can_escape` is for a thief on an exit.
    pub(in crate::rajakardhor) fn policy(
        self,
        rules: &Rules,
        cell: Cell,
        can_escape: bool,
        exit_distance: impl Fn(Cell) -> u32,
    ) -> [f64; ACTIONS.len()] {
        let mut weights = [0.0; ACTIONS.len()];
        let mut options = Vec::with_capacity(ACTIONS.len());
        rules.actions(cell, can_escape, &mut options);
        let is_alone = options.len() == 1;
        for (weight, action) in weights.iter_mut().zip(ACTIONS) {
            if options.contains(&action) {
                *weight = match (self, action) {
                    (Self::Walking | Self::NoiseAverse, Action::Wait) if is_alone => 1.0,
                    (Self::Walking, Action::Wait) | (Self::Dash, _) => 0.0,
                    (Self::NoiseAverse, Action::Wait) => WAITING / (1.0 - WAITING) * (options.len() - 1) as f64,
                    (Self::Still, action) => f64::from(u8::from(action == Action::Wait)),
                    (Self::ExitSeeking, action) => SEEKING.powi(gain(rules, cell, action, &exit_distance)),
                    (Self::Uniform | Self::Walking | Self::NoiseAverse, _) => 1.0,
                };
            }
        }
        if self == Self::Dash {
            weights[dash(rules, cell, can_escape, &exit_distance) as usize] = 1.0;
        }
        let total: f64 = weights.iter().sum();
        weights.map(|weight| weight / total)
    }
}

/// Steps that an action leads nearer to an exit: −1, 0 or 1, and 2 for an escape. Where no exit can be reached, 0.
fn gain(rules: &Rules, cell: Cell, action: Action, exit_distance: impl Fn(Cell) -> u32) -> i32 {
    let to = match action {
        Action::Escape => return 2,
        Action::Wait => return 0,
        Action::Move(direction) => rules.step(cell, direction).unwrap_or(cell),
    };
    match (exit_distance(cell), exit_distance(to)) {
        (u32::MAX, _) | (_, u32::MAX) => 0,
        (here, there) => here as i32 - there as i32,
    }
}

/// What `dash` does: escapes, or else takes the first step that leads nearer. Where no exit can be reached, all its scores
/// are equally bad, but for waiting, which is worse still.
fn dash(rules: &Rules, cell: Cell, can_escape: bool, exit_distance: impl Fn(Cell) -> u32) -> u16 {
    if can_escape {
        return ESCAPE;
    }
    let steps = (1..ESCAPE).filter_map(|action| match ACTIONS[usize::from(action)] {
        Action::Move(direction) => Some((action, exit_distance(rules.step(cell, direction)?))),
        Action::Wait | Action::Escape => None,
    });
    steps.min_by_key(|(action, distance)| (*distance, *action)).map_or(WAIT, |(action, _)| action)
}
