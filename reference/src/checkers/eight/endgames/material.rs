//! Numbers for boards of few pieces: which pieces there are, and the number of a board among all
//! boards with these pieces. The side to move always goes down; boards of the other colour are
//! turned.

use crate::checkers::eight::board::{Board, Set, packed, spread};

/// How many pieces of each kind there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// Men of the side to move.
    pub own_men: u32,
    /// Kings of the side to move.
    pub own_kings: u32,
    /// Men of its opponent.
    pub other_men: u32,
    /// Kings of its opponent.
    pub other_kings: u32,
}

/// Squares where a man may stand.
const MEN: u32 = 28;
/// Squares where a king may stand.
const KINGS: u32 = 32;

/// Binomial coefficients: `CHOOSE[k][n]` sets of k out of n.
const CHOOSE: [[u32; 33]; 7] = {
    let mut choose = [[0; 33]; 7];
    let mut n = 0;
    while n < 33 {
        choose[0][n] = 1;
        let mut k = 1;
        while k < 7 && n > 0 {
            choose[k][n] = choose[k - 1][n - 1] + choose[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// The number of a set among all sets of as many squares.
fn rank(squares: u32) -> usize {
    let (mut left, mut count, mut rank) = (squares, 0, 0);
    while left != 0 {
        count += 1;
        rank += CHOOSE[count][left.trailing_zeros() as usize] as usize;
        left &= left - 1;
    }
    rank
}

/// The set of `count` squares of that number.
fn unrank(count: u32, number: usize) -> u32 {
    let (mut squares, mut left, mut bit) = (0, number, 32);
    for count in (1..=count as usize).rev() {
        loop {
            bit -= 1;
            let below = CHOOSE[count][bit] as usize;
            if below <= left {
                left -= below;
                squares |= 1 << bit;
                break;
            }
        }
    }
    squares
}

impl Material {
    /// One more than the greatest code.
    pub const CODES: usize = 1 << 12;

    /// A number for the material itself.
    pub fn code(self) -> usize {
        let Self { own_men, own_kings, other_men, other_kings } = self;
        (own_men << 9 | own_kings << 6 | other_men << 3 | other_kings) as usize
    }

    /// All with at most that many pieces, some of each side, in an order in which captures and
    /// crownings lead to earlier ones.
    pub fn up_to(pieces: u32) -> Vec<Self> {
        let mut all = Vec::new();
        for code in 0..(pieces + 1).pow(4) {
            let digit = |place: u32| code / (pieces + 1).pow(place) % (pieces + 1);
            let [own_men, own_kings, other_men, other_kings] = [3, 2, 1, 0].map(digit);
            let material = Self { own_men, own_kings, other_men, other_kings };
            let sides = [own_men + own_kings, other_men + other_kings];
            if !sides.contains(&0) && material.pieces() <= pieces {
                all.push(material);
            }
        }
        all.sort_by_key(|material| (material.pieces(), material.own_men + material.other_men));
        all
    }

    /// What is on a board.
    pub fn of(board: &Board) -> Self {
        let count = |set: Set| set.count_ones();
        Self {
            own_men: count(board.own & !board.kings),
            own_kings: count(board.own & board.kings),
            other_men: count(board.other & !board.kings),
            other_kings: count(board.other & board.kings),
        }
    }

    /// The same with the other side to move.
    #[must_use]
    pub fn passed(self) -> Self {
        Self {
            own_men: self.other_men,
            own_kings: self.other_kings,
            other_men: self.own_men,
            other_kings: self.own_kings,
        }
    }

    /// Number of pieces.
    pub fn pieces(self) -> u32 {
        self.own_men + self.own_kings + self.other_men + self.other_kings
    }

    /// How many sets there are of own men, the other's men, own kings and the other's kings.
    fn ranges(self) -> [usize; 4] {
        let choose = |count: u32, squares: u32| CHOOSE[count as usize][squares as usize] as usize;
        [
            choose(self.own_men, MEN),
            choose(self.other_men, MEN),
            choose(self.own_kings, KINGS),
            choose(self.other_kings, KINGS),
        ]
    }

    /// One more than the greatest number of a board.
    pub fn boards(self) -> usize {
        self.ranges().iter().product()
    }

    /// The number of a board with this material, whose side to move goes down.
    pub fn number(self, board: &Board) -> usize {
        let [_, other_men, own_kings, other_kings] = self.ranges();
        let ranks = [
            rank(packed(board.own & !board.kings)),
            // No man stands on the row behind its own; white's begin on square 4.
            rank(packed(board.other & !board.kings) >> 4),
            rank(packed(board.own & board.kings)),
            rank(packed(board.other & board.kings)),
        ];
        ((ranks[0] * other_men + ranks[1]) * own_kings + ranks[2]) * other_kings + ranks[3]
    }

    /// The board of that number, or `None` where two pieces would share a square.
    pub fn board(self, number: usize) -> Option<Board> {
        let [_, other_men, own_kings, other_kings] = self.ranges();
        let own_men = unrank(self.own_men, number / other_kings / own_kings / other_men);
        let men = unrank(self.other_men, number / other_kings / own_kings % other_men) << 4;
        let kings = unrank(self.own_kings, number / other_kings % own_kings);
        let other = unrank(self.other_kings, number % other_kings);
        let all = own_men | men | kings | other;
        (all.count_ones() == self.pieces()).then(|| Board {
            own: spread(own_men | kings),
            other: spread(men | other),
            kings: spread(kings | other),
            down: true,
        })
    }

    /// A name of four digits: own men, own kings, the other's men, the other's kings.
    pub fn name(self) -> String {
        let Self { own_men, own_kings, other_men, other_kings } = self;
        format!("{own_men}{own_kings}{other_men}{other_kings}")
    }
}
