//! `board-silly`: boards on standard input, their moves on standard output.

use jury_reference::{board_silly, program};
use std::process::ExitCode;

fn main() -> ExitCode {
    program::run(|input| {
        let [] = program::options([])?;
        Ok(board_silly::answer(&board_silly::parse(input)?))
    })
}
