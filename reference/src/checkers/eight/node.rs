//! A board in the middle of a search: how far and between which values its moves are looked at, and
//! what that makes of memories. Knows no board and no move.

use super::memory::{Bound, Memory};
use super::worth::{from_memory, to_memory};

/// A board whose moves are tried, and how.
pub(super) struct Node {
    /// Moves ahead, 0 where only captures and threats are looked at.
    pub(super) depth: i32,
    /// Moves from the beginning of the search.
    pub(super) ply: usize,
    /// The side to move has this elsewhere: less is of no interest.
    pub(super) alpha: i32,
    /// The opponent allows no more than this.
    pub(super) beta: i32,
    /// Whether the side to move has to capture.
    pub(super) must_capture: bool,
}

impl Node {
    /// The value that a memory gives, if that was searched deeply enough and is outside of alpha and
    /// beta; within, the line that leads to it is wanted, too.
    pub(super) fn answered_by(&self, memory: Memory) -> Option<i32> {
        if i32::from(memory.depth) < self.depth || self.beta - self.alpha > 1 {
            return None;
        }
        let value = from_memory(memory.value, self.ply);
        let is_enough = match memory.bound {
            Bound::Exactly => true,
            Bound::AtLeast => value >= self.beta,
            Bound::AtMost => value <= self.alpha,
        };
        is_enough.then_some(value)
    }

    /// What is to be remembered of this board.
    pub(super) fn memory(&self, value: i32, best: (u8, u8)) -> Memory {
        let bound = if value >= self.beta {
            Bound::AtLeast
        } else if value <= self.alpha {
            Bound::AtMost
        } else {
            Bound::Exactly
        };
        let depth = u8::try_from(self.depth).unwrap_or(u8::MAX);
        Memory { best, value: to_memory(value, self.ply), depth, bound }
    }
}

/// How much less deeply a late move is looked at first.
pub(super) fn reduction(index: usize, depth: i32) -> i32 {
    1 + i32::from(index >= 4 && depth >= 5) + i32::from(index >= 6 && depth >= 8)
}
