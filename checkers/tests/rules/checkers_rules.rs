//! The rules of the two-player game against published counts and a second, naive generator that
//! works on letters and tries every square as a target.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use jury_checkers::checkers::{Move, Position, Profile, Rank, Side, Square};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::long::usual_or_long;

/// Positions with more started captures than this are not worth a naive enumeration.
const NAIVE_LIMIT: usize = 3000;

#[derive(Clone, PartialEq, Eq, Debug)]
struct Naive {
    side: char,
    board: Vec<Vec<char>>,
}

type Path = Vec<(usize, usize)>;

impl Naive {
    fn of(position: &Position) -> Self {
        let text = position.to_string();
        let mut lines = text.lines();
        let side = lines.next().unwrap().chars().next().unwrap();
        Self { side, board: lines.skip(1).map(|line| line.chars().collect()).collect() }
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.board.iter().map(|row| row.iter().collect()).collect();
        format!("{}\n{}\n{}\n", self.side, rows.len(), rows.join("\n"))
    }

    fn squares(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let size = self.board.len();
        (0..size * size).map(move |number| (number / size, number % size))
    }

    /// Whether the piece on `from` may go `distance` rows and columns to `to` as far as colour,
    /// direction and vacancy go.
    fn reaches(&self, from: (usize, usize), to: (usize, usize), distance: usize) -> bool {
        let piece = self.board[from.0][from.1];
        let vertical = match piece {
            'b' => to.0 == from.0 + distance,
            'w' => to.0 + distance == from.0,
            _ => to.0.abs_diff(from.0) == distance,
        };
        vertical && to.1.abs_diff(from.1) == distance && self.board[to.0][to.1] == '_'
    }

    fn can_jump(&self, from: (usize, usize), to: (usize, usize)) -> bool {
        if !self.reaches(from, to, 2) {
            return false;
        }
        let taken = self.board[usize::midpoint(from.0, to.0)][usize::midpoint(from.1, to.1)];
        taken != '_' && taken.to_ascii_lowercase() != self.side
    }

    /// Moves the letter, takes what lies between, crowns; says whether it crowned.
    fn shift(&mut self, from: (usize, usize), to: (usize, usize)) -> bool {
        let piece = self.board[from.0][from.1];
        self.board[from.0][from.1] = '_';
        self.board[usize::midpoint(from.0, to.0)][usize::midpoint(from.1, to.1)] = '_';
        let last = if self.side == 'b' { self.board.len() - 1 } else { 0 };
        let crowned = piece.is_lowercase() && to.0 == last;
        self.board[to.0][to.1] = if crowned { piece.to_ascii_uppercase() } else { piece };
        crowned
    }

    fn turned(mut self) -> Self {
        self.side = if self.side == 'b' { 'w' } else { 'b' };
        self
    }

    /// Every legal move with the position after it; `None` when there are too many.
    fn moves(&self, profile: Profile) -> Option<BTreeMap<Path, Self>> {
        let mut found = BTreeMap::new();
        let own = |at: &(usize, usize)| self.board[at.0][at.1].to_ascii_lowercase() == self.side;
        let mut open: Vec<(Path, Self, bool)> =
            self.squares().filter(own).map(|at| (vec![at], self.clone(), false)).collect();
        while let Some((path, board, crowned)) = open.pop() {
            if open.len() + found.len() > NAIVE_LIMIT {
                return None;
            }
            let at = path[path.len() - 1];
            let targets: Vec<_> = self.squares().filter(|&to| board.can_jump(at, to)).collect();
            let stops = crowned && profile == Profile::English;
            if !stops {
                for &to in &targets {
                    let (mut longer, mut after) = (path.clone(), board.clone());
                    longer.push(to);
                    let crowned = after.shift(at, to);
                    open.push((longer, after, crowned));
                }
            }
            let done = stops || targets.is_empty() || profile == Profile::StoppingAllowed;
            if done && path.len() > 1 {
                found.insert(path, board.turned());
            }
        }
        if found.is_empty() {
            for from in self.squares().filter(own) {
                for to in self.squares().filter(|&to| self.reaches(from, to, 1)) {
                    let mut after = self.clone();
                    let piece = after.board[from.0][from.1];
                    after.board[from.0][from.1] = '_';
                    let last = if self.side == 'b' { self.board.len() - 1 } else { 0 };
                    let crowned = to.0 == last;
                    after.board[to.0][to.1] =
                        if crowned { piece.to_ascii_uppercase() } else { piece };
                    found.insert(vec![from, to], after.turned());
                }
            }
        }
        Some(found)
    }
}

fn to_move(path: &Path) -> Move {
    let square = |&(row, column): &(usize, usize)| Square {
        row: i64::try_from(row).unwrap(),
        column: i64::try_from(column).unwrap(),
    };
    Move::new(path.iter().map(square).collect())
}

fn naive_perft(position: &Naive, profile: Profile, depth: u32) -> u64 {
    let moves = position.moves(profile).expect("few moves in real games");
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.values().map(|next| naive_perft(next, profile, depth - 1)).sum()
}

/// Counts of distinct moves from the start of English draughts, as published for move generators.
const ENGLISH: [u64; 12] = [
    7,
    49,
    302,
    1469,
    7361,
    36768,
    179_740,
    845_931,
    3_963_680,
    18_391_564,
    85_242_128,
    388_623_673,
];

/// The same in the `seed` profile, from depth 8 on; a separate generator, that of the reference,
/// counts as many (`cargo run --release -p jury-reference --example checkers-perft`).
const SEED: [u64; 4] = [845_931, 3_963_629, 18_391_602, 85_153_971];

#[track_caller]
fn counts(profile: Profile, depths: std::ops::RangeInclusive<usize>, expected: &[u64]) {
    let start = Position::start(8).unwrap();
    for (depth, expected) in depths.zip(expected) {
        let depth = u32::try_from(depth).unwrap();
        assert_eq!(start.count_lines(depth, profile), *expected, "depth {depth}");
    }
}

#[test]
fn english_counts_are_the_published_ones() {
    counts(Profile::English, 1..=8, &ENGLISH);
}

#[test]
fn the_profiles_part_where_they_should() {
    counts(Profile::English, 9..=9, &ENGLISH[8..]);
    counts(Profile::Seed, 8..=9, &SEED);
    // A separate program, kept out of the tree, found this one.
    counts(Profile::StoppingAllowed, 7..=7, &[182_906]);
}

/// All published depths, and the other profiles as deep: a few minutes.
/// `cargo test --release -p jury-checkers --test checkers_rules -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn deep_counts() {
    counts(Profile::Seed, 8..=11, &SEED);
    counts(Profile::StoppingAllowed, 9..=9, &[4_134_847]);
    counts(Profile::English, 9..=12, &ENGLISH[8..]);
}

/// All published depths by the naive generator: minutes and 600 MB, as it makes the moves of equal
/// positions once, where `deep_counts` makes them each time. Run as that.
#[test]
#[ignore = "takes minutes"]
fn naive_deep_counts() {
    let mut level = HashMap::from([(Position::start(8).unwrap().to_string(), 1)]);
    for (depth, expected) in (1..).zip(ENGLISH) {
        let mut next = HashMap::new();
        let mut counted = 0;
        for (text, lines) in level {
            let naive = Naive::of(&Position::parse(text.as_bytes()).unwrap());
            let moves = naive.moves(Profile::English).expect("few moves in real games");
            counted += lines * moves.len() as u64;
            if depth < ENGLISH.len() {
                for after in moves.values() {
                    *next.entry(after.text()).or_insert(0) += lines;
                }
            }
        }
        assert_eq!(counted, expected, "depth {depth}");
        level = next;
    }
}

#[test]
fn profiles_agree_with_the_naive_generator_from_the_start() {
    for (size, depth) in [(4, 7), (6, 6), (8, 5), (10, 4), (12, 3)] {
        let start = Position::start(size).unwrap();
        for profile in Profile::ALL {
            let naive = naive_perft(&Naive::of(&start), profile, depth);
            assert_eq!(start.count_lines(depth, profile), naive, "size {size}, {profile:?}");
        }
    }
}

#[test]
fn starts() {
    let start = Position::start(8).unwrap();
    let text =
        "b\n8\n_b_b_b_b\nb_b_b_b_\n_b_b_b_b\n________\n________\nw_w_w_w_\n_w_w_w_w\nw_w_w_w_\n";
    assert_eq!(start.to_string(), text);
    assert_eq!(Position::start(4).unwrap().to_string(), "b\n4\n_b_b\n____\n____\nw_w_\n");
    for size in [0, 2, 3, 5, 7, 13, 14, usize::MAX] {
        assert!(Position::start(size).is_none(), "size {size}");
    }
    for size in [4, 6, 8, 10, 12] {
        let start = Position::start(size).unwrap();
        assert_eq!(start.count(Side::Black), Position::pieces_at_start(size));
        assert_eq!(start.count(Side::White), Position::pieces_at_start(size));
    }
}

#[track_caller]
fn moves_of(text: &str, profile: Profile) -> Vec<String> {
    let position = Position::parse(text.as_bytes()).unwrap();
    let moves = position.legal_moves(profile);
    moves.iter().map(|m| m.to_string().replace('\n', "/")).collect()
}

/// A king that can take 25 loose men in 4681 orders.
const LATTICE: &str = "w\n12\n_W__________\n__b_b_b_b_b_\n____________\n__b_b_b_b_b_\n____________\n\
                       __b_b_b_b_b_\n____________\n__b_b_b_b_b_\n____________\n__b_b_b_b_b_\n\
                       ____________\n____________\n";

#[test]
fn there_is_one_line_of_no_moves() {
    for size in [4, 8] {
        assert_eq!(Position::start(size).unwrap().count_lines(0, Profile::Seed), 1);
    }
}

#[test]
fn counting_stops_in_the_middle_of_a_position() {
    let position = Position::parse(LATTICE.as_bytes()).unwrap();
    let all = [1, 2].map(|depth| position.count_lines(depth, Profile::Seed));
    assert_eq!(all, [4681, 27360]);
    for (depth, all) in (1..).zip(all) {
        let asked = Cell::new(0);
        let goes_on = || {
            asked.set(asked.get() + 1);
            asked.get() < 2
        };
        let mut count = 0;
        let whole = position.count_lines_while(&|| true, depth, Profile::Seed, &mut count);
        assert_eq!((whole, count), (ControlFlow::Continue(()), all));
        let mut count = 0;
        let whole = position.count_lines_while(&goes_on, depth, Profile::Seed, &mut count);
        assert_eq!((whole, asked.get()), (ControlFlow::Break(()), 2));
        assert!(count <= all, "{count}");
        let mut count = 0;
        let whole = position.count_lines_while(&|| false, depth, Profile::Seed, &mut count);
        assert_eq!(whole, ControlFlow::Break(()));
        assert!(count < all, "{count}");
    }
}

#[test]
fn a_king_may_return_to_the_square_it_started_from() {
    let ring =
        "w\n8\n________\n__b_b___\n_W______\n__b_b___\n________\n________\n________\n________\n";
    let round = ["4/2 1/0 3/2 5/4 3/2 1/", "4/2 1/4 3/2 5/0 3/2 1/"];
    assert_eq!(moves_of(ring, Profile::Seed), round);
    assert_eq!(moves_of(ring, Profile::StoppingAllowed).len(), 8);
}

#[test]
fn crowning_in_mid_capture() {
    let board = "w\n6\n______\n__b_b_\n_w____\n______\n______\n______\n";
    assert_eq!(moves_of(board, Profile::Seed), ["2/2 1/0 3/2 5/"]);
    assert_eq!(moves_of(board, Profile::English), ["1/2 1/0 3/"]);
    assert_eq!(moves_of(board, Profile::StoppingAllowed), ["2/2 1/0 3/2 5/", "1/2 1/0 3/"]);
}

#[test]
fn a_step_onto_the_last_row_crowns_and_ends_the_move() {
    let board = "b\n4\n____\n____\n_b__\n__W_\n";
    let position = Position::parse(board.as_bytes()).unwrap();
    let step = Move::parse(b"1 2 1 3 0").unwrap();
    let after = position.play(&step, Profile::Seed).unwrap();
    assert_eq!(after.to_string(), "w\n4\n____\n____\n____\nB_W_\n");
    assert!(after.has_legal_move());
}

#[test]
fn a_side_without_moves_has_lost() {
    let stuck = "w\n4\n_B__\n__b_\n_w__\nw___\n";
    let position = Position::parse(stuck.as_bytes()).unwrap();
    assert!(position.has_legal_move());
    let stuck = "w\n4\n___b\nb___\n_b__\nw___\n";
    let position = Position::parse(stuck.as_bytes()).unwrap();
    assert!(position.has_legal_move(), "3 0 takes 2 1");
    let stuck = "w\n4\n___b\n__b_\n_b__\nw___\n";
    let position = Position::parse(stuck.as_bytes()).unwrap();
    assert!(!position.has_legal_move());
    assert!(position.legal_moves(Profile::Seed).is_empty());
}

/// Random boards: scattered pieces, or enemies on the lattice that makes long chains and cycles,
/// with a few pieces of the side to move where these begin.
fn positions() -> impl Strategy<Value = Position> {
    let size = prop_oneof![Just(4_usize), Just(6), Just(8), Just(10), Just(12)];
    (size, any::<bool>(), any::<bool>(), 1..8_u8).prop_flat_map(|(size, black, lattice, fill)| {
        let cell = (0..8_u8, prop::sample::select(&b"bwBW"[..]));
        prop::collection::vec(cell, size * size).prop_map(move |cells| {
            let (own, enemy) = if black { (b"bB", b"wW") } else { (b"wW", b"bB") };
            let letters = cells.chunks(size).enumerate().map(|(row, cells)| {
                let line = cells.iter().enumerate().map(|(column, &(chance, letter))| {
                    let rank = usize::from(letter.is_ascii_uppercase());
                    let letter = match lattice {
                        true if row % 2 == 1 && chance < fill => enemy[rank],
                        true if row.is_multiple_of(2) && chance == 0 => own[rank],
                        false if chance < fill => letter,
                        _ => b'_',
                    };
                    letter_at(row, size, letter, column)
                });
                line.collect::<String>()
            });
            let rows: Vec<String> = letters.collect();
            let mover = if black { 'b' } else { 'w' };
            let text = format!("{mover}\n{size}\n{}\n", rows.join("\n"));
            Position::parse(text.as_bytes()).unwrap()
        })
    })
}

/// The letter, as far as the rules of placing allow it.
fn letter_at(row: usize, size: usize, letter: u8, column: usize) -> char {
    let crowned = (letter == b'b' && row == size - 1) || (letter == b'w' && row == 0);
    match char::from(letter) {
        _ if (row + column).is_multiple_of(2) => '_',
        letter if crowned => letter.to_ascii_uppercase(),
        letter => letter,
    }
}

/// What a move does that generators get wrong.
fn oddities(position: &Position, made: &Move) -> [bool; 4] {
    let (squares, hops) = (made.squares(), made.hops());
    let last = squares[hops];
    let king = |at| position.piece(at).is_some_and(|piece| piece.rank == Rank::King);
    let bottom = i64::try_from(position.size()).unwrap() - 1;
    let edge = if position.to_move() == Side::Black { bottom } else { 0 };
    let crowned = !king(squares[0]) && squares.iter().any(|square| square.row == edge);
    let goes_on = made.is_capture() && last.row != edge;
    let returns = made.is_capture() && last == squares[0];
    let crosses = (1..hops).any(|at| squares[..at].contains(&squares[at]));
    [crowned && goes_on, crowned && !goes_on && hops > 1, returns, crosses]
}

/// The random boards are worth something: each oddity comes about wherever there is room.
#[test]
fn random_boards_hold_all_oddities() {
    let mut runner = TestRunner::deterministic();
    let mut seen: BTreeMap<usize, [u32; 4]> = BTreeMap::new();
    for _ in 0..3000 {
        let position = positions().new_tree(&mut runner).unwrap().current();
        let Some(moves) = Naive::of(&position).moves(Profile::Seed) else { continue };
        let mut odd = [false; 4];
        for made in moves.keys().map(to_move) {
            let found = oddities(&position, &made);
            odd.iter_mut().zip(found).for_each(|(odd, found)| *odd |= found);
        }
        let seen = seen.entry(position.size()).or_default();
        seen.iter_mut().zip(odd).for_each(|(seen, odd)| *seen += u32::from(odd));
    }
    // A smaller board has no room for a capture that crosses itself.
    for (size, kinds) in [(6, 3), (8, 4), (10, 4), (12, 4)] {
        assert!(seen[&size][..kinds].iter().all(|&count| count >= 10), "size {size}: {seen:?}");
    }
}

fn profiles() -> impl Strategy<Value = Profile> {
    prop::sample::select(&Profile::ALL[..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn whole_games_agree_with_the_naive_generator(
        size in prop::sample::select(&[4_usize, 6, 8, 10, 12][..]),
        profile in profiles(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 1..60),
    ) {
        let mut position = Position::start(size).unwrap();
        for choice in choices {
            let Some(naive) = Naive::of(&position).moves(profile) else { return Ok(()) };
            let (mut moves, mut after) = (Vec::new(), Vec::new());
            let whole = position.each_move(profile, &mut |squares, next| {
                moves.push(Move::new(squares.to_vec()));
                after.push(next);
                ControlFlow::Continue(())
            });
            prop_assert_eq!(whole, ControlFlow::Continue(()));
            prop_assert_eq!(&moves, &position.legal_moves(profile));
            let listed: BTreeMap<Move, String> =
                moves.into_iter().zip(after.iter().map(Position::to_string)).collect();
            let expected: BTreeMap<Move, String> =
                naive.iter().map(|(path, after)| (to_move(path), after.text())).collect();
            prop_assert_eq!(listed, expected);
            if after.is_empty() {
                return Ok(());
            }
            position = *choice.get(&after);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(usual_or_long(400, 1500)))]

    #[test]
    fn the_generator_agrees_with_the_naive_one(position in positions(), profile in profiles()) {
        let Some(naive) = Naive::of(&position).moves(profile) else { return Ok(()) };
        let mut moves = position.legal_moves(profile);
        moves.sort();
        let expected: Vec<Move> = naive.keys().map(to_move).collect();
        prop_assert_eq!(position.count_lines(1, profile), moves.len() as u64);
        prop_assert_eq!(&moves, &expected);
        prop_assert_eq!(position.has_legal_move(), !expected.is_empty());
        for (path, after) in &naive {
            let played = position.play(&to_move(path), profile).unwrap();
            prop_assert_eq!(played.to_string(), after.text());
        }
    }

    #[test]
    fn only_listed_moves_can_be_played(
        position in positions(),
        profile in profiles(),
        seed in any::<prop::sample::Index>(),
        cut in 0..6_usize,
        added in prop::collection::vec((-3..4_i64, -3..4_i64), 0..3),
    ) {
        let Some(naive) = Naive::of(&position).moves(profile) else { return Ok(()) };
        let moves: Vec<Move> = naive.keys().map(to_move).collect();
        prop_assume!(!moves.is_empty());
        let mut squares = seed.get(&moves).squares().to_vec();
        squares.truncate(squares.len().saturating_sub(cut).max(1));
        for (rows, columns) in added {
            let Square { row, column } = squares[squares.len() - 1];
            squares.push(Square { row: row + rows, column: column + columns });
        }
        let proposed = Move::new(squares);
        let legal = position.play(&proposed, profile).is_ok();
        prop_assert_eq!(legal, moves.contains(&proposed), "{}", proposed);
    }

    #[test]
    fn positions_are_read_as_they_are_printed(position in positions()) {
        prop_assert_eq!(Position::parse(position.to_string().as_bytes()), Ok(position));
    }
}
