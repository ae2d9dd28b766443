//! Bodies of records without frames around them, for comparisons with other containers.

use fogreel_engine::{End, Header, Record};

use crate::format::{self, Encoder, Fault};
use crate::{ReadError, WriteError};

/// Encodes bodies, and keeps its buffers.
#[derive(Default)]
pub struct Bodies {
    encoder: Encoder,
}

impl Bodies {
    /// The body of a HEADER frame before compression.
    ///
    /// # Errors
    /// [`WriteError`] if the header is too large.
    pub fn header(&mut self, header: &Header) -> Result<&[u8], WriteError> {
        self.encoder.header(header).map_err(|fault| WriteError::refused("body", "header", fault))?;
        Ok(self.encoder.raw())
    }

    /// The body of an END frame before compression.
    ///
    /// # Errors
    /// [`WriteError`] if the end is too large.
    pub fn end(&mut self, end: &End) -> Result<&[u8], WriteError> {
        self.encoder.end(end).map_err(|fault| WriteError::refused("body", "end", fault))?;
        Ok(self.encoder.raw())
    }

    /// The body of a RECORD frame before compression.
    ///
    /// # Errors
    /// [`WriteError`] if the record is too large.
    pub fn record(&mut self, header: &Header, record: &Record) -> Result<&[u8], WriteError> {
        self.encoder.record(header, record).map_err(|fault| refused(record, fault))?;
        Ok(self.encoder.raw())
    }

    /// The same with every grid raw, whichever layout is shorter: the body of a program that knows nothing of grids.
    ///
    /// # Errors
    /// [`WriteError`] if the record is too large.
    pub fn raw_record(&mut self, header: &Header, record: &Record) -> Result<&[u8], WriteError> {
        self.encoder
            .record(header, record)
            .and_then(|()| format::make_grids_raw(&mut self.encoder))
            .map_err(|fault| refused(record, fault))?;
        Ok(self.encoder.raw())
    }
}

fn refused(record: &Record, fault: Fault) -> WriteError {
    WriteError::refused("body", &format!("record {}", record.index), fault)
}

/// The record of that index, decoded and checked.
///
/// # Errors
/// [`ReadError`] if the body is damaged or contradicts the header.
pub fn decode_record(header: &Header, body: &[u8], index: u32) -> Result<Record, ReadError> {
    format::decode_record(header, body, index).map_err(|fault| {
        let (file, offset, record) = ("body".to_owned(), 0, Some(index));
        match fault {
            Fault::Limit { what, limit, found } => ReadError::Limit { file, offset, record, what, limit, found },
            Fault::Invalid { expected, found, .. } => ReadError::Damaged { file, offset, record, expected, found },
            Fault::UnknownCodec(codec) => {
                let (expected, found) = ("a codec of this build".to_owned(), codec.to_string());
                ReadError::Damaged { file, offset, record, expected, found }
            }
        }
    })
}
