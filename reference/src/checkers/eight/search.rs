//! Choosing a move: search of principal variations, deepened step by step.
//!
//! It ends by CPU time, depth or number of boards, whichever comes first. It knows the boards of
//! the game so far, so as not to repeat them by mistake; it does not know how moves are printed.

use super::board::{Board, Move};
use super::endgames::{Endgames, Value};
use super::evaluate::Evaluation;
use super::hand::evaluate;
use super::memory::{Bound, Memories, Memory};
use crate::checkers::Limits;
use crate::clock::thread_cpu_time;

/// A game won at once; each move until then takes one away.
pub const WON: i32 = 30_000;
/// Values beyond are games won, or lost if negative, within the moves of a search.
const DECIDED: i32 = WON - 1_000;
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

#[derive(Debug, Clone)]
pub struct Tuning {
    pub x: [i32; 16],
}
impl Tuning {
    pub fn parse(s: &str) -> Self {
        let mut x = [0; 16];
        for kv in s.split(',').filter(|k| k.contains('=')) {
            let (k, v) = kv.split_once('=').unwrap();
            x[k.parse::<usize>().unwrap()] = v.parse().unwrap();
        }
        Self { x }
    }
}

/// A searcher, with what it remembers from move to move.
#[derive(Debug)]
pub struct Searcher {
    pub evaluation: Option<Evaluation>,
    pub tuning: Tuning,
    endgames: Endgames,
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
            evaluation: None,
            tuning: Tuning::parse(""),
            endgames,
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

    /// The best move of `board`, or `None` where there is no legal one. `past` are the boards of
    /// the game before, the oldest first.
    pub fn search(&mut self, board: &Board, past: &[Board], limits: Limits) -> Option<Found> {
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
        for depth in 1..=limits.depth.min(DEEPEST) {
            let Ok(value) = self.deepen(board, &mut moves, depth, found.value) else { break };
            found = Found { best: moves[0], value, depth, nodes: self.nodes };
            if value.abs() > DECIDED && WON - value.abs() <= depth.cast_signed() {
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
        self.known_pieces = 0;
        moves.retain(|found| {
            let next = self.endgames.value(&found.board);
            next.and_then(|next| Value::before([next].into_iter())) == Some(value)
        });
        if value != Value::DRAW {
            moves.truncate(1);
        }
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
        let must_capture = board.must_capture();
        if !must_capture
            && board.count() <= self.known_pieces
            && let Some(value) = self.endgames.value_of_quiet(board)
        {
            return Ok(known(value, ply));
        }
        if ply >= LONGEST_LINE
            || depth <= 0
                && !must_capture
                && (self.tuning.x[2] == 1 || !board.passed().must_capture())
        {
            return Ok(self.quiet(board, ply));
        }
        let depth = depth.max(0);
        let is_open = beta - alpha > 1;
        let memory = self.memories.recall(key);
        if let Some(memory) = memory
            && i32::from(memory.depth) >= depth
            && !is_open
        {
            let value = from_memory(memory.value, ply);
            let is_enough = match memory.bound {
                Bound::Exactly => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if is_enough {
                return Ok(value);
            }
        }
        let start = self.moves.len();
        let mut moves = std::mem::take(&mut self.moves);
        board.moves_into(&mut moves);
        self.moves = moves;
        let count = self.moves.len() - start;
        if count == 0 {
            return Ok(ply_loss(ply));
        }
        self.order(start, board, ply, memory.map(|memory| memory.best));
        self.line.push(key);
        let found = self.best_of(start, Node { board, depth, ply, alpha, beta, must_capture });
        self.line.pop();
        let (value, best) = match found {
            Ok((value, index)) => (value, squares(&self.moves[start + index])),
            Err(stopped) => {
                self.moves.truncate(start);
                return Err(stopped);
            }
        };
        self.moves.truncate(start);
        let bound = if value >= beta {
            Bound::AtLeast
        } else if value <= alpha {
            Bound::AtMost
        } else {
            Bound::Exactly
        };
        let depth = u8::try_from(depth).unwrap_or(u8::MAX);
        let value_kept = to_memory(value, ply);
        self.memories.store(key, Memory { best, value: value_kept, depth, bound });
        Ok(value)
    }

    /// Value and index of the best of the moves from `start` on.
    fn best_of(&mut self, start: usize, node: Node) -> Result<(i32, usize), Stopped> {
        let count = self.moves.len() - start;
        let (mut low, mut best, mut best_index) = (node.alpha, -WON, 0);
        for index in 0..count {
            let next = self.moves[start + index].board;
            let forced = match self.tuning.x[0] {
                0 => count == 1 || node.must_capture && node.depth <= 2,
                1 => count == 1,
                2 => node.must_capture,
                3 => count == 1 && node.must_capture,
                _ => false,
            };
            let left = node.depth - i32::from(!forced);
            let late = !node.must_capture && index >= 3 && node.depth >= 3;
            let reduction = if late {
                match self.tuning.x[1] {
                    0 => 1 + i32::from(index >= 6 && node.depth >= 6),
                    1 => 0,
                    2 => 1,
                    3 => {
                        1 + i32::from(index >= 4 && node.depth >= 5)
                            + i32::from(index >= 6 && node.depth >= 8)
                    }
                    _ => 1 + node.depth / 6,
                }
            } else {
                0
            };
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
                self.learn(start, index, &node);
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

    fn quiet(&self, board: &Board, ply: usize) -> i32 {
        if board.steppers() == 0 {
            ply_loss(ply)
        } else if let Some(e) = &self.evaluation {
            e.of(board)
        } else {
            evaluate(board)
        }
    }

    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let out_of_time =
            self.nodes.is_multiple_of(1024) && thread_cpu_time() >= self.limits.cpu_time;
        if out_of_time || self.nodes >= self.limits.nodes { Err(Stopped) } else { Ok(()) }
    }
}

/// A board whose moves are tried, and how.
struct Node<'a> {
    #[expect(dead_code)]
    board: &'a Board,
    depth: i32,
    ply: usize,
    alpha: i32,
    beta: i32,
    must_capture: bool,
}

/// The worth of a board that the endgames know, that many moves from the beginning.
fn known(value: Value, ply: usize) -> i32 {
    match value.moves() {
        None => 0,
        Some(moves) if value.is_lost() => ply_loss(ply + moves),
        Some(moves) => -ply_loss(ply + moves),
    }
}

/// A game lost after that many moves.
fn ply_loss(ply: usize) -> i32 {
    i32::try_from(ply).unwrap_or(0) - WON
}

/// Bits of the two squares of a move.
fn squares(found: &Move) -> (u8, u8) {
    (found.from.trailing_zeros() as u8, found.to.trailing_zeros() as u8)
}

/// Games decided are remembered by the moves from their board on, not from the beginning.
fn to_memory(value: i32, ply: usize) -> i16 {
    let ply = i32::try_from(ply).unwrap_or(0);
    let value = if value > DECIDED {
        value + ply
    } else if value < -DECIDED {
        value - ply
    } else {
        value
    };
    i16::try_from(value).unwrap_or(0)
}

fn from_memory(value: i16, ply: usize) -> i32 {
    let (value, ply) = (i32::from(value), i32::try_from(ply).unwrap_or(0));
    if value > DECIDED {
        value - ply
    } else if value < -DECIDED {
        value + ply
    } else {
        value
    }
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
