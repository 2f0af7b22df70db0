//! The record of a match or tournament: JSON, one line an event, each appended at once.
//!
//! The first line is a [`Header`], which with its own openings fixes every game that is to be
//! played. Then come [`Event`]s. A game that started and has no end, or that starts again, counts
//! for nothing until its end stands there; a last line without its newline was cut off and never
//! happened.

use std::io;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::limits::Limits;
use crate::sandbox::Isolation;

use super::game::GameEnd;

/// The version of this format.
pub const VERSION: u32 = 1;

/// The first line: what is played, by whom, and under which conditions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Always [`VERSION`].
    pub record: u32,
    /// The program that wrote it, and its version: `jury 0.1.0`.
    pub tool: String,
    /// The game's name.
    pub game: String,
    /// The game's rules, as the game writes them.
    pub rules: serde_json::Value,
    /// The bots.
    pub players: Vec<Player>,
    /// Who meets whom.
    pub format: Format,
    /// Pairs of games that each two players who meet are to play: one opening, both colours.
    pub pairs: u32,
    /// How bots are talked to.
    pub protocol: Protocol,
    /// What a bot may use.
    pub allowance: Allowance,
    /// The sequential test that may end a match early.
    #[serde(deserialize_with = "crate::json::nullable")]
    pub sprt: Option<Sprt>,
    /// What isolation is in force.
    pub isolation: Isolation,
    /// The openings in the order of play, each in the game's notation; taken round and round.
    pub openings: Vec<Vec<String>>,
    /// The states, as bots read them, that the openings begin with, one for each; without them, all begin
    /// at the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<String>>,
    /// How many players there were at first, and after each time but the last that some were added: those
    /// before play all their games first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier_players: Vec<usize>,
}

/// A bot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The name in tables, unlike all others of the record.
    pub name: String,
    /// The path as the user gave it.
    pub path: String,
    /// The language's name.
    pub language: String,
    /// The digest of its files and language, in hexadecimal digits: a match that resumes a record
    /// must have the same.
    pub hash: String,
    /// What it is started with, after its own words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// What it may read as `/files`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<Files>,
    /// What it may use, where that is not what the others may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowance: Option<Allowance>,
}

/// A folder that a bot may read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Files {
    /// The path as the user gave it.
    pub path: String,
    /// The digest of what is in it, in hexadecimal digits: a match that resumes a record must have the same.
    pub hash: String,
}

/// Who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Everyone meets everyone; a match is this with two players.
    RoundRobin,
    /// The first meets each of the others.
    Gauntlet,
}

/// How bots are talked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    /// A new process a move, with the whole state as its input.
    Fresh,
    /// One process a game: state by state, answer by answer.
    Session,
}

/// What a bot may use for each move.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowance {
    /// CPU time, before the language's factor.
    pub cpu_seconds: f64,
    /// Wall time.
    pub wall_seconds: f64,
    /// Memory.
    pub memory_bytes: u64,
    /// Output.
    pub output_bytes: u64,
    /// CPU time for all moves of a game, where there is such a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<Bank>,
}

/// CPU time for all moves of a game, before the language's factor.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bank {
    /// At the beginning.
    pub seconds: f64,
    /// More after each move.
    pub increment_seconds: f64,
}

/// A sequential probability ratio test between two strengths.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The strength, in Elo, that is to be refused.
    pub elo0: f64,
    /// The strength, in Elo, that is to be accepted.
    pub elo1: f64,
    /// The chance of accepting `elo1` where `elo0` holds.
    pub alpha: f64,
    /// The chance of accepting `elo0` where `elo1` holds.
    pub beta: f64,
    /// What the strengths are counted in.
    #[serde(default, skip_serializing_if = "Scale::is_logistic")]
    pub scale: Scale,
}

/// What strengths are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Elo, from the mean score alone.
    #[default]
    Logistic,
    /// Normalised Elo, from the mean score in standard deviations of a game's score.
    Normalized,
}

impl Scale {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
    fn is_logistic(&self) -> bool {
        *self == Self::Logistic
    }
}

/// A line after the first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// A game begins.
    Start {
        /// Its number in the plan, from 0.
        game: usize,
        /// The players in the seats, by their numbers in the header.
        players: [usize; 2],
        /// The opening's moves, which nobody chose.
        opening: Vec<String>,
    },
    /// A move was made.
    Ply {
        /// The game.
        game: usize,
        /// The ply's number, counted from 1, the opening's included.
        ply: usize,
        /// The move, in the game's notation.
        #[serde(rename = "move")]
        notation: String,
        /// CPU time that the bot took.
        cpu_seconds: f64,
        /// Wall time that it took.
        wall_seconds: f64,
        /// The peak of its memory; `null` where it is not known: in a session, whose process lives
        /// on, and below what the kernel counts by.
        #[serde(deserialize_with = "crate::json::nullable")]
        memory_bytes: Option<u64>,
        /// The end of what it wrote to its standard error; nothing where it wrote nothing.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        stderr: String,
    },
    /// A game has ended.
    End {
        /// The game.
        game: usize,
        /// How.
        ending: GameEnd,
        /// Plies in all, the opening's included.
        plies: usize,
        /// The end of what a bot that failed wrote to its standard error.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        stderr: String,
    },
}

impl Header {
    /// What a player may use.
    pub fn allowance_of(&self, player: usize) -> &Allowance {
        self.players[player].allowance.as_ref().unwrap_or(&self.allowance)
    }
}

impl Allowance {
    /// The limits of a move, before the language's factor.
    pub fn limits(&self) -> Limits {
        Limits {
            cpu: Duration::from_secs_f64(self.cpu_seconds),
            wall: Duration::from_secs_f64(self.wall_seconds),
            memory: self.memory_bytes,
            output: self.output_bytes,
            ..Limits::default()
        }
    }

    /// Whether a move can be played within it, and clocks can count so far.
    pub fn is_sound(&self) -> bool {
        let time = |seconds: f64| seconds > 0.0 && seconds <= 86_400.0;
        let room = self.memory_bytes > 0 && self.output_bytes > 0;
        let bank = self.bank.is_none_or(|bank| {
            time(bank.seconds) && (0.0..=86_400.0).contains(&bank.increment_seconds)
        });
        time(self.cpu_seconds) && time(self.wall_seconds) && room && bank
    }
}

/// The first thing in a record that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct BadRecord {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in bytes, counted from 1.
    pub column: usize,
    /// What was expected there.
    pub message: String,
}

/// Why there is no record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// What is there is none.
    #[error(transparent)]
    Bad(#[from] BadRecord),
    /// It cannot be read.
    #[error(transparent)]
    Unread(#[from] io::Error),
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::arena::checkers::CHECKERS;
    use crate::sandbox::Level;

    /// A round robin over four openings.
    pub(crate) fn header(players: usize, pairs: u32) -> Header {
        let player = |number: usize| Player {
            name: format!("bot-{number}"),
            path: format!("bots/bot-{number}.py"),
            language: "python".into(),
            hash: format!("{number:08x}"),
            arguments: Vec::new(),
            files: None,
            allowance: None,
        };
        Header {
            record: VERSION,
            tool: "jury 0.1.0".into(),
            game: "checkers".into(),
            rules: (CHECKERS.usual)(),
            players: (0..players).map(player).collect(),
            format: Format::RoundRobin,
            pairs,
            protocol: Protocol::Fresh,
            allowance: Allowance {
                cpu_seconds: 2.0,
                wall_seconds: 7.0,
                memory_bytes: 1 << 28,
                output_bytes: 1 << 16,
                bank: None,
            },
            sprt: None,
            isolation: Isolation {
                level: Level::Full,
                walls: Vec::new(),
                cpu_source: "cgroup".into(),
                memory_source: "cgroup".into(),
            },
            openings: ["9-13", "9-14", "10-14", "11-15"].map(|one| vec![one.into()]).into(),
            positions: None,
            earlier_players: Vec::new(),
        }
    }
}
