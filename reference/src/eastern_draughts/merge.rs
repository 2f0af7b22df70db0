//! Fewer turns out of a finished game: two turns of one piece made one.
//!
//! A piece that goes from a to b and, some turns later, from b to c may as well wait on a and go to
//! c at once, or go to c the first time, if that is a turn and the turns in between do without what
//! is missing. If a piece goes from a to b and, some turns later, another from c to a, the other may go
//! to b in place of both: pieces are all alike. The position afterwards is the same, so only the turns in between are played again.
//!
//! It works on any game, however it was found.

use super::board::{Board, Cell, CellSet};
use super::turn::path;
use crate::clock::thread_cpu_time;
use std::time::Duration;

/// A turn's first and last cell.
pub type Turn = (Cell, Cell);

/// Merges turns, all of them legal from the board's position on, until none can be or the thread's
/// CPU time is `until`.
pub fn merge(board: &Board, turns: &mut Vec<Turn>, until: Duration) {
    let mut before = usize::MAX;
    while turns.len() < before && thread_cpu_time() < until {
        before = turns.len();
        merge_once(board, turns, until);
    }
}

fn merge_once(board: &Board, turns: &mut Vec<Turn>, until: Duration) {
    let mut pieces = board.pieces;
    let mut index = 0;
    while index < turns.len() && thread_cpu_time() < until {
        if !merge_at(board, &pieces, turns, index) {
            let (from, to) = turns[index];
            pieces.toggle(from);
            pieces.toggle(to);
            index += 1;
        }
    }
}

/// Merges the turn with the next one of its piece, or with the next one to the cell it leaves, if it
/// can.
fn merge_at(board: &Board, pieces: &CellSet, turns: &mut Vec<Turn>, index: usize) -> bool {
    let (from, to) = turns[index];
    let later = || index + 1..turns.len();
    let onward = later().find(|later| turns[*later].0 == to);
    let refill = later().find(|later| turns[*later].1 == from);
    let onward = onward.map(|other| (other, (from, turns[other].1)));
    let refill = refill.map(|other| (other, (turns[other].0, to)));
    [onward, refill]
        .into_iter()
        .flatten()
        .any(|(other, whole)| merge_two(board, pieces, turns, index, other, whole))
}

/// Puts `whole` in place of the two turns, if that is legal: where the later or where the earlier one
/// was, or nowhere if it is back where it began.
fn merge_two(
    board: &Board,
    pieces: &CellSet,
    turns: &mut Vec<Turn>,
    index: usize,
    other: usize,
    whole: Turn,
) -> bool {
    let between = &turns[index + 1..other];
    let whole = (whole.0 != whole.1).then_some(whole);
    if plays(board, pieces, between.iter().copied().chain(whole)) {
        turns.remove(index);
        match whole {
            Some(whole) => turns[other - 1] = whole,
            None => drop(turns.remove(other - 1)),
        }
        true
    } else if let Some(whole) = whole
        && plays(board, pieces, std::iter::once(whole).chain(between.iter().copied()))
    {
        turns[index] = whole;
        turns.remove(other);
        true
    } else {
        false
    }
}

/// Whether the turns are legal one after the other.
fn plays(board: &Board, pieces: &CellSet, turns: impl Iterator<Item = Turn>) -> bool {
    let mut pieces = *pieces;
    for (from, to) in turns {
        let ready = pieces.contains(from) && !pieces.contains(to);
        if !ready || path(board, &pieces, from, to).is_none() {
            return false;
        }
        pieces.toggle(from);
        pieces.toggle(to);
    }
    true
}
