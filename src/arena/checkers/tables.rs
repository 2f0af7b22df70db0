//! What the reference bot's tables of endgames know of a position: all of up to four pieces.

use std::sync::{LazyLock, Mutex, PoisonError};

use jury_checkers::checkers::{Position, Profile, Side};
use jury_reference::checkers::Position as ReferencePosition;
use jury_reference::checkers::eight::endgames::Endgames;
use jury_reference::checkers::eight::{Board, Rules};

/// Squares a side of the boards that have tables.
const SIZE: usize = 8;

/// How a game ends when both sides play the best moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableResult {
    Drawn,
    /// The loser has no move after so many plies at most.
    Decided {
        winner: Side,
        plies: usize,
    },
}

/// Whether there are tables for such boards.
pub(super) fn are_for(size: usize, profile: Profile) -> bool {
    size == SIZE && rules(profile).is_some()
}

/// The result of a position of few pieces; `None` where no table has it. Draws by repetition and by a number
/// of plies are not in the tables.
pub(super) fn result(position: &Position, profile: Profile) -> Option<TableResult> {
    static TABLES: LazyLock<[Mutex<Endgames>; 2]> = LazyLock::new(|| {
        [Rules::Seed, Rules::English].map(|rules| Mutex::new(Endgames::shipped(rules)))
    });
    let rules = rules(profile).filter(|_| position.size() == SIZE)?;
    let same = ReferencePosition::parse(position.to_string().as_bytes()).ok()?;
    let tables = &TABLES[usize::from(rules == Rules::English)];
    let mut tables = tables.lock().unwrap_or_else(PoisonError::into_inner);
    let value = tables.value(&Board::of(&same.pieces))?;
    let side = position.to_move();
    Some(match value.moves() {
        None => TableResult::Drawn,
        Some(plies) => {
            let winner = if value.is_won() { side } else { side.other() };
            TableResult::Decided { winner, plies }
        }
    })
}

/// The rules of the tables for a profile.
fn rules(profile: Profile) -> Option<Rules> {
    match profile {
        Profile::Seed => Some(Rules::Seed),
        Profile::English => Some(Rules::English),
        Profile::StoppingAllowed => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the side to move wins, or loses, within so many plies, by the rules of this program alone.
    fn is_won(position: &Position, profile: Profile, plies: usize) -> bool {
        let moves = position.legal_moves(profile);
        plies > 0
            && moves
                .iter()
                .any(|one| is_lost(&position.play(one, profile).unwrap(), profile, plies - 1))
    }

    fn is_lost(position: &Position, profile: Profile, plies: usize) -> bool {
        let moves = position.legal_moves(profile);
        moves.is_empty()
            || plies > 0
                && moves
                    .iter()
                    .all(|one| is_won(&position.play(one, profile).unwrap(), profile, plies - 1))
    }

    /// Two kings of black against one of white in the middle of an edge.
    fn board(side: &str, kings: [usize; 2]) -> Option<Position> {
        let mut board = [b'_'; 64];
        for square in kings {
            board[square] = b'B';
        }
        if std::mem::replace(&mut board[58], b'W') != b'_' {
            return None;
        }
        let rows = board.chunks(8).map(|row| format!("{}\n", row.escape_ascii()));
        let text = format!("{side}\n8\n{}", rows.collect::<String>());
        Some(Position::parse(text.as_bytes()).unwrap())
    }

    /// What a search finds that looks so many plies ahead.
    fn found(position: &Position, profile: Profile, most: usize) -> Option<TableResult> {
        (0..=most).find_map(|plies| {
            let side = position.to_move();
            let won = is_won(position, profile, plies).then_some(side);
            let winner = won.or(is_lost(position, profile, plies).then_some(side.other()));
            winner.map(|winner| TableResult::Decided { winner, plies })
        })
    }

    #[test]
    fn tables_say_what_a_search_finds() {
        const MOST: usize = 5;
        let squares = (0..64).filter(|square| (square / 8 + square % 8) % 2 == 1);
        let squares: Vec<usize> = squares.collect();
        let pairs = squares.iter().zip(squares.iter().skip(5)).map(|(&one, &other)| [one, other]);
        let boards: Vec<Position> = pairs
            .flat_map(|pair| ["b", "w"].into_iter().filter_map(move |side| board(side, pair)))
            .collect();
        let mut soon = 0;
        for profile in [Profile::Seed, Profile::English] {
            for position in &boards {
                let known = result(position, profile).unwrap();
                let found = found(position, profile, MOST);
                soon += usize::from(found.is_some());
                let is_soon = |known: &TableResult| match known {
                    TableResult::Decided { plies, .. } => *plies <= MOST,
                    TableResult::Drawn => false,
                };
                assert_eq!(Some(known).filter(is_soon), found, "{profile:?} {position}");
            }
        }
        assert!(soon > 10 && soon < 2 * boards.len(), "{soon} of {}", 2 * boards.len());
    }
}
