//! A position of checkers: the board and the side to move, read and printed. Knows where pieces
//! may stand, not how they move.

use std::fmt;

use crate::Invalid;
use crate::text::{Token, Tokens, place_of, quote};

/// Smallest board, in squares a side.
pub const MIN_SIZE: usize = 4;
/// Largest board, in squares a side.
pub const MAX_SIZE: usize = 12;

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Starts at the top, moves first, and downwards.
    Black,
    /// Starts at the bottom, moves upwards.
    White,
}

/// What a piece may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rank {
    /// Moves forwards only.
    Man,
    /// Moves in all four directions.
    King,
}

/// A piece on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its owner.
    pub side: Side,
    /// Man or king.
    pub rank: Rank,
}

/// A square by row and column, counted from 0 at the top left; it may lie off the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// Row, downwards.
    pub row: i64,
    /// Column, to the right.
    pub column: i64,
}

/// A board and the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    to_move: Side,
    size: usize,
    cells: [[Option<Piece>; MAX_SIZE]; MAX_SIZE],
}

impl Side {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The row step of a man of this side.
    pub(super) fn forward(self) -> i64 {
        match self {
            Self::Black => 1,
            Self::White => -1,
        }
    }

    fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

impl Piece {
    /// Its letter on printed boards.
    pub(super) fn letter(self) -> char {
        match self.rank {
            Rank::Man => self.side.letter(),
            Rank::King => self.side.letter().to_ascii_uppercase(),
        }
    }
}

impl Square {
    /// Whether this is a square of the colour that the game is played on.
    pub fn is_dark(self) -> bool {
        (self.row ^ self.column) & 1 == 1
    }

    /// The square `distance` steps away in a direction of `(rows, columns)`.
    pub(super) fn shifted(self, (rows, columns): (i64, i64), distance: i64) -> Self {
        Self {
            row: self.row.saturating_add(rows * distance),
            column: self.column.saturating_add(columns * distance),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.row, self.column)
    }
}

impl Position {
    /// The position before the first move, on a board of `size` by `size` squares; `None` unless
    /// `size` is even and from [`MIN_SIZE`] to [`MAX_SIZE`].
    pub fn start(size: usize) -> Option<Self> {
        let mut position = Self::empty(Side::Black, size)?;
        let depth = size / 2 - 1;
        for square in position.squares().filter(|square| square.is_dark()) {
            let row = usize::try_from(square.row).ok()?;
            let owner = match row {
                _ if row < depth => Side::Black,
                _ if row >= size - depth => Side::White,
                _ => continue,
            };
            position.put(square, Some(Piece { side: owner, rank: Rank::Man }));
        }
        Some(position)
    }

    fn empty(to_move: Side, size: usize) -> Option<Self> {
        let allowed = (MIN_SIZE..=MAX_SIZE).contains(&size) && size.is_multiple_of(2);
        allowed.then_some(Self { to_move, size, cells: [[None; MAX_SIZE]; MAX_SIZE] })
    }

    /// Reads a position by tokens: the side to move, the size, and one token a row.
    ///
    /// # Errors
    /// The place of the first token or letter that cannot stand there: among them pieces on light
    /// squares and men on the row where they would have been crowned.
    pub fn parse(input: &[u8]) -> Result<Self, Invalid> {
        let mut reader = Reader { input, tokens: Tokens::new(input) };
        let to_move = reader.side()?;
        let mut position = reader.size(to_move)?;
        for row in 0..position.size {
            reader.row(&mut position, row)?;
        }
        match reader.tokens.next() {
            None => Ok(position),
            Some(extra) => Err(reader.expected("nothing after the board", Some(extra))),
        }
    }

    /// How many pieces each side starts with on a board of this size.
    pub fn pieces_at_start(size: usize) -> usize {
        (size / 2) * (size / 2).saturating_sub(1)
    }

    /// The side to move.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// Squares a side.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The piece on a square; `None` where there is none, or no such square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        if self.contains(square) { *self.cell(square)? } else { None }
    }

    /// How many pieces a side has.
    pub fn count(&self, side: Side) -> usize {
        self.squares().filter(|&square| self.piece(square).is_some_and(|p| p.side == side)).count()
    }

    /// Whether the square is on the board.
    pub fn contains(&self, square: Square) -> bool {
        let inside = |at: i64| usize::try_from(at).is_ok_and(|at| at < self.size);
        inside(square.row) && inside(square.column)
    }

    /// All squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let size = i64::try_from(self.size).unwrap_or(0);
        (0..size).flat_map(move |row| (0..size).map(move |column| Square { row, column }))
    }

    /// The squares that hold a piece of `side`, row by row.
    pub fn pieces_of(&self, side: Side) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let held = self.squares().filter_map(move |at| self.piece(at).map(|piece| (at, piece)));
        held.filter(move |(_, piece)| piece.side == side)
    }

    /// The row on which a man of `side` becomes a king.
    pub(super) fn crown_row(&self, side: Side) -> i64 {
        match side {
            Side::Black => i64::try_from(self.size).unwrap_or(0) - 1,
            Side::White => 0,
        }
    }

    /// Puts or takes away a piece; does nothing off the board.
    pub(super) fn put(&mut self, square: Square, piece: Option<Piece>) {
        if !self.contains(square) {
            return;
        }
        let (row, column) = (usize::try_from(square.row), usize::try_from(square.column));
        let row = row.ok().and_then(|row| self.cells.get_mut(row));
        let cells = row.zip(column.ok());
        if let Some(cell) = cells.and_then(|(row, column)| row.get_mut(column)) {
            *cell = piece;
        }
    }

    /// Hands the move to the other side.
    pub(super) fn pass_turn(&mut self) {
        self.to_move = self.to_move.other();
    }

    fn cell(&self, square: Square) -> Option<&Option<Piece>> {
        let row = self.cells.get(usize::try_from(square.row).ok()?)?;
        row.get(usize::try_from(square.column).ok()?)
    }
}

impl fmt::Display for Position {
    /// The canonical bytes: side, size and rows, a line each, every line ended by a newline.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}", self.to_move.letter(), self.size)?;
        for row in self.cells.iter().take(self.size) {
            let letters = row.iter().take(self.size);
            let line: String = letters.map(|cell| cell.map_or('_', Piece::letter)).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

struct Reader<'a> {
    input: &'a [u8],
    tokens: Tokens<'a>,
}

impl Reader<'_> {
    fn side(&mut self) -> Result<Side, Invalid> {
        match self.tokens.next() {
            Some(Token { bytes: b"b", .. }) => Ok(Side::Black),
            Some(Token { bytes: b"w", .. }) => Ok(Side::White),
            other => Err(self.expected("the side to move, `b` or `w`", other)),
        }
    }

    fn size(&mut self, to_move: Side) -> Result<Position, Invalid> {
        let token = self.tokens.next();
        let size = token.and_then(|token| std::str::from_utf8(token.bytes).ok()?.parse().ok());
        size.and_then(|size| Position::empty(to_move, size)).ok_or_else(|| {
            let range = format!("the size, an even number from {MIN_SIZE} to {MAX_SIZE}");
            self.expected(&range, token)
        })
    }

    fn row(&mut self, position: &mut Position, row: usize) -> Result<(), Invalid> {
        let size = position.size;
        let token = self.tokens.next();
        let Some(line) = token.filter(|token| token.bytes.len() == size) else {
            return Err(self.expected(&format!("row {row} of the board, {size} squares"), token));
        };
        for (column, &letter) in line.bytes.iter().enumerate() {
            let square = Square {
                row: i64::try_from(row).unwrap_or(i64::MAX),
                column: i64::try_from(column).unwrap_or(i64::MAX),
            };
            let piece = position.letter_on(square, letter).map_err(|expected| {
                let offset = line.offset + column;
                self.expected(&expected, Some(Token { bytes: &[letter], offset }))
            })?;
            position.put(square, piece);
        }
        Ok(())
    }

    fn expected(&self, what: &str, found: Option<Token<'_>>) -> Invalid {
        let place = place_of(self.input, found.map_or(self.input.len(), |token| token.offset));
        let found = found.map_or_else(|| "the end of the file".into(), |token| quote(token.bytes));
        let message = format!("expected {what}, found {found}");
        Invalid { line: place.line, column: place.column, message }
    }
}

impl Position {
    /// What a letter of the board stands for, or what was expected on that square instead.
    fn letter_on(&self, square: Square, letter: u8) -> Result<Option<Piece>, String> {
        let (side, rank) = match letter {
            b'_' => return Ok(None),
            b'b' => (Side::Black, Rank::Man),
            b'w' => (Side::White, Rank::Man),
            b'B' => (Side::Black, Rank::King),
            b'W' => (Side::White, Rank::King),
            _ => return Err("one of `_`, `b`, `w`, `B`, `W`".into()),
        };
        if !square.is_dark() {
            return Err("`_` on a light square (row + column even)".into());
        }
        if rank == Rank::Man && square.row == self.crown_row(side) {
            return Err(format!("no man of {side} on the row where it is crowned"));
        }
        Ok(Some(Piece { side, rank }))
    }
}
