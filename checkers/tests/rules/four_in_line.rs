//! The validator and the checker of four in line: exact messages, hostile bytes, junk.

use jury_checkers::four_in_line::PUZZLE;
use jury_checkers::{Files, Opinion, OptionValue, Options};
use proptest::prelude::*;

const BOARD: &str = "WWWW\nBBWB\nB.BB\nW.WB\n";

fn judge(
    output: &[u8],
    answer: Option<&[u8]>,
) -> Result<(Opinion, String, (usize, usize)), String> {
    let checker = (PUZZLE.checker.build)(&Options::new()).unwrap();
    let files = Files { input: BOARD.as_bytes(), output, answer };
    let judgement = checker.check(&files).map_err(|fault| fault.to_string())?;
    let place = judgement.place.map_or((0, 0), |place| (place.line, place.column));
    Ok((judgement.opinion, judgement.message, place))
}

#[track_caller]
fn case(output: impl AsRef<[u8]>, opinion: Opinion, message: &str, place: (usize, usize)) {
    let expected = Ok((opinion, message.to_owned(), place));
    assert_eq!(judge(output.as_ref(), Some(b"3\n")), expected);
}

#[test]
fn outputs() {
    for right in ["3", "3\n", "3\r\n", "\n \t003\x0b\x0c", "00000000000000000000000000000003\n"] {
        case(right, Opinion::Accepted, "3 moves", (0, 0));
    }
    case("2\n", Opinion::WrongAnswer, "expected 3, found `2`", (1, 1));
    case("\n -3\n", Opinion::WrongAnswer, "expected 3, found `-3`", (2, 2));
    for huge in ["99999999999999999999", "-99999999999999999999", "18446744073709551619"] {
        case(huge, Opinion::WrongAnswer, &format!("expected 3, found `{huge}`"), (1, 1));
    }
    case("", Opinion::OutputFormat, "expected an integer, found nothing", (1, 1));
    case("\n\n", Opinion::OutputFormat, "expected an integer, found nothing", (3, 1));
    for junk in ["+3", "3.0", "three", "-", "--3", "3-", "0x3", "3,"] {
        case(junk, Opinion::OutputFormat, &format!("expected an integer, found `{junk}`"), (1, 1));
    }
    case(b"3\0", Opinion::OutputFormat, "expected an integer, found `3\\x00`", (1, 1));
    case(
        b"\xef\xbb\xbf3",
        Opinion::OutputFormat,
        "expected an integer, found `\\xef\\xbb\\xbf3`",
        (1, 1),
    );
    case("3 3", Opinion::OutputFormat, "expected nothing after the integer, found `3`", (1, 3));
    case(
        "2\nend",
        Opinion::OutputFormat,
        "expected nothing after the integer, found `end`",
        (2, 1),
    );
    let huge = "3\n".repeat(1 << 20);
    case(huge, Opinion::OutputFormat, "expected nothing after the integer, found `3`", (2, 1));
}

#[test]
fn none_of_ten_moves_is_an_answer() {
    assert!(judge(b"-1", Some(b"-1\n")).is_ok_and(|(opinion, ..)| opinion == Opinion::Accepted));
    assert!(judge(b"-01", Some(b"-1\n")).is_ok_and(|(opinion, ..)| opinion == Opinion::Accepted));
    assert!(judge(b"1", Some(b"-1\n")).is_ok_and(|(opinion, ..)| opinion == Opinion::WrongAnswer));
    assert!(judge(b"-0", Some(b"0\n")).is_ok_and(|(opinion, ..)| opinion == Opinion::Accepted));
}

#[test]
fn bad_answers_are_the_setters_fault() {
    let fault = |answer| judge(b"3", answer).unwrap_err();
    assert_eq!(fault(None), "bad answer file: missing");
    assert_eq!(fault(Some(b"")), "bad answer file: expected an integer, found nothing");
    assert_eq!(fault(Some(b"x")), "bad answer file: expected an integer, found `x`");
    assert_eq!(
        fault(Some(b"3 3")),
        "bad answer file: expected nothing after the integer, found `3`"
    );
    for outside in ["-2", "11", "99999999999999999999"] {
        let message =
            format!("bad answer file: expected an integer from -1 to 10, found `{outside}`");
        assert_eq!(fault(Some(outside.as_bytes())), message);
    }
}

#[test]
fn options() {
    let bad = (PUZZLE.checker.build)(&Options::from([("case".into(), OptionValue::Bool(true))]));
    let message = "checker option `case`: unknown: `four-in-line` takes no options";
    assert_eq!(bad.unwrap_err().to_string(), message);
}

#[track_caller]
fn invalid(input: impl AsRef<[u8]>, expected: &str) {
    let error = (PUZZLE.validate)(input.as_ref()).expect_err("not valid");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn inputs() {
    assert_eq!((PUZZLE.validate)(BOARD.as_bytes()), Ok(()));
    invalid("", "1:1: expected `W`, `B` or `.`, found the end of the file");
    invalid("WWWW\nBBwB\n", "2:3: expected `W`, `B` or `.`, found `w`");
    invalid("WWW\nBBBB\n", "1:4: expected `W`, `B` or `.`, found `\\n`");
    invalid("WWWWB\n", "1:5: expected a newline after 4 letters, found `B`");
    invalid("WWWW\r\n", "1:5: expected a newline after 4 letters, found `\\r`");
    invalid(b"WW\xffW\n", "1:3: expected `W`, `B` or `.`, found `\\xff`");
    invalid(b"\0", "1:1: expected `W`, `B` or `.`, found `\\x00`");
    invalid(BOARD.trim_end(), "4:5: expected a newline after 4 letters, found the end of the file");
    invalid(format!("{BOARD}\n"), "5:1: expected nothing after 4 lines, found `\\n`");
    invalid("WWWW\nBBWB\nB.BB\nWWWB\n", "4:3: expected at most 7 `W`, found `W`");
    invalid("WWWW\nBBWB\nB.BB\nW..B\n", "4:3: expected at most 2 `.`, found `.`");
}

proptest! {
    #[test]
    fn only_the_answer_is_accepted(output in prop::collection::vec(any::<u8>(), 0..6)) {
        let text = String::from_utf8_lossy(&output);
        let trimmed = text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\x0b');
        let right = trimmed.ends_with('3') && trimmed[..trimmed.len() - 1].bytes().all(|b| b == b'0');
        let (opinion, ..) = judge(&output, Some(b"3\n")).unwrap();
        prop_assert_eq!(opinion == Opinion::Accepted, right, "{:?}", text);
    }

    #[test]
    fn integers_are_compared_by_value(value in any::<i128>(), zeros in 0..3_usize) {
        let sign = if value < 0 { "-" } else { "" };
        let output = format!("{sign}{}{}", "0".repeat(zeros), value.unsigned_abs());
        let (opinion, ..) = judge(output.as_bytes(), Some(b"3\n")).unwrap();
        let expected = if value == 3 { Opinion::Accepted } else { Opinion::WrongAnswer };
        prop_assert_eq!(opinion, expected);
    }

    #[test]
    fn inputs_are_valid_exactly_by_their_counts(
        letters in prop::collection::vec(prop::sample::select(&b"WB."[..]), 16),
        shuffled in Just(b"WWWWWWWBBBBBBB..".to_vec()).prop_shuffle(),
        junk in prop::collection::vec(any::<u8>(), 0..25),
    ) {
        let text = |letters: &[u8]| {
            letters.chunks(4).flat_map(|row| [row, b"\n"].concat()).collect::<Vec<u8>>()
        };
        let count = |letter: u8| letters.iter().copied().filter(|&l| l == letter).count();
        let valid = (count(b'W'), count(b'B'), count(b'.')) == (7, 7, 2);
        prop_assert_eq!((PUZZLE.validate)(&text(&letters)).is_ok(), valid);
        prop_assert_eq!((PUZZLE.validate)(&text(&shuffled)), Ok(()));
        let _ = (PUZZLE.validate)(&junk);
    }
}
