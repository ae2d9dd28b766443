//! Results go to stdout, everything else to stderr.

use std::io::{BufWriter, IsTerminal, StdoutLock, Write};
use std::path::Path;

use fogreel_plots::put_file;
use indicatif::ProgressStyle;
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

/// The look of a bar that counts something.
pub(crate) fn progress_style(of: &str) -> ProgressStyle {
    // A fault in the template shows as the plain bar.
    ProgressStyle::with_template(&format!("{{wide_bar}} {{human_pos}}/{{human_len}} {of}, {{eta}} left"))
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Writes a new file, or replaces an old one if forced. A file is whole, or it is not there: what it replaces stays until
/// then.
///
/// # Errors
/// Exit code 2 if the file exists, 4 if the machine does not let it be written.
pub(crate) fn write_file(path: &Path, bytes: &[u8], force: bool) -> Result<()> {
    Ok(put_file(path, bytes, force)?)
}

/// Makes a folder and those above it.
///
/// # Errors
/// Exit code 4 if the machine does not let it be made.
pub(crate) fn make_folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path)
        .map_err(|error| Failure::machine(format!("{}: cannot make the folder: {error}", path.display())))
}
