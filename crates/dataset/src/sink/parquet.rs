//! Apache Parquet: every column optional, one row group a batch, compressed with zstd.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use super::{DatasetError, Sink};
use crate::{Batch, ColumnType, RowKind, Value};

pub(super) struct ParquetSink<W: Write + Send> {
    writer: SerializedFileWriter<W>,
}

impl<W: Write + Send> ParquetSink<W> {
    pub(super) fn new(kind: RowKind, file: W, writer: &str) -> Result<Self, DatasetError> {
        let properties = WriterProperties::builder()
            .set_created_by(writer.to_owned())
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_key_value_metadata(Some(vec![KeyValue::new("fogreel.rows".to_owned(), kind.id().to_owned())]));
        let writer = SerializedFileWriter::new(file, schema(kind)?, Arc::new(properties.build()))?;
        Ok(Self { writer })
    }
}

fn schema(kind: RowKind) -> Result<TypePtr, ParquetError> {
    let fields = kind.columns().iter().map(|column| {
        let (physical, logical) = match column.kind {
            ColumnType::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            ColumnType::Integer => (Physical::INT64, None),
            ColumnType::Number => (Physical::DOUBLE, None),
            ColumnType::Flag => (Physical::BOOLEAN, None),
        };
        let field = Type::primitive_type_builder(column.name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical);
        field.build().map(Arc::new)
    });
    let fields = fields.collect::<Result<Vec<TypePtr>, ParquetError>>()?;
    Ok(Arc::new(Type::group_type_builder(kind.id()).with_fields(fields).build()?))
}

impl<W: Write + Send> Sink for ParquetSink<W> {
    fn write(&mut self, batch: &Batch) -> Result<(), DatasetError> {
        if batch.rows() == 0 {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        for (column, values) in batch.kind().columns().iter().zip(batch.columns()) {
            let Some(mut writer) = group.next_column()? else { break };
            // 1 where there is a value.
            let levels: Vec<i16> = values.iter().map(|value| i16::from(*value != Value::Null)).collect();
            match column.kind {
                ColumnType::Text => {
                    let text = |value: &Value| match value {
                        Value::Text(text) => Some(ByteArray::from(text.as_ref())),
                        _ => None,
                    };
                    let values: Vec<ByteArray> = values.iter().filter_map(text).collect();
                    writer.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None)?;
                }
                ColumnType::Integer => {
                    let integer = |value: &Value| if let Value::Integer(number) = value { Some(*number) } else { None };
                    let values: Vec<i64> = values.iter().filter_map(integer).collect();
                    writer.typed::<Int64Type>().write_batch(&values, Some(&levels), None)?;
                }
                ColumnType::Number => {
                    let number = |value: &Value| if let Value::Number(number) = value { Some(*number) } else { None };
                    let values: Vec<f64> = values.iter().filter_map(number).collect();
                    writer.typed::<DoubleType>().write_batch(&values, Some(&levels), None)?;
                }
                ColumnType::Flag => {
                    let flag = |value: &Value| if let Value::Flag(flag) = value { Some(*flag) } else { None };
                    let values: Vec<bool> = values.iter().filter_map(flag).collect();
                    writer.typed::<BoolType>().write_batch(&values, Some(&levels), None)?;
                }
            }
            close(writer)?;
        }
        group.close()?;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), DatasetError> {
        self.writer.close()?;
        Ok(())
    }
}

fn close(writer: SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
    writer.close()
}
