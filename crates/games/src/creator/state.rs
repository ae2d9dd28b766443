//! The true position, and what the die and a move make of it.

use fogreel_engine::{Cell, Chance, IllegalAction};

use super::action::Action;
use super::bits::{Bits, SIDE};
use super::knobs::{Goal, Knobs, Path, Respawn, Timeout};

/// Rows in which the pawns of each side start and come back: the Creator's, then the Destroyer's.
const HOMES: [std::ops::Range<u16>; 2] = [0..2, 14..16];
/// The eight directions, clockwise from up.
const DIRECTIONS: [(i32, i32); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

/// The Creator's number; it moves first.
pub const CREATOR: usize = 0;
/// The Destroyer's.
pub const DESTROYER: usize = 1;

/// The true position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Where each side's pawns stand.
    pub pawns: [Bits; 2],
    /// Pawns of each side that wait for a free cell at home.
    pub reserve: [u8; 2],
    /// The cells that the pattern asks for.
    pub pattern: Bits,
    /// What the die shows; nothing before it is thrown.
    pub die: Option<u8>,
    /// Moves so far, passes among them.
    pub turn: u32,
    /// The latest move, unless the die was thrown since.
    pub last: Option<Action>,
    /// Where the latest move captured.
    pub captured: Option<Cell>,
    /// How the match ended.
    pub ending: Option<Ending>,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// That side has filled the pattern.
    Filled(u8),
    /// The moves ran out, and that is the Destroyer's win.
    DestroyerOutlasts,
    /// The moves ran out, and nobody wins.
    Draw,
}

impl State {
    /// The position before the first throw.
    pub fn start(knobs: &Knobs, pattern: Bits) -> Self {
        let pawns = HOMES.map(Bits::rows);
        let mut state =
            Self { pawns, reserve: [0; 2], pattern, die: None, turn: 0, last: None, captured: None, ending: None };
        state.ending = state.timeout(knobs);
        state
    }

    /// The side to move, were the match not over.
    pub fn to_move(&self) -> usize {
        (self.turn % 2) as usize
    }

    /// Throws the die.
    ///
    /// # Errors
    /// [`IllegalAction`] if it lies there already or the match is over; the state is then untouched.
    pub fn throw(&mut self, chance: &mut Chance) -> Result<(), IllegalAction> {
        if self.die.is_some() || self.ending.is_some() {
            return Err(IllegalAction {
                action: "throw".to_owned(),
                why: "it is not time to throw the die".to_owned(),
            });
        }
        self.die = Some(1 + chance.uniform("die", 6, |face| (face + 1).to_string()) as u8);
        (self.last, self.captured) = (None, None);
        Ok(())
    }

    /// Fills `out` with the legal moves of the side to move, by pawn and then by direction; a pass if there is none. Nothing before
    /// the die is thrown and after the end. Clears `out` first.
    pub fn legal_actions(&self, knobs: &Knobs, out: &mut Vec<Action>) {
        out.clear();
        let Some(die) = self.die.filter(|_| self.ending.is_none()) else { return };
        let own = self.pawns[self.to_move()];
        for from in own.iter() {
            let targets = DIRECTIONS.into_iter().filter_map(|direction| self.landing(knobs, from, direction, die));
            out.extend(targets.map(|to| Action::Move { from, to }));
        }
        if out.is_empty() {
            out.push(Action::Pass);
        }
    }

    /// Where a pawn lands that moves so far; `None` if it may not.
    fn landing(&self, knobs: &Knobs, from: Cell, (rows, cols): (i32, i32), die: u8) -> Option<Cell> {
        let at = |steps: i32| {
            let (row, col) = (i32::from(from.row) + rows * steps, i32::from(from.col) + cols * steps);
            let is_on_board = (0..i32::from(SIDE)).contains(&row) && (0..i32::from(SIDE)).contains(&col);
            is_on_board.then(|| Cell::new(row as u16, col as u16))
        };
        let to = at(i32::from(die)).filter(|to| !self.pawns[self.to_move()].contains(*to))?;
        let is_free = |cell: Cell| self.pawns.iter().all(|pawns| !pawns.contains(cell));
        let is_open = knobs.path == Path::Jump || (1..i32::from(die)).filter_map(at).all(is_free);
        is_open.then_some(to)
    }

    /// Applies the move of the side to move. Draws `respawn` where a captured pawn comes back at random.
    ///
    /// # Errors
    /// [`IllegalAction`] if the rules forbid it; the state is then untouched.
    pub fn apply(&mut self, knobs: &Knobs, action: Action, chance: &mut Chance) -> Result<(), IllegalAction> {
        let illegal = |why: &str| IllegalAction { action: action.to_string(), why: why.to_owned() };
        if self.ending.is_some() {
            return Err(illegal("the match is over"));
        }
        let Some(die) = self.die else { return Err(illegal("the die comes first")) };
        let (side, rival) = (self.to_move(), 1 - self.to_move());
        match action {
            Action::Pass => {
                let mut legal = Vec::new();
                self.legal_actions(knobs, &mut legal);
                if legal != [Action::Pass] {
                    return Err(illegal("a pawn can move"));
                }
            }
            Action::Move { from, to } => {
                let is_on_board = |cell: Cell| cell.row < SIDE && cell.col < SIDE;
                if !is_on_board(from) || !self.pawns[side].contains(from) {
                    return Err(illegal("none of the own pawns stands there"));
                }
                let mut directions = DIRECTIONS.into_iter();
                if !directions.any(|direction| self.landing(knobs, from, direction, die) == Some(to)) {
                    return Err(illegal("a pawn moves as far as the die says, in one direction, and onto no own pawn"));
                }
                let is_capture = self.pawns[rival].contains(to);
                // The victim leaves, the mover lands, the victim comes home.
                self.pawns[rival].remove(to);
                self.pawns[side].remove(from);
                self.pawns[side].insert(to);
                if is_capture {
                    self.reserve[rival] += 1;
                }
                self.captured = is_capture.then_some(to);
            }
        }
        if action == Action::Pass {
            self.captured = None;
        }
        self.come_home(knobs, chance);
        self.turn += 1;
        (self.die, self.last) = (None, Some(action));
        self.ending = self.filled(knobs, side).or_else(|| self.timeout(knobs));
        Ok(())
    }

    /// Whoever waits comes home while there is room.
    fn come_home(&mut self, knobs: &Knobs, chance: &mut Chance) {
        for side in [CREATOR, DESTROYER] {
            while self.reserve[side] > 0 {
                let home = Bits::rows(HOMES[side].clone());
                let free = home.without(&self.pawns[CREATOR]).without(&self.pawns[DESTROYER]);
                let Some(cell) = self.home_cell(knobs, &free, chance) else { break };
                self.pawns[side].insert(cell);
                self.reserve[side] -= 1;
            }
        }
    }

    fn home_cell(&self, knobs: &Knobs, free: &Bits, chance: &mut Chance) -> Option<Cell> {
        let column = self.captured.map_or(0, |cell| cell.col);
        match knobs.respawn {
            Respawn::FirstFree => free.iter().next(),
            Respawn::OwnColumn => free.iter().min_by_key(|cell| (cell.col.abs_diff(column), *cell)),
            Respawn::Random if free.is_empty() => None,
            Respawn::Random => {
                let cells: Vec<Cell> = free.iter().collect();
                Some(cells[chance.uniform("respawn", cells.len() as u64, |n| cells[n as usize].to_string()) as usize])
            }
        }
    }

    /// Cells of the pattern that may be missing by now.
    pub fn allowance(&self, knobs: &Knobs) -> u32 {
        self.turn.checked_div(knobs.relief).unwrap_or(0)
    }

    fn filled(&self, knobs: &Knobs, mover: usize) -> Option<Ending> {
        let missing = |side: usize| self.pattern.without(&self.pawns[side]).len();
        let may_win = |side: &usize| *side == CREATOR || knobs.goal == Goal::Race;
        // Whoever moved comes first where both would have filled it.
        let mut sides = [mover, 1 - mover].into_iter().filter(may_win);
        let winner = sides.find(|side| missing(*side) <= self.allowance(knobs))?;
        Some(Ending::Filled(winner as u8))
    }

    fn timeout(&self, knobs: &Knobs) -> Option<Ending> {
        (self.turn >= knobs.max_turns).then_some(match knobs.timeout {
            Timeout::Destroyer => Ending::DestroyerOutlasts,
            Timeout::Draw => Ending::Draw,
        })
    }
}

#[cfg(test)]
mod tests;
