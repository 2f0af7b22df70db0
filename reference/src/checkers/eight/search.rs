//! Choosing a move: search of principal variations, deepened step by step.
//!
//! It ends by CPU time, depth or number of boards, whichever comes first. It knows the boards of
//! the game so far, so as not to repeat them by mistake; it does not know how moves are printed.

use super::board::{Board, Move};
use super::endgames::{Endgames, Value};
use super::evaluate::Evaluation;
use super::memory::Memories;
use super::node::{Node, reduction};
use super::worth::{DECIDED, WON, known, ply_loss};
use crate::checkers::Limits;
use crate::clock::thread_cpu_time;

/// Deepest search, in moves.
const DEEPEST: u32 = 100;
/// Moves from the beginning at which no line goes on, whatever its extensions.
const LONGEST_LINE: usize = 200;

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
    endgames: Endgames,
    evaluation: Evaluation,
    /// Boards of at most so many pieces are looked up in the endgames.
    known_pieces: u32,
    memories: Memories,
    history: Box<[[u32; 36]; 36]>,
    killers: Vec<[(u8, u8); 2]>,
    /// Keys of the boards from the last capture or man's move to the one looked at.
    line: Vec<u64>,
    moves: Vec<Move>,
    limits: Limits,
    nodes: u64,
}

/// A limit was reached.
struct Stopped;

impl Searcher {
    /// A searcher that remembers 2 to the power of `bits` boards, of 16 bytes each.
    pub fn new(bits: u32, endgames: Endgames) -> Self {
        Self {
            endgames,
            evaluation: Evaluation::shipped(),
            known_pieces: 0,
            memories: Memories::new(bits),
            history: Box::new([[0; 36]; 36]),
            killers: vec![[(0, 0); 2]; LONGEST_LINE + 1],
            line: Vec::new(),
            moves: Vec::new(),
            limits: Limits::NONE,
            nodes: 0,
        }
    }

    /// The same with other weights.
    #[must_use]
    pub fn with_evaluation(self, evaluation: Evaluation) -> Self {
        Self { evaluation, ..self }
    }

    /// The best move of `board`, or `None` where there is no legal one. `past` are the boards of
    /// the game before, the oldest first.
    pub fn search(&mut self, board: &Board, past: &[Board], limits: Limits) -> Option<Found> {
        let begin = thread_cpu_time();
        let mut moves = Vec::new();
        board.moves_into(&mut moves);
        let first = *moves.first()?;
        let mut found = Found { best: first, value: 0, depth: 0, nodes: 0 };
        self.prepare(board, past, limits);
        if let Some(value) = self.keep_best_known(board, &mut moves) {
            found = Found { best: moves[0], value, ..found };
        }
        if moves.len() == 1 {
            return Some(found);
        }
        // A round takes about twice the time of all before it.
        let half_time = begin + limits.cpu_time.saturating_sub(begin) / 2;
        for depth in 1..=limits.depth.min(DEEPEST) {
            let Ok(value) = self.deepen(board, &mut moves, depth, found.value) else { break };
            found = Found { best: moves[0], value, depth, nodes: self.nodes };
            let is_decided = value.abs() > DECIDED && WON - value.abs() <= depth.cast_signed();
            if is_decided || thread_cpu_time() > half_time {
                break;
            }
        }
        // A round that was cut short has put a better move first, if it found one.
        Some(Found { best: moves[0], nodes: self.nodes, ..found })
    }

    fn prepare(&mut self, board: &Board, past: &[Board], limits: Limits) {
        self.memories.grow_old();
        self.history.as_flattened_mut().iter_mut().for_each(|count| *count /= 8);
        self.line = past.iter().filter(|old| board.may_return_to(old)).map(key).collect();
        self.moves.clear();
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
        let mut width = 25;
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
            let left = depth.cast_signed() - 1;
            let mut value = best;
            if index > 0 {
                value = -self.value(&next, left, 1, -low - 1, -low)?;
            }
            if index == 0 || value > low && value < beta {
                value = -self.value(&next, left, 1, -beta, -low)?;
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

    /// The value for the side to move, true where it lies between alpha and beta, else a bound.
    fn value(
        &mut self,
        board: &Board,
        depth: i32,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.count()?;
        let key = key(board);
        if self.line.contains(&key) {
            return Ok(0);
        }
        let node =
            Node { depth: depth.max(0), ply, alpha, beta, must_capture: board.must_capture() };
        if let Some(value) = self.end_of_line(board, depth, &node) {
            return Ok(value);
        }
        let memory = self.memories.recall(key);
        match memory.and_then(|memory| node.answered_by(memory)) {
            Some(value) => Ok(value),
            None => self.expand(board, key, &node, memory.map(|memory| memory.best)),
        }
    }

    /// The value of a board from which the search does not go on.
    fn end_of_line(&mut self, board: &Board, depth: i32, node: &Node) -> Option<i32> {
        if !node.must_capture
            && board.count() <= self.known_pieces
            && let Some(value) = self.endgames.value_of_quiet(board)
        {
            return Some(known(value, node.ply));
        }
        // Threats are looked at to their end, too.
        let is_quiet = !node.must_capture && !board.passed().must_capture();
        if node.ply < LONGEST_LINE && (depth > 0 || !is_quiet) {
            return None;
        }
        let is_lost = board.steppers() == 0 && !node.must_capture;
        Some(if is_lost { ply_loss(node.ply) } else { self.evaluation.of(board) })
    }

    /// The value found by making the moves, which is remembered.
    fn expand(
        &mut self,
        board: &Board,
        key: u64,
        node: &Node,
        best: Option<(u8, u8)>,
    ) -> Result<i32, Stopped> {
        let start = self.moves.len();
        board.moves_into(&mut self.moves);
        if self.moves.len() == start {
            return Ok(ply_loss(node.ply));
        }
        self.order(start, board, node.ply, best);
        self.line.push(key);
        let found = self.best_of(start, node);
        self.line.pop();
        let found = found.map(|(value, index)| (value, squares(&self.moves[start + index])));
        self.moves.truncate(start);
        let (value, best) = found?;
        self.memories.store(key, node.memory(value, best));
        Ok(value)
    }

    /// Value and index of the best of the moves from `start` on.
    fn best_of(&mut self, start: usize, node: &Node) -> Result<(i32, usize), Stopped> {
        let count = self.moves.len() - start;
        let (mut low, mut best, mut best_index) = (node.alpha, -WON, 0);
        for index in 0..count {
            let next = self.moves[start + index].board;
            // An only move costs no depth.
            let left = node.depth - i32::from(count > 1);
            let late = !node.must_capture && index >= 3 && node.depth >= 3;
            let reduction = if late { reduction(index, node.depth) } else { 0 };
            let ply = node.ply + 1;
            let mut value = best;
            let mut look_again = index == 0;
            if index > 0 {
                value = -self.value(&next, left - reduction, ply, -low - 1, -low)?;
                if value > low && reduction > 0 {
                    value = -self.value(&next, left, ply, -low - 1, -low)?;
                }
                look_again = value > low && value < node.beta;
            }
            if look_again {
                value = -self.value(&next, left, ply, -node.beta, -low)?;
            }
            if value > best {
                (best, best_index) = (value, index);
            }
            low = low.max(value);
            if low >= node.beta {
                self.learn(start, index, node);
                break;
            }
        }
        Ok((best, best_index))
    }

    /// A quiet move was good: looks at it earlier next time.
    fn learn(&mut self, start: usize, index: usize, node: &Node) {
        if node.must_capture {
            return;
        }
        let (from, to) = squares(&self.moves[start + index]);
        let count = &mut self.history[usize::from(from)][usize::from(to)];
        *count += (node.depth * node.depth).unsigned_abs();
        let killers = &mut self.killers[node.ply];
        if killers[0] != (from, to) {
            killers[1] = killers[0];
            killers[0] = (from, to);
        }
    }

    /// Puts the moves from `start` on in order, the most promising first.
    fn order(&mut self, start: usize, board: &Board, ply: usize, best: Option<(u8, u8)>) {
        if self.moves.len() - start < 2 {
            return;
        }
        let killers = self.killers[ply];
        let history = &self.history;
        self.moves[start..].sort_by_cached_key(|found| {
            let (from, to) = squares(found);
            let rank = if best == Some((from, to)) {
                u32::MAX
            } else if found.taken != 0 {
                let kings = (found.taken & board.kings).count_ones();
                (1 << 30) + found.taken.count_ones() * 4 + kings
            } else if killers.contains(&(from, to)) {
                1 << 30
            } else {
                history[usize::from(from)][usize::from(to)].min((1 << 30) - 1)
            };
            std::cmp::Reverse(rank)
        });
    }

    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let out_of_time =
            self.nodes.is_multiple_of(1024) && thread_cpu_time() >= self.limits.cpu_time;
        if out_of_time || self.nodes >= self.limits.nodes { Err(Stopped) } else { Ok(()) }
    }
}

/// Bits of the two squares of a move.
#[expect(clippy::cast_possible_truncation, reason = "numbers of bits")]
fn squares(found: &Move) -> (u8, u8) {
    (found.from.trailing_zeros() as u8, found.to.trailing_zeros() as u8)
}

/// A number that stands for a board.
fn key(board: &Board) -> u64 {
    let mut mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ board.other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29)
        ^ board.kings.wrapping_mul(0x1656_67b1_9e37_79f9).rotate_left(47)
        ^ u64::from(board.down);
    mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 32)
}
