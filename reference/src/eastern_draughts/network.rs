//! Which cells jumps join, for a whole position at once.
//!
//! A jump can be taken back, so the empty cells fall into components, each piece can reach whole
//! components only, and one pass over the board serves all pieces. That is exact but for one thing:
//! the piece that moves is no longer there to be jumped over by itself. [`crosses_itself`] tells the
//! pieces for which this matters, and [`super::turn::jumps`] decides their turns one by one.

use super::board::{CELLS, Cell, CellSet, bits, x_of, y_of};

/// No cell.
const NONE: Cell = Cell::MAX;

/// The components of one position's empty cells, with the cells of each from the best one on.
#[derive(Debug, Clone)]
pub struct Network {
    /// Each cell as its own parent.
    alone: [Cell; CELLS],
    /// Towards the component's root; a root is its own parent.
    parent: [Cell; CELLS],
    /// The first cell of a root's component, if any jump touches it.
    first: [Cell; CELLS],
    /// The next cell of the same component.
    next: [Cell; CELLS],
    /// All cells of the grid, the best one last.
    order: Vec<Cell>,
}

impl Network {
    /// A network without jumps on a grid whose cells are `order`, the best one last.
    pub fn new(order: Vec<Cell>) -> Self {
        let mut alone = [NONE; CELLS];
        for (cell, parent) in (0..).zip(&mut alone) {
            *parent = cell;
        }
        Self { alone, parent: alone, first: [NONE; CELLS], next: [NONE; CELLS], order }
    }

    /// Finds the components for these pieces and empty cells on a grid with that side.
    pub fn build(&mut self, pieces: &CellSet, empty: &CellSet, side: u16) {
        self.parent = self.alone;
        self.first = [NONE; CELLS];
        let mut joined = CellSet::EMPTY;
        for y in 0..side {
            let [_, _, own, over, _] = pieces.rows_around(y);
            let [_, _, here, _, beyond] = empty.rows_around(y);
            let along = here & (here >> 2) & (own >> 1);
            let down = here & beyond & over;
            let aslant = here & (beyond << 2) & (over << 1);
            for (row, to) in [(along, 2), (down, 64), (aslant, 62)] {
                for x in bits(row) {
                    self.join(32 * y + x, 32 * y + x + to);
                }
            }
            joined.add_to_row(y, along | along << 2 | down | aslant);
            joined.add_to_row(y + 2, down | aslant >> 2);
        }
        for index in 0..self.order.len() {
            let cell = self.order[index];
            if joined.contains(cell) {
                let root = usize::from(self.root(cell));
                self.next[usize::from(cell)] = self.first[root];
                self.first[root] = cell;
            }
        }
    }

    fn join(&mut self, one: Cell, other: Cell) {
        let (one, other) = (self.root(one), self.root(other));
        self.parent[usize::from(one.max(other))] = one.min(other);
    }

    /// The cell that stands for the cell's component.
    pub fn root(&mut self, cell: Cell) -> Cell {
        let mut cell = cell;
        loop {
            let parent = self.parent[usize::from(cell) % CELLS];
            if parent == cell {
                return cell;
            }
            let above = self.parent[usize::from(parent) % CELLS];
            self.parent[usize::from(cell) % CELLS] = above;
            cell = above;
        }
    }

    /// The cells of the component with that root, the best first.
    pub fn members(&self, root: Cell) -> impl Iterator<Item = Cell> + '_ {
        let head = self.first[usize::from(root) % CELLS];
        std::iter::successors(Some(if head == NONE { root } else { head }), move |cell| {
            // A cell that no jump touches is alone, and its `next` is left from an earlier position.
            let next = self.next[usize::from(*cell) % CELLS];
            (head != NONE && next != NONE).then_some(next)
        })
    }
}

/// Whether a jump over the piece on `cell` joins two empty cells, which that piece cannot use.
pub fn crosses_itself(empty: &CellSet, cell: Cell) -> bool {
    let [_, above, here, below, _] = empty.rows_around(y_of(cell));
    let (left, right) = (|row: u32| row << 1, |row: u32| row >> 1);
    let over = left(here) & right(here) | above & below | right(above) & left(below);
    over >> x_of(cell) & 1 != 0
}
