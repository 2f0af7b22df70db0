//! `megacheckers`: boards on standard input, the longest capture of each on standard output.

use jury_reference::{megacheckers, program};
use std::process::ExitCode;

fn main() -> ExitCode {
    program::run(|input| {
        let [] = program::options([])?;
        Ok(megacheckers::answer(&megacheckers::parse(input)?))
    })
}
