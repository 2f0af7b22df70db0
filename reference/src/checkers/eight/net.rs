//! A small neural net that corrects the sum of weights: what pieces are worth together.
//!
//! Its inputs say what stands where, seen by the side to move, which goes down. One hidden layer adds
//! up a row of numbers for each piece, bounded from both sides; its weighted sum is the correction.

use super::board::{Board, Set, singles};

/// Hidden units.
pub const UNITS: usize = 64;
/// Inputs: own men, the other's men, own kings, the other's kings, by the bit of their square.
pub const INPUTS: usize = 4 * 35;
/// Numbers of a net: a row for each input, one for no input, the weights of the sum, and its constant.
pub const NUMBERS: usize = (INPUTS + 2) * UNITS + 1;
/// The upper bound of a hidden unit; the lower one is 0.
pub const FULL: i16 = 256;
/// Hidden units at their bound, times a weight of this, make a hundredth of a man.
pub const SHARE: i32 = 64;

/// A net.
#[derive(Debug)]
pub struct Net {
    rows: Vec<[i16; UNITS]>,
    begin: [i16; UNITS],
    last: [i16; UNITS],
    constant: i16,
}

/// Calls `visit` with each input of the board that is on.
#[inline]
pub fn each_input(board: &Board, mut visit: impl FnMut(usize)) {
    let view = if board.down { *board } else { board.turned() };
    let mut all = |set: Set, first: usize| {
        singles(set).for_each(|single| visit(first + single.trailing_zeros() as usize));
    };
    all(view.own & !view.kings, 0);
    all(view.other & !view.kings, 35);
    all(view.own & view.kings, 70);
    all(view.other & view.kings, 105);
}

impl Net {
    /// A net that corrects nothing.
    pub fn none() -> Self {
        let [begin, last] = [[0; UNITS]; 2];
        Self { rows: vec![[0; UNITS]; INPUTS], begin, last, constant: 0 }
    }

    /// A net of [`NUMBERS`] numbers; `None` if there are others.
    pub fn from_numbers(numbers: &[i16]) -> Option<Self> {
        let (constant, rows) = numbers.split_last()?;
        let mut rows: Vec<[i16; UNITS]> =
            rows.chunks(UNITS).map(<[i16; UNITS]>::try_from).collect::<Result<_, _>>().ok()?;
        if rows.len() != INPUTS + 2 {
            return None;
        }
        let (last, begin) = (rows.pop()?, rows.pop()?);
        Some(Self { rows, begin, last, constant: *constant })
    }

    /// The correction for the side to move, in hundredths of a man.
    pub fn of(&self, board: &Board) -> i32 {
        let mut units = self.begin;
        each_input(board, |input| {
            for (unit, add) in units.iter_mut().zip(&self.rows[input]) {
                *unit = unit.wrapping_add(*add);
            }
        });
        let mut sum = i32::from(self.constant) * i32::from(FULL);
        for (unit, weight) in units.iter().zip(&self.last) {
            sum += i32::from((*unit).clamp(0, FULL)) * i32::from(*weight);
        }
        sum / (i32::from(FULL) * SHARE)
    }
}
