//! What a game is to those who referee, record and replay it. Knows no particular game, no program
//! and no clock.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A game under way: a position, and all of the way to it that its rules ask about.
pub trait Game: Clone + Send + Sync + 'static {
    /// The rules that users may choose, kept in records.
    type Rules: Clone + Send + Sync + Serialize + for<'de> Deserialize<'de>;

    /// The name that commands and records use.
    const NAME: &'static str;
    /// What the two seats are called, the one that moves first at the start in front.
    const SEATS: [&'static str; 2];

    /// The openings that come with the game, in the form that [`openings`](super::openings) reads.
    const BOOK: &'static str;

    /// What bots are told of the rules: variables of their environment, with their values.
    fn told_to_bots(rules: &Self::Rules) -> Vec<(&'static str, String)>;

    /// The start of a game.
    fn start(rules: &Self::Rules) -> Self;

    /// Whose turn it is.
    fn to_move(&self) -> Seat;

    /// The state as the bot whose turn it is reads it: whole, with a newline at its end.
    fn state(&self) -> String;

    /// How many bytes of what a bot has said make up its whole answer; `None` while it may go on.
    /// Bytes that cannot become an answer are an answer, too: a malformed one.
    fn answer_length(said: &[u8]) -> Option<usize>;

    /// Plays a bot's answer, and gives it in the game's notation.
    ///
    /// # Errors
    /// Why the answer is no legal move; the game stays as it was.
    fn answer(&mut self, said: &[u8]) -> Result<String, Refusal>;

    /// Every legal move of the position, in the game's notation, in an order of the game's own.
    fn legal(&self) -> Vec<String>;

    /// Plays a move in the game's notation.
    ///
    /// # Errors
    /// Why it is no legal move, in one sentence; the game stays as it was.
    fn apply(&mut self, notation: &str) -> Result<(), String>;

    /// How the rules have ended the game, if they have.
    fn ended(&self) -> Option<GameEnd>;

    /// The board for people, its last move marked.
    fn picture(&self) -> Picture;
}

/// Lines of text, each in parts that may stand out. Every line can be read without colours.
pub type Picture = Vec<Vec<Part>>;

/// A stretch of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What stands there.
    pub text: String,
    /// How it is to look, where there are colours.
    pub look: TextStyle,
}

/// How a part of a picture is to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextStyle {
    /// Text beside the board.
    Plain,
    /// Text that matters less.
    Faint,
    /// A field of the board on which nothing stands.
    Field,
    /// A piece of a seat.
    Piece(Seat),
    /// A field that the last move left or passed, and what stands there.
    Marked(Option<Seat>),
}

/// One of the two seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Moves first at the start.
    First,
    /// Moves second.
    Second,
}

/// Why an answer is no move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It does not have the form of a move.
    Malformed(String),
    /// It is a move, but not a legal one.
    Illegal(String),
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameEnd {
    /// Who won; `None` for a draw.
    #[serde(deserialize_with = "crate::json::nullable")]
    pub winner: Option<Seat>,
    /// Why, as one of a closed list that tables count by.
    pub reason: Reason,
    /// One sentence for people: a lower-case fragment, such as the words of an illegal move.
    pub words: String,
}

/// Why a game ended: by the rules, or from [`Reason::Illegal`] on by a bot's failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The side to move has no piece left, or as the game puts it.
    NoPiece,
    /// The side to move has pieces, and no legal move.
    NoMove,
    /// The same position came back too often.
    Repetition,
    /// Nothing irreversible was played for too long.
    NoProgress,
    /// The game was too long; drawn, or decided by what was on the board.
    Length,
    /// A legal form, but no legal move.
    Illegal,
    /// No move at all.
    Malformed,
    /// The bot ended by a signal or with a non-zero exit code.
    Crash,
    /// Its CPU time ran out.
    Time,
    /// It waited until its wall time ran out.
    Idle,
    /// Its memory ran out.
    Memory,
    /// It printed too much.
    Output,
    /// It made a forbidden system call.
    Forbidden,
}

impl Seat {
    /// Both seats, in the order of moving.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent's seat.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 or 1.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl GameEnd {
    /// Who won and why, where the seats are called so: `white wins: illegal move: off the board`.
    pub fn told(&self, seats: [&str; 2]) -> String {
        let who = match self.winner {
            Some(seat) => format!("{} wins", seats[seat.index()]),
            None => "draw".into(),
        };
        if self.reason.is_failure() {
            format!("{who}: {}: {}", self.reason, self.words)
        } else {
            format!("{who}: {}", self.words)
        }
    }
}

impl Reason {
    /// All reasons, in the order of tables.
    pub const ALL: [Self; 13] = [
        Self::NoPiece,
        Self::NoMove,
        Self::Repetition,
        Self::NoProgress,
        Self::Length,
        Self::Illegal,
        Self::Malformed,
        Self::Crash,
        Self::Time,
        Self::Idle,
        Self::Memory,
        Self::Output,
        Self::Forbidden,
    ];

    /// Whether a bot failed, rather than the rules having ended the game.
    pub fn is_failure(self) -> bool {
        self >= Self::Illegal
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoPiece => "no piece left",
            Self::NoMove => "no legal move",
            Self::Repetition => "repetition",
            Self::NoProgress => "no progress",
            Self::Length => "length",
            Self::Illegal => "illegal move",
            Self::Malformed => "malformed answer",
            Self::Crash => "crash",
            Self::Time => "time limit",
            Self::Idle => "idle",
            Self::Memory => "memory limit",
            Self::Output => "output limit",
            Self::Forbidden => "forbidden system call",
        })
    }
}
