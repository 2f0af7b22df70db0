//! The fewest turns of all, where there are so few positions that all of them can be looked at.
//!
//! Breadth first from the start, turn by turn; the first time that the goal is reached, no game is
//! shorter. Knows no costs and no clock: what is too large is refused beforehand by its number of
//! positions.

use super::board::{Board, Cell, CellSet, DIRECTIONS};
use super::turn::jumped;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The most positions that are looked at; more would take too much of the time.
const MOST_POSITIONS: u64 = 2_500;

/// The turns of a shortest game, if the board has few enough positions.
pub fn search(board: &Board) -> Option<Vec<(Cell, Cell)>> {
    if positions(board) > MOST_POSITIONS {
        return None;
    }
    let grid = board.grid();
    // By position, the turn that led there first.
    let mut found = HashMap::from([(board.pieces, (0, 0))]);
    let mut layer = vec![board.pieces];
    while !layer.is_empty() {
        if let Some(goal) = layer.iter().find(|pieces| board.left(pieces) == 0) {
            return Some(turns_to(board, &found, *goal));
        }
        let mut next = Vec::new();
        for pieces in layer {
            let empty = grid.without(&pieces);
            for from in pieces.cells() {
                for to in targets(board, &pieces, &empty, from).cells() {
                    let after = moved(pieces, from, to);
                    if let Entry::Vacant(entry) = found.entry(after) {
                        entry.insert((from, to));
                        next.push(after);
                    }
                }
            }
        }
        layer = next;
    }
    None
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

/// The cells that the piece can go to in one turn.
fn targets(board: &Board, pieces: &CellSet, empty: &CellSet, from: Cell) -> CellSet {
    let mut targets = jumped(board, pieces, empty, from);
    for to in DIRECTIONS.iter().filter_map(|direction| board.neighbour(from, *direction)) {
        if empty.contains(to) {
            targets.toggle(to);
        }
    }
    targets
}

fn moved(mut pieces: CellSet, from: Cell, to: Cell) -> CellSet {
    pieces.toggle(from);
    pieces.toggle(to);
    pieces
}

fn turns_to(
    board: &Board,
    found: &HashMap<CellSet, (Cell, Cell)>,
    goal: CellSet,
) -> Vec<(Cell, Cell)> {
    let mut turns = Vec::new();
    let mut pieces = goal;
    while pieces != board.pieces {
        let (from, to) = found[&pieces];
        turns.push((from, to));
        pieces = moved(pieces, to, from);
    }
    turns.reverse();
    turns
}
