//! Judging lists of moves: lines gathered into blocks, one a board, held against the rules.
//!
//! A block's lines may come in any order; blocks come in the order of the boards. The first line
//! that cannot be right decides, and a missing move is found at the end of its block.

use std::collections::BTreeSet;

use super::rules::{Board, Move, Square};
use crate::plural::counted;
use crate::text::{place_of, quote, trim_end};
use crate::{Judgement, Place};

/// What stands in place of moves where there are none.
const NO_MOVES: &[u8] = b"No moves are possible";

/// Judges `output` as the moves on `boards`.
pub(super) fn judge(boards: &[Board], output: &[u8]) -> Judgement {
    let mut lines = Lines::new(output);
    let mut moves = 0;
    for (index, board) in boards.iter().enumerate() {
        let block =
            Block { number: index + 1, of: boards.len(), board, next: boards.get(index + 1) };
        match block.judge(&mut lines) {
            Ok(found) => moves += found,
            Err(judgement) => return judgement,
        }
    }
    match lines.find(|line| !line.text.is_empty()) {
        None => {
            let boards = counted(boards.len(), "board");
            Judgement::accepted(format!("{boards}, {}", counted(moves, "move")))
        }
        Some(line) => line.format(&format!("nothing after board {}", boards.len())),
    }
}

/// A line of the output, its trailing blanks taken away.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) text: &'a [u8],
    number: usize,
}

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Statement {
    NoMoves,
    Move(Move),
    /// Of a move's shape, with a square that the board does not have.
    OffBoard,
    Other,
}

impl Line<'_> {
    pub(super) fn statement(&self) -> Statement {
        match *self.text {
            _ if self.text == NO_MOVES => Statement::NoMoves,
            [a @ b'A'..=b'Z', b @ b'0'..=b'9', b'-', c @ b'A'..=b'Z', d @ b'0'..=b'9'] => {
                match (Square::named(a, b), Square::named(c, d)) {
                    (Some(from), Some(to)) => Statement::Move(Move { from, to }),
                    _ => Statement::OffBoard,
                }
            }
            _ => Statement::Other,
        }
    }

    fn place(&self) -> Place {
        Place { line: self.number, column: 1 }
    }

    /// The line is not in the form asked for.
    fn format(&self, expected: &str) -> Judgement {
        let found = if self.text.is_empty() { "a blank line".into() } else { quote(self.text) };
        let message = format!("line {}: expected {expected}, found {found}", self.number);
        Judgement::format(Some(self.place()), message)
    }
}

/// Lines in order. What follows the last line feed is a line only if it holds something.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    text: &'a [u8],
    rest: &'a [u8],
    number: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self { text, rest: text, number: 0 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let end = memchr::memchr(b'\n', self.rest).unwrap_or(self.rest.len());
        let (line, after) = self.rest.split_at(end);
        self.rest = after.get(1..).unwrap_or_default();
        self.number += 1;
        Some(Line { text: trim_end(line), number: self.number })
    }
}

/// One board and its part of the output.
#[derive(Debug)]
struct Block<'a> {
    number: usize,
    of: usize,
    board: &'a Board,
    next: Option<&'a Board>,
}

impl Block<'_> {
    /// Takes this board's lines and the blank line after them; the number of its moves.
    fn judge(&self, lines: &mut Lines<'_>) -> Result<usize, Judgement> {
        let moves = self.board.moves();
        let mut missing: BTreeSet<Move> = moves.iter().copied().collect();
        let mut first = true;
        let end = loop {
            match lines.next() {
                Some(line) if !line.text.is_empty() => {
                    self.take(&line, &mut missing, first)?;
                    first = false;
                }
                end => break end,
            }
        };
        if first {
            return Err(self.nothing(end.as_ref(), lines));
        }
        match moves.iter().find(|tried| missing.contains(tried)) {
            None => Ok(moves.len()),
            Some(lost) => {
                let message = format!("board {}: missing move {lost}", self.number);
                Err(Judgement::wrong(Some(Place { line: lines.number, column: 1 }), message))
            }
        }
    }

    /// Checks one line off against the moves still missing.
    fn take(
        &self,
        line: &Line<'_>,
        missing: &mut BTreeSet<Move>,
        first: bool,
    ) -> Result<(), Judgement> {
        let statement = line.statement();
        let fits = match statement {
            Statement::NoMoves => first && missing.is_empty(),
            Statement::Move(made) => missing.remove(&made),
            Statement::OffBoard | Statement::Other => false,
        };
        if fits {
            return Ok(());
        }
        let complete = missing.is_empty() && !first;
        Err(self.misfit(line, statement, complete))
    }

    /// Why a line does not belong to this block. After a complete block, a line that belongs to
    /// the next board shows that the blank line between them is missing.
    fn misfit(&self, line: &Line<'_>, statement: Statement, complete: bool) -> Judgement {
        if complete && self.next.is_some_and(|board| allows(board, statement)) {
            return line.format(&format!("a blank line after the moves of board {}", self.number));
        }
        let reason = match statement {
            Statement::Other => return line.format("a move such as `A1-C3`"),
            Statement::OffBoard => {
                format!("{} is not a move: it leaves the board", String::from_utf8_lossy(line.text))
            }
            Statement::NoMoves => match self.board.moves().first() {
                Some(possible) => format!("moves are possible, such as {possible}"),
                None => "duplicate `No moves are possible`".into(),
            },
            Statement::Move(made) => match self.board.objection(made) {
                Some(objection) => format!("{made} is not a move: {objection}"),
                None => format!("duplicate move {made}"),
            },
        };
        Judgement::wrong(Some(line.place()), format!("board {}: {reason}", self.number))
    }

    /// The block has no line at all: a blank one stands there, or the output ends.
    fn nothing(&self, end: Option<&Line<'_>>, lines: &Lines<'_>) -> Judgement {
        if let Some(blank) = end {
            return blank.format(&format!("the moves of board {}", self.number));
        }
        let (before, all) = (self.number - 1, counted(self.of, "board"));
        let message = format!("the output ends after {before} of {all}");
        Judgement::format(Some(place_of(lines.text, lines.text.len())), message)
    }
}

/// Whether a line could stand among the moves of `board`.
fn allows(board: &Board, statement: Statement) -> bool {
    match statement {
        Statement::NoMoves => board.moves().is_empty(),
        Statement::Move(made) => board.objection(made).is_none(),
        Statement::OffBoard | Statement::Other => false,
    }
}
