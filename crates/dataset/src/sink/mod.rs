//! Files that rows are written into.

mod csv;
mod json_lines;
mod parquet;

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;

use crate::{Batch, RowKind};

/// A format of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Apache Parquet, compressed with zstd.
    Parquet,
    /// Comma-separated values with a line of names.
    Csv,
    /// One JSON object a line.
    JsonLines,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Parquet, Self::Csv, Self::JsonLines];

    /// Name on the command line, and ending of files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Csv => "csv",
            Self::JsonLines => "jsonl",
        }
    }

    /// The format that the ending of a file names.
    pub fn of_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_lowercase();
        Self::ALL.into_iter().find(|format| format.id() == ending)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = || Self::ALL.map(Self::id).join(", ");
        Self::ALL.into_iter().find(|format| format.id() == text).ok_or_else(|| format!("expected one of {}", known()))
    }
}

/// Why rows could not be written.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// The machine said no.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
    /// The writer of Parquet files said no.
    #[error("cannot write Parquet: {0}")]
    Parquet(#[from] ::parquet::errors::ParquetError),
}

/// Where rows go. Batches are written as they come, so that memory holds no more than one.
pub trait Sink {
    /// Writes the rows of a batch.
    ///
    /// # Errors
    /// [`DatasetError`] if they cannot be written.
    fn write(&mut self, batch: &Batch) -> Result<(), DatasetError>;

    /// Writes what stands at the end.
    ///
    /// # Errors
    /// [`DatasetError`] if it cannot be written.
    fn finish(self: Box<Self>) -> Result<(), DatasetError>;
}

impl Format {
    /// A sink of this format for rows of a kind. `writer` is the program that writes, for formats that keep its name.
    ///
    /// # Errors
    /// [`DatasetError`] if what stands at the beginning cannot be written.
    pub fn sink<'a>(
        self,
        kind: RowKind,
        file: impl Write + Send + 'a,
        writer: &str,
    ) -> Result<Box<dyn Sink + 'a>, DatasetError> {
        Ok(match self {
            Self::Parquet => Box::new(parquet::ParquetSink::new(kind, file, writer)?),
            Self::Csv => Box::new(csv::CsvSink::new(kind, file)?),
            Self::JsonLines => Box::new(json_lines::JsonLinesSink::new(file)),
        })
    }
}
