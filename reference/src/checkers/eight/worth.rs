//! Scores of positions whose result is known: a win is worth more the sooner it comes.

use super::endgames::Value;

/// A game won at once; each move until then takes one away.
pub const WON: i32 = 30_000;
/// Values beyond are games won, or lost if negative, within the moves of a search.
pub(super) const DECIDED: i32 = WON - 1_000;
/// The worth of a board that the endgames know, that many moves from the beginning.
pub(super) fn known(value: Value, ply: usize) -> i32 {
    match value.moves() {
        None => 0,
        Some(moves) if value.is_lost() => ply_loss(ply + moves),
        Some(moves) => -ply_loss(ply + moves),
    }
}

/// A game lost after that many moves.
pub(super) fn ply_loss(ply: usize) -> i32 {
    i32::try_from(ply).unwrap_or(0) - WON
}

/// Games decided are remembered by the moves from their board on, not from the beginning.
pub(super) fn to_memory(value: i32, ply: usize) -> i16 {
    let ply = i32::try_from(ply).unwrap_or(0);
    let value = if value > DECIDED {
        value + ply
    } else if value < -DECIDED {
        value - ply
    } else {
        value
    };
    i16::try_from(value).unwrap_or(0)
}

pub(super) fn from_memory(value: i16, ply: usize) -> i32 {
    let (value, ply) = (i32::from(value), i32::try_from(ply).unwrap_or(0));
    if value > DECIDED {
        value - ply
    } else if value < -DECIDED {
        value + ply
    } else {
        value
    }
}
