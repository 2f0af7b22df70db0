//! The rules: positions, steps and jumps, the goal.
//!
//! A cell has six neighbours: left, right, up, down, and the two along the diagonal that runs from
//! bottom left to top right. `(x - 1, y - 1)` and `(x + 1, y + 1)` are not neighbours.

use std::fmt;

use crate::Invalid;
use crate::text::quote;

/// Lines, and characters a line, of the largest board.
pub const MAX_SIDE: u8 = 30;

/// Rows that are kept: a power of two, so that a masked index cannot fail.
const ROWS: usize = 32;

/// A cell: column `x` and line `y`, both from 0 at the top left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// The column.
    pub x: u8,
    /// The line.
    pub y: u8,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.x, self.y)
    }
}

/// The kind of a legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// To an empty neighbour.
    Step,
    /// Over a neighbouring piece to the empty cell behind it.
    Jump,
}

/// Why a move is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Illegal {
    /// The first cell is empty.
    NoPiece(Cell),
    /// The second cell has a piece.
    Occupied(Cell),
    /// Along the diagonal that has no moves.
    Diagonal,
    /// Neither one nor two cells in one of the six directions.
    NoMove,
    /// The cell between has no piece.
    OverEmpty(Cell),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPiece(cell) => write!(f, "no piece on {cell}"),
            Self::Occupied(cell) => write!(f, "{cell} is occupied"),
            Self::Diagonal => f.write_str("no piece moves along this diagonal"),
            Self::NoMove => f.write_str("neither a step nor a jump"),
            Self::OverEmpty(cell) => write!(f, "jump over the empty cell {cell}"),
        }
    }
}

/// A position on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    side: u8,
    /// `P`: the goal holds the cells with `x + y < P`.
    rank: u8,
    /// Bit `x` of row `y`; bits and rows beyond the side are 0.
    rows: [u32; ROWS],
}

impl Position {
    /// Reads an input, strictly: the size, 1 to 30 without leading zeros, then a line of `*` and
    /// `.` for each line of the board, each ended by one newline. There must be `P(P + 1) / 2`
    /// pieces, `1 <= P <= N`, and not already in the goal.
    pub fn parse(input: &[u8]) -> Result<Self, Invalid> {
        let mut lines = Lines { rest: input, line: 1 };
        let side = parse_side(&mut lines)?;
        let mut rows = [0; ROWS];
        for row in rows.iter_mut().take(usize::from(side)) {
            *row = parse_row(&mut lines, side)?;
        }
        if let Some(first) = lines.rest.get(..1) {
            return Err(lines.error(0, &format!("expected the end, found {}", quote(first))));
        }
        let pieces: u32 = rows.iter().map(|row| row.count_ones()).sum();
        let rank = (1..=side).find(|&p| u32::from(p) * (u32::from(p) + 1) / 2 == pieces);
        let Some(rank) = rank else {
            let message =
                format!("expected P(P+1)/2 pieces with P from 1 to {side}, found {pieces}");
            return Err(Invalid { line: 2, column: 1, message });
        };
        let position = Self { side, rank, rows };
        if position.first_stray().is_none() {
            let message = "expected a position that does not already reach the goal".to_owned();
            return Err(Invalid { line: 2, column: 1, message });
        }
        Ok(position)
    }

    /// `N`: lines of the board, and characters a line.
    pub fn side(&self) -> u8 {
        self.side
    }

    /// `P`: the goal holds the cells with `x + y < P`; at most `N`.
    pub fn rank(&self) -> u8 {
        self.rank
    }

    /// Whether `cell` has a piece; a cell outside the board has none.
    pub fn has_piece(&self, cell: Cell) -> bool {
        let row = self.rows[usize::from(cell.y) % ROWS];
        usize::from(cell.y) < ROWS
            && row.checked_shr(cell.x.into()).is_some_and(|bits| bits & 1 == 1)
    }

    /// Makes the move, or says why it is not legal and leaves the position as it is. Cells outside
    /// the board count as occupied.
    pub fn play(&mut self, from: Cell, to: Cell) -> Result<Kind, Illegal> {
        if !self.has_piece(from) {
            return Err(Illegal::NoPiece(from));
        }
        let inside = to.x < self.side && to.y < self.side;
        if !inside || self.has_piece(to) {
            return Err(Illegal::Occupied(to));
        }
        let kind = self.kind(from, to)?;
        self.carry(from, to);
        Ok(kind)
    }

    /// Puts the piece of one cell on another, empty one, by whatever way.
    pub(super) fn carry(&mut self, from: Cell, to: Cell) {
        self.flip(from);
        self.flip(to);
    }

    /// The kind of a move between two cells of which only the first has a piece.
    fn kind(&self, from: Cell, to: Cell) -> Result<Kind, Illegal> {
        let dx = i16::from(to.x) - i16::from(from.x);
        let dy = i16::from(to.y) - i16::from(from.y);
        // The distance on a board of six directions.
        let distance = dx.abs().max(dy.abs()).max((dx + dy).abs());
        if distance == 1 {
            return Ok(Kind::Step);
        }
        if distance == 2 && dx % 2 == 0 && dy % 2 == 0 {
            let middle = Cell { x: from.x.midpoint(to.x), y: from.y.midpoint(to.y) };
            let over = self.has_piece(middle);
            return if over { Ok(Kind::Jump) } else { Err(Illegal::OverEmpty(middle)) };
        }
        let diagonal = dx == dy && dx.abs() <= 2;
        Err(if diagonal { Illegal::Diagonal } else { Illegal::NoMove })
    }

    fn flip(&mut self, cell: Cell) {
        let bit = 1_u32.checked_shl(cell.x.into()).unwrap_or(0);
        self.rows[usize::from(cell.y) % ROWS] ^= bit;
    }

    /// The first piece, line by line, that is not in the goal; `None` when the goal is reached.
    pub fn first_stray(&self) -> Option<Cell> {
        (0..self.side).zip(&self.rows).find_map(|(y, row)| {
            let goal = (1_u32 << self.rank.saturating_sub(y)) - 1;
            let stray = row & !goal;
            (stray != 0).then(|| Cell { x: first_bit(stray), y })
        })
    }

    /// `S - R`: by how much the sum of `x + y` over all pieces exceeds that of the goal.
    pub fn excess(&self) -> u64 {
        let mut sum = 0;
        for y in 0..self.side {
            for x in 0..self.side {
                if self.has_piece(Cell { x, y }) {
                    sum += u64::from(x) + u64::from(y);
                }
            }
        }
        // The goal has d + 1 cells with x + y = d, for each d < P.
        let goal: u64 = (0..u64::from(self.rank)).map(|d| d * (d + 1)).sum();
        // No arrangement of as many pieces has a smaller sum than the goal.
        sum.saturating_sub(goal)
    }
}

/// The number of the lowest bit set; of 0, 32.
fn first_bit(bits: u32) -> u8 {
    u8::try_from(bits.trailing_zeros()).unwrap_or(u8::MAX)
}

/// What is left of an input.
struct Lines<'a> {
    rest: &'a [u8],
    /// The number of the line that `rest` begins with.
    line: usize,
}

impl<'a> Lines<'a> {
    /// The next line, which must end with a newline.
    fn next(&mut self, expected: &str) -> Result<&'a [u8], Invalid> {
        if self.rest.is_empty() {
            return Err(self.error(0, &format!("expected {expected}, found the end")));
        }
        let Some(length) = memchr::memchr(b'\n', self.rest) else {
            return Err(self.error(self.rest.len(), "expected a newline, found the end"));
        };
        let (line, rest) = (&self.rest[..length], &self.rest[length + 1..]);
        self.rest = rest;
        self.line += 1;
        Ok(line)
    }

    /// An error `offset` bytes into the line that comes next.
    fn error(&self, offset: usize, message: &str) -> Invalid {
        Invalid { line: self.line, column: offset + 1, message: message.to_owned() }
    }
}

fn parse_side(lines: &mut Lines<'_>) -> Result<u8, Invalid> {
    let line = lines.next("the size of the board")?;
    let side = (1..=MAX_SIDE).find(|side| side.to_string().as_bytes() == line);
    side.ok_or_else(|| {
        let message = format!("expected a size from 1 to {MAX_SIDE}, found {}", quote(line));
        Invalid { line: 1, column: 1, message }
    })
}

fn parse_row(lines: &mut Lines<'_>, side: u8) -> Result<u32, Invalid> {
    let number = lines.line;
    let line = lines.next("a line of the board")?;
    let invalid = |column, message| Invalid { line: number, column, message };
    if let Some(at) = line.iter().position(|byte| !b"*.".contains(byte)) {
        let message = format!("expected `*` or `.`, found {}", quote(&line[at..=at]));
        return Err(invalid(at + 1, message));
    }
    if line.len() != usize::from(side) {
        let message = format!("expected {side} characters, found {}", line.len());
        return Err(invalid(line.len().min(usize::from(side)) + 1, message));
    }
    Ok(line.iter().rev().fold(0, |row, &byte| row << 1 | u32::from(byte == b'*')))
}
