//! `four-in-line`: a board on standard input, the fewest moves to a full line on standard output.

use jury_reference::{four_in_line, program};
use std::process::ExitCode;

fn main() -> ExitCode {
    program::run(|input| {
        let [] = program::options([])?;
        Ok(four_in_line::answer(four_in_line::parse(input)?))
    })
}
