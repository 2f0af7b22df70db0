//! Smaller inputs: smaller boards, fewer pieces (always as many as some goal holds), and pieces
//! nearer to the goal.

use super::validate;
use crate::shrink::{Grid, of_items};

/// Lines of a board up to which each is tried with each column.
const ALL_PAIRS: usize = 8;

/// Proposes smaller inputs.
pub(super) fn smaller(input: &[u8]) -> Box<dyn Iterator<Item = Vec<u8>> + Send> {
    if validate(input).is_err() {
        return Box::new(std::iter::empty());
    }
    let lines = input.split(|&byte| byte == b'\n').skip(1).filter(|line| !line.is_empty());
    of_items(vec![Grid::of_lines(lines)], simpler, write)
}

fn write(grids: &[Grid]) -> Vec<u8> {
    let mut text = Vec::new();
    for grid in grids {
        text.extend(format!("{}\n", grid.rows).into_bytes());
        text.extend(grid.lines());
    }
    text
}

fn simpler(grid: &Grid) -> Vec<Grid> {
    let mut grids = lower_ranks(grid);
    grids.extend(parts(grid));
    grids.extend(without_lines(grid));
    grids.extend(grid.shifted(b'.', is_piece));
    grids.extend(grid.turned());
    grids.extend(grid.moved(b'.', is_piece, &[(-1, 0), (0, -1), (-1, 1)]));
    grids
}

fn is_piece(letter: u8) -> bool {
    letter == b'*'
}

/// The `P` of a number of pieces `P(P + 1) / 2`.
fn rank(pieces: usize) -> Option<usize> {
    (1..=pieces).find(|rank| rank * (rank + 1) / 2 >= pieces).filter(|r| r * (r + 1) / 2 == pieces)
}

/// Whether the pieces are as many as a goal on this board holds.
fn fits(grid: &Grid) -> bool {
    rank(grid.pieces(is_piece).len()).is_some_and(|rank| rank <= grid.rows)
}

/// Square parts, at the ends and in the middle.
fn parts(grid: &Grid) -> Vec<Grid> {
    let mut parts = Vec::new();
    let mut sides = [grid.rows / 4, grid.rows / 2, grid.rows * 3 / 4, grid.rows.saturating_sub(1)]
        .map(|side| side.max(1))
        .to_vec();
    sides.dedup();
    for side in sides {
        let most = grid.rows - side;
        let mut offsets = vec![0, most / 2, most];
        offsets.dedup();
        for &top in &offsets {
            parts.extend(offsets.iter().map(|&left| grid.part(top, left, side, side)));
        }
    }
    parts.retain(fits);
    parts
}

/// Fewer pieces: those of a lower rank that stand next to each other, or everywhere.
fn lower_ranks(grid: &Grid) -> Vec<Grid> {
    let pieces = grid.pieces(is_piece);
    let highest = rank(pieces.len()).unwrap_or(0);
    let mut ranks = vec![1, 2, highest / 2, highest.saturating_sub(1)];
    ranks.retain(|&rank| (1..highest).contains(&rank));
    ranks.dedup();
    let mut grids = Vec::new();
    for rank in ranks {
        let (kept, all) = (rank * (rank + 1) / 2, pieces.len());
        let neighbours = (0..=all - kept).step_by(rank);
        let mut choices: Vec<Vec<usize>> =
            neighbours.map(|begin| pieces[begin..begin + kept].to_vec()).collect();
        for first in 0..rank {
            let spread = (0..kept).map(|number| pieces[(number * all / kept + first) % all]);
            choices.push(spread.collect());
        }
        for choice in choices {
            let mut grid = grid.mapped(|_| b'.');
            for piece in choice {
                grid.cells[piece] = b'*';
            }
            grids.push(grid);
        }
    }
    grids
}

/// One line and one column less: on a large board only some pairs of them.
fn without_lines(grid: &Grid) -> Vec<Grid> {
    let last = grid.rows - 1;
    let is_tried = |&(row, column): &(usize, usize)| {
        grid.rows <= ALL_PAIRS || row == column || column == 0 || column == last
    };
    let all = (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |column| (row, column)));
    all.filter(is_tried)
        .map(|(row, column)| grid.without((row, 1), (column, 1)))
        .filter(fits)
        .collect()
}
