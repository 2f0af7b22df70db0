//! `checkers`: a position on standard input, one legal move on standard output.
//!
//! `--profile seed|english|stopping-allowed` chooses the rules; `seed` is the default.

use jury_reference::checkers::{Budget, Position, Profile, answer, choose};
use jury_reference::program;
use std::error::Error;
use std::process::ExitCode;

fn main() -> ExitCode {
    program::run(|input| {
        let profile = profile()?;
        let position = Position::parse(input)?;
        let chosen = choose(&position, profile, Budget::default())
            .ok_or("expected a position with a legal move, found none")?;
        Ok(answer(&position, &chosen))
    })
}

fn profile() -> Result<Profile, Box<dyn Error>> {
    let [name] = program::options(["--profile"])?;
    name.map_or(Ok(Profile::default()), |name| {
        Profile::named(&name).ok_or_else(|| {
            format!("unknown profile `{name}`, expected seed, english or stopping-allowed").into()
        })
    })
}
