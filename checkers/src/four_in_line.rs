//! Four in line: the validator of its boards and the checker of its one integer.
//!
//! Solves nothing but for drawings: the answer file says how many moves are needed, and whether it is
//! right is the business of the reference solution and of those who prove the package.

mod drawing;
mod shrink;

use crate::options;
use crate::plural::counted;
use crate::text::{Token, Tokens, parse_integer, place_of, quote};
use crate::{
    BadOption, Bound, Checker, CheckerEntry, Fault, FaultyFile, Files, Invalid, Judgement, Options,
    Puzzle,
};

/// The checker: one integer, equal to the answer. The validator: one board, strict to the byte.
pub const PUZZLE: Puzzle = Puzzle {
    checker: CheckerEntry {
        name: "four-in-line",
        summary: "one integer, equal to the answer's",
        options: &[],
        needs_answer: true,
        build,
    },
    validate,
    bounds: BOUNDS,
    smaller: shrink::smaller,
    draw: drawing::draw,
};

/// What may vary: where the empty cells are. Cells are counted from 0, line by line.
const BOUNDS: &[Bound] = &[
    Bound {
        quantity: "first empty cell",
        least: 0,
        greatest: Some(14),
        values: |input| empty_cells(input).into_iter().take(1).collect(),
    },
    Bound {
        quantity: "second empty cell",
        least: 1,
        greatest: Some(15),
        values: |input| empty_cells(input).into_iter().skip(1).collect(),
    },
];

fn empty_cells(input: &[u8]) -> Vec<u64> {
    if validate(input).is_err() {
        return Vec::new();
    }
    let cells = input.iter().filter(|&&byte| byte != b'\n');
    (0..).zip(cells).filter(|&(_, &byte)| byte == b'.').map(|(number, _)| number).collect()
}

/// Lines, and letters a line.
const SIZE: usize = 4;
/// How often each letter stands on a board.
const COUNTS: [(u8, usize); 3] = [(b'W', 7), (b'B', 7), (b'.', 2)];

#[derive(Debug)]
struct OneInteger;

fn build(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only(PUZZLE.checker.name, PUZZLE.checker.options, options)?;
    Ok(Box::new(OneInteger))
}

impl Checker for OneInteger {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let expected = jury_answer(files.answer)?;
        Ok(match sole_integer(files.output) {
            Err((offset, message)) => {
                Judgement::format(Some(place_of(files.output, offset)), message)
            }
            Ok((value, _)) if value == expected => Judgement::accepted(counted(value, "move")),
            Ok((_, token)) => {
                let message = format!("expected {expected}, found {}", quote(token.bytes));
                Judgement::wrong(Some(place_of(files.output, token.offset)), message)
            }
        })
    }
}

fn jury_answer(answer: Option<&[u8]>) -> Result<i64, Fault> {
    let fault = |message| Fault { file: FaultyFile::Answer, message };
    let bytes = answer.ok_or_else(|| fault("missing".into()))?;
    let (value, token) = sole_integer(bytes).map_err(|(_, message)| fault(message))?;
    if (-1..=10).contains(&value) {
        return Ok(value);
    }
    Err(fault(format!("expected an integer from -1 to 10, found {}", quote(token.bytes))))
}

/// The only token, which must be an integer; else the offset of what does not fit, and why.
fn sole_integer(text: &[u8]) -> Result<(i64, Token<'_>), (usize, String)> {
    let mut tokens = Tokens::new(text);
    let Some(token) = tokens.next() else {
        return Err((text.len(), "expected an integer, found nothing".into()));
    };
    let Some(value) = parse_integer(token.bytes) else {
        let message = format!("expected an integer, found {}", quote(token.bytes));
        return Err((token.offset, message));
    };
    match tokens.next() {
        None => Ok((value, token)),
        Some(extra) => {
            let found = quote(extra.bytes);
            let message = format!("expected nothing after the integer, found {found}");
            Err((extra.offset, message))
        }
    }
}

/// Decides an input: four lines of four letters, 7 `W`, 7 `B` and 2 `.`, each line ended by a
/// newline, and nothing else.
///
/// # Errors
/// The first byte that cannot stand where it stands.
pub fn validate(input: &[u8]) -> Result<(), Invalid> {
    let mut left = COUNTS;
    for line in 0..SIZE {
        for column in 0..SIZE {
            let found = input.get(line * (SIZE + 1) + column).copied();
            let room = left.iter_mut().find(|(letter, _)| Some(*letter) == found);
            match room {
                None => return invalid(line, column, "expected `W`, `B` or `.`", found),
                Some((letter, 0)) => {
                    let most = count_of(*letter);
                    let what = format!("expected at most {most} `{}`", char::from(*letter));
                    return invalid(line, column, &what, found);
                }
                Some((_, count)) => *count -= 1,
            }
        }
        let found = input.get(line * (SIZE + 1) + SIZE).copied();
        if found != Some(b'\n') {
            return invalid(line, SIZE, "expected a newline after 4 letters", found);
        }
    }
    match input.get(SIZE * (SIZE + 1)) {
        None => Ok(()),
        found => invalid(SIZE, 0, "expected nothing after 4 lines", found.copied()),
    }
}

fn count_of(letter: u8) -> usize {
    COUNTS.iter().find(|(other, _)| *other == letter).map_or(0, |(_, count)| *count)
}

/// Line and column from 0.
fn invalid(line: usize, column: usize, what: &str, found: Option<u8>) -> Result<(), Invalid> {
    let found = found.map_or_else(|| "the end of the file".into(), |byte| quote(&[byte]));
    let message = format!("{what}, found {found}");
    Err(Invalid { line: line + 1, column: column + 1, message })
}
