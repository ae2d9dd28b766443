//! Recording into memory.

use fogreel_engine::{End, Header, Observer, ObserverError, Record};

use crate::Timeline;

/// Keeps a whole match in memory, for matches that are looked at once and for tests.
#[derive(Default)]
pub struct MemoryRecorder {
    header: Option<Header>,
    records: Vec<Record>,
    end: Option<End>,
}

impl MemoryRecorder {
    /// The match so far; `None` before it began.
    pub fn into_timeline(self) -> Option<Timeline> {
        Some(Timeline::from_memory(self.header?, self.records, self.end))
    }
}

impl Observer for MemoryRecorder {
    fn begin(&mut self, header: &Header) -> Result<(), ObserverError> {
        self.header = Some(header.clone());
        Ok(())
    }

    fn record(&mut self, record: &Record) -> Result<(), ObserverError> {
        self.records.push(record.clone());
        Ok(())
    }

    fn end(&mut self, end: &End) -> Result<(), ObserverError> {
        self.end = Some(end.clone());
        Ok(())
    }
}
