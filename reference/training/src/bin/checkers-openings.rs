//! Makes openings for games of checkers: random lines of 4 to 8 moves from the start that leave
//! different boards, at least 20 pieces, nothing to capture, and a value near zero. One line each,
//! in the order in which they are found; the same at every run: `checkers-openings [COUNT]`.

use jury_reference::checkers::eight::endgames::Endgames;
use jury_reference::checkers::eight::{Board, Rules, Searcher};
use jury_reference::checkers::{Limits, Position, Profile, legal_moves, notation};
use jury_reference::random::Random;
use std::collections::HashSet;

/// Values for the side to move, in hundredths of a man, that count as equal.
const EQUAL: std::ops::RangeInclusive<i32> = -15..=15;
/// Moves that are looked ahead for the value.
const DEPTH: u32 = 11;

fn main() {
    let count = std::env::args().nth(1).map_or(300, |count| count.parse().expect("a count"));
    println!("# Balanced openings of checkers, made by");
    println!("#   cargo training checkers-openings {count}");
    println!("# One a line: squares from 1 to 32, black (at the top, squares 1 to 12) first.");
    let mut random = Random::new(1);
    let mut seen = HashSet::new();
    while seen.len() < count {
        let plies = 4 + random.below(5);
        let Some((line, board)) = line(&mut random, plies) else { continue };
        if board.count() >= 20
            && !board.must_capture()
            && !seen.contains(&board)
            && is_equal(&board)
        {
            seen.insert(board);
            println!("{}", line.join(" "));
        }
    }
}

/// A random line of that many moves, and the board after it.
fn line(random: &mut Random, plies: usize) -> Option<(Vec<String>, Board)> {
    let mut position = Position::start(8);
    let mut line = Vec::new();
    for _ in 0..plies {
        let legal = legal_moves(&position, Profile::Seed);
        if legal.is_empty() {
            return None;
        }
        let chosen = &legal[random.below(legal.len())];
        line.push(notation::written(chosen, &legal));
        position.pieces = chosen.after(&position.pieces);
    }
    Some((line, Board::of(&position.pieces)))
}

fn is_equal(board: &Board) -> bool {
    // A searcher that has seen nothing yet finds the same value at every run.
    let limits = Limits { depth: DEPTH, ..Limits::NONE };
    let found = Searcher::new(18, Endgames::none(Rules::Seed)).search(board, &[], limits);
    found.is_some_and(|found| EQUAL.contains(&found.value))
}
