//! Another truth that one team cannot tell from the present one by what it was just told. For no-leak tests.
//!
//! Says independently of `observation.rs`, cell by cell, what is hidden.

use fogreel_engine::{Cell, Chance, Seat};

use super::knobs::{FlagWhileCarried, Fog};
use super::{Action, PERSONS, Rules, State};

/// See [`Game::resample_hidden`](fogreel_engine::Game::resample_hidden).
pub(super) fn resample_hidden(rules: &Rules, state: &State, seat: Seat, chance: &mut Chance) -> State {
    let mut other = state.clone();
    let (team, enemy) = (seat.index(), 1 - seat.index());
    let persons = rules.persons();
    if rules.teams() < 2 {
        return other;
    }
    // Nothing tells one enemy from another.
    for person in (1..persons).rev() {
        let with = chance.below("order", person as u64 + 1) as usize;
        other.persons[enemy].swap(person, with);
        other.carried[enemy].swap(person, with);
    }
    // Whoever sends a person home stands where that person was.
    let is_known = |cell: Cell| {
        let mut lost = state.sent_home.iter().flatten().filter(|sent| usize::from(sent.team) == team);
        sees(rules, state, team, cell) || lost.any(|sent| sent.at == cell)
    };
    let hidden: Vec<usize> = (0..persons).filter(|person| !is_known(other.persons[enemy][*person])).collect();
    let mut taken: Vec<Cell> = other.persons.as_flattened().to_vec();
    for person in &hidden {
        let free: Vec<Cell> =
            rules.floor(enemy).iter().filter(|cell| !is_known(*cell) && !taken.contains(cell)).collect();
        if !free.is_empty() {
            let cell = free[chance.below("cell", free.len() as u64) as usize];
            other.persons[enemy][*person] = cell;
            taken.push(cell);
        }
    }
    redraw_carried(rules, &mut other, enemy, &hidden, chance);
    if acted(rules, state) == Some(enemy) {
        // What moved, and whether anything stood in its way, is not told.
        other.last = redraw_action(rules, state, enemy, chance);
        other.blocked = [(); PERSONS].map(|()| chance.below("blocked", 2) == 1);
    }
    other
}

/// Who of the enemies that are out of sight carries which of the flags that are away; anything, where flags do not go away.
fn redraw_carried(rules: &Rules, other: &mut State, enemy: usize, hidden: &[usize], chance: &mut Chance) {
    if rules.knobs.flag_while_carried == FlagWhileCarried::Available {
        let side = 1 - enemy;
        for person in hidden {
            let flags: Vec<u8> =
                (0..16).filter(|flag| rules.flags(side) & !other.gone[side] & (1 << flag) != 0).collect();
            let choice = chance.below("carried", flags.len() as u64 + 1) as usize;
            other.carried[enemy][*person] = flags.get(choice).copied();
        }
        return;
    }
    for place in (1..hidden.len()).rev() {
        let with = chance.below("carried", place as u64 + 1) as usize;
        other.carried[enemy].swap(hidden[place], hidden[with]);
    }
}

fn redraw_action(rules: &Rules, state: &State, enemy: usize, chance: &mut Chance) -> Option<Action> {
    let mut actions = Vec::new();
    state.movers(rules, enemy).fill(rules, &mut actions);
    let choice = chance.below("action", actions.len() as u64) as usize;
    Some(actions[choice])
}

fn acted(rules: &Rules, state: &State) -> Option<usize> {
    (state.turn > 0).then(|| (state.turn as usize - 1) % rules.teams())
}

/// Whether the team sees the cell.
fn sees(rules: &Rules, state: &State, team: usize, cell: Cell) -> bool {
    let apart = |other: Cell| [cell.row.abs_diff(other.row), cell.col.abs_diff(other.col)].map(u32::from);
    let reach = rules.knobs.sight;
    let near = |person: &Cell| {
        let [rows, cols] = apart(*person);
        match rules.knobs.fog {
            Fog::Off => true,
            Fog::Diamond => rows + cols <= reach,
            Fog::Square => {
                let is_corner = rows == reach && cols == reach && reach > 0;
                rows <= reach && cols <= reach && !is_corner
            }
        }
    };
    let is_lit = (0..2).any(|side| {
        let side = rules.side(side);
        side.flags.iter().chain([&side.base]).any(|place| apart(*place).into_iter().all(|distance| distance <= 1))
    });
    is_lit || state.persons[team][..rules.persons()].iter().any(near)
}
