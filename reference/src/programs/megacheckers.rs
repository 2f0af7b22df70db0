//! `megacheckers`: boards on standard input, the longest capture of each on standard output.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::{megacheckers, program};

pub(super) fn main(arguments: &[OsString]) -> ExitCode {
    program::run(|input| {
        let [] = program::options([], arguments)?;
        Ok(megacheckers::answer(&megacheckers::parse(input)?))
    })
}
