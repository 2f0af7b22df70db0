//! A board in the middle of a search: how far and between which values its moves are looked at, and
//! what that makes of memories. Knows no board and no move.

use super::memory::{Bound, Memory};
use super::order::Squares;
use super::worth::{DECIDED, from_memory, to_memory};

/// Deepest search that a board's worth alone may decide, and what that must exceed beta by for each
/// move of it, in hundredths of a man.
const DEEPEST_BY_WORTH: i32 = 3;
const WORTH_MARGIN: i32 = 40;
/// Least depth of a search that a shallower one may decide, by how many moves that one is shallower,
/// and by what both the board's worth and its value must lie above beta or below alpha.
const LEAST_DEPTH: i32 = 3;
const SHALLOWER: i32 = 4;
const MARGIN: i32 = 28;

/// A board whose moves are tried, and how.
pub(super) struct Node {
    /// Moves ahead, 0 where only captures and threats are looked at.
    pub(super) depth: i32,
    /// Moves from the beginning of the search.
    pub(super) ply: usize,
    /// The opponent's last move.
    pub(super) last: Squares,
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

    /// Whether a board's worth may spare its search: not on the line that is wanted, nor where one
    /// must capture, nor when a game is decided.
    pub(super) fn may_be_cut_short(&self) -> bool {
        self.depth >= 1
            && self.beta - self.alpha == 1
            && !self.must_capture
            && self.beta.abs() < DECIDED - MARGIN
    }

    /// Whether that worth decides by itself.
    pub(super) fn is_far_beyond(&self, worth: i32) -> bool {
        self.depth <= DEEPEST_BY_WORTH && worth - WORTH_MARGIN * self.depth >= self.beta
    }

    /// The lower bound of a shallower search, with no room between its bounds, and its depth, where it is worth a
    /// try: it decides if its value lies on the same side as the board's worth.
    pub(super) fn shallower(&self, worth: i32) -> Option<(i32, i32)> {
        let alpha = if worth >= self.beta + MARGIN {
            self.beta + MARGIN - 1
        } else if worth <= self.alpha - MARGIN {
            self.alpha - MARGIN
        } else {
            return None;
        };
        (self.depth >= LEAST_DEPTH).then(|| (alpha, (self.depth - SHALLOWER).max(1)))
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
    1 + i32::from(index >= 4 && depth >= 4) + i32::from(index >= 6 && depth >= 6)
}
