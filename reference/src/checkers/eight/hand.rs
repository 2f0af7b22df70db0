//! The worth of a quiet board, without looking ahead. Knows nothing of games that are known to the
//! end.

use super::board::{Board, FIRST_ROW, LAST_ROW, Set};

/// Worth of a man, the unit being a hundredth of it.
const MAN: i32 = 100;
const KING: i32 = 130;
/// The side to move has more to say.
const TURN: i32 = 3;
/// Worth of a man by the rows that it has gone.
const ADVANCE: [i32; 8] = [0, 0, 2, 4, 7, 11, 18, 0];
/// The two squares of the own first row from which all others are guarded.
const BRIDGE: Set = 0b1010;
const CENTRE: Set = 0x0_0063_0c00_u64;
const ROW: [Set; 8] =
    [0xf, 0xf << 4, 0xf << 9, 0xf << 13, 0xf << 18, 0xf << 22, 0xf << 27, 0xf << 31];

/// The worth of the board for the side to move.
pub fn evaluate(board: &Board) -> i32 {
    let board = if board.down { *board } else { board.turned() };
    let flipped = board.turned().passed();
    let (own, other) = (strength(&board), strength(&flipped));
    let difference = own.0 - other.0;
    // Exchanges favour the stronger side.
    let material = own.1 + other.1;
    difference + (own.1 - other.1) * 60 / material.max(1) + TURN
}

/// Worth of the pieces of the side that goes down, all and by material alone.
fn strength(board: &Board) -> (i32, i32) {
    let count = |set: Set| set.count_ones().cast_signed();
    let kings = board.own & board.kings;
    let men = board.own & !board.kings;
    let material = MAN * count(men) + KING * count(kings);
    let mut place: i32 = (0..8).map(|row| ADVANCE[row] * count(men & ROW[row])).sum();
    if board.other & !board.kings != 0 {
        place += 8 * count(men & BRIDGE) + 3 * count(men & FIRST_ROW);
    }
    place += 3 * count(men & CENTRE) + 6 * count(kings & CENTRE);
    place -= 6 * count(kings & (FIRST_ROW | LAST_ROW));
    place += 2 * count(board.steppers());
    (material + place, material)
}

#[cfg(test)]
mod tests {
    use super::super::board::{SQUARES, turned};
    use super::{CENTRE, ROW};

    #[test]
    fn rows_are_rows() {
        assert_eq!(ROW.iter().fold(0, |all, row| all | row), SQUARES);
        assert_eq!(turned(ROW[0]), ROW[7]);
        assert_eq!(turned(CENTRE), CENTRE);
    }
}
