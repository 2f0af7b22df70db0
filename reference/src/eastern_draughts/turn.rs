//! Turns: the steps or jumps that bring one piece from cell to cell, and the sequence of a game.

use super::board::{Board, Cell, CellSet, DIRECTIONS};
use std::collections::VecDeque;

/// The cells that a piece visits in one turn, the one it leaves first.
pub type Path = Vec<Cell>;

/// The `empty` cells that the piece on `from` can reach by jumps.
pub fn jumped(board: &Board, pieces: &CellSet, empty: &CellSet, from: Cell) -> CellSet {
    let mut found = CellSet::EMPTY;
    let mut reached = vec![from];
    while let Some(cell) = reached.pop() {
        for direction in DIRECTIONS {
            let Some(over) = board.neighbour(cell, direction) else { continue };
            if !pieces.contains(over) || over == from {
                continue;
            }
            let Some(to) = board.neighbour(over, direction) else { continue };
            if empty.contains(to) && to != from && !found.contains(to) {
                found.toggle(to);
                reached.push(to);
            }
        }
    }
    found
}

/// A shortest chain of jumps by the piece on `from` to `to`.
pub fn jumps(board: &Board, pieces: &CellSet, from: Cell, to: Cell) -> Option<Path> {
    let mut others = *pieces;
    others.toggle(from);
    let mut seen = CellSet::EMPTY;
    seen.toggle(from);
    let mut reached = vec![(from, 0)];
    let mut queue = VecDeque::from([0]);
    while let Some(index) = queue.pop_front() {
        let (cell, _) = reached[index];
        for direction in DIRECTIONS {
            let over = board.neighbour(cell, direction).filter(|over| others.contains(*over));
            let Some(next) = over.and_then(|over| board.neighbour(over, direction)) else {
                continue;
            };
            if others.contains(next) || seen.contains(next) {
                continue;
            }
            seen.toggle(next);
            queue.push_back(reached.len());
            reached.push((next, index));
            if next == to {
                return Some(path_to(&reached));
            }
        }
    }
    None
}

/// The path to the cell reached last, by the indices of predecessors.
fn path_to(reached: &[(Cell, usize)]) -> Path {
    let mut index = reached.len() - 1;
    let mut path = vec![reached[index].0];
    while index != 0 {
        index = reached[index].1;
        path.push(reached[index].0);
    }
    path.reverse();
    path
}

/// The turn of the piece on `from` to `to`: one step, or jumps; a jump keeps the parity of both
/// coordinates and a step does not, so no turn is both.
pub fn path(board: &Board, pieces: &CellSet, from: Cell, to: Cell) -> Option<Path> {
    let is_step = DIRECTIONS.iter().any(|direction| board.neighbour(from, *direction) == Some(to));
    if is_step { Some(vec![from, to]) } else { jumps(board, pieces, from, to) }
}
