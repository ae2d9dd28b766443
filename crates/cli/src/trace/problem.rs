//! What is wrong with a line, and where in it.

use std::fmt;

use fogreel_recorder::WriteError;

/// What is wrong, and with which field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem {
    /// Path of the field, such as `beliefs[0].values`; empty for the line as a whole.
    path: String,
    what: String,
}

impl Problem {
    pub(crate) fn of(path: impl Into<String>, what: impl Into<String>) -> Self {
        Self { path: path.into(), what: what.into() }
    }

    /// A line that is no JSON.
    pub(crate) fn of_json(error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let what = text.split(" at line ").next().unwrap_or(&text);
        Self::of("", format!("column {}: {what}", error.column()))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { f.write_str(&self.what) } else { write!(f, "{}: {}", self.path, self.what) }
    }
}

/// Why lines could not be read into a recording.
#[derive(Debug)]
pub(crate) enum ImportError {
    /// A line is wrong.
    Line { line: u64, problem: Problem },
    /// There is not even a header.
    Empty,
    /// The machine could not read them.
    Read(std::io::Error),
    /// The recording could not be written.
    Write(WriteError),
}

impl ImportError {
    /// Says to which line it belongs.
    pub(crate) fn at_line(self, line: u64) -> Self {
        match self {
            Self::Line { problem, .. } => Self::Line { line, problem },
            other => other,
        }
    }
}

impl From<Problem> for ImportError {
    fn from(problem: Problem) -> Self {
        Self::Line { line: 0, problem }
    }
}

/// What contradicts the header is wrong with the line; whatever else goes wrong is not.
impl From<WriteError> for ImportError {
    fn from(error: WriteError) -> Self {
        // "record 7: index" is the index of this line.
        let field = |place: &str| match place.split_once(": ") {
            Some((_, field)) => field.to_owned(),
            None => place.to_owned(),
        };
        match error {
            WriteError::Invalid { place, expected, found, .. } => {
                Problem::of(field(&place), format!("expected {expected}, found {found}")).into()
            }
            WriteError::Limit { what, limit, found, .. } => {
                Problem::of("", format!("{what} may be {limit} at most, found {found}")).into()
            }
            error => Self::Write(error),
        }
    }
}
