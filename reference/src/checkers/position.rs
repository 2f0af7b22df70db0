//! A position: the board as sets of squares, whose turn it is, and how squares lie.
//!
//! Squares are the cells with row + column odd, numbered row by row; a board of 12 by 12 has 72 of
//! them, so a set fits into 128 bits.

use crate::input::{InputError, Tokens};

/// A set of squares, bit n for square n.
pub type Squares = u128;

/// Smallest and largest size of a board.
pub const SIZES: std::ops::RangeInclusive<usize> = 4..=12;

/// Directions by row and column: the first two down (black's way), the last two up.
pub const DIRECTIONS: [(isize, isize); 4] = [(1, -1), (1, 1), (-1, -1), (-1, 1)];

/// Whose pieces, and whose turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Begins at the top and moves down.
    Black,
    /// Begins at the bottom and moves up.
    White,
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

    /// The directions, as indices into [`DIRECTIONS`], in which a man of this side goes.
    pub fn forward(self) -> std::ops::Range<usize> {
        match self {
            Self::Black => 0..2,
            Self::White => 2..4,
        }
    }
}

/// How the squares of a board of one size lie to each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Geometry {
    size: usize,
    /// The neighbour of each square in each direction.
    neighbours: Vec<[Option<u8>; 4]>,
}

impl Geometry {
    /// The board of `size` rows and columns.
    pub fn new(size: usize) -> Self {
        let mut geometry = Self { size, neighbours: Vec::with_capacity(size * size / 2) };
        for square in 0..size * size / 2 {
            let (row, column) = (square / (size / 2), Self::column(size, square));
            geometry.neighbours.push(DIRECTIONS.map(|(down, right)| {
                let row = row.checked_add_signed(down).filter(|row| *row < size)?;
                let column = column.checked_add_signed(right).filter(|column| *column < size)?;
                Some(Self::number(size, row, column))
            }));
        }
        geometry
    }

    fn column(size: usize, square: usize) -> usize {
        let row = square / (size / 2);
        square % (size / 2) * 2 + (row + 1) % 2
    }

    fn number(size: usize, row: usize, column: usize) -> u8 {
        // At most 71, for sizes up to 12.
        u8::try_from(row * (size / 2) + column / 2).unwrap_or(u8::MAX)
    }

    /// Rows, and columns, of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Row and column of a square.
    pub fn place(&self, square: u8) -> (usize, usize) {
        let square = usize::from(square);
        (square / (self.size / 2), Self::column(self.size, square))
    }

    /// The square next to `square` in a direction of [`DIRECTIONS`].
    pub fn neighbour(&self, square: u8, direction: usize) -> Option<u8> {
        self.neighbours[usize::from(square)][direction]
    }

    /// The row in which men of `side` are crowned.
    pub fn last_row(&self, side: Side) -> usize {
        match side {
            Side::Black => self.size - 1,
            Side::White => 0,
        }
    }

    /// Whether men of `side` are crowned on `square`.
    pub fn crowns(&self, side: Side, square: u8) -> bool {
        self.place(square).0 == self.last_row(side)
    }
}

/// The pieces on a board and the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pieces {
    /// Black's men and kings.
    pub black: Squares,
    /// White's men and kings.
    pub white: Squares,
    /// The kings of both.
    pub kings: Squares,
    /// Who moves.
    pub side: Side,
}

impl Pieces {
    /// The pieces of `side`.
    pub fn of(&self, side: Side) -> Squares {
        match side {
            Side::Black => self.black,
            Side::White => self.white,
        }
    }

    /// The pieces of `side`, to be changed.
    pub fn of_mut(&mut self, side: Side) -> &mut Squares {
        match side {
            Side::Black => &mut self.black,
            Side::White => &mut self.white,
        }
    }
}

/// Pieces on a board of some size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    geometry: Geometry,
    /// The pieces.
    pub pieces: Pieces,
}

impl Position {
    /// How the squares lie.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The position from which a game of this size begins: all rows but the middle two are full.
    pub fn start(size: usize) -> Self {
        let row: Squares = (1 << (size / 2)) - 1;
        let full = |rows: std::ops::Range<usize>| {
            rows.fold(0, |set: Squares, n| set | row << (n * (size / 2)))
        };
        let black = full(0..size / 2 - 1);
        let white = full(size / 2 + 1..size);
        let pieces = Pieces { black, white, kings: 0, side: Side::Black };
        Self { geometry: Geometry::new(size), pieces }
    }

    /// Whether `input` has as many tokens as a position, or can be none, so that nothing more need
    /// be read.
    pub fn is_whole(input: &[u8]) -> bool {
        let mut tokens = Tokens::new(input).skip(1);
        let Some(size) = tokens.next() else { return false };
        let rows = size.integer("a size", *SIZES.start(), *SIZES.end());
        !rows.is_ok_and(|rows| tokens.count() < rows)
    }

    /// Reads the side to move, the size and the rows.
    pub fn parse(input: &[u8]) -> Result<Self, InputError> {
        let mut tokens = Tokens::new(input);
        let token = tokens.expect("the side to move, `b` or `w`")?;
        token.expect_row(1, b"bw")?;
        let side = if token.bytes == b"b" { Side::Black } else { Side::White };
        let token = tokens.expect("the size of the board")?;
        let rows = token.integer("an even size", *SIZES.start(), *SIZES.end())?;
        if rows % 2 == 1 {
            return Err(token.error(0, "expected an even size"));
        }
        let mut pieces = Pieces { black: 0, white: 0, kings: 0, side };
        for row in 0..rows {
            let token = tokens.expect("a row of the board")?;
            token.expect_row(rows, b"_bwBW")?;
            for (column, cell) in token.bytes.iter().enumerate().filter(|(_, cell)| **cell != b'_')
            {
                if (row + column).is_multiple_of(2) {
                    let message = "expected pieces only where row + column is odd";
                    return Err(token.error(column, message));
                }
                let square: Squares = 1 << Geometry::number(rows, row, column);
                let owner = if b"bB".contains(cell) { Side::Black } else { Side::White };
                *pieces.of_mut(owner) |= square;
                if b"BW".contains(cell) {
                    pieces.kings |= square;
                }
            }
        }
        tokens.expect_end()?;
        Ok(Self { geometry: Geometry::new(rows), pieces })
    }

    /// The position in the form that [`Position::parse`] reads.
    pub fn text(&self) -> String {
        let size = self.geometry.size;
        let mover = if self.pieces.side == Side::Black { 'b' } else { 'w' };
        let mut text = format!("{mover}\n{size}\n");
        for row in 0..size {
            let line = (0..size).map(|column| self.cell(row, column));
            text.extend(line.chain(['\n']));
        }
        text
    }

    fn cell(&self, row: usize, column: usize) -> char {
        if (row + column).is_multiple_of(2) {
            return '_';
        }
        let square: Squares = 1 << Geometry::number(self.geometry.size, row, column);
        let is_king = self.pieces.kings & square != 0;
        match (self.pieces.black & square != 0, self.pieces.white & square != 0) {
            (true, _) => {
                if is_king {
                    'B'
                } else {
                    'b'
                }
            }
            (_, true) => {
                if is_king {
                    'W'
                } else {
                    'w'
                }
            }
            _ => '_',
        }
    }
}
