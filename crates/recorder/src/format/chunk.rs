//! Records packed together: each grid in the encoding that compresses best, which may be the difference to an earlier
//! grid of the same chunk.
//!
//! A block's encoding is a layout (all elements, or those that are not zero, as in records that stand alone) and two
//! flags: [`SHUFFLED`] and [`DELTA`]. A grid that did not change is the difference of which nothing is stored.
//!
//! Which encoding compresses best is tried: each candidate is compressed by itself at the quickest level, and the shortest
//! wins. The layout is no candidate: it is the one that is shortest before compression. Bytes of all chunks of the matches
//! named in [`compress`](super::compress), at its level for small matches and large ones:
//!
//! | chosen by | small (at level 19) | large |
//! |---|---|---|
//! | a trial | 162,803 | 5,022,316 |
//! | a trial of the raw layout as well | 163,278 | |
//! | a trial, never shuffled | 173,170 | |
//! | a trial, never a difference | 167,267 | |
//! | the least entropy of its bytes | 173,108 | 5,744,786 |
//! | the fewest bytes | 178,694 | 6,257,846 |

use std::borrow::Cow;
use std::collections::HashMap;

use fogreel_engine::{Header, Record};

use super::fault::ensure;
use super::grid::{self, Block, MASKED, RAW, SPARSE};
use super::limits::{self, Budget};
use super::varint::{self, read_varint};
use super::wire::{self, Place, Width};
use super::{Encoder, Fault, check, grid_bytes};

/// The elements stand byte by byte: the lowest bytes of all of them, then the next ones, and so on.
const SHUFFLED: u8 = 4;
/// The data begins with how many blocks back another grid of this chunk stands; the elements are the exclusive or of both.
const DELTA: u8 = 8;

/// A grid that stands in a chunk, all elements one after the other.
struct Plain {
    width: Width,
    len: usize,
    bytes: Vec<u8>,
}

impl Plain {
    fn fits(&self, place: &Place) -> bool {
        (self.width, self.len) == (place.width, place.len)
    }
}

/// Decodes and checks the records of a chunk, of which the frame header says the first number and how many they are.
pub(crate) fn decode_chunk(header: &Header, raw: &[u8], first: u32, count: u32) -> Result<Vec<Record>, Fault> {
    let chunk = wire::decode::<wire::Chunk>(raw)?;
    let found = chunk.records.0.len();
    ensure(found == count as usize, || ("the chunk".to_owned(), format!("{count} records"), found))?;
    let (mut blocks, mut budget) = (Vec::new(), Budget::of_record());
    let records = chunk.records.0.iter().zip(first..).map(|(bytes, index)| {
        let mut body = wire::decode::<wire::Record>(bytes)?;
        body.visit_blocks(&mut |place: &Place, block: &mut Block<'_>| {
            // One budget for all: a few bytes of many records must not become gigabytes.
            let plain = expand(place, block, &blocks, &mut budget)?;
            (block.encoding, block.bytes) = (RAW, Cow::Owned(plain.bytes.clone()));
            blocks.push(plain);
            Ok(())
        })?;
        let record = body.into_data(header)?;
        check::record(header, &record, index)?;
        Ok(record)
    });
    records.collect()
}

/// Decodes grids that stand in a chunk one after the other, until one is wrong, and compares those that may stand alone, too,
/// with what they are then.
#[cfg(any(fuzzing, test))]
pub(crate) fn decode_blocks(width: u8, len: usize, blocks: &[(u8, &[u8])]) {
    let width = [Width::Bit, Width::Bytes(1), Width::Bytes(4), Width::Bytes(8)][usize::from(width % 4)];
    let place = Place { name: "grid", slot: 0, width, len };
    let (mut before, mut budget) = (Vec::new(), Budget::of_record());
    for &(encoding, bytes) in blocks {
        let block = Block { encoding, bytes: Cow::Borrowed(bytes) };
        let in_chunk = expand(&place, &block, &before, &mut budget);
        if encoding <= MASKED {
            let mut budget = Budget::of_record();
            let alone = match width {
                Width::Bit => {
                    let size = fogreel_engine::Size::new(1, len as u16);
                    let set = block.set("grid", size, &mut budget);
                    set.map(|set| {
                        let words = set.words().iter().flat_map(|word| word.to_le_bytes());
                        words.take(len.div_ceil(8)).collect()
                    })
                }
                Width::Bytes(1) => block.values::<u8>("grid", len, &mut budget),
                Width::Bytes(4) => {
                    let values = block.values::<u32>("grid", len, &mut budget);
                    values.map(|values| values.iter().flat_map(|value| value.to_le_bytes()).collect())
                }
                Width::Bytes(_) => {
                    let values = block.values::<f64>("grid", len, &mut budget);
                    values.map(|values| values.iter().flat_map(|value| value.to_le_bytes()).collect())
                }
            };
            let in_chunk = in_chunk.as_ref().ok().map(|plain| &plain.bytes);
            let alone: Option<&Vec<u8>> = alone.as_ref().ok();
            // Bits behind the last one are looked at when a set is made of them.
            if width != Width::Bit || alone.is_some() {
                assert_eq!(in_chunk, alone, "a grid in a chunk is another than alone: {encoding}, {bytes:02x?}");
            }
        }
        let Ok(plain) = in_chunk else { return };
        before.push(plain);
    }
}

/// Encodes the record's body that the encoder holds again, each grid raw.
#[cfg(feature = "bodies")]
pub(crate) fn make_grids_raw(encoder: &mut Encoder) -> Result<(), Fault> {
    let live = encoder.raw().to_vec();
    let mut body = wire::decode::<wire::Record>(&live)?;
    body.visit_blocks(&mut |place: &Place, block: &mut Block<'_>| {
        let plain = expand(place, block, &[], &mut Budget::of_record())?;
        (block.encoding, block.bytes) = (RAW, Cow::Owned(plain.bytes));
        Ok(())
    })?;
    encoder.body(&body)
}

/// All elements of a block. Its room is taken from the budget before it is allocated.
fn expand(place: &Place, block: &Block<'_>, before: &[Plain], budget: &mut Budget) -> Result<Plain, Fault> {
    let (layout, is_shuffled, is_delta) =
        (block.encoding & 3, block.encoding & SHUFFLED != 0, block.encoding & DELTA != 0);
    let is_known = match place.width {
        Width::Bit => matches!(layout, RAW | SPARSE) && !is_shuffled,
        Width::Bytes(_) => layout <= MASKED,
    };
    if block.encoding >= 16 || !is_known {
        return Err(grid::unknown_encoding(place.name, block.encoding));
    }
    budget.take(room_of(place))?;
    let (reference, data) = if is_delta {
        let (distance, data) = read_varint(&block.bytes)
            .ok_or_else(|| Fault::invalid(place.name, "a number of blocks", "the end of the block or no number"))?;
        let position = usize::try_from(distance).ok().filter(|distance| *distance > 0);
        let reference = position.and_then(|distance| before.get(before.len().checked_sub(distance)?));
        let reference = reference.filter(|reference| reference.fits(place)).ok_or_else(|| {
            Fault::invalid(place.name, "an earlier block of the chunk with as many elements of that kind", distance)
        })?;
        (Some(reference), data)
    } else {
        (None, &block.bytes[..])
    };
    let mut bytes = match place.width {
        Width::Bit => bits(place, layout, data)?,
        Width::Bytes(width) => elements(place, layout, data, width, is_shuffled)?,
    };
    if let Some(reference) = reference {
        bytes.iter_mut().zip(&reference.bytes).for_each(|(byte, other)| *byte ^= other);
    }
    Ok(Plain { width: place.width, len: place.len, bytes })
}

/// What a grid takes of the budget, as its place counts it.
fn room_of(place: &Place) -> u64 {
    match place.width {
        Width::Bit => place.len.div_ceil(64) as u64 * 8,
        Width::Bytes(width) => (place.len as u64).saturating_mul(width as u64),
    }
}

fn bits(place: &Place, layout: u8, data: &[u8]) -> Result<Vec<u8>, Fault> {
    let len = place.len.div_ceil(8);
    if layout == RAW {
        let found = data.len();
        ensure(found == len, || (place.name.to_owned(), format!("a block of {len} bytes"), found))?;
        return Ok(data.to_vec());
    }
    let (indices, rest) = grid::gaps(place.name, data, place.len)?;
    ensure(rest.is_empty(), || (place.name.to_owned(), "the end of the block".to_owned(), rest.len()))?;
    let mut bytes = vec![0; len];
    indices.into_iter().for_each(|index| bytes[index / 8] |= 1 << (index % 8));
    Ok(bytes)
}

fn elements(place: &Place, layout: u8, data: &[u8], width: usize, is_shuffled: bool) -> Result<Vec<u8>, Fault> {
    let (indices, stored) = grid::lay_open(place.name, layout, data, place.len, width)?;
    let stored = if is_shuffled && width > 1 { Cow::Owned(unshuffled(stored, width)) } else { Cow::Borrowed(stored) };
    let Some(indices) = indices else { return Ok(stored.into_owned()) };
    let mut bytes = vec![0; place.len * width];
    for (index, element) in indices.into_iter().zip(stored.chunks_exact(width)) {
        bytes[index * width..][..width].copy_from_slice(element);
    }
    Ok(bytes)
}

fn shuffled(bytes: &[u8], width: usize) -> Vec<u8> {
    (0..width).flat_map(|place| bytes.iter().skip(place).step_by(width).copied()).collect()
}

fn unshuffled(bytes: &[u8], width: usize) -> Vec<u8> {
    let len = bytes.len() / width;
    let mut elements = vec![0; bytes.len()];
    for (place, plane) in bytes.chunks_exact(len.max(1)).enumerate() {
        elements.iter_mut().skip(place).step_by(width).zip(plane).for_each(|(element, byte)| *element = *byte);
    }
    elements
}

/// Gathers records until they are a chunk.
#[derive(Default)]
pub(crate) struct ChunkEncoder {
    first: u32,
    bodies: Vec<Vec<u8>>,
    raw_len: usize,
    /// Bytes that the grids take, were each stored raw.
    grids: u64,
    blocks: Vec<Plain>,
    /// The last block of each slot.
    latest: HashMap<u64, usize>,
    trial: Trial,
}

impl ChunkEncoder {
    /// Numbers of the first record and of records in the chunk.
    pub(crate) fn range(&self) -> (u32, u32) {
        (self.first, self.bodies.len() as u32)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Adds a record that was checked against the header, and whose raw body the encoder holds; `false` if it does not fit
    /// into this chunk any more.
    pub(crate) fn add(&mut self, encoder: &mut Encoder, record: &Record) -> Result<bool, Fault> {
        /// What a chunk is aimed at: a seek decodes one, and should take no more than a moment. More records than these save
        /// nothing; 32 cost 5 % more bytes.
        const RAW_LEN: usize = 1 << 20;
        const GRIDS: u64 = 8 << 20;
        const RECORDS: usize = 128;
        /// Of large records, so many share a chunk all the same if they may, since without differences nothing is gained.
        const LEAST: usize = 4;
        let (count, grids) = (self.bodies.len(), self.grids + grid_bytes(record));
        if count >= RECORDS || (count >= LEAST && grids > GRIDS) || grids > limits::GRIDS {
            return Ok(false);
        }
        let most = match count {
            0 => limits::FRAME_RAW as usize,
            1..LEAST => limits::CHUNK_RAW as usize,
            _ => RAW_LEN,
        };
        self.push(encoder, record, most)
    }

    /// Adds a record unless the chunk then has more raw bytes than that.
    fn push(&mut self, encoder: &mut Encoder, record: &Record, most: usize) -> Result<bool, Fault> {
        /// Bytes before a body at most.
        const AHEAD: usize = 9;
        let known = self.blocks.len();
        let live = encoder.raw().to_vec();
        let mut body = wire::decode::<wire::Record>(&live)?;
        let (blocks, latest, trial) = (&mut self.blocks, &mut self.latest, &mut self.trial);
        let mut slots = Vec::new();
        body.visit_blocks(&mut |place: &Place, block: &mut Block<'_>| {
            let plain = expand(place, block, &[], &mut Budget::of_record())?;
            let reference = latest.get(&place.slot).map(|position| (blocks.len() - position, &blocks[*position]));
            let reference = reference.filter(|(_, reference)| reference.fits(place));
            let (encoding, bytes) =
                trial.encode(&plain, reference.map(|(distance, plain)| (distance, &plain.bytes[..])));
            (block.encoding, block.bytes) = (encoding, Cow::Owned(bytes));
            slots.push((place.slot, blocks.len()));
            blocks.push(plain);
            Ok(())
        })?;
        encoder.body(&body)?;
        let bytes = encoder.raw().to_vec();
        let raw_len = self.raw_len + AHEAD + bytes.len();
        if raw_len > most {
            self.blocks.truncate(known);
            encoder.copy(&live);
            return Ok(false);
        }
        if self.bodies.is_empty() {
            self.first = record.index;
        }
        self.latest.extend(slots);
        self.bodies.push(bytes);
        (self.raw_len, self.grids) = (raw_len, self.grids + grid_bytes(record));
        Ok(true)
    }

    /// Encodes the chunk, and begins the next one.
    pub(crate) fn finish(&mut self, encoder: &mut Encoder) -> Result<(), Fault> {
        let bodies = std::mem::take(&mut self.bodies);
        self.blocks.clear();
        self.latest.clear();
        (self.raw_len, self.grids) = (0, 0);
        encoder.chunk(&bodies)
    }
}

/// Tries encodings, and keeps what that takes.
#[derive(Default)]
struct Trial {
    #[cfg(feature = "zstd")]
    compressor: super::compress::Gauge,
}

impl Trial {
    /// The encoding of a grid that compresses best, and its data.
    fn encode(&mut self, plain: &Plain, reference: Option<(usize, &[u8])>) -> (u8, Vec<u8>) {
        let mut head = Vec::new();
        if let Some((distance, _)) = reference {
            varint::append(&mut head, distance as u64);
        }
        let difference: Option<Vec<u8>> =
            reference.map(|(_, other)| plain.bytes.iter().zip(other).map(|(a, b)| a ^ b).collect());
        if difference.as_ref().is_some_and(|difference| difference.iter().all(|byte| *byte == 0)) {
            head.push(0);
            return (SPARSE | DELTA, head);
        }
        let width = match plain.width {
            Width::Bit => 0,
            Width::Bytes(width) => width,
        };
        let candidates = [(Some(&plain.bytes), 0, &[][..]), (difference.as_ref(), DELTA, &head[..])];
        let mut best: Option<(usize, u8, Vec<u8>)> = None;
        for (bytes, flag, head) in candidates {
            let Some(bytes) = bytes else { continue };
            let (layout, ahead, stored) = lay_out(bytes, plain.len, width);
            let orders = if width > 1 && !stored.is_empty() { &[0, SHUFFLED][..] } else { &[0] };
            for order in orders {
                let stored =
                    if *order == 0 { Cow::Borrowed(&stored[..]) } else { Cow::Owned(shuffled(&stored, width)) };
                let data = [head, &ahead, &stored].concat();
                let cost = self.cost(&data);
                if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                    best = Some((cost, layout | flag | order, data));
                }
            }
        }
        best.map_or_else(|| (RAW, plain.bytes.clone()), |(_, encoding, data)| (encoding, data))
    }

    /// How many bytes a block makes of a compressed file, about.
    fn cost(&mut self, data: &[u8]) -> usize {
        #[cfg(feature = "zstd")]
        if let Some(len) = self.compressor.compressed_len(data) {
            return len;
        }
        data.len()
    }
}

/// The shortest layout of elements of that width (of bits, if it is 0): what stands ahead of the elements, and these.
fn lay_out(bytes: &[u8], len: usize, width: usize) -> (u8, Vec<u8>, Vec<u8>) {
    let is_filled = |index: &usize| match width {
        0 => bytes[index / 8] >> (index % 8) & 1 == 1,
        _ => bytes[index * width..][..width].iter().any(|byte| *byte != 0),
    };
    let filled: Vec<usize> = (0..len).filter(is_filled).collect();
    let stored = filled.len() * width;
    let mut gaps = Vec::with_capacity(1 + filled.len());
    varint::append(&mut gaps, filled.len() as u64);
    grid::gaps_of(filled.iter().copied()).for_each(|gap| varint::append(&mut gaps, gap));
    let masked = if width == 0 { usize::MAX } else { len.div_ceil(8) + stored };
    if gaps.len() + stored >= bytes.len().min(masked) && bytes.len() <= masked {
        return (RAW, Vec::new(), bytes.to_vec());
    }
    let elements = if width == 0 {
        Vec::new()
    } else {
        filled.iter().flat_map(|index| &bytes[index * width..][..width]).copied().collect()
    };
    if gaps.len() + stored < masked {
        return (SPARSE, gaps, elements);
    }
    let mut mask = vec![0; len.div_ceil(8)];
    filled.iter().for_each(|index| mask[index / 8] |= 1 << (index % 8));
    (MASKED, mask, elements)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(width: Width, len: usize) -> Place {
        Place { name: "grid", slot: 0, width, len }
    }

    fn read(place: &Place, encoding: u8, bytes: &[u8], before: &[Plain]) -> Result<Vec<u8>, Fault> {
        let block = Block { encoding, bytes: Cow::Borrowed(bytes) };
        expand(place, &block, before, &mut Budget::of_record()).map(|plain| plain.bytes)
    }

    #[test]
    fn every_encoding_gives_back_what_was_encoded() {
        let mut trial = Trial::default();
        let mut seen = std::collections::BTreeSet::new();
        let noise = |index: usize, seed: u64| ((index as u64 + 1) * seed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for (width, bytes_of) in [(Width::Bytes(1), 1), (Width::Bytes(4), 4), (Width::Bytes(8), 8), (Width::Bit, 0)] {
            for len in [0usize, 1, 7, 64, 999] {
                for density in [0, 1, 2, 9, 400] {
                    for kind in 0..3u64 {
                        let bytes: Vec<u8> = match bytes_of {
                            0 => {
                                let mut bits = vec![0; len.div_ceil(8)];
                                (0..len)
                                    .filter(|index| noise(*index, 7) % 400 < density)
                                    .for_each(|index| bits[index / 8] |= 1 << (index % 8));
                                bits
                            }
                            width => (0..len)
                                .flat_map(|index| {
                                    let is_filled = noise(index, 11) % 400 < density * density;
                                    let value = match kind {
                                        0 => noise(index, 13),
                                        1 => 7,
                                        _ => (1.0 / (index as f64 + 3.0)).to_bits(),
                                    };
                                    (if is_filled { value } else { 0 }).to_le_bytes()[..width].to_vec()
                                })
                                .collect(),
                        };
                        let place = place(width, len);
                        let mut other = bytes.clone();
                        if let Some(byte) = other.get_mut(len / 16) {
                            *byte ^= 1;
                        }
                        for reference in [None, Some(bytes.clone()), Some(other)] {
                            let before: Vec<Plain> =
                                reference.into_iter().map(|bytes| Plain { width, len, bytes }).collect();
                            let plain = Plain { width, len, bytes: bytes.clone() };
                            let reference = before.first().map(|plain| (1, &plain.bytes[..]));
                            let (encoding, data) = trial.encode(&plain, reference);
                            assert_eq!(
                                read(&place, encoding, &data, &before).unwrap(),
                                bytes,
                                "{encoding} {width:?} {len}"
                            );
                            seen.insert(encoding);
                        }
                    }
                }
            }
        }
        // Raw, sparse, masked; with and without shuffling; and differences.
        assert!([0, 1, 2, 4, 5, 6, 9].iter().all(|encoding| seen.contains(encoding)), "{seen:?}");
    }

    #[test]
    fn an_unchanged_grid_is_four_bytes() {
        let plain = Plain { width: Width::Bytes(8), len: 3, bytes: (0..24).collect() };
        let bytes = plain.bytes.clone();
        assert_eq!(Trial::default().encode(&plain, Some((3, &bytes))), (SPARSE | DELTA, vec![3, 0]));
    }

    #[test]
    fn references_lead_to_earlier_blocks_of_the_same_kind() {
        let before = [
            Plain { width: Width::Bytes(4), len: 2, bytes: vec![1; 8] },
            Plain { width: Width::Bytes(8), len: 2, bytes: vec![2; 16] },
            Plain { width: Width::Bit, len: 2, bytes: vec![3] },
        ];
        let doubles = place(Width::Bytes(8), 2);
        assert_eq!(read(&doubles, SPARSE | DELTA, &[2, 0], &before).unwrap(), [2; 16]);
        assert_eq!(read(&place(Width::Bit, 2), RAW | DELTA, &[1, 1], &before).unwrap(), [2]);
        for distance in [0, 1, 3, 4, 250] {
            assert!(read(&doubles, SPARSE | DELTA, &[distance, 0], &before).is_err(), "{distance}");
        }
        assert!(read(&doubles, SPARSE | DELTA, &[253, 0, 0, 0, 0, 0, 0, 0, 0x80, 0], &before).is_err());
        assert!(read(&doubles, SPARSE | DELTA, &[], &before).is_err());
        assert!(read(&place(Width::Bytes(8), 3), SPARSE | DELTA, &[2, 0], &before).is_err(), "another length");
        assert!(read(&place(Width::Bytes(1), 2), SPARSE | DELTA, &[1, 0], &before).is_err(), "bits are no bytes");
    }

    #[test]
    fn forged_blocks_are_refused() {
        let (bytes, bits) = (place(Width::Bytes(4), 10), place(Width::Bit, 10));
        for encoding in 0..=255 {
            let is_known = encoding < 16 && encoding & 3 != 3;
            let for_bits = is_known && encoding & SHUFFLED == 0 && encoding & 3 != MASKED;
            for len in 0..64 {
                let data = vec![0; len];
                assert!(is_known || read(&bytes, encoding, &data, &[]).is_err());
                assert!(for_bits || read(&bits, encoding, &data, &[]).is_err());
            }
        }
        assert!(read(&bytes, RAW | SHUFFLED, &[0; 39], &[]).is_err());
        assert!(read(&bytes, MASKED | SHUFFLED, &[0xFF, 0xFF, 1, 1], &[]).is_err());
        let huge = place(Width::Bytes(8), 9 << 20);
        assert!(matches!(read(&huge, SPARSE, &[0], &[]), Err(Fault::Limit { .. })));
    }
}
