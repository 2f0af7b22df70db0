//! The game on eight by eight squares, by the seed profile: a fast player.
//!
//! [`board`] makes moves, [`search`] chooses among them.

pub mod board;
pub mod endgames;
pub mod evaluate;
pub mod hand;
mod memory;
pub mod search;

pub use board::{Board, Move};
pub use search::{Found, Searcher};
