//! Worths of boards and of their men, kept where they were asked for a short time ago: many boards are
//! met again by the next round of a search, and men move rarely where there are kings.
//!
//! The tables are small, without room for all: they must stay in the processor's cache, else a look
//! takes longer than judging anew.

use super::board::Board;
use super::evaluate::Evaluation;

/// Boards that are kept: 2 to the power of this.
const BOARD_BITS: u32 = 12;
/// Boards whose men are kept.
const MEN_BITS: u32 = 10;
/// Bits of a worth.
const WORTH_BITS: u32 = 16;

/// An evaluation, with what it said.
#[derive(Debug)]
pub(super) struct Worths {
    evaluation: Evaluation,
    /// The upper bits of a board's key, then those of its worth.
    boards: Vec<u64>,
    men: Vec<Men>,
}

/// What men are worth, on an empty and on a full board.
#[derive(Debug, Clone, Copy, Default)]
struct Men {
    key: u64,
    worth: [i32; 2],
}

impl Worths {
    /// Those by an evaluation.
    pub(super) fn new(evaluation: Evaluation) -> Self {
        let (boards, men) = (vec![0; 1 << BOARD_BITS], vec![Men::default(); 1 << MEN_BITS]);
        Self { evaluation, boards, men }
    }

    /// The worth of the board of that key, for the side to move, in hundredths of a man.
    pub(super) fn of(&mut self, board: &Board, key: u64) -> i32 {
        let at = place(key, BOARD_BITS);
        let kept = self.boards[at];
        if (kept ^ key) >> WORTH_BITS == 0 {
            let [low, high, ..] = kept.to_le_bytes();
            return i32::from(i16::from_le_bytes([low, high]));
        }
        let worth = self.judge(board);
        if let Ok(short) = i16::try_from(worth) {
            let short = u16::from_le_bytes(short.to_le_bytes());
            self.boards[at] = key >> WORTH_BITS << WORTH_BITS | u64::from(short);
        }
        worth
    }

    fn judge(&mut self, board: &Board) -> i32 {
        let [own, other] = [board.own, board.other].map(|set| set & !board.kings);
        let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29)
            ^ u64::from(board.down);
        let key = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let kept = &mut self.men[place(key, MEN_BITS)];
        if kept.key != key {
            *kept = Men { key, worth: self.evaluation.of_men(board) };
        }
        self.evaluation.with_men(board, kept.worth)
    }
}

/// Where a key belongs among 2 to the power of `bits`.
fn place(key: u64, bits: u32) -> usize {
    usize::try_from(key >> (64 - bits)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::Worths;
    use crate::checkers::eight::Board;
    use crate::checkers::eight::evaluate::Evaluation;
    use crate::checkers::eight::tree::key;
    use crate::checkers::tests::random_position;
    use crate::random::Random;

    #[test]
    fn what_is_kept_is_what_the_evaluation_says() {
        let (mut random, evaluation) = (Random::new(7), Evaluation::shipped());
        let mut worths = Worths::new(Evaluation::shipped());
        let mut boards = vec![Board::start()];
        for _ in 0..20_000 {
            let position = random_position(&mut random);
            if position.geometry().size() == 8 {
                boards.push(Board::of(&position.pieces));
            }
            // A board of before, or what it is with other kings or for the other side.
            let board = boards[boards.len() - 1 - random.below(boards.len().min(40))];
            let same_men = Board { kings: board.kings & !(board.own & board.own >> 9), ..board };
            for board in [board, same_men, board.passed(), board.turned()] {
                assert_eq!(worths.of(&board, key(&board)), evaluation.of(&board), "{board:?}");
            }
        }
    }
}
