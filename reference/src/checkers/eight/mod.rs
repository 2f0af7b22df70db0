//! The game on eight by eight squares, by the seed profile or the English rules: a fast player.
//!
//! [`board`] makes moves, [`evaluate`] judges a board without looking ahead, [`endgames`] knows those
//! of few pieces to the end, [`search`] chooses.

pub mod board;
pub mod endgames;
pub mod evaluate;
mod memory;
pub mod net;
mod node;
mod order;
pub mod search;
#[cfg(test)]
mod tests;
mod tree;
pub mod worth;
mod worths;

pub use board::{Board, Move, Rules};
pub use search::{Found, Searcher};
