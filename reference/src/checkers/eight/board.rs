//! The board of eight by eight as sets of squares, and all moves by shifts of whole sets.
//!
//! The 32 squares are numbered row by row, with a bit that is never a square after every eight:
//! so the neighbours ahead are 4 and 5 bits away from every square, and whatever leaves the board
//! falls onto such a bit or off the word. Knows the rules, but not which move is good, nor how a
//! capture got to where it ends: captures that end alike are one successor, or as many as they
//! have paths, as the caller wants.

use crate::checkers::{Pieces, Side};

/// A set of squares; bit `n + n / 8` for square n of 0..32.
pub type Set = u64;

/// When a capture ends: what tells the two games apart that this kernel plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rules {
    /// Where the piece cannot jump on; a man that is crowned goes on as a king.
    #[default]
    Seed,
    /// Also where a man is crowned.
    English,
}

/// All squares.
pub const SQUARES: Set = 0x7_fbfd_feff;
/// The row where black begins and white is crowned.
pub const FIRST_ROW: Set = 0xf;
/// The row where white begins and black is crowned.
pub const LAST_ROW: Set = 0xf << 31;

/// A position, seen by the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// Pieces of the side to move.
    pub own: Set,
    /// Pieces of its opponent.
    pub other: Set,
    /// The kings of both.
    pub kings: Set,
    /// Whether the men of the side to move go towards higher squares: black's turn.
    pub down: bool,
}

/// A move: where from, where to, and the board afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// The square that the piece leaves, as a set of one.
    pub from: Set,
    /// The square where it ends.
    pub to: Set,
    /// The pieces that it takes.
    pub taken: Set,
    /// The board afterwards, seen by the opponent.
    pub board: Board,
}

/// Spreads 32 squares over their bits.
pub fn spread(squares: u32) -> Set {
    let eight = |row: u32| Set::from(squares >> (8 * row) & 0xff) << (9 * row);
    eight(0) | eight(1) | eight(2) | eight(3)
}

/// The inverse of [`spread`].
pub fn packed(set: Set) -> u32 {
    let eight = |row: u32| ((set >> (9 * row) & 0xff) as u32) << (8 * row);
    eight(0) | eight(1) | eight(2) | eight(3)
}

/// The set as seen from the other side of the board.
pub fn turned(set: Set) -> Set {
    set.reverse_bits() >> 29
}

/// The squares of a set, each as a set of one, in order.
pub fn singles(set: Set) -> impl Iterator<Item = Set> {
    let mut left = set;
    std::iter::from_fn(move || {
        let single = left & left.wrapping_neg();
        left ^= single;
        (single != 0).then_some(single)
    })
}

/// The way that men go.
trait Way {
    /// The opponent's way.
    type Other: Way<Other = Self>;
    /// The row where men are crowned.
    const CROWNING: Set;
    /// Squares of the neighbours ahead on one of the two diagonals, told by its distance in bits.
    fn ahead(set: Set, by: u32) -> Set;
}

struct Down;
struct Up;

impl Way for Down {
    type Other = Up;
    const CROWNING: Set = LAST_ROW;
    #[inline]
    fn ahead(set: Set, by: u32) -> Set {
        set << by
    }
}

impl Way for Up {
    type Other = Down;
    const CROWNING: Set = FIRST_ROW;
    #[inline]
    fn ahead(set: Set, by: u32) -> Set {
        set >> by
    }
}

#[inline]
fn back<W: Way>(set: Set, by: u32) -> Set {
    W::Other::ahead(set, by)
}

/// The diagonals.
const BOTH: [u32; 2] = [4, 5];

impl Board {
    /// The beginning of a game.
    pub fn start() -> Self {
        Self { own: spread(0xfff), other: spread(0xfff << 20), kings: 0, down: true }
    }

    /// The board of a position of eight by eight.
    pub fn of(pieces: &Pieces) -> Self {
        let set = |squares: u128| spread(u32::try_from(squares).unwrap_or(0));
        let (own, other) = (pieces.of(pieces.side), pieces.of(pieces.side.other()));
        let down = pieces.side == Side::Black;
        Self { own: set(own), other: set(other), kings: set(pieces.kings), down }
    }

    /// The number of a square's bit as the side to move sees it, for which its men go towards higher ones.
    #[inline]
    pub fn bit_seen(&self, square: Set) -> usize {
        let bit = square.trailing_zeros() as usize;
        if self.down { bit } else { 34 - bit }
    }

    /// The same game with the colours changed, seen from the other side of the board.
    #[must_use]
    pub fn turned(&self) -> Self {
        let [own, other, kings] = [self.own, self.other, self.kings].map(turned);
        Self { own, other, kings, down: !self.down }
    }

    /// The same pieces with the other side to move.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { own: self.other, other: self.own, kings: self.kings, down: !self.down }
    }

    /// Whether a legal move leads to `next`.
    pub fn leads_to(&self, rules: Rules, next: &Self) -> bool {
        let mut moves = Vec::new();
        self.moves_into(rules, &mut moves);
        moves.iter().any(|found| found.board == *next)
    }

    /// Whether nothing was captured and no man moved between `old` and this board.
    pub fn may_return_to(&self, old: &Self) -> bool {
        let men = |board: &Self| (board.own | board.other) & !board.kings;
        self.count() == old.count() && men(self) == men(old)
    }

    /// Number of pieces of both sides.
    pub fn count(&self) -> u32 {
        (self.own | self.other).count_ones()
    }

    /// Whether the side to move has to capture.
    pub fn must_capture(&self) -> bool {
        let empty = self.empty();
        if self.down { jumpers::<Down>(self, empty) != 0 } else { jumpers::<Up>(self, empty) != 0 }
    }

    /// Squares without a piece.
    pub fn empty(&self) -> Set {
        SQUARES & !(self.own | self.other)
    }

    /// Own pieces that can step, not asking whether they may.
    pub fn steppers(&self) -> Set {
        if self.down { steppers::<Down>(self) } else { steppers::<Up>(self) }
    }

    /// Appends all legal moves; captures that end alike are one.
    pub fn moves_into(&self, rules: Rules, moves: &mut Vec<Move>) {
        let first = moves.len();
        let add = |found: &Move| {
            let known = found.taken != 0 && moves[first..].contains(found);
            if !known {
                moves.push(*found);
            }
        };
        match rules {
            Rules::Seed => self.each_move::<false>(add),
            Rules::English => self.each_move::<true>(add),
        }
    }

    /// Calls `visit` for every legal move of the seed profile, or of the English game; captures as
    /// often as they have paths.
    #[inline]
    pub fn each_move<const ENGLISH: bool>(&self, visit: impl FnMut(&Move)) {
        if self.down {
            each_move::<Down, ENGLISH>(self, visit);
        } else {
            each_move::<Up, ENGLISH>(self, visit);
        }
    }

    /// The number of sequences of `depth` legal moves, told apart by their paths. The last moves
    /// are counted, not made.
    pub fn perft<const ENGLISH: bool>(&self, depth: u32) -> u64 {
        match (depth, self.down) {
            (0, _) => 1,
            (_, true) => perft::<Down, ENGLISH>(self, depth),
            (_, false) => perft::<Up, ENGLISH>(self, depth),
        }
    }
}

/// Own pieces that can jump.
#[inline]
fn jumpers<W: Way>(board: &Board, empty: Set) -> Set {
    let kings = board.own & board.kings;
    let mut found = 0;
    for by in BOTH {
        found |= board.own & back::<W>(board.other & back::<W>(empty, by), by);
        found |= kings & W::ahead(board.other & W::ahead(empty, by), by);
    }
    found
}

#[inline]
fn steppers<W: Way>(board: &Board) -> Set {
    let (kings, empty) = (board.own & board.kings, board.empty());
    let ahead = back::<W>(empty, 4) | back::<W>(empty, 5);
    let behind = W::ahead(empty, 4) | W::ahead(empty, 5);
    board.own & ahead | kings & behind
}

#[inline]
fn each_move<W: Way, const ENGLISH: bool>(board: &Board, mut visit: impl FnMut(&Move)) {
    let empty = board.empty();
    let jumpers = jumpers::<W>(board, empty);
    if jumpers == 0 {
        each_step::<W>(board, empty, visit);
        return;
    }
    for from in singles(jumpers) {
        let mut end = |to: Set, taken: Set, is_king: bool| {
            visit(&Move { from, to, taken, board: after(board, from, to, taken, is_king) });
        };
        // The square that the piece started from counts as empty.
        let walk = Walk { enemies: board.other, empty: empty | from };
        walk.go_on::<W, ENGLISH>(from, 0, board.kings & from != 0, &mut end);
    }
}

#[inline]
fn each_step<W: Way>(board: &Board, empty: Set, mut visit: impl FnMut(&Move)) {
    let kings = board.own & board.kings;
    let mut step = |from: Set, to: Set| {
        let is_king = (from & kings) | (to & W::CROWNING) != 0;
        visit(&Move { from, to, taken: 0, board: after(board, from, to, 0, is_king) });
    };
    for by in BOTH {
        for to in singles(W::ahead(board.own, by) & empty) {
            step(back::<W>(to, by), to);
        }
        for to in singles(back::<W>(kings, by) & empty) {
            step(W::ahead(to, by), to);
        }
    }
}

/// The board after a move, seen by the opponent.
#[inline]
fn after(board: &Board, from: Set, to: Set, taken: Set, is_king: bool) -> Board {
    let crown = if is_king { to } else { 0 };
    Board {
        own: board.other & !taken,
        other: board.own & !from | to,
        kings: board.kings & !(from | taken) | crown,
        down: !board.down,
    }
}

/// What the captures of one piece meet.
struct Walk {
    enemies: Set,
    empty: Set,
}

impl Walk {
    /// Tells `end` where every capture ends that has come to `at`, what it takes, and whether the
    /// piece is a king then.
    fn go_on<W: Way, const ENGLISH: bool>(
        &self,
        at: Set,
        taken: Set,
        is_king: bool,
        end: &mut impl FnMut(Set, Set, bool),
    ) {
        // Captured pieces leave at once; their squares are never landed on, as rows differ by one.
        let enemies = self.enemies & !taken;
        let mut finished = true;
        let mut jump = |over: Set, to: Set| {
            finished = false;
            let crowned = !is_king && to & W::CROWNING != 0;
            if ENGLISH && crowned {
                end(to, taken | over, true);
            } else {
                self.go_on::<W, ENGLISH>(to, taken | over, is_king || crowned, end);
            }
        };
        for by in BOTH {
            let over = W::ahead(at, by) & enemies;
            let to = W::ahead(over, by) & self.empty;
            if to != 0 {
                jump(over, to);
            }
            if is_king {
                let over = back::<W>(at, by) & enemies;
                let to = back::<W>(over, by) & self.empty;
                if to != 0 {
                    jump(over, to);
                }
            }
        }
        if finished {
            end(at, taken, is_king);
        }
    }
}

fn perft<W: Way, const ENGLISH: bool>(board: &Board, depth: u32) -> u64 {
    if depth == 1 {
        return count::<W, ENGLISH>(board);
    }
    let mut sum = 0;
    each_move::<W, ENGLISH>(board, |found| {
        sum += perft::<W::Other, ENGLISH>(&found.board, depth - 1);
    });
    sum
}

/// The number of legal moves.
#[inline]
fn count<W: Way, const ENGLISH: bool>(board: &Board) -> u64 {
    let empty = board.empty();
    let jumpers = jumpers::<W>(board, empty);
    if jumpers != 0 {
        let mut captures = 0;
        for from in singles(jumpers) {
            let walk = Walk { enemies: board.other, empty: empty | from };
            let is_king = board.kings & from != 0;
            walk.go_on::<W, ENGLISH>(from, 0, is_king, &mut |_, _, _| captures += 1);
        }
        return captures;
    }
    let kings = board.own & board.kings;
    let steps = |by| {
        let ahead = W::ahead(board.own, by) & empty;
        let behind = back::<W>(kings, by) & empty;
        u64::from(ahead.count_ones() + behind.count_ones())
    };
    steps(4) + steps(5)
}
