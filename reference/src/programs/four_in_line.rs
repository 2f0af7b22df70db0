//! `four-in-line`: a board on standard input, the fewest moves to a full line on standard output.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::{four_in_line, program};

pub(super) fn main(arguments: &[OsString]) -> ExitCode {
    program::run(|input| {
        let [] = program::options([], arguments)?;
        Ok(four_in_line::answer(four_in_line::parse(input)?))
    })
}
