//! Smaller inputs: smaller boards, fewer pieces, men for kings, and pieces nearer to the top left.

use super::{MIN_SIZE, validate};
use crate::shrink::{Grid, of_items};

/// A board and the letter of the side to move.
#[derive(Debug, Clone)]
struct Item {
    to_move: u8,
    grid: Grid,
}

/// Proposes smaller inputs.
pub(super) fn smaller(input: &[u8]) -> Box<dyn Iterator<Item = Vec<u8>> + Send> {
    if validate(input).is_err() {
        return Box::new(std::iter::empty());
    }
    let lines = input.split(|&byte| byte == b'\n').skip(2).filter(|line| !line.is_empty());
    let to_move = input.first().copied().unwrap_or(b'b');
    of_items(vec![Item { to_move, grid: Grid::of_lines(lines) }], simpler, write)
}

fn write(items: &[Item]) -> Vec<u8> {
    let mut text = Vec::new();
    for Item { to_move, grid } in items {
        text.extend(format!("{}\n{}\n", char::from(*to_move), grid.rows).into_bytes());
        text.extend(grid.lines());
    }
    text
}

fn simpler(item: &Item) -> Vec<Item> {
    let grid = &item.grid;
    let mut grids = parts(grid);
    grids.extend(grid.fewer_pieces(b'_', is_piece));
    for king in grid.pieces(|letter| letter.is_ascii_uppercase()) {
        let mut grid = grid.clone();
        grid.cells[king] = grid.cells[king].to_ascii_lowercase();
        grids.push(grid);
    }
    grids.extend(grid.shifted(b'_', is_piece));
    grids.extend(grid.moved(b'_', is_piece, &[(-2, 0), (0, -2), (-1, -1), (-1, 1)]));
    let mut items: Vec<Item> =
        grids.into_iter().map(|grid| Item { to_move: item.to_move, grid }).collect();
    // Turned half round, the board is the other side's.
    let [_, _, half, ..] = grid.turned();
    items.push(Item { to_move: other(item.to_move), grid: half.mapped(other) });
    items
}

fn is_piece(letter: u8) -> bool {
    letter != b'_'
}

fn other(letter: u8) -> u8 {
    match letter {
        b'b' => b'w',
        b'w' => b'b',
        b'B' => b'W',
        b'W' => b'B',
        letter => letter,
    }
}

/// Parts of every smaller size, the smallest first, that keep dark squares dark.
fn parts(grid: &Grid) -> Vec<Grid> {
    let mut parts = Vec::new();
    for size in (MIN_SIZE..grid.rows).step_by(2) {
        let offsets = || 0..=grid.rows - size;
        let places = offsets().flat_map(|top| offsets().map(move |left| (top, left)));
        for (top, left) in places.filter(|(top, left)| (top + left) % 2 == 0) {
            parts.push(grid.part(top, left, size, size));
        }
    }
    parts
}
