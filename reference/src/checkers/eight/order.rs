//! In which order moves are looked at: the one remembered, the larger captures, then quiet moves by
//! how often they refuted others before.

use super::board::Move;

/// Moves from the beginning at which no line goes on, whatever its extensions.
pub(super) const LONGEST_LINE: usize = 200;
/// Bound of the count of a move in the history.
const MOST: i32 = 1 << 14;
/// Ranks above all counts.
const REMEMBERED: i32 = i32::MAX;
const CAPTURE: i32 = 1 << 20;
const KILLER: i32 = 1 << 18;

/// Bits of the squares of a move: from, to.
pub(super) type Squares = (u8, u8);

/// What quiet moves have been good for in this search and those before.
#[derive(Debug)]
pub(super) struct Order {
    /// By whose men go down, and the two squares.
    history: Box<[[[i16; 36]; 36]; 2]>,
    /// The same by the square where the opponent's last move ended, and the two squares.
    answers: Vec<[[i16; 36]; 36]>,
    /// Two refutations by the moves from the beginning.
    killers: Vec<[Squares; 2]>,
    /// The last refutation of each move.
    replies: Box<[[Squares; 36]; 36]>,
}

impl Order {
    pub(super) fn new() -> Self {
        Self {
            history: Box::new([[[0; 36]; 36]; 2]),
            answers: vec![[[0; 36]; 36]; 36],
            killers: vec![[(0, 0); 2]; LONGEST_LINE + 1],
            replies: Box::new([[(0, 0); 36]; 36]),
        }
    }

    /// Makes what was learnt in the search before count less.
    pub(super) fn grow_old(&mut self) {
        let all = [self.history.as_flattened_mut(), self.answers.as_flattened_mut()];
        for counts in all {
            counts.as_flattened_mut().iter_mut().for_each(|count| *count /= 8);
        }
    }

    /// The rank of a move of the side that goes down or not, `ply` moves from the beginning, after
    /// the opponent's `last`.
    pub(super) fn rank(
        &self,
        found: &Move,
        ply: usize,
        last: Squares,
        remembered: Option<Squares>,
    ) -> i32 {
        let squares = squares(found);
        if remembered == Some(squares) {
            return REMEMBERED;
        }
        if found.taken != 0 {
            return CAPTURE + found.taken.count_ones().cast_signed();
        }
        let (from, to) = (usize::from(squares.0), usize::from(squares.1));
        let count = i32::from(self.history[usize::from(found.board.down)][from][to])
            + i32::from(self.answers[usize::from(last.1)][from][to]);
        if self.killers[ply].contains(&squares) {
            KILLER + count
        } else if self.replies[usize::from(last.0)][usize::from(last.1)] == squares {
            KILLER / 2 + count
        } else {
            count
        }
    }

    /// The last of `tried` was too good for the opponent, the others were not.
    pub(super) fn learn(&mut self, tried: &[Move], depth: i32, ply: usize, last: Squares) {
        let Some((best, others)) = tried.split_last() else { return };
        let bonus = (depth * depth * 8).min(MOST / 8);
        for other in others {
            self.adjust(other, -bonus, last);
        }
        self.adjust(best, bonus, last);
        let best = squares(best);
        let killers = &mut self.killers[ply];
        if killers[0] != best {
            killers[1] = killers[0];
            killers[0] = best;
        }
        self.replies[usize::from(last.0)][usize::from(last.1)] = best;
    }

    /// Counts approach their bound ever more slowly, so new ones weigh more than old ones.
    fn adjust(&mut self, found: &Move, by: i32, last: Squares) {
        let (from, to) = squares(found);
        let (from, to) = (usize::from(from), usize::from(to));
        let count = &mut self.history[usize::from(found.board.down)][from][to];
        let after_last = &mut self.answers[usize::from(last.1)][from][to];
        for count in [count, after_last] {
            let now = i32::from(*count);
            // Never beyond the bound, which two bytes hold.
            *count = i16::try_from(now + by - now * by.abs() / MOST).unwrap_or(*count);
        }
    }
}

/// Brings the move of the highest rank, of those from `first` on, to that place.
pub(super) fn choose(moves: &mut [Move], ranks: &mut [i32], first: usize) {
    let mut best = first;
    for index in first + 1..ranks.len() {
        if ranks[index] > ranks[best] {
            best = index;
        }
    }
    // Those of equal rank keep their order, which is by square.
    moves[first..=best].rotate_right(1);
    ranks[first..=best].rotate_right(1);
}

/// Bits of the two squares of a move.
#[expect(clippy::cast_possible_truncation, reason = "numbers of bits")]
pub(super) fn squares(found: &Move) -> Squares {
    (found.from.trailing_zeros() as u8, found.to.trailing_zeros() as u8)
}

/// Whether a move captured: it goes further than to the next square. A capture of four pieces that ends beside
/// where it began passes for none.
pub(super) fn was_capture((from, to): Squares) -> bool {
    !matches!(from.abs_diff(to), 4 | 5)
}
