//! Fewer turns out of a finished game: two turns of one piece made one.
//!
//! A piece that goes from a to b and, some turns later, from b to c may as well wait on a and go to
//! c at once, or go to c the first time, if that is a turn and the turns in between do without what
//! is missing. The position afterwards is the same, so only the turns in between are played again.
//! Knows nothing of how the game was found.

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

/// Merges the turn with the next one of its piece, if it can.
fn merge_at(board: &Board, pieces: &CellSet, turns: &mut Vec<Turn>, index: usize) -> bool {
    let (from, over) = turns[index];
    let Some(again) = (index + 1..turns.len()).find(|later| turns[*later].0 == over) else {
        return false;
    };
    let to = turns[again].1;
    let between = &turns[index + 1..again];
    let whole: Option<Turn> = (from != to).then_some((from, to));
    if plays(board, pieces, between.iter().copied().chain(whole)) {
        turns.remove(index);
        match whole {
            Some(whole) => turns[again - 1] = whole,
            None => drop(turns.remove(again - 1)),
        }
        true
    } else if let Some(whole) = whole
        && plays(board, pieces, std::iter::once(whole).chain(between.iter().copied()))
    {
        turns[index] = whole;
        turns.remove(again);
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
