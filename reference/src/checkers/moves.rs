//! The rules: all legal moves of a position, in three profiles, and what a move does.
//!
//! A move is told by its path, so two captures that end alike but pass over other squares are two
//! moves.

use super::position::{DIRECTIONS, Geometry, Pieces, Position, Side, Squares};
use std::ops::Range;

/// The switch between rule sets; they differ only in how a capture ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Profile {
    /// A man crowned by a jump goes on as a king if it can; captures go on as long as possible.
    #[default]
    Seed,
    /// A jump that crowns ends the move.
    English,
    /// Like `Seed`, but a capture may end after any hop.
    StoppingAllowed,
}

impl Profile {
    /// The profile of that name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "seed" => Some(Self::Seed),
            "english" => Some(Self::English),
            "stopping-allowed" => Some(Self::StoppingAllowed),
            _ => None,
        }
    }
}

/// A legal move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// Every square that the piece stands on, the one it leaves first.
    pub path: Vec<u8>,
    /// The opponents that it takes.
    pub captured: Squares,
    /// Whether it is, or becomes, a king.
    pub king_after: bool,
}

impl Move {
    /// The pieces after this move, with the other side to move.
    #[must_use]
    pub fn after(&self, pieces: &Pieces) -> Pieces {
        pieces.after(self.path[0], self.path[self.path.len() - 1], self.captured, self.king_after)
    }
}

impl Pieces {
    /// The pieces after a legal move, with the other side to move.
    #[must_use]
    pub fn after(&self, from: u8, to: u8, captured: Squares, king_after: bool) -> Self {
        let (from, to): (Squares, Squares) = (1 << from, 1 << to);
        let mut next = *self;
        let own = next.of_mut(self.side);
        *own = *own & !from | to;
        *next.of_mut(self.side.other()) &= !captured;
        next.kings &= !(from | captured);
        if king_after {
            next.kings |= to;
        }
        next.side = self.side.other();
        next
    }
}

/// Calls `visit` with the path, the captured pieces and whether the piece ends as a king, for every
/// legal move: by square, then by direction.
pub fn for_each_move(
    geometry: &Geometry,
    pieces: &Pieces,
    profile: Profile,
    mut visit: impl FnMut(&[u8], Squares, bool),
) {
    let mut path = Vec::with_capacity(16);
    let mut captures = Captures { geometry, pieces, profile, any: false, visit: &mut visit };
    for square in squares(pieces.of(pieces.side)) {
        let is_king = pieces.kings >> square & 1 != 0;
        path.clear();
        path.push(square);
        captures.go_on(&mut path, 0, is_king);
    }
    if !captures.any {
        steps(geometry, pieces, visit);
    }
}

/// Whether the side to move has to capture.
pub fn must_capture(geometry: &Geometry, pieces: &Pieces) -> bool {
    let enemies = pieces.of(pieces.side.other());
    let occupied = pieces.black | pieces.white;
    squares(pieces.of(pieces.side)).any(|square| {
        directions(pieces.side, pieces.kings >> square & 1 != 0).any(|direction| {
            jump(geometry, square, direction)
                .is_some_and(|(over, to)| enemies >> over & 1 != 0 && occupied >> to & 1 == 0)
        })
    })
}

fn steps(geometry: &Geometry, pieces: &Pieces, mut visit: impl FnMut(&[u8], Squares, bool)) {
    let occupied = pieces.black | pieces.white;
    for square in squares(pieces.of(pieces.side)) {
        let is_king = pieces.kings >> square & 1 != 0;
        for direction in directions(pieces.side, is_king) {
            if let Some(to) = geometry.neighbour(square, direction)
                && occupied >> to & 1 == 0
            {
                visit(&[square, to], 0, is_king || geometry.crowns(pieces.side, to));
            }
        }
    }
}

/// The walk over all captures of one position.
struct Captures<'a, F> {
    geometry: &'a Geometry,
    pieces: &'a Pieces,
    profile: Profile,
    any: bool,
    visit: &'a mut F,
}

impl<F: FnMut(&[u8], Squares, bool)> Captures<'_, F> {
    /// Visits every capture that begins with `path`, which has taken `captured` so far.
    fn go_on(&mut self, path: &mut Vec<u8>, captured: Squares, is_king: bool) {
        let side = self.pieces.side;
        let (start, square) = (path[0], path[path.len() - 1]);
        let enemies = self.pieces.of(side.other()) & !captured;
        // The square that the piece started from counts as empty, and so do captured pieces.
        let occupied = (self.pieces.of(side) & !(1 << start)) | enemies;
        let has_jumped = path.len() > 1;
        let mut finished = true;
        for direction in directions(side, is_king) {
            let Some((over, to)) = jump(self.geometry, square, direction) else { continue };
            if enemies >> over & 1 == 0 || occupied >> to & 1 != 0 {
                continue;
            }
            finished = false;
            self.any = true;
            path.push(to);
            let crowned = !is_king && self.geometry.crowns(side, to);
            let captured = captured | 1 << over;
            if crowned && self.profile == Profile::English {
                (self.visit)(path, captured, true);
            } else {
                self.go_on(path, captured, is_king || crowned);
            }
            path.pop();
        }
        if has_jumped && (finished || self.profile == Profile::StoppingAllowed) {
            (self.visit)(path, captured, is_king);
        }
    }
}

/// The squares of a set, in order.
pub fn squares(set: Squares) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        let square = u8::try_from(left.trailing_zeros()).ok().filter(|square| *square < 128)?;
        left &= left - 1;
        Some(square)
    })
}

fn directions(side: Side, is_king: bool) -> Range<usize> {
    if is_king { 0..DIRECTIONS.len() } else { side.forward() }
}

/// The square jumped over and the one jumped to.
fn jump(geometry: &Geometry, square: u8, direction: usize) -> Option<(u8, u8)> {
    let over = geometry.neighbour(square, direction)?;
    Some((over, geometry.neighbour(over, direction)?))
}

/// All legal moves.
pub fn legal_moves(position: &Position, profile: Profile) -> Vec<Move> {
    let mut moves = Vec::new();
    for_each_move(position.geometry(), &position.pieces, profile, |path, captured, king_after| {
        moves.push(Move { path: path.to_vec(), captured, king_after });
    });
    moves
}

/// The number of sequences of `depth` legal moves, told apart by their paths.
pub fn perft(geometry: &Geometry, pieces: &Pieces, profile: Profile, depth: u32) -> u64 {
    let mut count = 0;
    for_each_move(geometry, pieces, profile, |path, captured, king_after| {
        count += if depth <= 1 {
            1
        } else {
            let next = pieces.after(path[0], path[path.len() - 1], captured, king_after);
            perft(geometry, &next, profile, depth - 1)
        };
    });
    if depth == 0 { 1 } else { count }
}
