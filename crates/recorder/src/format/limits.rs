//! What a recording can hold. Every limit is checked before anything is allocated for the number that it bounds.

use super::Fault;

/// Cells of a board or frame.
pub const CELLS: u64 = 1 << 20;
/// Seats of a match.
pub const SEATS: u64 = 64;
/// Pieces in one truth or view.
pub const PIECES: u64 = 65_536;
/// Records of one line.
pub const RECORDS: u64 = 1 << 24;
/// Lines of a file besides the match.
pub const BRANCHES: u64 = 1024;
/// Raw bytes of a header body.
pub const HEADER_RAW: u64 = 8 << 20;
/// Raw bytes of the body of a note or branch.
pub const NOTE_RAW: u64 = 1 << 20;
/// Raw or stored bytes of any body.
pub const FRAME_RAW: u64 = 64 << 20;
/// Raw bytes of a chunk of more than one record.
pub const CHUNK_RAW: u64 = 4 << 20;
/// Records of a chunk.
pub const CHUNK_RECORDS: u64 = 1024;
/// Records of a file that are said to be lost.
pub const LOST: u64 = 1 << 20;
/// Bytes of all grids of one record, or of all records of a chunk, were each stored raw.
pub const GRIDS: u64 = 64 << 20;
/// Bytes that a body may claim while it is decoded: twice what its lists and values take in memory.
pub(crate) const DECODED: usize = 256 << 20;
/// Records and notes between two indexes.
pub const INDEX_ENTRIES: usize = 1024;
/// Bytes between two indexes.
pub const INDEX_BYTES: u64 = 64 << 20;

/// `found`, unless it is beyond the limit.
#[inline]
pub(crate) fn check(what: &'static str, limit: u64, found: u64) -> Result<u64, Fault> {
    if found <= limit { Ok(found) } else { Err(Fault::Limit { what, limit, found }) }
}

/// What is left of [`GRIDS`] for the record or chunk at hand.
pub(crate) struct Budget(u64);

impl Budget {
    pub(crate) const fn of_record() -> Self {
        Self(GRIDS)
    }

    /// Takes room for a grid, before it is allocated.
    pub(crate) fn take(&mut self, bytes: u64) -> Result<(), Fault> {
        let used = GRIDS - self.0;
        self.0 = self.0.checked_sub(bytes).ok_or(Fault::Limit {
            what: "bytes of the grids of a record",
            limit: GRIDS,
            found: used.saturating_add(bytes),
        })?;
        Ok(())
    }
}
