//! What a game is to those who referee, record and replay it. Knows no particular game, no program
//! and no clock.

use std::fmt;
use std::ops::ControlFlow;

use jury_checkers::drawing::Drawing;
use serde::{Deserialize, Serialize};

/// A game under way: a position, its rules, and all of the way to it that they ask about. It has two
/// seats that move in turn or as the rules say, hides nothing from either, and is won, lost or drawn.
pub trait Game: Send + Sync {
    /// What bots are told of the rules: variables of their environment, with their values.
    fn told_to_bots(&self) -> Vec<(&'static str, String)>;

    /// Whose turn it is.
    fn to_move(&self) -> Seat;

    /// The state as the bot whose turn it is reads it: whole, with a newline at its end.
    fn state(&self) -> String;

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

    /// These moves from here on as a drawing, as far as they are legal, with how the game ended.
    fn drawing(&self, moves: &[&str], ending: &str) -> Drawing;

    /// The same game once more.
    fn copied(&self) -> Box<dyn Game>;

    /// Does something with each legal move, in its notation, and the game after it, until told to stop, or
    /// until `goes_on` says so.
    fn each_move(
        &self,
        goes_on: &dyn Fn() -> bool,
        act: &mut dyn FnMut(String, Box<dyn Game>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for notation in self.legal() {
            if !goes_on() {
                return ControlFlow::Break(());
            }
            let mut next = self.copied();
            if next.apply(&notation).is_ok() {
                act(notation, next)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds to `count` how many lines of so many legal moves start here. Draws end no line. Stops once
    /// `goes_on` says so, which is asked now and then.
    fn count_lines(
        &self,
        plies: u32,
        goes_on: &dyn Fn() -> bool,
        count: &mut u64,
    ) -> ControlFlow<()> {
        match plies {
            0 => *count += 1,
            1 => *count += self.legal().len() as u64,
            _ => {
                return self.each_move(goes_on, &mut |_, next| {
                    next.count_lines(plies - 1, goes_on, count)
                });
            }
        }
        ControlFlow::Continue(())
    }
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Self {
        self.copied()
    }
}

impl fmt::Debug for dyn Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.state())
    }
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
    /// The side that moved has reached what the game is about.
    Goal,
    /// There is no room for another move.
    Full,
    /// The game's tables know how it would end.
    Adjudicated,
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
    pub const ALL: [Self; 16] = [
        Self::NoPiece,
        Self::NoMove,
        Self::Repetition,
        Self::NoProgress,
        Self::Length,
        Self::Goal,
        Self::Full,
        Self::Adjudicated,
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
            Self::Goal => "goal",
            Self::Full => "full board",
            Self::Adjudicated => "adjudicated",
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
