//! Random access to the records of a match.

use std::sync::Arc;

use fogreel_engine::{End, Header, Record};

use crate::{ReadError, Summary};

/// The records of one match, wherever they lie: header, any record by its index, end.
pub struct Timeline {
    header: Arc<Header>,
    records: Vec<Arc<Record>>,
    end: Option<End>,
}

impl Timeline {
    /// A timeline of records held in memory.
    pub fn from_memory(header: Header, records: Vec<Record>, end: Option<End>) -> Self {
        Self { header: Arc::new(header), records: records.into_iter().map(Arc::new).collect(), end }
    }

    /// What is true of the whole match.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How the match ended; `None` while it runs or when the end is lost.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Number of records, the start included.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is no record at all.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Record `index`, decoded.
    ///
    /// # Errors
    /// [`ReadError`] if it does not exist or is damaged.
    pub fn record(&self, index: usize) -> Result<Arc<Record>, ReadError> {
        self.records.get(index).cloned().ok_or(ReadError::NoSuchRecord { index, len: self.records.len() })
    }

    /// Record `index` in short: from the file's index where there is one, else by decoding the record; `None` if it
    /// cannot be read.
    pub fn summary(&self, index: usize) -> Option<Summary> {
        self.record(index).ok().map(|record| Summary::of(self.header(), &record))
    }
}
