//! Random access to the records of a match.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use fogreel_engine::{End, Header, Record};

use crate::cache::Cache;
use crate::format::{Seed, grid_bytes};
use crate::reading::{MISSING, Opened, record_at};
use crate::source::Source;
use crate::{ReadError, Summary};

/// The records of one match, wherever they lie: header, any record by its index, end.
///
/// It may be shared between threads. Records of a file are read when they are asked for, and the last ones are kept.
pub struct Timeline {
    header: Arc<Header>,
    end: Option<End>,
    store: Store,
    /// One per record; those that no index told are computed when they are asked for.
    summaries: Vec<OnceLock<Summary>>,
}

enum Store {
    Memory(Vec<Arc<Record>>),
    File { source: Source, seed: Seed, offsets: Vec<u64>, cache: Mutex<Cache> },
}

impl Timeline {
    /// A timeline of records held in memory.
    pub fn from_memory(header: Header, records: Vec<Record>, end: Option<End>) -> Self {
        let records: Vec<_> = records.into_iter().map(Arc::new).collect();
        let summaries = records.iter().map(|_| OnceLock::new()).collect();
        Self { header: Arc::new(header), end, store: Store::Memory(records), summaries }
    }

    pub(crate) fn of_file(source: Source, opened: Opened) -> Self {
        let Opened { header, end, seed, offsets, mut summaries, .. } = opened;
        summaries.resize(offsets.len(), None);
        let summaries = summaries.into_iter().map(|known| known.map_or_else(OnceLock::new, OnceLock::from)).collect();
        let store = Store::File { source, seed, offsets, cache: Mutex::default() };
        Self { header: Arc::new(header), end, store, summaries }
    }

    /// What is true of the whole match.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How the match ended; `None` while it runs or when the end is lost.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Number of records, the start included, and those that damage took.
    pub fn len(&self) -> usize {
        self.summaries.len()
    }

    /// Whether there is no record at all.
    pub fn is_empty(&self) -> bool {
        self.summaries.is_empty()
    }

    /// Record `index`, decoded.
    ///
    /// # Errors
    /// [`ReadError`] if it does not exist, is damaged or missing, or cannot be read.
    pub fn record(&self, index: usize) -> Result<Arc<Record>, ReadError> {
        let absent = ReadError::NoSuchRecord { index, len: self.len() };
        match &self.store {
            Store::Memory(records) => records.get(index).cloned().ok_or(absent),
            Store::File { source, seed, offsets, cache } => {
                let offset = *offsets.get(index).ok_or(absent)?;
                let number = index as u32;
                if offset == MISSING {
                    return Err(ReadError::Missing { file: source.name().to_owned(), record: number });
                }
                let lock = || cache.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(record) = lock().get(index) {
                    return Ok(record);
                }
                // Read and decoded without the lock: other threads go on.
                let record = Arc::new(record_at(source, *seed, &self.header, offset, number)?);
                // Besides the grids, a record is lists and texts of a few kilobytes.
                let bytes = grid_bytes(&record) as usize + 4096;
                lock().put(index, record.clone(), bytes);
                Ok(record)
            }
        }
    }

    /// Record `index` in short: from the file's index where there is one, else by decoding the record, once; `None` if
    /// it does not exist or cannot be read.
    ///
    /// What a file's index says is a hint: it is as the writer computed it.
    pub fn summary(&self, index: usize) -> Option<Summary> {
        let known = self.summaries.get(index)?;
        if let Some(summary) = known.get() {
            return Some(summary.clone());
        }
        let record = self.record(index).ok()?;
        Some(known.get_or_init(|| Summary::of(&self.header, &record)).clone())
    }
}
