//! What users may choose of a match or tournament.

use std::collections::HashSet;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use crate::arena::checkers::{CapResult, Rules};
use crate::arena::record::{Allowance, Format, Protocol, Sprt};
use crate::limits::{Limits, usual_wall};

use super::super::plan_file;
use super::super::values;
use super::request::{Games, NewGames, Openings, Planning, Request};

/// Bytes that a bot may say for one move: the longest one has some hundred.
const OUTPUT: u64 = 1 << 20;

/// Options that matches and tournaments share. With `--resume`, the record has them.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Play nothing, but write a plan to FILE, of which any machine can do a shard (see `jury shard` and `jury
    /// merge`)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["jobs", "record", "resume", "pdn", "json"])]
    plan: Option<PathBuf>,
    /// Number of shards, with --sprt in each round [default: one for 25 pairs, with --sprt 4]
    #[arg(long, value_name = "N", requires = "plan", value_parser = plan_file::shards)]
    shards: Option<NonZeroU32>,
    /// Games to play side by side [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = values::jobs)]
    jobs: Option<NonZeroUsize>,
    /// CPU time per move, in seconds (multiplied by the language's time factor)
    #[arg(long, value_name = "S", default_value = "2", value_parser = values::time_limit)]
    time_limit: Duration,
    /// One process per move, or one for the whole game
    #[arg(long, value_name = "HOW", default_value = "fresh")]
    protocol: ProtocolName,
    /// Openings, one per line, instead of the shipped ones
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,
    /// Start each game with this many random plies instead of an opening
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=40))]
    random_plies: Option<u32>,
    /// Seed for the order of the openings, or for the random plies
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::seed)]
    seed: u64,
    /// When a capture ends
    #[arg(long, value_name = "RULES", default_value = "seed")]
    profile: values::ProfileName,
    /// Result of a game that reaches the maximum length
    #[arg(long, value_name = "RESULT", default_value = "draw")]
    cap_result: CapResultName,
    /// File for the record, which must not exist yet [default: a new file here]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Resume this record, with its players, rules and openings
    #[arg(long, value_name = "RECORD", conflicts_with_all = [
        "bots", "pairs", "time_limit", "protocol", "openings", "random_plies", "seed", "profile",
        "cap_result", "record",
    ])]
    resume: Option<PathBuf>,
    /// Write the games as PDN (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Write the report as JSON (`-` for standard output; other text then goes to standard error)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// How bots are talked to.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum ProtocolName {
    /// A new process for each move, which reads the whole state
    Fresh,
    /// One process for a game, which reads state after state until its input ends
    Session,
}

/// Result of a game that reaches the maximum length.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum CapResultName {
    /// A draw
    Draw,
    /// Won by the side with more pieces, or with as many and more kings
    Material,
}

/// Who is to play how much, in the words of one command.
#[derive(Debug)]
pub(crate) struct Pairing<'a> {
    /// The command's name.
    pub(crate) command: &'static str,
    /// The bots' paths.
    pub(crate) bots: &'a [String],
    /// Who meets whom.
    pub(crate) format: Format,
    /// Pairs of games for each two that meet.
    pub(crate) pairs: u32,
    /// The test that may end a match early.
    pub(crate) sprt: Option<Sprt>,
    /// Pairs of a round of a plan with such a test, where that is said.
    pub(crate) round: Option<NonZeroU32>,
}

impl Options {
    /// What is asked for, all together.
    pub(crate) fn resolve(&self, meeting: &Pairing<'_>) -> Request {
        let games = match &self.resume {
            Some(record) => Games::Resumed(record.clone()),
            None => Games::New(Box::new(self.new_games(meeting))),
        };
        Request {
            command: meeting.command,
            jobs: self.jobs,
            games,
            plan: self.plan.as_ref().map(|file| Planning {
                file: file.clone(),
                shards: self.shards,
                round: meeting.round,
            }),
            pdn: self.pdn.clone(),
            json: self.json.clone(),
        }
    }

    fn new_games(&self, meeting: &Pairing<'_>) -> NewGames {
        NewGames {
            bots: meeting.bots.to_vec(),
            format: meeting.format,
            pairs: meeting.pairs,
            sprt: meeting.sprt,
            rules: self.rules(),
            openings: match (self.random_plies, &self.openings) {
                (Some(plies), _) => Openings::RandomPlies(plies),
                (None, Some(path)) => Openings::File(path.clone()),
                (None, None) => Openings::Shipped,
            },
            seed: self.seed,
            protocol: match self.protocol {
                ProtocolName::Fresh => Protocol::Fresh,
                ProtocolName::Session => Protocol::Session,
            },
            allowance: self.allowance(),
            record: self.record.clone(),
        }
    }

    fn rules(&self) -> Rules {
        Rules {
            profile: self.profile.into(),
            cap_result: match self.cap_result {
                CapResultName::Draw => CapResult::Draw,
                CapResultName::Material => CapResult::Material,
            },
            ..Rules::default()
        }
    }

    fn allowance(&self) -> Allowance {
        let wall = usual_wall(self.time_limit);
        Allowance {
            cpu_seconds: self.time_limit.as_secs_f64(),
            wall_seconds: wall.as_secs_f64(),
            memory_bytes: Limits::default().memory,
            output_bytes: OUTPUT,
        }
    }
}

/// The limits of a move.
pub(in super::super) fn limits(allowance: &Allowance) -> Limits {
    Limits {
        cpu: Duration::from_secs_f64(allowance.cpu_seconds),
        wall: Duration::from_secs_f64(allowance.wall_seconds),
        memory: allowance.memory_bytes,
        output: allowance.output_bytes,
        ..Limits::default()
    }
}

/// The usual bounds of a sequential test.
pub(crate) const SPRT: &str = "elo0=0,elo1=10,alpha=0.05,beta=0.05";

/// Reads the bounds of a sequential test: `elo0=0,elo1=10,alpha=0.05,beta=0.05`, any of them.
///
/// # Errors
/// What was expected.
pub(crate) fn sprt(text: &str) -> Result<Sprt, String> {
    let names = "expected elo0=E, elo1=E, alpha=P or beta=P";
    let mut sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
    let mut seen = HashSet::new();
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let field = match name {
            "elo0" => &mut sprt.elo0,
            "elo1" => &mut sprt.elo1,
            "alpha" => &mut sprt.alpha,
            "beta" => &mut sprt.beta,
            _ => return Err(format!("{names}, found `{word}`")),
        };
        if !seen.insert(name) {
            return Err(format!("duplicate key `{name}`"));
        }
        let expected = |_| format!("expected a number as in `{name}=1`, found `{word}`");
        *field = value.parse().map_err(expected)?;
    }
    if seen.is_empty() {
        return Err(format!("{names}, found none"));
    }
    if sprt.is_sound() {
        return Ok(sprt);
    }
    let Sprt { elo0, elo1, alpha, beta } = sprt;
    Err(format!("{}; here they are {elo0}, {elo1}, {alpha} and {beta}", Sprt::SOUND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(words: &str, expected: Result<[f64; 4], &str>) {
        match (sprt(words), expected) {
            (Ok(sprt), Ok(numbers)) => {
                let [elo0, elo1, alpha, beta] = numbers;
                assert_eq!(sprt, Sprt { elo0, elo1, alpha, beta });
            }
            (Err(why), Err(part)) => assert!(why.contains(part), "{why}"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn bounds_of_a_sequential_test() {
        case(SPRT, Ok([0.0, 10.0, 0.05, 0.05]));
        case("", Err("beta=P, found none"));
        case("elo1=5,elo0=-5,beta=0.1", Ok([-5.0, 5.0, 0.05, 0.1]));
        case("elo1=5 alpha=0.01", Ok([0.0, 5.0, 0.01, 0.05]));
        case("elo1=5,elo1=6", Err("duplicate key `elo1`"));
        case("elo0=-1e308", Err("both within -1000 and 1000"));
        case("alpha=1e-300", Err("at least 0.0001"));
        case("elo2=5", Err("found `elo2=5`"));
        case("elo0", Err("expected a number as in `elo0=1`"));
        case("elo0=nan", Err("elo0 must be below elo1"));
        case("elo0=10", Err("elo0 must be below elo1"));
        case("alpha=0.5", Err("here they are 0, 10, 0.5 and 0.05"));
    }
}
