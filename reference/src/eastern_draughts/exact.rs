//! The fewest turns of all, where there are few positions.
//!
//! Turns can be taken back. So positions are sought from the start and from the goal, a turn further at
//! a time, always from the end that has fewer to go on from. Where the two meet for the first time, no
//! game is shorter. Knows no costs and no clock: a board with too many positions is refused beforehand,
//! and a search that gets too large is given up.

use super::board::{Board, Cell, CellSet, cell_at, x_of, y_of};
use super::fallback::finish;

/// The most positions that a board may have. Most searches on larger ones would be given up.
const MOST_POSITIONS: u64 = 200_000;
/// The largest side: more cells do not fit into the bits of a position.
const MOST_SIDE: u16 = 10;
/// The most turns that are looked at, so that there is time to play without a proof.
const MOST_TURNS: usize = 400_000;

/// The turns of a shortest game, if the board has few enough positions.
pub fn search(board: &Board) -> Option<Vec<(Cell, Cell)>> {
    if board.goal == 1 {
        // A piece on its own can only step.
        return Some(finish(board, &board.pieces));
    }
    if board.side > MOST_SIDE || positions(board) > MOST_POSITIONS {
        return None;
    }
    let grid = Grid::new(board);
    let ends = [board.pieces, board.goal_cells()];
    let mut layers = ends.map(|pieces| vec![vec![grid.bits_of(&pieces)]]);
    let mut looked_at = 0;
    loop {
        let [here, there] = layers.each_ref().map(|layers| &layers[layers.len() - 1]);
        if let Some(meeting) = here.iter().find(|position| there.binary_search(position).is_ok()) {
            return Some(grid.turns(&layers, *meeting));
        }
        let from_goal = usize::from(there.len() < here.len());
        let next = grid.next(&layers[from_goal], &mut looked_at)?;
        layers[from_goal].push(next);
    }
}

/// How many positions there are of as many pieces: a binomial coefficient, or more than is looked at.
fn positions(board: &Board) -> u64 {
    let cells = u64::from(board.side * board.side);
    let pieces = u64::from(board.goal * (board.goal + 1) / 2);
    let mut count = 1;
    for chosen in 0..pieces.min(cells - pieces) {
        count = count * (cells - chosen) / (chosen + 1);
        if count > MOST_POSITIONS {
            break;
        }
    }
    count
}

/// Sets of cells as bits, row by row. A bit between two rows is never set, so that nothing goes around
/// the edge.
type Bits = u128;

struct Grid {
    stride: u16,
    cells: Bits,
}

impl Grid {
    fn new(board: &Board) -> Self {
        let mut grid = Self { stride: board.side + 1, cells: 0 };
        grid.cells = grid.bits_of(&board.grid());
        grid
    }

    fn bits_of(&self, set: &CellSet) -> Bits {
        set.cells().map(|cell| 1 << (y_of(cell) * self.stride + x_of(cell))).sum()
    }

    #[expect(clippy::cast_possible_truncation, reason = "a bit's number is below 128")]
    fn cell_of(&self, bit: Bits) -> Cell {
        let number = bit.trailing_zeros() as u16;
        cell_at(number % self.stride, number / self.stride)
    }

    /// The positions one turn from those of the last layer, in order, without those of the layers; none
    /// if so many turns have been looked at.
    fn next(&self, layers: &[Vec<Bits>], looked_at: &mut usize) -> Option<Vec<Bits>> {
        let mut found = Vec::new();
        for position in &layers[layers.len() - 1] {
            for (from, targets) in self.turns_of(*position) {
                found.extend(each(targets).map(|to| position ^ from ^ to));
            }
            if *looked_at + found.len() > MOST_TURNS {
                return None;
            }
        }
        *looked_at += found.len();
        found.sort_unstable();
        found.dedup();
        // No turn leads back by more than one layer.
        let known = &layers[layers.len().saturating_sub(2)..];
        found.retain(|position| known.iter().all(|layer| layer.binary_search(position).is_err()));
        Some(found)
    }

    /// The pieces of a position, each with the cells to which it can go in one turn.
    fn turns_of(&self, position: Bits) -> impl Iterator<Item = (Bits, Bits)> {
        each(position).map(move |from| (from, self.targets(position ^ from, from)))
    }

    /// The cells to which the piece can go in one turn, with the others where they are.
    fn targets(&self, others: Bits, from: Bits) -> Bits {
        let free = self.cells & !others;
        let strides = [1, self.stride, self.stride - 1];
        let around = |cells: Bits| {
            let both = |stride| cells << stride | cells >> stride;
            strides.into_iter().map(both).fold(0, |all, some| all | some)
        };
        let jumps = |cells: Bits| {
            let ahead = |stride| (cells << stride & others) << stride;
            let back = |stride| (cells >> stride & others) >> stride;
            strides
                .into_iter()
                .map(|stride| ahead(stride) | back(stride))
                .fold(0, |all, some| all | some)
        };
        let (mut reached, mut new) = (from, from);
        while new != 0 {
            new = jumps(new) & free & !reached;
            reached |= new;
        }
        (reached | around(from) & free) & !from
    }

    /// The turns from the start to where the layers have met, and on to the goal.
    fn turns(&self, [here, there]: &[Vec<Vec<Bits>>; 2], meeting: Bits) -> Vec<(Cell, Cell)> {
        let mut turns = self.way(here, meeting);
        turns.reverse();
        let back = self.way(there, meeting);
        turns.extend(back.into_iter().map(|(from, to)| (to, from)));
        turns
    }

    /// The turns that lead to the position in the last of the layers, the last turn first.
    fn way(&self, layers: &[Vec<Bits>], mut position: Bits) -> Vec<(Cell, Cell)> {
        let mut way = Vec::new();
        for layer in layers.iter().rev().skip(1) {
            let known = |after: &Bits| layer.binary_search(after).is_ok();
            let turns = self.turns_of(position);
            let turns = turns.flat_map(|(to, targets)| each(targets).map(move |from| (from, to)));
            let mut turns = turns.filter(|(from, to)| known(&(position ^ from ^ to)));
            let Some((from, to)) = turns.next() else { break };
            way.push((self.cell_of(from), self.cell_of(to)));
            position ^= from ^ to;
        }
        way
    }
}

/// The bits that are set, each for itself.
fn each(bits: Bits) -> impl Iterator<Item = Bits> {
    let mut left = bits;
    std::iter::from_fn(move || {
        let rest = left & left.checked_sub(1)?;
        Some(std::mem::replace(&mut left, rest) ^ rest)
    })
}
