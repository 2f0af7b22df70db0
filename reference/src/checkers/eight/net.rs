//! A small neural net that corrects the sum of weights: what pieces are worth together.
//!
//! Its inputs say what stands where, seen by the side to move, which goes down. The first layer adds up a
//! row of numbers for each piece; the second one has weighted sums of the first. Units of both are bounded
//! from both sides, and the weighted sum of all is the correction. The weights of that last sum are others in
//! each phase of a game.

#![expect(
    clippy::inline_always,
    reason = "what judges a board is compiled as a whole for each kind of processor"
)]

use super::board::{Board, Set, singles};

/// Units of the first layer.
pub const UNITS: usize = 128;
/// Units of the second layer: with 16 or 32 the net foresaw games no better, with 4 worse.
pub const SECOND: usize = 8;
/// Inputs: own men, the other's men, own kings, the other's kings, by the bit of their square.
pub const INPUTS: usize = 4 * 35;
/// Phases of a game, by the number of pieces.
pub const PHASES: usize = 4;
/// Numbers of a sum over the first layer: a weight a unit, and its constant.
pub const FIRST_SUM: usize = UNITS + 1;
/// Numbers of a sum over both layers.
pub const LAST_SUM: usize = UNITS + SECOND + 1;
/// Numbers of a net: a row for each input, one for no input, for each unit of the second layer the weights of
/// its sum and its constant, and for each phase those of the last sum.
pub const NUMBERS: usize = (INPUTS + 1) * UNITS + SECOND * FIRST_SUM + PHASES * LAST_SUM;
/// The upper bound of a unit; the lower one is 0.
pub const FULL: i16 = 256;
/// A unit of the first layer at its bound, times a weight of this, fills one of the second.
pub const SECOND_SHARE: i32 = 1024;
/// A unit at its bound, times a weight of this in the last sum, makes a hundredth of a man.
pub const SHARE: i32 = 64;

/// A net.
#[derive(Debug)]
pub struct Net {
    rows: Vec<[i16; UNITS]>,
    begin: [i16; UNITS],
    /// The sums of the second layer.
    second: [Sum; SECOND],
    /// The last sum, by phase: its part over the first layer, and its weights of the second.
    last: [(Sum, [i16; SECOND]); PHASES],
}

/// The weights of a sum over the first layer, and its constant.
#[derive(Debug, Clone, Copy)]
struct Sum {
    weights: [i16; UNITS],
    constant: i16,
}

impl Sum {
    const NONE: Self = Self { weights: [0; UNITS], constant: 0 };

    /// What it is of units from 0 to [`FULL`], [`FULL`] times as large as its weights and constant.
    #[inline(always)]
    fn of(&self, units: &[i16; UNITS]) -> i32 {
        let products = units.iter().zip(&self.weights);
        let sum = products.map(|(unit, weight)| i32::from(*unit) * i32::from(*weight)).sum::<i32>();
        sum + i32::from(self.constant) * i32::from(FULL)
    }
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
#[inline(always)]
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
        Self {
            rows: vec![none; INPUTS],
            begin: none,
            second: [Sum::NONE; SECOND],
            last: [(Sum::NONE, [0; SECOND]); PHASES],
        }
    }

    /// A net of [`NUMBERS`] numbers; `None` if there are others.
    pub fn from_numbers(numbers: &[i16]) -> Option<Self> {
        if numbers.len() != NUMBERS {
            return None;
        }
        let mut net = Self::none();
        let (rows, sums) = numbers.split_at((INPUTS + 1) * UNITS);
        let (second, last) = sums.split_at(SECOND * FIRST_SUM);
        let all_rows = net.rows.iter_mut().chain([&mut net.begin]);
        all_rows.zip(rows.chunks(UNITS)).for_each(|(row, numbers)| row.copy_from_slice(numbers));
        for (sum, numbers) in net.second.iter_mut().zip(second.chunks(FIRST_SUM)) {
            sum.weights.copy_from_slice(&numbers[..UNITS]);
            sum.constant = numbers[UNITS];
        }
        for ((sum, second), numbers) in net.last.iter_mut().zip(last.chunks(LAST_SUM)) {
            sum.weights.copy_from_slice(&numbers[..UNITS]);
            second.copy_from_slice(&numbers[UNITS..UNITS + SECOND]);
            sum.constant = numbers[UNITS + SECOND];
        }
        Some(net)
    }

    /// The correction for the side to move, in hundredths of a man.
    #[inline(always)]
    pub fn of(&self, board: &Board) -> i32 {
        let mut units = self.begin;
        each_input(board, |input| {
            for (unit, add) in units.iter_mut().zip(&self.rows[input]) {
                *unit = unit.wrapping_add(*add);
            }
        });
        for unit in &mut units {
            *unit = (*unit).clamp(0, FULL);
        }
        let (last, weights) = &self.last[phase(board.count())];
        let mut sum = last.of(&units);
        for (second, weight) in self.second.iter().zip(weights) {
            let unit = (second.of(&units) / SECOND_SHARE).clamp(0, i32::from(FULL));
            sum += unit * i32::from(*weight);
        }
        sum / (i32::from(FULL) * SHARE)
    }
}
