//! Moves of checkers in the notation of PDN: `9-13`, `13x22`, `1x10x19`. Dark squares are counted
//! from 1, row by row from black's side; an 8x8 board has 32. Knows no rules: it is given the legal
//! moves to tell apart.

use std::collections::HashMap;

use jury_checkers::checkers::{Move, Square};

/// The number of a dark square on a board of `size` squares a side, and of light ones nothing.
pub(super) fn number_of(square: Square, size: usize) -> Option<usize> {
    let row = usize::try_from(square.row).ok().filter(|&row| row < size)?;
    let column = usize::try_from(square.column).ok().filter(|&column| column < size)?;
    square.is_dark().then_some(row * (size / 2) + column / 2 + 1)
}

/// How moves of one position are written.
#[derive(Debug, Clone)]
pub(super) struct Notation {
    size: usize,
    /// How many moves there are between two squares.
    alike: HashMap<Ends, usize>,
}

/// Where a move begins and ends.
type Ends = (Option<Square>, Option<Square>);

impl Notation {
    /// On a board of `size` squares a side, before any of its moves is known.
    pub(super) fn new(size: usize) -> Self {
        Self { size, alike: HashMap::new() }
    }

    /// With these moves, all that are legal.
    fn of(legal: &[Move], size: usize) -> Self {
        let mut notation = Self::new(size);
        for one in legal {
            notation.add(one.squares());
        }
        notation
    }

    /// One of the legal moves, by its squares. All must be known before any is written.
    pub(super) fn add(&mut self, squares: &[Square]) {
        *self.alike.entry(ends(squares)).or_default() += 1;
    }

    /// A move: its ends, and all squares where another capture has the same ends.
    pub(super) fn write(&self, written: &Move) -> String {
        let squares = numbers(written, self.size);
        let is_alone = self.alike.get(&ends(written.squares())).is_none_or(|count| *count < 2);
        let sign = if written.is_capture() { "x" } else { "-" };
        let shown: Vec<String> = match squares.as_slice() {
            [first, .., last] if is_alone => vec![first.to_string(), last.to_string()],
            all => all.iter().map(ToString::to_string).collect(),
        };
        shown.join(sign)
    }
}

/// The legal moves of a position in this notation, in their order.
pub(super) fn written(legal: &[Move], size: usize) -> Vec<String> {
    let notation = Notation::of(legal, size);
    legal.iter().map(|one| notation.write(one)).collect()
}

/// A move, one of `legal`.
pub(super) fn write(written: &Move, legal: &[Move], size: usize) -> String {
    Notation::of(legal, size).write(written)
}

/// The one of `legal` that is written so, its ends alone or all its squares.
///
/// # Errors
/// What was expected in its place.
pub(super) fn read<'a>(text: &str, legal: &'a [Move], size: usize) -> Result<&'a Move, String> {
    let is_capture = text.contains('x');
    let squares: Option<Vec<usize>> =
        text.split(if is_capture { 'x' } else { '-' }).map(number_in).collect();
    let squares = squares.filter(|squares| squares.len() > 1).ok_or_else(|| {
        format!("expected a move such as `9-13`, `13x22` or `1x10x19`, found `{text}`")
    })?;
    let fits = |candidate: &&Move| {
        let all = numbers(candidate, size);
        let its_ends = [all.first(), all.last()];
        let meant =
            all == squares || (squares.len() == 2 && its_ends == [squares.first(), squares.last()]);
        candidate.is_capture() == is_capture && meant
    };
    match legal.iter().filter(fits).collect::<Vec<_>>().as_slice() {
        [one] => Ok(one),
        [] => Err(format!("`{text}` is not a legal move: expected {}", listed(legal, legal, size))),
        several => {
            let several: Vec<Move> = several.iter().map(|one| (*one).clone()).collect();
            Err(format!("`{text}` is ambiguous: it may be {}", listed(&several, legal, size)))
        }
    }
}

/// A number without signs or leading zeros.
fn number_in(text: &str) -> Option<usize> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| plain)
}

fn ends(squares: &[Square]) -> Ends {
    (squares.first().copied(), squares.last().copied())
}

fn numbers(of: &Move, size: usize) -> Vec<usize> {
    of.squares().iter().filter_map(|&square| number_of(square, size)).collect()
}

/// Moves for a message: no more than a line of them.
fn listed(moves: &[Move], legal: &[Move], size: usize) -> String {
    const SHOWN: usize = 8;
    let notation = Notation::of(legal, size);
    let mut words: Vec<String> =
        moves.iter().take(SHOWN).map(|one| format!("`{}`", notation.write(one))).collect();
    if moves.len() > SHOWN {
        words.push(format!("{} others", moves.len() - SHOWN));
    }
    match words.split_last() {
        None => "no move: there is no legal one".into(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(row: i64, column: i64) -> Square {
        Square { row, column }
    }

    #[test]
    fn squares_are_counted_from_blacks_side() {
        let numbers = [(0, 1), (0, 7), (1, 0), (4, 1), (7, 0), (7, 6)]
            .map(|(row, column)| number_of(square(row, column), 8));
        assert_eq!(numbers, [1, 4, 5, 17, 29, 32].map(Some));
        for size in [4, 6, 8, 10, 12] {
            let side = i64::try_from(size).unwrap();
            let all = (0..side).flat_map(|row| (0..side).map(move |column| square(row, column)));
            let counted: Vec<usize> = all.filter_map(|at| number_of(at, size)).collect();
            assert_eq!(counted, (1..=size * size / 2).collect::<Vec<_>>());
        }
        assert_eq!(number_of(square(0, 0), 8), None);
        assert_eq!(number_of(square(-1, 0), 8), None);
        assert_eq!(number_of(square(0, 9), 8), None);
    }
}
