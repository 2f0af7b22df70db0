//! The game on eight by eight squares, by the seed profile: a fast player.
//!
//! [`board`] makes moves.

pub mod board;

pub use board::Board;
