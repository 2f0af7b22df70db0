//! Positions as the search sees them, each with the list of its turns, and the step from one position
//! to the next by mending that list.
//!
//! Jumps can be taken back, so empty cells that jumps join form components, and a piece that can jump
//! into a component can reach the whole of it. (It never needs itself to jump over: cells of one
//! component agree in the parity of x and of y, and those jumped over differ.) A turn changes few
//! components, and only these are walked again. Of each, the turns of its two best pieces to its two
//! best cells are listed: as soon as one of them is made, the others follow.
//!
//! Lists are complete otherwise: what windows cost may make the best turn of one that gains little.
//! They are in no order, so that to mend one is to copy what stays.

use super::board::{Board, CELLS, Cell, CellSet, bits, height};
use super::cost::{UNIT, Weights};
use super::jumps::{Classes, Component, Jumps, Place, cell_of, class, class_of, place_of};
use super::learned::{Corrections, Learned, Pieces, vicinity};
use crate::random::Random;

/// Differences of cells' numbers, one for each of the directions.
const STRIDES: [i16; 8] = [-32, -31, -1, 1, 31, 32, 0, 0];

/// Turns that gain less, in thousandths, are never tried; a flat step up costs 1000.
const LEAST_GAIN: i32 = -600;

/// Windows seldom lower the rank by more than this beyond what is known of them; a turn that is passed
/// over for it costs little.
const WINDOWS_SLACK: i32 = 1000;

/// No position has this hash, but by a rare chance.
const NO_HASH: u64 = u64::MAX;

/// How much more windows cost after a turn, in thousandths, when that was looked up: the double of it, and
/// one more if it may be something else now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Change(i32);

impl Change {
    const UNKNOWN: Self = Self(1);

    fn sure(change: i32) -> Self {
        Self(change << 1)
    }

    fn is_sure(self) -> bool {
        self.0 & 1 == 0
    }

    /// The same, unsure if something near has changed.
    fn after(self, near: bool) -> Self {
        Self(self.0 | i32::from(near))
    }

    fn thousandths(self) -> i32 {
        self.0 >> 1
    }
}

/// A turn, by the places of its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// How much it lowers the position's cost.
    pub gain: i32,
    change: Change,
    from: Place,
    to: Place,
}

impl Turn {
    fn new(gain: i32, from: Place, to: Place) -> Self {
        Self { gain, change: Change::UNKNOWN, from, to }
    }

    /// How much it lowers the rank, as far as that is known, without misfits.
    fn value(self) -> i32 {
        self.gain - self.change.thousandths()
    }

    /// The cell that the piece leaves and the one it goes to.
    pub fn ends(self) -> (Cell, Cell) {
        (cell_of(self.from), cell_of(self.to))
    }

    /// A step leads to another class of cells, a jump does not.
    fn is_step(self) -> bool {
        class_of(self.from) != class_of(self.to)
    }
}

/// A position with its turns.
#[derive(Debug, Clone)]
pub struct Position {
    /// The turns, in no order.
    turns: Vec<Turn>,
    /// Cost of all pieces, without misfits.
    cost: i32,
    /// What the windows cost.
    windows: i32,
    pieces: Pieces,
    /// The same by class, for jumps.
    classes: Classes,
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
    /// comes of it comes, in another order, of that turn, too.
    Dull,
}

impl Position {
    /// The turns, in no order.
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
    /// The grid by class.
    cells: Classes,
    /// The costs of cells, by place.
    costs: [i32; CELLS],
    /// By place, the cells that share a window with that one.
    vicinities: Box<[Classes]>,
    corrections: Corrections,
    /// Whether windows cost something else since the last setting of costs.
    windows_changed: bool,
    keys: [u64; CELLS],
    /// What a misfit costs.
    misfit: i32,
    /// What windows cost after one cell has changed, by place, and the hash of the position for which
    /// that holds.
    known: Box<[(u64, i32)]>,
    /// Empty cells after the turn that was looked at last.
    empty: Classes,
    /// Those of them whose components have not been walked since.
    unwalked: Classes,
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
            cells: Classes::new(&board.grid()),
            costs: [0; CELLS],
            vicinities: (0..)
                .take(CELLS)
                .map(|place| Classes::new(&vicinity(board, cell_of(place))))
                .collect(),
            corrections: Corrections::new(board, learned),
            windows_changed: false,
            keys: std::array::from_fn(|_| random.next_u64()),
            misfit: 0,
            known: [(NO_HASH, 0); CELLS].into(),
            empty: Classes::EMPTY,
            unwalked: Classes::EMPTY,
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
        self.known.fill((NO_HASH, 0));
        for cell in board.grid().cells() {
            let cost = weights.cost(board, cell, share) + self.corrections.of_cell(board, cell);
            self.costs[usize::from(place_of(cell))] = cost;
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
            turns: Vec::new(),
            cost: 0,
            windows: 0,
            pieces: Pieces::new(board.pieces),
            classes: Classes::new(&board.pieces),
            surplus,
            left,
            outside: board.pieces.without(&board.goal_cells()).len(),
            hash: 0,
            made: 0,
        };
        self.value_again(&mut first);
        self.list(&mut first);
        first
    }

    /// Values the position and its turns by new costs.
    pub fn value_again(&self, position: &mut Position) {
        position.cost = position.pieces().cells().map(|cell| self.cost(place_of(cell))).sum();
        if self.windows_changed {
            position.windows = self.corrections.of_windows(&position.pieces);
        }
        for turn in &mut position.turns {
            turn.gain = self.cost(turn.from) - self.cost(turn.to);
            if self.windows_changed {
                turn.change = Change::UNKNOWN;
            }
        }
    }

    /// The rank among positions: the lower, the better.
    pub fn rank(&self, position: &Position) -> i32 {
        position.cost + position.windows + self.misfit * position.misfits().cast_signed()
    }

    /// The most that the rank may be lower after the turn, with few exceptions.
    pub fn most_drop(&self, turn: Turn) -> i32 {
        let slack = if turn.change.is_sure() { 0 } else { WINDOWS_SLACK };
        turn.value() + self.misfit.abs() + slack
    }

    /// How much lower the rank is after the listed turn of that index.
    pub fn drop_of(&mut self, position: &mut Position, index: usize) -> i32 {
        let mut turn = position.turns[index];
        if !turn.change.is_sure() {
            turn.change = Change::sure(self.change(position, turn));
            position.turns[index] = turn;
        }
        if !turn.is_step() {
            return turn.value();
        }
        let [here, there] = [turn.from, turn.to].map(|place| position.surplus[class_of(place)]);
        turn.value() + self.misfit * (1 - i32::from(here <= 0) - i32::from(there >= 0))
    }

    /// How much more windows cost after the turn.
    fn change(&mut self, position: &Position, turn: Turn) -> i32 {
        let left = self.change_at(position, turn.from);
        let (from, to) = turn.ends();
        if self.vicinities[usize::from(turn.from)].contains(turn.to) {
            left + self.corrections.change_without(&position.pieces, from, to)
        } else {
            left + self.change_at(position, turn.to)
        }
    }

    /// The same after the one cell has changed: many turns share an end.
    fn change_at(&mut self, position: &Position, place: Place) -> i32 {
        let known = &mut self.known[usize::from(place)];
        if known.0 != position.hash {
            *known = (position.hash, self.corrections.change(&position.pieces, cell_of(place)));
        }
        known.1
    }

    /// The hash of the position after the turn.
    pub fn hash_after(&self, position: &Position, turn: Turn) -> u64 {
        let [from, to] = [turn.from, turn.to].map(|place| self.keys[usize::from(place) % CELLS]);
        position.hash ^ from ^ to
    }

    /// What the turn does; [`Self::make`] may follow.
    pub fn look(&mut self, before: &Position, turn: Turn) -> Novelty {
        let (from, to) = turn.ends();
        let (mut pieces, mut classes) = (before.pieces.rows, before.classes);
        for cell in [from, to] {
            pieces.toggle(cell);
            classes.toggle(cell);
        }
        self.walk_changed(&pieces, &classes, from, to);
        let newest = self.fresh.iter().map(|new| new.gain).max().unwrap_or(i32::MIN);
        let key = |turn: Turn| (turn.value(), turn.from, turn.to);
        let key_of_turn = key(turn);
        let stays = self.staying(turn);
        let mut better =
            before.turns.iter().filter(|other| other.gain >= newest && key(**other) > key_of_turn);
        if better.any(|other| stays(*other)) { Novelty::Dull } else { Novelty::Opens }
    }

    /// Tells whether another turn can still be made, and is not found anew, after the one looked at last.
    fn staying(&self, made: Turn) -> impl Fn(Turn) -> bool {
        move |turn| {
            let free = if turn.is_step() { &self.empty } else { &self.unwalked };
            turn.from != made.from && free.contains(turn.to)
        }
    }

    /// Makes `next` the position after the turn that was looked at last, whose rank is known already.
    pub fn make(&mut self, before: &Position, turn: Turn, rank: i32, next: &mut Position) {
        let (from, to) = turn.ends();
        (next.pieces, next.classes) = (before.pieces, before.classes);
        for cell in [from, to] {
            next.pieces.toggle(cell);
            next.classes.toggle(cell);
        }
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
        self.merge_turns(before, turn, next);
    }

    /// Finds the turns that are new after a piece has gone `from` one cell `to` another.
    fn walk_changed(&mut self, pieces: &CellSet, classes: &Classes, from: Cell, to: Cell) {
        self.fresh.clear();
        self.empty = self.cells.without(classes);
        self.unwalked = self.empty;
        let jumps = Jumps::new(classes);
        self.walk_component(classes, &jumps, from);
        for centre in [from, to] {
            let around = pieces.around(centre);
            // Jumps over the centre.
            let inside = self.grid.around(centre).near();
            for direction in bits(inside & !around.near()) {
                if inside >> (5 - direction) & 1 != 0 {
                    self.walk_new(classes, &jumps, at(centre, direction, 1));
                }
            }
            // Jumps from the centre.
            let beyond = self.grid.around(centre).beyond() & !around.beyond();
            for direction in bits(around.near() & beyond) {
                self.walk_new(classes, &jumps, at(centre, direction, 2));
            }
        }
        for direction in bits(pieces.around(from).near()) {
            let near = at(from, direction, 1);
            if near != to {
                self.add_step(near, from);
            }
        }
        self.add_steps_from(pieces, to);
    }

    fn walk_new(&mut self, pieces: &Classes, jumps: &[Jumps; 4], cell: Cell) {
        if self.unwalked.contains(place_of(cell)) {
            self.walk_component(pieces, jumps, cell);
        }
    }

    /// Walks the component of the empty cell and adds the best turns into it.
    fn walk_component(&mut self, pieces: &Classes, jumps: &[Jumps; 4], cell: Cell) {
        let component = Component::take(pieces, jumps, &mut self.unwalked, cell);
        if component.is_unreachable() {
            return;
        }
        let mut sources = Best::new();
        component.each_source(|place| sources.add(self.cost(place), place));
        let mut cells = Best::new();
        component.each_cell(|place| cells.add(-self.cost(place), place));
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
        let (from, to) = (place_of(from), place_of(to));
        let gain = self.cost(from) - self.cost(to);
        if gain > LEAST_GAIN {
            self.fresh.push(Turn::new(gain, from, to));
        }
    }

    /// Lists the turns of the position that are still there and those that are new.
    fn merge_turns(&mut self, before: &Position, made: Turn, next: &mut Position) {
        let [from, to] = [made.from, made.to].map(|place| &self.vicinities[usize::from(place)]);
        let near = from.or(to);
        let stays = self.staying(made);
        next.turns.resize(before.turns.len(), made);
        let mut count = 0;
        // Without branches, since they would go either way.
        for turn in &before.turns {
            let is_near = near.contains(turn.from) | near.contains(turn.to);
            next.turns[count] = Turn { change: turn.change.after(is_near), ..*turn };
            count += usize::from(stays(*turn));
        }
        next.turns.truncate(count);
        next.turns.extend_from_slice(&self.fresh);
    }

    /// Lists the turns of the position from scratch.
    fn list(&mut self, position: &mut Position) {
        let (pieces, classes) = (position.pieces.rows, position.classes);
        self.fresh.clear();
        self.unwalked = self.cells.without(&classes);
        let jumps = Jumps::new(&classes);
        for from in pieces.cells() {
            self.add_steps_from(&pieces, from);
        }
        for cell in self.grid.without(&pieces).cells() {
            self.walk_new(&classes, &jumps, cell);
        }
        position.turns.clone_from(&self.fresh);
    }

    fn cost(&self, place: Place) -> i32 {
        self.costs[usize::from(place) % CELLS]
    }
}

/// The two best of what is added.
struct Best([i64; 2]);

/// Where there are not so many.
const NONE: i64 = i64::MIN;

impl Best {
    fn new() -> Self {
        Self([NONE; 2])
    }

    /// Value and place are one number, of which the value decides: no branches that would go either way.
    fn add(&mut self, value: i32, place: Place) {
        let [first, second] = self.0;
        let new = i64::from(value) << Place::BITS | i64::from(place);
        self.0 = [first.max(new), second.max(first.min(new))];
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the two parts")]
    fn found(&self) -> impl Iterator<Item = (i32, Place)> + use<> {
        let parts = |both: i64| ((both >> Place::BITS) as i32, both as Place);
        self.0.into_iter().filter(|both| *both != NONE).map(parts)
    }
}

/// The cell so many steps away in the direction, both of them on the grid.
fn at(cell: Cell, direction: u16, steps: i16) -> Cell {
    cell.wrapping_add_signed(steps * STRIDES[usize::from(direction) % 8])
}
