//! What users may choose of a match or tournament.

use std::collections::HashSet;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::arena::GameKind;
use crate::arena::games::{GAMES, find};
use crate::arena::record::{Allowance, Bank, Format, Protocol, Scale, Sprt};
use crate::limits::{Limits, usual_wall};

use super::super::plan_file;
use super::super::values;
use super::request::{Games, NewGames, Openings, Planning, Request};

/// CPU time of a move where nobody says another.
const TIME: Duration = Duration::from_secs(2);
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
    /// The game
    #[arg(long, value_name = "NAME", default_value = "checkers", value_parser = game_name())]
    game: &'static GameKind,
    /// A rule of the game that is not the usual one, such as size=10 (can be repeated; `docs/arena.md` lists
    /// them)
    #[arg(long, value_name = "KEY=VALUE", value_parser = rule)]
    rules: Vec<(String, String)>,
    /// CPU time per move, in seconds, multiplied by the language's time factor [default: 2, with --time-bank no
    /// limit of its own]
    #[arg(long, value_name = "S", value_parser = values::time_limit)]
    time_limit: Option<Duration>,
    /// CPU time per move of the Nth bot alone, such as 2=0.5 (can be repeated)
    #[arg(long, value_name = "N=S", value_parser = time_of)]
    time_limit_of: Vec<(usize, Duration)>,
    /// CPU time for all moves of a game, with what each move adds, in seconds, such as 60+0.5
    #[arg(long, value_name = "S[+S]", value_parser = bank)]
    time_bank: Option<Bank>,
    /// Start the Nth bot with these arguments, such as '2=--depth 4' (can be repeated)
    #[arg(long, value_name = "N=WORDS", value_parser = arguments_of, allow_hyphen_values = true)]
    arguments_of: Vec<(usize, Vec<String>)>,
    /// Let the Nth bot read this folder as /files, such as 2=book (can be repeated)
    #[arg(long, value_name = "N=DIR", value_parser = files_of)]
    files_of: Vec<(usize, String)>,
    /// One process per move, or one for the whole game
    #[arg(long, value_name = "HOW", default_value = "fresh")]
    protocol: ProtocolName,
    /// Openings, one per line, instead of the shipped ones
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,
    /// Start each game with this many random plies instead of an opening
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=40))]
    random_plies: Option<u32>,
    /// Positions to begin with instead of openings, as bots read them, each followed by an empty line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["random_plies", "openings"])]
    positions: Option<PathBuf>,
    /// Seed for the order of the openings, or for the random plies
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::seed)]
    seed: u64,
    /// In checkers, when a capture ends [default: seed]
    #[arg(long, value_name = "RULES")]
    profile: Option<values::ProfileName>,
    /// In checkers, the result of a game that reaches the maximum length [default: draw]
    #[arg(long, value_name = "RESULT")]
    cap_result: Option<CapResultName>,
    /// File for the record, which must not exist yet [default: a new file here]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Resume this record, with its players, rules and openings
    #[arg(long, value_name = "RECORD", conflicts_with_all = [
        "bots", "pairs", "game", "rules", "time_limit", "time_limit_of", "time_bank", "arguments_of", "files_of",
        "protocol", "openings", "random_plies", "positions", "seed", "profile", "cap_result", "record",
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
    /// Bots that are added to the record that is resumed.
    pub(crate) added: &'a [String],
    /// Pairs of a round of a plan with such a test, where that is said.
    pub(crate) round: Option<NonZeroU32>,
}

impl Options {
    /// What is asked for, all together.
    pub(crate) fn resolve(&self, meeting: &Pairing<'_>) -> Request {
        let games = match &self.resume {
            Some(record) => Games::Resumed(record.clone(), meeting.added.to_vec()),
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
            game: self.game,
            rules: self.rules(),
            openings: match (self.random_plies, &self.openings, &self.positions) {
                (Some(plies), ..) => Openings::RandomPlies(plies),
                (None, Some(path), _) => Openings::File(path.clone()),
                (None, None, Some(path)) => Openings::Positions(path.clone()),
                (None, None, None) => Openings::Shipped,
            },
            seed: self.seed,
            protocol: match self.protocol {
                ProtocolName::Fresh => Protocol::Fresh,
                ProtocolName::Session => Protocol::Session,
            },
            allowance: self.allowance(),
            times: self.time_limit_of.clone(),
            arguments: self.arguments_of.clone(),
            files: self.files_of.clone(),
            record: self.record.clone(),
        }
    }

    /// The rules, those of checkers among them that have options of their own.
    fn rules(&self) -> Vec<(String, String)> {
        let word = |key: &str, value: Option<clap::builder::PossibleValue>| {
            value.map(|value| (key.to_owned(), value.get_name().to_owned()))
        };
        let profile = self.profile.and_then(|profile| profile.to_possible_value());
        let cap_result = self.cap_result.and_then(|result| result.to_possible_value());
        let own = [word("profile", profile), word("cap_result", cap_result)];
        self.rules.iter().cloned().chain(own.into_iter().flatten()).collect()
    }

    fn allowance(&self) -> Allowance {
        let whole = self.time_bank.map(|bank| Duration::from_secs_f64(bank.seconds));
        let time = self.time_limit.or(whole).unwrap_or(TIME);
        Allowance {
            cpu_seconds: time.as_secs_f64(),
            wall_seconds: usual_wall(time).as_secs_f64(),
            memory_bytes: Limits::default().memory,
            output_bytes: OUTPUT,
            bank: self.time_bank,
        }
    }
}

/// Reads the name of a game.
pub(crate) fn game_name() -> impl TypedValueParser<Value = &'static GameKind> {
    PossibleValuesParser::new(GAMES.map(|game| game.name)).try_map(|name| find(&name))
}

/// Reads a rule: `KEY=VALUE`.
pub(crate) fn rule(text: &str) -> Result<(String, String), String> {
    let (key, value) =
        text.split_once('=').ok_or_else(|| format!("expected KEY=VALUE, found `{text}`"))?;
    Ok((key.to_owned(), value.to_owned()))
}

/// Reads what is of one bot alone: `N=…`.
fn of_bot<'t>(text: &'t str, example: &str) -> Result<(usize, &'t str), String> {
    let found = text.split_once('=').and_then(|(number, rest)| Some((number.parse().ok()?, rest)));
    found.filter(|(number, _)| *number > 0).ok_or_else(|| {
        format!("expected a bot's number and a value, as in `{example}`, found `{text}`")
    })
}

fn time_of(text: &str) -> Result<(usize, Duration), String> {
    let (number, time) = of_bot(text, "2=0.5")?;
    Ok((number, values::time_limit(time)?))
}

fn arguments_of(text: &str) -> Result<(usize, Vec<String>), String> {
    let (number, words) = of_bot(text, "2=--depth 4")?;
    let split = shlex::split(words).ok_or_else(|| format!("a quote is not closed in `{words}`"))?;
    Ok((number, split))
}

fn files_of(text: &str) -> Result<(usize, String), String> {
    let (number, folder) = of_bot(text, "2=book")?;
    if folder.is_empty() {
        return Err(format!("expected a folder, as in `2=book`, found `{text}`"));
    }
    Ok((number, folder.to_owned()))
}

/// Reads a time for a whole game: `60` or `60+0.5`.
fn bank(text: &str) -> Result<Bank, String> {
    let (begin, more) = text.split_once('+').unwrap_or((text, "0"));
    let increment_seconds = match more {
        "0" => 0.0,
        more => values::time_limit(more)?.as_secs_f64(),
    };
    Ok(Bank { seconds: values::time_limit(begin)?.as_secs_f64(), increment_seconds })
}

/// The usual bounds of a sequential test.
pub(crate) const SPRT: &str = "elo0=0,elo1=10,alpha=0.05,beta=0.05";

/// Reads the bounds of a sequential test: `elo0=0,elo1=10,alpha=0.05,beta=0.05`, any of them.
///
/// # Errors
/// What was expected.
pub(crate) fn sprt(text: &str) -> Result<Sprt, String> {
    let names = "expected elo0=E, elo1=E, alpha=P, beta=P or scale=normalized";
    let mut sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
    let mut seen = HashSet::new();
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        if name == "scale" {
            sprt.scale = match value {
                "logistic" => Scale::Logistic,
                "normalized" => Scale::Normalized,
                _ => {
                    return Err(format!(
                        "expected scale=logistic or scale=normalized, found `{word}`"
                    ));
                }
            };
            if !seen.insert(name) {
                return Err("duplicate key `scale`".into());
            }
            continue;
        }
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
    let Sprt { elo0, elo1, alpha, beta, .. } = sprt;
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
                assert_eq!(sprt, Sprt { elo0, elo1, alpha, beta, scale: Scale::Logistic });
            }
            (Err(why), Err(part)) => assert!(why.contains(part), "{why}"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_of_one_bot_has_its_number() {
        assert_eq!(time_of("2=0.5"), Ok((2, Duration::from_millis(500))));
        assert_eq!(
            time_of("0=1").unwrap_err(),
            "expected a bot's number and a value, as in `2=0.5`, found `0=1`"
        );
        assert!(time_of("2=x").unwrap_err().contains("`x` is not a number of seconds"));
        let words = ["--name", "a b"].map(str::to_owned).to_vec();
        assert_eq!(arguments_of("1=--name 'a b'"), Ok((1, words)));
        assert!(arguments_of("1='a").unwrap_err().contains("quote"));
        assert_eq!(files_of("1=a=b"), Ok((1, "a=b".to_owned())));
        assert_eq!(files_of("1=").unwrap_err(), "expected a folder, as in `2=book`, found `1=`");
    }

    #[test]
    fn a_bank_may_be_added_to() {
        assert_eq!(bank("60"), Ok(Bank { seconds: 60.0, increment_seconds: 0.0 }));
        assert_eq!(bank("1.5+0.25"), Ok(Bank { seconds: 1.5, increment_seconds: 0.25 }));
        assert!(bank("1+").is_err() && bank("0").is_err() && bank("-1+1").is_err());
    }

    #[test]
    fn bounds_of_a_sequential_test() {
        case(SPRT, Ok([0.0, 10.0, 0.05, 0.05]));
        assert_eq!(super::sprt("elo1=5,scale=normalized").unwrap().scale, Scale::Normalized);
        case("scale=x", Err("expected scale=logistic or scale=normalized, found `scale=x`"));
        case("", Err("scale=normalized, found none"));
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
