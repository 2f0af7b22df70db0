//! Whether values of endgames are right: each must follow from those of the board's moves.
//!
//! That is proof enough: by induction on the moves to the end, values that all follow from each
//! other can be no others. The moves are made by the generator for boards of any size, which had no
//! part in solving.

use super::{Endgames, Material, Value};
use crate::checkers::eight::board::{Board, Rules, packed};
use crate::checkers::moves::for_each_move;
use crate::checkers::{Geometry, Pieces, Profile, Side};

/// How many boards of a material have which value, and how long its games last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Census {
    /// Boards where the side to move wins.
    pub won: u64,
    /// Boards where it loses.
    pub lost: u64,
    /// Boards where neither wins.
    pub drawn: u64,
    /// Most moves to the end, of both sides.
    pub longest: usize,
}

impl Census {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
            longest: self.longest.max(other.longest),
        }
    }
}

/// Counts the boards of a material, those where one must capture among them.
///
/// # Errors
/// The first board whose value does not follow from those of its moves.
pub fn census(endgames: &mut Endgames, material: Material) -> Result<Census, Board> {
    let geometry = Geometry::new(8);
    let mut census = Census::default();
    for board in (0..material.boards()).filter_map(|number| material.board(number)) {
        let value = endgames.value(&board);
        if value.is_none() || value != following(endgames, &geometry, &board) {
            return Err(board);
        }
        let value = value.unwrap_or_default();
        census.won += u64::from(value.is_won());
        census.lost += u64::from(value.is_lost());
        census.drawn += u64::from(value == Value::DRAW);
        census.longest = census.longest.max(value.moves().unwrap_or(0));
    }
    Ok(census)
}

/// The value that follows from those of a board's moves.
fn following(endgames: &mut Endgames, geometry: &Geometry, board: &Board) -> Option<Value> {
    let pieces = pieces(board);
    let mut next = Vec::new();
    let profile = match endgames.rules() {
        Rules::Seed => Profile::Seed,
        Rules::English => Profile::English,
    };
    for_each_move(geometry, &pieces, profile, |path, captured, king_after| {
        let after = pieces.after(path[0], path[path.len() - 1], captured, king_after);
        next.push(endgames.value(&Board::of(&after)));
    });
    Value::before(next.into_iter().collect::<Option<Vec<_>>>()?.into_iter())
}

/// The inverse of [`Board::of`].
fn pieces(board: &Board) -> Pieces {
    let [own, other, kings] = [board.own, board.other, board.kings].map(|set| packed(set).into());
    if board.down {
        Pieces { black: own, white: other, kings, side: Side::Black }
    } else {
        Pieces { black: other, white: own, kings, side: Side::White }
    }
}
