//! Joint moves and their notation.

use std::fmt;
use std::str::FromStr;

use fogreel_engine::{Cell, Direction, ParseActionError};

use super::PERSONS;

/// One person's step to a neighbouring cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// Where the person stands.
    pub from: Cell,
    /// A neighbour of that cell.
    pub to: Cell,
}

/// A step in one number: row, column, direction. Numbers order like the cells that are left. Nothing is the greatest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PackedStep(u32);

/// Bits of a row or a column: maps have at most 1,024 of each.
const COORDINATE_BITS: u32 = 10;
const DIRECTION_BITS: u32 = 2;

impl PackedStep {
    pub(super) const NONE: Self = Self(u32::MAX);

    pub(super) fn new(from: Cell, direction: Direction) -> Self {
        let cell = u32::from(from.row) << COORDINATE_BITS | u32::from(from.col);
        Self(cell << DIRECTION_BITS | direction as u32)
    }

    /// `None` if the cells are no neighbours, or lie beyond the largest board.
    fn of(step: Step) -> Option<Self> {
        let is_on_a_board = |cell: Cell| [cell.row, cell.col].iter().all(|at| *at < 1 << COORDINATE_BITS);
        let leads_there = |direction: &Direction| {
            let (rows, cols) = direction.offset();
            let shifted = (i32::from(step.from.row) + rows, i32::from(step.from.col) + cols);
            shifted == (i32::from(step.to.row), i32::from(step.to.col))
        };
        let direction = Direction::ALL.into_iter().find(leads_there)?;
        (is_on_a_board(step.from) && is_on_a_board(step.to)).then(|| Self::new(step.from, direction))
    }

    fn unpacked(self) -> Option<Step> {
        if self == Self::NONE {
            return None;
        }
        let coordinate = |shift: u32| (self.0 >> shift & ((1 << COORDINATE_BITS) - 1)) as u16;
        let from = Cell::new(coordinate(DIRECTION_BITS + COORDINATE_BITS), coordinate(DIRECTION_BITS));
        let (rows, cols) = Direction::ALL[(self.0 & ((1 << DIRECTION_BITS) - 1)) as usize].offset();
        let moved = |at: u16, by: i32| (i32::from(at) + by) as u16;
        Some(Step { from, to: Cell::new(moved(from.row, rows), moved(from.col, cols)) })
    }
}

/// The steps of a team in one turn, in the order of the cells they leave. Nobody moves by default.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// Filled from the front, so that equal moves are equal values.
    steps: [PackedStep; PERSONS],
}

impl Default for Action {
    fn default() -> Self {
        Self { steps: [PackedStep::NONE; PERSONS] }
    }
}

impl Action {
    /// The joint move with these steps in any order; `None` if there are more than persons, or one leads to no neighbour.
    pub fn of(steps: impl IntoIterator<Item = Step>) -> Option<Self> {
        let mut action = Self::default();
        for (count, step) in steps.into_iter().enumerate() {
            *action.steps.get_mut(count)? = PackedStep::of(step)?;
        }
        action.steps.sort_unstable();
        Some(action)
    }

    /// The same with that step behind `count` others, which leave cells before it.
    #[inline]
    pub(super) fn with(mut self, count: usize, step: PackedStep) -> Self {
        self.steps[count] = step;
        self
    }

    /// The steps.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        self.steps.into_iter().map_while(PackedStep::unpacked)
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps().next().is_none() {
            return f.write_str("wait");
        }
        for (position, Step { from, to }) in self.steps().enumerate() {
            let separator = if position == 0 { "" } else { ";" };
            write!(f, "{separator}{},{}>{},{}", from.row, from.col, to.row, to.col)?;
        }
        Ok(())
    }
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || ParseActionError { expected: "`3,4>3,5;7,1>6,1` or `wait`", found: text.to_owned() };
        if text == "wait" {
            return Ok(Self::default());
        }
        let step = |part: &str| {
            let (from, to) = part.split_once('>')?;
            Some(Step { from: from.parse().ok()?, to: to.parse().ok()? })
        };
        let steps = text.split(';').map(step).collect::<Option<Vec<_>>>().ok_or_else(wrong)?;
        Self::of(steps).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_the_steps_does_not_matter() {
        let action: Action = "7,1>6,1;3,4>3,5".parse().expect("a joint move");
        assert_eq!(action.to_string(), "3,4>3,5;7,1>6,1");
        assert_eq!(action.to_string().parse(), Ok(action));
        for text in ["0,0>0,1", "1023,1023>1022,1023", "5,5>4,5;5,6>6,6;5,7>5,8"] {
            assert_eq!(text.parse::<Action>().map(|action| action.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("wait".parse::<Action>().map(|wait| wait.to_string()), Ok("wait".to_owned()));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            ";",
            "1,1",
            "1,1>",
            "1,1>1,2;",
            "1,1>1,2>1,3",
            "1,1>1,2;2,1>2,2;3,1>3,2;4,1>4,2",
            "1,1>1,3",
            "1,1>2,2",
            "1,1>1,1",
            "1024,1>1024,2",
            "1,1023>1,1024",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text:?}");
        }
    }
}
