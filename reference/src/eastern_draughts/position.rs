//! Positions as the search sees them, each with the list of its best turns, and the step from one
//! position to the next by mending that list.
//!
//! Jumps can be taken back, so empty cells that jumps join form components, and a piece that can jump
//! into a component can reach the whole of it. (It never needs itself to jump over: cells of one
//! component agree in the parity of x and of y, and those jumped over differ.) A turn changes few
//! components, and only these are walked again. Of each, the turns of its two best pieces to its two
//! best cells are listed: as soon as one of them is made, the others follow.

use super::board::{Board, CELLS, Cell, CellSet, bits, height};
use super::cost::{UNIT, Weights};
use super::learned::{Corrections, Learned, Pieces, Vicinity};
use crate::random::Random;

/// Differences of cells' numbers, one for each of the directions.
const STRIDES: [i16; 8] = [-32, -31, -1, 1, 31, 32, 0, 0];

/// Turns that gain less, in thousandths, are never tried; a flat step up costs 1000.
const LEAST_GAIN: i32 = -600;

/// Windows seldom lower the rank by more than this; a turn that is passed over for it costs little.
const WINDOWS_SLACK: i32 = 1000;

/// So many turns are listed at most, and so few at least unless there are no more.
const MOST_TURNS: usize = 64;
const FEWEST_TURNS: usize = MOST_TURNS / 4;

/// A change that has not been looked up.
const UNKNOWN: i32 = i32::MIN;

/// A turn, by its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// How much it lowers the position's cost.
    pub gain: i32,
    /// How much more windows cost after it, in thousandths, or [`UNKNOWN`].
    change: i32,
    from: Cell,
    to: Cell,
}

impl Turn {
    fn new(gain: i32, from: Cell, to: Cell) -> Self {
        Self { gain, change: UNKNOWN, from, to }
    }

    /// The cell that the piece leaves and the one it goes to.
    pub fn ends(self) -> (Cell, Cell) {
        (self.from, self.to)
    }

    /// Jumps change x and y by even numbers, so none has the difference of a step.
    fn is_step(self) -> bool {
        matches!(self.from.abs_diff(self.to), 1 | 31 | 32)
    }
}

/// A position with its best turns.
#[derive(Debug, Clone)]
pub struct Position {
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
    /// Pieces outside of the goal.
    pub outside: usize,
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
    /// The height at which the goal ends.
    goal: u32,
    grid: CellSet,
    costs: [i32; CELLS],
    corrections: Corrections,
    /// Whether windows cost something else since the last setting of costs.
    windows_changed: bool,
    keys: [u64; CELLS],
    /// What a misfit costs.
    misfit: i32,
    /// Empty cells whose components have not been walked since the turn.
    unwalked: CellSet,
    queue: Vec<Cell>,
    /// Turns found new.
    fresh: Vec<Turn>,
}

impl Maker {
    /// For games on the board.
    pub fn new(board: &Board, weights: &Weights, learned: Learned) -> Self {
        let mut random = Random::new(1);
        let mut maker = Self {
            goal: board.goal.into(),
            grid: board.grid(),
            costs: [0; CELLS],
            corrections: Corrections::new(board, learned),
            windows_changed: false,
            keys: std::array::from_fn(|_| random.next_u64()),
            misfit: 0,
            unwalked: CellSet::EMPTY,
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
        let mut surplus = [0; 4];
        for cell in board.pieces.cells() {
            surplus[class(cell)] += 1;
        }
        for cell in board.goal_cells().cells() {
            surplus[class(cell)] -= 1;
        }
        let left = board.left(&board.pieces);
        let mut first = Position {
            turns: Vec::with_capacity(MOST_TURNS + 1),
            floor: i32::MIN,
            cost: 0,
            windows: 0,
            pieces: Pieces::new(board.pieces),
            surplus,
            left,
            outside: board.pieces.without(&board.goal_cells()).len(),
            hash: 0,
            made: 0,
        };
        self.value_again(&mut first);
        self.list_again(&mut first);
        first
    }

    /// Values the position and its turns by new costs.
    pub fn value_again(&self, position: &mut Position) {
        position.cost = position.pieces().cells().map(|cell| self.cost(cell)).sum();
        if self.windows_changed {
            position.windows = self.corrections.of_windows(&position.pieces);
        }
        for turn in &mut position.turns {
            turn.gain = self.gain(turn.from, turn.to);
            if self.windows_changed {
                turn.change = UNKNOWN;
            }
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

    /// How much lower the rank is after the listed turn of that index.
    pub fn drop_of(&self, position: &mut Position, index: usize) -> i32 {
        let turn = &mut position.turns[index];
        if turn.change == UNKNOWN {
            turn.change = self.corrections.change(&position.pieces, turn.from, turn.to);
        }
        let turn = *turn;
        let gain = turn.gain - turn.change;
        if !turn.is_step() {
            return gain;
        }
        let [here, there] = [turn.from, turn.to].map(|cell| position.surplus[class(cell)]);
        gain + self.misfit * (1 - i32::from(here <= 0) - i32::from(there >= 0))
    }

    /// The most that [`Self::drop_of`] is above a turn's gain, with few exceptions.
    pub fn slack(&self) -> i32 {
        self.misfit.abs() + WINDOWS_SLACK
    }

    /// The hash of the position after the turn.
    pub fn hash_after(&self, position: &Position, turn: Turn) -> u64 {
        let [from, to] = [turn.from, turn.to].map(|cell| self.keys[usize::from(cell) % CELLS]);
        position.hash ^ from ^ to
    }

    /// Makes `next` the position after the turn, whose rank is known already.
    pub fn make(
        &mut self,
        before: &Position,
        turn: Turn,
        rank: i32,
        next: &mut Position,
    ) -> Novelty {
        let (from, to) = turn.ends();
        next.pieces = before.pieces;
        next.pieces.toggle(from);
        next.pieces.toggle(to);
        next.cost = before.cost - turn.gain;
        next.hash = self.hash_after(before, turn);
        next.left = before.left + height(to) - height(from);
        let is_outside = |cell| usize::from(height(cell) >= self.goal);
        next.outside = before.outside + is_outside(to) - is_outside(from);
        next.surplus = before.surplus;
        next.surplus[class(from)] -= 1;
        next.surplus[class(to)] += 1;
        next.windows = 0;
        next.windows = rank - self.rank(next);
        self.walk_changed(&next.pieces.rows, from, to);
        if self.merge_turns(before, turn, next) == Novelty::Dull {
            return Novelty::Dull;
        }
        if next.floor > i32::MIN && next.turns.len() < FEWEST_TURNS {
            self.list_again(next);
        }
        Novelty::Opens
    }

    /// Finds the turns that are new after a piece has gone `from` one cell `to` another.
    fn walk_changed(&mut self, pieces: &CellSet, from: Cell, to: Cell) {
        self.unwalked = self.grid.without(pieces);
        self.walk_component(pieces, from);
        for centre in [from, to] {
            let around = pieces.around(centre);
            // Jumps over the centre.
            let inside = self.grid.around(centre).near();
            for direction in bits(inside & !around.near()) {
                if inside >> (5 - direction) & 1 != 0 {
                    self.walk_new(pieces, at(centre, direction, 1));
                }
            }
            // Jumps from the centre.
            for direction in bits(around.near() & self.unwalked.around(centre).beyond()) {
                self.walk_new(pieces, at(centre, direction, 2));
            }
        }
        for direction in bits(pieces.around(from).near()) {
            let near = at(from, direction, 1);
            if near != to {
                self.add_step(near, from);
            }
        }
        self.add_steps_from(pieces, to);
        sort(&mut self.fresh);
    }

    fn walk_new(&mut self, pieces: &CellSet, cell: Cell) {
        if self.unwalked.contains(cell) {
            self.walk_component(pieces, cell);
        }
    }

    /// Walks the component of the empty cell and adds the best turns into it.
    fn walk_component(&mut self, pieces: &CellSet, seed: Cell) {
        let mut sources = Best::new();
        let mut cells = Best::new();
        self.queue.clear();
        self.queue.push(seed);
        self.unwalked.toggle(seed);
        let mut index = 0;
        while let Some(cell) = self.queue.get(index) {
            let cell = *cell;
            index += 1;
            cells.add(-self.cost(cell), cell);
            let around = pieces.around(cell);
            let over = around.near();
            for direction in bits(over & around.beyond()) {
                let source = at(cell, direction, 2);
                sources.add(self.cost(source), source);
            }
            for direction in bits(over & self.unwalked.around(cell).beyond()) {
                let next = at(cell, direction, 2);
                self.unwalked.toggle(next);
                self.queue.push(next);
            }
        }
        for (cost, from) in sources.found() {
            for (negative, to) in cells.found() {
                let gain = cost + negative;
                if gain > LEAST_GAIN {
                    self.fresh.push(Turn::new(gain, from, to));
                }
            }
        }
    }

    fn add_steps_from(&mut self, pieces: &CellSet, from: Cell) {
        let free = self.grid.around(from).near() & !pieces.around(from).near();
        for direction in bits(free) {
            self.add_step(from, at(from, direction, 1));
        }
    }

    fn add_step(&mut self, from: Cell, to: Cell) {
        let gain = self.gain(from, to);
        if gain > LEAST_GAIN {
            self.fresh.push(Turn::new(gain, from, to));
        }
    }

    /// Lists the turns of the position that are still there and those that are new.
    fn merge_turns(&mut self, before: &Position, made: Turn, next: &mut Position) -> Novelty {
        next.turns.clear();
        let stays = |turn: &&Turn| {
            if turn.is_step() {
                turn.from != made.from && turn.to != made.to
            } else {
                self.unwalked.contains(turn.to)
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
        let near = Vicinity::of([made.from, made.to]);
        let mut fresh = self.fresh.iter().peekable();
        while next.turns.len() <= MOST_TURNS
            && let Some(turn) = kept.next()
        {
            while let Some(new) = fresh.next_if(|new| new.gain > turn.gain) {
                next.turns.push(*new);
            }
            let change = if near.contains(turn.from) || near.contains(turn.to) {
                UNKNOWN
            } else {
                turn.change
            };
            next.turns.push(Turn { change, ..*turn });
        }
        next.turns.extend(fresh.take_while(|turn| turn.gain > before.floor));
        next.floor = before.floor;
        self.fresh.clear();
        cut(next);
        Novelty::Opens
    }

    /// Lists the turns of the position from scratch.
    pub fn list_again(&mut self, position: &mut Position) {
        let pieces = position.pieces.rows;
        self.unwalked = self.grid.without(&pieces);
        for from in pieces.cells() {
            self.add_steps_from(&pieces, from);
        }
        for cell in self.unwalked.cells() {
            self.walk_new(&pieces, cell);
        }
        sort(&mut self.fresh);
        position.turns.clear();
        position.turns.append(&mut self.fresh);
        position.floor = i32::MIN;
        cut(position);
    }

    fn cost(&self, cell: Cell) -> i32 {
        self.costs[usize::from(cell) % CELLS]
    }

    fn gain(&self, from: Cell, to: Cell) -> i32 {
        self.cost(from) - self.cost(to)
    }
}

/// The two best of what is added.
struct Best([(i32, Cell); 2]);

impl Best {
    fn new() -> Self {
        Self([(i32::MIN, 0); 2])
    }

    fn add(&mut self, value: i32, cell: Cell) {
        let [first, second] = self.0;
        let new = (value, cell);
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

/// The parities of x and y, as a number below 4.
fn class(cell: Cell) -> usize {
    usize::from(cell & 1 | cell >> 4 & 2)
}

/// The cell so many steps away in the direction, both of them on the grid.
fn at(cell: Cell, direction: u16, steps: i16) -> Cell {
    cell.wrapping_add_signed(steps * STRIDES[usize::from(direction) % 8])
}
