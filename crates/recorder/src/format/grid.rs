//! Values per cell as opaque byte blocks: never an integer code per element, and the smallest of three layouts.

use std::borrow::Cow;

use bincode::de::BorrowDecoder;
use bincode::enc::{Encoder, write::Writer};
use bincode::error::{DecodeError, EncodeError};
use bincode::{BorrowDecode, Encode};
use fogreel_engine::{CellSet, Size};

use super::Fault;
use super::limits::Budget;
use super::varint::{self, read_varint};

/// All elements, one after the other.
pub(super) const RAW: u8 = 0;
/// Number of non-zero elements, the gaps before each of them, then their values.
pub(super) const SPARSE: u8 = 1;
/// One bit per element, then the values of those whose bit is set.
pub(super) const MASKED: u8 = 2;

/// An encoded grid, as it was read. The number of elements stands elsewhere.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Block<'a> {
    pub(super) encoding: u8,
    pub(super) bytes: Cow<'a, [u8]>,
}

/// Values per cell.
pub(crate) enum Grid<'a, T> {
    /// About to be written.
    Of(&'a [T]),
    /// As they were read.
    Read(Block<'a>),
}

/// A set of cells.
pub(crate) enum Set<'a> {
    /// About to be written.
    Of(&'a CellSet),
    /// As it was read.
    Read(Block<'a>),
}

/// An element of fixed width. Zero is the one whose bytes are all zero, so that −0.0 is not.
pub(crate) trait Element: Copy {
    const WIDTH: usize;
    const ZERO: Self;
    fn is_zero(self) -> bool;
    /// Writes the element into as many bytes as it has.
    fn put(self, bytes: &mut [u8]);
    fn get(bytes: &[u8]) -> Option<Self>;
}

macro_rules! element {
    ($type:ty, $zero:expr, $is_zero:expr) => {
        impl Element for $type {
            const WIDTH: usize = size_of::<$type>();
            const ZERO: Self = $zero;

            #[inline]
            fn is_zero(self) -> bool {
                $is_zero(self)
            }

            #[inline]
            fn put(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn get(bytes: &[u8]) -> Option<Self> {
                bytes.try_into().ok().map(<$type>::from_le_bytes)
            }
        }
    };
}

element!(u8, 0, |value| value == 0);
element!(u32, 0, |value| value == 0);
element!(f64, 0.0, |value: f64| value.to_bits() == 0);

/// Elements that are laid out at once before they are handed to the writer, and bytes that these take at most.
const GROUP: usize = 64;
const GROUP_BYTES: usize = GROUP * 8;

impl<'a, T: Element> Grid<'a, T> {
    pub(crate) fn of(values: &'a [T]) -> Self {
        Self::Of(values)
    }

    /// The grid of `len` elements. Its room is taken from the budget before it is allocated.
    pub(crate) fn values(&self, place: &str, len: usize, budget: &mut Budget) -> Result<Vec<T>, Fault> {
        match self {
            Self::Of(values) => Ok(values.to_vec()),
            Self::Read(block) => block.values(place, len, budget),
        }
    }

    /// The encoded grid, if it was read.
    pub(crate) fn block_mut(&mut self) -> Option<&mut Block<'a>> {
        match self {
            Self::Of(_) => None,
            Self::Read(block) => Some(block),
        }
    }
}

impl<T: Element> Encode for Grid<'_, T> {
    /// Writes the smallest layout, without a copy of the grid.
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        let values = match self {
            Self::Of(values) => *values,
            Self::Read(block) => return block.encode(encoder),
        };
        let filled = values.iter().filter(|value| !value.is_zero()).count();
        let masked_len = values.len().div_ceil(8) + filled * T::WIDTH;
        let raw_len = values.len() * T::WIDTH;
        // A gap takes a byte or more, so that this is the least that the sparse layout can take.
        let sparse_least = 1 + filled * (1 + T::WIDTH);
        if sparse_least < masked_len.min(raw_len) {
            let sparse_len = gaps_len(filled, indices(values)) + filled * T::WIDTH;
            if sparse_len < masked_len.min(raw_len) {
                head(encoder, SPARSE, sparse_len)?;
                put_gaps(encoder, filled, indices(values))?;
                return put_filled(encoder, values);
            }
        }
        if masked_len < raw_len {
            head(encoder, MASKED, masked_len)?;
            put_mask(encoder, values)?;
            return put_filled(encoder, values);
        }
        head(encoder, RAW, raw_len)?;
        values.chunks(GROUP).try_for_each(|group| put_group(encoder, group))
    }
}

impl<'de: 'a, 'a, C, T> BorrowDecode<'de, C> for Grid<'a, T> {
    fn borrow_decode<D: BorrowDecoder<'de, Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        Block::borrow_decode(decoder).map(Self::Read)
    }
}

impl<'a> Set<'a> {
    pub(crate) fn of(set: &'a CellSet) -> Self {
        Self::Of(set)
    }

    /// The set of cells of a board of that size.
    pub(crate) fn set(&self, place: &str, size: Size, budget: &mut Budget) -> Result<CellSet, Fault> {
        match self {
            Self::Of(set) => Ok((*set).clone()),
            Self::Read(block) => block.set(place, size, budget),
        }
    }

    /// The encoded set, if it was read.
    pub(crate) fn block_mut(&mut self) -> Option<&mut Block<'a>> {
        match self {
            Self::Of(_) => None,
            Self::Read(block) => Some(block),
        }
    }
}

impl Encode for Set<'_> {
    /// Writes the smallest layout, without a copy of the set.
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        let set = match self {
            Self::Of(set) => *set,
            Self::Read(block) => return block.encode(encoder),
        };
        let raw_len = set.size().cells().div_ceil(8);
        let filled = set.len();
        // Most channels are silent most of the time.
        if filled == 0 && raw_len > 1 {
            head(encoder, SPARSE, 1)?;
            return varint::put(encoder, 0);
        }
        if 1 + filled < raw_len {
            let sparse_len = gaps_len(filled, set.indices());
            if sparse_len < raw_len {
                head(encoder, SPARSE, sparse_len)?;
                return put_gaps(encoder, filled, set.indices());
            }
        }
        head(encoder, RAW, raw_len)?;
        let mut left = raw_len;
        set.words().iter().try_for_each(|word| {
            let bytes = &word.to_le_bytes()[..left.min(8)];
            left -= bytes.len();
            encoder.writer().write(bytes)
        })
    }
}

impl<'de: 'a, 'a, C> BorrowDecode<'de, C> for Set<'a> {
    fn borrow_decode<D: BorrowDecoder<'de, Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        Block::borrow_decode(decoder).map(Self::Read)
    }
}

/// Writes what stands before the data of a block.
fn head<E: Encoder>(encoder: &mut E, encoding: u8, len: usize) -> Result<(), EncodeError> {
    encoding.encode(encoder)?;
    varint::put(encoder, len as u64)
}

/// Indexes of the elements that are not zero.
fn indices<T: Element>(values: &[T]) -> impl Iterator<Item = usize> {
    values.iter().enumerate().filter(|(_, value)| !value.is_zero()).map(|(index, _)| index)
}

/// Zero elements before each of the indexes.
pub(super) fn gaps_of(indices: impl Iterator<Item = usize>) -> impl Iterator<Item = u64> {
    let mut next = 0;
    indices.map(move |index| (index - std::mem::replace(&mut next, index + 1)) as u64)
}

fn gaps_len(filled: usize, indices: impl Iterator<Item = usize>) -> usize {
    varint::len(filled as u64) + gaps_of(indices).map(varint::len).sum::<usize>()
}

fn put_gaps<E: Encoder>(
    encoder: &mut E,
    filled: usize,
    indices: impl Iterator<Item = usize>,
) -> Result<(), EncodeError> {
    varint::put(encoder, filled as u64)?;
    gaps_of(indices).try_for_each(|gap| varint::put(encoder, gap))
}

/// Writes one bit per element.
fn put_mask<E: Encoder>(encoder: &mut E, values: &[impl Element]) -> Result<(), EncodeError> {
    values.chunks(GROUP).try_for_each(|group| {
        let bits = group.iter().rev().fold(0u64, |bits, value| bits << 1 | u64::from(!value.is_zero()));
        encoder.writer().write(&bits.to_le_bytes()[..group.len().div_ceil(8)])
    })
}

/// Writes the elements that are not zero.
fn put_filled<T: Element, E: Encoder>(encoder: &mut E, values: &[T]) -> Result<(), EncodeError> {
    values.chunks(GROUP).try_for_each(|group| {
        let mut kept = [T::ZERO; GROUP];
        let mut len = 0;
        for value in group {
            // Copied in any case, and kept if it is not zero: no branch that depends on the values.
            kept[len % GROUP] = *value;
            len += usize::from(!value.is_zero());
        }
        put_group(encoder, &kept[..len])
    })
}

/// Writes a group of elements or less, all of them.
fn put_group<T: Element, E: Encoder>(encoder: &mut E, group: &[T]) -> Result<(), EncodeError> {
    let mut bytes = [0; GROUP_BYTES];
    group.iter().zip(bytes.chunks_exact_mut(T::WIDTH)).for_each(|(value, place)| value.put(place));
    encoder.writer().write(&bytes[..group.len() * T::WIDTH])
}

impl Block<'_> {
    /// The grid of `len` elements. Its room is taken from the budget before it is allocated.
    pub(crate) fn values<T: Element>(&self, place: &str, len: usize, budget: &mut Budget) -> Result<Vec<T>, Fault> {
        budget.take((len as u64).saturating_mul(T::WIDTH as u64))?;
        let (indices, stored) = lay_open(place, self.encoding, &self.bytes, len, T::WIDTH)?;
        let elements = stored.chunks_exact(T::WIDTH).filter_map(T::get);
        let Some(indices) = indices else { return Ok(elements.collect()) };
        let mut values = vec![T::ZERO; len];
        for (index, value) in indices.into_iter().zip(elements) {
            values[index] = value;
        }
        Ok(values)
    }

    /// The set of cells of a board of that size.
    pub(crate) fn set(&self, place: &str, size: Size, budget: &mut Budget) -> Result<CellSet, Fault> {
        let cells = size.cells();
        let words = cells.div_ceil(64);
        budget.take(words as u64 * 8)?;
        let mut bits = vec![0u64; words];
        match self.encoding {
            RAW => {
                let expected = cells.div_ceil(8);
                if self.bytes.len() != expected {
                    let found = format!("{} bytes", self.bytes.len());
                    return Err(Fault::invalid(place, format!("a block of {expected} bytes"), found));
                }
                for (word, bytes) in bits.iter_mut().zip(self.bytes.chunks(8)) {
                    *word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
                }
            }
            SPARSE => {
                let (indices, rest) = gaps(place, &self.bytes, cells)?;
                if !rest.is_empty() {
                    return Err(Fault::invalid(place, "the end of the block", format!("{} bytes more", rest.len())));
                }
                for index in indices {
                    bits[index / 64] |= 1 << (index % 64);
                }
            }
            other => return Err(unknown_encoding(place, other)),
        }
        CellSet::from_words(size, bits).ok_or_else(|| Fault::invalid(place, "cells on the board", "a cell off it"))
    }
}

/// Which of `len` elements are stored (all, if there is no list), and their bytes, which are as many as they take.
pub(super) fn lay_open<'b>(
    place: &str,
    layout: u8,
    bytes: &'b [u8],
    len: usize,
    width: usize,
) -> Result<(Option<Vec<usize>>, &'b [u8]), Fault> {
    let wrong_length = |expected: usize| {
        Fault::invalid(place, format!("a block of {expected} bytes"), format!("{} bytes", bytes.len()))
    };
    let (indices, stored): (Option<Vec<usize>>, &[u8]) = match layout {
        RAW => (None, bytes),
        SPARSE => {
            let (indices, rest) = gaps(place, bytes, len)?;
            (Some(indices), rest)
        }
        MASKED => {
            let mask_len = len.div_ceil(8);
            let (mask, rest) = bytes.split_at_checked(mask_len).ok_or_else(|| wrong_length(mask_len))?;
            let indices: Vec<usize> =
                (0..mask_len * 8).filter(|index| mask[index / 8] >> (index % 8) & 1 == 1).collect();
            if indices.last().is_some_and(|last| *last >= len) {
                return Err(Fault::invalid(place, format!("a mask of {len} bits"), "a bit behind them"));
            }
            (Some(indices), rest)
        }
        other => return Err(unknown_encoding(place, other)),
    };
    let expected = indices.as_ref().map_or(len, Vec::len) * width;
    if stored.len() != expected {
        return Err(wrong_length(bytes.len() - stored.len() + expected));
    }
    Ok((indices, stored))
}

/// Reads the indexes of the non-zero elements; what follows them is returned, too.
pub(super) fn gaps<'a>(place: &str, bytes: &'a [u8], len: usize) -> Result<(Vec<usize>, &'a [u8]), Fault> {
    let cut = || Fault::invalid(place, "a number", "the end of the block or no number");
    let (filled, mut rest) = read_varint(bytes).ok_or_else(cut)?;
    // Each gap takes a byte at least: a forged count is found before room is made for it.
    if filled > rest.len().min(len) as u64 {
        return Err(Fault::invalid(place, format!("at most {} elements", rest.len().min(len)), filled));
    }
    let mut indices = Vec::with_capacity(filled as usize);
    let mut next = 0u64;
    for _ in 0..filled {
        let (gap, after) = read_varint(rest).ok_or_else(cut)?;
        let index = next.checked_add(gap).filter(|index| *index < len as u64);
        let index = index.ok_or_else(|| Fault::invalid(place, format!("elements below {len}"), "one beyond"))?;
        indices.push(index as usize);
        (next, rest) = (index + 1, after);
    }
    Ok((indices, rest))
}

pub(super) fn unknown_encoding(place: &str, encoding: u8) -> Fault {
    Fault::invalid(place, "block encoding 0 (raw), 1 (sparse) or, for values, 2 (masked)", encoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written of a grid, as it is read.
    fn written(grid: impl Encode) -> Vec<u8> {
        bincode::encode_to_vec(grid, bincode::config::standard()).unwrap()
    }

    fn read(bytes: &[u8]) -> Block<'_> {
        bincode::borrow_decode_from_slice(bytes, bincode::config::standard()).unwrap().0
    }

    fn round_trip<T: Element + PartialEq + std::fmt::Debug>(values: &[T]) -> u8 {
        let bytes = written(Grid::of(values));
        let block = read(&bytes);
        let back = block.values::<T>("grid", values.len(), &mut Budget::of_record()).unwrap();
        assert_eq!(back, values);
        block.encoding
    }

    #[test]
    fn the_smallest_layout_is_chosen_and_every_layout_is_lossless() {
        let mut one = vec![0.0; 1000];
        one[999] = f64::MIN_POSITIVE / 4.0;
        assert_eq!(round_trip(&one), SPARSE);
        assert_eq!(round_trip(&[0.5; 100]), RAW);
        let most: Vec<f64> = (0..100).map(|index| if index % 5 == 0 { 0.0 } else { 1.0 / f64::from(index) }).collect();
        assert_eq!(round_trip(&most), MASKED);
        round_trip::<f64>(&[]);
        round_trip(&[0u8, 7, 0, 255]);
        round_trip(&[0u32, u32::MAX, 0, 1]);
        let bytes = written(Grid::of(&[0.0, -0.0, 0.0]));
        let signed = read(&bytes).values::<f64>("grid", 3, &mut Budget::of_record()).unwrap();
        assert_eq!(signed.iter().map(|value| value.to_bits() >> 63).collect::<Vec<_>>(), [0, 1, 0]);
    }

    #[test]
    fn sets_of_every_density() {
        let size = Size::new(9, 15);
        for step in [1, 2, 3, 50, 134, 1000] {
            let set = CellSet::of(size, (0..size.cells()).step_by(step).map(|index| size.cell(index)));
            let bytes = written(Set::of(&set));
            let back = read(&bytes).set("set", size, &mut Budget::of_record()).unwrap();
            assert_eq!(back, set);
        }
    }

    #[test]
    fn forged_blocks_are_refused() {
        let refused = |encoding: u8, bytes: &[u8]| {
            let block = Block { encoding, bytes: Cow::Borrowed(bytes) };
            assert!(block.values::<u8>("grid", 10, &mut Budget::of_record()).is_err(), "{encoding} {bytes:?}");
            assert!(block.set("set", Size::new(2, 5), &mut Budget::of_record()).is_err(), "{encoding} {bytes:?}");
        };
        refused(RAW, &[0; 9]);
        refused(RAW, &[]);
        refused(SPARSE, &[]);
        refused(SPARSE, &[253, 255, 255, 255, 255, 255, 255, 255, 255]);
        refused(SPARSE, &[1, 10, 7]);
        refused(SPARSE, &[2, 9, 0, 1, 1]);
        refused(SPARSE, &[0, 0]);
        refused(MASKED, &[0]);
        refused(MASKED, &[0, 0x80, 1]);
        refused(3, &[]);
    }

    #[test]
    fn a_tiny_block_cannot_ask_for_a_huge_grid() {
        let block = Block { encoding: SPARSE, bytes: Cow::Borrowed(&[0]) };
        let result = block.values::<f64>("grid", 9 << 20, &mut Budget::of_record());
        assert!(matches!(result, Err(Fault::Limit { .. })));
    }
}
