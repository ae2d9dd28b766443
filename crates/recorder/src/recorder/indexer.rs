//! What the next INDEX will say.

use std::borrow::Cow;

use fogreel_engine::{Header, Record};

use crate::format::{Entry, EntryBelief, Index, Items, Key, LineEnd, limits};
use crate::reading::MISSING;
use crate::summary::{Measures, event_mask};

/// Collects entries until an INDEX is due.
#[derive(Default)]
pub(crate) struct Indexer {
    /// Where the last INDEX begins.
    previous: Option<u64>,
    /// First byte that the next INDEX is about.
    since: u64,
    keys: Vec<Key<'static>>,
    entries: Vec<Entry>,
    /// Beliefs in the entries.
    beliefs: usize,
    ends: Vec<LineEnd>,
    notes: Vec<u64>,
}

impl Indexer {
    /// For a file that has an INDEX, or an end, already.
    pub(crate) fn resume(last_index: Option<u64>, end: Option<u64>) -> Self {
        let ends = end.map(|offset| LineEnd { line: 0, offset }).into_iter().collect();
        Self { previous: last_index, since: last_index.unwrap_or_default(), ends, ..Self::default() }
    }

    /// Notes a record that begins at `offset`.
    pub(crate) fn add(&mut self, header: &Header, record: &Record, offset: u64) {
        let mut beliefs = Vec::with_capacity(record.beliefs.len());
        for belief in &record.beliefs {
            // Whoever has more keys than fit is drawn without them; records are not lost by it.
            let Some(key) = self.key(header, &belief.key) else { continue };
            let Measures { entropy_bits, max, p_truth } = Measures::of(header, record, belief);
            beliefs.push(EntryBelief { key, entropy_bits, max, p_truth });
        }
        self.beliefs += beliefs.len();
        self.entries.push(Entry {
            line: 0,
            record: record.index,
            offset,
            turn: record.turn,
            events: event_mask(record),
            beliefs: Items(beliefs),
        });
    }

    /// Notes a record that is lost.
    pub(crate) fn lost(&mut self, record: u32) {
        let beliefs = Items(Vec::new());
        self.entries.push(Entry { line: 0, record, offset: MISSING, turn: 0, events: 0, beliefs });
    }

    /// Notes a note whose frame begins at `offset`.
    pub(crate) fn note(&mut self, offset: u64) {
        self.notes.push(offset);
    }

    /// Notes the end of the line, which begins at `offset`.
    pub(crate) fn end(&mut self, offset: u64) {
        self.ends.push(LineEnd { line: 0, offset });
    }

    /// Whether an INDEX should stand at `offset`.
    pub(crate) fn is_due(&self, offset: u64) -> bool {
        /// An INDEX must fit into a frame, however many beliefs a record has.
        const INDEX_BELIEFS: usize = 1 << 18;
        self.entries.len() + self.notes.len() >= limits::INDEX_ENTRIES
            || self.beliefs >= INDEX_BELIEFS
            || offset.saturating_sub(self.since) >= limits::INDEX_BYTES
    }

    /// First record and number of records of the next INDEX, of `records` in all.
    pub(crate) fn range(&self, records: u32) -> (u32, u32) {
        let count = self.entries.len() as u32;
        (records - count, count)
    }

    /// The body of an INDEX that begins at `offset`; the next one begins afresh.
    pub(crate) fn take<'a>(&mut self, offset: u64, nonce: u64, header_raw: &'a [u8]) -> Index<'a> {
        (self.since, self.beliefs) = (offset, 0);
        Index {
            offset,
            previous: self.previous.replace(offset),
            nonce,
            header_crc: crc32fast::hash(header_raw),
            header: Cow::Borrowed(header_raw),
            keys: Items(std::mem::take(&mut self.keys)),
            entries: Items(std::mem::take(&mut self.entries)),
            ends: Items(self.ends.clone()),
            notes: Items(std::mem::take(&mut self.notes)),
        }
    }

    fn key(&mut self, header: &Header, key: &fogreel_engine::data::BeliefKey) -> Option<u16> {
        let owner = header.seat(&key.owner)?.0;
        let target = header.targets.iter().position(|target| target.id == key.target)?;
        let target = u16::try_from(target).ok()?;
        let is_it = |known: &Key| known.owner == owner && known.target == target && known.source == key.source;
        let position = self.keys.iter().position(is_it).unwrap_or_else(|| {
            self.keys.push(Key { owner, target, source: Cow::Owned(key.source.clone()) });
            self.keys.len() - 1
        });
        u16::try_from(position).ok()
    }
}
