//! The reference programs by the names of their problems and games: standard input to standard output.

use std::ffi::OsString;
use std::process::ExitCode;

mod board_silly;
mod checkers;
mod eastern_draughts;
mod four_in_a_row;
mod four_in_line;
mod megacheckers;

/// A program: the arguments after its name, to its exit status.
type Main = fn(&[OsString]) -> ExitCode;

/// Every program, in byte order of the names.
const PROGRAMS: [(&str, Main); 6] = [
    ("board-silly", board_silly::main),
    ("checkers", checkers::main),
    ("eastern-draughts", eastern_draughts::main),
    ("four-in-a-row", four_in_a_row::main),
    ("four-in-line", four_in_line::main),
    ("megacheckers", megacheckers::main),
];

/// The names of all programs.
pub fn names() -> impl Iterator<Item = &'static str> {
    PROGRAMS.iter().map(|(name, _)| *name)
}

/// Runs the program of this name to its end; `None` where there is none.
pub fn run(name: &str, arguments: &[OsString]) -> Option<ExitCode> {
    let (_, main) = PROGRAMS.iter().find(|(known, _)| *known == name)?;
    Some(main(arguments))
}
