//! Whether a drawing can be drawn: boards of whole rows, pieces that are named, moves that stay on the
//! board. Knows nothing of the rules that the moves follow.

use jury_checkers::drawing::{Arrow, Board, Cell, Drawing, Frame};

use super::{Sense, expect};

/// The letter of an empty square.
const EMPTY: char = '.';

pub(super) fn check(drawing: &Drawing) -> Sense {
    for (number, board) in (1..).zip(&drawing.boards) {
        self::board(board).map_err(|found| found.within(format_args!("board {number}")))?;
    }
    Ok(())
}

fn board(board: &Board) -> Sense {
    let widths = || board.rows.iter().map(|row| row.chars().count());
    let width = widths().next().unwrap_or(0);
    let whole = width > 0 && widths().all(|other| other == width);
    expect(whole, "rows", "rows of one length", &board.rows)?;
    let squares = width * board.rows.len();
    let known =
        |letter: char| letter == EMPTY || board.pieces.iter().any(|piece| piece.letter == letter);
    for row in &board.rows {
        expect(row.chars().all(known), "rows", "letters of `pieces`", row)?;
    }
    on_board("goal", &board.goal, squares)?;
    for (number, frame) in (1..).zip(&board.frames) {
        self::frame(frame, squares, known)
            .map_err(|found| found.within(format_args!("frame {number}")))?;
    }
    for (number, &Arrow { from, to, .. }) in (1..).zip(&board.arrows) {
        on_board("from", &[from], squares)
            .and_then(|()| on_board("to", &[to], squares))
            .map_err(|found| found.within(format_args!("arrow {number}")))?;
    }
    Ok(())
}

fn frame(frame: &Frame, squares: usize, known: impl Fn(char) -> bool) -> Sense {
    on_board("path", &frame.path, squares)?;
    on_board("taken", &frame.taken, squares)?;
    on_board("marks", &frame.marks, squares)?;
    expect(frame.becomes.is_none_or(known), "becomes", "a letter of `pieces`", &frame.becomes)
}

fn on_board(key: &'static str, cells: &[Cell], squares: usize) -> Sense {
    match cells.iter().find(|&&cell| usize::from(cell) >= squares) {
        Some(cell) => expect(false, key, format_args!("squares below {squares}"), cell),
        None => Ok(()),
    }
}
