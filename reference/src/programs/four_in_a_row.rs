//! `four-in-a-row`: positions on standard input, a column for each on standard output, at once.
//!
//! | option | says |
//! |---|---|
//! | `--time SECONDS` | CPU time of a move; by default a part of what a referee allows |
//! | `--depth PLIES` | how far it looks ahead; with it alone it plays the same moves at every run, and with 1 it only takes and sees wins at once |
//! | `--random SEED` | any column that is not full, the same one for the same position and seed |

use std::error::Error;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

use crate::four_in_a_row::{Limits, Position, choose};
use crate::program;
use crate::random::Random;
use crate::referee::Allowance;

/// How a move is chosen.
enum Way {
    Search { time: Option<Duration>, allowance: Allowance, depth: u32 },
    Random(u64),
}

pub(super) fn main(arguments: &[OsString]) -> ExitCode {
    let way = match program::options(["--time", "--depth", "--random"], arguments).and_then(way) {
        Ok(way) => way,
        Err(error) => return program::status(Err(error)),
    };
    let mut moves = 0;
    program::converse(Position::is_whole, |input| {
        let position = Position::parse(input)?;
        let column = match &way {
            Way::Random(seed) => by_chance(&position, input, *seed),
            Way::Search { time, allowance, depth } => {
                // With a depth alone, nothing depends on clocks.
                let whole = *depth < u32::MAX;
                let told = || if whole { Duration::MAX } else { allowance.of_move(moves) };
                let time = time.unwrap_or_else(told);
                choose(&position, Limits { time, depth: *depth })
            }
        };
        moves += 1;
        let column = column.ok_or("expected a position with a legal move, found none")?;
        Ok(format!("{}\n", column + 1).into_bytes())
    })
}

fn way([time, depth, random]: [Option<String>; 3]) -> Result<Way, Box<dyn Error>> {
    let number = |option: &str, text: &str| {
        let number = text.parse::<u64>();
        number.map_err(|_| format!("expected a whole number after {option}, found `{text}`"))
    };
    if let Some(seed) = random {
        return Ok(Way::Random(number("--random", &seed)?));
    }
    let depth = depth.map_or(Ok(u64::from(u32::MAX)), |depth| number("--depth", &depth))?;
    let seconds = |text: String| {
        let time = text.parse().ok().and_then(|time| Duration::try_from_secs_f64(time).ok());
        time.ok_or_else(|| format!("expected seconds after --time, found `{text}`"))
    };
    Ok(Way::Search {
        time: time.map(seconds).transpose()?,
        allowance: Allowance::told()?,
        depth: u32::try_from(depth).unwrap_or(u32::MAX).max(1),
    })
}

/// Any open column, each as likely as another.
fn by_chance(position: &Position, input: &[u8], seed: u64) -> Option<usize> {
    let open: Vec<usize> = position.open().collect();
    let mixed =
        input.iter().fold(seed, |sum, byte| sum.wrapping_mul(0x100_0000_01b3) ^ u64::from(*byte));
    open.get(Random::new(mixed).below(open.len().max(1))).copied()
}
