//! Where a match starts.

use std::sync::OnceLock;

use fogreel_engine::data::Setting;
use fogreel_engine::{Cell, Chance, ConfigError, Direction};

use super::{Rules, State};

/// Tries before a start is given up.
const TRIES: u32 = 8_000;
/// Boards up to this many walkable cells have their legal starts counted, so that the draw's probability is recorded.
const COUNTED_CELLS: usize = 128;

/// The start, as far as it is fixed instead of drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Start {
    /// Where the thief starts.
    pub thief: Option<Cell>,
    /// Where the guard starts.
    pub guard: Option<Cell>,
    /// Where the exits are.
    pub exits: Option<[Cell; 2]>,
    /// Where the guard looks; down if nothing is said.
    pub facing: Option<Direction>,
}

/// The four distances of the spawn rule, in the order in which they are checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Constraint {
    ThiefGuard,
    ThiefExit,
    GuardExit,
    ExitExit,
}

impl Constraint {
    pub(crate) const ALL: [Self; 4] = [Self::ThiefGuard, Self::ThiefExit, Self::GuardExit, Self::ExitExit];

    /// Whether the constraint holds, whatever the others say.
    pub(crate) fn holds(self, rules: &Rules, thief: Cell, guard: Cell, exits: [Cell; 2]) -> bool {
        let nearest_exit = |from: Cell| from.manhattan(exits[0]).min(from.manhattan(exits[1]));
        let distance = match self {
            Self::ThiefGuard => thief.manhattan(guard),
            Self::ThiefExit => nearest_exit(thief),
            Self::GuardExit => nearest_exit(guard),
            Self::ExitExit => exits[0].manhattan(exits[1]),
        };
        distance >= self.least(rules)
    }

    /// The least distance allowed. Whatever the knobs say, nobody starts inside somebody else, and there are two exits.
    pub(crate) fn least(self, rules: &Rules) -> u32 {
        let knobs = &rules.knobs;
        let (knob, floor) = match self {
            Self::ThiefGuard => (knobs.spawn_thief_guard, 1),
            Self::ThiefExit => (knobs.spawn_thief_exit, 0),
            Self::GuardExit => (knobs.spawn_guard_exit, 0),
            Self::ExitExit => (knobs.spawn_exit_exit, 1),
        };
        if knobs.spawn_rule.is_on() { knob.max(floor) } else { floor }
    }

    /// What the constraint asks for, and what to do about it.
    fn describe(self, rules: &Rules) -> String {
        let (knob, what) = match self {
            Self::ThiefGuard => ("spawn_thief_guard", "thief and guard"),
            Self::ThiefExit => ("spawn_thief_exit", "thief and each exit"),
            Self::GuardExit => ("spawn_guard_exit", "guard and each exit"),
            Self::ExitExit => ("spawn_exit_exit", "the two exits"),
        };
        match self.least(rules) {
            1 => format!("{what} must stand on different cells"),
            least => {
                format!("{what} must be at least {least} cells apart; lower the knob `{knob}` or set `spawn_rule=off`")
            }
        }
    }
}

/// Draws the parts of the start that are not fixed, and logs the draw.
///
/// # Errors
/// [`ConfigError::Invalid`] if a fixed part is on a wall, or if the spawn rule cannot be kept: it says by which distance.
pub(crate) fn draw_start(
    rules: &Rules,
    start: &Start,
    legal_starts: &LegalStarts,
    chance: &mut Chance,
) -> Result<State, ConfigError> {
    check_fixed(rules, start)?;
    let floor = rules.floor_cells() as u64;
    if floor == 0 {
        return Err(ConfigError::invalid("the map", "it has no floor to stand on"));
    }
    let facing = start.facing.unwrap_or(Direction::Down);
    let is_fixed = start.thief.is_some() && start.guard.is_some() && start.exits.is_some();
    let mut failures = [0u32; 4];
    for _ in 0..if is_fixed { 1 } else { TRIES } {
        let mut draw = || rules.floor_cell(chance.below("spawn", floor) as usize);
        let thief = start.thief.unwrap_or_else(&mut draw);
        let guard = start.guard.unwrap_or_else(&mut draw);
        let exits = start.exits.unwrap_or_else(|| [draw(), draw()]);
        // Every broken constraint counts, not the first alone: the one that hardly any start keeps is to blame.
        let mut is_legal = true;
        for constraint in broken(rules, thief, guard, exits) {
            failures[constraint as usize] += 1;
            is_legal = false;
        }
        if is_legal {
            if !is_fixed {
                log(rules, start, legal_starts, chance, [thief, guard, exits[0], exits[1]]);
            }
            return Ok(State::start(rules, thief, guard, facing, exits));
        }
    }
    let worst = Constraint::ALL.into_iter().max_by_key(|constraint| failures[*constraint as usize]);
    let why = worst.map_or_else(String::new, |constraint| constraint.describe(rules));
    let tries = if is_fixed { String::new() } else { format!("no legal start in {TRIES} tries: ") };
    Err(ConfigError::invalid("the start", format!("{tries}{why}")))
}

/// The constraints that a start breaks.
fn broken(rules: &Rules, thief: Cell, guard: Cell, exits: [Cell; 2]) -> impl Iterator<Item = Constraint> {
    Constraint::ALL.into_iter().filter(move |constraint| !constraint.holds(rules, thief, guard, exits))
}

fn check_fixed(rules: &Rules, start: &Start) -> Result<(), ConfigError> {
    let exits = start.exits.into_iter().flatten().map(|exit| ("exits", exit));
    let fixed = start.thief.map(|cell| ("thief", cell)).into_iter();
    for (what, cell) in fixed.chain(start.guard.map(|cell| ("guard", cell))).chain(exits) {
        if !rules.is_walkable(cell) {
            let where_ = if rules.size().contains(cell) { "a wall" } else { "off the map" };
            return Err(ConfigError::invalid(format!("setup `{what}`"), format!("the cell {cell} is {where_}")));
        }
    }
    Ok(())
}

/// How many starts are legal, counted when somebody first asks: it takes longer than many a match.
#[derive(Debug, Default)]
pub(crate) struct LegalStarts(OnceLock<u64>);

impl LegalStarts {
    /// The number, or `None` on boards so large that counting is out of proportion.
    fn count(&self, rules: &Rules) -> Option<u64> {
        (rules.floor_cells() <= COUNTED_CELLS).then(|| *self.0.get_or_init(|| count_starts(rules)))
    }
}

fn log(
    rules: &Rules,
    start: &Start,
    legal_starts: &LegalStarts,
    chance: &mut Chance,
    [thief, guard, first, second]: [Cell; 4],
) {
    if !chance.is_logging() {
        return;
    }
    let is_free = *start == Start { facing: start.facing, ..Start::default() };
    let count = if is_free { legal_starts.count(rules) } else { None };
    let probability = count.map(|count| 1.0 / count as f64);
    chance.log_draw("spawn", 0, probability, || format!("thief={thief} guard={guard} exits={first};{second}"));
}

/// Number of starts that the spawn rule allows; the two exits count as unordered.
pub fn count_starts(rules: &Rules) -> u64 {
    let cells: Vec<Cell> = rules.floor().collect();
    let words = cells.len().div_ceil(64);
    let far = |from: Cell, least: u32| -> Vec<u64> {
        let mut set = vec![0u64; words];
        for (index, to) in cells.iter().enumerate() {
            if from.manhattan(*to) >= least {
                set[index / 64] |= 1 << (index % 64);
            }
        }
        set
    };
    let table = |least: u32| -> Vec<Vec<u64>> { cells.iter().map(|cell| far(*cell, least)).collect() };
    let (from_thief, from_guard) =
        (table(Constraint::ThiefExit.least(rules)), table(Constraint::GuardExit.least(rules)));
    let from_exit = table(Constraint::ExitExit.least(rules));
    let apart = Constraint::ThiefGuard.least(rules);
    let mut ordered = 0u64;
    for (thief_index, thief) in cells.iter().enumerate() {
        for (guard_index, guard) in cells.iter().enumerate() {
            if thief.manhattan(*guard) < apart {
                continue;
            }
            let exits: Vec<u64> =
                from_thief[thief_index].iter().zip(&from_guard[guard_index]).map(|(a, b)| a & b).collect();
            for (word, bits) in exits.iter().enumerate() {
                let mut rest = *bits;
                while rest != 0 {
                    let exit = word * 64 + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    ordered +=
                        exits.iter().zip(&from_exit[exit]).map(|(a, b)| u64::from((a & b).count_ones())).sum::<u64>();
                }
            }
        }
    }
    // The exits differ, so each pair was counted in both orders.
    ordered / 2
}

/// The resolved start in the notation of `--setup`.
pub(crate) fn setup_of(state: &State) -> Vec<Setting> {
    vec![
        Setting::new("thief", state.thief.to_string()),
        Setting::new("guard", state.guard.to_string()),
        Setting::new("exits", format!("{};{}", state.exits[0], state.exits[1])),
        Setting::new("facing", state.facing.to_string()),
    ]
}
