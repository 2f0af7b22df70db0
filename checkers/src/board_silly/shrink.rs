//! Smaller inputs: fewer boards, fewer pieces on them, and pieces nearer to the top left.

use super::validate;
use crate::shrink::{Grid, of_items};

/// A board and the letter of the player to move.
#[derive(Debug, Clone)]
struct Item {
    grid: Grid,
    player: u8,
}

/// Proposes smaller inputs.
pub(super) fn smaller(input: &[u8]) -> Box<dyn Iterator<Item = Vec<u8>> + Send> {
    if validate(input).is_err() {
        return Box::new(std::iter::empty());
    }
    let lines: Vec<&[u8]> = input.split(|&byte| byte == b'\n').collect();
    // Eight lines and that of the player; what follows the last newline is no board.
    let boards = lines.chunks_exact(9).map(|lines| Item {
        grid: Grid::of_lines(lines[..8].iter().copied()),
        player: lines[8].first().copied().unwrap_or(b'X'),
    });
    of_items(boards.collect(), simpler, write)
}

fn write(items: &[Item]) -> Vec<u8> {
    let mut text = Vec::new();
    for item in items {
        text.extend(item.grid.lines());
        text.extend([item.player, b'\n']);
    }
    text
}

fn simpler(item: &Item) -> Vec<Item> {
    let grid = &item.grid;
    let mut grids = grid.fewer_pieces(b'.', is_piece);
    grids.extend(grid.shifted(b'.', is_piece));
    grids.extend(grid.turned());
    grids.extend(grid.moved(b'.', is_piece, &[(-1, 0), (0, -1), (-1, -1), (-1, 1)]));
    let mut items: Vec<Item> =
        grids.into_iter().map(|grid| Item { grid, player: item.player }).collect();
    items.push(Item { grid: grid.mapped(other), player: other(item.player) });
    items
}

fn is_piece(letter: u8) -> bool {
    letter != b'.'
}

fn other(letter: u8) -> u8 {
    match letter {
        b'X' => b'O',
        b'O' => b'X',
        letter => letter,
    }
}
