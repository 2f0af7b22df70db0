//! Simpler inputs: boards all have as many pieces, so simpler means sorted: pieces changed for each
//! other, the board turned, the colours swapped.

use super::validate;
use crate::shrink::{Grid, of_items};

/// Proposes smaller inputs.
pub(super) fn smaller(input: &[u8]) -> Box<dyn Iterator<Item = Vec<u8>> + Send> {
    if validate(input).is_err() {
        return Box::new(std::iter::empty());
    }
    let lines = input.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let write = |grids: &[Grid]| grids.iter().flat_map(Grid::lines).collect();
    of_items(vec![Grid::of_lines(lines)], simpler, write)
}

fn simpler(grid: &Grid) -> Vec<Grid> {
    let mut grids = grid.turned().to_vec();
    grids.push(grid.mapped(|letter| match letter {
        b'W' => b'B',
        b'B' => b'W',
        letter => letter,
    }));
    for other in 0..grid.cells.len() {
        for one in 0..other {
            if grid.cells[one] != grid.cells[other] {
                let mut grid = grid.clone();
                grid.cells.swap(one, other);
                grids.push(grid);
            }
        }
    }
    grids
}
