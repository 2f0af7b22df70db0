//! `eastern-draughts`: few turns from any position to the goal triangle.
//!
//! [`beam`] searches over turns until its time is up, as wide as [`pace`] says; [`position`] has the
//! turns out of a position, [`cost`] its value. [`merge`](mod@merge) makes one of two turns where it
//! can, [`fallback`] completes whatever is left, [`turn`] writes out the steps and jumps of each turn,
//! [`board`] has the grid. Knows nothing of the checker that judges the answer.
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
//! | no time for values that do not help | 3.62 |
//! | faster moves | 3.66 |
//! | the power counts from half of the goal's side, not from the corner | 3.68 |
//!
//! And over 150 cases of seed 2: 3.74 from the corner, 3.82 from half of the goal's side, either with
//! the merging of turns, which takes about one turn in a hundred from crowded games. Over 200 cases of
//! seed 1, all of it: 3.85. Ten times the time gives about 0.3.
//!
//! Tried and left out: a penalty for distance from the diagonal (worse), a reward for every edge of
//! the jump graph (worse), the number of turns that each piece needs if all others stand still (no
//! better at any time), a cost for standing outside of the goal (worse), listing only turns whose
//! gain was good enough for the last layer (the same).

pub mod beam;
pub mod board;
pub mod cost;
pub mod fallback;
pub mod merge;
pub mod pace;
pub mod position;
pub mod turn;

#[cfg(test)]
mod tests;

use beam::search;
use board::{Board, x_of, y_of};
use cost::Weights;
use merge::merge;
use std::time::Duration;
use turn::{Path, path};

/// The part of the limit that is used; start and printing need a few hundredths more.
const PART_OF_LIMIT: f64 = 0.70;

/// The part of that time that the search takes; the rest is for merging turns.
const PART_OF_SEARCH: f64 = 0.95;

/// CPU time to use under the limits that the problem ships, 0.1 s or 0.167023 s by side.
pub fn default_time(board: &Board) -> Duration {
    let limit = if board.side <= 20 { 0.1 } else { 0.167_023 };
    Duration::from_secs_f64(limit * PART_OF_LIMIT)
}

/// The turns of a whole game, found by the time that the thread's CPU clock reads `begun` and `time`
/// more; for a program that counts its start, `begun` is zero.
pub fn solve(board: &Board, begun: Duration, time: Duration) -> Vec<Path> {
    let mut searched = search(board, begun + time.mul_f64(PART_OF_SEARCH), &Weights::tuned(board));
    merge(board, &mut searched, begun + time);
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
