//! The arena: whole games between bots.
//!
//! ```text
//! rules --start--> Game --state--> bot --answer--> Game … --ended--> GameEnd --> Record --> standings
//! ```
//!
//! [`game`] says what a game under way is, [`kind`] what else is known of it, [`games`] which there are. [`record`] is what is kept of every game,
//! and all that standings, exports and a resumed tournament know. [`plan`] says which games are to be
//! played, [`run`] has them played side by side, a [`referee`] each, who asks a [`bot`] for every move;
//! [`standings`] count the results, [`rating`], [`sprt`] and [`ladder`] say what these are worth.
//! Adding a game: one file here that implements [`Game`], and its line in the table. Building bots, parsing options and
//! printing results happen elsewhere.

use std::io;
use std::path::PathBuf;

use crate::pool::PoolError;
use crate::sandbox::SandboxError;

pub mod bot;
mod checkers;
mod four_in_a_row;
pub mod game;
pub mod games;
pub mod kind;
pub mod ladder;
mod lines;
pub mod openings;
pub mod plan;
pub mod positions;
pub mod rating;
mod read;
pub mod record;
pub mod referee;
mod retrace;
pub mod run;
pub mod sprt;
pub mod standings;

#[cfg(test)]
mod nim;

pub use game::{Game, GameEnd, Refusal, Seat};
pub use kind::{GameKind, Setup};
pub use plan::Plan;
pub use read::{Played, Record, expect_sound, played};
pub use record::{BadRecord, RecordError};
pub use retrace::retrace;
pub use standings::Standings;

/// Why games could not be played: never a bot's fault.
#[derive(Debug, thiserror::Error)]
pub enum ArenaFailure {
    /// The sandbox failed, or the user interrupted.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// A bot was ended by a `SIGKILL` that was not ours, in the first attempt at a game.
    #[error("a bot was killed from outside")]
    Killed,
    /// A temporary file cannot be written.
    #[error("cannot write {}", path.display())]
    Scratch {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A worker thread panicked.
    #[error("a worker of the arena panicked; this is a bug of jury")]
    Worker,
    /// The record cannot be written.
    #[error("cannot write the record")]
    Record(#[source] io::Error),
    /// A game's opening is not one of its rules'.
    #[error("cannot play the opening of game {game}: {why}")]
    Opening {
        /// The game's number in the plan, from 0.
        game: usize,
        /// Why.
        why: String,
    },
}

impl From<PoolError> for ArenaFailure {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::NoThread(source) => {
                let step = "starting a thread of the arena".into();
                SandboxError::Failed { step, source }.into()
            }
            PoolError::Panicked => Self::Worker,
        }
    }
}

impl ArenaFailure {
    /// Whether somebody merely wished that it ends.
    fn is_interrupt(&self) -> bool {
        matches!(self, Self::Sandbox(SandboxError::Interrupted))
    }

    /// Whether the machine spoilt one game, and the next attempt may do better.
    fn spoils_a_game(&self) -> bool {
        let lost = SandboxError::spoils_one;
        matches!(self, Self::Killed) || matches!(self, Self::Sandbox(error) if lost(error))
    }
}
