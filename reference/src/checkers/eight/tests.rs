//! The kernel against the generator for boards of any size, and the player's habits.

use super::board::{LAST_ROW, SQUARES, spread, turned};
use super::endgames::Endgames;
use super::evaluate::Evaluation;
use super::net::{FIRST_SUM, FULL, INPUTS, LAST_SUM, NUMBERS, Net, SECOND, UNITS};
use super::order::{squares, was_capture};
use super::{Board, Rules, Searcher};
use crate::checkers::tests::random_position;
use crate::checkers::{Limits, Position, Profile, legal_moves, perft};
use crate::random::Random;

pub(super) fn random_eight(random: &mut Random) -> Position {
    loop {
        let position = random_position(random);
        if position.geometry().size() == 8 {
            return position;
        }
    }
}

#[test]
fn published_counts_of_the_english_game() {
    let counts = [7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(Board::start().perft::<true>(depth), count, "depth {depth}");
    }
}

#[test]
fn the_seed_profile_parts_from_the_english_game_at_depth_nine() {
    assert_eq!([9, 10].map(|depth| Board::start().perft::<false>(depth)), [3_963_629, 18_391_602]);
}

#[test]
fn moves_equal_those_of_the_other_generator_on_random_positions() {
    let mut random = Random::new(1);
    let order = |board: &Board| (board.own, board.other, board.kings, board.down);
    for _ in 0..20_000 {
        let position = random_eight(&mut random);
        let board = Board::of(&position.pieces);
        let mut found = Vec::new();
        board.each_move::<false>(|one| found.push(one.board));
        let moves = legal_moves(&position, Profile::Seed);
        assert_eq!(board.must_capture(), moves.iter().any(|one| one.captured != 0));
        assert_eq!(board.perft::<false>(1), moves.len() as u64);
        let mut expected: Vec<Board> =
            moves.iter().map(|one| Board::of(&one.after(&position.pieces))).collect();
        found.sort_by_key(order);
        expected.sort_by_key(order);
        assert_eq!(found, expected, "{}", position.text());
        // The search's list is the same without doubles.
        expected.dedup();
        let mut moves = Vec::new();
        board.moves_into(Rules::Seed, &mut moves);
        let mut found: Vec<Board> = moves.iter().map(|one| one.board).collect();
        found.sort_by_key(order);
        assert_eq!(found, expected, "{}", position.text());
        assert!(
            board.turned().turned() == board
                && moves.iter().all(|one| board.leads_to(Rules::Seed, &one.board))
        );
    }
}

#[test]
fn sequences_are_counted_alike_on_random_positions() {
    let mut random = Random::new(2);
    for _ in 0..200 {
        let position = random_eight(&mut random);
        let board = Board::of(&position.pieces);
        for profile in [Profile::Seed, Profile::English] {
            let expected = perft(position.geometry(), &position.pieces, profile, 3);
            let count = |board: &Board| match profile {
                Profile::English => board.perft::<true>(3),
                _ => board.perft::<false>(3),
            };
            assert_eq!((count(&board), count(&board.turned())), (expected, expected));
        }
    }
}

#[test]
fn captures_are_told_by_their_squares() {
    let mut random = Random::new(5);
    let mut count = 0;
    for _ in 0..20_000 {
        let mut moves = Vec::new();
        Board::of(&random_eight(&mut random).pieces).moves_into(Rules::Seed, &mut moves);
        for found in moves.iter().filter(|found| found.taken.count_ones() != 4) {
            assert_eq!(was_capture(squares(found)), found.taken != 0, "{found:?}");
            count += usize::from(found.taken != 0);
        }
    }
    assert!(count > 1_000);
}

#[test]
fn squares_turn_with_the_board() {
    assert_eq!((turned(SQUARES), turned(LAST_ROW), turned(1)), (SQUARES, 0xf, 1 << 34));
}

#[test]
fn a_net_adds_up_bounded_units() {
    let mut numbers = vec![0; NUMBERS];
    // Unit 0: half full, and more for each king of the side to move. The constant is one hundredth.
    numbers[INPUTS * UNITS] = FULL / 2;
    (70..105).for_each(|input| numbers[input * UNITS] = FULL / 4);
    let second = (INPUTS + 1) * UNITS;
    let last = second + SECOND * FIRST_SUM;
    // It is worth the same in all phases but the first, where it is worth half.
    for (phase, sum) in numbers[last..].chunks_mut(LAST_SUM).enumerate() {
        sum[0] = if phase == 0 { 50 * 64 } else { 100 * 64 };
        sum[LAST_SUM - 1] = 64;
    }
    let with_kings = |kings: u32| Board { kings: spread(kings), ..Board::start() };
    let boards = [0, 1, 3, 7, 7 << 20].map(with_kings);
    let values = |numbers: &[i16]| {
        let net = Net::from_numbers(numbers).unwrap();
        boards.map(|board| net.of(&board))
    };
    assert_eq!(values(&numbers), [51, 76, 101, 101, 51]);
    let net = Net::from_numbers(&numbers).unwrap();
    assert_eq!(net.of(&with_kings(1).turned()), 76);
    let two = Board { own: spread(1), other: spread(1 << 31), ..with_kings(1) };
    assert_eq!(net.of(&two), 38);

    // The last unit of the second layer: how far the first is over half, twice as much.
    let sum = &mut numbers[second + (SECOND - 1) * FIRST_SUM..];
    (sum[0], sum[UNITS]) = (2 * 1024, -1024);
    for sum in numbers[last..].chunks_mut(LAST_SUM) {
        (sum[0], sum[UNITS + SECOND - 1]) = (0, -40 * 64);
    }
    assert_eq!(values(&numbers), [1, -19, -39, -39, 1]);
    assert!(Net::from_numbers(&numbers[1..]).is_none());
}

#[test]
fn both_sides_are_judged_alike() {
    let (evaluation, mut random) = (Evaluation::shipped(), Random::new(3));
    for _ in 0..1_000 {
        let board = Board::of(&random_eight(&mut random).pieces);
        assert_eq!(evaluation.of(&board), evaluation.of(&board.turned()));
    }
    // A man more is worth about a man.
    let start = Board::start();
    let more = Board { other: start.other & !(1 << 22), ..start };
    assert!((50..200).contains(&(evaluation.of(&more) - evaluation.of(&start))));
}

#[test]
fn a_search_is_legal_and_the_same_at_every_run() {
    let mut random = Random::new(4);
    let search = |rules, board: &Board| {
        let limits = Limits { nodes: 2_000, ..Limits::NONE };
        Searcher::new(10, Endgames::shipped(rules)).search(board, &[], limits)
    };
    for rules in [Rules::Seed, Rules::English].repeat(15) {
        let board = Board::of(&random_eight(&mut random).pieces);
        let found = search(rules, &board).map(|found| found.best);
        assert_eq!(found, search(rules, &board).map(|found| found.best));
        assert_eq!(found.is_some(), board.perft::<false>(1) > 0);
        assert!(found.is_none_or(|best| board.leads_to(rules, &best.board)));
    }
}

#[test]
fn a_winner_does_not_repeat_boards_of_its_past() {
    // Two kings more: any move wins, but not one that makes a board of the past again.
    let text =
        "b\n8\n________\n__B___B_\n_B______\n________\n_B______\n________\n_w______\n__W_____\n";
    let position = Position::parse(text.as_bytes()).unwrap();
    let board = Board::of(&position.pieces);
    let limits = Limits { depth: 6, ..Limits::NONE };
    let search = |past: &[Board]| {
        Searcher::new(12, Endgames::shipped(Rules::Seed)).search(&board, past, limits).unwrap()
    };
    let first = search(&[]);
    assert!(first.value > 0);
    let second = search(&[first.best.board]);
    assert!(second.best != first.best && second.value > 0);
}
