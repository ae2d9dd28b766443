//! Another truth that one seat cannot tell from the present one by what it was just told. For no-leak tests.
//!
//! Says independently of `observation.rs`, cell by cell and step by step, what is hidden.

use fogreel_engine::{Cell, Chance, Direction, Seat};

use super::knobs::{Capture, GuardOrthogonal, Noise, ScanShape, ThiefSight};
use super::state::looks_for_exits;
use super::{Action, Ending, GUARD, Rules, State, THIEF};

/// See [`Game::resample_hidden`](fogreel_engine::Game::resample_hidden).
pub(super) fn resample_hidden(rules: &Rules, state: &State, seat: Seat, chance: &mut Chance) -> State {
    let mut other = *state;
    // A capture and an escape tell both sides where they stand; nothing is left to hide but the far exit.
    if !matches!(state.ending, None | Some(Ending::TurnLimit)) {
        return other;
    }
    if seat == GUARD {
        other.thief = pick(rules, chance, |cell| guard_cannot_tell(rules, state, cell)).unwrap_or(state.thief);
        for place in 0..2 {
            let exit = state.exits[place];
            let looks = looks_for_exits(rules, state.acted()) && state.ending.is_none();
            let is_noticed = |cell: Cell| looks && (cell == state.guard || ray_hits(rules, state, cell, true));
            if !is_noticed(exit) {
                let others = other.exits[1 - place];
                let hidden = |cell| cell != others && !is_noticed(cell);
                other.exits[place] = pick(rules, chance, hidden).unwrap_or(exit);
            }
        }
    } else {
        other.guard = pick(rules, chance, |cell| thief_cannot_tell(rules, state, cell)).unwrap_or(state.guard);
        other.facing = Direction::ALL[chance.below("facing", 4) as usize];
        other.found = [chance.below("found", 2) == 1, chance.below("found", 2) == 1];
        if !rules.knobs.thief_knows_exits.is_on() {
            for place in 0..2 {
                if state.exits[place] != state.thief {
                    let others = other.exits[1 - place];
                    let hidden = |cell| cell != others && cell != state.thief;
                    other.exits[place] = pick(rules, chance, hidden).unwrap_or(state.exits[place]);
                }
            }
        }
    }
    other
}

fn pick(rules: &Rules, chance: &mut Chance, accept: impl Fn(Cell) -> bool) -> Option<Cell> {
    let cells: Vec<Cell> = rules.floor().filter(|cell| accept(*cell)).collect();
    (!cells.is_empty()).then(|| cells[chance.below("resample", cells.len() as u64) as usize])
}

/// Whether the guard's senses would have said the same with the thief on `cell`.
fn guard_cannot_tell(rules: &Rules, state: &State, cell: Cell) -> bool {
    if meets(rules, state, cell, state.guard) {
        return false;
    }
    if state.acted() != Some(THIEF) || state.ending.is_some() {
        return true;
    }
    let senses_at = |thief: Cell| {
        let orthogonal =
            rules.knobs.guard_orthogonal == GuardOrthogonal::On && ray_hits_any(rules, state.guard, thief, false);
        let scan = (state.turn / 2 + 1).is_multiple_of(rules.knobs.scan_period) && scanned(rules, state.guard, thief);
        let heard = match state.last {
            Some(Action::Move(_)) => state.guard.manhattan(thief) <= rules.knobs.noise_move,
            Some(Action::Escape) => state.guard.manhattan(thief) <= rules.knobs.noise_escape,
            Some(Action::Wait) | None => false,
        };
        (ray_hits(rules, state, thief, true), orthogonal, scan, heard)
    };
    let now = senses_at(state.thief);
    let located = now.0 || now.1 || now.2 || (now.3 && rules.knobs.noise == Noise::Cell);
    if located {
        return cell == state.thief;
    }
    let same_distance = rules.knobs.noise != Noise::Distance
        || !now.3
        || cell.manhattan(state.guard) == state.thief.manhattan(state.guard);
    senses_at(cell) == now && same_distance
}

/// Whether the thief's senses would have said the same with the guard on `cell`.
fn thief_cannot_tell(rules: &Rules, state: &State, cell: Cell) -> bool {
    if meets(rules, state, state.thief, cell) {
        return false;
    }
    if state.acted() != Some(GUARD) || state.ending.is_some() {
        return true;
    }
    let blocked = rules.knobs.thief_sight == ThiefSight::Rays;
    let sees = |guard: Cell| ray_hits_any(rules, state.thief, guard, blocked);
    let hears = |guard: Cell| {
        rules.knobs.thief_hears_guard.is_on()
            && matches!(state.last, Some(Action::Move(_)))
            && guard.manhattan(state.thief) <= rules.knobs.hearing_range
    };
    if sees(state.guard) { cell == state.guard } else { !sees(cell) && hears(cell) == hears(state.guard) }
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
