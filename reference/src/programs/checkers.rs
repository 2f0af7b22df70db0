//! `checkers`: positions on standard input, one legal move for each on standard output, at once.
//!
//! | option | says |
//! |---|---|
//! | `--time SECONDS` | CPU time of a move; by default three quarters of what the variable `JURY_MOVE_SECONDS` allows, else 1.5 |
//! | `--depth MOVES`, `--nodes BOARDS` | other limits, for the same moves at every run |
//! | `--profile NAME` | the rules: `seed`, `english`, `stopping-allowed`; by default what the variable `JURY_PROFILE` says, else `seed` |
//! | `--tables DIR` | endgames of more pieces than the four that come with the program |
//! | `--build-tables DIR` | solves these endgames and plays nothing; `--pieces N`, 5 by default |

use std::error::Error;
use std::ffi::OsString;
use std::io::{Write, stderr};
use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;

use crate::checkers::eight::endgames::build::{Solved, solve};
use crate::checkers::eight::endgames::{Endgames, Material, store};
use crate::checkers::{Limits, Player, Position, Profile, answer};
use crate::clock::thread_cpu_time;
use crate::program;

type Outcome<T> = Result<T, Box<dyn Error>>;

const OPTIONS: [&str; 7] =
    ["--time", "--depth", "--nodes", "--profile", "--tables", "--build-tables", "--pieces"];
/// The variable by which a referee tells the limit of a move.
const MOVE_SECONDS: &str = "JURY_MOVE_SECONDS";
/// The variable by which a referee tells the rules.
const PROFILE: &str = "JURY_PROFILE";
/// The time of a move where nobody says a limit: enough for a strong one, and quick to grade.
const TIME: Duration = Duration::from_millis(750);
/// What is kept of a limit for all that is not the search: this part, and at least so much.
const PART_KEPT: f64 = 0.04;
const KEPT: Duration = Duration::from_millis(10);

pub(super) fn main(arguments: &[OsString]) -> ExitCode {
    let options = match program::options(OPTIONS, arguments) {
        Ok(options) => options,
        Err(error) => return program::status(Err(error)),
    };
    let [time, depth, nodes, profile, tables, build_tables, pieces] = options;
    if let Some(folder) = build_tables {
        let built = rules(profile.as_deref())
            .and_then(|profile| build(Path::new(&folder), profile, pieces.as_deref()));
        return program::status(built);
    }
    let limits = limits(time.as_deref(), depth.as_deref(), nodes.as_deref());
    let ready = limits.and_then(|limits| {
        let player = prepare(tables.as_deref(), profile.as_deref(), limits)?;
        Ok((player, limits))
    });
    match ready {
        Ok((player, limits)) => play(player, limits),
        Err(error) => program::status(Err(error)),
    }
}

fn play(mut player: Player, limits: Limits) -> ExitCode {
    // The first move pays for the start of the program.
    let mut begin = Duration::ZERO;
    program::converse(Position::is_whole, |input| {
        let position = Position::parse(input)?;
        let limits = Limits { cpu_time: begin.saturating_add(limits.cpu_time), ..limits };
        let chosen = player
            .choose(&position, limits)
            .ok_or("expected a position with a legal move, found none")?;
        begin = thread_cpu_time();
        Ok(answer(&position, &chosen))
    })
}

/// The limits of a move. Where others are given, time is none: the same moves at every run.
fn limits(time: Option<&str>, depth: Option<&str>, nodes: Option<&str>) -> Outcome<Limits> {
    let cpu_time = match time {
        Some(text) => seconds("--time", text)?,
        None if depth.is_some() || nodes.is_some() => Limits::NONE.cpu_time,
        None => default_time()?,
    };
    let depth = number("--depth", depth, Limits::NONE.depth)?;
    let nodes = number("--nodes", nodes, Limits::NONE.nodes)?;
    Ok(Limits { cpu_time, nodes, depth })
}

/// What a referee allows, less what is kept.
fn default_time() -> Outcome<Duration> {
    let Ok(text) = std::env::var(MOVE_SECONDS) else { return Ok(TIME) };
    Ok(part_used(seconds(MOVE_SECONDS, &text)?))
}

fn part_used(limit: Duration) -> Duration {
    limit.saturating_sub(limit.mul_f64(PART_KEPT).max(KEPT.min(limit / 2)))
}

fn prepare(tables: Option<&str>, profile: Option<&str>, limits: Limits) -> Outcome<Player> {
    let profile = rules(profile)?;
    let rules = Player::rules(profile);
    let endgames = match tables {
        Some(folder) => Endgames::with_folder(rules, Path::new(folder))?,
        None => Endgames::shipped(rules),
    };
    Ok(Player::new(profile, endgames, limits))
}

/// The profile that the option says, else the referee, else the default.
fn rules(option: Option<&str>) -> Outcome<Profile> {
    let told = std::env::var(PROFILE).ok();
    let profile = option.or(told.as_deref()).map_or(Ok(Profile::default()), |name| {
        Profile::named(name).ok_or_else(|| {
            format!("unknown profile `{name}`, expected seed, english or stopping-allowed")
        })
    })?;
    Ok(profile)
}

fn build(folder: &Path, profile: Profile, pieces: Option<&str>) -> Outcome<()> {
    let rules = Player::rules(profile);
    let pieces = number("--pieces", pieces, store::MOST_PIECES)?;
    if !(2..=store::MOST_PIECES).contains(&pieces) {
        return Err(format!("expected 2 to {} --pieces, found {pieces}", store::MOST_PIECES).into());
    }
    let all = Material::up_to(pieces);
    let boards = |materials: &[Material]| materials.iter().map(|one| one.boards()).sum::<usize>();
    let mut solved = Solved::new();
    for (done, material) in all.iter().enumerate() {
        if !solved.contains_key(material) {
            solve(&mut solved, rules, *material)?;
        }
        store::write(folder, rules, *material, &store::bytes(&solved, *material))?;
        let percent = 100 * boards(&all[..=done]) / boards(&all);
        // Progress is for whoever watches; nobody need.
        let _ = writeln!(stderr(), "{percent:3} %  {}", material.name());
    }
    Ok(())
}

fn number<T: FromStr>(option: &str, text: Option<&str>, default: T) -> Outcome<T> {
    let Some(text) = text else { return Ok(default) };
    text.parse()
        .map_err(|_| format!("expected a whole number after {option}, found `{text}`").into())
}

fn seconds(what: &str, text: &str) -> Outcome<Duration> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| format!("expected seconds in {what}, found `{text}`").into())
}

#[cfg(test)]
mod tests {
    use super::part_used;
    use std::time::Duration;

    #[test]
    fn some_of_every_limit_is_kept() {
        let used = |limit| part_used(Duration::from_millis(limit)).as_millis();
        assert_eq!([0, 8, 100, 200, 1_000, 2_000].map(used), [0, 4, 90, 190, 960, 1_920]);
    }
}
