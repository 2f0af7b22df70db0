//! `four-in-line`: the fewest alternating moves to a full line of one colour, by breadth-first
//! search forward from the given board.
//!
//! Reading: the colours alternate, either may start (the better start counts), nobody passes. The
//! two starts are two searches side by side. The tests compare it with a table of all boards, which
//! they compute backward by another method.

use crate::input::{InputError, Tokens};

/// Moves beyond which the answer is -1.
pub const MOST_MOVES: u32 = 10;

const LINES: [u16; 10] = [
    0x000f, 0x00f0, 0x0f00, 0xf000, // rows
    0x1111, 0x2222, 0x4444, 0x8888, // columns
    0x8421, 0x1248, // diagonals
];
/// Cells with a left or a right neighbour.
const HAS_LEFT: u16 = 0xeeee;
const HAS_RIGHT: u16 = 0x7777;

/// A board: bit 4 · row + column of each colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// Cells with white pieces.
    pub white: u16,
    /// Cells with black pieces.
    pub black: u16,
}

impl Board {
    /// Whether a row, a column or a main diagonal is full of one colour.
    fn is_target(self) -> bool {
        LINES.iter().any(|line| self.white & line == *line || self.black & line == *line)
    }

    /// Calls `visit` with each board that one move of `side` makes.
    fn for_each_move(self, side: Side, mut visit: impl FnMut(Self)) {
        let own = match side {
            Side::White => self.white,
            Side::Black => self.black,
        };
        let mut empty = !(self.white | self.black);
        while empty != 0 {
            let hole = empty & empty.wrapping_neg();
            empty ^= hole;
            let beside =
                (hole << 4) | (hole >> 4) | ((hole & HAS_RIGHT) << 1) | ((hole & HAS_LEFT) >> 1);
            let mut movers = beside & own;
            while movers != 0 {
                let mover = movers & movers.wrapping_neg();
                movers ^= mover;
                let after = own ^ mover ^ hole;
                visit(match side {
                    Side::White => Self { white: after, ..self },
                    Side::Black => Self { black: after, ..self },
                });
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    White,
    Black,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// The fewest moves to a target, over both starts; `None` beyond [`MOST_MOVES`].
pub fn fewest_moves(board: Board) -> Option<u32> {
    if board.is_target() {
        return Some(0);
    }
    // Each front holds the boards after so many moves; a board met before in the same front's past
    // may come again, which costs time but cannot make an answer smaller.
    let mut fronts = [(Side::White, vec![board]), (Side::Black, vec![board])];
    for made in 1..=MOST_MOVES {
        for (side, boards) in &mut fronts {
            let mut next = Vec::with_capacity(boards.len() * 3);
            let mut found = false;
            for board in boards.iter() {
                board.for_each_move(*side, |moved| {
                    found |= moved.is_target();
                    next.push(moved);
                });
            }
            if found {
                return Some(made);
            }
            next.sort_unstable();
            next.dedup();
            *boards = next;
            *side = side.other();
        }
    }
    None
}

/// Reads the board.
pub fn parse(input: &[u8]) -> Result<Board, InputError> {
    let mut tokens = Tokens::new(input);
    let mut board = Board { white: 0, black: 0 };
    let mut last = None;
    for row in 0..4 {
        let token = tokens.expect("a row of the board")?;
        token.expect_row(4, b"WB.")?;
        for (column, cell) in token.bytes.iter().enumerate() {
            let bit = 1_u16 << (4 * row + column);
            match cell {
                b'W' => board.white |= bit,
                b'B' => board.black |= bit,
                _ => {}
            }
        }
        last = Some(token);
    }
    tokens.expect_end()?;
    let (white, black) = (board.white.count_ones(), board.black.count_ones());
    match last {
        Some(token) if (white, black) != (7, 7) => Err(token.error(
            0,
            format!("expected 7 white and 7 black pieces, found {white} and {black} by this row"),
        )),
        _ => Ok(board),
    }
}

/// The line to print for `board`.
pub fn answer(board: Board) -> Vec<u8> {
    let fewest = fewest_moves(board).map_or_else(|| "-1".to_owned(), |moves| moves.to_string());
    format!("{fewest}\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::{Board, MOST_MOVES, answer, fewest_moves, parse};

    type Cells = [u8; 16];

    fn cells_of(board: Board) -> Cells {
        std::array::from_fn(|cell| match (board.white >> cell & 1, board.black >> cell & 1) {
            (1, _) => b'W',
            (_, 1) => b'B',
            _ => b'.',
        })
    }

    fn all_boards() -> Vec<Board> {
        let sevens: Vec<u16> = (0..=u16::MAX).filter(|mask| mask.count_ones() == 7).collect();
        let mut boards = Vec::new();
        for white in &sevens {
            let blacks = sevens.iter().filter(|black| *black & white == 0);
            boards.extend(blacks.map(|black| Board { white: *white, black: *black }));
        }
        boards
    }

    /// Base-3 number of a board: an index that needs no ranking.
    fn index(cells: &Cells) -> usize {
        cells.iter().fold(0, |sum, cell| {
            sum * 3
                + match cell {
                    b'W' => 1,
                    b'B' => 2,
                    _ => 0,
                }
        })
    }

    fn is_target(cells: &Cells) -> bool {
        let full = |start: usize, step: usize| {
            cells[start] != b'.' && (1..4).all(|n| cells[start + n * step] == cells[start])
        };
        (0..4).any(|n| full(4 * n, 1) || full(n, 4)) || full(0, 5) || full(3, 3)
    }

    /// Distances of all boards with the given mover, backward from all targets at once: moves are
    /// reversible, so the boards one move away from a board whose mover is the other colour are
    /// those that the first colour's pieces reach from it.
    struct Table {
        /// Distance by mover (white, black) and board; `u8::MAX` where not reached.
        distance: [Vec<u8>; 2],
    }

    impl Table {
        fn new(boards: &[Cells]) -> Self {
            let mut distance = [vec![u8::MAX; 43_046_721], vec![u8::MAX; 43_046_721]];
            let mut front: Vec<(usize, Cells)> = Vec::new();
            for cells in boards.iter().filter(|cells| is_target(cells)) {
                for (mover, of_mover) in distance.iter_mut().enumerate() {
                    of_mover[index(cells)] = 0;
                    front.push((mover, *cells));
                }
            }
            for steps in 1.. {
                let mut next = Vec::new();
                for (mover, cells) in &front {
                    // The last move was made by the other side.
                    let before = 1 - mover;
                    for earlier in neighbours(cells, b"WB"[before]) {
                        let slot = &mut distance[before][index(&earlier)];
                        if *slot == u8::MAX {
                            *slot = steps;
                            next.push((before, earlier));
                        }
                    }
                }
                if next.is_empty() {
                    return Self { distance };
                }
                front = next;
            }
            unreachable!("the boards are finitely many")
        }

        fn fewest(&self, cells: &Cells) -> Option<u32> {
            let index = index(cells);
            let fewest = self.distance[0][index].min(self.distance[1][index]);
            Some(u32::from(fewest)).filter(|fewest| *fewest <= MOST_MOVES)
        }
    }

    fn neighbours(cells: &Cells, colour: u8) -> Vec<Cells> {
        let mut found = Vec::new();
        for from in (0..16).filter(|from| cells[*from] == colour) {
            for to in (0..16).filter(|to| cells[*to] == b'.') {
                let (rows, columns) = ((from / 4).abs_diff(to / 4), (from % 4).abs_diff(to % 4));
                if rows + columns == 1 {
                    let mut moved = *cells;
                    moved.swap(from, to);
                    found.push(moved);
                }
            }
        }
        found
    }

    #[test]
    fn all_boards_agree_with_the_backward_table_and_its_counts() {
        let boards = all_boards();
        assert_eq!(boards.len(), 411_840);
        let table = Table::new(&boards.iter().map(|board| cells_of(*board)).collect::<Vec<_>>());
        let mut counts = [0_u32; 8];
        for board in boards {
            let found = fewest_moves(board);
            assert_eq!(found, table.fewest(&cells_of(board)), "{board:?}");
            counts[found.expect("no board needs more than ten moves") as usize] += 1;
        }
        assert_eq!(counts, [141_536, 104_256, 58_096, 74_512, 23_184, 9_248, 880, 128]);
    }

    #[track_caller]
    fn case(rows: &str, printed: &str) {
        let board = parse(rows.replace('/', "\n").as_bytes()).unwrap();
        assert_eq!(String::from_utf8(answer(board)).unwrap(), format!("{printed}\n"));
    }

    #[test]
    fn samples() {
        case("WWWW/BBWB/B.BB/W.WB", "0");
        // Three moves when the colours alternate; two if any piece might move at any time.
        case("BBBW/BBBW/BWWW/WW..", "3");
    }

    #[test]
    fn malformed_boards_are_refused_with_their_place() {
        let place = |input: &str| {
            let error = parse(input.as_bytes()).unwrap_err();
            (error.line, error.column)
        };
        assert_eq!(place("WWWW\nBBWB\nB.xB\nW.WB\n"), (3, 3));
        assert_eq!(place("WWWW\nBBWB\nB.BBB\nW.WB\n"), (3, 1));
        assert_eq!(place("WWWW\nBBWB\nB.BW\nW.WB\n"), (4, 1));
        assert_eq!(place("WWWW\nBBWB\nB.BB\n"), (4, 1));
        assert_eq!(place("WWWW\nBBWB\nB.BB\nW.WB\nx"), (5, 1));
    }
}
