//! The arguments of `fogreel report`.

use std::path::PathBuf;

use clap::Args;

use super::Read;

#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// The recording.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Folder to write: index.html, turns.csv, and figures/ with each figure as SVG and CSV.
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Model of its opponent under which a perfect reasoner in each seat is imagined; the game's first model if none is named.
    /// Models joined by + are weighed against each other. `fogreel games GAME` lists them.
    #[arg(long, value_name = "MODEL")]
    pub(crate) opponent: Option<String>,
    /// Who looks: `referee`, or a seat's id. A seat's report holds what that seat can know: its own view, beliefs, moves and
    /// notes, and nothing that takes the truth. If nobody is named, the referee, but the seat that is kept in a redacted
    /// recording.
    #[arg(long = "as", value_name = "WHO")]
    pub(crate) viewpoint: Option<String>,
    /// Write into a folder that holds files, and replace those that the report writes.
    #[arg(long)]
    pub(crate) force: bool,
    /// How a damaged recording is read.
    #[arg(long, value_enum, default_value_t = Read::Tail)]
    pub(crate) read: Read,
}
