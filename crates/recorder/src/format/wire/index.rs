//! INDEX, schema 1.

use std::borrow::Cow;

use bincode::{BorrowDecode, Encode};

use super::Items;

/// The body.
#[derive(Clone, Debug, Encode, BorrowDecode)]
pub(crate) struct Index<'a> {
    /// Where this frame itself begins: an index in a file whose bytes moved is not believed.
    pub(crate) offset: u64,
    /// Where the INDEX before it begins.
    pub(crate) previous: Option<u64>,
    /// The nonce of the preamble.
    pub(crate) nonce: u64,
    /// CRC of the raw body of the HEADER.
    pub(crate) header_crc: u32,
    /// The raw body of the HEADER.
    pub(crate) header: Cow<'a, [u8]>,
    /// Beliefs that the entries speak of.
    pub(crate) keys: Items<Key<'a>>,
    /// Records since the INDEX before it, in the order of the file.
    pub(crate) entries: Items<Entry>,
    /// Ends of lines, all that were written so far.
    pub(crate) ends: Items<LineEnd>,
    /// Where the NOTE and BRANCH frames since the INDEX before it begin, in the order of the file.
    pub(crate) marks: Items<u64>,
}

/// Owner, target and source of a belief.
#[derive(Clone, PartialEq, Eq, Debug, Encode, BorrowDecode)]
pub(crate) struct Key<'a> {
    pub(crate) owner: u8,
    pub(crate) target: u16,
    pub(crate) source: Cow<'a, str>,
}

/// Where a record lies and what it holds in short.
#[derive(Clone, PartialEq, Debug, Encode, BorrowDecode)]
pub(crate) struct Entry {
    pub(crate) line: u32,
    pub(crate) record: u32,
    pub(crate) offset: u64,
    pub(crate) turn: u32,
    pub(crate) events: u64,
    pub(crate) beliefs: Items<EntryBelief>,
}

/// A belief in short.
#[derive(Clone, Copy, PartialEq, Debug, Encode, BorrowDecode)]
pub(crate) struct EntryBelief {
    /// Position in the keys.
    pub(crate) key: u16,
    pub(crate) entropy_bits: Option<f32>,
    pub(crate) max: f32,
    pub(crate) p_truth: Option<f32>,
}

/// Where the END of a line lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode, BorrowDecode)]
pub(crate) struct LineEnd {
    pub(crate) line: u32,
    pub(crate) offset: u64,
}
