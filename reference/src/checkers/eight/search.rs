//! Choosing a move: search of principal variations, deepened step by step.
//!
//! It ends by CPU time, depth or number of boards, whichever comes first. It knows the boards of
//! the game so far, so as not to repeat them by mistake; it does not know how moves are printed.

use super::board::{Board, Move};
use super::endgames::{Endgames, Value};
use super::evaluate::Evaluation;
use super::memory::Memories;
use super::order::{Order, squares};
use super::tree::{Stopped, key};
use super::worth::{DECIDED, WON, known};
use super::worths::Worths;
use crate::checkers::Limits;

/// Deepest search, in moves.
const DEEPEST: u32 = 100;

/// What a search found.
#[derive(Debug, Clone, Copy)]
pub struct Found {
    /// The best move.
    pub best: Move,
    /// Its worth for the side to move, in hundredths of a man.
    pub value: i32,
    /// The last depth that was searched to its end.
    pub depth: u32,
    /// Boards looked at.
    pub nodes: u64,
}

/// A searcher, with what it remembers from move to move.
#[derive(Debug)]
pub struct Searcher {
    pub(super) endgames: Endgames,
    /// Boards of at most so many pieces are looked up in the endgames.
    pub(super) known_pieces: u32,
    pub(super) memories: Memories,
    pub(super) order: Order,
    /// Keys of the boards from the last capture or man's move to the one looked at.
    pub(super) line: Vec<u64>,
    pub(super) moves: Vec<Move>,
    /// The ranks of these moves.
    pub(super) ranks: Vec<i32>,
    pub(super) worths: Worths,
    pub(super) limits: Limits,
    pub(super) nodes: u64,
}

impl Searcher {
    /// A searcher that remembers 2 to the power of `bits` boards, of 16 bytes each.
    pub fn new(bits: u32, endgames: Endgames) -> Self {
        Self {
            endgames,
            known_pieces: 0,
            memories: Memories::new(bits),
            order: Order::new(),
            line: Vec::new(),
            moves: Vec::new(),
            ranks: Vec::new(),
            worths: Worths::new(Evaluation::shipped()),
            limits: Limits::NONE,
            nodes: 0,
        }
    }

    /// The same with other weights.
    #[must_use]
    pub fn with_evaluation(self, evaluation: Evaluation) -> Self {
        Self { worths: Worths::new(evaluation), ..self }
    }

    /// The best move of `board`, or `None` where there is no legal one. `past` are the boards of
    /// the game before, the oldest first.
    pub fn search(&mut self, board: &Board, past: &[Board], limits: Limits) -> Option<Found> {
        let mut moves = Vec::new();
        board.moves_into(self.endgames.rules(), &mut moves);
        let first = *moves.first()?;
        let mut found = Found { best: first, value: 0, depth: 0, nodes: 0 };
        self.prepare(board, past, limits);
        if let Some(value) = self.keep_best_known(board, &mut moves) {
            found = Found { best: moves[0], value, ..found };
        }
        if moves.len() == 1 {
            return Some(found);
        }
        // What is left of the time of a move is of no use later, so another round always begins.
        for depth in 1..=limits.depth.min(DEEPEST) {
            let Ok(value) = self.deepen(board, &mut moves, depth, found.value) else { break };
            found = Found { best: moves[0], value, depth, nodes: self.nodes };
            let is_decided = value.abs() > DECIDED && WON - value.abs() <= depth.cast_signed();
            if is_decided {
                break;
            }
        }
        // A round that was cut short has put a better move first, if it found one.
        Some(Found { best: moves[0], nodes: self.nodes, ..found })
    }

    fn prepare(&mut self, board: &Board, past: &[Board], limits: Limits) {
        self.memories.grow_old();
        self.order.grow_old();
        self.line = past.iter().filter(|old| board.may_return_to(old)).map(key).collect();
        self.moves.clear();
        self.ranks.clear();
        self.limits = limits;
        self.nodes = 0;
    }

    /// If the endgames know the board, keeps the moves that they say are best, and gives its value:
    /// a single one of a decided game, all that hold a drawn one. Among these a search has to
    /// find which makes it hard for the opponent, so it must not look them up.
    fn keep_best_known(&mut self, board: &Board, moves: &mut Vec<Move>) -> Option<i32> {
        self.known_pieces = self.endgames.pieces();
        let value = self.endgames.value(board)?;
        let mut best = moves.clone();
        best.retain(|found| {
            let next = self.endgames.value(&found.board);
            next.and_then(|next| Value::before([next].into_iter())) == Some(value)
        });
        if best.is_empty() {
            // Files of endgames that contradict each other are no reason not to move.
            return None;
        }
        self.known_pieces = 0;
        best.truncate(if value == Value::DRAW { best.len() } else { 1 });
        *moves = best;
        Some(known(value, 0))
    }

    /// One round: the value, with the best move put first.
    fn deepen(
        &mut self,
        board: &Board,
        moves: &mut [Move],
        depth: u32,
        guess: i32,
    ) -> Result<i32, Stopped> {
        let mut width = 12;
        let (mut alpha, mut beta) = (guess - width, guess + width);
        if depth < 5 {
            (alpha, beta) = (-WON, WON);
        }
        loop {
            let value = self.root(board, moves, depth, alpha, beta)?;
            width *= 4;
            if value <= alpha && alpha > -WON {
                alpha = (guess - width).max(-WON);
            } else if value >= beta && beta < WON {
                beta = (guess + width).min(WON);
            } else {
                return Ok(value);
            }
        }
    }

    fn root(
        &mut self,
        board: &Board,
        moves: &mut [Move],
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.line.push(key(board));
        let (mut low, mut best) = (alpha, -WON);
        for index in 0..moves.len() {
            let next = moves[index].board;
            let last = squares(&moves[index]);
            let left = depth.cast_signed() - 1;
            let mut value = best;
            if index > 0 {
                value = -self.value(&next, left, 1, last, -low - 1, -low)?;
            }
            if index == 0 || value > low && value < beta {
                value = -self.value(&next, left, 1, last, -beta, -low)?;
            }
            best = best.max(value);
            if value > low {
                low = value;
                moves[..=index].rotate_right(1);
            }
            if low >= beta {
                break;
            }
        }
        self.line.pop();
        Ok(best)
    }
}
