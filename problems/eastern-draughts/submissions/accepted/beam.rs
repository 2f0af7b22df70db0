// Right and stronger: beam search over turns. A position is worth the sum over its pieces of a
// convex function of x + y (so that those far behind come first), with a little for straying from
// the middle. Every level tries all turns of all kept positions and keeps the best; how many are
// kept depends on the size of the board, so that the time is about the same for all. If the beam
// runs out, the rest of the goal is filled by steps.
use std::collections::{HashSet, VecDeque};
use std::fmt::Write;
use std::io::Read;

const WIDTH: usize = 34; // 30 cells and a frame of two on either side
const CELLS: usize = WIDTH * WIDTH;
const DIRECTIONS: [isize; 6] = [-1, -34, 33, -33, 1, 34];
const EMPTY: u8 = 0;
const PIECE: u8 = 1;
const WALL: u8 = 2;

type Board = [u8; CELLS];

fn cell(x: usize, y: usize) -> usize {
    (y + 2) * WIDTH + x + 2
}

fn at(cell: usize, offset: isize) -> usize {
    (cell as isize + offset) as usize
}

struct Problem {
    side: usize,
    rank: usize,
    value: Vec<i32>,
    zobrist: Vec<u64>,
}

#[derive(Clone)]
struct Position {
    board: Board,
    pieces: Vec<u16>,
    value: i32,
    hash: u64,
    turn: usize, // in the arena
}

/// A turn and the one before it.
#[derive(Clone, Copy)]
struct Turn {
    before: usize,
    from: u16,
    to: u16,
}

struct Candidate {
    value: i32,
    hash: u64,
    parent: u16,
    piece: u16,
    to: u16,
}

/// Cells that a piece on `start` reaches by jumps, with the cell before each. The piece may stay
/// where it is meanwhile: jumps keep x and y even or odd, so that none leads next to `start`.
struct Jumps {
    parent: Vec<u16>,
    seen: Vec<u32>,
    stamp: u32,
    queue: Vec<u16>,
}

impl Jumps {
    fn explore(&mut self, board: &Board, start: usize) {
        self.stamp += 1;
        self.queue.clear();
        self.queue.push(start as u16);
        self.seen[start] = self.stamp;
        let mut head = 0;
        while head < self.queue.len() {
            let here = self.queue[head] as usize;
            head += 1;
            for direction in DIRECTIONS {
                let to = at(here, 2 * direction);
                if board[at(here, direction)] == PIECE && board[to] == EMPTY && self.seen[to] != self.stamp {
                    self.seen[to] = self.stamp;
                    self.parent[to] = here as u16;
                    self.queue.push(to as u16);
                }
            }
        }
    }
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_whitespace();
    let side: usize = words.next().unwrap().parse().unwrap();
    let mut board = [WALL; CELLS];
    let mut pieces = Vec::new();
    for (y, line) in words.enumerate() {
        for (x, character) in line.bytes().enumerate() {
            board[cell(x, y)] = u8::from(character == b'*');
            if character == b'*' {
                pieces.push(cell(x, y) as u16);
            }
        }
    }
    let rank = (1..).find(|p| p * (p + 1) / 2 == pieces.len()).unwrap();
    let problem = Problem { side, rank, value: values(side), zobrist: numbers() };
    let start = problem.position(board, pieces);
    let mut moves = problem.search(start);
    problem.finish(&mut board, &mut moves);
    let mut output = format!("{}\n", moves.len());
    for (from, to) in moves {
        let (x1, y1) = (from % WIDTH - 2, from / WIDTH - 2);
        let (x2, y2) = (to % WIDTH - 2, to / WIDTH - 2);
        writeln!(output, "{x1} {y1} {x2} {y2}").unwrap();
    }
    print!("{output}");
}

fn values(side: usize) -> Vec<i32> {
    let mut values = vec![0; CELLS];
    for y in 0..side {
        for x in 0..side {
            let (sum, off) = ((x + y) as i32, x.abs_diff(y) as i32);
            values[cell(x, y)] = 100 * sum + 2 * sum * sum + off * off / 4;
        }
    }
    values
}

fn numbers() -> Vec<u64> {
    let mut state = 2012_u64;
    let mut next = || {
        state = state.wrapping_add(0x9e3779b97f4a7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^ (z >> 31)
    };
    (0..CELLS).map(|_| next()).collect()
}

impl Problem {
    fn position(&self, board: Board, pieces: Vec<u16>) -> Position {
        let value = pieces.iter().map(|&piece| self.value[piece as usize]).sum();
        let hash = pieces.iter().fold(0, |hash, &piece| hash ^ self.zobrist[piece as usize]);
        Position { board, pieces, value, hash, turn: 0 }
    }

    fn goal_cells(&self) -> impl Iterator<Item = usize> {
        (0..self.rank).flat_map(|sum| (0..=sum).map(move |x| cell(x, sum - x)))
    }

    /// How many positions to keep: a budget of explored pieces, divided by those of one line.
    fn beam(&self, start: &Position) -> usize {
        let sum = |cell: usize| cell % WIDTH + cell / WIDTH;
        let all: usize = start.pieces.iter().map(|&piece| sum(piece as usize)).sum();
        let goal: usize = self.goal_cells().map(sum).sum();
        let turns = (all - goal) / 2 + 5;
        let budget = if self.side <= 20 { 500_000 } else { 1_200_000 };
        (budget / (turns * start.pieces.len())).clamp(1, 200)
    }

    /// The moves of the best line that the beam finds.
    fn search(&self, start: Position) -> Vec<(usize, usize)> {
        let width = self.beam(&start);
        let goal = self.goal_cells().fold(0, |hash, cell| hash ^ self.zobrist[cell]);
        let mut jumps = Jumps {
            parent: vec![0; CELLS],
            seen: vec![0; CELLS],
            stamp: 0,
            queue: Vec::with_capacity(CELLS),
        };
        let mut arena = vec![Turn { before: 0, from: 0, to: 0 }];
        let mut seen = HashSet::from([start.hash]);
        let (mut best, mut best_value, mut stale) = (0, start.value, 0);
        let first = start.board;
        let mut beam = vec![start];
        let mut candidates = Vec::new();
        while stale < 12 && !beam.is_empty() {
            candidates.clear();
            for (parent, position) in beam.iter().enumerate() {
                self.expand(position, parent as u16, &mut jumps, &mut candidates);
            }
            let kept = (4 * width).min(candidates.len());
            if kept < candidates.len() {
                candidates.select_nth_unstable_by_key(kept, |candidate| candidate.value);
            }
            candidates[..kept].sort_unstable_by_key(|candidate| (candidate.value, candidate.hash));
            let mut next = Vec::with_capacity(width);
            for candidate in &candidates[..kept] {
                if next.len() == width {
                    break;
                }
                if seen.insert(candidate.hash) {
                    next.push(follow(&beam[candidate.parent as usize], candidate, &mut arena));
                }
            }
            beam = next;
            stale += 1;
            if let Some(position) = beam.iter().find(|position| position.hash == goal) {
                best = position.turn;
                break;
            }
            if let Some(position) = beam.first().filter(|position| position.value < best_value) {
                (best, best_value, stale) = (position.turn, position.value, 0);
            }
        }
        line(first, &arena, best, &mut jumps)
    }

    fn expand(&self, position: &Position, parent: u16, jumps: &mut Jumps, candidates: &mut Vec<Candidate>) {
        for (number, &from) in position.pieces.iter().enumerate() {
            let from = from as usize;
            let mut add = |to: usize| {
                candidates.push(Candidate {
                    value: position.value - self.value[from] + self.value[to],
                    hash: position.hash ^ self.zobrist[from] ^ self.zobrist[to],
                    parent,
                    piece: number as u16,
                    to: to as u16,
                });
            };
            // Turns that lose much are never among the best.
            let most = self.value[from] + 150;
            for direction in DIRECTIONS {
                let to = at(from, direction);
                if position.board[to] == EMPTY && self.value[to] < most {
                    add(to);
                }
            }
            jumps.explore(&position.board, from);
            for &to in &jumps.queue[1..] {
                if self.value[to as usize] < most {
                    add(to as usize);
                }
            }
        }
    }

    /// Fills what is left of the goal by steps, each cell with the nearest unsettled piece.
    fn finish(&self, board: &mut Board, moves: &mut Vec<(usize, usize)>) {
        for &(from, to) in moves.iter() {
            board.swap(from, to);
        }
        for target in self.goal_cells() {
            if board[target] == EMPTY {
                fetch(board, target, moves);
            }
            board[target] = WALL; // settled
        }
    }
}

fn follow(parent: &Position, candidate: &Candidate, arena: &mut Vec<Turn>) -> Position {
    let mut position = parent.clone();
    let from = position.pieces[candidate.piece as usize];
    position.pieces[candidate.piece as usize] = candidate.to;
    position.board.swap(from as usize, candidate.to as usize);
    position.value = candidate.value;
    position.hash = candidate.hash;
    arena.push(Turn { before: parent.turn, from, to: candidate.to });
    position.turn = arena.len() - 1;
    position
}

/// The single moves of the turns up to `turn`.
fn line(mut board: Board, arena: &[Turn], mut turn: usize, jumps: &mut Jumps) -> Vec<(usize, usize)> {
    let mut turns = Vec::new();
    while turn > 0 {
        turns.push(arena[turn]);
        turn = arena[turn].before;
    }
    let mut moves = Vec::new();
    for turn in turns.into_iter().rev() {
        let (from, to) = (turn.from as usize, turn.to as usize);
        let first = moves.len();
        if DIRECTIONS.iter().any(|&direction| at(from, direction) == to) {
            moves.push((from, to));
        } else {
            jumps.explore(&board, from);
            let mut here = to;
            while here != from {
                let before = jumps.parent[here] as usize;
                moves.push((before, here));
                here = before;
            }
            moves[first..].reverse();
        }
        board.swap(from, to);
    }
    moves
}

/// Walks the nearest piece to the empty cell `target` through empty cells.
fn fetch(board: &mut Board, target: usize, moves: &mut Vec<(usize, usize)>) {
    let mut towards = vec![usize::MAX; CELLS];
    towards[target] = target;
    let mut queue = VecDeque::from([target]);
    while let Some(here) = queue.pop_front() {
        for direction in DIRECTIONS {
            let other = at(here, direction);
            if board[other] == WALL || towards[other] != usize::MAX {
                continue;
            }
            towards[other] = here;
            if board[other] == PIECE {
                let mut at = other;
                while at != target {
                    moves.push((at, towards[at]));
                    board.swap(at, towards[at]);
                    at = towards[at];
                }
                return;
            }
            queue.push_back(other);
        }
    }
}
