//! `checkers`: positions on standard input, one legal move for each on standard output, at once.
//!
//! | option | says |
//! |---|---|
//! | `--time SECONDS` | CPU time of a move; by default nearly all that the variable `JURY_MOVE_SECONDS` allows, else 0.75, and less where the game has a limit |
//! | `--depth MOVES`, `--nodes BOARDS` | other limits, for the same moves at every run |
//! | `--profile NAME` | the rules: `seed`, `english`, `stopping-allowed`; by default what the variable `JURY_PROFILE` says, else `seed` |
//! | `--tables DIR` | endgames of more pieces than the four that come with the program |
//! | `--build-tables DIR` | solves these endgames into DIR, which is made if need be, and plays nothing; `--pieces N`, 5 by default |

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
use crate::referee::Allowance;

type Outcome<T> = Result<T, Box<dyn Error>>;

const OPTIONS: [&str; 7] =
    ["--time", "--depth", "--nodes", "--profile", "--tables", "--build-tables", "--pieces"];
/// The variable by which a referee tells the rules.
const PROFILE: &str = "JURY_PROFILE";

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
    let ready =
        limits(time.as_deref(), depth.as_deref(), nodes.as_deref()).and_then(|(limits, time)| {
            let first = Limits { cpu_time: time(0), ..limits };
            Ok((prepare(tables.as_deref(), profile.as_deref(), first)?, limits, time))
        });
    match ready {
        Ok((player, limits, time)) => play(player, limits, time),
        Err(error) => program::status(Err(error)),
    }
}

/// `time` says how much a move may take, after so many.
fn play(mut player: Player, limits: Limits, time: impl Fn(u32) -> Duration) -> ExitCode {
    let mut moves = 0;
    // The first move pays for the start of the program.
    let mut begin = Duration::ZERO;
    program::converse(Position::is_whole, |input| {
        let position = Position::parse(input)?;
        let limits = Limits { cpu_time: begin.saturating_add(time(moves)), ..limits };
        moves += 1;
        let chosen = player
            .choose(&position, limits)
            .ok_or("expected a position with a legal move, found none")?;
        begin = thread_cpu_time();
        Ok(answer(&position, &chosen))
    })
}

/// The limits of a move but for time, and how much of that a move may take, after so many. Where others are
/// given, time is none: the same moves at every run.
fn limits(
    time: Option<&str>,
    depth: Option<&str>,
    nodes: Option<&str>,
) -> Outcome<(Limits, impl Fn(u32) -> Duration)> {
    let fixed = match time {
        Some(text) => Some(seconds("--time", text)?),
        None => (depth.is_some() || nodes.is_some()).then_some(Limits::NONE.cpu_time),
    };
    let allowance = Allowance::told()?;
    let depth = number("--depth", depth, Limits::NONE.depth)?;
    let nodes = number("--nodes", nodes, Limits::NONE.nodes)?;
    let limits = Limits { nodes, depth, ..Limits::NONE };
    Ok((limits, move |moves| fixed.unwrap_or_else(|| allowance.of_move(moves))))
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
    store::make(folder)?;
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
