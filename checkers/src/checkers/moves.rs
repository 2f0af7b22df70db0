//! A move as a program prints it: the number of hops, then the squares. Knows the form, not the
//! rules.

use std::fmt;

use super::position::{MAX_SIZE, Square};
use crate::text::{Token, Tokens, parse_integer, quote};

/// More squares than any legal move has: it captures at most every dark square of the largest
/// board. What lies beyond need not be kept, for the rules object before they get there.
const KEPT_SQUARES: usize = MAX_SIZE * MAX_SIZE / 2 + 2;

/// A move: the squares that the piece visits, the one that it starts from included.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    squares: Vec<Square>,
}

/// Why an output is not a move at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed {
    /// Offset of the first byte that does not fit.
    pub offset: usize,
    /// What was expected there, and what was found.
    pub message: String,
}

impl Move {
    /// A move along these squares, legal or not.
    pub fn new(squares: Vec<Square>) -> Self {
        Self { squares }
    }

    /// Reads a move: the number of hops H, then H + 1 squares as row and column, and nothing
    /// more. Integers are an optional `-` and digits; any ASCII whitespace separates them.
    ///
    /// A number of hops below 1 gives a move without squares, which no position allows: any
    /// integer is in the form, and the rules judge its value. Moves that are far too long to be
    /// legal are read to their end, but not kept whole.
    ///
    /// # Errors
    /// The first token that is missing, surplus or not an integer.
    pub fn parse(output: &[u8]) -> Result<Self, Malformed> {
        let mut reader = Reader { end: output.len(), tokens: Tokens::new(output) };
        let hops = reader.integer("the number of hops")?;
        let Ok(hops @ 1..) = u64::try_from(hops) else {
            return Ok(Self { squares: Vec::new() });
        };
        let mut squares = Vec::new();
        for number in 0..=hops {
            let row = reader.integer_of(number, hops, "row")?;
            let column = reader.integer_of(number, hops, "column")?;
            if squares.len() < KEPT_SQUARES {
                squares.push(Square { row, column });
            }
        }
        reader.end()?;
        Ok(Self { squares })
    }

    /// The number of hops at the beginning of an output, as written, where it is larger than any move
    /// has: whatever follows, that is no legal move.
    pub fn too_many_hops(output: &[u8]) -> Option<String> {
        let first = Tokens::new(output).next()?;
        let hops = parse_integer(first.bytes).and_then(|hops| usize::try_from(hops).ok())?;
        (hops >= KEPT_SQUARES).then(|| quote(first.bytes))
    }

    /// How many bytes of a stream make up its first move, the separator behind its last number
    /// included; `None` while more must come. Where the bytes cannot become a legal move whatever
    /// follows, they end with the word that says so.
    pub fn length(stream: &[u8]) -> Option<usize> {
        let mut wanted = 1;
        for (number, token) in Tokens::new(stream).enumerate() {
            let ended = token.end() < stream.len();
            let digits = token.bytes.strip_prefix(b"-").unwrap_or(token.bytes);
            if !digits.iter().all(u8::is_ascii_digit) || (ended && digits.is_empty()) {
                return Some(token.end());
            }
            if !ended {
                return None;
            }
            if number == 0 {
                let hops = parse_integer(token.bytes).and_then(|hops| usize::try_from(hops).ok());
                let possible = hops.filter(|hops| (1..KEPT_SQUARES).contains(hops));
                wanted = possible.map_or(1, |hops| 1 + 2 * (hops + 1));
            }
            if number + 1 == wanted {
                return Some(token.end() + 1);
            }
        }
        None
    }

    /// The squares in order.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The number of hops.
    pub fn hops(&self) -> usize {
        self.squares.len().saturating_sub(1)
    }

    /// Whether the first hop is a jump.
    pub fn is_capture(&self) -> bool {
        match self.squares.as_slice() {
            [from, to, ..] => from.row.abs_diff(to.row) == 2,
            _ => false,
        }
    }
}

impl fmt::Display for Move {
    /// The form that [`Move::parse`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.hops())?;
        self.squares.iter().try_for_each(|square| writeln!(f, "{square}"))
    }
}

struct Reader<'a> {
    end: usize,
    tokens: Tokens<'a>,
}

impl Reader<'_> {
    fn integer(&mut self, what: &str) -> Result<i64, Malformed> {
        let token = self.tokens.next();
        let value = token.and_then(|token| parse_integer(token.bytes));
        value.ok_or_else(|| self.unexpected(&format!("{what}, an integer"), token))
    }

    fn integer_of(&mut self, number: u64, hops: u64, part: &str) -> Result<i64, Malformed> {
        let token = self.tokens.next();
        let value = token.and_then(|token| parse_integer(token.bytes));
        value.ok_or_else(|| {
            let what = format!("the {part} of square {number} (squares 0 to {hops}), an integer");
            self.unexpected(&what, token)
        })
    }

    fn end(&mut self) -> Result<(), Malformed> {
        match self.tokens.next() {
            None => Ok(()),
            extra => Err(self.unexpected("nothing after the last square", extra)),
        }
    }

    fn unexpected(&self, what: &str, found: Option<Token<'_>>) -> Malformed {
        let offset = found.map_or(self.end, |token| token.offset);
        let found = found.map_or_else(|| "the end of the output".into(), |t| quote(t.bytes));
        Malformed { offset, message: format!("expected {what}, found {found}") }
    }
}
