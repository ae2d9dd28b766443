//! Comma-separated values (RFC 4180): an empty field is nothing, infinities are `inf` and `-inf`.

use std::io::Write;

use super::{DatasetError, Sink};
use crate::{Batch, RowKind, Value};

pub(super) struct CsvSink<W: Write> {
    writer: ::csv::Writer<W>,
    field: String,
}

impl<W: Write> CsvSink<W> {
    pub(super) fn new(kind: RowKind, file: W) -> Result<Self, DatasetError> {
        let mut writer = ::csv::Writer::from_writer(file);
        writer.write_record(kind.columns().iter().map(|column| column.name)).map_err(io_error)?;
        Ok(Self { writer, field: String::new() })
    }
}

impl<W: Write> Sink for CsvSink<W> {
    fn write(&mut self, batch: &Batch) -> Result<(), DatasetError> {
        use std::fmt::Write as _;
        for row in 0..batch.rows() {
            for column in batch.columns() {
                self.field.clear();
                let field = match &column[row] {
                    Value::Null => "",
                    Value::Text(text) => text,
                    Value::Flag(flag) => {
                        if *flag {
                            "true"
                        } else {
                            "false"
                        }
                    }
                    value => {
                        // Writing to a string cannot fail.
                        let _ = match value {
                            Value::Integer(number) => write!(self.field, "{number}"),
                            // The shortest text that reads back as the same double; `{}` would write 1e-300 in full.
                            Value::Number(number) => write!(self.field, "{number:?}"),
                            _ => Ok(()),
                        };
                        self.field.strip_suffix(".0").unwrap_or(&self.field)
                    }
                };
                self.writer.write_field(field).map_err(io_error)?;
            }
            self.writer.write_record(None::<&[u8]>).map_err(io_error)?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), DatasetError> {
        Ok(self.writer.flush()?)
    }
}

/// Rows are of equal length, so that only the file itself can fail.
fn io_error(error: ::csv::Error) -> DatasetError {
    DatasetError::Io(error.into())
}
