//! When and how bodies are compressed, and how they are read.
//!
//! Measured in bytes and microseconds a record on real matches (10 × 10 cells, 2 views, 1 belief: 565 of the bytes are
//! its numbers, which no coder shortens), and on the same enlarged:
//!
//! | cells | raw | zstd −1, matches of 4 | zstd 1 | zstd 3 |
//! |---|---|---|---|---|
//! | 10 × 10 | 1,100 | 775 in 2.9 | 773 in 6.8 | 766 in 8.1 |
//! | 30 × 30 | 6,934 | 5,557 in 5.0 | 5,267 in 12 | 5,252 in 15 |
//! | 100 × 100 | 73,388 | 58,171 in 11 | 54,432 in 62 | 54,362 in 67 |
//!
//! Everything else about a small record takes 2 µs, and its call of the operating system 1.5 µs. Small records are compressed all the
//! same, in the quick way: a live file is then shorter than one whose writer compresses each record by itself without knowing
//! what a grid is (docs/benchmarks.md), and an agent thinks a thousand times as long.

use std::cell::RefCell;

use zstd::zstd_safe::CParameter;

use super::kind;

/// Shorter bodies do not pay for the head of a zstd frame.
const WORTH_TRYING: usize = 64;
/// Shorter records are written as they are: they would hardly become shorter.
const WORTH_TRYING_FOR_RECORDS: usize = 256;
/// Shorter records are compressed without an entropy stage, which takes more time than everything else together.
const WORTH_ENTROPY: usize = 2048;
const QUICK_LEVEL: i32 = -1;
/// Strings and repeated numbers in records are short.
const QUICK_MATCH: u32 = 4;
/// The quickest level with an entropy stage, which the exponents in large grids are worth.
const LEVEL: i32 = 1;
/// Chunks are written once and kept. Bytes of all chunks, and time of packing everything, of eight matches on 10 × 10 to
/// 30 × 20 cells and of one on 128 × 128 (before: 0.58 and 12.9 MB):
///
/// | level | small | large |
/// |---|---|---|
/// | 3 | 171,361 | 5,042,429 in 1.1 s |
/// | 9 | 166,707 | 5,066,034 in 1.1 s |
/// | 15 | 163,298 | 5,022,316 in 1.0 s |
/// | 19 | 162,803 | 4,980,540 in 1.8 s |
const LEVEL_OF_CHUNKS: i32 = 15;

/// Compresses bodies, and keeps its context and its buffer.
#[derive(Default)]
pub(crate) struct Compressor {
    context: Option<zstd::bulk::Compressor<'static>>,
    quick: Option<zstd::bulk::Compressor<'static>>,
    of_chunks: Option<zstd::bulk::Compressor<'static>>,
    packed: Vec<u8>,
}

impl Compressor {
    /// The compressed body, if it is worth it.
    pub(crate) fn compress(&mut self, raw: &[u8], kind: u8) -> Option<&[u8]> {
        if raw.len() < if kind == kind::RECORD { WORTH_TRYING_FOR_RECORDS } else { WORTH_TRYING } {
            return None;
        }
        let (context, level) = match kind {
            kind::CHUNK => (&mut self.of_chunks, LEVEL_OF_CHUNKS),
            kind::RECORD if raw.len() < WORTH_ENTROPY => (&mut self.quick, QUICK_LEVEL),
            _ => (&mut self.context, LEVEL),
        };
        if context.is_none() {
            let made = zstd::bulk::Compressor::new(level).and_then(|mut made| {
                if level == QUICK_LEVEL {
                    made.set_parameter(CParameter::MinMatch(QUICK_MATCH))?;
                }
                Ok(made)
            });
            *context = made.ok();
        }
        self.packed.clear();
        // Room for less than the raw bytes: what does not fit is not smaller.
        self.packed.reserve_exact(raw.len());
        let len = context.as_mut()?.compress_to_buffer(raw, &mut self.packed).ok()?;
        (len < raw.len()).then_some(&self.packed[..])
    }
}

/// Tells how well blocks compress.
#[derive(Default)]
pub(crate) struct Gauge {
    context: Option<zstd::bulk::Compressor<'static>>,
    packed: Vec<u8>,
}

impl Gauge {
    /// Bytes that the quickest compression makes of the data.
    pub(crate) fn compressed_len(&mut self, data: &[u8]) -> Option<usize> {
        if self.context.is_none() {
            self.context = zstd::bulk::Compressor::new(LEVEL).ok();
        }
        self.packed.clear();
        self.packed.reserve(zstd::zstd_safe::compress_bound(data.len()));
        self.context.as_mut()?.compress_to_buffer(data, &mut self.packed).ok()
    }
}

/// The raw bytes of one zstd frame, if they are that many at most.
pub(crate) fn decompress(stored: &[u8], raw_len: usize) -> std::io::Result<Vec<u8>> {
    thread_local! {
        /// Making a context takes longer than reading a small body.
        static CONTEXT: RefCell<Option<zstd::bulk::Decompressor<'static>>> = const { RefCell::new(None) };
    }
    CONTEXT.with_borrow_mut(|context| {
        let context = match context {
            Some(context) => context,
            None => context.insert(zstd::bulk::Decompressor::new()?),
        };
        context.decompress(stored, raw_len)
    })
}
