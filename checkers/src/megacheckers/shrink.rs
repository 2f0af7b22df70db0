//! Smaller inputs: fewer boards, smaller ones, fewer pieces, and pieces nearer to the own edge.

use std::fmt::Write as _;

use super::{Home, SIDES, read};
use crate::shrink::{Grid, of_items};

/// What stands on squares that are no homes.
const LIGHT: u8 = b' ';

/// Proposes smaller inputs.
pub(super) fn smaller(input: &[u8]) -> Box<dyn Iterator<Item = Vec<u8>> + Send> {
    let Ok(boards) = read(input) else { return Box::new(std::iter::empty()) };
    let grids = boards.iter().map(|board| {
        let (rows, columns) = (board.rows(), board.columns());
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let cells = places.map(|(row, column)| match board.home(row, column) {
            None => LIGHT,
            Some(Home::Empty) => b'0',
            Some(Home::Own) => b'1',
            Some(Home::Opponent) => b'2',
        });
        Grid { rows, columns, cells: cells.collect() }
    });
    of_items(grids.collect(), simpler, write)
}

fn write(grids: &[Grid]) -> Vec<u8> {
    let mut text = String::new();
    for grid in grids {
        let homes = grid.cells.iter().filter(|&&home| home != LIGHT);
        let homes: Vec<String> = homes.map(|&home| char::from(home).to_string()).collect();
        let _ = writeln!(text, "{} {}\n{}", grid.rows, grid.columns, homes.join(" "));
    }
    text.push_str("0 0\n");
    text.into_bytes()
}

fn simpler(grid: &Grid) -> Vec<Grid> {
    let mut grids = parts(grid);
    grids.extend(grid.fewer_pieces(b'0', is_piece));
    grids.extend((0..grid.rows.saturating_sub(1)).map(|row| grid.without((row, 2), (0, 0))));
    grids.extend(
        (0..grid.columns.saturating_sub(1)).map(|column| grid.without((0, 0), (column, 2))),
    );
    grids.extend(grid.shifted(b'0', is_piece));
    grids.extend(grid.turned());
    grids.extend(grid.moved(b'0', is_piece, &[(-2, 0), (0, -2), (-1, -1), (-1, 1)]));
    grids.retain(is_board);
    grids
}

fn is_piece(letter: u8) -> bool {
    matches!(letter, b'1' | b'2')
}

/// Whether homes are where they must be.
fn is_board(grid: &Grid) -> bool {
    let places = (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |column| (row, column)));
    let mut cells = places.zip(&grid.cells);
    let large = *SIDES.start();
    grid.rows >= large
        && grid.columns >= large
        && cells.all(|((row, column), &cell)| (cell == LIGHT) == ((row + column) % 2 == 1))
}

/// Parts of smaller sizes, at the corners: pieces elsewhere are moved there first.
fn parts(grid: &Grid) -> Vec<Grid> {
    let least = *SIDES.start();
    let sizes = |side: usize| {
        let mut sizes = vec![least, side / 2, side.saturating_sub(2), side.saturating_sub(1), side];
        sizes.retain(|size| (least..=side).contains(size));
        sizes.dedup();
        sizes
    };
    // Two at either end: homes fall on homes with one of them at least.
    let ends = |most: usize| {
        let mut ends = vec![0, 1.min(most), most.saturating_sub(1), most];
        ends.dedup();
        ends
    };
    let mut parts = Vec::new();
    for rows in sizes(grid.rows) {
        for columns in sizes(grid.columns) {
            for top in ends(grid.rows - rows) {
                for left in ends(grid.columns - columns) {
                    parts.push(grid.part(top, left, rows, columns));
                }
            }
        }
    }
    parts
}
