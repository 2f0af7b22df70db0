//! The rules of a move: which there are on a board, and why another is none.

use std::fmt;
use std::iter::successors;

/// A square of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square {
    row: u8,
    column: u8,
}

/// A step to a neighbouring square: rows down, columns to the right.
type Direction = (i8, i8);

/// The eight directions in the order in which the published sample lists moves.
const DIRECTIONS: [Direction; 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];

impl Square {
    /// The square of that row letter, `A` to `H`, and column digit, `1` to `8`, if there is one.
    pub fn named(letter: u8, digit: u8) -> Option<Self> {
        let row = letter.checked_sub(b'A').filter(|&row| row < 8)?;
        let column = digit.checked_sub(b'1').filter(|&column| column < 8)?;
        Some(Self { row, column })
    }

    fn all() -> impl Iterator<Item = Self> {
        (0..8).flat_map(|row| (0..8).map(move |column| Self { row, column }))
    }

    /// Counted from 0, row by row from A1.
    pub(super) fn number(self) -> u8 {
        8 * self.row + self.column
    }

    fn bit(self) -> u64 {
        1 << self.number()
    }

    fn step(self, (down, right): Direction) -> Option<Self> {
        let row = self.row.checked_add_signed(down).filter(|&row| row < 8)?;
        let column = self.column.checked_add_signed(right).filter(|&column| column < 8)?;
        Some(Self { row, column })
    }

    /// The squares beyond this one in a direction, nearest first.
    fn ray(self, direction: Direction) -> impl Iterator<Item = Self> {
        successors(self.step(direction), move |square| square.step(direction))
    }

    /// The direction and the distance to a square on a common row, column or diagonal.
    fn towards(self, to: Self) -> Option<(Direction, usize)> {
        IntoIterator::into_iter(DIRECTIONS).find_map(|direction| {
            let at = self.ray(direction).position(|square| square == to)?;
            Some((direction, at + 1))
        })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.row), self.column + 1)
    }
}

/// A piece's way from one square to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// The pieces on a board, as the player to move sees them.
///
/// A set of squares is a word of 64 bits, row by row; the bit of value 1 is A1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    own: u64,
    enemy: u64,
}

impl Board {
    /// How many pieces the player to move has, and how many the opponent.
    pub fn pieces(&self) -> (u32, u32) {
        (self.own.count_ones(), self.enemy.count_ones())
    }

    pub(super) fn new(own: u64, enemy: u64) -> Self {
        Self { own, enemy }
    }

    /// All moves of the player to move: pieces row by row, directions clockwise from up-left.
    pub fn moves(&self) -> Vec<Move> {
        let pieces = Square::all().filter(|&square| self.is_own(square));
        let candidates = pieces.flat_map(|from| DIRECTIONS.map(|direction| (from, direction)));
        candidates
            .filter_map(|(from, direction)| {
                let to = from.ray(direction).nth(self.pieces_on_line(from, direction) - 1)?;
                let tried = Move { from, to };
                self.objection(tried).is_none().then_some(tried)
            })
            .collect()
    }

    /// Why the player may not make that move; `None` if he may.
    pub fn objection(&self, Move { from, to }: Move) -> Option<String> {
        if !self.is_own(from) {
            let what = if self.is_enemy(from) { "holds an opponent's piece" } else { "is empty" };
            return Some(format!("{from} {what}"));
        }
        if from == to {
            return Some("it stays where it is".into());
        }
        let Some((direction, distance)) = from.towards(to) else {
            return Some("the squares share no row, column or diagonal".into());
        };
        let pieces = self.pieces_on_line(from, direction);
        if distance != pieces {
            return Some(format!("the line holds {pieces}, but the move goes {distance}"));
        }
        if self.is_own(to) {
            return Some(format!("{to} holds a piece of the same player"));
        }
        let passed = from.ray(direction).take(distance - 1).find(|&square| self.is_enemy(square));
        passed.map(|square| format!("it jumps over the opponent's piece on {square}"))
    }

    /// How many pieces of both players stand on the whole line through `from`, itself included.
    fn pieces_on_line(&self, from: Square, direction: Direction) -> usize {
        let (down, right) = direction;
        let others = from.ray(direction).chain(from.ray((-down, -right)));
        1 + others.filter(|&square| self.is_own(square) || self.is_enemy(square)).count()
    }

    fn is_own(&self, square: Square) -> bool {
        self.own & square.bit() != 0
    }

    fn is_enemy(&self, square: Square) -> bool {
        self.enemy & square.bit() != 0
    }
}
