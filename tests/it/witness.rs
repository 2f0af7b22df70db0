//! The two rule books of checkers against each other: the kernel of `jury-reference` and the rules of
//! `jury-checkers`, which share no code. Long tests count deeper.

use jury_checkers::checkers::{Position, Profile};
use jury_reference::checkers::eight::Board;
use jury_reference::checkers::eight::board::{packed, spread};

use crate::long::usual_or_long;

fn depth() -> u32 {
    usual_or_long(7, 10)
}

/// Sequences of moves as `jury-checkers` knows them.
fn perft(position: &Position, profile: Profile, depth: u32) -> u64 {
    let moves = position.legal_moves(profile);
    if depth == 1 {
        return moves.len() as u64;
    }
    let next = moves.iter().map(|one| position.play(one, profile).expect("a legal move"));
    next.map(|next| perft(&next, profile, depth - 1)).sum()
}

/// A board as `jury-checkers` reads it.
fn text(board: &Board) -> String {
    let (black, white) =
        if board.down { (board.own, board.other) } else { (board.other, board.own) };
    let [black, white, kings] = [black, white, board.kings].map(packed);
    let cell = |row: u32, column: u32| {
        let square = 1 << (4 * row + column / 2);
        match ((row + column) % 2 == 1, black & square != 0, white & square != 0) {
            (true, true, _) if kings & square != 0 => 'B',
            (true, true, _) => 'b',
            (true, _, true) if kings & square != 0 => 'W',
            (true, _, true) => 'w',
            _ => '_',
        }
    };
    let rows = (0..8).map(|row| (0..8).map(|column| cell(row, column)).chain(['\n']).collect());
    let side = if board.down { 'b' } else { 'w' };
    format!("{side}\n8\n{}", rows.collect::<Vec<String>>().concat())
}

#[track_caller]
fn case(board: &Board, depth: u32) {
    let position = Position::parse(text(board).as_bytes()).expect("a position");
    let expected =
        [Profile::Seed, Profile::English].map(|profile| perft(&position, profile, depth));
    assert_eq!(
        [board.perft::<false>(depth), board.perft::<true>(depth)],
        expected,
        "depth {depth}"
    );
}

#[test]
fn sequences_from_the_start_are_as_many() {
    for depth in 1..=depth() {
        case(&Board::start(), depth);
        println!("depth {depth}: {}", Board::start().perft::<false>(depth));
    }
}

#[test]
fn sequences_from_boards_with_kings_are_as_many() {
    let men = Board { own: spread(0x0f0), other: spread(0x0060_0000), kings: 0, down: true };
    let kings = Board {
        own: spread(0x8100_0042),
        other: spread(0x0024_2400),
        kings: spread(0x8124_0042),
        down: false,
    };
    for depth in 1..=4 {
        for board in [men, men.turned(), kings, kings.turned()] {
            case(&board, depth);
        }
    }
}
