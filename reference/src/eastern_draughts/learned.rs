//! The learned part of a position's value.
//!
//! Every window of 4 by 3 cells, along rows and along columns, costs what the table says for its
//! pieces; so ladders that can be ridden, holes and clumps are told apart, which no sum over single
//! cells can do. The tables differ by part of the board, phase of the game and density. To them come
//! corrections of the costs of single cells and of misfits. `training/src/bin/eastern-draughts-train.rs` makes
//! `learned.bin`.

use super::board::{Board, Cell, CellSet, cell_at, height, x_of, y_of};

/// Windows by their pieces: 3 rows of 4 bits.
pub const WINDOWS: usize = 1 << 12;
/// Parts of the board with a table each.
const BANDS: usize = 5;
/// Kinds of cells that have a correction each: by height, and by distance from the diagonal or edge.
const KINDS: usize = HEIGHTS.len() * ASIDES;
const ASIDES: usize = 5;
/// Weights for one phase and density: windows, cells, misfits.
const BLOCK: usize = BANDS * WINDOWS + KINDS + 1;
/// All weights.
pub const WEIGHTS: usize = BLOCK * (PHASES.len() + 1) * (DENSITIES.len() + 1);

/// A weight of 1, in steps and in thousandths of a step.
pub const GRAIN: f32 = 0.05;
const GRAIN_THOUSANDTHS: i32 = 50;

/// The shares of the way left at which phases end.
const PHASES: [f64; 2] = [0.4, 0.12];
/// The sides of the goal, in sides of the board, at which densities end.
const DENSITIES: [f64; 2] = [0.4, 0.7];
/// The heights above the goal's last row from which bands begin, after the first, and the same of
/// kinds of cells.
const BAND_HEIGHTS: [i32; 3] = [-2, 3, 11];
const HEIGHTS: [i32; 20] =
    [i32::MIN, -12, -8, -5, -3, -2, -1, 0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 23, 29, 37];
/// Sixths of the board's side are told apart outside of the goal.
const ASIDE_PARTS: u16 = 6;

/// All weights, in units of [`GRAIN`].
#[derive(Debug, Clone)]
pub struct Learned(Box<[i8]>);

impl Learned {
    /// The weights that the program ships.
    pub fn shipped() -> Self {
        Self::from_bytes(include_bytes!("learned.bin")).unwrap_or_else(Self::nothing)
    }

    /// No correction of anything.
    pub fn nothing() -> Self {
        Self(vec![0; WEIGHTS].into())
    }

    /// Weights as they are stored, one byte each, if there are as many as there should be.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let weights: Box<[i8]> = bytes.iter().map(|byte| byte.cast_signed()).collect();
        (weights.len() == WEIGHTS).then_some(Self(weights))
    }

    /// The same as they are stored.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().map(|weight| weight.cast_unsigned()).collect()
    }

    /// The nearest weights to these, of which 1 is a step.
    #[expect(clippy::cast_possible_truncation, reason = "the weight is clamped")]
    pub fn nearest(weights: &[f32]) -> Self {
        let byte = |weight: &f32| (weight / GRAIN).round().clamp(-127.0, 127.0) as i8;
        Self(weights.iter().map(byte).collect())
    }

    fn thousandths(&self, index: usize) -> i32 {
        i32::from(self.0[index]) * GRAIN_THOUSANDTHS
    }
}

/// Where the weights for a game on this board begin, when that share of the way is left.
fn block(board: &Board, share: f64) -> usize {
    let phase = PHASES.iter().filter(|end| share < **end).count();
    let part = f64::from(board.goal) / f64::from(board.side);
    let density = DENSITIES.iter().filter(|end| part >= **end).count();
    (density * (PHASES.len() + 1) + phase) * BLOCK
}

fn above_goal(board: &Board, cell: Cell) -> i32 {
    height(cell).cast_signed() - i32::from(board.goal) + 1
}

/// The part of the board to which a window with that cell in its second row and column belongs.
fn band(board: &Board, cell: Cell) -> usize {
    if x_of(cell) == 0 || y_of(cell) == 0 {
        return BAND_HEIGHTS.len() + 1;
    }
    let above = above_goal(board, cell);
    BAND_HEIGHTS.iter().filter(|from| above >= **from).count()
}

fn kind(board: &Board, cell: Cell) -> usize {
    let above = above_goal(board, cell);
    let (x, y) = (x_of(cell), y_of(cell));
    let aside = if above <= 0 { x.min(y) } else { x.abs_diff(y) * ASIDE_PARTS / board.side };
    let rise = HEIGHTS.iter().filter(|from| above >= **from).count() - 1;
    rise * ASIDES + usize::from(aside).min(ASIDES - 1)
}

/// Room for the windows of all bands and one more, a power of 2.
const TABLES: usize = 8 * WINDOWS;

/// Rows and columns of the table of bands, with room for windows that begin off the board.
const STRIDE: usize = 36;

/// Where the table of the band of a window begins whose own cell is (x - 2, y - 1).
fn place(x: u16, y: u16) -> usize {
    usize::from(y) * STRIDE + usize::from(x)
}

/// The weights in use for one game and phase.
pub struct Corrections {
    weights: Learned,
    /// Costs of windows in thousandths, by band; those after the last are for windows off the board,
    /// always 0.
    windows: Vec<i16>,
    /// By [`place`], where the table of its band begins.
    tables: Vec<u16>,
    block: usize,
}

impl Corrections {
    /// For a game on the board; to be [`set`](Self::set) before use.
    pub fn new(board: &Board, weights: Learned) -> Self {
        let mut tables = vec![start_of(BANDS); STRIDE * STRIDE];
        for cell in board.grid().cells() {
            tables[place(x_of(cell) + 2, y_of(cell) + 1)] = start_of(band(board, cell));
        }
        Self { weights, windows: vec![0; TABLES], tables, block: usize::MAX }
    }

    /// Sets them for when that share of the way is left; tells whether windows cost something else now.
    #[expect(clippy::cast_possible_truncation, reason = "weights are bytes")]
    pub fn set(&mut self, board: &Board, share: f64) -> bool {
        let block = block(board, share);
        if std::mem::replace(&mut self.block, block) == block {
            return false;
        }
        for (index, cost) in self.windows[..BANDS * WINDOWS].iter_mut().enumerate() {
            // Empty windows cost nothing, so that they need not be counted.
            let is_empty = index % WINDOWS == 0;
            *cost = if is_empty { 0 } else { self.weights.thousandths(block + index) as i16 };
        }
        true
    }

    /// What is added to the cost of a piece on the cell.
    pub fn of_cell(&self, board: &Board, cell: Cell) -> i32 {
        self.weights.thousandths(self.block + BANDS * WINDOWS + kind(board, cell))
    }

    /// What is added to the cost of a misfit.
    pub fn of_misfit(&self) -> i32 {
        self.weights.thousandths(self.block + BANDS * WINDOWS + KINDS)
    }

    /// What all windows cost.
    pub fn of_windows(&self, pieces: &Pieces) -> i32 {
        [&pieces.rows, &pieces.columns].into_iter().map(|set| self.sum(set)).sum()
    }

    fn sum(&self, set: &CellSet) -> i32 {
        let mut sum = 0;
        each_window(set, |place, window| {
            sum += self.of_window(self.tables[place], window);
        });
        sum
    }

    fn of_window(&self, table: u16, window: usize) -> i32 {
        self.windows[usize::from(table) + window].into()
    }

    /// How much more all windows cost after the piece on the cell has left, or after one has come there.
    pub fn change(&self, pieces: &Pieces, cell: Cell) -> i32 {
        let changed = |set: &CellSet, cell| self.toggled(&set.rows_around(y_of(cell)), cell);
        changed(&pieces.rows, cell) + changed(&pieces.columns, turned(cell))
    }

    /// The same for a piece that comes `to` a cell, after the one on the cell `from` has left.
    pub fn change_without(&self, pieces: &Pieces, from: Cell, to: Cell) -> i32 {
        let changed = |set: &CellSet, from, to| {
            let mut rows = set.rows_around(y_of(to));
            if let Some(row) = rows.get_mut(usize::from((y_of(from) + 2).wrapping_sub(y_of(to)))) {
                *row ^= 1 << x_of(from);
            }
            self.toggled(&rows, to)
        };
        changed(&pieces.rows, from, to) + changed(&pieces.columns, turned(from), turned(to))
    }

    /// How much more the windows around the cell cost when it changes.
    fn toggled(&self, rows: &[u32; 5], cell: Cell) -> i32 {
        let (x, y) = (x_of(cell), y_of(cell));
        let cut = rows.map(|row| (u64::from(row) << 3 >> x & 127) as usize);
        let mut sum = 0;
        for j in 0..3 {
            let band = (cut[j], cut[j + 1] << 4, cut[j + 2] << 8);
            let tables = &self.tables[place(x, y) + j * STRIDE..][..4];
            for (i, table) in tables.iter().enumerate() {
                let window = band.0 >> i & 0xf | band.1 >> i & 0xf0 | band.2 >> i & 0xf00;
                let flip = 1 << (4 * (2 - j) + 3 - i);
                sum += self.of_window(*table, window ^ flip) - self.of_window(*table, window);
            }
        }
        sum
    }
}

#[expect(clippy::cast_possible_truncation, reason = "tables are few")]
fn start_of(band: usize) -> u16 {
    (band * WINDOWS) as u16
}

/// Gives each window that is not empty, by place and pieces.
fn each_window(set: &CellSet, mut give: impl FnMut(usize, usize)) {
    for y in 0..30 {
        let rows = set.rows_around(y).map(|row| u64::from(row) << 3);
        for x in 0..33 {
            let window = |row: usize, shift| ((rows[row] >> x & 15) as usize) << shift;
            // Own cell (x - 2, y): its row is the second.
            let found = window(1, 0) | window(2, 4) | window(3, 8);
            if found != 0 {
                give(place(x, y + 1), found);
            }
        }
    }
}

/// The pieces, also with columns as rows.
#[derive(Debug, Clone, Copy)]
pub struct Pieces {
    /// As they stand.
    pub rows: CellSet,
    columns: CellSet,
}

impl Pieces {
    /// Both ways.
    pub fn new(rows: CellSet) -> Self {
        Self { rows, columns: rows.cells().map(turned).collect() }
    }

    /// Adds the cell, or takes it out if it is in.
    pub fn toggle(&mut self, cell: Cell) {
        self.rows.toggle(cell);
        self.columns.toggle(turned(cell));
    }
}

fn turned(cell: Cell) -> Cell {
    cell_at(y_of(cell), x_of(cell))
}

/// The cells of the board that share a window with the cell.
pub fn vicinity(board: &Board, cell: Cell) -> CellSet {
    let ends = |at: u16| at.saturating_sub(3)..board.side.min(at + 4);
    let (xs, ys) = (ends(x_of(cell)), ends(y_of(cell)));
    let around = ys.flat_map(|y| xs.clone().map(move |x| cell_at(x, y)));
    let apart = |other: Cell| [x_of, y_of].map(|of| of(cell).abs_diff(of(other)));
    around.filter(|other| apart(*other) != [3, 3]).collect()
}

/// What training sees of a position: the numbers of the weights that it costs, some repeatedly.
pub fn features(board: &Board, share: f64, pieces: &CellSet, misfits: u32) -> Vec<usize> {
    let mut found = Vec::new();
    let start = block(board, share);
    let both = Pieces::new(*pieces);
    for set in [&both.rows, &both.columns] {
        each_window(set, |place, window| {
            if let Some(cell) = own_cell(board, place) {
                found.push(start + band(board, cell) * WINDOWS + window);
            }
        });
    }
    let cells = start + BANDS * WINDOWS;
    found.extend(pieces.cells().map(|cell| cells + kind(board, cell)));
    found.extend((0..misfits).map(|_| cells + KINDS));
    found
}

/// The pieces of the window whose weight this is, if it is a window's.
pub fn window(weight: usize) -> Option<usize> {
    let place = weight % BLOCK;
    (place < BANDS * WINDOWS).then_some(place % WINDOWS)
}

/// One number for what a weight is in all phases and densities.
pub fn everywhere(weight: usize) -> usize {
    weight % BLOCK
}

/// The own cell of the window at the [`place`], if it is on the board.
fn own_cell(board: &Board, place: usize) -> Option<Cell> {
    let x = u16::try_from(place % STRIDE).ok()?.checked_sub(2)?;
    let y = u16::try_from(place / STRIDE).ok()?.checked_sub(1)?;
    (x < board.side && y < board.side).then(|| cell_at(x, y))
}
