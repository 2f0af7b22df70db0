//! `megacheckers`: validator and checker against rows, a naive second reading, and junk; the rule
//! that decides nothing (when captured pieces leave) against a search of all captures.

use jury_checkers::megacheckers::{Board, Home, PUZZLE, read};
use jury_checkers::{Files, Judgement, Opinion, Options};
use proptest::prelude::*;

const SAMPLE: &[u8] = include_bytes!("../../../problems/megacheckers/data/sample/1.in");
const SAMPLE_ANSWER: &[u8] = include_bytes!("../../../problems/megacheckers/data/sample/1.ans");

fn check(output: &[u8]) -> Judgement {
    let files = Files { input: SAMPLE, output, answer: Some(SAMPLE_ANSWER) };
    let checker = (PUZZLE.checker.build)(&Options::new()).expect("no options are given");
    checker.check(&files).expect("the sample is sound")
}

fn fault(input: &[u8], answer: Option<&[u8]>) -> String {
    let checker = (PUZZLE.checker.build)(&Options::new()).expect("no options are given");
    let fault = checker.check(&Files { input, output: b"1\n2\n7\n", answer });
    fault.expect_err("the jury's files are not sound").to_string()
}

#[track_caller]
fn accepted(output: &[u8]) {
    let judgement = check(output);
    assert_eq!((judgement.opinion, &*judgement.message), (Opinion::Accepted, "3 boards"));
}

#[track_caller]
fn refused(output: &[u8], opinion: Opinion, line: usize, column: usize, message: &str) {
    let judgement = check(output);
    assert_eq!((judgement.opinion, &*judgement.message), (opinion, message));
    let place = judgement.place.expect("a refusal has a place");
    assert_eq!((place.line, place.column), (line, column));
}

#[test]
fn right_outputs_in_every_spelling() {
    accepted(SAMPLE_ANSWER);
    accepted(b"1\n2\n7");
    accepted(b"1\r\n2\r\n7\r\n");
    accepted(b" 1\t\n2 \n7\n\n \n\n");
    accepted(b"01\n0002\n000000000000000000000000007\n");
}

#[test]
fn wrong_values() {
    let wrong = Opinion::WrongAnswer;
    refused(b"1\n2\n6\n", wrong, 3, 1, "line 3 (board 3): expected 7, found 6");
    refused(b"-1\n2\n7\n", wrong, 1, 1, "line 1 (board 1): expected 1, found -1");
    refused(b"1\n -0\n7\n", wrong, 2, 2, "line 2 (board 2): expected 2, found -0");
    let huge = "line 1 (board 1): expected 1, found 18446744073709551617";
    refused(b"18446744073709551617\n2\n7\n", wrong, 1, 1, huge);
    refused(b"0\nfoo\n", wrong, 1, 1, "line 1 (board 1): expected 1, found 0");
}

#[test]
fn outputs_not_in_the_form() {
    let form = Opinion::OutputFormat;
    refused(b"", form, 1, 1, "the output ends after 0 of 3 boards");
    refused(b"1\n2\n", form, 3, 1, "the output ends after 2 of 3 boards");
    refused(
        b"1\n2\n7\n0\n",
        form,
        4,
        1,
        "line 4: expected nothing after the last board, found `0`",
    );
    refused(b"1 2\n7\n", form, 1, 3, "line 1: expected one integer, found also `2`");
    refused(b"1\n2\n7 7", form, 3, 3, "line 3: expected nothing after the last board, found `7`");
    let blank = "line 2 (board 2): expected an integer, found a blank line";
    refused(b"1\n\n2\n7\n", form, 2, 1, blank);
    let blank = "line 1 (board 1): expected an integer, found a blank line";
    refused(b"\n1\n2\n7\n", form, 1, 1, blank);
    for junk in ["+1", "1.0", "-", "1-", "one", "\\xff", "\\x00", "1\\x00", "0x1", "1,"] {
        let bytes = match junk {
            "\\xff" => b"\xff".to_vec(),
            "\\x00" => b"\0".to_vec(),
            "1\\x00" => b"1\0".to_vec(),
            plain => plain.as_bytes().to_vec(),
        };
        let message = format!("line 1 (board 1): expected an integer, found `{junk}`");
        refused(&bytes, form, 1, 1, &message);
    }
}

#[test]
fn a_huge_output_is_judged_by_its_first_lines() {
    let huge = b"1\n2\n7\n".repeat(1 << 20);
    let message = "line 4: expected nothing after the last board, found `1`";
    refused(&huge, Opinion::OutputFormat, 4, 1, message);
    let digits = [b"1".repeat(1 << 20), b"\n2\n7\n".to_vec()].concat();
    let message = format!("line 1 (board 1): expected 1, found {}…", "1".repeat(40));
    refused(&digits, Opinion::WrongAnswer, 1, 1, &message);
}

#[test]
fn a_bad_answer_or_input_is_the_setters_fault() {
    let bad = |answer: &[u8]| fault(SAMPLE, Some(answer));
    assert_eq!(fault(SAMPLE, None), "bad answer file: this checker needs one");
    assert_eq!(bad(b"1\n2\n"), "bad answer file: expected 3 integers, found 2");
    assert_eq!(bad(b"1\n2\n7\n0\n"), "bad answer file: 4:1: expected 3 integers, found `0`");
    let message = "bad answer file: 2:1: expected an integer from 0 to 2 for board 2, found `x`";
    assert_eq!(bad(b"1\nx\n7\n"), message);
    let message = "bad answer file: 2:1: expected an integer from 0 to 2 for board 2, found `3`";
    assert_eq!(bad(b"1\n3\n7\n"), message);
    let message = "bad input file: 1:1: expected the rows of board 1, 3 to 20, or the end mark \
                   `0 0`, found the end of the file";
    assert_eq!(fault(b"", Some(b"")), message);
}

#[test]
fn the_checker_takes_inputs_with_any_line_breaks() {
    let joined = String::from_utf8_lossy(SAMPLE).replace('\n', "\r\n ");
    let files =
        Files { input: joined.as_bytes(), output: SAMPLE_ANSWER, answer: Some(SAMPLE_ANSWER) };
    let checker = (PUZZLE.checker.build)(&Options::new()).expect("no options are given");
    assert_eq!(checker.check(&files).map(|found| found.opinion), Ok(Opinion::Accepted));
    assert!((PUZZLE.validate)(joined.as_bytes()).is_err());
}

#[test]
fn options_are_refused() {
    let options = Options::from([("fast".into(), jury_checkers::OptionValue::Bool(true))]);
    let error = (PUZZLE.checker.build)(&options).expect_err("there is no such option");
    assert_eq!(
        error.to_string(),
        "checker option `fast`: unknown: `megacheckers` takes no options"
    );
}

#[track_caller]
fn invalid(input: &str, message: &str) {
    let error = (PUZZLE.validate)(input.as_bytes()).expect_err("the input is not valid");
    assert_eq!(error.to_string(), message);
}

#[test]
fn valid_inputs() {
    for input in [SAMPLE, b"3 3\n0 0 0 0 0\n0 0\n"] {
        assert_eq!((PUZZLE.validate)(input), Ok(()));
    }
    let widest = format!("10 20\n1{}{}\n0 0\n", " 1".repeat(49), " 2".repeat(50));
    assert_eq!((PUZZLE.validate)(widest.as_bytes()), Ok(()));
}

#[test]
fn invalid_inputs() {
    let rows = "the rows of board 1, 3 to 20, or the end mark `0 0`";
    invalid("0 0\n", "1:1: expected at least one board before the end mark `0 0`");
    invalid("2 3\n", &format!("1:1: expected {rows}, found `2`"));
    invalid("21 3\n", &format!("1:1: expected {rows}, found `21`"));
    invalid("03 3\n", &format!("1:1: expected {rows}, found `03`"));
    invalid("-3 3\n", &format!("1:1: expected {rows}, found `-3`"));
    invalid(
        "99999999999999999999 3\n",
        &format!("1:1: expected {rows}, found `99999999999999999999`"),
    );
    invalid(" 3 3\n", &format!("1:1: expected {rows}, found a space"));
    invalid("3  3\n", "1:3: expected the number of columns, 3 to 20, found a space");
    invalid("3 2\n", "1:3: expected the number of columns, 3 to 20, found `2`");
    invalid("3 21\n", "1:3: expected the number of columns, 3 to 20, found `21`");
    invalid("14 15\n", "1:4: expected at most 200 squares, found 210");
    invalid("3 3 \n", "1:4: expected the end of the line, found a space");
    invalid("3 3\r\n", "1:4: expected the end of the line, found a carriage return");
    invalid("3 3\n\n", "2:1: expected `0`, `1` or `2` for home 1 of 5, found the end of the line");
    invalid("3 3\n0 0 3 0 0\n", "2:5: expected `0`, `1` or `2` for home 3 of 5, found `3`");
    invalid("3 3\n0 0 0 0\n0 0\n", "2:8: expected a single space, found the end of the line");
    invalid("3 3\n0 0 0 0 0 0\n", "2:10: expected the end of the line, found a space");
    invalid("3 3\n1 0 1 0 1\n", "2:9: expected at most 2 pieces of each player, found one more");
    invalid("3 3\n2 2 2 0 0\n", "2:5: expected at most 2 pieces of each player, found one more");
    let rows = rows.replace('1', "2");
    invalid("3 3\n0 0 0 0 0\n", &format!("3:1: expected {rows}, found the end of the file"));
    invalid("3 3\n0 0 0 0 0\n0 3\n", "3:3: expected the second `0` of the end mark, found `3`");
    invalid("3 3\n0 0 0 0 0\n3 0\n", "3:3: expected the number of columns, 3 to 20, found `0`");
    let end = "3:4: expected the end of the line, found the end of the file";
    invalid("3 3\n0 0 0 0 0\n0 0", end);
    let after = "4:1: expected the end of the file, found the end of the line";
    invalid("3 3\n0 0 0 0 0\n0 0\n\n", after);
    let after = "4:1: expected the end of the file after `0 0`, found `3`";
    invalid("3 3\n0 0 0 0 0\n0 0\n3 3\n", after);
}

/// A board from rows as one sees them, the far edge first.
fn drawn(rows: &[&str]) -> Board {
    let mut text = format!("{} {}\n", rows.len(), rows[0].len());
    for (row, line) in rows.iter().rev().enumerate() {
        for (column, byte) in line.bytes().enumerate() {
            match byte {
                b'.' if (row + column) % 2 == 0 => text.push_str("0 "),
                b'a' => text.push_str("1 "),
                b'b' => text.push_str("2 "),
                _ => assert_eq!((byte, (row + column) % 2), (b' ', 1), "a light square"),
            }
        }
    }
    text.push_str("0 0");
    read(text.as_bytes()).expect("the drawing is a board").remove(0)
}

/// When captured pieces leave the board.
#[derive(Clone, Copy)]
enum Leave {
    AtOnce,
    AtTheEnd,
}

/// The longest capture by trying everything.
///
/// It does not matter when captured pieces leave: every jump changes row and column by two, so
/// the homes that the piece lands on all have rows of one parity, and the homes that it jumps
/// over have rows of the other. A captured piece is thus never in the way of a landing, and a
/// second jump over it is forbidden while it stands and impossible once it is gone.
fn longest(board: &Board, leave: Leave) -> usize {
    let square = |row, column| board.home(row, column);
    let squares = (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |c| (row, c)));
    let mut cells: Vec<Vec<_>> = (0..board.rows())
        .map(|row| (0..board.columns()).map(|column| square(row, column)).collect())
        .collect();
    let mut best = 0;
    for (row, column) in squares {
        if square(row, column) == Some(Home::Own) {
            cells[row][column] = Some(Home::Empty);
            best = best.max(longest_from(&mut cells, &mut Vec::new(), (row, column), leave));
            cells[row][column] = Some(Home::Own);
        }
    }
    best
}

fn longest_from(
    cells: &mut [Vec<Option<Home>>],
    taken: &mut Vec<(usize, usize)>,
    (row, column): (usize, usize),
    leave: Leave,
) -> usize {
    let mut best = 0;
    for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
        let reach = |steps: isize| {
            let row = row.checked_add_signed(steps * down)?;
            let column = column.checked_add_signed(steps * right)?;
            Some(((row, column), (*cells.get(row)?.get(column)?)?))
        };
        let Some((victim, Home::Opponent)) = reach(1) else { continue };
        let Some((landing, Home::Empty)) = reach(2) else { continue };
        if taken.contains(&victim) {
            continue;
        }
        match leave {
            Leave::AtOnce => cells[victim.0][victim.1] = Some(Home::Empty),
            Leave::AtTheEnd => taken.push(victim),
        }
        best = best.max(1 + longest_from(cells, taken, landing, leave));
        match leave {
            Leave::AtOnce => cells[victim.0][victim.1] = Some(Home::Opponent),
            Leave::AtTheEnd => drop(taken.pop()),
        }
    }
    best
}

#[track_caller]
fn captures(rows: &[&str], expected: usize) {
    let board = drawn(rows);
    assert_eq!(longest(&board, Leave::AtOnce), expected);
    assert_eq!(longest(&board, Leave::AtTheEnd), expected);
}

#[test]
fn boards_with_known_captures() {
    captures(&[". .", " b ", "a ."], 1);
    captures(&[". b", " b ", "a ."], 0);
    captures(&["b .", " b ", "a ."], 1);
    captures(&[". a", " b ", "a ."], 0);
    captures(&[". .", " a ", "a ."], 0);
    captures(&["a .", " b ", ". ."], 1);
    // Around a ring and back to the start.
    captures(&[". . .", " b b ", ". . .", " b b ", ". a ."], 4);
    captures(&[". . .", " b b ", ". . .", " b a ", ". a ."], 3);
    // Four arms of a cross: in by one and out by another.
    captures(&[". . .", " b b ", ". . .", " b b ", "a . ."], 2);
    // Two rings meet in a home, which is landed on twice.
    captures(&[". . . . .", " b b b b ", ". . . . .", " b b b b ", ". a . . ."], 8);
    // The rings part where an own piece stands.
    captures(&[". . . . .", " b b b b ", ". . a . .", " b b b b ", ". a . . ."], 6);
    captures(&[". . . . .", " b b b b ", ". . a . .", " b b a b ", ". a . . ."], 3);
}

#[test]
fn the_sample_by_trying_everything() {
    let boards = read(SAMPLE).expect("the sample is sound");
    let found: Vec<usize> = boards.iter().map(|board| longest(board, Leave::AtOnce)).collect();
    assert_eq!(found, [1, 2, 7]);
}

/// Boards of at most 6 × 6, one of four homes a piece of ours, about half the opponent's.
fn boards() -> impl Strategy<Value = Board> {
    (3_usize..=6, 3_usize..=6).prop_flat_map(|(rows, columns)| {
        let homes = (rows * columns).div_ceil(2);
        prop::collection::vec(0_u8..8, homes).prop_map(move |draws| {
            let most = rows * columns / 4;
            let mut left = [usize::MAX, most, most];
            let mut words = vec![rows, columns];
            for draw in draws {
                let wanted = [0, 0, 0, 1, 2, 2, 2, 2][usize::from(draw)];
                let home = if left[wanted] > 0 { wanted } else { 0 };
                left[home] -= 1;
                words.push(home);
            }
            let words: Vec<String> = words.iter().map(usize::to_string).collect();
            let text = format!("{} 0 0", words.join(" "));
            read(text.as_bytes()).expect("the board is within its bounds").remove(0)
        })
    })
}

/// The statement's form of an output, read without the checker's code.
fn says(output: &[u8], expected: &[&str]) -> bool {
    let Ok(text) = std::str::from_utf8(output) else { return false };
    let blank = |c: char| c.is_ascii_whitespace() || c == '\x0b';
    let lines: Vec<&str> =
        text.trim_end_matches(blank).split('\n').map(|line| line.trim_matches(blank)).collect();
    lines.len() == expected.len()
        && lines.iter().zip(expected).all(|(line, value)| {
            let digits = line.trim_start_matches('0');
            !line.is_empty() && digits == *value
        })
}

proptest! {
    #[test]
    fn it_does_not_matter_when_captured_pieces_leave(board in boards()) {
        prop_assert_eq!(longest(&board, Leave::AtOnce), longest(&board, Leave::AtTheEnd));
    }

    #[test]
    fn homes_are_numbered_row_by_row(rows in 3_usize..=20, columns in 3_usize..=20, seed in 0_usize..7) {
        prop_assume!(rows * columns <= 200);
        // Sparse pieces in a pattern that tells homes apart.
        let homes: Vec<usize> = (0..(rows * columns).div_ceil(2))
            .map(|home| match (home + seed) % 7 { 0 => 1, 3 => 2, _ => 0 })
            .collect();
        let words: Vec<String> = homes.iter().map(usize::to_string).collect();
        let board = read(format!("{rows} {columns} {} 0 0", words.join(" ")).as_bytes());
        let board = board.expect("the board is within its bounds").remove(0);
        let mut number = 0;
        for row in 0..rows {
            for column in 0..columns {
                let home = board.home(row, column);
                if (row + column) % 2 == 1 {
                    prop_assert_eq!(home, None);
                } else {
                    let kind = [Home::Empty, Home::Own, Home::Opponent][homes[number]];
                    prop_assert_eq!(home, Some(kind));
                    number += 1;
                }
            }
        }
        prop_assert_eq!(number, homes.len());
        prop_assert_eq!(board.home(rows, 0), None);
        prop_assert_eq!(board.home(0, columns), None);
    }

    #[test]
    fn junk_is_never_accepted(output in prop::collection::vec(any::<u8>(), 0..64)) {
        prop_assert_eq!(check(&output).opinion == Opinion::Accepted, says(&output, &["1", "2", "7"]));
    }

    #[test]
    fn edited_outputs_are_accepted_only_when_still_right(
        edits in prop::collection::vec((0_usize..8, 0_u8..3, "[0-9+ \n\r\t-]"), 1..4),
    ) {
        let mut output = SAMPLE_ANSWER.to_vec();
        for (at, kind, byte) in edits {
            let (at, byte) = (at.min(output.len()), byte.as_bytes()[0]);
            match kind {
                0 => output.insert(at, byte),
                1 if at < output.len() => drop(output.remove(at)),
                _ if at < output.len() => output[at] = byte,
                _ => output.truncate(at / 2),
            }
        }
        prop_assert_eq!(check(&output).opinion == Opinion::Accepted, says(&output, &["1", "2", "7"]));
    }

    #[test]
    fn any_bytes_have_a_place(
        input in prop::collection::vec(prop_oneof![Just(b' '), Just(b'\n'), b'0'..=b'3', any::<u8>()], 0..80),
    ) {
        if let Err(invalid) = (PUZZLE.validate)(&input) {
            let lines = input.split(|&byte| byte == b'\n').count();
            prop_assert!((1..=lines).contains(&invalid.line));
            prop_assert!(invalid.column >= 1 && !invalid.message.is_empty());
        }
    }

    #[test]
    fn an_input_is_valid_in_one_layout_only(
        at in 0_usize..SAMPLE.len(),
        byte in prop_oneof![Just(b' '), Just(b'\n'), Just(b'\r'), Just(b'0'), any::<u8>()],
    ) {
        let mut input = SAMPLE.to_vec();
        input.insert(at, byte);
        prop_assert!((PUZZLE.validate)(&input).is_err());
    }
}
