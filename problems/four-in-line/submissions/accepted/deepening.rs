//! Depth-first with a growing bound, on bit masks; nothing is remembered.

use std::io::Read;

#[derive(Clone, Copy)]
struct Board {
    white: u16,
    black: u16,
}

/// The ten lines as bits, bit 4 * row + column for each cell.
const LINES: [u16; 10] =
    [0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];

fn solved(board: Board) -> bool {
    LINES.iter().any(|line| board.white & line == *line || board.black & line == *line)
}

/// The cells beside `cell`, as bits.
fn beside(cell: u16) -> u16 {
    (cell << 4) | (cell >> 4) | ((cell & 0x7777) << 1) | ((cell & 0xeeee) >> 1)
}

fn bits(mask: u16) -> impl Iterator<Item = u16> {
    (0..16).map(|i| 1 << i).filter(move |bit| mask & bit != 0)
}

fn moves(board: Board, white: bool) -> impl Iterator<Item = Board> {
    let own = if white { board.white } else { board.black };
    let empty = !(board.white | board.black);
    bits(empty).flat_map(move |to| {
        bits(beside(to) & own).map(move |from| {
            let own = own ^ from ^ to;
            if white { Board { white: own, ..board } } else { Board { black: own, ..board } }
        })
    })
}

/// Whether a line can stand after at most `left` moves.
fn within(board: Board, white: bool, left: u32) -> bool {
    solved(board) || left > 0 && moves(board, white).any(|next| within(next, !white, left - 1))
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let mask = |wanted| {
        let cells = letters.iter().enumerate().filter(move |(_, letter)| **letter == wanted);
        cells.map(|(i, _)| 1 << i).sum::<u16>()
    };
    let board = Board { white: mask('W'), black: mask('B') };
    let limit =
        (0..=10).find(|&left| [true, false].iter().any(|&white| within(board, white, left)));
    println!("{}", limit.map_or("-1".into(), |limit| limit.to_string()));
}
