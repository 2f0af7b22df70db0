//! Drawings of cases as plain data: boards with pieces, moves and marks, one model for all problems.
//!
//! A drawing says what is on a board, without colours, sizes or markup: those are up to each
//! report. Its size is bounded, and it says what it leaves out.

use serde::{Deserialize, Serialize};

use crate::{Files, Options};

/// A square by number: row by row from the top left, counted from 0. Lists of squares are written as
/// one text, `12 34`.
pub type Cell = u16;

/// Draws a case with one output. `None` where the files give nothing to draw.
pub type Draw = fn(&Files<'_>, &Options) -> Option<Drawing>;

/// What a case looks like.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    /// The boards that are drawn.
    pub boards: Vec<Board>,
    /// Boards of the case that are not drawn.
    pub left_out: usize,
}

/// A board, and what happens on it: frames one after another, or arrows all at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// What it is: `board 3`.
    pub title: String,
    /// What is to be said of it: a line, empty where there is nothing.
    pub note: String,
    /// How squares are named.
    pub names: Names,
    /// How squares are shaded.
    pub shade: Shade,
    /// Rows from the top, a letter a square: `.` for an empty one, or a piece's.
    pub rows: Vec<String>,
    /// The pieces that the letters stand for.
    pub pieces: Vec<Piece>,
    /// Squares to be reached.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "numbers")]
    pub goal: Vec<Cell>,
    /// What a frame is: `turn`, `move`.
    pub unit: String,
    /// Frames that are left out before the first.
    pub before: usize,
    /// What happens, in order, from the rows on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Frame>,
    /// Moves from the rows, each on its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<Arrow>,
}

/// How the problem names squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Names {
    /// Column and row from 0: `3 4`.
    ColumnRow,
    /// Row and column from 0, from the top: `4 3`.
    RowColumn,
    /// Row and column from 0, rows from the bottom: `4 3`.
    RowColumnUpwards,
    /// A letter for the row and a digit for the column: `E4`.
    LetterDigit,
}

/// Which squares are dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shade {
    /// None.
    Plain,
    /// Those whose row and column from the top left add up to an even number.
    DarkEven,
    /// Those whose row and column add up to an odd number.
    DarkOdd,
}

/// A kind of piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its letter in the rows.
    pub letter: char,
    /// What it is, in words.
    pub name: String,
    /// Whether it is a dark one.
    pub dark: bool,
    /// Whether it wears a crown.
    pub king: bool,
}

/// Something that happens on a board.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// The squares that a piece visits, the one that it starts from first.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "numbers")]
    pub path: Vec<Cell>,
    /// Squares whose pieces go.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "numbers")]
    pub taken: Vec<Cell>,
    /// The letter that the piece has afterwards, where it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub becomes: Option<char>,
    /// Squares to be pointed out.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "numbers")]
    pub marks: Vec<Cell>,
    /// Whether this is what is wrong; then no piece has moved.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wrong: bool,
    /// What is to be said of it, beside the squares.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub caption: String,
}

/// A move that is possible, or that an output lists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrow {
    /// Where the piece stands.
    pub from: Cell,
    /// Where it goes.
    pub to: Cell,
    /// What the output makes of it.
    pub listed: Listed,
    /// Why it is wrong.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub caption: String,
}

/// What an output makes of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Listed {
    /// Possible, and listed.
    Right,
    /// Possible, but not listed.
    Missing,
    /// Listed, but not possible.
    Wrong,
}

impl Board {
    /// A board on which nothing happens yet.
    pub(crate) fn new(names: Names, shade: Shade, rows: Vec<String>, pieces: Vec<Piece>) -> Self {
        Self {
            title: String::new(),
            note: String::new(),
            names,
            shade,
            rows,
            pieces,
            goal: Vec::new(),
            unit: "move".into(),
            before: 0,
            frames: Vec::new(),
            arrows: Vec::new(),
        }
    }
}

impl Drawing {
    /// The drawing of a case of one board.
    pub(crate) fn of(board: Board) -> Self {
        Self { boards: vec![board], left_out: 0 }
    }
}

impl Piece {
    /// A piece without a crown.
    pub(crate) fn man(letter: char, name: &str, dark: bool) -> Self {
        Self { letter, name: name.into(), dark, king: false }
    }

    /// A piece with a crown.
    pub(crate) fn king(letter: char, name: &str, dark: bool) -> Self {
        Self { king: true, ..Self::man(letter, name, dark) }
    }
}

impl Frame {
    /// A piece goes along these squares.
    pub(crate) fn along(path: Vec<Cell>) -> Self {
        Self { path, ..Self::default() }
    }

    /// What is wrong.
    pub(crate) fn wrong(path: Vec<Cell>, caption: impl Into<String>) -> Self {
        Self { path, wrong: true, caption: caption.into(), ..Self::default() }
    }
}

/// Squares as text, `12 34`: a list of one number a line would make reports ten times as long.
mod numbers {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use super::Cell;

    pub(super) fn serialize<S: Serializer>(cells: &[Cell], to: S) -> Result<S::Ok, S::Error> {
        let numbers: Vec<_> = cells.iter().map(ToString::to_string).collect();
        to.serialize_str(&numbers.join(" "))
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Vec<Cell>, D::Error> {
        let text = String::deserialize(from)?;
        let number = |word: &str| {
            word.parse().map_err(|_| Error::custom(format!("`{word}` is not a square")))
        };
        text.split(' ').filter(|word| !word.is_empty()).map(number).collect()
    }
}
