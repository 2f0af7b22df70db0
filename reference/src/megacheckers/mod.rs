//! `megacheckers`: the most pieces that one move captures, exactly and without a bad case.
//!
//! A piece of ours jumps diagonally over adjacent opponents to the empty home behind, over each at
//! most once. A jump changes row and column by two, so landing homes keep the parity of both, while
//! the captured homes differ from them in both: no captured piece ever stands where the jumping
//! piece could land. Hence it cannot matter whether captured pieces leave at once or at the end,
//! and the question is a longest trail (no edge twice) in a graph whose nodes are landing homes and
//! whose edges are opponents. Of the two diagonals over an opponent, a piece can use only one: with
//! i and j the halves of row and column, every jump keeps the parity of i + j, and the ends of the
//! two diagonals differ in it. That makes the graph planar, a piece of a square grid, which
//! [`trail`] solves by a frontier dynamic programme.
//!
//! The limits on the number of pieces are not used.

pub mod trail;

#[cfg(test)]
mod tests;

use crate::input::{InputError, Tokens};
use trail::{Grid, longest_trail};

/// What stands on a home.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Home {
    /// Nothing.
    Empty,
    /// A piece of ours.
    Own,
    /// A piece of the opponent's.
    Opponent,
}

/// A board: rows from the player's own edge, columns from the left. Only homes (row + column even)
/// are ever read; the other cells are empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    rows: usize,
    columns: usize,
    cells: Vec<Home>,
}

impl Board {
    /// A board out of its homes in the statement's order; `homes` may be shorter than the board.
    pub fn new(rows: usize, columns: usize, homes: impl IntoIterator<Item = Home>) -> Self {
        let mut cells = vec![Home::Empty; rows * columns];
        let places =
            (0..rows * columns).filter(|cell| (cell / columns + cell % columns).is_multiple_of(2));
        for (cell, home) in places.zip(homes) {
            cells[cell] = home;
        }
        Self { rows, columns, cells }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// What stands on the cell.
    pub fn cell(&self, row: usize, column: usize) -> Home {
        self.cells[row * self.columns + column]
    }

    /// The cell with the shorter side of the board as its first coordinate: jumps are symmetric, and
    /// the dynamic programme's cost grows with its first side.
    fn cell_across(&self, across: usize, along: usize) -> Home {
        if self.rows <= self.columns { self.cell(across, along) } else { self.cell(along, across) }
    }
}

/// The most opponents that one of our pieces captures in one move.
pub fn most_captures(board: &Board) -> u32 {
    let mut best = 0;
    for parity in 0..2 {
        for class in 0..2 {
            let grid = landing_grid(board, parity, class);
            if grid.has_start() && grid.edges() > best {
                best = best.max(longest_trail(&grid));
            }
        }
    }
    best
}

/// The graph of the homes whose row and column have the given parity and whose halves' sum has the
/// parity `class`: the homes between which pieces on them can jump.
fn landing_grid(board: &Board, parity: usize, class: usize) -> Grid {
    let across = board.rows.min(board.columns);
    let along = board.rows.max(board.columns);
    let half = |side: usize| side.saturating_sub(parity).div_ceil(2);
    let mut grid = Grid::new(half(across), half(along), class);
    for (i, j) in grid.nodes() {
        let (r, c) = (2 * i + parity, 2 * j + parity);
        if board.cell_across(r, c) == Home::Opponent {
            continue;
        }
        if board.cell_across(r, c) == Home::Own {
            grid.set_start(i, j);
        }
        if c + 2 >= along {
            continue;
        }
        let jumps_to = |over: usize, to: usize| {
            board.cell_across(over, c + 1) == Home::Opponent
                && board.cell_across(to, c + 2) != Home::Opponent
        };
        if r >= 2 && jumps_to(r - 1, r - 2) {
            grid.join_before(i, j);
        }
        if r + 2 < across && jumps_to(r + 1, r + 2) {
            grid.join_after(i, j);
        }
    }
    grid
}

/// Reads all boards up to `0 0`.
pub fn parse(input: &[u8]) -> Result<Vec<Board>, InputError> {
    let mut tokens = Tokens::new(input);
    let mut boards = Vec::new();
    loop {
        let first = tokens.expect("the number of rows, or `0 0` at the end")?;
        let rows = first.integer("the number of rows", 0, 20)?;
        let second = tokens.expect("the number of columns")?;
        let columns = second.integer("the number of columns", 0, 20)?;
        if (rows, columns) == (0, 0) {
            return Ok(boards);
        }
        if rows < 3 || columns < 3 || rows * columns > 200 {
            let message = format!(
                "expected sides of 3 to 20 and at most 200 cells, found {rows} by {columns}"
            );
            return Err(first.error(0, message));
        }
        let homes = (0..(rows * columns).div_ceil(2))
            .map(|_| tokens.expect("a home, 0, 1 or 2")?.integer("a home", 0, 2))
            .map(|home| home.map(|digit| [Home::Empty, Home::Own, Home::Opponent][digit]))
            .collect::<Result<Vec<_>, _>>()?;
        boards.push(Board::new(rows, columns, homes));
    }
}

/// One line a board: the most captures.
pub fn answer(boards: &[Board]) -> Vec<u8> {
    let lines = boards.iter().map(|board| format!("{}\n", most_captures(board)));
    lines.collect::<String>().into_bytes()
}
