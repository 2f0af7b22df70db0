//! Choosing a move on a board of any size and by any profile: alpha-beta search, deepened step by
//! step, through captures until the board is quiet, with material and a little advancement as its
//! evaluation.
//!
//! It ends after a number of positions, not after a time, so that the same position always gets the
//! same move; the clock is only a guard for very slow machines. Earlier positions of the game are
//! not considered.

use super::Limits;
use super::moves::{Move, Profile, for_each_move, legal_moves, must_capture, squares};
use super::position::{Geometry, Pieces, Position, Side, Squares};
use crate::clock::thread_cpu_time;

/// Most boards to look at: about a quarter of a second on a machine of 2020.
const MOST_NODES: u64 = 1_200_000;

/// A lost game, less the moves until then.
const LOSS: i32 = -1_000_000;
const MAN: i32 = 100;
const KING: i32 = 150;
/// Deepest search, in moves; no budget reaches it but in trivial positions.
const DEEPEST: u32 = 60;

/// The best move found, or `None` where there is no legal move.
pub fn choose(position: &Position, profile: Profile, limits: Limits) -> Option<Move> {
    let mut moves = legal_moves(position, profile);
    if moves.len() <= 1 {
        return moves.pop();
    }
    let limits = Limits { nodes: limits.nodes.min(MOST_NODES), ..limits };
    let mut search =
        Search { geometry: position.geometry(), profile, limits, seen: 0, next_look: 0 };
    for depth in 1..=DEEPEST.min(limits.depth) {
        // The best of the last round first: it makes the next round short, and stands if it is cut.
        let Some(best) = search.best_of(&position.pieces, &moves, depth) else { break };
        moves[..=best].rotate_right(1);
    }
    Some(moves.swap_remove(0))
}

/// The budget is used up.
struct Exhausted;

struct Search<'a> {
    geometry: &'a Geometry,
    profile: Profile,
    limits: Limits,
    seen: u64,
    /// The value of `seen` at which to look at the clock.
    next_look: u64,
}

/// A move as the search needs it: where from, where to, what it takes, king afterwards.
type Brief = (u8, u8, Squares, bool);

impl Search<'_> {
    /// Index of the best move at this depth; in a round cut short, of the best so far, if the first
    /// was finished and another was better.
    fn best_of(&mut self, pieces: &Pieces, moves: &[Move], depth: u32) -> Option<usize> {
        let mut best = None;
        let mut alpha = LOSS * 2;
        for (index, candidate) in moves.iter().enumerate() {
            let next = candidate.after(pieces);
            match self.value(&next, depth - 1, 1, LOSS * 2, -alpha) {
                Ok(value) if -value > alpha => {
                    alpha = -value;
                    best = Some(index);
                }
                Ok(_) => {}
                Err(Exhausted) => return best.filter(|index| *index > 0),
            }
        }
        best
    }

    /// The value for the side to move, exact between alpha and beta.
    fn value(
        &mut self,
        pieces: &Pieces,
        depth: u32,
        ply: i32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Exhausted> {
        self.count(1)?;
        if depth == 0 && !must_capture(self.geometry, pieces) {
            return Ok(self.evaluate(pieces));
        }
        let mut moves: Vec<Brief> = Vec::with_capacity(24);
        for_each_move(self.geometry, pieces, self.profile, |path, captured, king_after| {
            moves.push((path[0], path[path.len() - 1], captured, king_after));
        });
        if moves.len() > 32 {
            // Crowded captures reach the same end by very many paths.
            self.count(moves.len() as u64 / 32)?;
            moves.sort_unstable();
            moves.dedup();
        }
        moves.sort_by_key(|(_, _, captured, _)| std::cmp::Reverse(captured.count_ones()));
        let mut alpha = alpha;
        let mut best = LOSS + ply;
        for (from, to, captured, king_after) in moves {
            let next = pieces.after(from, to, captured, king_after);
            // A capture that is compulsory costs no depth at the horizon.
            let left = depth.saturating_sub(1);
            let value = -self.value(&next, left, ply + 1, -beta, -alpha)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn count(&mut self, positions: u64) -> Result<(), Exhausted> {
        self.seen += positions;
        if self.seen > self.next_look {
            self.next_look = self.seen + 1024;
            if thread_cpu_time() > self.limits.cpu_time {
                return Err(Exhausted);
            }
        }
        if self.seen > self.limits.nodes { Err(Exhausted) } else { Ok(()) }
    }

    /// Material and advancement, for the side to move. A side without pieces has lost, but that is
    /// seen one move later, when it cannot move.
    fn evaluate(&self, pieces: &Pieces) -> i32 {
        let own = self.strength(pieces, pieces.side);
        let other = self.strength(pieces, pieces.side.other());
        // Exchanges favour the stronger side.
        let scale = (own - other) * 40 / (own + other).max(1);
        own - other + scale
    }

    fn strength(&self, pieces: &Pieces, side: Side) -> i32 {
        let kings = (pieces.of(side) & pieces.kings).count_ones().cast_signed() * KING;
        let last_row = self.geometry.last_row(side);
        let men = squares(pieces.of(side) & !pieces.kings).map(|square| {
            let away = self.geometry.place(square).0.abs_diff(last_row);
            MAN + 2 * (12 - i32::try_from(away).unwrap_or(12))
        });
        kings + men.sum::<i32>()
    }
}
