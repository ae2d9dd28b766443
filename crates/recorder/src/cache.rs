//! Records that were decoded lately.

use std::collections::VecDeque;
use std::sync::Arc;

use fogreel_engine::Record;

/// Line and number of a record.
type Key = (u32, u32);

/// A few records, the latest first. Small enough to be searched from front to back.
#[derive(Default)]
pub(crate) struct Cache {
    entries: VecDeque<(Key, Arc<Record>, usize)>,
    bytes: usize,
}

impl Cache {
    const ENTRIES: usize = 512;
    const BYTES: usize = 64 << 20;

    pub(crate) fn get(&mut self, key: Key) -> Option<Arc<Record>> {
        let position = self.entries.iter().position(|(known, ..)| *known == key)?;
        let entry = self.entries.remove(position)?;
        let record = entry.1.clone();
        self.entries.push_front(entry);
        Some(record)
    }

    /// Adds a record that takes about so many bytes; the oldest make room for it.
    pub(crate) fn put(&mut self, key: Key, record: Arc<Record>, bytes: usize) {
        if let Some(position) = self.entries.iter().position(|(known, ..)| *known == key)
            && let Some((.., old)) = self.entries.remove(position)
        {
            self.bytes -= old;
        }
        self.entries.push_front((key, record, bytes));
        self.bytes += bytes;
        while self.entries.len() > 1 && (self.bytes > Self::BYTES || self.entries.len() > Self::ENTRIES) {
            if let Some((.., old)) = self.entries.pop_back() {
                self.bytes -= old;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fogreel_engine::SeatSet;

    fn record(index: u32) -> Arc<Record> {
        Arc::new(Record {
            index,
            turn: 0,
            round: 0,
            actions: Vec::new(),
            decisions: Vec::new(),
            chance: Vec::new(),
            events: Vec::new(),
            truth: None,
            views: Vec::new(),
            privileged: Vec::new(),
            beliefs: Vec::new(),
            to_act: SeatSet::NONE,
            state_hash: None,
        })
    }

    #[test]
    fn the_least_recently_used_makes_room() {
        let mut cache = Cache::default();
        for index in 0..3 {
            cache.put((0, index), record(index), Cache::BYTES / 3);
        }
        assert!(cache.get((0, 0)).is_some());
        cache.put((0, 3), record(3), Cache::BYTES / 3);
        assert!(cache.get((0, 1)).is_none(), "1 was used before 2 and 0");
        assert!(cache.get((0, 2)).is_some() && cache.get((0, 0)).is_some() && cache.get((0, 3)).is_some());
        cache.put((0, 4), record(4), 2 * Cache::BYTES);
        assert_eq!(cache.entries.len(), 1, "one record is kept, however large");
        assert!(cache.get((0, 4)).is_some());
    }
}
