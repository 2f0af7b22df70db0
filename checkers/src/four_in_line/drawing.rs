//! Draws a board of four in line with a shortest solution, found by a search of its own. Judges
//! nothing: where the search and the jury's answer disagree there is no drawing.

use super::{SIZE, jury_answer, validate};
use crate::drawing::{Board, Cell, Drawing, Frame, Names, Piece, Shade};
use crate::{Files, Options};

/// Moves after which the search ends.
const MOST_MOVES: usize = 10;

type Cells = [u8; SIZE * SIZE];
type Step = [usize; 2];

/// Draws a case and an output.
pub(super) fn draw(files: &Files<'_>, _: &Options) -> Option<Drawing> {
    validate(files.input).ok()?;
    let mut letters = files.input.iter().copied().filter(|&byte| byte != b'\n');
    let start: Cells = std::array::from_fn(|_| letters.next().unwrap_or(b'.'));
    let steps = shortest(start)?;
    if jury_answer(files.answer).ok()? != i64::try_from(steps.len()).ok()? {
        return None;
    }
    Some(Drawing::of(board(start, &steps)))
}

fn board(start: Cells, steps: &[Step]) -> Board {
    let rows = start.chunks(SIZE).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    let pieces = vec![Piece::man('B', "black", true), Piece::man('W', "white", false)];
    let mut end = start;
    for &[from, to] in steps {
        end.swap(from, to);
    }
    let mut board = Board::new(Names::RowColumn, Shade::Plain, rows, pieces);
    board.note = "a shortest solution".into();
    board.frames = steps.iter().map(|step| Frame::along(step.map(cell).to_vec())).collect();
    if steps.is_empty() {
        board.note = "four in line from the start".into();
        board.frames.push(Frame::default());
    }
    if let Some(last) = board.frames.last_mut() {
        last.marks = line(&end).into_iter().flatten().map(cell).collect();
        last.caption = "four in line".into();
    }
    board
}

fn cell(number: usize) -> Cell {
    u16::try_from(number).unwrap_or(Cell::MAX)
}

/// The first of the shortest solutions, whoever starts.
fn shortest(start: Cells) -> Option<Vec<Step>> {
    (0..=MOST_MOVES).find_map(|length| {
        b"WB".iter().find_map(|&first| {
            let mut steps = Vec::new();
            search(&mut start.clone(), first, length, &mut steps).then_some(steps)
        })
    })
}

/// Whether four are in line after exactly so many moves; the moves stay in `steps`.
fn search(cells: &mut Cells, mover: u8, left: usize, steps: &mut Vec<Step>) -> bool {
    if left == 0 {
        return line(cells).is_some();
    }
    for to in (0..cells.len()).filter(|&at| cells[at] == b'.').collect::<Vec<_>>() {
        for from in neighbours(to).filter(|&at| cells[at] == mover).collect::<Vec<_>>() {
            cells.swap(from, to);
            steps.push([from, to]);
            if search(cells, other(mover), left - 1, steps) {
                return true;
            }
            steps.pop();
            cells.swap(from, to);
        }
    }
    false
}

fn other(mover: u8) -> u8 {
    if mover == b'W' { b'B' } else { b'W' }
}

fn neighbours(at: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (at / SIZE, at % SIZE);
    let up = (row > 0).then(|| at - SIZE);
    let down = (row + 1 < SIZE).then(|| at + SIZE);
    let left = (column > 0).then(|| at - 1);
    let right = (column + 1 < SIZE).then(|| at + 1);
    [up, down, left, right].into_iter().flatten()
}

/// Four cells in line that hold one colour.
fn line(cells: &Cells) -> Option<[usize; SIZE]> {
    let rows = (0..SIZE).map(|row| std::array::from_fn(|at| row * SIZE + at));
    let columns = (0..SIZE).map(|column| std::array::from_fn(|at| at * SIZE + column));
    let diagonals = [
        std::array::from_fn(|at| at * (SIZE + 1)),
        std::array::from_fn(|at| (at + 1) * (SIZE - 1)),
    ];
    let mut lines = rows.chain(columns).chain(diagonals);
    lines.find(|line: &[usize; SIZE]| {
        let colour = cells[line[0]];
        colour != b'.' && line.iter().all(|&at| cells[at] == colour)
    })
}
