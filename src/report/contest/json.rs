//! Matches and tournaments as JSON, schema 1: mirror types, strict when read back. Every key is
//! always there; what does not apply, and what is infinite, is `null`. Strengths, chances and ratios
//! have three decimals.

use serde::{Deserialize, Serialize};

use crate::arena::Plan;
use crate::arena::game::Reason;
use crate::arena::ladder::Rating;
use crate::arena::rating::Estimate;
use crate::arena::record::{Allowance, Files, Format, Header, Protocol, Sprt};
use crate::arena::sprt::Decision;
use crate::arena::standings::{Duel, Tally};
use crate::json::nullable;
use crate::sandbox::Isolation;

use super::super::document::Tool;
use super::super::json;
use super::{Contest, duel};

/// The version of this format.
pub const SCHEMA: u32 = 1;

/// The whole document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Always [`SCHEMA`].
    pub schema: u32,
    /// What made it.
    pub tool: Tool,
    /// The game's name.
    pub game: String,
    /// Its rules, as the record has them.
    pub rules: serde_json::Value,
    /// Who meets whom.
    pub format: Format,
    /// How bots are talked to.
    pub protocol: Protocol,
    /// What a bot may use for each move.
    pub allowance: Allowance,
    /// What isolation is in force.
    pub isolation: Isolation,
    /// Pairs of games that were to be played, and how many of them count.
    pub pairs: Pairs,
    /// The players, the best one first.
    pub players: Vec<Player>,
    /// What a match says of the first player of the command line; `null` for a tournament.
    #[serde(rename = "match", deserialize_with = "nullable")]
    pub duel: Option<Match>,
    /// Games between two players, each two once.
    pub meetings: Vec<Pairing>,
    /// Why games ended.
    pub endings: Vec<Count>,
    /// The first failures of bots.
    pub failures: Vec<Failure>,
    /// The record's path.
    pub record: String,
    /// Whether nothing is left to be played.
    pub finished: bool,
}

/// How many pairs there are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairs {
    /// In the plan.
    pub planned: usize,
    /// In the results.
    pub counted: usize,
}

/// One player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Its name in this document.
    pub name: String,
    /// The path as the user gave it.
    pub path: String,
    /// The language's name.
    pub language: String,
    /// The digest of what it says.
    pub hash: String,
    /// What it is started with.
    pub arguments: Vec<String>,
    /// The folder that it may read as `/files`; `null` where there is none.
    #[serde(deserialize_with = "nullable")]
    pub files: Option<Files>,
    /// What it may use, where that is not what the others may; else `null`.
    #[serde(deserialize_with = "nullable")]
    pub allowance: Option<Allowance>,
    /// The rating in Elo, 0 being the mean of all.
    pub elo: f64,
    /// The 95 % interval's lower end; `null` after nothing but losses.
    #[serde(deserialize_with = "nullable")]
    pub elo_low: Option<f64>,
    /// The 95 % interval's upper end; `null` after nothing but wins.
    #[serde(deserialize_with = "nullable")]
    pub elo_high: Option<f64>,
    /// Its games.
    pub games: Games,
}

/// Games won, drawn and lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// Won games.
    pub won: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Lost games.
    pub lost: u64,
}

/// The results of a match for the first player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Match {
    /// Its name.
    pub player: String,
    /// Its games.
    pub games: Games,
    /// Pairs that gave it 0, 1, 2, 3 and 4 half points.
    pub pairs: [u64; 5],
    /// Its strength above the other one in normalised Elo; `null` where all pairs are alike.
    #[serde(deserialize_with = "nullable")]
    pub normalized_elo: Option<f64>,
    /// Its strength above the other one in Elo.
    #[serde(deserialize_with = "nullable")]
    pub elo: Option<f64>,
    /// The 95 % interval's lower end.
    #[serde(deserialize_with = "nullable")]
    pub elo_low: Option<f64>,
    /// The 95 % interval's upper end.
    #[serde(deserialize_with = "nullable")]
    pub elo_high: Option<f64>,
    /// The chance of being the stronger one, from 0 to 1.
    #[serde(deserialize_with = "nullable")]
    pub superiority: Option<f64>,
    /// The sequential test.
    #[serde(deserialize_with = "nullable")]
    pub sprt: Option<Test>,
}

/// A sequential test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// Its bounds.
    pub of: Sprt,
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// The ratios at which it ends.
    pub ends_at: [f64; 2],
    /// `elo0`, `elo1`, or `null` while nothing is decided.
    #[serde(deserialize_with = "nullable")]
    pub decision: Option<String>,
}

/// Games between two players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// Their names.
    pub players: [String; 2],
    /// The games as the first of them sees them.
    pub games: Games,
}

/// How often games ended for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// The reason.
    pub reason: Reason,
    /// Games.
    pub games: u64,
    /// Who lost some of them.
    pub lost: Vec<Lost>,
}

/// How many games somebody lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lost {
    /// The player's name.
    pub player: String,
    /// Games.
    pub games: u64,
}

/// What a bot's failure was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// The first game that it ended, by its number in the plan, from 0.
    pub game: usize,
    /// How many games ended by the same one.
    pub games: u64,
    /// Who failed.
    pub player: String,
    /// How.
    pub reason: Reason,
    /// The words for it.
    pub words: String,
}

/// The document as a JSON text, with a newline at its end.
///
/// # Errors
/// Only what `serde_json` cannot write; there is no such value in a contest.
pub fn render(contest: &Contest) -> Result<String, serde_json::Error> {
    json::render(&Document::from(contest))
}

impl From<Tally> for Games {
    fn from(Tally { won, drawn, lost }: Tally) -> Self {
        Self { won, drawn, lost }
    }
}

impl From<&Contest> for Document {
    fn from(contest: &Contest) -> Self {
        let Contest { header, standings, .. } = contest;
        let name = |player: usize| header.players[player].name.clone();
        let meeting = |(players, duel): (&[usize; 2], &Duel)| Pairing {
            players: players.map(name),
            games: duel.tally.into(),
        };
        let failure = |failure: &super::BotFailure| Failure {
            game: failure.game,
            games: failure.games,
            player: name(failure.player),
            reason: failure.ending.reason,
            words: failure.ending.words.clone(),
        };
        Self {
            schema: SCHEMA,
            tool: Tool::this(),
            game: header.game.clone(),
            rules: header.rules.clone(),
            format: header.format,
            protocol: header.protocol,
            allowance: header.allowance,
            isolation: header.isolation.clone(),
            pairs: Pairs { planned: Plan::of(header).pairs(), counted: standings.counted() },
            players: players(contest),
            duel: duel(header, standings).map(|duel| played(header, &duel)),
            meetings: standings.duels().iter().map(meeting).collect(),
            endings: contest.counts().into_iter().map(|count| counted(header, count)).collect(),
            failures: contest.failures.iter().map(failure).collect(),
            record: contest.record.display().to_string(),
            finished: contest.resume.is_none(),
        }
    }
}

fn players(contest: &Contest) -> Vec<Player> {
    let player = |(number, rating): (usize, Rating)| {
        let player = &contest.header.players[number];
        Player {
            name: player.name.clone(),
            path: player.path.clone(),
            language: player.language.clone(),
            hash: player.hash.clone(),
            arguments: player.arguments.clone(),
            files: player.files.clone(),
            allowance: player.allowance,
            elo: rounded(rating.elo),
            elo_low: finite(rating.low),
            elo_high: finite(rating.high),
            games: contest.tally(number).into(),
        }
    };
    contest.ladder().into_iter().map(player).collect()
}

fn counted(header: &Header, count: super::Count) -> Count {
    let lost = count
        .losers
        .into_iter()
        .map(|(player, games)| Lost { player: header.players[player].name.clone(), games });
    Count { reason: count.reason, games: count.games, lost: lost.collect() }
}

fn played(header: &Header, duel: &Duel) -> Match {
    let estimate = duel.pairs.estimate();
    let known = |of: fn(&Estimate) -> f64| estimate.as_ref().map(of);
    let test = |of: Sprt| Test {
        of,
        ratio: rounded(of.ratio(&duel.pairs)),
        ends_at: of.bounds().map(rounded),
        decision: of.decide(&duel.pairs).map(|decision| match decision {
            Decision::Elo0 => "elo0".to_owned(),
            Decision::Elo1 => "elo1".to_owned(),
        }),
    };
    Match {
        player: header.players[0].name.clone(),
        games: duel.tally.into(),
        pairs: duel.pairs.0,
        normalized_elo: duel.pairs.normalized().map(rounded),
        elo: known(|estimate| estimate.elo).and_then(finite),
        elo_low: known(|estimate| estimate.low).and_then(finite),
        elo_high: known(|estimate| estimate.high).and_then(finite),
        superiority: known(|estimate| estimate.superiority).map(rounded),
        sprt: header.sprt.map(test),
    }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then(|| rounded(value))
}

fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
