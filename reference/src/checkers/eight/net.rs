//! A small neural net that corrects the sum of weights: what pieces are worth together.
//!
//! Its inputs say what stands where, seen by the side to move, which goes down. One hidden layer adds
//! up a row of numbers for each piece, bounded from both sides; its weighted sum is the correction. The
//! weights of the sum are others in each phase of a game.

use super::board::{Board, Set, singles};

/// Hidden units.
pub const UNITS: usize = 64;
/// Inputs: own men, the other's men, own kings, the other's kings, by the bit of their square.
pub const INPUTS: usize = 4 * 35;
/// Phases of a game, by the number of pieces.
pub const PHASES: usize = 4;
/// Numbers of a net: a row for each input, one for no input, and for each phase the weights of the sum and
/// its constant.
pub const NUMBERS: usize = (INPUTS + 1) * UNITS + PHASES * (UNITS + 1);
/// The upper bound of a hidden unit; the lower one is 0.
pub const FULL: i16 = 256;
/// Hidden units at their bound, times a weight of this, make a hundredth of a man.
pub const SHARE: i32 = 64;

/// A net.
#[derive(Debug)]
pub struct Net {
    rows: Vec<[i16; UNITS]>,
    begin: [i16; UNITS],
    /// The weights of the sum and its constant, by phase.
    last: [([i16; UNITS], i16); PHASES],
}

/// The phase of a board with so many pieces.
#[inline]
pub fn phase(pieces: u32) -> usize {
    match pieces {
        0..=7 => 0,
        8..=11 => 1,
        12..=16 => 2,
        _ => 3,
    }
}

/// Calls `visit` with each input of the board that is on.
#[inline]
pub fn each_input(board: &Board, mut visit: impl FnMut(usize)) {
    let mut all = |set: Set, first: usize| {
        for single in singles(set) {
            visit(first + board.bit_seen(single));
        }
    };
    all(board.own & !board.kings, 0);
    all(board.other & !board.kings, 35);
    all(board.own & board.kings, 70);
    all(board.other & board.kings, 105);
}

impl Net {
    /// A net that corrects nothing.
    pub fn none() -> Self {
        let none = [0; UNITS];
        Self { rows: vec![none; INPUTS], begin: none, last: [(none, 0); PHASES] }
    }

    /// A net of [`NUMBERS`] numbers; `None` if there are others.
    pub fn from_numbers(numbers: &[i16]) -> Option<Self> {
        if numbers.len() != NUMBERS {
            return None;
        }
        let (rows, sums) = numbers.split_at((INPUTS + 1) * UNITS);
        let mut rows: Vec<[i16; UNITS]> =
            rows.chunks(UNITS).map(<[i16; UNITS]>::try_from).collect::<Result<_, _>>().ok()?;
        let begin = rows.pop()?;
        let mut last = [([0; UNITS], 0); PHASES];
        for ((weights, constant), numbers) in last.iter_mut().zip(sums.chunks(UNITS + 1)) {
            weights.copy_from_slice(&numbers[..UNITS]);
            *constant = numbers[UNITS];
        }
        Some(Self { rows, begin, last })
    }

    /// The correction for the side to move, in hundredths of a man.
    pub fn of(&self, board: &Board) -> i32 {
        let mut units = self.begin;
        each_input(board, |input| {
            for (unit, add) in units.iter_mut().zip(&self.rows[input]) {
                *unit = unit.wrapping_add(*add);
            }
        });
        let (weights, constant) = &self.last[phase(board.count())];
        let mut sum = i32::from(*constant) * i32::from(FULL);
        for (unit, weight) in units.iter().zip(weights) {
            sum += i32::from((*unit).clamp(0, FULL)) * i32::from(*weight);
        }
        sum / (i32::from(FULL) * SHARE)
    }
}
