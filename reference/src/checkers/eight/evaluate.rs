//! The worth of a quiet board, without looking ahead: a sum of weights learnt from games, corrected
//! by a small net.
//!
//! Each weight belongs to a *feature* of the board as one side sees it, going down: what stands on
//! one of five blocks of eight squares (men only), a king on a square, and some counts. The
//! opponent's features, seen from its side, count against it. Every weight has two values, for
//! full and for empty boards, mixed by the number of pieces. Positions in the endgame tables are
//! not evaluated here.

#![expect(
    clippy::inline_always,
    reason = "what judges a board is compiled as a whole for each kind of processor"
)]

use super::board::{Board, SQUARES, Set, singles, turned};
use super::net::{NUMBERS, Net};
use std::fs;

/// Blocks of four rows by two squares: how far to shift a set to bring one to its lowest bits. With
/// the same five seen from the other side they cover the board in nine places, each overlapping.
const BLOCKS: [u32; 5] = [0, 1, 2, 9, 10];
/// What can stand on a block: nothing, an own man or another's on each of eight squares.
const PATTERNS: usize = 6561;
const KINGS: usize = BLOCKS.len() * PATTERNS;
const COUNTS: usize = KINGS + 35;
/// Features that count own men, and own kings.
pub const MATERIAL: [usize; 2] = [COUNTS, COUNTS + 1];
/// Number of weights.
pub const FEATURES: usize = COUNTS + 5;
/// Pieces at the beginning of a game.
const FULL: i32 = 24;
/// Weights of a hundredth of a man.
pub const UNIT: i32 = 10;
/// Every other row, the first one not among them.
const ODD_ROWS: Set = SQUARES & (0xf << 4 | 0xf << 13 | 0xf << 22 | 0xf << 31);

/// For a set of eight squares, its digits 0 and 1 read to the base of three.
const TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut set = 1;
    while set < 256 {
        let mut digit = 1;
        let mut bit = 0;
        while bit < 8 {
            if set >> bit & 1 == 1 {
                table[set] += digit;
            }
            digit *= 3;
            bit += 1;
        }
        set += 1;
    }
    table
};

/// Calls `visit` with each feature of the board for the side to move, and how often it has it more
/// than the opponent.
#[inline]
pub fn each_feature(board: &Board, mut visit: impl FnMut(usize, i32)) {
    of_men(board, &mut visit);
    of_others(board, &mut visit);
}

/// The features of men alone.
#[inline]
fn of_men(board: &Board, visit: &mut impl FnMut(usize, i32)) {
    let men = [board.own & !board.kings, board.other & !board.kings];
    let turned = men.map(turned);
    let [own, other] = if board.down { [men, turned] } else { [turned, men] };
    blocks(own, 1, visit);
    blocks([other[1], other[0]], -1, visit);
}

/// The blocks as a side sees them that goes down, of its men and the other's.
#[inline]
fn blocks([own, other]: [Set; 2], sign: i32, visit: &mut impl FnMut(usize, i32)) {
    for (block, shift) in BLOCKS.into_iter().enumerate() {
        let pattern = usize::from(TERNARY[of_block(own, shift)])
            + 2 * usize::from(TERNARY[of_block(other, shift)]);
        if pattern != 0 {
            visit(block * PATTERNS + pattern, sign);
        }
    }
}

/// All other features.
#[inline(always)]
fn of_others(board: &Board, visit: &mut impl FnMut(usize, i32)) {
    for (view, sign) in [(*board, 1), (board.passed(), -1)] {
        for king in singles(view.own & view.kings) {
            visit(KINGS + view.bit_seen(king), sign);
        }
        let count = |set: Set| sign * set.count_ones().cast_signed();
        visit(COUNTS, count(view.own & !view.kings));
        visit(COUNTS + 1, count(view.own & view.kings));
        visit(COUNTS + 2, count(view.steppers()));
    }
    visit(COUNTS + 3, 1);
    // Who has the last safe step when both block each other.
    let rows = if board.down { ODD_ROWS } else { SQUARES & !ODD_ROWS };
    let odd = ((board.own | board.other) & rows).count_ones() % 2;
    visit(COUNTS + 4, 1 - 2 * odd.cast_signed());
}

/// The eight squares of a block, in eight bits.
#[expect(clippy::cast_possible_truncation, reason = "eight bits")]
#[inline]
fn of_block(set: Set, shift: u32) -> usize {
    let rows = set >> shift;
    (rows & 3 | rows >> 2 & 0xc | rows >> 5 & 0x30 | rows >> 7 & 0xc0) as usize
}

/// Bytes of the weights and of the net, two for each number.
const BYTES: usize = 2 * (2 * FEATURES + NUMBERS);

/// The weights that come with the program.
const SHIPPED: &[u8; BYTES] = include_bytes!("../../../tables/checkers-weights.bin");

/// The weights.
#[derive(Debug)]
pub struct Evaluation {
    /// For an empty and for a full board, of each feature.
    weights: Vec<[i16; 2]>,
    net: Net,
}

impl Evaluation {
    /// The weights that come with the program.
    pub fn shipped() -> Self {
        Self::from_bytes(SHIPPED)
            .unwrap_or_else(|| Self { weights: vec![[0; 2]; FEATURES], net: Net::none() })
    }

    /// The weights in a file.
    ///
    /// # Errors
    /// In words with the file's name: it cannot be read, or holds no weights.
    pub fn from_file(file: &str) -> Result<Self, String> {
        let bytes = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
        Self::from_bytes(&bytes).ok_or_else(|| format!("{file} holds no weights of this program"))
    }

    /// Weights from numbers of two bytes, the lower byte first: two for each feature, then those of
    /// the net; if there are as many as there should be.
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let number = |bytes: &[u8]| i16::from_le_bytes([bytes[0], bytes[1]]);
        let numbers: Vec<i16> = bytes.chunks_exact(2).map(number).collect();
        let (weights, net) = numbers.split_at_checked(2 * FEATURES)?;
        let weights = weights.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        Some(Self { weights, net: Net::from_numbers(net)? })
    }

    /// For an empty and for a full board, the weights of each feature, [`UNIT`] to a hundredth of a man.
    pub fn weights(&self) -> &[[i16; 2]] {
        &self.weights
    }

    /// The worth of the board for the side to move, in hundredths of a man.
    pub fn of(&self, board: &Board) -> i32 {
        self.with_men(board, self.of_men(board))
    }

    /// What the board's men alone are worth to the side to move: on an empty and on a full board.
    pub(super) fn of_men(&self, board: &Board) -> [i32; 2] {
        let mut sums = [0; 2];
        of_men(board, &mut |feature, times| self.add(&mut sums, feature, times));
        sums
    }

    /// The worth of a board whose men are worth so much.
    pub(super) fn with_men(&self, board: &Board, men: [i32; 2]) -> i32 {
        worth(self, board, men)
    }

    /// The same, compiled for the processor that the caller is compiled for.
    #[inline(always)]
    fn worth(&self, board: &Board, men: [i32; 2]) -> i32 {
        let mut sums = men;
        of_others(board, &mut |feature, times| self.add(&mut sums, feature, times));
        let [empty, full] = sums;
        let pieces = board.count().cast_signed();
        (empty * (FULL - pieces) + full * pieces) / (FULL * UNIT) + self.net.of(board)
    }

    #[inline]
    fn add(&self, sums: &mut [i32; 2], feature: usize, times: i32) {
        for (sum, weight) in sums.iter_mut().zip(self.weights[feature]) {
            *sum += times * i32::from(weight);
        }
    }
}

/// [`Evaluation::worth`], compiled for processors that add up sixteen numbers at once, too; no method can be.
#[multiversion::multiversion(targets("x86_64+avx2+bmi1+popcnt"))]
fn worth(evaluation: &Evaluation, board: &Board, men: [i32; 2]) -> i32 {
    evaluation.worth(board, men)
}

#[cfg(test)]
mod tests {
    use super::super::board::Board;
    use super::super::tests::random_eight;
    use super::Evaluation;
    use crate::random::Random;

    #[test]
    fn all_processors_judge_alike() {
        let (mut random, evaluation) = (Random::new(8), Evaluation::shipped());
        for _ in 0..20_000 {
            let board = Board::of(&random_eight(&mut random).pieces);
            // Compiled for any processor, unlike what `of` calls on a newer one.
            let plain = evaluation.worth(&board, evaluation.of_men(&board));
            assert_eq!(evaluation.of(&board), plain, "{board:?}");
        }
    }
}
