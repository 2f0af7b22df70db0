//! Checkers, validators and rules: pure functions over bytes.
//!
//! A **checker** decides a contestant's output, a **validator** decides an input. Both are total:
//! any bytes in, a judgement or an error with its place out; never a panic; time linear in the
//! input. All of it is pure: no files, processes, clocks or printing. It shares no code with
//! `jury-reference`, so that each of the two can be tested against the other.
//!
//! Adding a comparer: one file in `src/compare/` and its line in [`COMPARERS`]; testlib's own checkers are
//! in [`testlib`]. Adding a puzzle, which
//! is all that belongs to a problem of its own (checker, validator, a **shrinker** that proposes smaller
//! inputs for searches, a **drawing** that shows a case and an output on boards): one file in `src/`
//! and its line in [`PUZZLES`].

#![deny(clippy::print_stdout, clippy::print_stderr)]

use std::collections::BTreeMap;
use std::fmt;

pub mod board_silly;
pub mod checkers;
pub mod compare;
mod digits;
pub mod drawing;
pub mod eastern_draughts;
pub mod four_in_line;
mod layout;
pub mod megacheckers;
mod options;
mod plain;
pub mod plural;
mod shrink;
pub mod testlib;
mod text;

pub use text::place_of;

/// The files that a checker sees, whole, in memory (the caller may map them).
#[derive(Debug, Clone, Copy)]
pub struct Files<'a> {
    /// The case's input, as given to the contestant's program.
    pub input: &'a [u8],
    /// What the contestant's program wrote to standard output.
    pub output: &'a [u8],
    /// The jury's answer; `None` where the case has none.
    pub answer: Option<&'a [u8]>,
}

/// What a checker holds of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opinion {
    /// Right.
    Accepted,
    /// Right in part: the score says how much.
    PartialScore,
    /// Well formed, but wrong.
    WrongAnswer,
    /// Not in the form that the statement asks for.
    OutputFormat,
}

/// An exact, non-negative score of one case: `numerator / denominator`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaseScore {
    /// Numerator.
    pub numerator: u64,
    /// Denominator, never 0.
    pub denominator: u64,
}

/// A place in the contestant's output, for showing context.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Place {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in bytes, counted from 1.
    pub column: usize,
}

/// The checker's opinion of one output, with one sentence that says where and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The opinion.
    pub opinion: Opinion,
    /// One line: a lower-case fragment without full stop, printable text only, of bounded length.
    pub message: String,
    /// For scored problems, the score of an output that is right, wholly or in part, and what a wrong one gets
    /// all the same (DMOJ's `linecount`); `None` elsewhere.
    pub score: Option<CaseScore>,
    /// Where the output first goes wrong, if there is such a place.
    pub place: Option<Place>,
}

/// The setter's fault: the input or the jury's answer is not what the checker needs.
///
/// The caller turns this into a judge error; it is never the contestant's doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Which file is at fault.
    pub file: FaultyFile,
    /// What is wrong, with the place where it helps.
    pub message: String,
}

/// The file that a [`Fault`] speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultyFile {
    /// The case's input.
    Input,
    /// The jury's answer.
    Answer,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = match self.file {
            FaultyFile::Input => "input",
            FaultyFile::Answer => "answer",
        };
        write!(f, "bad {file} file: {}", self.message)
    }
}

impl std::error::Error for Fault {}

/// Decides one output.
pub trait Checker: Send + Sync + fmt::Debug {
    /// Judges `files.output`.
    ///
    /// # Errors
    /// [`Fault`] when the input or the answer is not usable: the setter's fault.
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault>;
}

/// The value of a checker's option, as a package's settings write it.
#[derive(Debug, Clone, PartialEq)]
pub enum OptionValue {
    /// `true` or `false`.
    Bool(bool),
    /// A number, whole or not.
    Number(f64),
    /// Text.
    Text(String),
}

/// A checker's options by name, in no particular order.
pub type Options = BTreeMap<String, OptionValue>;

/// An option that a checker does not take, or a value that it cannot use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadOption {
    /// The option's name as given.
    pub option: String,
    /// What was expected.
    pub message: String,
}

impl fmt::Display for BadOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "checker option `{}`: {}", self.option, self.message)
    }
}

impl std::error::Error for BadOption {}

/// A checker and how it is made.
#[derive(Debug, Clone, Copy)]
pub struct CheckerEntry {
    /// Name, as `problem.toml` writes it.
    pub name: &'static str,
    /// One line on what it accepts.
    pub summary: &'static str,
    /// Names of the options that it takes.
    pub options: &'static [&'static str],
    /// Whether it needs the jury's answer file.
    pub needs_answer: bool,
    /// Makes the checker from its options.
    pub build: fn(&Options) -> Result<Box<dyn Checker>, BadOption>,
}

/// Where and why an input is not valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid {
    /// Line, counted from 1; 0 where it is not known.
    pub line: usize,
    /// Column in bytes, counted from 1; 0 where it is not known.
    pub column: usize,
    /// What was expected there, and what was found.
    pub message: String,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for known in [self.line, self.column].iter().take_while(|&&number| number > 0) {
            write!(f, "{known}:")?;
        }
        write!(f, " {}", self.message)
    }
}

impl std::error::Error for Invalid {}

/// All that belongs to one problem, under one name: a line of the table of puzzles.
#[derive(Debug, Clone, Copy)]
pub struct Puzzle {
    /// Decides outputs; its name is the puzzle's.
    pub checker: CheckerEntry,
    /// Decides an input; strict to the byte.
    pub validate: fn(&[u8]) -> Result<(), Invalid>,
    /// What may vary within bounds; a set of cases should reach each of them.
    pub bounds: &'static [Bound],
    /// Proposes smaller inputs.
    pub smaller: Smaller,
    /// Draws a case.
    pub draw: drawing::Draw,
}

impl Puzzle {
    /// Its name, as `problem.toml` writes it for checker and validator alike.
    pub const fn name(&self) -> &'static str {
        self.checker.name
    }
}

/// A quantity of an input and the bounds that the validator sets to it.
#[derive(Debug, Clone, Copy)]
pub struct Bound {
    /// Its name, as the statement has it: `N`, `pieces X`.
    pub quantity: &'static str,
    /// The smallest value that a valid input can have, whatever its other quantities are.
    pub least: u64,
    /// The greatest; `None` where the validator sets no bound.
    pub greatest: Option<u64>,
    /// Its values in a valid input, one for each board; none in an input that cannot be read.
    pub values: fn(&[u8]) -> Vec<u64>,
}

/// Proposes smaller inputs in place of one, the boldest first. They may be invalid or not smaller:
/// the caller looks. For an input that is not valid there are none.
pub type Smaller = fn(&[u8]) -> Box<dyn Iterator<Item = Vec<u8>> + Send>;

/// Checkers that compare with the jury's answer, for any problem.
pub const COMPARERS: &[CheckerEntry] = &[
    compare::EXACT,
    compare::TOKENS,
    compare::LINES,
    compare::TOKEN_LINES,
    compare::UNORDERED_LINES,
    compare::UNORDERED_BLOCKS,
    compare::NUMBERS,
    compare::OICOMPARE,
    compare::DEFAULT,
    compare::dmoj::STANDARD,
    compare::dmoj::IDENTICAL,
    compare::dmoj::EASY,
    compare::dmoj::SORTED,
    compare::dmoj::FLOATS,
    compare::dmoj::RSTRIPPED,
    compare::dmoj::LINECOUNT,
    compare::dmoj::LINEMATCHES,
];

/// All puzzles.
pub const PUZZLES: &[Puzzle] = &[
    eastern_draughts::PUZZLE,
    checkers::PUZZLE,
    megacheckers::PUZZLE,
    four_in_line::PUZZLE,
    board_silly::PUZZLE,
];

/// All checkers: comparers first, then those of testlib.
pub fn all_checkers() -> impl Iterator<Item = &'static CheckerEntry> + Clone {
    let puzzles = PUZZLES.iter().map(|puzzle| &puzzle.checker);
    COMPARERS.iter().chain(testlib::CHECKERS).chain(puzzles)
}

/// The checker of this name.
pub fn checker(name: &str) -> Option<&'static CheckerEntry> {
    all_checkers().find(|entry| entry.name == name)
}

/// The puzzle of this name.
pub fn puzzle(name: &str) -> Option<&'static Puzzle> {
    PUZZLES.iter().find(|puzzle| puzzle.name() == name)
}

impl Judgement {
    /// An accepted output without a score.
    pub fn accepted(message: impl Into<String>) -> Self {
        Self { opinion: Opinion::Accepted, message: message.into(), score: None, place: None }
    }

    /// A wrong answer.
    pub fn wrong(place: Option<Place>, message: impl Into<String>) -> Self {
        Self { opinion: Opinion::WrongAnswer, message: message.into(), score: None, place }
    }

    /// An output that is not in the form asked for.
    pub fn format(place: Option<Place>, message: impl Into<String>) -> Self {
        Self { opinion: Opinion::OutputFormat, message: message.into(), score: None, place }
    }
}
