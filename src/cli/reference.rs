//! `jury reference`: the reference programs of the shipped problems, which are part of this
//! executable. The judge starts them by the same command, in the sandbox.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use jury_reference::programs;

use super::status::Status;

/// The name of the command.
const NAME: &str = "reference";

/// Run the reference program of a shipped problem or game: standard input to standard output
///
/// The bot of `checkers` answers position after position until its input ends; its options are
/// `--time`, `--depth`, `--nodes`, `--profile`, `--tables`, `--build-tables` and `--pieces`. Those of
/// `four-in-a-row` are `--time`, `--depth` and `--random SEED`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury reference four-in-line < board.in
  jury reference checkers --time 2 < position.in")]
pub(super) struct Arguments {
    /// The problem, or the game
    #[arg(value_name = "PROBLEM", value_parser = PossibleValuesParser::new(programs::names()))]
    name: String,
    /// Options of the program
    #[arg(value_name = "OPTION", allow_hyphen_values = true)]
    options: Vec<OsString>,
}

/// Runs the program that the command line asks for, if it asks for one. That needs nothing of what
/// the other commands begin with: time spent on it would count for the program.
pub(super) fn at_once() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != NAME {
        return None;
    }
    let name = arguments.next()?;
    let options: Vec<_> = arguments.collect();
    if options.iter().any(|option| option == "--help" || option == "-h") {
        return None;
    }
    programs::run(name.to_str()?, &options)
}

/// Runs it where options of `jury` stand before its name.
pub(super) fn run(arguments: &Arguments) -> Status {
    match programs::run(&arguments.name, &arguments.options) {
        Some(ExitCode::SUCCESS) => Status::Good,
        _ => Status::Usage,
    }
}
