//! A finish that always exists: piece by piece, by steps only.
//!
//! As long as a goal cell is empty, a piece stands outside the goal. Along any walk of steps from
//! that piece to that cell, the last piece on the walk can go to the walk's end, then the piece
//! before it to where that one stood, and so on: in effect the outside piece has gone to the empty
//! goal cell, and nothing else has changed. So one goal cell after another is filled, at the cost
//! of one step for each cell of each walk: at most 465 walks of at most 58 steps, far below a
//! million. It plays badly, but ensures that the output is always complete.

use super::board::{Board, Cell, CellSet, cell_at, height, x_of, y_of};
use std::cmp::Ordering;

/// Steps, each a turn, from `pieces` to the goal.
pub fn finish(board: &Board, pieces: &CellSet) -> Vec<(Cell, Cell)> {
    let mut pieces = *pieces;
    let mut steps = Vec::new();
    let goal = u32::from(board.goal);
    for hole in board.grid().without(&pieces).cells().filter(|cell| height(*cell) < goal) {
        let outside = pieces.cells().filter(|cell| height(*cell) >= goal);
        if let Some(walk) = outside.map(|cell| walk(cell, hole)).min_by_key(Vec::len) {
            fill(&mut pieces, &walk, &mut steps);
        }
    }
    steps
}

/// The cells of a shortest walk of steps, both ends included.
fn walk(from: Cell, to: Cell) -> Vec<Cell> {
    std::iter::successors(Some(from), |cell| (*cell != to).then(|| step_towards(*cell, to)))
        .collect()
}

fn step_towards(cell: Cell, to: Cell) -> Cell {
    let (right, down) = (x_of(to).cmp(&x_of(cell)), y_of(to).cmp(&y_of(cell)));
    let stepped = |at: u16, way: Ordering| at.wrapping_add_signed(way as i16);
    // Both at once is a step only where one grows and the other shrinks; else x goes first.
    let down = if down == right { Ordering::Equal } else { down };
    cell_at(stepped(x_of(cell), right), stepped(y_of(cell), down))
}

/// Moves the pieces on the walk up, so that its first cell gets free and its last cell full.
fn fill(pieces: &mut CellSet, walk: &[Cell], steps: &mut Vec<(Cell, Cell)>) {
    let mut free = walk.len() - 1;
    for index in (0..walk.len() - 1).rev() {
        if pieces.contains(walk[index]) {
            steps.extend((index..free).map(|at| (walk[at], walk[at + 1])));
            pieces.toggle(walk[index]);
            pieces.toggle(walk[free]);
            free = index;
        }
    }
}
