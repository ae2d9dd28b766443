//! Results go to stdout, everything else to stderr.

use std::io::{BufWriter, IsTerminal, StdoutLock, Write};
use std::path::Path;

use serde::Serialize;

use crate::args::Color;
use crate::failure::{Failure, Result};

/// This program, as the recordings that it writes name it.
pub(crate) const WRITER: &str = concat!("fogreel ", env!("CARGO_PKG_VERSION"));

/// Buffered standard output.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(std::io::stdout().lock())
}

/// Writes a value as JSON, on one line.
pub(crate) fn write_json(value: &impl Serialize) -> Result<()> {
    let mut out = stdout();
    serde_json::to_writer(&mut out, value).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(out.flush()?)
}

/// Whether to use colours on standard output.
pub(crate) fn wants_color(color: Color) -> bool {
    let is_true_color = || {
        let term = std::env::var("COLORTERM").unwrap_or_default();
        term == "truecolor" || term == "24bit"
    };
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() && is_true_color(),
    }
}

/// Characters in a line of the terminal on standard output; `None` if there is none.
pub(crate) fn terminal_width() -> Option<usize> {
    terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0))
}

/// Says something that is no result.
pub(crate) fn notice(text: &str) {
    // Nobody is left to tell when stderr is closed.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Writes a new file, or replaces an old one if forced.
///
/// # Errors
/// Exit code 2 if the file exists, 4 if the machine does not let it be written.
pub(crate) fn write_file(path: &Path, bytes: &[u8], force: bool) -> Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true);
    if force {
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    let mut file = options.open(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Failure::usage(format!("{} exists already; --force replaces it", path.display()))
        }
        _ => Failure::writing(path, &error),
    })?;
    file.write_all(bytes).map_err(|error| Failure::writing(path, &error))
}

/// Makes a folder and those above it.
///
/// # Errors
/// Exit code 4 if the machine does not let it be made.
pub(crate) fn make_folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path)
        .map_err(|error| Failure::machine(format!("{}: cannot make the folder: {error}", path.display())))
}
