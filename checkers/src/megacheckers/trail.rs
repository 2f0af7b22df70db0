//! Finds a capture of known length on a board: a depth-first search with a bound on its work. Whether
//! a longer one exists it does not ask.

use super::{Board, Home};

/// Jumps that are tried on one board, at most.
const MOST_TRIED: usize = 300_000;

/// A home: row from the own edge, column from the left.
pub(super) type At = (usize, usize);

/// The homes that an own piece visits while it takes `length` pieces; `None` when there is no such
/// capture, or none was found within the bound.
pub(super) fn trail(board: &Board, length: usize) -> Option<Vec<At>> {
    let homes = (0..board.rows).flat_map(|row| (0..board.columns).map(move |column| (row, column)));
    let own = homes.filter(|&(row, column)| board.home(row, column) == Some(Home::Own));
    let taken = vec![false; board.rows * board.columns];
    let mut search = Search { board, taken, path: Vec::new(), left: MOST_TRIED };
    own.into_iter().find_map(|start| {
        search.path = vec![start];
        search.goes_on(length).then(|| search.path.clone())
    })
}

/// The piece that a jump between two homes passes over.
pub(super) fn between(from: At, to: At) -> At {
    (usize::midpoint(from.0, to.0), usize::midpoint(from.1, to.1))
}

struct Search<'a> {
    board: &'a Board,
    /// By square, whether its piece has been jumped.
    taken: Vec<bool>,
    path: Vec<At>,
    /// Jumps that may still be tried.
    left: usize,
}

impl Search<'_> {
    /// Whether the path can be made `jumps` longer; if so, it has been.
    fn goes_on(&mut self, jumps: usize) -> bool {
        if jumps == 0 {
            return true;
        }
        let at = self.path[self.path.len() - 1];
        for to in [(-2, -2), (-2, 2), (2, -2), (2, 2)].map(|way| shifted(at, way)) {
            let Some(over) = to.and_then(|to| self.jumped(at, to)) else { continue };
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            self.taken[over] = true;
            self.path.extend(to);
            if self.goes_on(jumps - 1) {
                return true;
            }
            self.path.pop();
            self.taken[over] = false;
        }
        false
    }

    /// The square of the piece that a jump would take, if it is a legal one.
    fn jumped(&self, from: At, to: At) -> Option<usize> {
        // The square that the piece started from counts as empty.
        let lands = self.board.home(to.0, to.1)? == Home::Empty || to == self.path[0];
        let over = between(from, to);
        let square = over.0 * self.board.columns + over.1;
        let takes = self.board.home(over.0, over.1)? == Home::Opponent && !self.taken[square];
        (lands && takes).then_some(square)
    }
}

fn shifted((row, column): At, (rows, columns): (isize, isize)) -> Option<At> {
    Some((row.checked_add_signed(rows)?, column.checked_add_signed(columns)?))
}
