//! Moves and their notation.

use std::fmt;
use std::str::FromStr;

use fogreel_engine::{Cell, ParseActionError};

/// What a player does with the die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// No pawn can move that far.
    Pass,
    /// One pawn moves.
    Move {
        /// Where it stands.
        from: Cell,
        /// Where it lands.
        to: Cell,
    },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Move { from, to } => write!(f, "{},{}>{},{}", from.row, from.col, to.row, to.col),
        }
    }
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "pass" {
            return Ok(Self::Pass);
        }
        let parse = || {
            let (from, to) = text.split_once('>')?;
            Some(Self::Move { from: from.parse().ok()?, to: to.parse().ok()? })
        };
        parse().ok_or_else(|| ParseActionError { expected: "`1,4>4,7` or `pass`", found: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_parse_as_they_print() {
        for text in ["1,4>4,7", "15,15>9,9", "pass"] {
            assert_eq!(text.parse::<Action>().map(|action| action.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "1,4", "1,4>", "1,4>4,7>5,5", "Pass"] {
            assert!(text.parse::<Action>().is_err(), "{text:?}");
        }
    }
}
