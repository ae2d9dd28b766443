//! A set of cells of one board, as a bit set.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Cell, Size};

/// A set of cells of a board of known size. Bit `i` of the words is the cell with row-major index `i`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CellSet {
    size: Size,
    words: Vec<u64>,
}

impl CellSet {
    /// The empty set on a board of that size.
    #[inline]
    pub fn new(size: Size) -> Self {
        Self { size, words: vec![0; size.cells().div_ceil(64)] }
    }

    /// The set of the given cells; those off the board are left out.
    #[inline]
    pub fn of(size: Size, cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut set = Self::new(size);
        for cell in cells {
            if size.contains(cell) {
                set.insert(cell);
            }
        }
        set
    }

    /// A set from its words, lowest cell in the lowest bit; `None` if their number is wrong or a bit lies off the board.
    #[inline]
    pub fn from_words(size: Size, words: Vec<u64>) -> Option<Self> {
        let tail = size.cells() % 64;
        let fits = words.len() == size.cells().div_ceil(64)
            && (tail == 0 || words.last().is_none_or(|word| word >> tail == 0));
        fits.then_some(Self { size, words })
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The bits, lowest cell in the lowest bit of the first word.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Adds a cell of the board.
    ///
    /// # Panics
    /// If the cell is off the board.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        assert!(self.size.contains(cell), "cell {cell} lies off a board of {} cells", self.size);
        let index = self.size.index(cell);
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// Removes a cell.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        if self.size.contains(cell) {
            let index = self.size.index(cell);
            self.words[index / 64] &= !(1 << (index % 64));
        }
    }

    /// Whether the cell is in the set; cells off the board are not.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.size.contains(cell) && self.contains_index(self.size.index(cell))
    }

    /// Whether the cell with that row-major index is in the set.
    #[inline]
    pub fn contains_index(&self, index: usize) -> bool {
        self.words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Adds all cells of another set of the same board.
    #[inline]
    pub fn union_with(&mut self, other: &Self) {
        debug_assert_eq!(self.size, other.size);
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Number of cells in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set has no cell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Row-major indexes of the cells, ascending.
    #[inline]
    pub fn indices(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(position, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.checked_sub(1)?;
                Some(position * 64 + bit as usize)
            })
        })
    }

    /// The cells, row by row.
    #[inline]
    pub fn iter(&self) -> Cells<impl Iterator<Item = usize>> {
        Cells { size: self.size, indices: self.indices() }
    }
}

impl std::fmt::Debug for CellSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Iterator over the cells of a [`CellSet`], row by row.
pub struct Cells<I> {
    size: Size,
    indices: I,
}

impl<I: Iterator<Item = usize>> Iterator for Cells<I> {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        self.indices.next().map(|index| self.size.cell(index))
    }
}

/// In text formats a set is the size of its board and the list of its cells.
#[derive(Serialize, Deserialize)]
struct Listed {
    rows: u16,
    cols: u16,
    cells: Vec<Cell>,
}

impl Serialize for CellSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Listed { rows: self.size.rows, cols: self.size.cols, cells: self.iter().collect() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CellSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let listed = Listed::deserialize(deserializer)?;
        let size = Size::new(listed.rows, listed.cols);
        match listed.cells.iter().find(|cell| !size.contains(**cell)) {
            Some(cell) => Err(serde::de::Error::custom(format!("cell {cell} lies off a board of {size} cells"))),
            None => Ok(Self::of(size, listed.cells)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_in_row_order() {
        let size = Size::new(9, 9);
        let cells = [Cell::new(0, 0), Cell::new(7, 0), Cell::new(7, 1), Cell::new(8, 8)];
        let set = CellSet::of(size, cells.into_iter().rev());
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
        assert_eq!(set.len(), 4);
        assert!(set.contains(Cell::new(8, 8)) && !set.contains(Cell::new(9, 0)));
    }

    #[test]
    fn words_off_the_board_are_refused() {
        assert!(CellSet::from_words(Size::new(1, 3), vec![0b111]).is_some());
        assert!(CellSet::from_words(Size::new(1, 3), vec![0b1000]).is_none());
        assert!(CellSet::from_words(Size::new(1, 3), vec![]).is_none());
        assert!(CellSet::from_words(Size::new(8, 8), vec![u64::MAX]).is_some());
    }
}
