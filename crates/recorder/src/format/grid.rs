//! Values per cell as opaque byte blocks: never an integer code per element, and the smallest of three layouts.

use std::borrow::Cow;

use bincode::{BorrowDecode, Encode};
use fogreel_engine::{CellSet, Size};

use super::Fault;
use super::limits::Budget;
use super::varint::{self, read_varint};

/// All elements, one after the other.
const RAW: u8 = 0;
/// Number of non-zero elements, the gaps before each of them, then their values.
const SPARSE: u8 = 1;
/// One bit per element, then the values of those whose bit is set.
const MASKED: u8 = 2;

/// An encoded grid. The number of elements stands elsewhere.
#[derive(Clone, Debug, Encode, BorrowDecode)]
pub(crate) struct Block<'a> {
    encoding: u8,
    bytes: Cow<'a, [u8]>,
}

/// An element of fixed width. Zero is the one whose bytes are all zero, so that −0.0 is not.
pub(crate) trait Element: Copy {
    const WIDTH: usize;
    const ZERO: Self;
    fn is_zero(self) -> bool;
    fn put(self, bytes: &mut Vec<u8>);
    fn get(bytes: &[u8]) -> Option<Self>;
}

macro_rules! element {
    ($type:ty, $zero:expr, $is_zero:expr) => {
        impl Element for $type {
            const WIDTH: usize = size_of::<$type>();
            const ZERO: Self = $zero;

            fn is_zero(self) -> bool {
                $is_zero(self)
            }

            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn get(bytes: &[u8]) -> Option<Self> {
                bytes.try_into().ok().map(<$type>::from_le_bytes)
            }
        }
    };
}

element!(u8, 0, |value| value == 0);
element!(u32, 0, |value| value == 0);
element!(f64, 0.0, |value: f64| value.to_bits() == 0);

impl Block<'static> {
    /// Encodes a grid.
    pub(crate) fn of<T: Element>(values: &[T]) -> Self {
        let filled = values.iter().filter(|value| !value.is_zero()).count();
        let masked_len = values.len().div_ceil(8) + filled * T::WIDTH;
        let raw_len = values.len() * T::WIDTH;
        // A gap takes a byte or more, so that this is the least that the sparse layout can take.
        let sparse_least = 1 + filled * (1 + T::WIDTH);
        if sparse_least < masked_len.min(raw_len) {
            let sparse = sparse(values, filled);
            if sparse.len() < masked_len.min(raw_len) {
                return Self { encoding: SPARSE, bytes: Cow::Owned(sparse) };
            }
        }
        if masked_len < raw_len {
            return Self { encoding: MASKED, bytes: Cow::Owned(masked(values, masked_len)) };
        }
        let mut bytes = Vec::with_capacity(raw_len);
        values.iter().for_each(|value| value.put(&mut bytes));
        Self { encoding: RAW, bytes: Cow::Owned(bytes) }
    }

    /// Encodes a set of cells.
    pub(crate) fn of_set(set: &CellSet) -> Self {
        let raw_len = set.size().cells().div_ceil(8);
        let filled = set.len();
        if 1 + filled < raw_len {
            let mut bytes = Vec::with_capacity(1 + 2 * filled);
            put_gaps(&mut bytes, filled, set.indices());
            if bytes.len() < raw_len {
                return Self { encoding: SPARSE, bytes: Cow::Owned(bytes) };
            }
        }
        let mut bytes: Vec<u8> = set.words().iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.truncate(raw_len);
        Self { encoding: RAW, bytes: Cow::Owned(bytes) }
    }
}

fn put_gaps(bytes: &mut Vec<u8>, filled: usize, indices: impl Iterator<Item = usize>) {
    varint::put_varint(bytes, filled as u64);
    let mut next = 0;
    for index in indices {
        varint::put_varint(bytes, (index - next) as u64);
        next = index + 1;
    }
}

fn sparse<T: Element>(values: &[T], filled: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(9 + filled * (2 + T::WIDTH));
    let indices = values.iter().enumerate().filter(|(_, value)| !value.is_zero()).map(|(index, _)| index);
    put_gaps(&mut bytes, filled, indices);
    values.iter().filter(|value| !value.is_zero()).for_each(|value| value.put(&mut bytes));
    bytes
}

fn masked<T: Element>(values: &[T], len: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(len);
    for chunk in values.chunks(8) {
        bytes.push(chunk.iter().enumerate().fold(0, |mask, (bit, value)| mask | u8::from(!value.is_zero()) << bit));
    }
    values.iter().filter(|value| !value.is_zero()).for_each(|value| value.put(&mut bytes));
    bytes
}

impl Block<'_> {
    /// The grid of `len` elements. Its room is taken from the budget before it is allocated.
    pub(crate) fn values<T: Element>(&self, place: &str, len: usize, budget: &mut Budget) -> Result<Vec<T>, Fault> {
        budget.take((len as u64).saturating_mul(T::WIDTH as u64))?;
        let wrong_length = |expected: usize| {
            Fault::invalid(place, format!("a block of {expected} bytes"), format!("{} bytes", self.bytes.len()))
        };
        let (indices, stored): (Option<Vec<usize>>, &[u8]) = match self.encoding {
            RAW => (None, &self.bytes),
            SPARSE => {
                let (indices, rest) = gaps(place, &self.bytes, len)?;
                (Some(indices), rest)
            }
            MASKED => {
                let mask_len = len.div_ceil(8);
                let (mask, rest) = self.bytes.split_at_checked(mask_len).ok_or_else(|| wrong_length(mask_len))?;
                let indices: Vec<usize> =
                    (0..mask_len * 8).filter(|index| mask[index / 8] >> (index % 8) & 1 == 1).collect();
                if indices.last().is_some_and(|last| *last >= len) {
                    return Err(Fault::invalid(place, format!("a mask of {len} bits"), "a bit behind them"));
                }
                (Some(indices), rest)
            }
            other => return Err(unknown_encoding(place, other)),
        };
        let expected = indices.as_ref().map_or(len, Vec::len) * T::WIDTH;
        if stored.len() != expected {
            return Err(wrong_length(self.bytes.len() - stored.len() + expected));
        }
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

/// Reads the indexes of the non-zero elements; what follows them is returned, too.
fn gaps<'a>(place: &str, bytes: &'a [u8], len: usize) -> Result<(Vec<usize>, &'a [u8]), Fault> {
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

fn unknown_encoding(place: &str, encoding: u8) -> Fault {
    Fault::invalid(place, "block encoding 0 (raw), 1 (sparse) or, for values, 2 (masked)", encoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T: Element + PartialEq + std::fmt::Debug>(values: &[T]) -> u8 {
        let block = Block::of(values);
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
        let signed = Block::of(&[0.0, -0.0, 0.0]).values::<f64>("grid", 3, &mut Budget::of_record()).unwrap();
        assert_eq!(signed.iter().map(|value| value.to_bits() >> 63).collect::<Vec<_>>(), [0, 1, 0]);
    }

    #[test]
    fn sets_of_every_density() {
        let size = Size::new(9, 15);
        for step in [1, 2, 3, 50, 134, 1000] {
            let set = CellSet::of(size, (0..size.cells()).step_by(step).map(|index| size.cell(index)));
            let back = Block::of_set(&set).set("set", size, &mut Budget::of_record()).unwrap();
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
