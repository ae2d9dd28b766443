//! Recordings as tables: one row per match, record, belief, channel of evidence, move or signal.
//!
//! * [`RowKind`]: what a row is, and its [columns](RowKind::columns): the one schema that files, documentation and code share.
//! * [`Batch`]: rows of one kind; [`append`] adds those of a recording.
//! * [`Format`] and [`Sink`]: Parquet, CSV or JSON lines, written batch by batch.
//!
//! A field is empty where its number does not exist or may not be known. The crate knows no game: what reasons about one is
//! handed in.

mod batch;
mod rows;
mod schema;
mod sink;

pub use batch::{Batch, Value};
pub use rows::{Source, append};
pub use schema::{Column, ColumnType, RowKind};
pub use sink::{DatasetError, Format, Sink};
