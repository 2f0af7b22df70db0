//! A player of whole games: it gets the position before each of its moves and remembers those
//! before, so as not to repeat them by mistake. Reading and writing is done by the caller.

use super::eight::endgames::Endgames;
use super::eight::endgames::store::SHIPPED_PIECES;
use super::eight::{Board, Searcher};
use super::{Limits, Move, Position, Profile, legal_moves, plain};

/// Boards that the player remembers: 2 to the power of this, of 16 bytes each. With all endgames of
/// a folder in memory, too, it stays within 256 MiB.
const MEMORY_BITS: u32 = 22;
const MEMORY_BITS_BESIDE_FOLDER: u32 = 21;

/// A player.
#[derive(Debug)]
pub struct Player {
    profile: Profile,
    searcher: Searcher,
    /// Boards of the game so far, the player's own moves made.
    past: Vec<Board>,
}

impl Player {
    /// A player at the beginning of a game.
    pub fn new(profile: Profile, endgames: Endgames) -> Self {
        let has_folder = endgames.pieces() > SHIPPED_PIECES;
        let bits = if has_folder { MEMORY_BITS_BESIDE_FOLDER } else { MEMORY_BITS };
        Self { profile, searcher: Searcher::new(bits, endgames), past: Vec::new() }
    }

    /// The move that it makes, or `None` where there is no legal one.
    pub fn choose(&mut self, position: &Position, limits: Limits) -> Option<Move> {
        if position.geometry().size() != 8 || self.profile != Profile::Seed {
            return plain::choose(position, self.profile, limits);
        }
        let board = Board::of(&position.pieces);
        if !self.past.last().is_some_and(|last| last.leads_to(&board)) {
            self.past.clear();
        }
        let found = self.searcher.search(&board, &self.past, limits)?;
        self.past.extend([board, found.best.board]);
        let mut moves = legal_moves(position, self.profile).into_iter();
        moves.find(|one| Board::of(&one.after(&position.pieces)) == found.best.board)
    }
}
