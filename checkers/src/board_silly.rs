//! `board-silly`: the input, the rules of a move, and the checker of lists of moves.
//!
//! The checker works out the moves itself and needs no answer file. Within a board, the moves may
//! come in any order.

mod drawing;
mod judge;
mod rules;
mod shrink;

pub use rules::{Board, Move, Square};

use crate::layout::{Layout, Reader, Separator};
use crate::options;
use crate::{
    BadOption, Bound, Checker, CheckerEntry, Fault, FaultyFile, Files, Invalid, Judgement, Options,
    Puzzle,
};

/// The checker: each board's moves in any order, one blank line between boards.
pub const PUZZLE: Puzzle = Puzzle {
    checker: CheckerEntry {
        name: "board-silly",
        summary: "each board's moves in any order, one blank line between boards",
        options: &[],
        needs_answer: false,
        build,
    },
    validate,
    bounds: BOUNDS,
    smaller: shrink::smaller,
    draw: drawing::draw,
};

/// What may vary: the number of boards, and the pieces of each player on each board.
const BOUNDS: &[Bound] = &[
    Bound {
        quantity: "boards",
        least: 1,
        greatest: None,
        values: |input| read(input).map_or_else(|_| Vec::new(), |boards| vec![boards.len() as u64]),
    },
    Bound {
        quantity: "pieces of the player to move",
        least: 1,
        greatest: Some(12),
        values: |input| each(input, |board| board.pieces().0.into()),
    },
    Bound {
        quantity: "pieces of the opponent",
        least: 1,
        greatest: Some(12),
        values: |input| each(input, |board| board.pieces().1.into()),
    },
];

fn each(input: &[u8], value: impl Fn(&Board) -> u64) -> Vec<u64> {
    read(input).map_or_else(|_| Vec::new(), |boards| boards.iter().map(value).collect())
}

/// Fewest and most pieces of a player.
const PIECES: std::ops::RangeInclusive<u32> = 1..=12;

/// Reads an input, whatever the blanks around its lines.
///
/// # Errors
/// The first place that is not as the statement says.
pub fn read(input: &[u8]) -> Result<Vec<Board>, Invalid> {
    read_laid_out(input, Layout::Free)
}

/// Decides an input: boards of eight lines, each followed by the line of the player to move.
pub fn validate(input: &[u8]) -> Result<(), Invalid> {
    read_laid_out(input, Layout::Exact).map(drop)
}

fn read_laid_out(input: &[u8], layout: Layout) -> Result<Vec<Board>, Invalid> {
    let mut reader = Reader::new(input, layout);
    let mut boards = vec![read_board(&mut reader, 1)?];
    while !reader.at_end() {
        boards.push(read_board(&mut reader, boards.len() + 1)?);
    }
    Ok(boards)
}

fn read_board(reader: &mut Reader<'_>, number: usize) -> Result<Board, Invalid> {
    let (mut x, mut o) = (0, 0);
    for row in 0..8 {
        let (xs, os) = read_row(reader, number, row)?;
        x |= u64::from(xs) << (8 * row);
        o |= u64::from(os) << (8 * row);
    }
    let what = format_args!("`X` or `O`, the player to move on board {number}");
    let token = reader.token(what)?;
    let (own, enemy) = match token.bytes {
        b"X" => (x, o),
        b"O" => (o, x),
        _ => return Err(reader.expected(token.offset, what)),
    };
    for (player, pieces) in [("X", x.count_ones()), ("O", o.count_ones())] {
        if !PIECES.contains(&pieces) {
            let message =
                format!("expected 1 to 12 pieces `{player}` on board {number}, found {pieces}");
            return Err(reader.invalid(token.offset, message));
        }
    }
    reader.separator(Separator::Newline)?;
    Ok(Board::new(own, enemy))
}

/// The pieces `X` and `O` of a row, the bit of value 1 for column 1.
fn read_row(reader: &mut Reader<'_>, board: usize, row: u8) -> Result<(u8, u8), Invalid> {
    let letter = char::from(b'A' + row);
    let token = reader.token(format_args!("row {letter} of board {board}"))?;
    let (mut xs, mut os) = (0, 0);
    for (column, &byte) in token.bytes.iter().take(8).enumerate() {
        match byte {
            b'X' => xs |= 1 << column,
            b'O' => os |= 1 << column,
            b'.' => {}
            _ => {
                let offset = token.offset + column;
                return Err(reader.expected(offset, format_args!("`X`, `O` or `.`")));
            }
        }
    }
    let length = token.bytes.len();
    if length != 8 {
        let message =
            format!("expected 8 characters in row {letter} of board {board}, found {length}");
        return Err(reader.invalid(token.offset + length.min(8), message));
    }
    reader.separator(Separator::Newline)?;
    Ok((xs, os))
}

#[derive(Debug)]
struct ListsOfMoves;

fn build(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only(PUZZLE.checker.name, PUZZLE.checker.options, options)?;
    Ok(Box::new(ListsOfMoves))
}

impl Checker for ListsOfMoves {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let boards = read(files.input)
            .map_err(|invalid| Fault { file: FaultyFile::Input, message: invalid.to_string() })?;
        Ok(judge::judge(&boards, files.output))
    }
}
