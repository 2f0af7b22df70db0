//! `checkers`: a player of the two-player game.
//!
//! [`position`] reads and holds a board, [`moves`] knows the rules in their three profiles,
//! [`notation`] writes moves down, [`eight`] is the game of eight by eight squares, [`plain`] plays
//! all other sizes and profiles, [`player`] chooses among them and answers moves.

pub mod eight;
pub mod limits;
pub mod moves;
pub mod notation;
pub mod plain;
pub mod player;
pub mod position;

#[cfg(test)]
mod tests;

pub use limits::Limits;
pub use moves::{Move, Profile, legal_moves, perft};
pub use player::Player;
pub use position::{Geometry, Pieces, Position, Side};

/// The printed form of a move: the number of hops, then every square that the piece stands on.
pub fn answer(position: &Position, chosen: &Move) -> Vec<u8> {
    let hops = chosen.path.len() - 1;
    let places = chosen.path.iter().map(|square| position.geometry().place(*square));
    let lines = places.map(|(row, column)| format!("{row} {column}\n"));
    format!("{hops}\n{}", lines.collect::<String>()).into_bytes()
}
