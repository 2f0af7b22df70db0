//! What a board is worth when both sides play the best moves: won or lost, and in how many moves,
//! or drawn.

/// Won or lost in a number of moves, each side's counted, or drawn; in one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Value(u8);

impl Value {
    /// Neither side can force a win.
    pub const DRAW: Self = Self(0);
    /// The side to move has no move.
    pub const LOST: Self = Self(1);
    /// Most moves to a decision that a value can tell.
    pub const MOST_MOVES: usize = 254;

    /// Decided in so many moves: lost for the side to move if that is even, won if odd. `None`
    /// beyond [`Self::MOST_MOVES`].
    pub fn decided_in(moves: usize) -> Option<Self> {
        u8::try_from(moves + 1).ok().map(Self)
    }

    /// The value of a board whose moves lead to boards of these values.
    pub fn before(next: impl Iterator<Item = Self>) -> Option<Self> {
        let (mut soonest_win, mut latest_loss, mut is_drawn) = (None, None, false);
        for value in next {
            match value.moves() {
                None => is_drawn = true,
                Some(moves) if moves % 2 == 0 => {
                    soonest_win = Some(soonest_win.map_or(moves, |best: usize| best.min(moves)));
                }
                Some(moves) => latest_loss = latest_loss.max(Some(moves)),
            }
        }
        match (soonest_win, latest_loss) {
            (Some(moves), _) => Self::decided_in(moves + 1),
            (None, _) if is_drawn => Some(Self::DRAW),
            (None, latest) => Self::decided_in(latest.map_or(0, |moves| moves + 1)),
        }
    }

    /// Moves to the end of a decided game.
    pub fn moves(self) -> Option<usize> {
        usize::from(self.0).checked_sub(1)
    }

    /// Whether the side to move wins.
    pub fn is_won(self) -> bool {
        self.moves().is_some_and(|moves| moves % 2 == 1)
    }

    /// Whether the side to move loses.
    pub fn is_lost(self) -> bool {
        self.moves().is_some_and(|moves| moves % 2 == 0)
    }

    /// As stored.
    pub fn byte(self) -> u8 {
        self.0
    }

    /// From a byte as stored.
    pub fn from_byte(byte: u8) -> Self {
        Self(byte)
    }
}

#[cfg(test)]
mod tests {
    use super::Value;

    #[track_caller]
    fn case(next: &[Option<usize>], expected: Option<usize>) {
        let value = |moves: &Option<usize>| {
            moves.map_or(Value::DRAW, |moves| Value::decided_in(moves).unwrap())
        };
        assert_eq!(Value::before(next.iter().map(value)).unwrap().moves(), expected);
    }

    #[test]
    fn the_best_move_decides() {
        case(&[], Some(0));
        case(&[None], None);
        case(&[Some(4), Some(2), Some(7), None], Some(3));
        case(&[Some(3), None], None);
        case(&[Some(3), Some(5)], Some(6));
        assert_eq!(Value::decided_in(255), None);
    }
}
