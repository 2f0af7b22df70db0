//! The tree of a search: what a board is worth some moves ahead.

use super::board::Board;
use super::node::{Node, reduction};
use super::order::{LONGEST_LINE, Squares, choose, squares, was_capture};
use super::search::Searcher;
use super::worth::{WON, known, ply_loss};
use crate::clock::thread_cpu_time;

/// Boards from one look at the clock to the next: some tenths of a millisecond.
const BOARDS_A_LOOK: u64 = 256;

/// A limit was reached.
pub(super) struct Stopped;

impl Searcher {
    /// The value for the side to move, true where it lies between alpha and beta, else a bound.
    /// `last` is the move that led to the board.
    pub(super) fn value(
        &mut self,
        board: &Board,
        depth: i32,
        ply: usize,
        last: Squares,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.count()?;
        let key = key(board);
        if self.line.contains(&key) {
            return Ok(0);
        }
        let must_capture = board.must_capture();
        let node = Node { depth: depth.max(0), ply, last, alpha, beta, must_capture };
        if let Some(value) = self.end_of_line(board, key, depth, &node) {
            return Ok(value);
        }
        // Boards behind the last depth are many and soon searched: a look into the table takes longer.
        let memory = if depth > 0 { self.memories.recall(key) } else { None };
        if let Some(value) = memory.and_then(|memory| node.answered_by(memory)) {
            return Ok(value);
        }
        if node.may_be_cut_short() {
            let worth = self.worths.of(board, key);
            if node.is_far_beyond(worth) {
                return Ok(worth);
            }
            if let Some((alpha, depth)) = node.shallower(worth) {
                let value = self.value(board, depth, ply, last, alpha, alpha + 1)?;
                if (value > alpha) == (worth > alpha) {
                    return Ok(value);
                }
            }
        }
        self.expand(board, key, &node, memory.map(|memory| memory.best))
    }

    /// The value of a board from which the search does not go on.
    fn end_of_line(&mut self, board: &Board, key: u64, depth: i32, node: &Node) -> Option<i32> {
        if !node.must_capture
            && board.count() <= self.known_pieces
            && let Some(value) = self.endgames.value_of_quiet(board)
        {
            return Some(known(value, node.ply));
        }
        // Captures are looked at to their end; a threat is answered once.
        let threatened = depth == 0 && board.passed().must_capture();
        let is_quiet = !node.must_capture && !threatened;
        if node.ply < LONGEST_LINE && (depth > 0 || !is_quiet) {
            return None;
        }
        let is_lost = board.steppers() == 0 && !node.must_capture;
        Some(if is_lost { ply_loss(node.ply) } else { self.worths.of(board, key) })
    }

    /// The value found by making the moves, which is remembered.
    fn expand(
        &mut self,
        board: &Board,
        key: u64,
        node: &Node,
        best: Option<Squares>,
    ) -> Result<i32, Stopped> {
        let start = self.moves.len();
        board.moves_into(self.endgames.rules(), &mut self.moves);
        if self.moves.len() == start {
            return Ok(ply_loss(node.ply));
        }
        for found in &self.moves[start..] {
            // Boards that will be looked up soon.
            if node.depth >= 2 {
                self.memories.fetch(self::key(&found.board));
            }
            self.ranks.push(self.order.rank(found, node.ply, node.last, best));
        }
        self.line.push(key);
        let found = self.best_of(start, node);
        self.line.pop();
        let found = found.map(|(value, index)| (value, squares(&self.moves[start + index])));
        self.moves.truncate(start);
        self.ranks.truncate(start);
        let (value, best) = found?;
        if node.depth > 0 {
            self.memories.store(key, node.memory(value, best));
        }
        Ok(value)
    }

    /// Value and index of the best of the moves from `start` on.
    fn best_of(&mut self, start: usize, node: &Node) -> Result<(i32, usize), Stopped> {
        let count = self.moves.len() - start;
        let (mut low, mut best, mut best_index) = (node.alpha, -WON, 0);
        // An only move costs no depth, nor does a capture that answers one.
        let is_exchange = node.must_capture && was_capture(node.last);
        let left = node.depth - i32::from(count > 1 && !is_exchange);
        for index in 0..count {
            choose(&mut self.moves[start..], &mut self.ranks[start..], index);
            let found = self.moves[start + index];
            let (next, last) = (found.board, squares(&found));
            let late = !node.must_capture && index >= 3 && node.depth >= 3;
            let reduction = if late { reduction(index, node.depth) } else { 0 };
            let ply = node.ply + 1;
            let mut value = best;
            let mut look_again = index == 0;
            if index > 0 {
                value = -self.value(&next, left - reduction, ply, last, -low - 1, -low)?;
                if value > low && reduction > 0 {
                    value = -self.value(&next, left, ply, last, -low - 1, -low)?;
                }
                look_again = value > low && value < node.beta;
            }
            if look_again {
                value = -self.value(&next, left, ply, last, -node.beta, -low)?;
            }
            if value > best {
                (best, best_index) = (value, index);
            }
            low = low.max(value);
            if low >= node.beta {
                if !node.must_capture {
                    let tried = &self.moves[start..=start + index];
                    self.order.learn(tried, node.depth, node.ply, node.last);
                }
                break;
            }
        }
        Ok((best, best_index))
    }

    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let looks = self.nodes.is_multiple_of(BOARDS_A_LOOK);
        let out_of_time = looks && thread_cpu_time() >= self.limits.cpu_time;
        if out_of_time || self.nodes >= self.limits.nodes { Err(Stopped) } else { Ok(()) }
    }
}

/// A number that stands for a board.
pub(super) fn key(board: &Board) -> u64 {
    let mut mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ board.other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29)
        ^ board.kings.wrapping_mul(0x1656_67b1_9e37_79f9).rotate_left(47)
        ^ u64::from(board.down);
    mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 32)
}
