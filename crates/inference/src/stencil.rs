//! Who is next to whom on a board of cells, laid out for filters.

/// The walkable cells of a board and their walkable neighbours, four at most, as row-major indexes.
#[derive(Clone, Debug)]
pub struct Stencil {
    cells: Vec<u32>,
    neighbours: Vec<[u32; 4]>,
    /// 1 / (1 + number of neighbours), per entry of `cells`.
    share: Vec<f64>,
    board_cells: usize,
}

impl Stencil {
    /// The stencil of a board with `board_cells` cells, of which `walkable` (ascending) can be stood on.
    ///
    /// # Panics
    /// If a cell has more than four neighbours.
    pub fn new<N: IntoIterator<Item = usize>>(
        board_cells: usize,
        walkable: impl IntoIterator<Item = usize>,
        neighbours_of: impl Fn(usize) -> N,
    ) -> Self {
        let mut stencil = Self { cells: Vec::new(), neighbours: Vec::new(), share: Vec::new(), board_cells };
        for cell in walkable {
            // A missing neighbour is the padding cell behind the board, which never holds mass: no branch in the loop.
            let mut neighbours = [board_cells as u32; 4];
            let mut count = 0;
            for neighbour in neighbours_of(cell) {
                neighbours[count] = neighbour as u32;
                count += 1;
            }
            stencil.cells.push(cell as u32);
            stencil.neighbours.push(neighbours);
            stencil.share.push(1.0 / (1 + count) as f64);
        }
        stencil
    }

    /// Number of cells of the board, walls included.
    pub fn board_cells(&self) -> usize {
        self.board_cells
    }

    /// Row-major indexes of the walkable cells, ascending.
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// One step of a walk that chooses uniformly among staying and the walkable neighbours: reads `mass` and writes
    /// `moved`, each of `board_cells + 1` elements, the last of them 0. `scratch` is of the same length.
    pub(crate) fn spread(&self, mass: &[f64], scratch: &mut [f64], moved: &mut [f64]) {
        for (cell, share) in self.cells.iter().zip(&self.share) {
            scratch[*cell as usize] = mass[*cell as usize] * share;
        }
        for (cell, [up, down, left, right]) in self.cells.iter().zip(&self.neighbours) {
            moved[*cell as usize] = scratch[*cell as usize]
                + scratch[*up as usize]
                + scratch[*down as usize]
                + scratch[*left as usize]
                + scratch[*right as usize];
        }
    }
}
