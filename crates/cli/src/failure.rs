//! The one place that maps errors to exit codes.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use fogreel_engine::{ConfigError, PlayError};
use fogreel_plots::{FigureFileError, PlotError};
use fogreel_recorder::{ReadError, WriteError};
use fogreel_tournament::JournalError;
use fogreel_viewer::ViewerError;

/// What the exit code says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// 1: the check said no.
    CheckFailed = 1,
    /// 2: wrong usage.
    Usage = 2,
    /// 3: unreadable input.
    Unreadable = 3,
    /// 4: the machine said no.
    Machine = 4,
    /// 130: somebody pressed Ctrl-C, as shells say it.
    Interrupted = 130,
    /// 0: whoever read the output has seen enough (`| head`).
    ClosedPipe = 0,
}

/// Why the program ends without having done what it was asked for.
#[derive(Debug)]
pub(crate) struct Failure {
    kind: Kind,
    /// Empty if everything has been said already.
    message: String,
}

pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    pub(crate) fn usage(message: impl ToString) -> Self {
        Self { kind: Kind::Usage, message: message.to_string() }
    }

    pub(crate) fn unreadable(message: impl ToString) -> Self {
        Self { kind: Kind::Unreadable, message: message.to_string() }
    }

    pub(crate) fn machine(message: impl ToString) -> Self {
        Self { kind: Kind::Machine, message: message.to_string() }
    }

    /// Somebody asked the program to stop.
    pub(crate) fn interrupted(message: impl ToString) -> Self {
        Self { kind: Kind::Interrupted, message: message.to_string() }
    }

    /// The check said no, and the report on stdout says why.
    pub(crate) fn check_failed() -> Self {
        Self { kind: Kind::CheckFailed, message: String::new() }
    }

    /// The same kind of failure, with everything said already.
    pub(crate) fn silent(self) -> Self {
        Self { message: String::new(), ..self }
    }

    /// The same failure in other words.
    pub(crate) fn with_message(self, change: impl FnOnce(&str) -> String) -> Self {
        Self { message: change(&self.message), ..self }
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// A recording that is written whole or not at all was not written.
    pub(crate) fn of_whole(error: WriteError) -> Self {
        match error {
            WriteError::Io { file, action, source } => {
                let why = why_not(Path::new(&file), action, &source);
                Self::machine(format!("{file}: {why}; nothing was written"))
            }
            error => error.into(),
        }
    }
}

/// Why something could not be done with a file. What the machine says of a folder that is not there does not name it.
fn why_not(file: &Path, action: &str, error: &std::io::Error) -> String {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| error.kind() == ErrorKind::NotFound && !folder.exists()) {
        Some(folder) => format!("cannot {action}: there is no folder {}", folder.display()),
        None => format!("cannot {action}: {error}"),
    }
}

/// Says what went wrong, and gives the exit code.
pub(crate) fn report(result: Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.message.is_empty() {
                // Nobody is left to tell when stderr is closed, too.
                let _ = writeln!(std::io::stderr(), "fogreel: {}", failure.message);
            }
            ExitCode::from(failure.kind as u8)
        }
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self::usage(error)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::NoSuchRecord { .. } => Self::usage(error),
            _ => Self::unreadable(error),
        }
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Exists { file } => Self::usage(format!("{file} exists already; --force replaces it")),
            WriteError::Locked { .. } => Self::machine(error),
            WriteError::Io { file, action, source } => {
                let begun = std::fs::metadata(&file).is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0);
                let kept = if begun { "; what was recorded so far is readable" } else { "" };
                Self::machine(format!("{file}: {}{kept}", why_not(Path::new(&file), action, &source)))
            }
            WriteError::SameFile { .. } => Self::usage(error),
            WriteError::Unreadable(_) | WriteError::WouldLose { .. } => Self::unreadable(error),
            _ => Self::machine(error),
        }
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Config(error) => error.into(),
            PlayError::Observer(error) => match error.downcast::<WriteError>() {
                Ok(error) => (*error).into(),
                Err(error) => Self::machine(error),
            },
            PlayError::Illegal { .. } | PlayError::Mismatch { .. } => Self::unreadable(error),
        }
    }
}

impl From<PlotError> for Failure {
    fn from(error: PlotError) -> Self {
        match error {
            PlotError::Read(error) => error.into(),
            other => Self::usage(other),
        }
    }
}

impl From<FigureFileError> for Failure {
    fn from(error: FigureFileError) -> Self {
        match error {
            FigureFileError::Plot(error) => error.into(),
            FigureFileError::Exists(_) => Self::usage(format!("{error}; --force replaces it")),
            FigureFileError::Io { path, action, error } => {
                Self::machine(format!("{}: {}", path.display(), why_not(&path, action, &error)))
            }
        }
    }
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Exists(_) => {
                Self::usage(format!("{error}; --resume goes on with it, --force begins it anew"))
            }
            JournalError::OtherPlan { .. } => {
                Self::usage(format!("{error}; --resume goes on with the same command, another --out keeps both"))
            }
            JournalError::NoJournal(_) => Self::unreadable(error),
            JournalError::Busy(_) => Self::machine(error),
            JournalError::Io { file, action, source } => {
                Self::machine(format!("{}: {}", file.display(), why_not(&file, action, &source)))
            }
        }
    }
}

impl From<ViewerError> for Failure {
    fn from(error: ViewerError) -> Self {
        Self::machine(error)
    }
}

/// Errors of writing to stdout.
impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == ErrorKind::BrokenPipe {
            return Self { kind: Kind::ClosedPipe, message: String::new() };
        }
        Self::machine(format!("cannot write to standard output: {error}"))
    }
}
