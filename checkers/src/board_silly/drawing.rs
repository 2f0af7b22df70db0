//! Draws boards with all moves of the player: those that an output lists, those that it misses, and
//! those that are none. Unlike the checker it goes on after the first fault.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::judge::{Lines, Statement};
use super::read;
use super::rules::{Board, Move, Square};
use crate::drawing::{self, Arrow, Cell, Drawing, Listed, Names, Piece, Shade};
use crate::text::Tokens;
use crate::{Files, Options};

/// Boards of one case that are drawn.
const MOST_BOARDS: usize = 3;
/// Moves of one board that are drawn, at most: no board allows as many.
const MOST_ARROWS: usize = 200;

/// Draws a case and an output.
pub(super) fn draw(files: &Files<'_>, _: &Options) -> Option<Drawing> {
    let boards = read(files.input).ok()?;
    let mut blocks = blocks(files.output, boards.len());
    blocks.resize(boards.len(), BTreeSet::new());
    let is_wrong = |index: usize| {
        let possible: BTreeSet<Move> = boards[index].moves().into_iter().collect();
        blocks[index] != possible
    };
    let wrong = (0..boards.len()).find(|&index| is_wrong(index));
    let mut drawn: Vec<usize> = (0..boards.len()).collect();
    drawn.sort_by_key(|&index| Some(index) != wrong);
    drawn.truncate(MOST_BOARDS);
    // Nine tokens a board: its rows, and the player to move.
    let tokens: Vec<_> = Tokens::new(files.input)
        .map(|token| String::from_utf8_lossy(token.bytes).into_owned())
        .collect();
    let one = |&index: &usize| {
        let mark = if Some(index) == wrong { ", the first that is wrong" } else { "" };
        let mut drawn = board(&boards[index], &blocks[index], &tokens[9 * index..][..9]);
        drawn.title = format!("board {}{mark}", index + 1);
        drawn
    };
    let left_out = boards.len() - drawn.len();
    Some(Drawing { boards: drawn.iter().map(one).collect(), left_out })
}

/// The moves that an output lists for each of so many boards; what is no move is passed over.
fn blocks(output: &[u8], boards: usize) -> Vec<BTreeSet<Move>> {
    let mut blocks = vec![BTreeSet::new()];
    for line in Lines::new(output) {
        if line.text.is_empty() && blocks.len() == boards {
            break;
        } else if line.text.is_empty() {
            blocks.push(BTreeSet::new());
        } else if let (Statement::Move(made), Some(block)) = (line.statement(), blocks.last_mut()) {
            block.insert(made);
        }
    }
    blocks
}

fn board(board: &Board, listed: &BTreeSet<Move>, tokens: &[String]) -> drawing::Board {
    let (rows, mover) = (tokens[..8].to_vec(), &tokens[8]);
    let name = |letter: &str| {
        let to_move = if letter == mover { ", to move" } else { "" };
        format!("{letter}{to_move}")
    };
    let pieces = vec![Piece::man('X', &name("X"), true), Piece::man('O', &name("O"), false)];
    let possible: BTreeSet<Move> = board.moves().into_iter().collect();
    let mut drawn = drawing::Board::new(Names::LetterDigit, Shade::Plain, rows, pieces);
    drawn.arrows = arrows(board, &possible, listed);
    let count = |of| drawn.arrows.iter().filter(|arrow| arrow.listed == of).count();
    drawn.note = match possible.len() {
        0 => "no moves are possible".into(),
        1 => "1 move is possible".into(),
        several => format!("{several} moves are possible"),
    };
    for (count, words) in [(count(Listed::Missing), "missing"), (count(Listed::Wrong), "wrong")] {
        if count > 0 {
            let _ = write!(drawn.note, ", {count} {words}");
        }
    }
    drawn
}

fn arrows(board: &Board, possible: &BTreeSet<Move>, listed: &BTreeSet<Move>) -> Vec<Arrow> {
    let both = possible.union(listed).take(MOST_ARROWS);
    both.map(|made| Arrow {
        from: cell(made.from),
        to: cell(made.to),
        listed: match (possible.contains(made), listed.contains(made)) {
            (true, true) => Listed::Right,
            (true, false) => Listed::Missing,
            (false, _) => Listed::Wrong,
        },
        caption: board.objection(*made).unwrap_or_default(),
    })
    .collect()
}

fn cell(square: Square) -> Cell {
    u16::from(square.number())
}
