//! Beam search over turns.
//!
//! Every layer holds the best positions after so many turns. The cheapest turns out of them, by the
//! sum of the pieces' costs, are made; those positions are ranked by their cost less what their own
//! next turns promise, and the best of them are the next layer. The width follows the time that is
//! left. Ends in the goal, or, when it makes no more headway, wherever it is: the caller completes.
//! Knows nothing of printing and of the single jumps of a turn.

use super::board::{Board, CELLS, Cell, CellSet, DIRECTIONS, bits, height, x_of, y_of};
use super::network::{Network, crosses_itself};
use super::turn::jumps;
use crate::clock::thread_cpu_time;
use crate::random::Random;
use std::collections::HashSet;
use std::ops::Range;
use std::time::Duration;

/// How positions are valued.
#[derive(Debug, Clone, Copy)]
pub struct Weights {
    /// What the bent part of a piece's cost weighs beside its height.
    pub bend: f64,
    /// The power of the height in the bent part.
    pub power: f64,
    /// The height, in sides of the goal, from which the bent part counts.
    pub floor: f64,
    /// What the square of the distance from the diagonal weighs.
    pub lateral: f64,
    /// What the sum of all pieces' best gains is worth, in thousandths.
    pub reach: i32,
    /// What the best single gain is worth, in thousandths.
    pub best: i32,
    /// Positions made for each that stays in the layer.
    pub fan: usize,
}

impl Weights {
    /// The best weights known.
    pub fn tuned() -> Self {
        Self { bend: 10.0, power: 5.0, floor: 0.5, lateral: 0.1, reach: 200, best: 1000, fan: 3 }
    }

    /// A piece's cost on a cell: about 1000 a unit of height at the bottom, more further up.
    #[expect(clippy::cast_possible_truncation, reason = "costs are a few millions at most")]
    fn cost(&self, board: &Board, cell: Cell) -> i32 {
        let side = f64::from(board.side);
        let up = f64::from(height(cell));
        let aside = f64::from(x_of(cell)) - f64::from(y_of(cell));
        let above = (up - self.floor * f64::from(board.goal)).max(0.0);
        let bent = self.bend * side * (above / side).powf(self.power) / self.power;
        let cost = up + bent + self.lateral * aside * aside / (2.0 * side);
        (cost * 1000.0) as i32
    }
}

/// Turns from the board's position on, until the goal or a position without headway.
pub fn search(board: &Board, until: Duration, weights: &Weights) -> Vec<(Cell, Cell)> {
    Search::new(board, weights).run(until)
}

/// A position of a layer.
struct Node {
    pieces: CellSet,
    /// Height above the goal, all pieces together; 0 is the goal.
    left: u32,
    cost: i32,
    rank: i32,
    hash: u64,
    /// The turn that led here.
    turn: usize,
    /// Its turns, in the arena of its layer.
    turns: Range<usize>,
}

/// A turn that could be made; ordered by the cost of the position that it makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    cost: i32,
    /// Index of the node in its layer.
    node: u32,
    from: Cell,
    to: Cell,
}

/// A turn that was made, after the turn `before`; the first of all is its own predecessor.
struct Made {
    before: usize,
    from: Cell,
    to: Cell,
}

struct Search<'a> {
    board: &'a Board,
    grid: CellSet,
    weights: &'a Weights,
    costs: [i32; CELLS],
    keys: Vec<u64>,
    network: Network,
    /// Turns out of the positions made last.
    arena: Vec<Candidate>,
    made: Vec<Made>,
    seen: HashSet<u64>,
}

/// Steps upwards and worse are never tried; the flattest step up costs 1000.
const LEAST_GAIN: i32 = -600;
/// Layers without a new lowest position after which the search gives up.
const PATIENCE: u32 = 40;

impl<'a> Search<'a> {
    fn new(board: &'a Board, weights: &'a Weights) -> Self {
        let grid = board.grid();
        let mut costs = [0; CELLS];
        for cell in grid.cells() {
            costs[usize::from(cell)] = weights.cost(board, cell);
        }
        let mut order: Vec<Cell> = grid.cells().collect();
        order.sort_by_key(|cell| std::cmp::Reverse(costs[usize::from(*cell)]));
        let mut random = Random::new(1);
        Self {
            board,
            grid,
            weights,
            costs,
            keys: (0..CELLS).map(|_| random.next_u64()).collect(),
            network: Network::new(order),
            arena: Vec::new(),
            made: vec![Made { before: 0, from: 0, to: 0 }],
            seen: HashSet::new(),
        }
    }

    fn run(&mut self, until: Duration) -> Vec<(Cell, Cell)> {
        let mut beam = vec![self.first()];
        let mut pace = Pace::new(beam[0].left, until);
        while beam[0].left > 0 && pace.stalled < PATIENCE {
            let width = pace.positions(self.made.len());
            let mut next = self.layer(&beam, width);
            if next.is_empty() {
                break;
            }
            next.sort_unstable_by_key(|node| (node.left > 0, node.rank));
            next.truncate((width / self.weights.fan).max(1));
            beam = next;
            pace.note(beam.iter().map(|node| node.left).min().unwrap_or(0));
        }
        self.turns_to(beam[0].turn)
    }

    fn first(&mut self) -> Node {
        let pieces = self.board.pieces;
        let cost = pieces.cells().map(|cell| self.costs[usize::from(cell)]).sum();
        let left = self.board.left(&pieces);
        let mut node = Node { pieces, left, cost, rank: cost, hash: 0, turn: 0, turns: 0..0 };
        self.expand(&mut node);
        node
    }

    /// Makes the cheapest `width` new positions out of the beam.
    fn layer(&mut self, beam: &[Node], width: usize) -> Vec<Node> {
        let mut candidates = Vec::new();
        for (index, node) in (0..).zip(beam) {
            let turns = self.arena[node.turns.clone()].iter();
            candidates.extend(turns.map(|turn| Candidate { node: index, ..*turn }));
        }
        // Some lead to the same position, so more than `width` are looked at.
        let some = 2 * width + 16;
        if candidates.len() > some {
            candidates.select_nth_unstable(some);
            candidates.truncate(some);
        }
        candidates.sort_unstable();
        self.arena.clear();
        let mut next = Vec::with_capacity(width);
        for candidate in candidates {
            if next.len() < width {
                next.extend(self.make(&beam[candidate.node as usize], candidate));
            }
        }
        next
    }

    /// The position after the turn, if it is new and the turn is legal.
    fn make(&mut self, node: &Node, turn: Candidate) -> Option<Node> {
        let Candidate { cost, from, to, .. } = turn;
        let hash = node.hash ^ self.keys[usize::from(from)] ^ self.keys[usize::from(to)];
        if !self.seen.insert(hash) || !self.is_legal(&node.pieces, from, to) {
            return None;
        }
        let mut pieces = node.pieces;
        pieces.toggle(from);
        pieces.toggle(to);
        let left = node.left + height(to) - height(from);
        let made = Made { before: node.turn, from, to };
        let mut node =
            Node { pieces, left, cost, rank: cost, hash, turn: self.made.len(), turns: 0..0 };
        self.made.push(made);
        self.expand(&mut node);
        Some(node)
    }

    /// Whether a turn that the network offers does without the moving piece itself.
    fn is_legal(&self, pieces: &CellSet, from: Cell, to: Cell) -> bool {
        let across = x_of(from).abs_diff(x_of(to)).max(y_of(from).abs_diff(y_of(to)));
        across == 1
            || !crosses_itself(&self.grid.without(pieces), from)
            || jumps(self.board, pieces, from, to).is_some()
    }

    /// Lists the turns out of the node and ranks it by what they promise.
    fn expand(&mut self, node: &mut Node) {
        let empty = self.grid.without(&node.pieces);
        self.network.build(&node.pieces, &empty, self.board.side);
        let start = self.arena.len();
        let (mut reach, mut best) = (0, 0);
        for y in 0..self.board.side {
            let near = Near::of(&node.pieces, &empty, y);
            for x in bits(near.own) {
                let gain = self.turns_of_piece(node.cost, &near, 32 * y + x);
                reach += gain / 16;
                best = gain.max(best);
            }
        }
        node.turns = start..self.arena.len();
        let promise = reach / 125 * 2 * self.weights.reach + best / 1000 * self.weights.best;
        node.rank = node.cost - promise;
    }

    /// Lists the turns of the piece on `cell`; gives the best of their gains, or 0.
    fn turns_of_piece(&mut self, cost: i32, near: &Near, cell: Cell) -> i32 {
        let here = self.costs[usize::from(cell)];
        let mut best = 0;
        let mut roots = [Cell::MAX; 6];
        let mut push = |arena: &mut Vec<Candidate>, gain: i32, to: Cell| {
            best = gain.max(best);
            arena.push(Candidate { cost: cost - gain, node: 0, from: cell, to });
        };
        for direction in bits(gather(&near.steps, x_of(cell))) {
            let to = cell.wrapping_add_signed(offset(direction));
            let gain = here - self.costs[usize::from(to)];
            if gain > LEAST_GAIN {
                push(&mut self.arena, gain, to);
            }
        }
        for direction in bits(gather(&near.jumps, x_of(cell))) {
            let root = self.network.root(cell.wrapping_add_signed(2 * offset(direction)));
            if roots.contains(&root) {
                continue;
            }
            roots[usize::from(direction)] = root;
            for to in self.network.members(root) {
                let gain = here - self.costs[usize::from(to)];
                if gain <= LEAST_GAIN {
                    break;
                }
                push(&mut self.arena, gain, to);
            }
        }
        best
    }

    /// The turns from the start to the one with that number.
    fn turns_to(&self, turn: usize) -> Vec<(Cell, Cell)> {
        let back = std::iter::successors(Some(turn), |turn| Some(self.made[*turn].before));
        let mut turns: Vec<_> = back
            .take_while(|turn| *turn != 0)
            .map(|turn| (self.made[turn].from, self.made[turn].to))
            .collect();
        turns.reverse();
        turns
    }
}

/// The pieces of a row, and which of them can step and jump, by direction.
struct Near {
    own: u32,
    steps: [u32; 6],
    jumps: [u32; 6],
}

impl Near {
    fn of(pieces: &CellSet, empty: &CellSet, y: u16) -> Self {
        let (pieces, empty) = (pieces.rows_around(y), empty.rows_around(y));
        let own = pieces[2];
        let at = |rows: &[u32; 5], direction: usize, times: i8| {
            let (dx, dy) = DIRECTIONS[direction];
            let row = rows[2_usize.wrapping_add_signed((dy * times).into())];
            let by = dx * times;
            if by < 0 { row << -by } else { row >> by }
        };
        Self {
            own,
            steps: std::array::from_fn(|way| own & at(&empty, way, 1)),
            jumps: std::array::from_fn(|way| own & at(&pieces, way, 1) & at(&empty, way, 2)),
        }
    }
}

/// The bits of column x, the first row's lowest.
fn gather(rows: &[u32; 6], x: u16) -> u32 {
    (0..6).fold(0, |bits, row| bits | (rows[row] >> x & 1) << row)
}

/// The difference of cell numbers in a direction.
fn offset(direction: u16) -> i16 {
    let (dx, dy) = DIRECTIONS[usize::from(direction) % 6];
    i16::from(dx) + 32 * i16::from(dy)
}

/// How fast the search goes, and so how many positions a layer may make.
struct Pace {
    begun: Duration,
    until: Duration,
    total: u32,
    least: u32,
    layers: u32,
    stalled: u32,
}

impl Pace {
    fn new(total: u32, until: Duration) -> Self {
        Self { begun: thread_cpu_time(), until, total, least: total, layers: 0, stalled: 0 }
    }

    /// Positions for the next layer, when so many have been made.
    fn positions(&self, made: usize) -> usize {
        let now = thread_cpu_time();
        let each = if made < 32 {
            Duration::from_micros(8)
        } else {
            now.saturating_sub(self.begun) / u32::try_from(made).unwrap_or(u32::MAX)
        };
        // Until something is known, a turn is taken to gain 4.
        let (gained, layers) =
            if self.layers < 10 { (4, 1) } else { ((self.total - self.least).max(1), self.layers) };
        let ahead = u128::from(self.least * layers / gained + 4);
        let left = self.until.saturating_sub(now).as_nanos();
        let positions = left / (ahead * each.as_nanos().max(1));
        usize::try_from(positions).unwrap_or(usize::MAX).clamp(1, 20_000)
    }

    /// A layer is done, whose lowest position has `left` to go.
    fn note(&mut self, left: u32) {
        self.layers += 1;
        self.stalled = if left < self.least { 0 } else { self.stalled + 1 };
        self.least = self.least.min(left);
    }
}
