//! Joint moves and their notation.

use std::fmt;
use std::str::FromStr;

use fogreel_engine::{Cell, ParseActionError};

use super::PERSONS;

/// One person's step, by the cells that it leaves and enters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// Where the person stands.
    pub from: Cell,
    /// A neighbour of that cell.
    pub to: Cell,
}

/// The steps of a team in one turn, in the order of the cells they leave.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Action {
    /// Filled from the front, so that equal moves are equal values.
    steps: [Option<Step>; PERSONS],
}

impl Action {
    /// The joint move with these steps in any order; `None` if there are more than persons.
    pub fn of(steps: impl IntoIterator<Item = Step>) -> Option<Self> {
        let mut action = Self::default();
        for (count, step) in steps.into_iter().enumerate() {
            *action.steps.get_mut(count)? = Some(step);
        }
        action.steps.sort_by_key(|step| (step.is_none(), *step));
        Some(action)
    }

    /// Adds a step; the others leave cells before it.
    pub(super) fn push(&mut self, step: Step) {
        if let Some(free) = self.steps.iter_mut().find(|step| step.is_none()) {
            *free = Some(step);
        }
    }

    /// The steps.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        self.steps.into_iter().flatten()
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
        assert_eq!("wait".parse::<Action>().map(|wait| wait.to_string()), Ok("wait".to_owned()));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", ";", "1,1", "1,1>", "1,1>1,2;", "1,1>1,2>1,3", "1,1>1,2;2,1>2,2;3,1>3,2;4,1>4,2"] {
            assert!(text.parse::<Action>().is_err(), "{text:?}");
        }
    }
}
