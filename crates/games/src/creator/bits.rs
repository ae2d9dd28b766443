//! Sets of cells of the board of 16 × 16.

use fogreel_engine::Cell;

/// Rows, and columns.
pub const SIDE: u16 = 16;

/// A set of cells; bit *n* is the cell with row-major index *n*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Bits([u64; 4]);

impl Bits {
    /// The rows from one to another, without the last.
    pub fn rows(rows: std::ops::Range<u16>) -> Self {
        rows.flat_map(|row| (0..SIDE).map(move |col| Cell::new(row, col))).collect()
    }

    /// Adds a cell of the board.
    ///
    /// # Panics
    /// If the cell is off the board.
    pub fn insert(&mut self, cell: Cell) {
        let index = index(cell);
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Takes a cell away.
    ///
    /// # Panics
    /// If the cell is off the board.
    pub fn remove(&mut self, cell: Cell) {
        let index = index(cell);
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// Whether a cell is in it.
    ///
    /// # Panics
    /// If the cell is off the board.
    pub fn contains(&self, cell: Cell) -> bool {
        let index = index(cell);
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// Number of cells.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The cells that are in this one and not in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The cells that are in both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// The cells, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        self.0.into_iter().enumerate().flat_map(|(word, bits)| {
            std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)))
                .take_while(|bits| *bits != 0)
                .map(move |bits| cell(64 * word + bits.trailing_zeros() as usize))
        })
    }

    /// The words, lowest cell in the lowest bit of the first one.
    pub fn words(&self) -> [u64; 4] {
        self.0
    }
}

impl FromIterator<Cell> for Bits {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut bits = Self::default();
        cells.into_iter().for_each(|cell| bits.insert(cell));
        bits
    }
}

fn index(cell: Cell) -> usize {
    assert!(cell.row < SIDE && cell.col < SIDE, "cell {cell} lies off the board");
    usize::from(cell.row) * usize::from(SIDE) + usize::from(cell.col)
}

fn cell(index: usize) -> Cell {
    Cell::new((index / usize::from(SIDE)) as u16, (index % usize::from(SIDE)) as u16)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fogreel_engine::{Chance, Owner};

    use super::*;

    #[test]
    fn bits_are_a_set_of_cells() {
        let mut chance = Chance::new(1, Owner::Nature);
        let (mut bits, mut cells) = (Bits::default(), BTreeSet::new());
        for _ in 0..500 {
            let at = cell(chance.below("cell", 256) as usize);
            if chance.below("whether", 3) > 0 {
                bits.insert(at);
                cells.insert(at);
            } else {
                bits.remove(at);
                cells.remove(&at);
            }
            assert_eq!(bits.contains(at), cells.contains(&at));
            assert_eq!((bits.len() as usize, bits.is_empty()), (cells.len(), cells.is_empty()));
            assert!(bits.iter().eq(cells.iter().copied()));
        }
        let half = Bits::rows(0..8);
        assert!(bits.and(&half).iter().eq(cells.iter().copied().filter(|cell| cell.row < 8)));
        assert!(bits.without(&half).iter().eq(cells.iter().copied().filter(|cell| cell.row >= 8)));
    }
}
