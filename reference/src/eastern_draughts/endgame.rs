//! The last pieces of a game: few stand outside of the goal, and as many of its cells are empty.
//!
//! There the beam's value is blind: which piece fills which hole is no sum over cells, and a turn that
//! moves a hole along a full row gains nothing. So the best way on is sought by A*, over turns into
//! holes and turns of pieces outside. A piece outside takes a turn for each step to the border; a hole
//! goes two cells a turn, as a piece jumps into it over a third. How many turns the best matching of
//! pieces and holes needs that way is the estimate; longer jumps may do with fewer.

use super::board::{Board, Cell, CellSet, DIRECTIONS, x_of, y_of};
use super::turn::jumped;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// Most pieces outside for which the end is sought.
pub const MOST_OUTSIDE: usize = 8;

/// The search goes on where the whole game is estimated to take so many turns more than from the best
/// start, and no further.
pub const DETOUR: usize = 2;

/// A turn's first and last cell.
type Turn = (Cell, Cell);

/// A position from which the end may be sought.
pub struct Start {
    /// Where the pieces stand, at most [`MOST_OUTSIDE`] of them outside.
    pub pieces: CellSet,
    /// Turns up to it.
    pub turns: usize,
    /// Turns of the whole game, as estimated.
    pub whole: usize,
}

/// A position that was met, and the way to it.
struct Met {
    pieces: CellSet,
    /// The number of the position before, none for a start, and the turn from there.
    before: Option<(usize, Turn)>,
    /// Turns from the beginning of the game.
    turns: usize,
}

/// The search for the ends of games on one board.
pub struct Endgame<'a> {
    board: &'a Board,
    goal: CellSet,
    grid: CellSet,
    /// Turns until a hole so far away has met a piece at the border.
    meetings: Box<[[u8; SPAN]; SPAN]>,
}

impl<'a> Endgame<'a> {
    /// For games on the board.
    pub fn new(board: &'a Board) -> Self {
        let meetings = std::array::from_fn(|y| std::array::from_fn(|x| met_after(x, y)));
        Self { board, goal: board.goal_cells(), grid: board.grid(), meetings: Box::new(meetings) }
    }

    /// The number of a start, and the turns from there to the goal, so that the game has fewer turns
    /// than `most`, if that is found while `may_go_on` allows one position after the other. Starts come
    /// in order of their turns.
    pub fn finish(
        &self,
        starts: &[Start],
        most: usize,
        mut may_go_on: impl FnMut() -> bool,
    ) -> Option<(usize, Vec<Turn>)> {
        let best = starts.iter().map(|start| start.whole).min()?;
        let most = most.min(best + DETOUR + 1);
        let mut met = Vec::new();
        let mut fewest = HashMap::new();
        let mut open = BinaryHeap::new();
        for (index, start) in starts.iter().enumerate() {
            // They come in order of turns.
            fewest.entry(start.pieces).or_insert(start.turns);
            met.push(Met { pieces: start.pieces, before: None, turns: start.turns });
            if start.whole < most {
                open.push(rank(start.whole, start.turns, index));
            }
        }
        while let Some((_, Reverse(index))) = open.pop() {
            let Met { pieces, turns, .. } = met[index];
            if fewest[&pieces] < turns {
                continue;
            }
            if pieces == self.goal {
                return Some(turns_to(&met, index));
            }
            if !may_go_on() {
                return None;
            }
            let turns = turns + 1;
            for turn in turns_of(self.board, &self.goal, &self.grid, &pieces) {
                let mut after = pieces;
                after.toggle(turn.0);
                after.toggle(turn.1);
                let known = fewest.entry(after).or_insert(usize::MAX);
                if *known <= turns {
                    continue;
                }
                *known = turns;
                if let Some(rest) = self.estimate(&after, most.saturating_sub(turns)) {
                    open.push(rank(turns + rest, turns, met.len()));
                    met.push(Met { pieces: after, before: Some((index, turn)), turns });
                }
            }
        }
        None
    }

    /// The turns from a position with at most [`MOST_OUTSIDE`] pieces outside to the goal, as the best
    /// matching takes them, if fewer than `most`.
    pub fn estimate(&self, pieces: &CellSet, most: usize) -> Option<usize> {
        let mut holes = [0; MOST_OUTSIDE];
        let mut count = 0;
        for hole in self.goal.without(pieces).cells() {
            holes[count] = hole;
            count += 1;
        }
        let mut apart = [[0; MOST_OUTSIDE]; MOST_OUTSIDE];
        let mut least = 0;
        for (row, piece) in apart.iter_mut().zip(pieces.without(&self.goal).cells()) {
            for (turns, hole) in row.iter_mut().zip(&holes[..count]) {
                *turns = self.apart(piece, *hole);
            }
            least += row[..count].iter().min().map_or(0, |turns| usize::from(*turns));
        }
        if least >= most {
            return None;
        }
        let turns = usize::from(matched(&apart, count));
        (turns < most).then_some(turns)
    }

    /// Turns until the piece outside and the hole have met, in a goal that is full otherwise.
    fn apart(&self, piece: Cell, hole: Cell) -> u16 {
        let (x, y) = (x_of(piece), y_of(piece));
        let steps = x + y - self.board.goal;
        let least = steps.saturating_sub(y)..=steps.min(x);
        let meeting = |along| {
            let across = usize::from(CENTRE + x_of(hole) - (x - along));
            let down = usize::from(CENTRE + y_of(hole) - (y - (steps - along)));
            u16::from(self.meetings[down][across])
        };
        steps + least.map(meeting).min().unwrap_or(0)
    }
}

/// The fewest turns come first, and of those with as many the one that is furthest.
fn rank(whole: usize, turns: usize, index: usize) -> ((Reverse<usize>, usize), Reverse<usize>) {
    ((Reverse(whole), turns), Reverse(index))
}

/// The least sum of one number from each of the first rows, each from another column.
fn matched(apart: &[[u16; MOST_OUTSIDE]; MOST_OUTSIDE], count: usize) -> u16 {
    // By set of the columns that are taken; rows are taken in order.
    let all = (1_usize << count) - 1;
    let mut room = [0; 1 << MOST_OUTSIDE];
    let least = &mut room[..=all];
    least.fill(u16::MAX);
    least[0] = 0;
    for set in 0..all {
        let row = &apart[set.count_ones() as usize];
        for (column, turns) in row[..count].iter().enumerate() {
            let with = set | 1 << column;
            if with != set {
                least[with] = least[with].min(least[set] + turns);
            }
        }
    }
    least[all]
}

/// The number of the start, and the turns from there.
fn turns_to(met: &[Met], mut index: usize) -> (usize, Vec<Turn>) {
    let mut turns = Vec::new();
    while let Some((before, turn)) = met[index].before {
        turns.push(turn);
        index = before;
    }
    turns.reverse();
    (index, turns)
}

/// The turns of pieces into holes, and of pieces outside to anywhere but a hole.
fn turns_of(board: &Board, goal: &CellSet, grid: &CellSet, pieces: &CellSet) -> Vec<Turn> {
    let mut turns = Vec::new();
    let empty = grid.without(pieces);
    for hole in goal.without(pieces).cells() {
        let reached = jumped(board, pieces, &empty, hole);
        let mut sources = CellSet::EMPTY;
        for cell in reached.cells().chain([hole]) {
            for direction in DIRECTIONS {
                if let Some(over) = board.neighbour(cell, direction)
                    && pieces.contains(over)
                    && let Some(source) = board.neighbour(over, direction)
                    && pieces.contains(source)
                    && !sources.contains(source)
                {
                    sources.toggle(source);
                }
            }
        }
        let near = DIRECTIONS.iter().filter_map(|direction| board.neighbour(hole, *direction));
        let near = near.filter(|cell| pieces.contains(*cell));
        turns.extend(sources.cells().chain(near).map(|from| (from, hole)));
    }
    for from in pieces.without(goal).cells() {
        let reached = jumped(board, pieces, &empty, from);
        let near = DIRECTIONS.iter().filter_map(|direction| board.neighbour(from, *direction));
        let near = near.filter(|cell| empty.contains(*cell));
        let ends = reached.cells().chain(near);
        turns.extend(ends.filter(|to| !goal.contains(*to)).map(|to| (from, to)));
    }
    turns
}

/// Differences of x and of y, from minus [`CENTRE`] on.
const SPAN: usize = 64;
const CENTRE: u16 = 32;

/// Turns of a hole to a cell so far away: jumps, and one step if the classes differ.
fn met_after(x: usize, y: usize) -> u8 {
    let centred = |along: usize| i8::try_from(along).unwrap_or(0) - 32;
    let (x, y) = (centred(x), centred(y));
    let jumps = |(x, y): (i8, i8)| {
        let steps = if (x < 0) == (y < 0) { x.abs() + y.abs() } else { x.abs().max(y.abs()) };
        (x % 2 == 0 && y % 2 == 0).then_some(steps.unsigned_abs() / 2)
    };
    jumps((x, y)).unwrap_or_else(|| {
        let after = DIRECTIONS.iter().map(|(by_x, by_y)| (x - by_x, y - by_y));
        1 + after.filter_map(jumps).min().unwrap_or(0)
    })
}
