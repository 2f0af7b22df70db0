//! Random boards of four in line: 7 white pieces, 7 black ones and 2 empty cells.
//!
//!     board any SEED     every board equally likely
//!     board MOVES SEED   every board that needs exactly MOVES moves (0 to 7) equally likely
//!
//! The same arguments give the same bytes everywhere. Bad arguments end with status 2.

use std::collections::BTreeSet;
use std::process::ExitCode;

const PIECES: [u8; 16] = *b"WWWWWWWBBBBBBB..";
/// The most moves that any board needs.
const MOST_MOVES: usize = 7;

type Board = [u8; 16];

/// SplitMix64, after Sebastiano Vigna's public-domain code.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; the bias is far too small to matter here.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn shuffled(&mut self) -> Board {
        let mut board = PIECES;
        for last in (1..board.len()).rev() {
            board.swap(last, self.below(last + 1));
        }
        board
    }
}

fn has_line(board: &Board) -> bool {
    let line = |first: usize, step: usize| {
        board[first] != b'.' && (1..4).all(|i| board[first + i * step] == board[first])
    };
    (0..4).any(|i| line(4 * i, 1) || line(i, 4)) || line(0, 5) || line(3, 3)
}

fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / 4, cell % 4);
    (0..16_usize).filter(move |other| (other / 4).abs_diff(row) + (other % 4).abs_diff(column) == 1)
}

/// The boards after one move of `colour` on any of `boards`.
fn after(boards: &BTreeSet<Board>, colour: u8) -> BTreeSet<Board> {
    let mut next = BTreeSet::new();
    for board in boards {
        for empty in (0..16).filter(|&cell| board[cell] == b'.') {
            for from in neighbours(empty).filter(|&cell| board[cell] == colour) {
                let mut moved = *board;
                moved.swap(empty, from);
                next.insert(moved);
            }
        }
    }
    next
}

/// The fewest moves to a line when `first` starts, at most [`MOST_MOVES`] of them.
fn moves_when(board: Board, first: u8) -> Option<usize> {
    let second = first ^ b'W' ^ b'B';
    let mut boards = BTreeSet::from([board]);
    for moves in 0..=MOST_MOVES {
        if boards.iter().any(has_line) {
            return Some(moves);
        }
        boards = after(&boards, if moves % 2 == 0 { first } else { second });
    }
    None
}

fn moves_needed(board: Board) -> Option<usize> {
    [moves_when(board, b'W'), moves_when(board, b'B')].into_iter().flatten().min()
}

fn generate(arguments: &[&str]) -> Result<Board, String> {
    let [wanted, seed] = arguments else {
        return Err("expected any|MOVES SEED".into());
    };
    let seed = seed.parse().map_err(|_| format!("SEED `{seed}` is not a number below 2^64"))?;
    let mut random = Random(seed);
    if *wanted == "any" {
        return Ok(random.shuffled());
    }
    let moves = wanted.parse().ok().filter(|moves| (0..=MOST_MOVES).contains(moves));
    let moves =
        moves.ok_or_else(|| format!("expected `any` or 0 to {MOST_MOVES}, found `{wanted}`"))?;
    loop {
        let board = random.shuffled();
        if moves_needed(board) == Some(moves) {
            return Ok(board);
        }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match generate(&arguments) {
        Ok(board) => {
            for row in board.chunks(4) {
                println!("{}", String::from_utf8_lossy(row));
            }
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("board: {message}");
            ExitCode::from(2)
        }
    }
}
