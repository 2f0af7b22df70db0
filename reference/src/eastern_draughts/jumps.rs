//! Cells that jumps join, found by jumping from all cells of a set at a time.
//!
//! A jump changes x and y by even numbers, so it stays among the cells of one class, those with the
//! same parities. There are at most 15 by 15 of them, so 256 bits hold a set of them with a column
//! and a row to spare, and to jump from all of a set in one direction is to shift its bits.

use super::board::{Cell, CellSet};

/// How many classes there are.
pub const CLASSES: usize = 4;

/// The parities of x and y, as a number below 4.
pub fn class(cell: Cell) -> usize {
    usize::from(cell & 1 | cell >> 4 & 2)
}

/// Cells of one class: (x, y) is the bit 16 · (y / 2) + x / 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mates([u64; 4]);

/// So many bits are a row.
const ROW: u32 = 16;

impl Mates {
    const NONE: Self = Self([0; 4]);

    #[inline]
    fn map(self, change: impl Fn(u64) -> u64) -> Self {
        Self(self.0.map(change))
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// A step of the whole set, to the next cell of the class. What leaves a row gets into the spare
    /// column, which neither pieces nor empty cells have.
    #[inline]
    fn right(self) -> Self {
        self.map(|word| word << 1)
    }

    #[inline]
    fn left(self) -> Self {
        self.map(|word| word >> 1)
    }

    #[inline]
    fn down(self) -> Self {
        let [a, b, c, d] = self.0;
        let next = |word: u64, before: u64| word << ROW | before >> (u64::BITS - ROW);
        Self([a << ROW, next(b, a), next(c, b), next(d, c)])
    }

    #[inline]
    fn up(self) -> Self {
        let [a, b, c, d] = self.0;
        let next = |word: u64, after: u64| word >> ROW | after << (u64::BITS - ROW);
        Self([next(a, b), next(b, c), next(c, d), d >> ROW])
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// Gives the bits that are set.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a bit's number is below 64")]
    fn each(self, mut give: impl FnMut(u16)) {
        for (word, first) in self.0.into_iter().zip([0, 64, 128, 192]) {
            let mut left = word;
            while left != 0 {
                give(first + left.trailing_zeros() as u16);
                left &= left - 1;
            }
        }
    }
}

/// A set of cells, apart by class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Classes([u64; 4 * CLASSES]);

/// The number of a cell: its class, then its bit there.
pub type Place = u16;

/// The place of a cell.
#[inline]
pub fn place_of(cell: Cell) -> Place {
    (cell & 1) << 8 | (cell & 32) << 4 | (cell >> 2 & 0xf0) | (cell >> 1 & 15)
}

/// The class of the cell at a place.
#[inline]
pub fn class_of(place: Place) -> usize {
    usize::from(place >> 8 & 3)
}

/// The cell at a place.
#[inline]
pub fn cell_of(place: Place) -> Cell {
    (place & 0xf0) << 2 | (place & 15) << 1 | (place >> 4 & 32) | (place >> 8 & 1)
}

impl Classes {
    /// No cell.
    pub const EMPTY: Self = Self([0; 4 * CLASSES]);

    /// The same set.
    pub fn new(set: &CellSet) -> Self {
        let mut classes = Self::EMPTY;
        for cell in set.cells() {
            classes.toggle(cell);
        }
        classes
    }

    /// The cells of this set that the other has not.
    #[inline]
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The cells of either.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Whether the cell at the place is in the set.
    #[inline]
    pub fn contains(&self, place: Place) -> bool {
        let place = usize::from(place);
        self.0[place >> 6 & 15] >> (place & 63) & 1 != 0
    }

    /// Those of one class.
    #[inline]
    fn of(&self, class: usize) -> Mates {
        Mates(std::array::from_fn(|word| self.0[4 * (class & 3) + word]))
    }

    /// Adds the cell, or takes it out if it is in.
    #[inline]
    pub fn toggle(&mut self, cell: Cell) {
        let place = usize::from(place_of(cell));
        self.0[place >> 6 & 15] ^= 1 << (place & 63);
    }
}

/// The jumps within one class, by the pieces between two of its cells.
pub struct Jumps {
    /// Between a cell and the next one on the right.
    across: Mates,
    /// Between a cell and the next one below.
    down: Mates,
    /// Between the cells on the right of one and below it.
    aslant: Mates,
}

impl Jumps {
    /// Those of each class, with these pieces.
    #[inline]
    pub fn new(pieces: &Classes) -> [Self; CLASSES] {
        [0, 1, 2, 3].map(|class| {
            let [mut across, mut down, mut aslant] =
                [1, 2, 3].map(|parities| pieces.of(class ^ parities));
            if class & 1 != 0 {
                (across, aslant) = (across.left(), aslant.left());
            }
            if class & 2 != 0 {
                (down, aslant) = (down.up(), aslant.up());
            }
            Self { across, down, aslant }
        })
    }

    /// All cells one jump away from these, whether they are empty or not; some off the board, too.
    #[inline]
    fn from(&self, cells: Mates) -> Mates {
        let (left, up) = (cells.left(), cells.up());
        let across = cells.and(self.across).right().or(left.and(self.across));
        let down = cells.and(self.down).down().or(up.and(self.down));
        let aslant = left.and(self.aslant).down().or(up.and(self.aslant).right());
        across.or(down).or(aslant)
    }
}

/// Empty cells that jumps join, and the pieces that can jump to one of them.
pub struct Component {
    /// The first place of the class.
    first: Place,
    cells: Mates,
    sources: Mates,
}

impl Component {
    /// The component of the empty cell, which is taken out of `empty`.
    #[inline]
    pub fn take(
        pieces: &Classes,
        jumps: &[Jumps; CLASSES],
        empty: &mut Classes,
        cell: Cell,
    ) -> Self {
        let place = place_of(cell);
        let class = class_of(place);
        let jumps = &jumps[class];
        let (own, mut free) = (pieces.of(class), empty.of(class));
        let mut cells = Mates::NONE;
        cells.0[usize::from(place >> 6 & 3)] = 1 << (place & 63);
        loop {
            free = free.without(cells);
            let reached = jumps.from(cells);
            let new = reached.and(free);
            if new.is_empty() {
                empty.0[4 * class..][..4].copy_from_slice(&free.0);
                return Self { first: place & 0x300, cells, sources: reached.and(own) };
            }
            cells = cells.or(new);
        }
    }

    /// Whether no piece can jump here.
    #[inline]
    pub fn is_unreachable(&self) -> bool {
        self.sources.is_empty()
    }

    /// Gives the places of the empty cells.
    #[inline]
    pub fn each_cell(&self, mut give: impl FnMut(Place)) {
        self.cells.each(|bit| give(self.first | bit));
    }

    /// Gives the places of the pieces.
    #[inline]
    pub fn each_source(&self, mut give: impl FnMut(Place)) {
        self.sources.each(|bit| give(self.first | bit));
    }
}
