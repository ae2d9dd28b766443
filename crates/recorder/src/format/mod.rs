//! The bytes of a recording: a pure codec without IO. `docs/format.md` is the specification.
//!
//! A file is a [`Preamble`], then frames: a [`FrameHeader`] of 40 bytes and a body. The sync word and the seeded CRC of
//! the frame header let a reader find the next frame after damage; the CRC of the stored body is checked before
//! anything is decompressed; the raw body is decoded under limits, to its last byte; then its meaning is checked.

mod body;
mod check;
mod chunk;
#[cfg(feature = "zstd")]
mod compress;
mod fault;
mod frame;
mod grid;
pub mod limits;
mod preamble;
mod varint;
mod wire;

pub use frame::{FrameHeader, SYNC, Seed, codec, kind};
pub use preamble::{MAGIC, MAJOR, MINOR, Preamble};

pub(crate) use body::{
    Encoder, SCHEMA, decode_branch, decode_end, decode_header, decode_note, decode_record, grid_bytes, unpack,
};
pub(crate) use check::{
    branch as check_branch, end as check_end, end_counts as check_end_counts, header as check_header,
    note as check_note, record as check_record, room_for_records as check_room_for_records,
};
#[cfg(any(fuzzing, test))]
pub(crate) use chunk::decode_blocks;
#[cfg(feature = "bodies")]
pub(crate) use chunk::make_grids_raw;
pub(crate) use chunk::{ChunkEncoder, decode_chunk};
pub(crate) use fault::{Fault, ensure};
pub(crate) use frame::{HeaderFault, is_intact};
pub(crate) use preamble::PreambleFault;
pub(crate) use wire::{Entry, EntryBelief, Index, Items, Key, LineEnd, decode as decode_index};
