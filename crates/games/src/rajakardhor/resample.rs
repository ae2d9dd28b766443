//! Another truth that one seat cannot tell from the present one by what it was just told. For no-leak tests.
//!
//! Says independently of `observation.rs`, cell by cell and step by step, what is hidden.

use fogreel_engine::{Cell, Chance, Direction, Seat};

use super::knobs::{Capture, Escape, GuardOrthogonal, Noise, ScanShape, ThiefSight};
use super::state::looks_for_exits;
use super::{Action, Ending, GUARD, Rules, State, THIEF};

/// See [`Game::resample_hidden`](fogreel_engine::Game::resample_hidden).
pub(super) fn resample_hidden(rules: &Rules, state: &State, seat: Seat, chance: &mut Chance) -> State {
    let mut other = *state;
    if seat == GUARD {
        other.last = redraw_thiefs_action(rules, state, chance);
        other.escaping = rules.knobs.escape == Escape::Delayed && other.last == Some(Action::Escape);
        other.thief =
            pick(rules, chance, |cell| guard_cannot_tell(rules, state, other.last, cell)).unwrap_or(state.thief);
        let looks = looks_for_exits(rules, state.acted()) && state.ending.is_none();
        let is_noticed = |cell: Cell| looks && (cell == state.guard || ray_hits(rules, state, cell, true));
        redraw_exits(rules, state, &mut other, chance, is_noticed);
    } else {
        other.last = redraw_guards_action(rules, state, chance);
        other.guard =
            pick(rules, chance, |cell| thief_cannot_tell(rules, state, other.last, cell)).unwrap_or(state.guard);
        other.facing = Direction::ALL[chance.below("facing", 4) as usize];
        other.found = [chance.below("found", 2) == 1, chance.below("found", 2) == 1];
        let knows_all = rules.knobs.thief_knows_exits.is_on();
        redraw_exits(rules, state, &mut other, chance, |cell| knows_all || cell == state.thief);
    }
    other
}

/// Puts every exit that is not noticed on another cell where it would not be noticed.
fn redraw_exits(
    rules: &Rules,
    state: &State,
    other: &mut State,
    chance: &mut Chance,
    is_noticed: impl Fn(Cell) -> bool,
) {
    for place in 0..2 {
        if !is_noticed(state.exits[place]) {
            let far = other.exits[1 - place];
            let hidden = |cell| cell != far && !is_noticed(cell);
            other.exits[place] = pick(rules, chance, hidden).unwrap_or(state.exits[place]);
        }
    }
}

/// Another action of the thief that sounds the same to the guard where it stands: a noise that is not heard could have
/// been none. An escape that ended the match is told.
fn redraw_thiefs_action(rules: &Rules, state: &State, chance: &mut Chance) -> Option<Action> {
    if state.acted() != Some(THIEF) || state.ending == Some(Ending::Escaped) {
        return state.last;
    }
    let mut choices: Vec<Action> = Direction::ALL.into_iter().map(Action::Move).chain([Action::Wait]).collect();
    if rules.knobs.escape == Escape::Delayed {
        choices.push(Action::Escape);
    }
    let heard = |action| state.ending.is_none() && is_heard(rules, action, state.guard.manhattan(state.thief));
    choices.retain(|action| heard(Some(*action)) == heard(state.last));
    Some(choices[chance.below("last", choices.len() as u64) as usize])
}

/// Another action of the guard that sounds the same to the thief.
fn redraw_guards_action(rules: &Rules, state: &State, chance: &mut Chance) -> Option<Action> {
    if state.acted() != Some(GUARD) {
        return state.last;
    }
    let distance = state.guard.manhattan(state.thief);
    let heard = |action| state.ending.is_none() && thief_hears(rules, action, distance);
    let mut choices: Vec<Action> = Direction::ALL.into_iter().map(Action::Move).chain([Action::Wait]).collect();
    choices.retain(|action| heard(Some(*action)) == heard(state.last));
    Some(choices[chance.below("last", choices.len() as u64) as usize])
}

fn is_heard(rules: &Rules, action: Option<Action>, distance: u32) -> bool {
    match action {
        Some(Action::Move(_)) => distance <= rules.knobs.noise_move,
        Some(Action::Escape) => distance <= rules.knobs.noise_escape,
        Some(Action::Wait) | None => false,
    }
}

fn thief_hears(rules: &Rules, action: Option<Action>, distance: u32) -> bool {
    rules.knobs.thief_hears_guard.is_on()
        && matches!(action, Some(Action::Move(_)))
        && distance <= rules.knobs.hearing_range
}

fn pick(rules: &Rules, chance: &mut Chance, accept: impl Fn(Cell) -> bool) -> Option<Cell> {
    let cells: Vec<Cell> = rules.floor().filter(|cell| accept(*cell)).collect();
    (!cells.is_empty()).then(|| cells[chance.below("resample", cells.len() as u64) as usize])
}

/// Whether the guard would have been told the same had the thief come to `cell` by `action`.
fn guard_cannot_tell(rules: &Rules, state: &State, action: Option<Action>, cell: Cell) -> bool {
    if meets(rules, state, state.thief, state.guard) {
        return cell == state.thief;
    }
    if meets(rules, state, cell, state.guard) {
        return false;
    }
    if state.acted() != Some(THIEF) || state.ending.is_some() {
        return true;
    }
    let senses = |thief: Cell, action: Option<Action>| {
        let orthogonal =
            rules.knobs.guard_orthogonal == GuardOrthogonal::On && ray_hits_any(rules, state.guard, thief, false);
        let scan = (state.turn / 2 + 1).is_multiple_of(rules.knobs.scan_period) && scanned(rules, state.guard, thief);
        let heard = is_heard(rules, action, state.guard.manhattan(thief));
        (ray_hits(rules, state, thief, true), orthogonal, scan, heard)
    };
    let now = senses(state.thief, state.last);
    let located = now.0 || now.1 || now.2 || (now.3 && rules.knobs.noise == Noise::Cell);
    if located {
        return cell == state.thief;
    }
    let same_distance = rules.knobs.noise != Noise::Distance
        || !now.3
        || cell.manhattan(state.guard) == state.thief.manhattan(state.guard);
    senses(cell, action) == now && same_distance
}

/// Whether the thief would have been told the same had the guard come to `cell` by `action`.
fn thief_cannot_tell(rules: &Rules, state: &State, action: Option<Action>, cell: Cell) -> bool {
    if meets(rules, state, state.thief, state.guard) {
        return cell == state.guard;
    }
    if meets(rules, state, state.thief, cell) {
        return false;
    }
    if state.acted() != Some(GUARD) || state.ending.is_some() {
        return true;
    }
    let blocked = rules.knobs.thief_sight == ThiefSight::Rays;
    let sees = |guard: Cell| ray_hits_any(rules, state.thief, guard, blocked);
    let hears = |guard: Cell, action| thief_hears(rules, action, guard.manhattan(state.thief));
    if sees(state.guard) {
        cell == state.guard
    } else {
        !sees(cell) && hears(cell, action) == hears(state.guard, state.last)
    }
}

/// Whether the match could not go on with the two on these cells.
fn meets(rules: &Rules, state: &State, thief: Cell, guard: Cell) -> bool {
    match (rules.knobs.capture, state.acted()) {
        (Capture::AfterGuard, Some(GUARD)) => thief.manhattan(guard) <= 1,
        (Capture::AfterEither, Some(_)) => thief.manhattan(guard) == 1,
        _ => false,
    }
}

fn ray_hits(rules: &Rules, state: &State, cell: Cell, blocked: bool) -> bool {
    walk(rules, state.guard, state.facing, cell, blocked)
}

fn ray_hits_any(rules: &Rules, from: Cell, to: Cell, blocked: bool) -> bool {
    Direction::ALL.into_iter().any(|direction| walk(rules, from, direction, to, blocked))
}

/// Walks the ray cell by cell.
fn walk(rules: &Rules, from: Cell, direction: Direction, to: Cell, blocked: bool) -> bool {
    let mut here = from;
    for _ in 0..rules.knobs.sight_range {
        match rules.size().step(here, direction, 1) {
            Some(next) if blocked && !rules.is_walkable(next) => return false,
            Some(next) if next == to => return true,
            Some(next) => here = next,
            None => return false,
        }
    }
    false
}

fn scanned(rules: &Rules, centre: Cell, cell: Cell) -> bool {
    let rows = i64::from(centre.row) - i64::from(cell.row);
    let cols = i64::from(centre.col) - i64::from(cell.col);
    let radius = i64::from(rules.knobs.scan_radius);
    let in_square = rows.abs() <= radius && cols.abs() <= radius;
    match rules.knobs.scan_shape {
        ScanShape::Square => in_square,
        ScanShape::Rays => in_square && (rows * cols == 0 || rows.abs() == cols.abs()),
        ScanShape::Diamond => rows.abs() + cols.abs() <= radius,
    }
}
