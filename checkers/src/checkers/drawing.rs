//! Draws a move of checkers, legal or not, and whole games.

use super::moves::Move;
use super::position::{Position, Square};
use super::profile_of;
use super::rules::{Illegal, Profile};
use crate::drawing::{Board, Cell, Drawing, Frame, Names, Piece, Shade};
use crate::{Files, Options};

/// Draws a case and an output.
pub(super) fn draw(files: &Files<'_>, options: &Options) -> Option<Drawing> {
    let position = Position::parse(files.input).ok()?;
    let profile = profile_of(options).ok()?;
    let mut board = board(&position);
    board.note = format!("{} to move", position.to_move());
    board.frames.push(match Move::parse(files.output) {
        Ok(proposed) => frame(&position, &proposed, profile).0,
        Err(malformed) => Frame::wrong(Vec::new(), malformed.message),
    });
    Some(Drawing::of(board))
}

/// Draws a game: its moves from `start` on, the last one perhaps not legal, and how it ended.
pub fn game(start: &Position, moves: &[Move], profile: Profile, ending: &str) -> Drawing {
    let mut board = board(start);
    let mut position = *start;
    for proposed in moves {
        let (frame, next) = frame(&position, proposed, profile);
        board.frames.push(frame);
        let Some(next) = next else { break };
        position = next;
    }
    board.frames.push(Frame { caption: ending.into(), ..Frame::default() });
    Drawing::of(board)
}

fn board(position: &Position) -> Board {
    let rows = position.to_string().lines().skip(2).map(|row| row.replace('_', ".")).collect();
    let pieces = vec![
        Piece::man('b', "black man", true),
        Piece::king('B', "black king", true),
        Piece::man('w', "white man", false),
        Piece::king('W', "white king", false),
    ];
    Board::new(Names::RowColumn, Shade::DarkOdd, rows, pieces)
}

/// The move, and the position after it where it is legal.
fn frame(position: &Position, proposed: &Move, profile: Profile) -> (Frame, Option<Position>) {
    let cells = |squares: &[Square]| squares.iter().filter_map(|&s| cell(position, s)).collect();
    match position.play(proposed, profile) {
        Ok(next) => (legal(position, proposed, &next), Some(next)),
        Err(illegal) => {
            let known = proposed.squares();
            let shown = illegal.square().map_or(0, |number| number + 1).max(2).min(known.len());
            let mut frame = Frame::wrong(cells(&known[..shown]), illegal.to_string());
            frame.marks = match illegal {
                Illegal::CaptureCompulsory { from, over }
                | Illegal::CaptureUnfinished { from, over, .. } => cells(&[from, over]),
                _ => Vec::new(),
            };
            (frame, None)
        }
    }
}

fn legal(position: &Position, proposed: &Move, next: &Position) -> Frame {
    let squares = proposed.squares();
    let path = squares.iter().filter_map(|&square| cell(position, square)).collect();
    let over = squares.windows(2).map(|hop| Square {
        row: i64::midpoint(hop[0].row, hop[1].row),
        column: i64::midpoint(hop[0].column, hop[1].column),
    });
    let taken = if proposed.is_capture() {
        over.filter_map(|square| cell(position, square)).collect()
    } else {
        Vec::new()
    };
    let on = |board: &Position, square: Option<&Square>| board.piece(*square?);
    let (before, after) = (on(position, squares.first()), on(next, squares.last()));
    let becomes = after.filter(|_| before != after).map(super::position::Piece::letter);
    let caption = if becomes.is_some() { "crowned".into() } else { String::new() };
    Frame { taken, becomes, caption, ..Frame::along(path) }
}

fn cell(position: &Position, square: Square) -> Option<Cell> {
    let size = i64::try_from(position.size()).ok()?;
    let number = square.row.checked_mul(size)?.checked_add(square.column)?;
    position.contains(square).then(|| number.try_into().ok())?
}
