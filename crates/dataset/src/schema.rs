//! What a row is, and what stands in it.

use std::fmt;
use std::str::FromStr;

use crate::rows::{beliefs, decisions, evidence, matches, records, signals};

/// What a column holds. Every field may be empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// Text, UTF-8.
    Text,
    /// A whole number, 64 bits.
    Integer,
    /// A number, a double; ±∞ is a value.
    Number,
    /// True or false.
    Flag,
}

impl ColumnType {
    /// Name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Flag => "flag",
        }
    }
}

/// A column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name, with the unit where there is one.
    pub name: &'static str,
    /// What it holds.
    pub kind: ColumnType,
    /// What it means.
    pub about: &'static str,
}

pub(crate) const fn text(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: ColumnType::Text, about }
}

pub(crate) const fn integer(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: ColumnType::Integer, about }
}

pub(crate) const fn number(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: ColumnType::Number, about }
}

pub(crate) const fn flag(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: ColumnType::Flag, about }
}

/// What a row is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RowKind {
    /// A match.
    Matches,
    /// A record of a match.
    Records,
    /// A belief in a record, measured.
    Beliefs,
    /// What a channel of evidence was worth to the reference of a belief in a record.
    Evidence,
    /// A move, with how it was decided and graded.
    Decisions,
    /// What a channel told a seat in a record.
    Signals,
}

impl RowKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Matches, Self::Records, Self::Beliefs, Self::Evidence, Self::Decisions, Self::Signals];

    /// Name on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Matches => "matches",
            Self::Records => "records",
            Self::Beliefs => "beliefs",
            Self::Evidence => "evidence",
            Self::Decisions => "decisions",
            Self::Signals => "signals",
        }
    }

    /// What a row is, in a sentence.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Matches => "A match: what was played, by whom, and how it ended.",
            Self::Records => "A record of a match: who acted, what happened, where everything truly was.",
            Self::Beliefs => "A belief in a record, measured against the truth and against the exact posterior.",
            Self::Evidence => "What motion or a channel of evidence was worth to the exact posterior in a record.",
            Self::Decisions => "A move: how its agent decided, and what the move gave away.",
            Self::Signals => "What a channel told a seat in a record: hits, misses, and what could not tell.",
        }
    }

    /// Its columns, in their order.
    pub const fn columns(self) -> &'static [Column] {
        match self {
            Self::Matches => matches::COLUMNS,
            Self::Records => records::COLUMNS,
            Self::Beliefs => beliefs::COLUMNS,
            Self::Evidence => evidence::COLUMNS,
            Self::Decisions => decisions::COLUMNS,
            Self::Signals => signals::COLUMNS,
        }
    }

    /// Whether its rows take an analysis of the match, which costs more than reading it.
    pub const fn takes_analysis(self) -> bool {
        matches!(self, Self::Beliefs | Self::Evidence | Self::Decisions)
    }
}

impl fmt::Display for RowKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for RowKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = || Self::ALL.map(Self::id).join(", ");
        Self::ALL.into_iter().find(|kind| kind.id() == text).ok_or_else(|| format!("expected one of {}", known()))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    #[test]
    fn names_are_unique_and_read_back() {
        for kind in RowKind::ALL {
            assert_eq!(kind.id().parse(), Ok(kind));
            let mut names: Vec<&str> = kind.columns().iter().map(|column| column.name).collect();
            assert_eq!(names[0], "file");
            names.sort_unstable();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count, "{kind}");
        }
    }

    /// `docs/dataset.md` holds what this writes, between marks.
    #[test]
    fn the_documentation_tells_every_column() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/dataset.md");
        let page = std::fs::read_to_string(path).expect("the page of datasets");
        let mut expected = String::new();
        for kind in RowKind::ALL {
            let _ = write!(expected, "### `{kind}`\n\n{}\n\n| column | type | |\n| --- | --- | --- |\n", kind.about());
            for Column { name, kind, about } in kind.columns() {
                let _ = writeln!(expected, "| `{name}` | {} | {} |", kind.name(), about.replace('|', "\\|"));
            }
            expected.push('\n');
        }
        assert!(page.contains(&expected), "docs/dataset.md must hold these tables:\n\n{expected}");
    }
}
