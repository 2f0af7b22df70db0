//! The rules of checkers: which moves a position allows, what they lead to, and why others are
//! refused.

use std::fmt;
use std::ops::ControlFlow;

use super::moves::Move;
use super::position::{Piece, Position, Rank, Side, Square};

/// Which of the game's rule books applies. They differ only in when a capture ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Profile {
    /// A capture goes on until no further jump exists; a man crowned on the way goes on as a king.
    #[default]
    Seed,
    /// As [`Profile::Seed`], but being crowned ends the move (English draughts).
    English,
    /// As [`Profile::Seed`], but a capture may stop after any hop.
    StoppingAllowed,
}

/// Why a position does not allow a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Illegal {
    /// Fewer than two squares.
    NoHop,
    /// The first square does not hold a piece of the side to move.
    NotOwn {
        /// The side to move.
        side: Side,
        /// The first square.
        square: Square,
    },
    /// A hop that the piece cannot make.
    Hop {
        /// The hop's number, counted from 1.
        number: usize,
        /// Where it starts.
        from: Square,
        /// Where it should end.
        to: Square,
        /// What is in the way.
        fault: HopFault,
    },
    /// A step while a capture exists.
    CaptureCompulsory {
        /// A piece that can capture.
        from: Square,
        /// A piece that it can take.
        over: Square,
    },
    /// The capturing piece could take more.
    CaptureUnfinished {
        /// The hop after which it stopped.
        hops: usize,
        /// Where the piece stands.
        from: Square,
        /// A piece that it can take.
        over: Square,
    },
}

/// What is wrong with one hop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HopFault {
    /// It ends off the board.
    OffBoard,
    /// It is not one or two squares along a diagonal.
    NotDiagonal,
    /// A man would go backwards.
    Backwards,
    /// It ends on a piece.
    Occupied,
    /// It jumps over a square without an enemy piece.
    NoEnemy(Square),
    /// A step is not alone in its move.
    StepInCapture,
    /// The man was crowned on the hop before, and that ends the move.
    Crowned,
}

impl Profile {
    /// All profiles.
    pub const ALL: [Self; 3] = [Self::Seed, Self::English, Self::StoppingAllowed];

    /// The name that settings write.
    pub fn name(self) -> &'static str {
        match self {
            Self::Seed => "seed",
            Self::English => "english",
            Self::StoppingAllowed => "stopping-allowed",
        }
    }

    /// The profile of this name.
    pub fn named(name: &str) -> Option<Self> {
        IntoIterator::into_iter(Self::ALL).find(|profile| profile.name() == name)
    }
}

impl Illegal {
    /// The number, from 0, of the move's square at which it goes wrong, where there is one.
    pub fn square(&self) -> Option<usize> {
        match self {
            Self::NoHop => None,
            Self::NotOwn { .. } | Self::CaptureCompulsory { .. } => Some(0),
            Self::Hop { number, .. } => Some(*number),
            Self::CaptureUnfinished { hops, .. } => Some(*hops),
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHop => f.write_str("a move has at least 1 hop"),
            Self::NotOwn { side, square } => write!(f, "no {side} piece on {square}"),
            Self::Hop { number, from, to, fault } => {
                write!(f, "hop {number}: {from} -> {to}: {fault}")
            }
            Self::CaptureCompulsory { from, over } => {
                write!(f, "a capture is compulsory: {from} can take {over}")
            }
            Self::CaptureUnfinished { from, over, .. } => {
                write!(f, "the capture is not finished: {from} can take {over}")
            }
        }
    }
}

impl std::error::Error for Illegal {}

impl fmt::Display for HopFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OffBoard => "off the board",
            Self::NotDiagonal => "neither a step nor a jump along a diagonal",
            Self::Backwards => "a man may not move backwards",
            Self::Occupied => "the square is occupied",
            Self::NoEnemy(over) => return write!(f, "no enemy piece on {over}"),
            Self::StepInCapture => "a step must be the only hop of a move",
            Self::Crowned => "the man has just been crowned, which ends the move",
        })
    }
}

impl Piece {
    /// The directions, rows and columns, in which the piece moves and captures.
    fn directions(self) -> impl Iterator<Item = (i64, i64)> {
        let all = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        IntoIterator::into_iter(all).filter(move |&(rows, _)| self.goes(rows))
    }

    /// Whether the piece may go this way.
    fn goes(self, rows: i64) -> bool {
        self.rank == Rank::King || rows.signum() == self.side.forward()
    }
}

impl Position {
    /// Whether the side to move has a legal move; where it has none, it has lost.
    pub fn has_legal_move(&self) -> bool {
        let mut own = self.pieces_of(self.to_move());
        self.first_capture().is_some() || own.any(|(from, _)| self.steps(from).next().is_some())
    }

    /// Every legal move, pieces row by row.
    ///
    /// A chain of captures can branch at every hop: on made-up boards of many loose enemies the
    /// number of moves is exponential in their count. Positions of real games have few.
    pub fn legal_moves(&self, profile: Profile) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.each_walk(profile, &mut |squares, _| {
            moves.push(Move::new(squares.to_vec()));
            ControlFlow::Continue(())
        });
        moves
    }

    /// Visits each of [`Position::legal_moves`], in their order, until `visit` breaks off: the squares
    /// of the move, and the position after it. None of them is kept, however many there are.
    pub fn each_move(
        &self,
        profile: Profile,
        visit: &mut dyn FnMut(&[Square], Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_walk(profile, &mut |squares, walk| visit(squares, walk.end()))
    }

    /// How many lines of `depth` legal moves start here, each move counted as often as it can be
    /// printed differently. Moves of the last ply are counted without being played.
    ///
    /// ```
    /// # use jury_checkers::checkers::{Position, Profile};
    /// let start = Position::start(8).unwrap();
    /// assert_eq!(start.count_lines(4, Profile::Seed), 1469);
    /// ```
    pub fn count_lines(&self, depth: u32, profile: Profile) -> u64 {
        let mut count = 0;
        let _ = self.count_lines_while(&|| true, depth, profile, &mut count);
        count
    }

    /// Adds [`Position::count_lines`] to `count`, and breaks off soon after `goes_on` denies it. That
    /// is asked again and again, also in the middle of a position of very many moves; what was counted
    /// until then stays.
    pub fn count_lines_while(
        &self,
        goes_on: &dyn Fn() -> bool,
        depth: u32,
        profile: Profile,
        count: &mut u64,
    ) -> ControlFlow<()> {
        // So many lines more between two questions cost less than a hundredth of a second.
        const LINES: u64 = 4096;
        let check = || if goes_on() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        match depth {
            0 => *count += 1,
            1 => self.each_walk(profile, &mut |_, _| {
                *count += 1;
                if count.is_multiple_of(LINES) { check() } else { ControlFlow::Continue(()) }
            })?,
            _ => self.each_walk(profile, &mut |_, walk| {
                walk.end().count_lines_while(goes_on, depth - 1, profile, count)
            })?,
        }
        check()
    }

    /// Visits every legal move until `visit` breaks off: its squares, and the moving piece at their
    /// end.
    fn each_walk(
        &self,
        profile: Profile,
        visit: &mut dyn FnMut(&[Square], Capture) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut has_capture = false;
        for (from, piece) in self.pieces_of(self.to_move()) {
            if self.jumps(from, piece).next().is_none() {
                continue;
            }
            if let Some(capture) = Capture::begin(self, from) {
                has_capture = true;
                capture.collect(profile, &mut vec![from], visit)?;
            }
        }
        if has_capture {
            return ControlFlow::Continue(());
        }
        for (from, _) in self.pieces_of(self.to_move()) {
            for to in self.steps(from) {
                if let Some(mut walk) = Capture::begin(self, from) {
                    walk.land(to);
                    visit(&[from, to], walk)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Plays a move: the position after it, the other side to move.
    ///
    /// Time grows with the move and the board, never with the number of other moves.
    ///
    /// # Errors
    /// The first reason why the move is not legal.
    pub fn play(&self, proposed: &Move, profile: Profile) -> Result<Self, Illegal> {
        let [from, first, ..] = *proposed.squares() else {
            return Err(Illegal::NoHop);
        };
        let not_own = Illegal::NotOwn { side: self.to_move(), square: from };
        let capture = Capture::begin(self, from).ok_or(not_own)?;
        // What goes along no diagonal is refused in the same words either way.
        if from.row.abs_diff(first.row) == 1 {
            self.play_step(capture, proposed)
        } else {
            capture.play(proposed, profile)
        }
    }

    fn play_step(&self, mut walk: Capture, proposed: &Move) -> Result<Self, Illegal> {
        let [from, to, rest @ ..] = proposed.squares() else {
            return Err(Illegal::NoHop);
        };
        let illegal = |fault| Illegal::Hop { number: 1, from: *from, to: *to, fault };
        walk.landing(*to).map_err(illegal)?;
        if !rest.is_empty() {
            return Err(illegal(HopFault::StepInCapture));
        }
        if let Some((from, over)) = self.first_capture() {
            return Err(Illegal::CaptureCompulsory { from, over });
        }
        walk.land(*to);
        Ok(walk.end())
    }

    /// Where the side to move can capture: a piece of its own and one that it can take.
    fn first_capture(&self) -> Option<(Square, Square)> {
        self.pieces_of(self.to_move()).find_map(|(from, piece)| {
            let (over, _) = self.jumps(from, piece).next()?;
            Some((from, over))
        })
    }

    /// What `piece` can jump from a square, and where each jump ends.
    fn jumps(&self, at: Square, piece: Piece) -> impl Iterator<Item = (Square, Square)> + '_ {
        let ways = piece.directions();
        let jumps = ways.map(move |way| (at.shifted(way, 1), at.shifted(way, 2)));
        jumps.filter(move |&(over, to)| {
            let is_enemy = self.piece(over).is_some_and(|other| other.side != piece.side);
            is_enemy && self.contains(to) && self.piece(to).is_none()
        })
    }

    /// Where the piece on `from` can step, captures aside.
    fn steps(&self, from: Square) -> impl Iterator<Item = Square> + '_ {
        let directions = self.piece(from).into_iter().flat_map(Piece::directions);
        let targets = directions.map(move |direction| from.shifted(direction, 1));
        targets.filter(move |&to| self.contains(to) && self.piece(to).is_none())
    }
}

/// A move under way: the moving piece is in the air over `at`, captured ones are gone.
#[derive(Debug, Clone, Copy)]
struct Capture {
    board: Position,
    at: Square,
    piece: Piece,
    just_crowned: bool,
}

impl Capture {
    /// Lifts the piece on `from`, if it belongs to the side to move.
    fn begin(position: &Position, from: Square) -> Option<Self> {
        let piece = position.piece(from).filter(|piece| piece.side == position.to_move())?;
        let mut board = *position;
        board.put(from, None);
        Some(Self { board, at: from, piece, just_crowned: false })
    }

    /// The jumps that the rules allow after those made so far.
    fn next_jumps(&self, profile: Profile) -> impl Iterator<Item = (Square, Square)> + '_ {
        let over = self.is_over(profile);
        self.board.jumps(self.at, self.piece).filter(move |_| !over)
    }

    fn is_enemy(&self, square: Square) -> bool {
        self.board.piece(square).is_some_and(|other| other.side != self.piece.side)
    }

    /// Whether the piece can end a hop on `to`, whatever it passes over.
    fn landing(&self, to: Square) -> Result<(), HopFault> {
        let (rows, columns) = (self.at.row.abs_diff(to.row), self.at.column.abs_diff(to.column));
        if !self.board.contains(to) {
            Err(HopFault::OffBoard)
        } else if rows != columns || !(1..=2).contains(&rows) {
            Err(HopFault::NotDiagonal)
        } else if !self.piece.goes(to.row - self.at.row) {
            Err(HopFault::Backwards)
        } else if self.board.piece(to).is_some() {
            Err(HopFault::Occupied)
        } else {
            Ok(())
        }
    }

    /// The piece that a jump to `to` takes.
    fn jumped(&self, to: Square) -> Result<Square, HopFault> {
        self.landing(to)?;
        if self.at.row.abs_diff(to.row) == 1 {
            return Err(HopFault::StepInCapture);
        }
        let over = Square {
            row: i64::midpoint(self.at.row, to.row),
            column: i64::midpoint(self.at.column, to.column),
        };
        if self.is_enemy(over) { Ok(over) } else { Err(HopFault::NoEnemy(over)) }
    }

    fn jump(&mut self, over: Square, to: Square) {
        self.board.put(over, None);
        self.land(to);
    }

    fn land(&mut self, to: Square) {
        self.at = to;
        let reached = to.row == self.board.crown_row(self.piece.side);
        self.just_crowned = self.piece.rank == Rank::Man && reached;
        if self.just_crowned {
            self.piece.rank = Rank::King;
        }
    }

    /// Whether the rules end the move here, whatever could still be jumped.
    fn is_over(&self, profile: Profile) -> bool {
        profile == Profile::English && self.just_crowned
    }

    fn end(mut self) -> Position {
        self.board.put(self.at, Some(self.piece));
        self.board.pass_turn();
        self.board
    }

    /// Follows a whole capture.
    fn play(mut self, proposed: &Move, profile: Profile) -> Result<Position, Illegal> {
        for (number, &to) in proposed.squares().iter().enumerate().skip(1) {
            let illegal = |fault| Illegal::Hop { number, from: self.at, to, fault };
            if self.is_over(profile) {
                return Err(illegal(HopFault::Crowned));
            }
            let over = self.jumped(to).map_err(illegal)?;
            self.jump(over, to);
        }
        match self.next_jumps(profile).next() {
            Some((over, _)) if profile != Profile::StoppingAllowed => {
                let (hops, from) = (proposed.hops(), self.at);
                Err(Illegal::CaptureUnfinished { hops, from, over })
            }
            _ => Ok(self.end()),
        }
    }

    /// Visits every way to go on from here until `visit` breaks off; `path` holds the squares so far.
    fn collect(
        &self,
        profile: Profile,
        path: &mut Vec<Square>,
        visit: &mut dyn FnMut(&[Square], Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut last = true;
        for (over, to) in self.next_jumps(profile) {
            let mut next = *self;
            next.jump(over, to);
            path.push(to);
            next.collect(profile, path, visit)?;
            path.pop();
            last = false;
        }
        let may_stop = last || profile == Profile::StoppingAllowed;
        if may_stop && path.len() > 1 { visit(path, *self) } else { ControlFlow::Continue(()) }
    }
}
