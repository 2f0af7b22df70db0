//! Numbers of boards, values against each other, against plain search, and in play.

use super::build::{Solved, solve};
use super::verify::census;
use super::{Endgames, Material, Value, packed, store};
use crate::checkers::Limits;
use crate::checkers::eight::worth::{DECIDED, WON};
use crate::checkers::eight::{Board, Rules, Searcher};
use crate::random::Random;

/// A board with some of the pieces of any shipped material, where nothing can be captured.
fn random_board(random: &mut Random) -> Board {
    let materials = Material::up_to(packed::PACKED_PIECES);
    loop {
        let material = materials[random.below(materials.len())];
        let board = material.board(random.below(material.boards()));
        if let Some(board) = board.filter(|board| !board.must_capture()) {
            return if random.below(2) == 0 { board } else { board.turned() };
        }
    }
}

#[test]
fn numbers_lead_back_to_their_boards() {
    for material in Material::up_to(3) {
        for number in 0..material.boards() {
            if let Some(board) = material.board(number) {
                assert_eq!((Material::of(&board), material.number(&board)), (material, number));
            }
        }
    }
    let five = Material { own_men: 2, own_kings: 1, other_men: 1, other_kings: 1 };
    let mut random = Random::new(1);
    for number in (0..10_000).map(|_| random.below(five.boards())) {
        assert!(five.board(number).is_none_or(|board| five.number(&board) == number));
    }
}

#[test]
fn materials_stand_after_those_that_they_lead_to() {
    let all = Material::up_to(4);
    let place = |wanted: Material| all.iter().position(|material| *material == wanted);
    for material in &all {
        let crowned = Material {
            own_men: material.own_men.wrapping_sub(1),
            own_kings: material.own_kings + 1,
            ..*material
        };
        let fewer = Material { other_kings: material.other_kings.wrapping_sub(1), ..*material };
        for earlier in [crowned, fewer].map(Material::passed).into_iter().filter_map(place) {
            assert!(earlier < place(*material).unwrap());
        }
    }
}

#[test]
fn every_value_of_three_pieces_follows_from_those_of_its_moves() {
    let counts = |rules| {
        let mut endgames = Endgames::shipped(rules);
        let each = Material::up_to(3).into_iter();
        let sum = each.map(|material| census(&mut endgames, material).unwrap());
        let sum = sum.reduce(super::verify::Census::plus).unwrap();
        (sum.won, sum.lost, sum.drawn, sum.longest)
    };
    assert_eq!(counts(Rules::Seed), (100_982, 87_699, 10_839, 62));
    assert_eq!(counts(Rules::English), (100_966, 87_707, 10_847, 62));
}

#[test]
fn a_wrong_value_is_found() {
    let mut endgames = Endgames::shipped(Rules::Seed);
    let material = Material { own_men: 0, own_kings: 1, other_men: 0, other_kings: 1 };
    census(&mut endgames, material).unwrap();
    let number = (0..material.boards()).find(|number| {
        let board = material.board(*number);
        board.is_some_and(|board| endgames.value_of_quiet(&board) == Some(Value::DRAW))
    });
    let super::Slice::Open(blocks) = &mut endgames.slices[material.code()] else { panic!() };
    blocks.set(number.unwrap(), Value::LOST.byte());
    assert!(census(&mut endgames, material).is_err());
}

#[test]
fn what_comes_with_the_program_is_what_solving_gives() {
    for rules in [Rules::Seed, Rules::English] {
        let mut endgames = Endgames::shipped(rules);
        let mut solved = Solved::new();
        for material in Material::up_to(3) {
            if !solved.contains_key(&material) {
                solve(&mut solved, rules, material).unwrap();
            }
            let slice = &mut endgames.slices[material.code()];
            let numbers = 0..material.boards();
            let shipped: Option<Vec<u8>> =
                numbers.map(|number| slice.value(material, number)).collect();
            let expected = Some(store::bytes(&solved, material));
            assert!(expected == shipped, "{rules:?} {}", material.name());
        }
    }
}

#[test]
fn short_games_are_found_by_plain_search_too() {
    let (mut endgames, mut random) = (Endgames::shipped(Rules::Seed), Random::new(2));
    let mut searcher = Searcher::new(16, Endgames::none(Rules::Seed));
    let (mut decided, mut exact) = (0, 0);
    while decided < 60 {
        let board = random_board(&mut random);
        let value = endgames.value(&board).unwrap();
        let moves = value.moves().unwrap_or(usize::MAX);
        if !(2..=9).contains(&moves) {
            continue;
        }
        decided += 1;
        // Deep enough to see the end whatever is looked at less deeply.
        let limits = Limits { depth: 40, ..Limits::NONE };
        let found = searcher.search(&board, &[], limits).unwrap();
        let expected = WON - i32::try_from(moves).unwrap();
        let expected = if value.is_won() { expected } else { -expected };
        let forced = {
            let mut moves = Vec::new();
            board.moves_into(Rules::Seed, &mut moves);
            moves.len() == 1
        };
        // What it does not look at can hide the shortest win, but never make a shorter one.
        let is_possible =
            found.value.signum() == expected.signum() && found.value.abs() <= expected.abs();
        assert!(forced || is_possible, "{board:?}: {} {expected}", found.value);
        assert!(forced || found.value.abs() > DECIDED, "{board:?}: {} {expected}", found.value);
        exact += u32::from(forced || found.value == expected);
    }
    assert!(exact >= 50, "{exact}");
}

/// Plays on from a board, the side to move by a searcher with endgames, its opponent by `reply`;
/// gives the moves until one has none, or `None` if the game is drawn by the rules of a match.
fn play(
    searcher: &mut Searcher,
    board: Board,
    mut reply: impl FnMut(&Board) -> Board,
) -> Option<usize> {
    let (mut board, mut past, mut quiet) = (board, Vec::new(), 0);
    for moves in 0.. {
        let mut legal = Vec::new();
        board.moves_into(Rules::Seed, &mut legal);
        if legal.is_empty() {
            return Some(moves);
        }
        past.push(board);
        // A fresh process a move: the searcher is told nothing of the past.
        let limits = Limits { nodes: 100, ..Limits::NONE };
        let next = match moves % 2 {
            0 => searcher.search(&board, &[], limits)?.best.board,
            _ => reply(&board),
        };
        quiet = if next.may_return_to(&board) { quiet + 1 } else { 0 };
        if quiet >= 80 || past.iter().filter(|old| **old == next).count() >= 2 {
            return None;
        }
        board = next;
    }
    None
}

#[test]
fn wins_are_won_in_time_against_the_best_and_against_any_defence() {
    let (mut endgames, mut random) = (Endgames::shipped(Rules::Seed), Random::new(3));
    let [mut player, mut defender] =
        [(), ()].map(|()| Searcher::new(10, Endgames::shipped(Rules::Seed)));
    let mut longest = 0;
    let mut games = 0;
    while games < 150 {
        let board = random_board(&mut random);
        let value = endgames.value(&board).unwrap();
        if !value.is_won() || value.moves() < Some(25) && games % 5 != 0 {
            continue;
        }
        let limits = Limits { nodes: 1, ..Limits::NONE };
        let best = play(&mut player, board, |board| {
            defender.search(board, &[], limits).unwrap().best.board
        });
        assert_eq!(best, value.moves(), "{board:?}");
        let any = play(&mut player, board, |board| {
            let mut legal = Vec::new();
            board.moves_into(Rules::Seed, &mut legal);
            legal[random.below(legal.len())].board
        });
        assert!(any.is_some() && any <= value.moves(), "{board:?}");
        longest = longest.max(value.moves().unwrap());
        games += 1;
    }
    assert!(longest > 40);
}

#[test]
fn draws_are_held_against_any_attack() {
    let (mut endgames, mut random) = (Endgames::shipped(Rules::Seed), Random::new(4));
    let mut player = Searcher::new(10, Endgames::shipped(Rules::Seed));
    let mut games = 0;
    while games < 60 {
        let board = random_board(&mut random);
        if endgames.value(&board) != Some(Value::DRAW) {
            continue;
        }
        let moves = play(&mut player, board, |board| {
            let mut legal = Vec::new();
            board.moves_into(Rules::Seed, &mut legal);
            legal[random.below(legal.len())].board
        });
        // Drawn, or the attacker ran into a loss: then the defender had the last move.
        assert!(moves.is_none_or(|moves| moves % 2 == 1), "{board:?}");
        games += 1;
    }
}

#[test]
fn a_folder_must_be_whole() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let error = |folder: &std::path::Path| {
        Endgames::with_folder(Rules::Seed, folder).unwrap_err().to_string()
    };
    assert!(error(folder).ends_with("no endgames found; build them with --build-tables"));
    let mut solved = Solved::new();
    for material in Material::up_to(2) {
        if !solved.contains_key(&material) {
            solve(&mut solved, Rules::Seed, material).unwrap();
        }
        store::write(folder, Rules::Seed, material, &store::bytes(&solved, material)).unwrap();
    }
    // Four pieces come with the program, two are in the folder.
    let mut endgames = Endgames::with_folder(Rules::Seed, folder).unwrap();
    assert_eq!(endgames.pieces(), 4);
    let kings = Material { own_men: 0, own_kings: 1, other_men: 0, other_kings: 1 };
    census(&mut endgames, kings).unwrap();
    // A file that cannot be read any more knows nothing.
    let board = (0..kings.boards()).find_map(|number| kings.board(number)).unwrap();
    let mut late = Endgames::with_folder(Rules::Seed, folder).unwrap();
    std::fs::write(folder.join("0101.table"), [0; 7]).unwrap();
    assert_eq!(late.value_of_quiet(&board), None);
    assert_eq!(late.value_of_quiet(&board), None);
    assert!(error(folder).contains("0101.table: expected 1024 bytes, found 7; rebuild"));
}
