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
    /// Records of line 0 that INDEX frames have told or this one will.
    records: u32,
    keys: Vec<Key<'static>>,
    entries: Vec<Entry>,
    /// Beliefs in the entries.
    beliefs: usize,
    ends: Vec<LineEnd>,
    marks: Vec<u64>,
}

impl Indexer {
    /// For a file that has an INDEX already, which told so many records of line 0, or ends of lines.
    pub(crate) fn resume(last_index: Option<u64>, records: u32, ends: Vec<LineEnd>) -> Self {
        Self { previous: last_index, since: last_index.unwrap_or_default(), records, ends, ..Self::default() }
    }

    /// Notes a record of a line that begins at `offset`.
    pub(crate) fn add(&mut self, header: &Header, line: u32, record: &Record, offset: u64) {
        let mut beliefs = Vec::with_capacity(record.beliefs.len());
        for belief in &record.beliefs {
            // Whoever has more keys than fit is drawn without them; records are not lost by it.
            let Some(key) = self.key(header, &belief.key) else { continue };
            let Measures { entropy_bits, max, p_truth } = Measures::of(header, record, belief);
            beliefs.push(EntryBelief { key, entropy_bits, max, p_truth });
        }
        self.beliefs += beliefs.len();
        self.records += u32::from(line == 0);
        self.entries.push(Entry {
            line,
            record: record.index,
            offset,
            turn: record.turn,
            events: event_mask(record),
            beliefs: Items(beliefs),
        });
    }

    /// Notes a record that is lost.
    pub(crate) fn lost(&mut self, line: u32, record: u32) {
        let beliefs = Items(Vec::new());
        self.records += u32::from(line == 0);
        self.entries.push(Entry { line, record, offset: MISSING, turn: 0, events: 0, beliefs });
    }

    /// Notes a note or branch whose frame begins at `offset`.
    pub(crate) fn mark(&mut self, offset: u64) {
        self.marks.push(offset);
    }

    /// Notes the end of a line, which begins at `offset`.
    pub(crate) fn end(&mut self, line: u32, offset: u64) {
        self.ends.push(LineEnd { line, offset });
    }

    /// Whether an INDEX should stand at `offset`.
    pub(crate) fn is_due(&self, offset: u64) -> bool {
        /// An INDEX must fit into a frame, however many beliefs a record has.
        const INDEX_BELIEFS: usize = 1 << 18;
        self.entries.len() + self.marks.len() >= limits::INDEX_ENTRIES
            || self.beliefs >= INDEX_BELIEFS
            || offset.saturating_sub(self.since) >= limits::INDEX_BYTES
    }

    /// First record and number of records of line 0 in the next INDEX.
    pub(crate) fn range(&self) -> (u32, u32) {
        let count = self.entries.iter().filter(|entry| entry.line == 0).count() as u32;
        (self.records - count, count)
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
            marks: Items(std::mem::take(&mut self.marks)),
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
