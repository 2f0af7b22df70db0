//! `eastern-draughts`: few turns from any position to the goal triangle.
//!
//! [`beam`] searches over turns until its time is up, [`fallback`] completes whatever it leaves,
//! and [`turn`] writes out the steps and jumps of each turn. [`board`] has the grid, [`network`] the
//! jumps of a whole position at once. Knows nothing of the checker that judges the answer.
//!
//! # What each idea gave
//!
//! Mean score over the first 60 cases of `examples/eastern-draughts-mean.rs` (seed 1) at about 0.72
//! of the limits, on one core of a shared server:
//!
//! | idea | mean |
//! |---|---|
//! | beam search, x + y alone, components of the jump graph by union-find | 2.58 |
//! | a piece's cost grows with the square of x + y | 3.17 |
//! | with its fifth power: those behind ride over those in front before these go | 3.54 |
//! | faster moves | 3.62 |
//!
//! Tried and left out: a penalty for distance from the diagonal (worse), a reward for every edge of
//! the jump graph (worse), the number of turns that each piece needs if all others stand still (not
//! better by as much as it costs).

pub mod beam;
pub mod board;
pub mod fallback;
pub mod network;
pub mod turn;

#[cfg(test)]
mod tests;

use beam::{Weights, search};
use board::{Board, x_of, y_of};
use std::time::Duration;
use turn::{Path, path};

/// The part of the limit that the search takes; start and printing need a few hundredths more.
const PART_OF_LIMIT: f64 = 0.70;

/// CPU time of the thread at which the search should end, under the limits that the problem ships.
pub fn default_time(board: &Board) -> Duration {
    let limit = if board.side <= 20 { 0.1 } else { 0.167_023 };
    Duration::from_secs_f64(limit * PART_OF_LIMIT)
}

/// The turns of a whole game; `until` is CPU time of the thread, from its start.
pub fn solve(board: &Board, until: Duration) -> Vec<Path> {
    let searched = search(board, until, &Weights::of(board));
    let mut pieces = board.pieces;
    let mut paths = Vec::new();
    for (from, to) in searched {
        let Some(path) = path(board, &pieces, from, to) else { break };
        paths.push(path);
        pieces.toggle(from);
        pieces.toggle(to);
    }
    paths.extend(fallback::finish(board, &pieces).into_iter().map(|(from, to)| vec![from, to]));
    paths
}

/// The whole answer: the number of moves, then each of them.
pub fn answer(turns: &[Path]) -> Vec<u8> {
    let moves: Vec<_> = turns.iter().flat_map(|path| path.windows(2)).collect();
    let mut text = format!("{}\n", moves.len());
    for ends in &moves {
        let [from, to] = [ends[0], ends[1]].map(|cell| format!("{} {}", x_of(cell), y_of(cell)));
        text.extend([&from, " ", &to, "\n"]);
    }
    text.into_bytes()
}

/// (S - R) / K: the score of these turns.
#[expect(clippy::cast_precision_loss, reason = "there are far fewer turns than 2^52")]
pub fn score(board: &Board, turns: &[Path]) -> f64 {
    f64::from(board.left(&board.pieces)) / turns.len() as f64
}
