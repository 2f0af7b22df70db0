//! `checkers`: a player of the two-player game, fresh for every move.
//!
//! [`position`] reads and holds a board, [`moves`] knows the rules in their three profiles,
//! [`search`] chooses. Knows nothing of matches, draws by repetition or opponents: each call sees
//! one position and no past.

pub mod eight;
pub mod moves;
pub mod notation;
pub mod position;
pub mod search;

#[cfg(test)]
mod tests;

pub use moves::{Move, Profile, legal_moves, perft};
pub use position::{Pieces, Position, Side};
pub use search::{Budget, choose};

/// The printed form of a move: the number of hops, then every square that the piece stands on.
pub fn answer(position: &Position, chosen: &Move) -> Vec<u8> {
    let hops = chosen.path.len() - 1;
    let places = chosen.path.iter().map(|square| position.geometry().place(*square));
    let lines = places.map(|(row, column)| format!("{row} {column}\n"));
    format!("{hops}\n{}", lines.collect::<String>()).into_bytes()
}
