//! The arguments of `fogreel analyze`.

use std::path::PathBuf;

use clap::Args;
use fogreel_engine::data::BeliefKey;

use super::{Color, Read};

#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    /// Recordings, or folders of recordings.
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Model of its opponent under which a perfect reasoner in each seat is imagined; the game's first model if none is named.
    /// Models joined by + are weighed against each other. `fogreel games GAME` lists them.
    #[arg(long, value_name = "MODEL")]
    pub(crate) opponent: Option<String>,
    /// Belief to analyse, as OWNER/TARGET@SOURCE; all beliefs of agents if none is named.
    #[arg(long, value_name = "KEY")]
    pub(crate) belief: Option<BeliefKey>,
    /// Who looks: `referee`, or a seat's id. A seat's analysis holds what that seat can know: its own beliefs and moves, and
    /// nothing that takes the truth. If nobody is named, the referee, but the seat that is kept in a redacted recording.
    #[arg(long = "as", value_name = "WHO")]
    pub(crate) viewpoint: Option<String>,
    /// Write a JSON array: every number of every turn.
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the numbers of every turn and belief into a file, too, one line each.
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Replace an existing file.
    #[arg(long, requires = "csv")]
    pub(crate) force: bool,
    /// Matches analysed at once; all processors if none is named. The result is the same whatever it is.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Whether to use colours.
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
    /// How a damaged recording is read.
    #[arg(long, value_enum, default_value_t = Read::Tail)]
    pub(crate) read: Read,
}
