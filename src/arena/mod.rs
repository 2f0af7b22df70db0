//! The arena: whole games between bots.
//!
//! ```text
//! rules --start--> Game --state--> bot --answer--> Game … --ended--> Ending --> Record --> standings
//! ```
//!
//! [`game`] says what a game is; [`checkers`] is the first. [`record`] is what is kept of every game,
//! and all that standings, exports and a resumed tournament know. Adding a game: one file here that
//! implements [`Game`]. This room knows nothing of how bots were built, of command lines, or of how
//! results are shown.

pub mod checkers;
pub mod game;
pub mod record;

pub use checkers::Checkers;
pub use game::{Ending, Game, Refusal, Seat};
