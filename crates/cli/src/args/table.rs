//! The arguments of `fogreel table`.

use std::path::PathBuf;

use clap::Args;
use fogreel_dataset::{Format, RowKind};

use super::Read;

#[derive(Args, Debug)]
pub(crate) struct TableArgs {
    /// Recordings, or folders of recordings.
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// What a row is: matches, records, beliefs, evidence, decisions or signals.
    #[arg(long, value_name = "KIND")]
    pub(crate) rows: RowKind,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// parquet, csv or jsonl; if it is not named, what the ending of FILE says.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// Hold what that seat can know, or `referee` for everything.
    #[arg(long = "as", value_name = "SEAT")]
    pub(crate) viewpoint: Option<String>,
    /// The model of the opponent under which the perfect reasoner thinks; the game's first if none is named.
    #[arg(long, value_name = "MODEL")]
    pub(crate) opponent: Option<String>,
    /// Matches worked on at once; all processors if none is named. The file is the same whatever it is.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Replace an existing file.
    #[arg(long)]
    pub(crate) force: bool,
    /// How a damaged recording is read.
    #[arg(long, value_enum, default_value_t = Read::Tail)]
    pub(crate) read: Read,
}
