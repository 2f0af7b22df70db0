//! A player of whole games: it gets the position before each of its moves and remembers those
//! before, so as not to repeat them by mistake. Reading and writing is done by the caller.

use super::eight::endgames::Endgames;
use super::eight::{Board, Rules, Searcher};
use super::{Limits, Move, Position, Profile, legal_moves, plain};

/// Boards that the player remembers: 2 to the power of this, of 16 bytes each. Short searches get
/// few, as looks into a large table take longer than all else. With all endgames of a folder in
/// memory, too, even the most stay within 256 MiB.
const MEMORY_BITS: std::ops::RangeInclusive<u32> = 16..=21;
/// One board in so many that a search looks at is remembered.
const BOARDS_A_MEMORY: u64 = 4;
/// Boards that a search looks at in a millisecond, on a machine of 2025.
const BOARDS_A_MILLISECOND: u64 = 4_000;

/// A player.
#[derive(Debug)]
pub struct Player {
    profile: Profile,
    searcher: Searcher,
    /// Boards of the game so far, the player's own moves made.
    past: Vec<Board>,
}

impl Player {
    /// The rules by which it searches and knows endgames.
    pub fn rules(profile: Profile) -> Rules {
        match profile {
            Profile::English => Rules::English,
            Profile::Seed | Profile::StoppingAllowed => Rules::Seed,
        }
    }

    /// A player at the beginning of a game; `endgames` are those of its [`Player::rules`], `limits`
    /// those of a move.
    pub fn new(profile: Profile, endgames: Endgames, limits: Limits) -> Self {
        let time = u64::try_from(limits.cpu_time.as_millis()).unwrap_or(u64::MAX);
        let boards = limits.nodes.min(time.saturating_mul(BOARDS_A_MILLISECOND));
        let bits = (boards / BOARDS_A_MEMORY).checked_ilog2().unwrap_or(0);
        let bits = bits.clamp(*MEMORY_BITS.start(), *MEMORY_BITS.end());
        Self { profile, searcher: Searcher::new(bits, endgames), past: Vec::new() }
    }

    /// The move that it makes, or `None` where there is no legal one.
    pub fn choose(&mut self, position: &Position, limits: Limits) -> Option<Move> {
        if position.geometry().size() != 8 || self.profile == Profile::StoppingAllowed {
            return plain::choose(position, self.profile, limits);
        }
        let board = Board::of(&position.pieces);
        let rules = Self::rules(self.profile);
        if !self.past.last().is_some_and(|last| last.leads_to(rules, &board)) {
            self.past.clear();
        }
        let found = self.searcher.search(&board, &self.past, limits)?;
        self.past.extend([board, found.best.board]);
        let mut moves = legal_moves(position, self.profile).into_iter();
        moves.find(|one| Board::of(&one.after(&position.pieces)) == found.best.board)
    }
}
