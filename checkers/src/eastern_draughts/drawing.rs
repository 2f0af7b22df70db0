//! Draws the moves of an output turn by turn, as far as they are legal, and the move that is not.
//! Of very long games it keeps the end.

use std::collections::VecDeque;

use super::position::{Cell, Kind, Position};
use super::{Turns, replay};
use crate::drawing::{self, Board, Drawing, Frame, Names, Piece, Shade};
use crate::{Files, Options};

/// Squares that the paths of all frames visit, at most.
const MOST_CELLS: usize = 8000;
/// Squares that one frame's path visits, at most. No useful chain is as long.
const LONGEST_PATH: usize = 500;

/// Draws a case and an output.
pub(super) fn draw(files: &Files<'_>, _: &Options) -> Option<Drawing> {
    let start = Position::parse(files.input).ok()?;
    let mut tape = Tape::new(&start);
    let played = replay(&start, files.output, &mut |kind, from, to| tape.add(kind, from, to));
    if let Err(objection) = played {
        let tried = objection.tried.map(|[from, to]| vec![tape.number(from), tape.number(to)]);
        let mut last = Frame::wrong(tried.unwrap_or_default(), objection.message);
        last.marks = objection.stray.map(|cell| tape.number(cell)).into_iter().collect();
        tape.frames.push_back(last);
    }
    Some(Drawing::of(tape.board()))
}

/// The last frames of a game, and the position before them.
struct Tape {
    base: Position,
    before: usize,
    frames: VecDeque<Frame>,
    /// Squares that the frames visit.
    cells: usize,
    turns: Turns,
}

impl Tape {
    fn new(start: &Position) -> Self {
        let (base, turns) = (start.clone(), Turns::default());
        Self { base, before: 0, frames: VecDeque::new(), cells: 0, turns }
    }

    fn add(&mut self, kind: Kind, from: Cell, to: Cell) {
        let turns = self.turns.count;
        self.turns.add(kind, from, to);
        let (from, to) = (self.number(from), self.number(to));
        let goes_on = turns == self.turns.count;
        match self.frames.back_mut() {
            Some(frame) if goes_on && frame.path.len() < LONGEST_PATH => {
                frame.path.push(to);
                self.cells += 1;
            }
            _ => {
                let caption = if goes_on { "the same turn goes on" } else { "" };
                self.frames
                    .push_back(Frame { caption: caption.into(), ..Frame::along(vec![from, to]) });
                self.cells += 2;
            }
        }
        while self.cells > MOST_CELLS {
            self.drop_first();
        }
    }

    fn drop_first(&mut self) {
        let path = self.frames.pop_front().unwrap_or_default().path;
        self.cells -= path.len();
        self.before += 1;
        if let (Some(&from), Some(&to)) = (path.first(), path.last()) {
            self.base.carry(self.cell(from), self.cell(to));
        }
    }

    fn number(&self, Cell { x, y }: Cell) -> drawing::Cell {
        u16::from(y) * u16::from(self.base.side()) + u16::from(x)
    }

    fn cell(&self, number: drawing::Cell) -> Cell {
        let side = u16::from(self.base.side());
        // Numbers are of squares of this board, whose coordinates are bytes.
        Cell { x: (number % side).to_le_bytes()[0], y: (number / side).to_le_bytes()[0] }
    }

    fn board(self) -> Board {
        let (side, rank) = (self.base.side(), self.base.rank());
        let letter = |x, y| if self.base.has_piece(Cell { x, y }) { '*' } else { '.' };
        let rows = (0..side).map(|y| (0..side).map(|x| letter(x, y)).collect()).collect();
        let goal = (0..rank).flat_map(|y| (0..rank - y).map(move |x| Cell { x, y }));
        let goal = goal.map(|cell| self.number(cell)).collect();
        let mut board =
            Board::new(Names::ColumnRow, Shade::Plain, rows, vec![Piece::man('*', "piece", true)]);
        board.unit = "turn".into();
        Board { goal, before: self.before, frames: self.frames.into(), ..board }
    }
}
