//! `eastern-draughts`: a board on standard input, a game in few turns on standard output.
//!
//! `--time SECONDS` is the CPU time to use, from the program's start; without it, about seven tenths
//! of the limit that the problem ships for a board of that size.

use std::error::Error;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

use crate::eastern_draughts::{answer, board::Board, default_time, solve};
use crate::program;

pub(super) fn main(arguments: &[OsString]) -> ExitCode {
    program::run(|input| {
        let time = time(arguments)?;
        let board = Board::parse(input)?;
        Ok(answer(&solve(&board, Duration::ZERO, time.unwrap_or_else(|| default_time(&board)))))
    })
}

fn time(arguments: &[OsString]) -> Result<Option<Duration>, Box<dyn Error>> {
    let [time] = program::options(["--time"], arguments)?;
    time.map(|text| {
        let seconds = text.parse().ok().and_then(|time| Duration::try_from_secs_f64(time).ok());
        seconds.ok_or_else(|| format!("expected seconds after --time, found `{text}`").into())
    })
    .transpose()
}
