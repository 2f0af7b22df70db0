//! The arena: whole games between bots.
//!
//! ```text
//! rules --start--> Game --state--> bot --answer--> Game … --ended--> Ending --> Record --> standings
//! ```
//!
//! [`game`] says what a game is; [`checkers`] is the first. [`record`] is what is kept of every game,
//! and all that standings, exports and a resumed tournament know. [`plan`] says which games are to be
//! played; [`standings`] count their results, [`rating`], [`sprt`] and [`ladder`] say what these are
//! worth. Adding a game: one file here that
//! implements [`Game`]. This room knows nothing of how bots were built, of command lines, or of how
//! results are shown.

pub mod checkers;
pub mod game;
pub mod ladder;
pub mod openings;
pub mod plan;
pub mod rating;
mod read;
pub mod record;
pub mod sprt;
pub mod standings;

pub use checkers::Checkers;
pub use game::{Ending, Game, Refusal, Seat};
pub use plan::Plan;
pub use read::{BadRecord, Played, Record};
pub use standings::Standings;
