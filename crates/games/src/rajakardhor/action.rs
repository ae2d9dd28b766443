//! What thief and guard can do.

use std::fmt;
use std::str::FromStr;

use fogreel_engine::{Direction, ParseActionError};

/// An action. The order of the variants is the order in which options are listed and tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Stays, silently.
    Wait,
    /// Steps to a neighbouring cell.
    Move(Direction),
    /// Leaves through the exit underfoot. The thief's alone.
    Escape,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wait => f.write_str("wait"),
            Self::Move(direction) => write!(f, "move {direction}"),
            Self::Escape => f.write_str("escape"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || ParseActionError { expected: "`move up`, `wait` or `escape`", found: text.to_owned() };
        match text {
            "wait" => Ok(Self::Wait),
            "escape" => Ok(Self::Escape),
            _ => {
                let direction = text.strip_prefix("move ").ok_or_else(wrong)?;
                direction.parse().map(Self::Move).map_err(|_| wrong())
            }
        }
    }
}
