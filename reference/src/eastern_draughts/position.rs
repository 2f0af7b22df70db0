//! Positions as the search sees them, each with the list of its best turns, and the step from one
//! position to the next by mending that list.
//!
//! Jumps can be taken back, so empty cells that jumps join form components, and a piece that can jump
//! into a component can reach the whole of it. (It never needs itself to jump over: cells of one
//! component agree in the parity of x and of y, and those jumped over differ.) A turn changes few
//! components, and only these are walked again. Of each, the turns of its two best pieces to its two
//! best cells are listed: as soon as one of them is made, the others follow. Knows nothing of the
//! choice among turns.

use super::board::{Board, Cell, CellSet, bits, height};
use super::cost::{UNIT, Weights};
use super::learned::{Corrections, Learned, Pieces};
use crate::random::Random;

/// A [`Cell`] as an index. Rows of 32 have room for two walls right of the board, which lie left of
/// the next row as well, and so have the two rows below the board for those above it.
type Spot = usize;

const SPOTS: usize = 32 * 32;

const EMPTY: u8 = 0;
const PIECE: u8 = 1;
const WALL: u8 = 2;

/// Differences of spots, one for each direction.
const STRIDES: [isize; 6] = [1, -1, 32, -32, -31, 31];

/// Turns that gain less, in thousandths, are never tried; a flat step up costs 1000.
const LEAST_GAIN: i32 = -600;

/// Windows seldom lower the rank by more than this; a turn that is passed over for it costs little.
const WINDOWS_SLACK: i32 = 1000;

/// So many turns are listed at most, and so few at least unless there are no more.
const MOST_TURNS: usize = 64;
const FEWEST_TURNS: usize = MOST_TURNS / 4;

/// A turn, by its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// How much it lowers the position's cost.
    pub gain: i32,
    from: Cell,
    to: Cell,
}

impl Turn {
    /// The cell that the piece leaves and the one it goes to.
    pub fn ends(self) -> (Cell, Cell) {
        (self.from, self.to)
    }

    /// Jumps change x and y by even numbers, so none has the difference of a step.
    fn is_step(self) -> bool {
        matches!(self.from.abs_diff(self.to), 1 | 31 | 32)
    }

    fn spots(self) -> (Spot, Spot) {
        (usize::from(self.from) % SPOTS, usize::from(self.to) % SPOTS)
    }
}

/// A position with its best turns.
#[derive(Debug, Clone)]
pub struct Position {
    spots: [u8; SPOTS],
    /// The best turns, from the best one on.
    turns: Vec<Turn>,
    /// All turns that gain more are listed.
    floor: i32,
    /// Cost of all pieces, without misfits.
    cost: i32,
    /// What the windows cost.
    windows: i32,
    pieces: Pieces,
    /// Pieces too many, by class of cells: the parities of x and y.
    surplus: [i16; 4],
    /// Height above the goal, all pieces together; 0 is the goal.
    pub left: u32,
    /// A hash of the pieces' places.
    pub hash: u64,
    /// The number of the turn that led here.
    pub made: u32,
}

/// What a turn does for the turns after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Novelty {
    /// It opens good ones, or was the best.
    Opens,
    /// It opens nothing better than a turn that was better than itself and can still be made: what
    /// comes of it comes, in another order, of that turn, too. The position is left without turns.
    Dull,
}

impl Position {
    /// The best turns, from the best one on.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Where the pieces stand.
    pub fn pieces(&self) -> &CellSet {
        &self.pieces.rows
    }

    /// How many pieces will have to change their class of cells.
    pub fn misfits(&self) -> u32 {
        self.surplus.iter().map(|count| u32::from(count.unsigned_abs())).sum::<u32>() / 2
    }
}

/// What the positions of one game share: the costs of cells, and room to work.
pub struct Maker {
    costs: [i32; SPOTS],
    corrections: Corrections,
    /// Whether windows cost something else since the last setting of costs.
    windows_changed: bool,
    keys: [u64; SPOTS],
    /// What a misfit costs.
    misfit: i32,
    /// By spot, when it was last walked.
    walked: [u32; SPOTS],
    walk: u32,
    queue: Vec<Cell>,
    /// Turns found new.
    fresh: Vec<Turn>,
}

impl Maker {
    /// For games on the board.
    pub fn new(board: &Board, weights: &Weights, learned: Learned) -> Self {
        let mut random = Random::new(1);
        let mut maker = Self {
            costs: [0; SPOTS],
            corrections: Corrections::new(board, learned),
            windows_changed: false,
            keys: std::array::from_fn(|_| random.next_u64()),
            misfit: 0,
            walked: [0; SPOTS],
            walk: 0,
            queue: Vec::new(),
            fresh: Vec::new(),
        };
        maker.set_costs(board, weights, 1.0);
        maker
    }

    /// Sets the costs of cells for when that share of the way is left; [`Self::value_again`] each
    /// position then.
    #[expect(clippy::cast_possible_truncation, reason = "a misfit costs little")]
    pub fn set_costs(&mut self, board: &Board, weights: &Weights, share: f64) {
        self.windows_changed = self.corrections.set(board, share);
        for cell in board.grid().cells() {
            self.costs[usize::from(cell)] =
                weights.cost(board, cell, share) + self.corrections.of_cell(board, cell);
        }
        self.misfit = (weights.misfit * UNIT) as i32 + self.corrections.of_misfit();
    }

    /// The board's own position.
    pub fn first(&mut self, board: &Board) -> Position {
        let mut spots = [WALL; SPOTS];
        let mut surplus = [0; 4];
        for cell in board.grid().cells() {
            let spot = usize::from(cell);
            let is_piece = board.pieces.contains(cell);
            let in_goal = height(cell) < u32::from(board.goal);
            spots[spot] = if is_piece { PIECE } else { EMPTY };
            surplus[class(spot)] += i16::from(is_piece) - i16::from(in_goal);
        }
        let left = board.left(&board.pieces);
        let mut first = Position {
            spots,
            turns: Vec::with_capacity(MOST_TURNS + 1),
            floor: i32::MIN,
            cost: 0,
            windows: 0,
            pieces: Pieces::new(board.pieces),
            surplus,
            left,
            hash: 0,
            made: 0,
        };
        self.value_again(&mut first);
        self.list_again(&mut first);
        first
    }

    /// Values the position and its turns by new costs.
    pub fn value_again(&self, position: &mut Position) {
        let pieces = position.spots.iter().zip(&self.costs).filter(|(spot, _)| **spot == PIECE);
        position.cost = pieces.map(|(_, cost)| cost).sum();
        if self.windows_changed {
            position.windows = self.corrections.of_windows(&position.pieces);
        }
        for turn in &mut position.turns {
            turn.gain = self.gain(turn.from.into(), turn.to.into());
        }
        sort(&mut position.turns);
        if position.floor > i32::MIN {
            // What was not listed before may gain more now; it comes with the next full listing.
            position.floor = position.turns.last().map_or(i32::MAX, |turn| turn.gain);
        }
    }

    /// The rank among positions: the lower, the better.
    pub fn rank(&self, position: &Position) -> i32 {
        position.cost + position.windows + self.misfit * position.misfits().cast_signed()
    }

    /// How much lower the rank is after the turn.
    pub fn drop_of(&self, position: &Position, turn: Turn) -> i32 {
        let gain = turn.gain - self.corrections.change(&position.pieces, turn.from, turn.to);
        if !turn.is_step() {
            return gain;
        }
        let (from, to) = turn.spots();
        let (here, there) = (position.surplus[class(from)], position.surplus[class(to)]);
        gain + self.misfit * (1 - i32::from(here <= 0) - i32::from(there >= 0))
    }

    /// The most that [`Self::drop_of`] is above a turn's gain, with few exceptions.
    pub fn slack(&self) -> i32 {
        self.misfit.abs() + WINDOWS_SLACK
    }

    /// The hash of the position after the turn.
    pub fn hash_after(&self, position: &Position, turn: Turn) -> u64 {
        let (from, to) = turn.spots();
        position.hash ^ self.keys[from] ^ self.keys[to]
    }

    /// Makes `next` the position after the turn, whose rank is known already.
    pub fn make(
        &mut self,
        before: &Position,
        turn: Turn,
        rank: i32,
        next: &mut Position,
    ) -> Novelty {
        let (from, to) = turn.spots();
        next.spots = before.spots;
        next.pieces = before.pieces;
        next.pieces.toggle(turn.from);
        next.pieces.toggle(turn.to);
        next.spots[from] = EMPTY;
        next.spots[to] = PIECE;
        next.cost = before.cost - self.gain(from, to);
        next.hash = self.hash_after(before, turn);
        let (here, there) = turn.ends();
        next.left = before.left + height(there) - height(here);
        next.surplus = before.surplus;
        next.surplus[class(from)] -= 1;
        next.surplus[class(to)] += 1;
        next.windows = 0;
        next.windows = rank - self.rank(next);
        self.walk_changed(&next.spots, from, to);
        if self.merge_turns(before, turn, next) == Novelty::Dull {
            return Novelty::Dull;
        }
        if next.floor > i32::MIN && next.turns.len() < FEWEST_TURNS {
            self.list_again(next);
        }
        Novelty::Opens
    }

    /// Finds the turns that are new after a piece has gone `from` one spot `to` another.
    fn walk_changed(&mut self, spots: &[u8; SPOTS], from: Spot, to: Spot) {
        self.walk += 1;
        self.walked[to] = self.walk;
        self.walk_component(spots, from);
        for centre in [from, to] {
            for stride in STRIDES {
                let near = at(centre, stride);
                match spots[near] {
                    // A jump over the centre.
                    EMPTY if spots[at(centre, -stride)] != WALL => self.walk_new(spots, near),
                    // A jump from the centre.
                    PIECE => self.walk_new(spots, at(near, stride)),
                    _ => {}
                }
            }
        }
        for stride in STRIDES {
            let near = at(from, stride);
            if spots[near] == PIECE && near != to {
                self.add_step(near, from);
            }
            let near = at(to, stride);
            if spots[near] == EMPTY {
                self.add_step(to, near);
            }
        }
        sort(&mut self.fresh);
    }

    fn walk_new(&mut self, spots: &[u8; SPOTS], spot: Spot) {
        if spots[spot] == EMPTY && self.walked[spot] != self.walk {
            self.walk_component(spots, spot);
        }
    }

    /// Walks the component of the empty spot and adds the best turns into it.
    fn walk_component(&mut self, spots: &[u8; SPOTS], seed: Spot) {
        let mut pieces = Best::new();
        let mut cells = Best::new();
        self.queue.clear();
        self.queue.push(number(seed));
        self.walked[seed] = self.walk;
        let mut index = 0;
        while let Some(spot) = self.queue.get(index) {
            let spot = usize::from(*spot) % SPOTS;
            index += 1;
            cells.add(-self.costs[spot], spot);
            for direction in bits(pieces_around(spots, spot)) {
                let beyond = at(spot, 2 * STRIDES[usize::from(direction) % 6]);
                if spots[beyond] == PIECE {
                    pieces.add(self.costs[beyond], beyond);
                } else if spots[beyond] == EMPTY && self.walked[beyond] != self.walk {
                    self.walked[beyond] = self.walk;
                    self.queue.push(number(beyond));
                }
            }
        }
        for (cost, from) in pieces.found() {
            for (negative, to) in cells.found() {
                let gain = cost + negative;
                if gain > LEAST_GAIN {
                    self.fresh.push(Turn { gain, from, to });
                }
            }
        }
    }

    fn add_step(&mut self, from: Spot, to: Spot) {
        let gain = self.gain(from, to);
        if gain > LEAST_GAIN {
            self.fresh.push(Turn { gain, from: number(from), to: number(to) });
        }
    }

    /// Lists the turns of the position that are still there and those that are new.
    fn merge_turns(&mut self, before: &Position, made: Turn, next: &mut Position) -> Novelty {
        next.turns.clear();
        let stays = |turn: &&Turn| {
            if turn.is_step() {
                turn.from != made.from && turn.to != made.to
            } else {
                self.walked[usize::from(turn.to) % SPOTS] != self.walk
            }
        };
        let mut kept = before.turns.iter().filter(stays).peekable();
        if let Some(best) = kept.peek() {
            let newest = self.fresh.first().map_or(i32::MIN, |turn| turn.gain);
            let better = (best.gain, best.from, best.to) > (made.gain, made.from, made.to);
            if better && newest <= best.gain {
                self.fresh.clear();
                return Novelty::Dull;
            }
        }
        let mut fresh = self.fresh.iter().peekable();
        while next.turns.len() <= MOST_TURNS
            && let Some(turn) = kept.next()
        {
            while let Some(new) = fresh.next_if(|new| new.gain > turn.gain) {
                next.turns.push(*new);
            }
            next.turns.push(*turn);
        }
        next.turns.extend(fresh.take_while(|turn| turn.gain > before.floor));
        next.floor = before.floor;
        self.fresh.clear();
        cut(next);
        Novelty::Opens
    }

    /// Lists the turns of the position from scratch.
    pub fn list_again(&mut self, position: &mut Position) {
        self.walk += 1;
        for spot in 0..SPOTS {
            match position.spots[spot] {
                PIECE => {
                    for near in STRIDES.map(|stride| at(spot, stride)) {
                        if position.spots[near] == EMPTY {
                            self.add_step(spot, near);
                        }
                    }
                }
                EMPTY => self.walk_new(&position.spots, spot),
                _ => {}
            }
        }
        sort(&mut self.fresh);
        position.turns.clear();
        position.turns.append(&mut self.fresh);
        position.floor = i32::MIN;
        cut(position);
    }

    fn gain(&self, from: Spot, to: Spot) -> i32 {
        self.costs[from] - self.costs[to]
    }
}

/// The two best of what is added.
struct Best([(i32, Cell); 2]);

impl Best {
    fn new() -> Self {
        Self([(i32::MIN, 0); 2])
    }

    fn add(&mut self, value: i32, spot: Spot) {
        let [first, second] = self.0;
        let new = (value, number(spot));
        if value > second.0 && new != first {
            self.0 = if value > first.0 { [new, first] } else { [first, new] };
        }
    }

    fn found(&self) -> impl Iterator<Item = (i32, Cell)> + use<> {
        self.0.into_iter().filter(|(value, _)| *value > i32::MIN)
    }
}

/// Keeps as many turns as are listed at most.
fn cut(position: &mut Position) {
    if let Some(turn) = position.turns.get(MOST_TURNS) {
        position.floor = turn.gain;
        position.turns.truncate(MOST_TURNS);
    }
}

fn sort(turns: &mut [Turn]) {
    turns.sort_unstable_by_key(|turn| std::cmp::Reverse(turn.gain));
}

/// The directions in which a piece is next to the spot, as bits.
fn pieces_around(spots: &[u8; SPOTS], spot: Spot) -> u32 {
    let is_piece = |direction: usize| u32::from(spots[at(spot, STRIDES[direction])] == PIECE);
    (0..STRIDES.len()).fold(0, |found, direction| found | is_piece(direction) << direction)
}

/// The parities of x and y, as a number below 4.
fn class(spot: Spot) -> usize {
    spot & 1 | spot >> 4 & 2
}

fn at(spot: Spot, stride: isize) -> Spot {
    spot.wrapping_add_signed(stride) % SPOTS
}

#[expect(clippy::cast_possible_truncation, reason = "there are few spots")]
fn number(spot: Spot) -> Cell {
    spot as Cell
}
