//! What every position is worth when both sides see everything: retrograde analysis.

use std::sync::OnceLock;

use fogreel_engine::{Cell, Seat};

use super::knobs::Escape;
use super::state::is_capture;
use super::{GUARD, Rules, THIEF};

/// Value of a position for the side to act: it can force a win within so many actions, or cannot avoid to lose, but can
/// delay it for so many, or neither.
///
/// The turn limit is not in it. Whoever can force a win in *d* actions does so before the limit if *d* are left, and
/// otherwise the match is a draw: the winner's way never loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// The side to act wins in that many actions, its own first.
    WinIn(u32),
    /// The side to act loses in that many.
    LossIn(u32),
    /// Neither side can force anything.
    Draw,
}

/// A position with the exits of a [`Table`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Where the thief is.
    pub thief: Cell,
    /// Where the guard is.
    pub guard: Cell,
    /// Who acts.
    pub to_act: Seat,
    /// Whether the thief has declared an escape that the guard's next action decides.
    pub escaping: bool,
}

/// The values of all positions with two given exits.
#[derive(Clone, Debug)]
pub struct Table {
    /// Number of floor cells.
    floor: usize,
    /// Position of every cell of the board among the floor cells.
    sites: Vec<u32>,
    /// [`encode`]d; thief to act, guard to act, and guard to act while the thief is escaping.
    values: Vec<i32>,
}

/// Thief to act, guard to act, guard to act on a declared escape.
const PHASES: usize = 3;

/// A win in d is d, a loss in d is −d, a draw 0.
fn decode(value: i32) -> Value {
    match value {
        0 => Value::Draw,
        win if win > 0 => Value::WinIn(win.unsigned_abs()),
        loss => Value::LossIn(loss.unsigned_abs()),
    }
}

impl Table {
    /// Positions that a table may have: about 200 MB of values and of work in progress, and some seconds.
    pub const MOST_POSITIONS: usize = 1 << 24;

    /// The number of positions of a table with these rules.
    pub fn positions(rules: &Rules) -> usize {
        rules.floor_cells().saturating_pow(2).saturating_mul(PHASES)
    }

    /// Works backwards from the ends of the match, one action at a time (Thompson 1986): a position is won in *d* if the best
    /// action leads to one that is lost in *d* − 1, and lost in *d* if every action leads to one that is won, the last of
    /// them in *d* − 1. Memory grows with [`positions`](Self::positions): whoever takes rules from others compares with
    /// [`MOST_POSITIONS`](Self::MOST_POSITIONS) first.
    pub fn new(rules: &Rules, exits: [Cell; 2]) -> Self {
        let floor = rules.floor_cells();
        let mut sites = vec![u32::MAX; rules.size().cells()];
        rules.floor().enumerate().for_each(|(site, cell)| sites[rules.size().index(cell)] = site as u32);
        let mut solver = Solver::new(rules, &sites, exits);
        solver.find_ends();
        solver.work_backwards();
        Self { floor, sites, values: solver.values }
    }

    /// The value of a position for the side to act; `None` if it has a piece where nobody can stand, or the thief is to act
    /// and escaping at once.
    pub fn value(&self, rules: &Rules, position: Position) -> Option<Value> {
        let phase = match (position.to_act, position.escaping) {
            (THIEF, false) => 0,
            (GUARD, false) => 1,
            (GUARD, true) if rules.knobs.escape == Escape::Delayed => 2,
            _ => return None,
        };
        let site = |cell: Cell| {
            let site = rules.size().contains(cell).then(|| self.sites[rules.size().index(cell)])?;
            (site != u32::MAX).then_some(site as usize)
        };
        let index = (phase * self.floor + site(position.thief)?) * self.floor + site(position.guard)?;
        self.values.get(index).map(|value| decode(*value))
    }

    /// The values with the thief to act, by the thief's and then the guard's place among the floor cells.
    fn into_thief_to_act(mut self) -> Box<[i32]> {
        self.values.truncate(self.floor * self.floor);
        self.values.into_boxed_slice()
    }
}

/// The work in progress.
struct Solver<'a> {
    rules: &'a Rules,
    floor: usize,
    cells: Vec<Cell>,
    /// For each floor cell, itself and where one step leads.
    reach: Vec<Vec<u32>>,
    is_exit: Vec<bool>,
    values: Vec<i32>,
    /// For each position, actions that are not known to lose.
    open: Vec<u8>,
    /// Positions by the order in which they were decided, which is that of their distances.
    decided: Vec<u32>,
}

impl<'a> Solver<'a> {
    fn new(rules: &'a Rules, sites: &[u32], exits: [Cell; 2]) -> Self {
        let cells: Vec<Cell> = rules.floor().collect();
        let floor = cells.len();
        let site = |cell: Cell| sites[rules.size().index(cell)];
        let reach =
            |cell: &Cell| [site(*cell)].into_iter().chain(rules.steps(*cell).map(|(_, next)| site(next))).collect();
        let phases = if rules.knobs.escape == Escape::Delayed { PHASES } else { PHASES - 1 };
        Self {
            rules,
            floor,
            reach: cells.iter().map(reach).collect(),
            is_exit: cells.iter().map(|cell| exits.contains(cell)).collect(),
            cells,
            values: vec![0; phases * floor * floor],
            open: vec![0; phases * floor * floor],
            decided: Vec::with_capacity(phases * floor * floor),
        }
    }

    fn index(&self, phase: usize, thief: usize, guard: usize) -> usize {
        (phase * self.floor + thief) * self.floor + guard
    }

    /// Decides what the next action can decide, and counts the actions that go on.
    fn find_ends(&mut self) {
        let delayed = self.rules.knobs.escape == Escape::Delayed;
        let caught = |seat: Seat| -> Vec<bool> {
            let after = |thief: &Cell, guard: &Cell| is_capture(self.rules, seat, *thief, *guard);
            self.cells.iter().flat_map(|thief| self.cells.iter().map(move |guard| after(thief, guard))).collect()
        };
        let (by_thief, by_guard) = (caught(THIEF), caught(GUARD));
        for thief in 0..self.floor {
            for guard in 0..self.floor {
                let safe = self.reach[thief].iter().filter(|to| !by_thief[**to as usize * self.floor + guard]).count();
                // A capture comes before an escape.
                let can_escape = self.is_exit[thief] && !by_thief[thief * self.floor + guard];
                let catches = self.reach[guard].iter().any(|to| by_guard[thief * self.floor + *to as usize]);
                let (thief_acts, guard_acts) = (self.index(0, thief, guard), self.index(1, thief, guard));
                self.open[thief_acts] = (safe + usize::from(can_escape)) as u8;
                self.open[guard_acts] = self.reach[guard].len() as u8;
                if can_escape && !delayed {
                    self.decide(thief_acts, 1);
                } else if self.open[thief_acts] == 0 {
                    self.decide(thief_acts, -1);
                }
                if catches {
                    self.decide(guard_acts, 1);
                }
                if delayed {
                    self.decide(self.index(2, thief, guard), if catches { 1 } else { -1 });
                }
            }
        }
    }

    fn decide(&mut self, position: usize, value: i32) {
        self.values[position] = value;
        self.decided.push(position as u32);
    }

    fn work_backwards(&mut self) {
        let board = self.floor * self.floor;
        let mut next = 0;
        while let Some(position) = self.decided.get(next).map(|position| *position as usize) {
            next += 1;
            let (phase, thief, guard) = (position / board, position % board / self.floor, position % self.floor);
            let value = self.values[position];
            match phase {
                // Whoever leads here is the guard; a guard's step that captures leads nowhere.
                0 => {
                    for place in 0..self.reach[guard].len() {
                        let before = self.reach[guard][place] as usize;
                        if !is_capture(self.rules, GUARD, self.cells[thief], self.cells[guard]) {
                            self.lead(self.index(1, thief, before), value);
                        }
                    }
                }
                1 if !is_capture(self.rules, THIEF, self.cells[thief], self.cells[guard]) => {
                    for place in 0..self.reach[thief].len() {
                        let before = self.reach[thief][place] as usize;
                        self.lead(self.index(0, before, guard), value);
                    }
                }
                2 if self.is_exit[thief] && !is_capture(self.rules, THIEF, self.cells[thief], self.cells[guard]) => {
                    self.lead(self.index(0, thief, guard), value);
                }
                _ => {}
            }
        }
    }

    /// One action of `before` leads to a position of that value, for the side to act there.
    fn lead(&mut self, before: usize, value: i32) {
        if self.values[before] != 0 {
            return;
        }
        if value < 0 {
            self.decide(before, 1 - value);
        } else {
            self.open[before] -= 1;
            if self.open[before] == 0 {
                self.decide(before, -1 - value);
            }
        }
    }
}

/// Tables of the pairs of exits that somebody asked for, made once and shared by all matches of the same rules.
#[derive(Debug, Default)]
pub(crate) struct Tables(OnceLock<Vec<OnceLock<Box<[i32]>>>>);

impl Tables {
    /// The values with the thief to act, by the thief's and then the guard's place among the floor cells, for exits on two of
    /// these places, the first smaller.
    pub(crate) fn thief_to_act(&self, rules: &Rules, first: usize, second: usize) -> &[i32] {
        let floor = rules.floor_cells();
        let pairs = self.0.get_or_init(|| (0..floor * (floor - 1) / 2).map(|_| OnceLock::new()).collect());
        let pair = second * (second - 1) / 2 + first;
        pairs[pair]
            .get_or_init(|| Table::new(rules, [rules.floor_cell(first), rules.floor_cell(second)]).into_thief_to_act())
    }
}

/// A value of [`Tables::thief_to_act`].
pub(crate) fn thief_value(value: i32) -> Value {
    decode(value)
}
