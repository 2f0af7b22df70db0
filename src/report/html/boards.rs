//! Drawings in the few bytes of a page: squares as two characters each, and a frame that is nothing
//! but a path as that path.

use jury_checkers::drawing::{Board, Cell, Drawing, Frame, Listed};
use serde_json::{Value, json};

use super::text::shown;

/// Digits to the base 64; the script has the same.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The drawing as the script reads it.
pub(super) fn pack(drawing: &Drawing) -> Value {
    let boards: Vec<_> = drawing.boards.iter().map(board).collect();
    json!({ "boards": boards, "left_out": drawing.left_out })
}

fn board(board: &Board) -> Value {
    let pieces = board.pieces.iter();
    let pieces: Vec<_> =
        pieces.map(|p| json!([p.letter, shown(&p.name), p.dark, p.king])).collect();
    let listed = |listed| match listed {
        Listed::Right => 0,
        Listed::Missing => 1,
        Listed::Wrong => 2,
    };
    let arrows = board.arrows.iter();
    let arrows: Vec<_> =
        arrows.map(|a| json!([a.from, a.to, listed(a.listed), shown(&a.caption)])).collect();
    json!({
        "title": shown(&board.title),
        "note": shown(&board.note),
        "names": board.names,
        "shade": board.shade,
        "rows": board.rows,
        "pieces": pieces,
        "goal": cells(&board.goal),
        "unit": shown(&board.unit),
        "before": board.before,
        "frames": board.frames.iter().map(frame).collect::<Vec<_>>(),
        "arrows": arrows,
    })
}

fn frame(frame: &Frame) -> Value {
    if *frame == (Frame { path: frame.path.clone(), ..Frame::default() }) {
        return cells(&frame.path).into();
    }
    json!({
        "path": cells(&frame.path),
        "taken": cells(&frame.taken),
        "becomes": frame.becomes,
        "marks": cells(&frame.marks),
        "wrong": frame.wrong,
        "caption": shown(&frame.caption),
    })
}

fn cells(cells: &[Cell]) -> String {
    let digit = |value: Cell| char::from(DIGITS[usize::from(value % 64)]);
    cells.iter().flat_map(|&cell| [digit(cell / 64), digit(cell)]).collect()
}
