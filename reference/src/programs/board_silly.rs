//! `board-silly`: boards on standard input, their moves on standard output.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::{board_silly, program};

pub(super) fn main(arguments: &[OsString]) -> ExitCode {
    program::run(|input| {
        let [] = program::options([], arguments)?;
        Ok(board_silly::answer(&board_silly::parse(input)?))
    })
}
