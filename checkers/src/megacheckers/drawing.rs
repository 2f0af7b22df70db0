//! Draws boards of megacheckers, each with a best capture of the length that the jury's answer gives:
//! the first board that the output has wrong, then the first ones of the case.

use super::trail::{At, between, trail};
use super::{Board, Home, differs, read, read_answer};
use crate::drawing::{self, Cell, Drawing, Frame, Names, Piece, Shade};
use crate::plural::counted;
use crate::text::Tokens;
use crate::{Files, Options};

/// Boards of one case that are drawn.
const MOST_BOARDS: usize = 3;

/// Draws a case and an output.
pub(super) fn draw(files: &Files<'_>, _: &Options) -> Option<Drawing> {
    let boards = read(files.input).ok()?;
    let expected = read_answer(files.answer, &boards).ok()?;
    let wrong = first_wrong(files.output, &expected);
    let mut drawn: Vec<usize> = (0..boards.len()).collect();
    // Stable: but for the wrong one, which comes first, the order is that of the input.
    drawn.sort_by_key(|&index| Some(index) != wrong);
    drawn.truncate(MOST_BOARDS);
    let left_out = boards.len() - drawn.len();
    let one = |&index: &usize| {
        let number = index + 1;
        let is_wrong = if Some(index) == wrong { ", the first that is wrong" } else { "" };
        let title = format!("board {number}{is_wrong}");
        drawing::Board {
            title,
            ..board(&boards[index], usize::try_from(expected[index]).unwrap_or(0))
        }
    };
    Some(Drawing { boards: drawn.iter().map(one).collect(), left_out })
}

/// The first board whose line is not as expected.
fn first_wrong(output: &[u8], expected: &[i64]) -> Option<usize> {
    let mut tokens = Tokens::new(output);
    (0..expected.len()).find(|&index| {
        // The layout of lines is not looked at: each token counts as on the line of its board.
        tokens
            .next()
            .is_none_or(|token| differs(&token, index + 1, index + 1, expected[index]).is_some())
    })
}

fn board(board: &Board, best: usize) -> drawing::Board {
    let row =
        |row: usize| (0..board.columns).map(|column| letter(board.home(row, column))).collect();
    // The own edge, row 0, is at the bottom.
    let rows = (0..board.rows).rev().map(row).collect();
    let shade = if board.rows % 2 == 1 { Shade::DarkEven } else { Shade::DarkOdd };
    let pieces = vec![Piece::man('1', "own piece", false), Piece::man('2', "opponent", true)];
    let mut drawn = drawing::Board::new(Names::RowColumnUpwards, shade, rows, pieces);
    if best == 0 {
        drawn.note = "nothing can be taken".into();
        return drawn;
    }
    drawn.note = format!("the best move takes {}", counted(best, "piece"));
    match trail(board, best) {
        Some(path) => drawn.frames.push(capture(board, &path)),
        None => drawn.note += "; a short search did not find its path",
    }
    drawn
}

fn capture(board: &Board, path: &[At]) -> Frame {
    let cell = |&(row, column): &At| -> Cell {
        u16::try_from((board.rows - 1 - row) * board.columns + column).unwrap_or(Cell::MAX)
    };
    let taken = path.windows(2).map(|hop| cell(&between(hop[0], hop[1]))).collect();
    Frame { taken, ..Frame::along(path.iter().map(cell).collect()) }
}

fn letter(home: Option<Home>) -> char {
    match home {
        Some(Home::Own) => '1',
        Some(Home::Opponent) => '2',
        Some(Home::Empty) | None => '.',
    }
}
