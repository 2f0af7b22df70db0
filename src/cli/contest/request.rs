//! What is to be played, as resolved from the arguments of `jury match` or `jury tournament`.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::arena::GameKind;
use crate::arena::record::{Allowance, Format, Protocol, Sprt};

/// What a command asks for.
#[derive(Debug)]
pub(crate) struct Request {
    /// The command's name.
    pub(super) command: &'static str,
    /// Games side by side; the number of cores where nothing is said.
    pub(super) jobs: Option<NonZeroUsize>,
    /// What is played.
    pub(super) games: Games,
    /// Where a plan of the games goes to, in place of playing them.
    pub(super) plan: Option<Planning>,
    /// Where the games go to as PDN.
    pub(super) pdn: Option<PathBuf>,
    /// Where the report goes to as JSON.
    pub(super) json: Option<PathBuf>,
}

/// Work for many machines.
#[derive(Debug)]
pub(super) struct Planning {
    /// The plan.
    pub(super) file: PathBuf,
    /// Shards of a round, where that is said.
    pub(super) shards: Option<NonZeroU32>,
    /// Pairs of a round, where that is said.
    pub(super) round: Option<NonZeroU32>,
}

/// Where the games come from.
#[derive(Debug)]
pub(super) enum Games {
    /// A record, whose games are played to their end, and those of more bots.
    Resumed(PathBuf, Vec<String>),
    /// New ones.
    New(Box<NewGames>),
}

/// A match or tournament that begins.
#[derive(Debug)]
pub(super) struct NewGames {
    /// The bots' paths.
    pub(super) bots: Vec<String>,
    /// Who meets whom.
    pub(super) format: Format,
    /// Pairs of games for each two that meet.
    pub(super) pairs: u32,
    /// The test that may end a match early.
    pub(super) sprt: Option<Sprt>,
    /// The game.
    pub(super) game: &'static GameKind,
    /// The rules that are not the usual ones: keys and words.
    pub(super) rules: Vec<(String, String)>,
    /// Where openings come from.
    pub(super) openings: Openings,
    /// Decides the order of the openings, or the random plies.
    pub(super) seed: u64,
    /// How bots are talked to.
    pub(super) protocol: Protocol,
    /// What a bot may use for each move.
    pub(super) allowance: Allowance,
    /// CPU time for a move of some of the bots, by their numbers from 1.
    pub(super) times: Vec<(usize, Duration)>,
    /// What some of the bots are started with, by their numbers from 1.
    pub(super) arguments: Vec<(usize, Vec<String>)>,
    /// Folders that some of the bots may read, by their numbers from 1.
    pub(super) files: Vec<(usize, String)>,
    /// Where the record is kept; a new file of the working directory where nothing is said.
    pub(super) record: Option<PathBuf>,
}

/// Where openings come from.
#[derive(Debug)]
pub(super) enum Openings {
    /// The shipped book.
    Shipped,
    /// A file, one opening a line.
    File(PathBuf),
    /// So many random plies.
    RandomPlies(u32),
    /// Positions, from a file.
    Positions(PathBuf),
}

impl Request {
    /// Where reports go to.
    pub(super) fn reports(&self) -> Vec<&Path> {
        [&self.pdn, &self.json].into_iter().filter_map(Option::as_deref).collect()
    }
}

impl Games {
    /// The files that are read, and the record: no report may overwrite them. `reference` is the word
    /// for a bot that is no file.
    pub(super) fn files(&self, reference: &str) -> Vec<&Path> {
        match self {
            Self::Resumed(record, _) => vec![record],
            Self::New(new) => {
                let bots = new.bots.iter().filter(|path| *path != reference).map(Path::new);
                let openings = match &new.openings {
                    Openings::File(path) | Openings::Positions(path) => Some(path.as_path()),
                    Openings::Shipped | Openings::RandomPlies(_) => None,
                };
                bots.chain(openings).chain(new.record.as_deref()).collect()
            }
        }
    }
}
