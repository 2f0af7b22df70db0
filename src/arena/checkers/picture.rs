//! A board of checkers as people see it: pieces, numbers on empty squares, rows and columns as bots
//! speak of them, and what each side has captured.

use std::iter;

use jury_checkers::checkers::{Piece, Position, Rank, Side, Square};

use super::notation::number_of;
use crate::arena::game::{Part, Picture, Seat, TextStyle};

/// Draws; `last` are the squares of the last move.
pub(super) fn draw(position: &Position, last: &[Square]) -> Picture {
    let size = position.size();
    let columns = (0..size).map(|column| part(format!("{column:>2}  "), TextStyle::Faint));
    let mut lines =
        vec![iter::once(part("   ", TextStyle::Faint)).chain(columns).collect::<Vec<_>>()];
    for row in 0..size {
        let mut line = vec![part(format!("{row:>2} "), TextStyle::Faint)];
        let squares = position.squares().skip(row * size).take(size);
        line.extend(squares.map(|square| cell(position, square, last)));
        lines.push(line);
    }
    for (at, side) in [(1, Side::Black), (size, Side::White)] {
        lines[at].extend(captured(position, side));
    }
    lines
}

fn part(text: impl Into<String>, look: TextStyle) -> Part {
    Part { text: text.into(), look }
}

/// Four columns for every square, brackets around those of the last move.
fn cell(position: &Position, square: Square, last: &[Square]) -> Part {
    let Some(number) = number_of(square, position.size()) else {
        return part("    ", TextStyle::Plain);
    };
    let piece = position.piece(square);
    let inner = piece.map_or_else(|| format!("{number:>2}"), |p| format!("{} ", symbol(p)));
    match (last.contains(&square), piece.map(|piece| Seat::from(piece.side))) {
        (true, seat) => part(format!("[{inner}]"), TextStyle::Marked(seat)),
        (false, Some(seat)) => part(format!(" {inner} "), TextStyle::Piece(seat)),
        (false, None) => part(format!(" {inner} "), TextStyle::Field),
    }
}

fn symbol(piece: Piece) -> char {
    match (piece.side, piece.rank) {
        (Side::Black, Rank::Man) => '●',
        (Side::Black, Rank::King) => '♚',
        (Side::White, Rank::Man) => '○',
        (Side::White, Rank::King) => '♔',
    }
}

/// Whose edge of the board this is, and what that side has taken from the other.
fn captured(position: &Position, side: Side) -> [Part; 5] {
    let lost = Position::pieces_at_start(position.size()) - position.count(side.other());
    let man = |side| symbol(Piece { side, rank: Rank::Man });
    [
        part("  ", TextStyle::Plain),
        part(format!(" {} ", man(side)), TextStyle::Piece(side.into())),
        part(format!(" {side}  "), TextStyle::Plain),
        part(if lost == 0 { "" } else { "captured " }, TextStyle::Faint),
        part(man(side.other()).to_string().repeat(lost), TextStyle::Piece(side.other().into())),
    ]
}
