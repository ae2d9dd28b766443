//! CHUNK, schema 1.

use bincode::{BorrowDecode, Encode};

use super::Items;

/// The body: the bodies of records, whose grids may refer to grids before them in the same chunk.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Chunk<'a> {
    pub(crate) records: Items<&'a [u8]>,
}
