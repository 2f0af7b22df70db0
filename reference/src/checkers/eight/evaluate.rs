//! The worth of a quiet board, without looking ahead: a sum of weights learnt from games, corrected
//! by a small net.
//!
//! Each weight belongs to a *feature* of the board as one side sees it, going down: what stands on
//! one of five blocks of eight squares (men only), a king on a square, and some counts. The
//! opponent's features, seen from its side, count against it. Every weight has two values, for
//! full and for empty boards, mixed by the number of pieces. Positions in the endgame tables are
//! not evaluated here.

use super::board::{Board, SQUARES, Set, singles};
use super::net::{NUMBERS, Net};
use super::packing::unpack;

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
    let turned = board.turned();
    let (own, other) =
        if board.down { (*board, turned.passed()) } else { (turned, board.passed()) };
    side(&own, 1, &mut visit);
    side(&other, -1, &mut visit);
    visit(COUNTS + 3, 1);
    // Who has the last safe step when both block each other.
    let odd = ((own.own | own.other) & ODD_ROWS).count_ones() % 2;
    visit(COUNTS + 4, 1 - 2 * odd.cast_signed());
}

/// The features of the side that goes down.
#[inline]
fn side(view: &Board, sign: i32, visit: &mut impl FnMut(usize, i32)) {
    let (own_men, other_men) = (view.own & !view.kings, view.other & !view.kings);
    for (block, shift) in BLOCKS.into_iter().enumerate() {
        let pattern = usize::from(TERNARY[of_block(own_men, shift)])
            + 2 * usize::from(TERNARY[of_block(other_men, shift)]);
        if pattern != 0 {
            visit(block * PATTERNS + pattern, sign);
        }
    }
    for king in singles(view.own & view.kings) {
        visit(KINGS + king.trailing_zeros() as usize, sign);
    }
    let count = |set: Set| sign * set.count_ones().cast_signed();
    visit(COUNTS, count(own_men));
    visit(COUNTS + 1, count(view.own & view.kings));
    visit(COUNTS + 2, count(view.steppers()));
}

/// The eight squares of a block, in eight bits.
#[expect(clippy::cast_possible_truncation, reason = "eight bits")]
#[inline]
fn of_block(set: Set, shift: u32) -> usize {
    let rows = set >> shift;
    (rows & 3 | rows >> 2 & 0xc | rows >> 5 & 0x30 | rows >> 7 & 0xc0) as usize
}

/// The weights that come with the program.
const SHIPPED: &[u8] = include_bytes!("../../../tables/checkers-weights.packed");

/// Two bytes for each number of the weights and of the net.
const BYTES: usize = 2 * (2 * FEATURES + NUMBERS);

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
        unpack(SHIPPED, BYTES)
            .and_then(|bytes| Self::from_bytes(&bytes))
            .unwrap_or_else(|| Self { weights: vec![[0; 2]; FEATURES], net: Net::none() })
    }

    /// The same with another net.
    #[must_use]
    pub fn with_net(self, net: Net) -> Self {
        Self { net, ..self }
    }

    /// Weights from numbers of two bytes, the lower byte first: two for each feature, then those of
    /// the net; if there are as many as there should be.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let number = |bytes: &[u8]| i16::from_le_bytes([bytes[0], bytes[1]]);
        let numbers: Vec<i16> = bytes.chunks_exact(2).map(number).collect();
        let (weights, net) = numbers.split_at_checked(2 * FEATURES)?;
        let weights = weights.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        Some(Self { weights, net: Net::from_numbers(net)? })
    }

    /// The worth of the board for the side to move, in hundredths of a man.
    pub fn of(&self, board: &Board) -> i32 {
        let (mut empty, mut full) = (0, 0);
        each_feature(board, |feature, times| {
            let [at_empty, at_full] = self.weights[feature].map(i32::from);
            empty += times * at_empty;
            full += times * at_full;
        });
        let pieces = board.count().cast_signed();
        (empty * (FULL - pieces) + full * pieces) / (FULL * UNIT) + self.net.of(board)
    }
}
