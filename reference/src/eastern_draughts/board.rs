//! The board: sets of cells as rows of bits, the six directions, and the quantity to bring down.
//!
//! Knows the grid and the goal; nothing of which turn is good.

use crate::input::{InputError, Tokens};
use crate::random::Random;

/// Largest side of a board.
pub const MOST_SIDE: usize = 30;

/// A cell's number: 32 · y + x.
pub type Cell = u16;

/// Numbers of cells, of every board.
pub const CELLS: usize = 32 * 32;

/// The six directions as (x, y); the first is opposite to the last, and so on.
pub const DIRECTIONS: [(i8, i8); 6] = [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];

/// Rows above and below the grid, always without pieces and free cells, so that a look two rows
/// away needs no test. The two bits beyond every row serve the same end.
const MARGIN: usize = 2;

/// A set of cells, a word a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellSet([u32; MOST_SIDE + 2 * MARGIN]);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self([0; MOST_SIDE + 2 * MARGIN]);

    /// The rows from y - 2 to y + 2; y itself is a row of the grid.
    #[inline]
    pub fn rows_around(&self, y: u16) -> [u32; 5] {
        let rows = &self.0[usize::from(y)..][..5];
        [rows[0], rows[1], rows[2], rows[3], rows[4]]
    }

    /// The part of the set around the cell.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "only the five lowest bits are looked at")]
    pub fn around(&self, cell: Cell) -> Around {
        let cut = |row: u32| (u64::from(row) << 2 >> x_of(cell)) as u32;
        Around(self.rows_around(y_of(cell)).map(cut))
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[usize::from(cell >> 5) + MARGIN] >> (cell & 31) & 1 != 0
    }

    /// Adds the cell, or takes it out if it is in.
    #[inline]
    pub fn toggle(&mut self, cell: Cell) {
        self.0[usize::from(cell >> 5) + MARGIN] ^= 1 << (cell & 31);
    }

    /// Adds cells to the row y, or to one just below the grid.
    pub fn add_to_row(&mut self, y: u16, cells: u32) {
        self.0[usize::from(y) + MARGIN] |= cells;
    }

    /// The cells of this set that the other has not.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] & !other.0[row]))
    }

    /// The cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let rows = self.0.into_iter().skip(MARGIN);
        (0..).zip(rows).flat_map(|(y, row)| bits(row).map(move |x| 32 * y + x))
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.cells().count()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }
}

/// The part of a set around a cell, by rows from the one two above: bit 2 is the cell's column.
#[derive(Debug, Clone, Copy)]
pub struct Around([u32; 5]);

impl Around {
    /// The directions in which the next cell is in the set, as bits.
    #[inline]
    pub fn near(&self) -> u32 {
        let [_, above, own, below, _] = self.0;
        above >> 2 & 3 | (own >> 1 & 1) << 2 | (own >> 3 & 1) << 3 | (below >> 1 & 3) << 4
    }

    /// The directions in which the next cell but one is in the set, as bits.
    #[inline]
    pub fn beyond(&self) -> u32 {
        let [above, _, own, _, below] = self.0;
        let upper = above >> 2 & 1 | (above >> 4 & 1) << 1;
        let lower = below & 1 | (below >> 2 & 1) << 1;
        upper | (own & 1) << 2 | (own >> 4 & 1) << 3 | lower << 4
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.add_to_row(cell >> 5, 1 << (cell & 31));
        }
        set
    }
}

/// The numbers of the bits that are set.
#[expect(clippy::cast_possible_truncation, reason = "a bit's number is below 32")]
pub fn bits(word: u32) -> impl Iterator<Item = u16> {
    let mut left = word;
    std::iter::from_fn(move || {
        let bit = left.trailing_zeros();
        left &= left.checked_sub(1)?;
        Some(bit as u16)
    })
}

/// The cell at column `x` and row `y`.
pub fn cell_at(x: u16, y: u16) -> Cell {
    32 * y + x
}

/// Column of a cell.
pub fn x_of(cell: Cell) -> u16 {
    cell & 31
}

/// Row of a cell.
pub fn y_of(cell: Cell) -> u16 {
    cell >> 5
}

/// x + y of a cell: the quantity that a game brings down.
pub fn height(cell: Cell) -> u32 {
    u32::from(x_of(cell) + y_of(cell))
}

/// A starting position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Side of the grid.
    pub side: u16,
    /// Side of the goal's triangle: the goal is x + y below it.
    pub goal: u16,
    /// Where the pieces stand.
    pub pieces: CellSet,
}

impl Board {
    /// A board of that side, if the number of pieces is that of a goal which fits into it.
    pub fn new(side: u16, pieces: CellSet) -> Option<Self> {
        let count = pieces.len();
        let goal = (1..=side).find(|goal| usize::from(goal * (goal + 1) / 2) == count)?;
        Some(Self { side, goal, pieces })
    }

    /// A case by the statement's generator: N from 10 to 30 and P up to N uniform, then the cells; a
    /// position that is the goal already is drawn again.
    pub fn random(random: &mut Random) -> Self {
        loop {
            let side = 10 + random.below(21);
            let goal = 1 + random.below(side);
            let row = |y| (0..).take(side).map(move |x| cell_at(x, y));
            let mut cells: Vec<_> = (0..).take(side).flat_map(row).collect();
            random.shuffle(&mut cells);
            let pieces = cells.into_iter().take(goal * (goal + 1) / 2).collect();
            let board = u16::try_from(side).ok().and_then(|side| Self::new(side, pieces));
            if let Some(board) = board.filter(|board| board.left(&board.pieces) > 0) {
                return board;
            }
        }
    }

    /// Reads the side and the rows.
    pub fn parse(input: &[u8]) -> Result<Self, InputError> {
        let mut tokens = Tokens::new(input);
        let first = tokens.expect("the side of the grid")?;
        let side = first.integer("the side of the grid", 1, MOST_SIDE)?;
        let mut pieces = CellSet::EMPTY;
        for y in (0..).take(side) {
            let token = tokens.expect("a row of the grid")?;
            token.expect_row(side, b"*.")?;
            for (x, _) in (0..).zip(token.bytes).filter(|(_, byte)| **byte == b'*') {
                pieces.toggle(cell_at(x, y));
            }
        }
        tokens.expect_end()?;
        let board = u16::try_from(side).ok().and_then(|side| Self::new(side, pieces));
        board.ok_or_else(|| {
            let found = pieces.len();
            let message =
                format!("expected P(P+1)/2 pieces for some P up to {side}, found {found}");
            first.error(0, message)
        })
    }

    /// All cells of the grid.
    pub fn grid(&self) -> CellSet {
        let mut grid = CellSet::EMPTY;
        for y in 0..self.side {
            grid.add_to_row(y, (1 << self.side) - 1);
        }
        grid
    }

    /// The goal's cells.
    pub fn goal_cells(&self) -> CellSet {
        self.grid().cells().filter(|cell| height(*cell) < u32::from(self.goal)).collect()
    }

    /// How far all pieces together are above the goal: S - R of the statement. It is 0 in the goal
    /// and nowhere else, since the goal's cells are the lowest.
    pub fn left(&self, pieces: &CellSet) -> u32 {
        let goal = u32::from(self.goal);
        pieces.cells().map(height).sum::<u32>() - goal * (goal + 1) * (goal - 1) / 3
    }

    /// The cell one step from `cell`, if it lies on the grid.
    pub fn neighbour(&self, cell: Cell, direction: (i8, i8)) -> Option<Cell> {
        let inside =
            |at: u16, by: i8| at.checked_add_signed(by.into()).filter(|moved| *moved < self.side);
        Some(cell_at(inside(x_of(cell), direction.0)?, inside(y_of(cell), direction.1)?))
    }
}
