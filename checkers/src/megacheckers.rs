//! `megacheckers`: the input with its bounds, and the checker of its output, one integer a board.
//!
//! Knows how homes are numbered and what a board may hold, and deliberately not how to find the
//! longest capture (but for drawings, one of known length): the expected numbers come from the
//! jury's answer file, which is only held against what the input allows.

mod drawing;
mod shrink;
mod trail;

use std::cmp::Ordering;

use crate::layout::{Layout, Reader, Separator};
use crate::options;
use crate::plural::counted;
use crate::text::{Token, Tokens, parse_integer, place_of, quote};
use crate::{
    BadOption, Bound, Checker, CheckerEntry, Fault, FaultyFile, Files, Invalid, Judgement, Opinion,
    Options, Place, Puzzle,
};

/// The checker: exact integers, one a line, as many as the input has boards.
pub const PUZZLE: Puzzle = Puzzle {
    checker: CheckerEntry {
        name: "megacheckers",
        summary: "one exact integer a line, as many as the input has boards",
        options: &[],
        needs_answer: true,
        build,
    },
    validate,
    bounds: BOUNDS,
    smaller: shrink::smaller,
    draw: drawing::draw,
};

/// What may vary, board by board.
const BOUNDS: &[Bound] = &[
    Bound {
        quantity: "boards",
        least: 1,
        greatest: None,
        values: |input| read(input).map_or_else(|_| Vec::new(), |boards| vec![boards.len() as u64]),
    },
    Bound { quantity: "N", least: 3, greatest: Some(20), values: |input| each(input, Board::rows) },
    Bound {
        quantity: "M",
        least: 3,
        greatest: Some(20),
        values: |input| each(input, Board::columns),
    },
    Bound {
        quantity: "N * M",
        least: 9,
        greatest: Some(200),
        values: |input| each(input, |board| board.rows * board.columns),
    },
    Bound {
        quantity: "own pieces",
        least: 0,
        greatest: Some(50),
        values: |input| each(input, |board| board.count(Home::Own)),
    },
    Bound {
        quantity: "opponent's pieces",
        least: 0,
        greatest: Some(50),
        values: |input| each(input, Board::opponents),
    },
];

fn each(input: &[u8], value: impl Fn(&Board) -> usize) -> Vec<u64> {
    let boards = read(input).unwrap_or_default();
    boards.iter().map(|board| value(board) as u64).collect()
}

/// Fewest and most rows or columns of a board.
const SIDES: std::ops::RangeInclusive<usize> = 3..=20;

/// Most squares of a board.
const MOST_SQUARES: usize = 200;

/// What a home holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Home {
    /// Nothing: `0`.
    Empty,
    /// A piece of the player whose turn it is: `1`.
    Own,
    /// A piece of the opponent: `2`.
    Opponent,
}

/// A board: a position in which the player is to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    rows: usize,
    columns: usize,
    homes: Vec<Home>,
}

impl Board {
    /// Number of rows, 3 to 20.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns, 3 to 20.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The home in `row`, counted from 0 at the player's own edge, and `column`, counted from 0 at
    /// the left; `None` for a light square and for one off the board.
    ///
    /// Homes are numbered row by row from the own edge, and the own edge's left corner is one. Rows
    /// of odd number therefore start one square further in, and on boards of odd width hold one
    /// home less.
    pub fn home(&self, row: usize, column: usize) -> Option<Home> {
        if row >= self.rows || column >= self.columns || (row + column) % 2 == 1 {
            return None;
        }
        let squares_before = row * self.columns + column;
        // Dark and light alternate along this count too, apart from the shift at every second row
        // of an even width, which rounding down takes away.
        self.homes.get(squares_before / 2).copied()
    }

    /// How many pieces the opponent has.
    pub fn opponents(&self) -> usize {
        self.count(Home::Opponent)
    }

    fn count(&self, what: Home) -> usize {
        self.homes.iter().filter(|&&home| home == what).count()
    }
}

/// Reads an input, whatever its line breaks: the boards before the end mark `0 0`.
///
/// # Errors
/// The first place that is not as the statement says.
pub fn read(input: &[u8]) -> Result<Vec<Board>, Invalid> {
    read_laid_out(input, Layout::Free)
}

/// Decides an input: each board one line `N M` and one line of homes, then the line `0 0`.
pub fn validate(input: &[u8]) -> Result<(), Invalid> {
    read_laid_out(input, Layout::Exact).map(drop)
}

fn read_laid_out(input: &[u8], layout: Layout) -> Result<Vec<Board>, Invalid> {
    let mut reader = Reader::new(input, layout);
    let mut boards = Vec::new();
    while let Some((rows, columns)) = read_size(&mut reader, boards.len() + 1)? {
        let homes = read_homes(&mut reader, rows * columns)?;
        boards.push(Board { rows, columns, homes });
    }
    if boards.is_empty() {
        return Err(reader.invalid(0, "expected at least one board before the end mark `0 0`"));
    }
    if !reader.at_end() {
        let after = reader.token(format_args!("the end of the file"))?;
        return Err(reader.expected(after.offset, format_args!("the end of the file after `0 0`")));
    }
    Ok(boards)
}

/// The sides of the next board; `None` for the end mark.
fn read_size(reader: &mut Reader<'_>, board: usize) -> Result<Option<(usize, usize)>, Invalid> {
    let what = format_args!("the rows of board {board}, 3 to 20, or the end mark `0 0`");
    let token = reader.token(what)?;
    let rows = plain_number(token.bytes).filter(|&rows| rows == 0 || SIDES.contains(&rows));
    let rows = rows.ok_or_else(|| reader.expected(token.offset, what))?;
    reader.separator(Separator::Space)?;
    let columns = if rows == 0 { read_end(reader)? } else { read_columns(reader, rows)? };
    reader.separator(Separator::Newline)?;
    Ok((rows > 0).then_some((rows, columns)))
}

fn read_end(reader: &mut Reader<'_>) -> Result<usize, Invalid> {
    let what = format_args!("the second `0` of the end mark");
    let token = reader.token(what)?;
    if token.bytes == b"0" { Ok(0) } else { Err(reader.expected(token.offset, what)) }
}

fn read_columns(reader: &mut Reader<'_>, rows: usize) -> Result<usize, Invalid> {
    let what = format_args!("the number of columns, 3 to 20");
    let token = reader.token(what)?;
    let columns = plain_number(token.bytes).filter(|columns| SIDES.contains(columns));
    let columns = columns.ok_or_else(|| reader.expected(token.offset, what))?;
    let squares = rows * columns;
    if squares > MOST_SQUARES {
        let message = format!("expected at most {MOST_SQUARES} squares, found {squares}");
        return Err(reader.invalid(token.offset, message));
    }
    Ok(columns)
}

fn read_homes(reader: &mut Reader<'_>, squares: usize) -> Result<Vec<Home>, Invalid> {
    let (count, most) = (squares.div_ceil(2), squares / 4);
    let (mut own, mut opponents) = (0, 0);
    let mut homes = Vec::with_capacity(count);
    for number in 1..=count {
        let what = format_args!("`0`, `1` or `2` for home {number} of {count}");
        let token = reader.token(what)?;
        let home = match token.bytes {
            b"0" => Home::Empty,
            b"1" => Home::Own,
            b"2" => Home::Opponent,
            _ => return Err(reader.expected(token.offset, what)),
        };
        own += usize::from(home == Home::Own);
        opponents += usize::from(home == Home::Opponent);
        if own.max(opponents) > most {
            let message = format!("expected at most {most} pieces of each player, found one more");
            return Err(reader.invalid(token.offset, message));
        }
        homes.push(home);
        reader.separator(if number < count { Separator::Space } else { Separator::Newline })?;
    }
    Ok(homes)
}

/// A small number as inputs write it: digits, without leading zeros.
fn plain_number(token: &[u8]) -> Option<usize> {
    let leads_with_zero = token.len() > 1 && token.first() == Some(&b'0');
    if leads_with_zero || !token.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(token).ok()?.parse().ok()
}

#[derive(Debug)]
struct OneIntegerABoard;

fn build(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only(PUZZLE.checker.name, PUZZLE.checker.options, options)?;
    Ok(Box::new(OneIntegerABoard))
}

impl Checker for OneIntegerABoard {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let boards = read(files.input)
            .map_err(|invalid| Fault { file: FaultyFile::Input, message: invalid.to_string() })?;
        let expected = read_answer(files.answer, &boards)
            .map_err(|message| Fault { file: FaultyFile::Answer, message })?;
        Ok(judge(files.output, &expected))
    }
}

/// The jury's answer: one integer a board, none above the number of opponents.
fn read_answer(answer: Option<&[u8]>, boards: &[Board]) -> Result<Vec<i64>, String> {
    let answer = answer.ok_or("this checker needs one")?;
    let mut tokens = Tokens::new(answer);
    let mut expected = Vec::with_capacity(boards.len());
    for (number, board) in (1..).zip(boards) {
        let Some(token) = tokens.next() else {
            return Err(format!("expected {} integers, found {}", boards.len(), expected.len()));
        };
        let most = i64::try_from(board.opponents()).unwrap_or(i64::MAX);
        let value = parse_integer(token.bytes).filter(|value| (0..=most).contains(value));
        expected.push(value.ok_or_else(|| {
            misplaced(answer, &token, &format!("an integer from 0 to {most} for board {number}"))
        })?);
    }
    match tokens.next() {
        None => Ok(expected),
        Some(extra) => Err(misplaced(answer, &extra, &format!("{} integers", boards.len()))),
    }
}

fn misplaced(answer: &[u8], token: &Token<'_>, what: &str) -> String {
    let Place { line, column } = place_of(answer, token.offset);
    format!("{line}:{column}: expected {what}, found {}", quote(token.bytes))
}

/// Compares in order; what goes wrong first decides.
fn judge(output: &[u8], expected: &[i64]) -> Judgement {
    let boards = expected.len();
    let mut tokens = Tokens::new(output);
    let (mut line, mut counted_to) = (1, 0);
    for (board, &value) in (1..).zip(expected) {
        let Some(token) = tokens.next() else {
            let all = counted(boards, "board");
            let message = format!("the output ends after {} of {all}", board - 1);
            return Judgement::format(Some(place_of(output, output.len())), message);
        };
        let gap = output.get(counted_to..token.offset).unwrap_or_default();
        line += memchr::memchr_iter(b'\n', gap).count();
        counted_to = token.offset;
        if let Some((opinion, message)) = differs(&token, line, board, value) {
            // A blank line is wrong itself, not what stands below it.
            let blank = (line > board).then_some(Place { line: board, column: 1 });
            let place = blank.or_else(|| Some(place_of(output, token.offset)));
            return Judgement { opinion, message, score: None, place };
        }
    }
    match tokens.next() {
        None => Judgement::accepted(counted(boards, "board")),
        Some(extra) => {
            let place = place_of(output, extra.offset);
            let (line, found) = (place.line, quote(extra.bytes));
            let message =
                format!("line {line}: expected nothing after the last board, found {found}");
            Judgement::format(Some(place), message)
        }
    }
}

/// Whether the token on that line is not the integer of `board`, and why.
fn differs(token: &Token<'_>, line: usize, board: usize, value: i64) -> Option<(Opinion, String)> {
    let integer = parse_integer(token.bytes);
    if line == board && integer == Some(value) {
        return None;
    }
    let found = quote(token.bytes);
    Some(match line.cmp(&board) {
        Ordering::Less => (
            Opinion::OutputFormat,
            format!("line {line}: expected one integer, found also {found}"),
        ),
        Ordering::Greater => (
            Opinion::OutputFormat,
            format!("line {board} (board {board}): expected an integer, found a blank line"),
        ),
        Ordering::Equal if integer.is_none() => (
            Opinion::OutputFormat,
            format!("line {line} (board {board}): expected an integer, found {found}"),
        ),
        Ordering::Equal => {
            let found = found.trim_matches('`');
            (
                Opinion::WrongAnswer,
                format!("line {line} (board {board}): expected {value}, found {found}"),
            )
        }
    })
}
