//! Published counts, the statement's samples, and every ending of a capture.

use super::moves::must_capture;
use super::plain::choose;
use super::position::Squares;
use super::{Limits, Move, Position, Profile, Side, answer, legal_moves, perft};
use crate::random::Random;
use std::collections::HashSet;

const FIRST_SAMPLE: &str = "b\n8\n_______W\nb_______\n___b____\n________\n_w______\nw_____w_\n\
     _______b\nw_____w_\n";
const SECOND_SAMPLE: &str = "w\n8\n________\nb_b_b_b_\n___b____\n__b_____\n_w______\nw_b___w_\n\
     _w_____b\nw_____w_\n";
/// A man's capture of five that crowns it on the way.
const SECOND_ANSWER: &str = "5\n6 1\n4 3\n2 1\n0 3\n2 5\n0 7\n";

fn position(text: &str) -> Position {
    Position::parse(text.as_bytes()).unwrap()
}

fn printed(position: &Position, profile: Profile) -> Vec<String> {
    let moves = legal_moves(position, profile);
    let lines = moves.iter().map(|found| String::from_utf8(answer(position, found)).unwrap());
    lines.collect()
}

fn after(position: &Position, played: &Move) -> Position {
    let mut next = position.clone();
    next.pieces = played.after(&position.pieces);
    next
}

#[test]
fn published_counts_of_the_english_game() {
    let start = Position::start(8);
    let counts = [7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931];
    for (depth, count) in (1..).zip(counts) {
        let found = perft(start.geometry(), &start.pieces, Profile::English, depth);
        assert_eq!(found, count, "depth {depth}");
    }
}

#[test]
fn the_seed_profile_parts_from_the_english_game_at_depth_nine() {
    let start = Position::start(8);
    let count = |profile| perft(start.geometry(), &start.pieces, profile, 9);
    assert_eq!((count(Profile::English), count(Profile::Seed)), (3_963_680, 3_963_629));
}

#[test]
fn the_second_sample_has_its_capture_and_the_board_after_it() {
    let before = position(SECOND_SAMPLE);
    let moves = legal_moves(&before, Profile::Seed);
    let sample = moves.iter().find(|found| answer(&before, found) == SECOND_ANSWER.as_bytes());
    let next = after(&before, sample.expect("the sample's move is legal"));
    // The first sample shows the board after it, to the letter.
    assert_eq!(next.text(), FIRST_SAMPLE);
    assert!(!printed(&before, Profile::English).contains(&SECOND_ANSWER.to_owned()));
}

#[test]
fn the_first_sample_has_its_step() {
    let first = position(FIRST_SAMPLE);
    assert!(printed(&first, Profile::Seed).contains(&"1\n1 0\n2 1\n".to_owned()));
}

#[test]
fn profiles_end_a_capture_each_in_its_own_way() {
    // A man takes (5, 2) and (3, 2), is crowned by taking (1, 2), and could go on over (1, 4).
    let board = position(
        "w\n8\n________\n__b_b___\n________\n__b_____\n________\n__b_____\n_w______\n________\n",
    );
    let whole = "4\n6 1\n4 3\n2 1\n0 3\n2 5\n";
    let crowned = "3\n6 1\n4 3\n2 1\n0 3\n";
    let beside = "3\n6 1\n4 3\n2 5\n0 3\n2 1\n";
    let find = |profile, wanted: &str| printed(&board, profile).iter().any(|text| text == wanted);
    assert!(find(Profile::Seed, whole) && !find(Profile::Seed, crowned));
    assert!(find(Profile::English, crowned) && !find(Profile::English, whole));
    assert!(find(Profile::StoppingAllowed, whole) && find(Profile::StoppingAllowed, crowned));
    assert!(find(Profile::StoppingAllowed, "1\n6 1\n4 3\n"));
    assert!(!find(Profile::Seed, beside));
}

#[test]
fn a_king_may_come_back_to_where_it_started() {
    let board = position(
        "b\n8\n________\n________\n___B____\n__w_w___\n________\n__w_w___\n________\n________\n",
    );
    let moves: HashSet<_> = printed(&board, Profile::Seed).into_iter().collect();
    let both =
        ["4\n2 3\n4 1\n6 3\n4 5\n2 3\n".to_owned(), "4\n2 3\n4 5\n6 3\n4 1\n2 3\n".to_owned()];
    assert_eq!(moves, HashSet::from(both));
}

/// The seed profile's rules again, on a plain grid, for comparison: each move as its squares.
mod plain {
    use super::{Position, Side};

    type Place = (i32, i32);
    struct Grid(Vec<Vec<char>>);

    impl Grid {
        fn at(&self, (row, column): Place) -> Option<char> {
            let row = usize::try_from(row).ok().and_then(|row| self.0.get(row))?;
            usize::try_from(column).ok().and_then(|column| row.get(column).copied())
        }

        fn set(&mut self, (row, column): Place, cell: char) {
            self.0[usize::try_from(row).unwrap()][usize::try_from(column).unwrap()] = cell;
        }

        fn jumps(&mut self, path: &[Place], found: &mut Vec<Vec<Place>>) {
            let here = path[path.len() - 1];
            let piece = self.at(here).unwrap();
            let enemies = if piece.eq_ignore_ascii_case(&'b') { "wW" } else { "bB" };
            let mut any = false;
            for (down, right) in ways(piece) {
                let over = (here.0 + down, here.1 + right);
                let to = (here.0 + 2 * down, here.1 + 2 * right);
                let taken = self.at(over).filter(|cell| enemies.contains(*cell));
                let (Some(taken), Some('_')) = (taken, self.at(to)) else { continue };
                any = true;
                let last = if piece == 'b' { self.0.len() - 1 } else { 0 };
                let crowned = to.0 == i32::try_from(last).unwrap();
                self.set(here, '_');
                self.set(over, '_');
                self.set(to, if crowned { piece.to_ascii_uppercase() } else { piece });
                self.jumps(&[path, &[to]].concat(), found);
                self.set(to, '_');
                self.set(over, taken);
                self.set(here, piece);
            }
            if !any && path.len() > 1 {
                found.push(path.to_vec());
            }
        }
    }

    fn ways(piece: char) -> Vec<Place> {
        let all = [(1, -1), (1, 1), (-1, -1), (-1, 1)];
        let goes = |down: i32| piece.is_uppercase() || (piece == 'b') == (down == 1);
        all.into_iter().filter(|(down, _)| goes(*down)).collect()
    }

    pub(super) fn moves(position: &Position) -> Vec<Vec<Place>> {
        let text = position.text();
        let mut grid = Grid(text.lines().skip(2).map(|line| line.chars().collect()).collect());
        let own = if position.pieces.side == Side::Black { "bB" } else { "wW" };
        let size = i32::try_from(grid.0.len()).unwrap();
        let places: Vec<Place> = (0..size * size)
            .map(|index| (index / size, index % size))
            .filter(|place| own.contains(grid.at(*place).unwrap()))
            .collect();
        let mut found = Vec::new();
        for place in &places {
            grid.jumps(&[*place], &mut found);
        }
        if found.is_empty() {
            for place in &places {
                for (down, right) in ways(grid.at(*place).unwrap()) {
                    let to = (place.0 + down, place.1 + right);
                    if grid.at(to) == Some('_') {
                        found.push(vec![*place, to]);
                    }
                }
            }
        }
        found.sort_unstable();
        found
    }
}

/// A position with random pieces; denser ones have the long captures.
pub(super) fn random_position(random: &mut Random) -> Position {
    let mut position = Position::start(4 + 2 * random.below(5));
    let size = position.geometry().size();
    let fill = 1 + random.below(5);
    let mut sets: [Squares; 3] = [0; 3];
    for square in 0..size * size / 2 {
        if random.below(6) < fill {
            sets[random.below(2)] |= 1 << square;
            sets[2] |= Squares::from(random.below(3) == 0) << square;
        }
    }
    position.pieces.black = sets[0];
    position.pieces.white = sets[1];
    position.pieces.kings = sets[2] & (sets[0] | sets[1]);
    position.pieces.side = [Side::Black, Side::White][random.below(2)];
    position
}

#[test]
fn moves_equal_those_of_a_plain_grid_on_random_positions() {
    let mut random = Random::new(1);
    for _ in 0..20_000 {
        let position = random_position(&mut random);
        let place = |square: &u8| {
            let (row, column) = position.geometry().place(*square);
            (i32::try_from(row).unwrap(), i32::try_from(column).unwrap())
        };
        let moves = legal_moves(&position, Profile::Seed);
        let captures = moves.iter().any(|found| found.captured != 0);
        assert_eq!(captures, must_capture(position.geometry(), &position.pieces));
        let mut found: Vec<Vec<_>> =
            moves.iter().map(|found| found.path.iter().map(place).collect()).collect();
        found.sort_unstable();
        assert_eq!(found, plain::moves(&position), "{}", position.text());
        assert_eq!(Position::parse(position.text().as_bytes()), Ok(position));
    }
}

#[test]
fn the_player_is_legal_deterministic_and_stops_without_moves() {
    let limits = Limits { nodes: 2_000, ..Limits::NONE };
    let mut random = Random::new(2);
    for _ in 0..500 {
        let position = random_position(&mut random);
        let moves = legal_moves(&position, Profile::Seed);
        let chosen = choose(&position, Profile::Seed, limits);
        assert_eq!(chosen.is_some(), !moves.is_empty());
        assert!(chosen.iter().all(|chosen| moves.contains(chosen)));
        assert_eq!(chosen, choose(&position, Profile::Seed, limits));
    }
}

#[test]
fn the_player_beats_random_moves() {
    let limits = Limits { nodes: 3_000, ..Limits::NONE };
    let mut random = Random::new(3);
    for game in 0..10 {
        let player = [Side::Black, Side::White][game % 2];
        let mut position = Position::start(8);
        let loser = (0..300).find_map(|_| {
            let moves = legal_moves(&position, Profile::Seed);
            let chosen = if position.pieces.side == player {
                choose(&position, Profile::Seed, limits)
            } else {
                (!moves.is_empty()).then(|| moves[random.below(moves.len())].clone())
            };
            let Some(chosen) = chosen else { return Some(position.pieces.side) };
            position = after(&position, &chosen);
            None
        });
        assert_eq!(loser, Some(player.other()), "game {game}");
    }
}

#[test]
fn malformed_positions_are_refused_with_their_place() {
    let place = |input: &str| {
        let error = Position::parse(input.as_bytes()).unwrap_err();
        (error.line, error.column)
    };
    assert_eq!(place("x\n8\n"), (1, 1));
    assert_eq!(place("b\n5\n"), (2, 1));
    assert_eq!(place("b\n14\n"), (2, 1));
    assert_eq!(place("b\n4\n____\nb___\n____\n_b_\n"), (6, 1));
    assert_eq!(place("b\n4\n____\n_b__\n____\n____\n"), (4, 2));
    assert_eq!(place("b\n4\n____\nb___\n____\n"), (6, 1));
    assert_eq!(place("b\n4\n____\nb___\n____\n____\nx"), (7, 1));
}
