//! The perfect-information values for many pairs of exits at once: what averages over unknown exits need.
//!
//! A [`Table`](super::Table) for each of several hundred pairs costs hundreds of times as much as one. Here each pair is one
//! bit, so that one instruction decides a position for 64 pairs or more. Tests hold both against each other.

use fogreel_engine::{Cell, Seat};

use super::knobs::Escape;
use super::state::is_capture;
use super::{GUARD, Rules, THIEF};

/// Most values kept: 2²⁶, two bytes each.
const MOST_VALUES: usize = 1 << 26;
/// Most positions: each takes up to 200 bytes while a block of pairs is worked on.
const MOST_POSITIONS: usize = 1 << 22;
/// Words of bits that are worked on together: few enough for the cache, enough for wide instructions.
const WIDTH: usize = 4;
/// One bit per pair.
type Block = [u64; WIDTH];
const NONE: Block = [0; WIDTH];
const ALL: Block = [u64::MAX; WIDTH];

/// What positions in which one side has just acted are worth, for many pairs of exits.
#[derive(Clone, Debug)]
pub(crate) struct PairTables {
    floor: usize,
    blocks: Vec<Changes>,
}

/// How what is sure grows with the actions that are left, for one block of pairs.
#[derive(Clone, Debug)]
struct Changes {
    /// By the thief's, then the guard's place among the floor cells: one more than the place of its latest change in `all`, or 0.
    latest: Vec<u32>,
    all: Vec<Change>,
}

/// From so many actions left on, a position is decided for these pairs.
#[derive(Clone, Copy, Debug)]
struct Change {
    left: i16,
    /// The change of the same position with fewer actions left, as in [`Changes::latest`].
    before: u32,
    sure: Sure,
}

impl PairTables {
    /// The values after an action of `seat`, for exits on these pairs of places among the floor cells.
    ///
    /// # Errors
    /// In words, if they would take too much memory.
    pub(crate) fn after(rules: &Rules, seat: Seat, pairs: &[[usize; 2]]) -> Result<Self, String> {
        let floor = rules.floor_cells();
        let positions = floor.saturating_mul(floor);
        if positions > MOST_POSITIONS {
            return Err(format!("{positions} positions are too many to average over, the limit is {MOST_POSITIONS}"));
        }
        if positions.saturating_mul(pairs.len()) > MOST_VALUES {
            return Err(format!(
                "values of {positions} positions for {} pairs of exits are too many, the limit is {MOST_VALUES}",
                pairs.len()
            ));
        }
        let board = Board::new(rules);
        let block = |part: &[[usize; 2]]| {
            let mut changes = Changes { latest: vec![0; positions], all: Vec::new() };
            Sweep::new(&board, part).run(|(led, position), left, sure| {
                if led == seat {
                    changes.all.push(Change { left, before: changes.latest[position], sure: *sure });
                    changes.latest[position] = changes.all.len() as u32;
                }
            });
            changes
        };
        Ok(Self { floor, blocks: pairs.chunks(WIDTH * 64).map(block).collect() })
    }

    /// The thief's expected score times the sum of the weights, with so many actions left: win 1, draw ½, loss 0.
    pub(crate) fn thief_score(&self, thief: usize, guard: usize, left: u32, weights: &Weights<'_>) -> f64 {
        let left = left.min(i16::MAX as u32) as i16;
        let position = thief * self.floor + guard;
        let of_block = |(changes, (weights, total)): (&Changes, (&[f64], f64))| {
            let sure = |sure: &Sure| masked(weights, total, &sure.thief) - masked(weights, total, &sure.guard);
            0.5 * (total + changes.with_left(position, left).map_or(0.0, sure))
        };
        self.blocks.iter().zip(weights.blocks()).map(of_block).sum()
    }
}

/// One weight per pair of exits, and their sums, which many positions share.
#[derive(Clone, Debug)]
pub(crate) struct Weights<'a> {
    weights: &'a [f64],
    /// Sum of each block.
    totals: Vec<f64>,
}

impl<'a> Weights<'a> {
    /// These weights, in the order of the pairs.
    pub(crate) fn new(weights: &'a [f64]) -> Self {
        Self { weights, totals: weights.chunks(WIDTH * 64).map(sum).collect() }
    }

    /// The sum of all.
    pub(crate) fn total(&self) -> f64 {
        self.totals.iter().sum()
    }

    fn blocks(&self) -> impl Iterator<Item = (&'a [f64], f64)> {
        self.weights.chunks(WIDTH * 64).zip(self.totals.iter().copied())
    }
}

/// The sum in four lanes, so that the compiler can use vector instructions.
fn sum(values: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    let (chunks, rest) = values.as_chunks::<4>();
    for chunk in chunks {
        lanes.iter_mut().zip(chunk).for_each(|(lane, value)| *lane += value);
    }
    lanes.iter().sum::<f64>() + rest.iter().sum::<f64>()
}

impl Changes {
    /// What is sure with so many actions left; `None` if nothing is.
    fn with_left(&self, position: usize, left: i16) -> Option<&Sure> {
        let mut place = self.latest[position];
        loop {
            let change = self.all.get(place.checked_sub(1)? as usize)?;
            if change.left <= left {
                return Some(&change.sure);
            }
            place = change.before;
        }
    }
}

/// The sum of the weights whose bits are set, where all of them sum to `total`.
fn masked(weights: &[f64], total: f64, bits: &Block) -> f64 {
    let set: u32 = bits.iter().map(|word| word.count_ones()).sum();
    // The fewer are looked at.
    let is_most = 2 * set as usize > weights.len();
    let mut sum = 0.0;
    for (weights, word) in weights.chunks(64).zip(bits) {
        let mut rest = if is_most { !word } else { *word };
        if let Some(unused) = 64usize.checked_sub(weights.len()).filter(|unused| *unused > 0) {
            rest &= u64::MAX >> unused;
        }
        while rest != 0 {
            sum += weights[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
    }
    if is_most { total - sum } else { sum }
}

/// What all pairs share.
struct Board<'a> {
    rules: &'a Rules,
    floor: usize,
    /// For each floor cell, itself and where one step leads.
    reach: Vec<Vec<usize>>,
    /// By thief and guard: whether an action of the thief that leads there is a capture.
    caught_by_thief: Vec<bool>,
    /// By thief and guard: whether an action of the guard from there can capture.
    catches: Vec<bool>,
}

impl<'a> Board<'a> {
    fn new(rules: &'a Rules) -> Self {
        let cells: Vec<Cell> = rules.floor().collect();
        let floor = cells.len();
        let mut sites = vec![0; rules.size().cells()];
        cells.iter().enumerate().for_each(|(site, cell)| sites[rules.size().index(*cell)] = site);
        let site = |cell: Cell| sites[rules.size().index(cell)];
        let reach: Vec<Vec<usize>> = cells
            .iter()
            .map(|cell| [site(*cell)].into_iter().chain(rules.steps(*cell).map(|(_, next)| site(next))).collect())
            .collect();
        let caught = |seat: Seat| -> Vec<bool> {
            let by =
                |thief: &Cell| cells.iter().map(|guard| is_capture(rules, seat, *thief, *guard)).collect::<Vec<_>>();
            cells.iter().flat_map(by).collect()
        };
        let (caught_by_thief, caught_by_guard) = (caught(THIEF), caught(GUARD));
        let catches = (0..floor * floor)
            .map(|position| {
                let (thief, guard) = (position / floor, position % floor);
                reach[guard].iter().any(|to| caught_by_guard[thief * floor + to])
            })
            .collect();
        Self { rules, floor, reach, caught_by_thief, catches }
    }
}

/// Which side is sure to win, one bit per pair.
#[derive(Clone, Copy, Debug)]
struct Sure {
    thief: Block,
    guard: Block,
}

/// Backward induction over the actions that are left, for up to a block of pairs.
struct Sweep<'a> {
    board: &'a Board<'a>,
    /// The bits that stand for a pair.
    used: Block,
    /// For each floor cell, the pairs of which it is an exit.
    exits: Vec<Block>,
    thief_acts: Vec<Sure>,
    guard_acts: Vec<Sure>,
    /// One bit per position: whether one that an action leads to has changed since it was looked at.
    thief_is_due: Vec<u64>,
    guard_is_due: Vec<u64>,
}

/// From so many actions left on, nothing changes but by what the next action leads to: a declared escape takes two.
const SETTLED: i16 = 3;

impl<'a> Sweep<'a> {
    fn new(board: &'a Board<'a>, pairs: &[[usize; 2]]) -> Self {
        let mut exits = vec![NONE; board.floor];
        let mut used = NONE;
        for (bit, pair) in pairs.iter().enumerate() {
            used[bit / 64] |= 1 << (bit % 64);
            pair.iter().for_each(|exit| exits[*exit][bit / 64] |= 1 << (bit % 64));
        }
        let draws = vec![Sure { thief: NONE, guard: NONE }; board.floor * board.floor];
        let due = all_bits(draws.len());
        Self {
            board,
            used,
            exits,
            thief_acts: draws.clone(),
            guard_acts: draws,
            thief_is_due: due.clone(),
            guard_is_due: due,
        }
    }

    /// Goes back from the last action until nothing changes any more. `decided` is told, whenever more is decided of a position,
    /// who led to it (and the position), within how many further actions it is decided, and what is sure by then.
    fn run(mut self, mut decided: impl FnMut((Seat, usize), i16, &Sure)) {
        let most = self.board.rules.knobs.max_turns.min(i16::MAX as u32) as i16;
        // The thief acts on even turns: with an even number of actions left if all of them are.
        let mut thief_to_act = self.board.rules.knobs.max_turns % 2 == 1;
        let mut unchanged = 0;
        for left in 1..=most {
            let led = if thief_to_act { GUARD } else { THIEF };
            let mut changed = false;
            let due = if thief_to_act { &mut self.thief_is_due } else { &mut self.guard_is_due };
            // What is found now makes positions of the other side due.
            let mut due = std::mem::take(due);
            if left <= SETTLED {
                due = all_bits(self.thief_acts.len());
            }
            for position in set_bits(&due) {
                let before = if thief_to_act { self.thief_acts[position] } else { self.guard_acts[position] };
                if is_decided(&before, &self.used) {
                    continue;
                }
                let mut now = if thief_to_act { self.thief(position, left) } else { self.guard(position) };
                (now.thief, now.guard) = (and(&now.thief, &self.used), and(&now.guard, &self.used));
                let is_new = |now: &Block, before: &Block| and_not(now, before) != NONE;
                if !is_new(&now.thief, &before.thief) && !is_new(&now.guard, &before.guard) {
                    continue;
                }
                changed = true;
                // What was sure before stays so.
                (now.thief, now.guard) = (or(&now.thief, &before.thief), or(&now.guard, &before.guard));
                decided((led, position), left, &now);
                self.settle(position, thief_to_act, now);
            }
            due.fill(0);
            *(if thief_to_act { &mut self.thief_is_due } else { &mut self.guard_is_due }) = due;
            unchanged = if changed { 0 } else { unchanged + 1 };
            // Neither side's positions changed, so none will.
            if unchanged == 2 && left > SETTLED {
                break;
            }
            thief_to_act = !thief_to_act;
        }
    }

    /// Writes down what a position has become, and that those which lead there are due. Steps lead back and forth alike.
    #[inline]
    fn settle(&mut self, position: usize, thief_to_act: bool, now: Sure) {
        let floor = self.board.floor;
        let (thief, guard) = (position / floor, position % floor);
        if thief_to_act {
            self.thief_acts[position] = now;
            self.board.reach[guard].iter().for_each(|from| set_bit(&mut self.guard_is_due, thief * floor + from));
        } else {
            self.guard_acts[position] = now;
            self.board.reach[thief].iter().for_each(|from| set_bit(&mut self.thief_is_due, from * floor + guard));
        }
    }

    /// Who is sure to win with the guard to act.
    #[inline]
    fn guard(&self, position: usize) -> Sure {
        let board = self.board;
        if board.catches[position] {
            return Sure { thief: NONE, guard: ALL };
        }
        let (thief, guard) = (position / board.floor, position % board.floor);
        let mut sure = Sure { thief: ALL, guard: NONE };
        for to in &board.reach[guard] {
            let after = &self.thief_acts[thief * board.floor + to];
            sure.thief = and(&sure.thief, &after.thief);
            sure.guard = or(&sure.guard, &after.guard);
        }
        sure
    }

    /// Who is sure to win with the thief to act and so many actions left.
    #[inline]
    fn thief(&self, position: usize, left: i16) -> Sure {
        let board = self.board;
        let (thief, guard) = (position / board.floor, position % board.floor);
        let mut sure = Sure { thief: NONE, guard: ALL };
        for to in &board.reach[thief] {
            if board.caught_by_thief[to * board.floor + guard] {
                continue;
            }
            let after = &self.guard_acts[to * board.floor + guard];
            sure.thief = or(&sure.thief, &after.thief);
            sure.guard = and(&sure.guard, &after.guard);
        }
        // A capture comes before an escape.
        if !board.caught_by_thief[position] {
            let can_escape = &self.exits[thief];
            let escapes = match board.rules.knobs.escape {
                Escape::AtOnce => true,
                Escape::Delayed => left >= 2 && !board.catches[position],
            };
            let is_caught = board.rules.knobs.escape == Escape::Delayed && left >= 2 && board.catches[position];
            if escapes {
                sure.thief = or(&sure.thief, can_escape);
            }
            if !is_caught {
                sure.guard = and_not(&sure.guard, can_escape);
            }
        }
        sure
    }
}

/// So many bits, all set.
fn all_bits(count: usize) -> Vec<u64> {
    let mut words = vec![u64::MAX; count.div_ceil(64)];
    if let (Some(last), rest @ 1..) = (words.last_mut(), count % 64) {
        *last = (1 << rest) - 1;
    }
    words
}

fn set_bit(words: &mut [u64], bit: usize) {
    words[bit / 64] |= 1 << (bit % 64);
}

/// The bits that are set, ascending.
fn set_bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(place, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(place * 64 + bit)
        })
    })
}

fn is_decided(sure: &Sure, used: &Block) -> bool {
    or(&sure.thief, &sure.guard) == *used
}

fn or(first: &Block, second: &Block) -> Block {
    std::array::from_fn(|word| first[word] | second[word])
}

fn and(first: &Block, second: &Block) -> Block {
    std::array::from_fn(|word| first[word] & second[word])
}

fn and_not(first: &Block, second: &Block) -> Block {
    std::array::from_fn(|word| first[word] & !second[word])
}

#[cfg(test)]
mod tests {
    use fogreel_engine::{CellSet, Size};

    use super::*;
    use crate::rajakardhor::knobs::Capture;
    use crate::rajakardhor::{Knobs, Position, Table, Value};

    const MAP: [&str; 6] = ["......", ".##.#.", "......", "#.#..#", "......", ".#..#."];

    /// Every value is that of the table of its pair, cut off by the turns that are left.
    #[test]
    fn many_pairs_at_once_have_the_values_of_one_table_each() {
        let size = Size::new(6, 6);
        let walls = size.iter().filter(|cell| MAP[usize::from(cell.row)].as_bytes()[usize::from(cell.col)] == b'#');
        let walls = CellSet::of(size, walls);
        let mut decided = 0;
        for capture in [Capture::AfterGuard, Capture::AfterEither] {
            for escape in [Escape::AtOnce, Escape::Delayed] {
                for max_turns in [0, 1, 2, 7, 60] {
                    let knobs = Knobs { capture, escape, max_turns, ..Knobs::named("guide").expect("a preset") };
                    let rules = Rules::new(knobs, walls.clone());
                    let floor = rules.floor_cells();
                    let pairs: Vec<[usize; 2]> =
                        (0..floor).flat_map(|first| (first + 1..floor).map(move |second| [first, second])).collect();
                    for led in [THIEF, GUARD] {
                        let tables = PairTables::after(&rules, led, &pairs).expect("small");
                        for (number, pair) in pairs.iter().enumerate().step_by(61) {
                            let table = Table::new(&rules, pair.map(|site| rules.floor_cell(site)));
                            let mut weights = vec![0.0; pairs.len()];
                            weights[number] = 1.0;
                            for (thief, guard) in
                                (0..floor * floor).map(|position| (position / floor, position % floor))
                            {
                                let to_act = if led == THIEF { GUARD } else { THIEF };
                                let position = Position {
                                    thief: rules.floor_cell(thief),
                                    guard: rules.floor_cell(guard),
                                    to_act,
                                    escaping: false,
                                };
                                let value = table.value(&rules, position).expect("a position");
                                // The thief acts with an even number of turns behind it.
                                let first = (max_turns + u32::from(to_act == GUARD)) % 2;
                                for left in (first..=max_turns).step_by(2) {
                                    let expected = match value {
                                        Value::WinIn(distance) if distance <= left => {
                                            f64::from(u8::from(to_act == THIEF))
                                        }
                                        Value::LossIn(distance) if distance <= left => {
                                            f64::from(u8::from(to_act == GUARD))
                                        }
                                        _ => 0.5,
                                    };
                                    let found = tables.thief_score(thief, guard, left, &Weights::new(&weights));
                                    assert_eq!(
                                        found, expected,
                                        "{capture:?} {escape:?} {max_turns} {left} {position:?} {value:?}"
                                    );
                                    decided += u32::from(expected != 0.5);
                                }
                            }
                        }
                    }
                }
            }
        }
        assert!(decided > 10_000, "{decided}");
    }
}
