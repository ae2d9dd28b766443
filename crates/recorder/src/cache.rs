//! Records that were decoded lately.

use std::collections::VecDeque;
use std::sync::Arc;

use fogreel_engine::Record;

/// A few records, the latest first. Small enough to be searched from front to back.
#[derive(Default)]
pub(crate) struct Cache {
    entries: VecDeque<(usize, Arc<Record>, usize)>,
    bytes: usize,
}

impl Cache {
    const ENTRIES: usize = 512;
    const BYTES: usize = 64 << 20;

    pub(crate) fn get(&mut self, index: usize) -> Option<Arc<Record>> {
        let position = self.entries.iter().position(|(known, ..)| *known == index)?;
        let entry = self.entries.remove(position)?;
        let record = entry.1.clone();
        self.entries.push_front(entry);
        Some(record)
    }

    /// Adds a record that takes about so many bytes; the oldest make room for it.
    pub(crate) fn put(&mut self, index: usize, record: Arc<Record>, bytes: usize) {
        if let Some(position) = self.entries.iter().position(|(known, ..)| *known == index)
            && let Some((.., old)) = self.entries.remove(position)
        {
            self.bytes -= old;
        }
        self.entries.push_front((index, record, bytes));
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
            cache.put(index, record(index as u32), Cache::BYTES / 3);
        }
        assert!(cache.get(0).is_some());
        cache.put(3, record(3), Cache::BYTES / 3);
        assert!(cache.get(1).is_none(), "1 was used before 2 and 0");
        assert!(cache.get(2).is_some() && cache.get(0).is_some() && cache.get(3).is_some());
        cache.put(4, record(4), 2 * Cache::BYTES);
        assert_eq!(cache.entries.len(), 1, "one record is kept, however large");
        assert!(cache.get(4).is_some());
    }
}
