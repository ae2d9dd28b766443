//! One JSON object a line: `null` is nothing, infinities are the texts `inf` and `-inf`, as in everything else that Fogreel writes.

use std::io::{BufWriter, Write};

use super::{DatasetError, Sink};
use crate::{Batch, Value};

pub(super) struct JsonLinesSink<W: Write> {
    file: BufWriter<W>,
}

impl<W: Write> JsonLinesSink<W> {
    pub(super) fn new(file: W) -> Self {
        Self { file: BufWriter::new(file) }
    }
}

impl<W: Write> Sink for JsonLinesSink<W> {
    fn write(&mut self, batch: &Batch) -> Result<(), DatasetError> {
        let columns = batch.kind().columns();
        for row in 0..batch.rows() {
            for (place, (column, values)) in columns.iter().zip(batch.columns()).enumerate() {
                // Names are plain ASCII.
                write!(self.file, "{}\"{}\":", if place == 0 { '{' } else { ',' }, column.name)?;
                match &values[row] {
                    Value::Null => self.file.write_all(b"null")?,
                    Value::Text(text) => {
                        serde_json::to_writer(&mut self.file, text.as_ref()).map_err(std::io::Error::from)?;
                    }
                    Value::Integer(number) => write!(self.file, "{number}")?,
                    Value::Number(number) if number.is_finite() => {
                        serde_json::to_writer(&mut self.file, number).map_err(std::io::Error::from)?;
                    }
                    Value::Number(number) => write!(self.file, "\"{number}\"")?,
                    Value::Flag(flag) => write!(self.file, "{flag}")?,
                }
            }
            self.file.write_all(b"}\n")?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), DatasetError> {
        Ok(self.file.flush()?)
    }
}
