//! `board-silly`: validator and checker against rows, a naive second rule book, and junk.

use jury_checkers::board_silly::{Board, Move, PUZZLE, Square, read};
use jury_checkers::{Files, Judgement, Opinion, Options};
use proptest::prelude::*;

const SAMPLE: &str = include_str!("../../../problems/board-silly/data/sample/1.in");
const SAMPLE_ANSWER: &str = include_str!("../../../problems/board-silly/data/sample/1.ans");
const SENTENCE: &str = "No moves are possible";

/// X on A1 and A3, O on A2 and C3.
const SMALL: &str =
    "XOX.....\n........\n..O.....\n........\n........\n........\n........\n........\n";

fn check(input: &str, output: &[u8]) -> Judgement {
    let files = Files { input: input.as_bytes(), output, answer: None };
    let checker = (PUZZLE.checker.build)(&Options::new()).expect("no options are given");
    checker.check(&files).expect("the input is sound")
}

#[track_caller]
fn accepted(input: &str, output: &str) {
    let judgement = check(input, output.as_bytes());
    assert_eq!((judgement.opinion, judgement.place), (Opinion::Accepted, None));
}

#[track_caller]
fn refused(input: &str, output: &str, opinion: Opinion, line: usize, message: &str) {
    let judgement = check(input, output.as_bytes());
    assert_eq!((judgement.opinion, &*judgement.message), (opinion, message));
    assert_eq!(judgement.place.map(|place| place.line), Some(line));
}

fn small() -> String {
    format!("{SMALL}X\n")
}

fn moves(input: &str) -> Vec<String> {
    let boards = read(input.as_bytes()).expect("the input is sound");
    boards[0].moves().iter().map(Move::to_string).collect()
}

#[test]
fn the_sample_in_the_printed_order() {
    let boards = read(SAMPLE.as_bytes()).expect("the sample is sound");
    assert_eq!(moves(SAMPLE), SAMPLE_ANSWER.lines().take(25).collect::<Vec<_>>());
    assert_eq!(boards[1].moves(), []);
    let judgement = check(SAMPLE, SAMPLE_ANSWER.as_bytes());
    assert_eq!(judgement, Judgement::accepted("2 boards, 25 moves"));
}

#[test]
fn a_small_board() {
    // A1: right 3 to A4 passes over A2; down 1; down-right 2 captures C3.
    // A3: down-left 1; down 2 captures C3; right 3; left 3 leaves the board.
    let found = moves(&small());
    assert_eq!(found, ["A1-C3", "A1-B1", "A3-A6", "A3-B4", "A3-C3", "A3-B2"]);
}

#[test]
fn right_outputs_in_every_spelling() {
    accepted(SAMPLE, SAMPLE_ANSWER.trim_end());
    accepted(SAMPLE, &SAMPLE_ANSWER.replace('\n', "\r\n"));
    accepted(SAMPLE, &SAMPLE_ANSWER.replace('\n', " \t\n"));
    accepted(SAMPLE, &format!("{SAMPLE_ANSWER}\n"));
    accepted(SAMPLE, &format!("{SAMPLE_ANSWER}\n \n\n  "));
    let mut reversed: Vec<&str> = SAMPLE_ANSWER.lines().take(25).collect();
    reversed.reverse();
    accepted(SAMPLE, &format!("{}\n\n{SENTENCE}\n", reversed.join("\n")));
}

#[test]
fn wrong_moves_are_named_with_the_reason() {
    let wrong = |lines: &str, message: &str| {
        refused(&small(), lines, Opinion::WrongAnswer, lines.lines().count(), message);
    };
    wrong("A1-B1\nB1-A1", "board 1: B1-A1 is not a move: B1 is empty");
    wrong("A2-B2", "board 1: A2-B2 is not a move: A2 holds an opponent's piece");
    wrong("A1-A1", "board 1: A1-A1 is not a move: it stays where it is");
    wrong("A1-B3", "board 1: A1-B3 is not a move: the squares share no row, column or diagonal");
    wrong("A1-C1", "board 1: A1-C1 is not a move: the line holds 1, but the move goes 2");
    wrong("A1-A4", "board 1: A1-A4 is not a move: it jumps over the opponent's piece on A2");
    wrong("A3-A9", "board 1: A3-A9 is not a move: it leaves the board");
    wrong("A1-I1", "board 1: A1-I1 is not a move: it leaves the board");
    wrong("A1-A0", "board 1: A1-A0 is not a move: it leaves the board");
    wrong("A1-B1\nA3-A6\nA1-B1", "board 1: duplicate move A1-B1");
    wrong(SENTENCE, "board 1: moves are possible, such as A1-C3");
    wrong("A1-C3\nA1-B1\nA3-A6\nA3-B4\nA3-B2", "board 1: missing move A3-C3");
    let own = "X.......\nX.......\n";
    let own = format!("{own}{}.......O\nX\n", "........\n".repeat(5));
    let message = "board 1: A1-B1 is not a move: the line holds 2, but the move goes 1";
    refused(&own, "A1-B1", Opinion::WrongAnswer, 1, message);
    let own = own.replacen(".......\n", "O......\n", 1);
    let own = own.replacen("X.......\n", "X......X\n", 1);
    let message = "board 1: A1-A3 is not a move: it jumps over the opponent's piece on A2";
    refused(&own, "A1-A3", Opinion::WrongAnswer, 1, message);
    let own = format!("X.X.....\nO.......\n{}.......O\nX\n", "........\n".repeat(6));
    let own = own.replacen("........\n", "", 1);
    let message = "board 1: A1-A3 is not a move: A3 holds a piece of the same player";
    refused(&own, "A1-A3", Opinion::WrongAnswer, 1, message);
}

#[test]
fn boards_without_moves() {
    let stuck: String = SAMPLE.split_inclusive('\n').skip(9).collect();
    accepted(&stuck, SENTENCE);
    let wrong = |output: &str, line: usize, message: &str| {
        refused(&stuck, output, Opinion::WrongAnswer, line, message);
    };
    let twice = format!("{SENTENCE}\n{SENTENCE}\n");
    wrong(&twice, 2, "board 1: duplicate `No moves are possible`");
    wrong("A4-A7\n", 1, "board 1: A4-A7 is not a move: it jumps over the opponent's piece on A5");
    let message = "line 1: expected a move such as `A1-C3`, found `No moves are possible.`";
    refused(&stuck, "No moves are possible.", Opinion::OutputFormat, 1, message);
    assert_eq!(check(&stuck, SENTENCE.as_bytes()), Judgement::accepted("1 board, 0 moves"));
    let two = format!("{stuck}{stuck}");
    accepted(&two, &format!("{SENTENCE}\n\n{SENTENCE}\n"));
    let message =
        "line 2: expected a blank line after the moves of board 1, found `No moves are possible`";
    refused(&two, &twice, Opinion::OutputFormat, 2, message);
}

#[test]
fn outputs_not_in_the_form() {
    let format = |input: &str, output: &str, line: usize, message: &str| {
        refused(input, output, Opinion::OutputFormat, line, message);
    };
    format(SAMPLE, "", 1, "the output ends after 0 of 2 boards");
    let first = SAMPLE_ANSWER.split("\n\n").next().unwrap_or_default();
    format(SAMPLE, first, 25, "the output ends after 1 of 2 boards");
    format(SAMPLE, &format!("{first}\n\n"), 27, "the output ends after 1 of 2 boards");
    let joined = SAMPLE_ANSWER.replace("\n\n", "\n");
    let message =
        "line 26: expected a blank line after the moves of board 1, found `No moves are possible`";
    format(SAMPLE, &joined, 26, message);
    let parted = SAMPLE_ANSWER.replace("\n\n", "\n\n\n");
    format(SAMPLE, &parted, 27, "line 27: expected the moves of board 2, found a blank line");
    let led = format!("\n{SAMPLE_ANSWER}");
    format(SAMPLE, &led, 1, "line 1: expected the moves of board 1, found a blank line");
    let longer = format!("{SAMPLE_ANSWER}\nA1-A2\n");
    format(SAMPLE, &longer, 29, "line 29: expected nothing after board 2, found `A1-A2`");
    for junk in ["a1-a2", "A1 A2", "A1-", " A1-A2", "A1-A2.", "A1-A10", "A1--A2", "A1-A2 A1-C3"] {
        let message = format!("line 1: expected a move such as `A1-C3`, found `{junk}`");
        format(SAMPLE, junk, 1, &message);
    }
    for (junk, shown) in [(&b"A1-A2\0"[..], "A1-A2\\x00"), (b"\xff\xfe", "\\xff\\xfe")] {
        let judgement = check(SAMPLE, junk);
        let message = format!("line 1: expected a move such as `A1-C3`, found `{shown}`");
        assert_eq!((judgement.opinion, judgement.message), (Opinion::OutputFormat, message));
    }
}

#[test]
fn only_after_all_moves_of_a_board_can_a_line_belong_to_the_next() {
    let stuck: String = SAMPLE.split_inclusive('\n').skip(9).collect();
    let other = "X.......\n".to_owned() + &".......O\n".repeat(2) + &"........\n".repeat(5) + "O\n";
    let all = moves(&small()).join("\n");
    // The next board's move, while moves of this one are missing.
    let message = "board 1: B8-B7 is not a move: B8 is empty";
    refused(&format!("{}{other}", small()), "A1-C3\nB8-B7\n", Opinion::WrongAnswer, 2, message);
    let message = "board 1: A4-A7 is not a move: it jumps over the opponent's piece on A5";
    refused(&format!("{stuck}{}", small()), "A4-A7\n", Opinion::WrongAnswer, 1, message);
    // All moves are there; what follows is no move of the next board.
    let two = format!("{}{other}", small());
    let message = "line 7: expected a blank line after the moves of board 1, found `B8-B7`";
    refused(&two, &format!("{all}\nB8-B7\n"), Opinion::OutputFormat, 7, message);
    let message = "line 7: expected a move such as `A1-C3`, found `end`";
    refused(&two, &format!("{all}\nend\n"), Opinion::OutputFormat, 7, message);
    let message = "board 1: I1-A1 is not a move: it leaves the board";
    refused(&two, &format!("{all}\nI1-A1\n"), Opinion::WrongAnswer, 7, message);
}

#[test]
fn a_gap_within_a_board_loses_the_moves_after_it() {
    let gap = SAMPLE_ANSWER.replace("E2-D2", "\nE2-D2");
    refused(SAMPLE, &gap, Opinion::WrongAnswer, 16, "board 1: missing move E2-D2");
}

#[test]
fn a_huge_output_is_judged_by_its_first_lines() {
    let huge = SAMPLE_ANSWER.repeat(1 << 16);
    let message = "board 1: missing move";
    let judgement = check(SAMPLE, huge.as_bytes());
    assert!(!judgement.message.starts_with(message), "the first copy is right");
    assert_eq!(judgement.opinion, Opinion::WrongAnswer);
    let blank = format!("{SAMPLE_ANSWER}{}", "\n".repeat(1 << 22));
    accepted(SAMPLE, &blank);
    let long = "A".repeat(1 << 22);
    let message = format!("line 1: expected a move such as `A1-C3`, found `{}…`", "A".repeat(40));
    refused(SAMPLE, &long, Opinion::OutputFormat, 1, &message);
}

#[test]
fn many_boards() {
    let (input, output) = (small().repeat(5000), vec![moves(&small()).join("\n"); 5000]);
    accepted(&input, &output.join("\n\n"));
    let mut output = output;
    output[4999].push_str("\nA1-D1");
    let message = "board 5000: A1-D1 is not a move: the line holds 1, but the move goes 3";
    refused(&input, &output.join("\n\n"), Opinion::WrongAnswer, 35000, message);
}

#[test]
fn options_are_refused() {
    let options = Options::from([("order".into(), jury_checkers::OptionValue::Bool(true))]);
    let error = (PUZZLE.checker.build)(&options).expect_err("there is no such option");
    assert_eq!(
        error.to_string(),
        "checker option `order`: unknown: `board-silly` takes no options"
    );
}

#[test]
fn the_checker_takes_inputs_with_any_line_ends() {
    let loose = SAMPLE.replace('\n', "\r\n");
    let judgement = check(loose.trim_end(), SAMPLE_ANSWER.as_bytes());
    assert_eq!(judgement.opinion, Opinion::Accepted);
    let files = Files { input: b"XO\n", output: b"", answer: None };
    let checker = (PUZZLE.checker.build)(&Options::new()).expect("no options are given");
    let fault = checker.check(&files).expect_err("the input is not sound");
    let message = "bad input file: 1:3: expected 8 characters in row A of board 1, found 2";
    assert_eq!(fault.to_string(), message);
}

#[track_caller]
fn invalid(input: &str, message: &str) {
    let error = (PUZZLE.validate)(input.as_bytes()).expect_err("the input is not valid");
    assert_eq!(error.to_string(), message);
}

#[test]
fn inputs() {
    assert_eq!((PUZZLE.validate)(SAMPLE.as_bytes()), Ok(()));
    let full = format!("XXXXXXXX\nXXXX....\n{}OOOOOOOO\n....OOOO\nO\n", "........\n".repeat(4));
    assert_eq!((PUZZLE.validate)(full.as_bytes()), Ok(()));
    invalid("", "1:1: expected row A of board 1, found the end of the file");
    invalid("\n", "1:1: expected row A of board 1, found the end of the line");
    invalid("XO.....\n", "1:8: expected 8 characters in row A of board 1, found 7");
    invalid("XO.......\n", "1:9: expected 8 characters in row A of board 1, found 9");
    invalid("XO...... \n", "1:9: expected the end of the line, found a space");
    invalid("XO......\r\n", "1:9: expected the end of the line, found a carriage return");
    invalid("Xo......\n", "1:2: expected `X`, `O` or `.`, found `o......`");
    invalid("X0......\n", "1:2: expected `X`, `O` or `.`, found `0......`");
    invalid("XO......\nXO", "2:3: expected 8 characters in row B of board 1, found 2");
    let player = "`X` or `O`, the player to move on board 1";
    invalid(SMALL, &format!("9:1: expected {player}, found the end of the file"));
    invalid(&format!("{SMALL}x\n"), &format!("9:1: expected {player}, found `x`"));
    invalid(&format!("{SMALL}XO\n"), &format!("9:1: expected {player}, found `XO`"));
    invalid(&format!("{SMALL}X"), "9:2: expected the end of the line, found the end of the file");
    let after = "10:1: expected row A of board 2, found the end of the line";
    invalid(&format!("{SMALL}X\n\n"), after);
    let lone = SMALL.replace('O', ".");
    invalid(&format!("{lone}X\n"), "9:1: expected 1 to 12 pieces `O` on board 1, found 0");
    let lone = SMALL.replace('X', ".");
    invalid(&format!("{lone}O\n"), "9:1: expected 1 to 12 pieces `X` on board 1, found 0");
    let crowd = full.replacen("....", "X...", 1);
    invalid(&crowd, "9:1: expected 1 to 12 pieces `X` on board 1, found 13");
}

/// The lines through a square by number: row, column and the two diagonals.
const LINES: [fn((i32, i32)) -> i32; 4] = [
    |(row, _)| row,
    |(_, column)| column,
    |(row, column)| row - column,
    |(row, column)| row + column,
];

fn name(square: i32) -> String {
    let (row, column) = (square / 8, square % 8);
    let letter = "ABCDEFGH".chars().zip(0..).find(|&(_, number)| number == row);
    format!("{}{}", letter.map_or('?', |(letter, _)| letter), column + 1)
}

/// The rules read as a judgement on pairs of squares, without a walk.
fn naive_moves(cells: &[u8], player: u8) -> Vec<String> {
    let place = |square: i32| (square / 8, square % 8);
    let cell = |square: i32| usize::try_from(square).map_or(b'?', |square| cells[square]);
    let occupied = |square: i32| cell(square) != b'.';
    let own = |square: i32| cell(square) == player;
    let mut found = Vec::new();
    for (from, to) in (0..64).flat_map(|from| (0..64).map(move |to| (from, to))) {
        let (a, b) = (place(from), place(to));
        let Some(line) = LINES.iter().find(|line| line(a) == line(b)) else { continue };
        let on_line = |square: &i32| line(place(*square)) == line(a);
        let pieces = (0..64).filter(on_line).filter(|&square| occupied(square)).count();
        let distance = a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)) as usize;
        let mut between = (from.min(to) + 1..from.max(to)).filter(on_line);
        let blocked = between.any(|square| occupied(square) && !own(square));
        if from != to && own(from) && !own(to) && distance == pieces && !blocked {
            found.push(format!("{}-{}", name(from), name(to)));
        }
    }
    found.sort();
    found
}

/// Whether `output` lists these boards' moves, read as text without the checker's code.
fn says(output: &[u8], boards: &[Vec<String>]) -> bool {
    let Ok(text) = std::str::from_utf8(output) else { return false };
    let blank = |c: char| c.is_ascii_whitespace() || c == '\x0b';
    let lines: Vec<&str> =
        text.trim_end_matches(blank).split('\n').map(|line| line.trim_end_matches(blank)).collect();
    let blocks: Vec<Vec<&str>> = lines
        .split(|line| line.is_empty())
        .map(|block| {
            let mut block = block.to_vec();
            block.sort_unstable();
            block
        })
        .collect();
    let wanted: Vec<Vec<&str>> = boards
        .iter()
        .map(|moves| {
            if moves.is_empty() {
                vec![SENTENCE]
            } else {
                moves.iter().map(String::as_str).collect()
            }
        })
        .collect();
    blocks == wanted
}

/// Cells of a board with 1 to 12 pieces a player, often crowded on few lines, and the mover.
fn positions() -> impl Strategy<Value = (Vec<u8>, u8)> {
    let squares = prop_oneof![Just(8_usize), Just(5), Just(3)];
    (squares, prop::collection::vec((0_usize..8, 0_usize..8), 2..24), any::<bool>()).prop_map(
        |(side, places, first)| {
            let mut cells = vec![b'.'; 64];
            let mut left = [12, 12];
            for (index, (row, column)) in places.into_iter().enumerate() {
                let cell = &mut cells[row % side * 8 + column % 8];
                if *cell == b'.' && left[index % 2] > 0 {
                    left[index % 2] -= 1;
                    *cell = b"XO"[index % 2];
                }
            }
            for player in *b"XO" {
                if !cells.contains(&player) {
                    let free = cells.iter_mut().rfind(|cell| **cell == b'.');
                    *free.expect("most squares are free") = player;
                }
            }
            (cells, if first { b'X' } else { b'O' })
        },
    )
}

fn written((cells, player): &(Vec<u8>, u8)) -> String {
    let rows: Vec<_> = cells.chunks(8).map(String::from_utf8_lossy).collect();
    format!("{}\n{}\n", rows.join("\n"), char::from(*player))
}

/// Sorted answers, as a program that knows the rules might print them.
fn answered(boards: &[Vec<String>]) -> String {
    let blocks: Vec<String> = boards
        .iter()
        .map(|moves| if moves.is_empty() { SENTENCE.into() } else { moves.join("\n") })
        .collect();
    format!("{}\n", blocks.join("\n\n"))
}

fn edited(text: &str, edits: Vec<(usize, u8, u8)>) -> Vec<u8> {
    let mut output = text.as_bytes().to_vec();
    for (at, kind, byte) in edits {
        let at = at % output.len().max(1);
        match kind {
            0 => output.insert(at, byte),
            1 if !output.is_empty() => drop(output.remove(at)),
            2 if !output.is_empty() => output[at] = byte,
            _ => {
                let mut lines: Vec<_> = output.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
                let line = lines.remove(at % lines.len());
                let to = usize::from(byte) % (lines.len() + 1);
                match kind {
                    3 => lines.insert(to, line),
                    4 => drop(line),
                    _ => lines.splice(to..to, [line.clone(), line]).for_each(drop),
                }
                output = lines.join(&b'\n');
            }
        }
    }
    output
}

proptest! {
    #[test]
    fn moves_are_those_of_the_naive_rule_book(position in positions()) {
        let mut found = moves(&written(&position));
        let count = found.len();
        found.sort();
        found.dedup();
        prop_assert_eq!(found.len(), count);
        prop_assert_eq!(found, naive_moves(&position.0, position.1));
    }

    #[test]
    fn every_pair_of_squares_is_a_move_or_has_an_objection(position in positions()) {
        let text = written(&position);
        let board: Board = read(text.as_bytes()).expect("the position is sound")[0];
        let allowed = naive_moves(&position.0, position.1);
        let squares = (b'A'..=b'H').flat_map(|row| (b'1'..=b'8').map(move |column| (row, column)));
        let squares: Vec<_> = squares.filter_map(|(row, column)| Square::named(row, column)).collect();
        for &from in &squares {
            for &to in &squares {
                let made = Move { from, to };
                prop_assert_eq!(board.objection(made).is_none(), allowed.contains(&made.to_string()));
            }
        }
    }

    #[test]
    fn junk_is_never_accepted(
        output in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..200),
            "([A-I][0-9]-[A-I][0-9]\n|No moves are possible\n|\n){0,30}".prop_map(String::into_bytes),
        ],
    ) {
        prop_assert_ne!(check(SAMPLE, &output).opinion, Opinion::Accepted);
    }

    #[test]
    fn edited_outputs_are_accepted_only_when_still_right(
        positions in prop::collection::vec(positions(), 1..4),
        edits in prop::collection::vec((any::<usize>(), 0_u8..6, prop_oneof![Just(b'\n'), Just(b' '), Just(b'\r'), b'A'..=b'H', b'1'..=b'8', any::<u8>()]), 0..4),
    ) {
        let input: String = positions.iter().map(written).collect();
        let boards: Vec<_> =
            positions.iter().map(|(cells, player)| naive_moves(cells, *player)).collect();
        let output = edited(&answered(&boards), edits);
        let judgement = check(&input, &output);
        prop_assert_eq!(judgement.opinion == Opinion::Accepted, says(&output, &boards));
        prop_assert!(judgement.message.len() < 400);
    }

    #[test]
    fn any_bytes_have_a_place(
        input in prop::collection::vec(prop_oneof![Just(b'.'), Just(b'X'), Just(b'\n'), any::<u8>()], 0..200),
    ) {
        if let Err(invalid) = (PUZZLE.validate)(&input) {
            let lines = input.split(|&byte| byte == b'\n').count();
            prop_assert!((1..=lines).contains(&invalid.line) && invalid.column >= 1);
        }
    }

    #[test]
    fn an_input_is_valid_in_one_layout_only(
        at in 0_usize..SAMPLE.len(),
        byte in prop_oneof![Just(b' '), Just(b'\n'), Just(b'\r'), Just(b'X'), any::<u8>()],
    ) {
        let mut input = SAMPLE.as_bytes().to_vec();
        input.insert(at, byte);
        prop_assert!((PUZZLE.validate)(&input).is_err());
    }
}
