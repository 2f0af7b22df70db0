//! The validator and the checker of the two-player game: exact messages, hostile bytes, junk.

use jury_checkers::checkers::{Move, PUZZLE, Position, Profile};
use jury_checkers::{Files, Invalid, Judgement, Opinion, OptionValue, Options};
use proptest::prelude::*;

const QUIET: &str =
    "b\n8\n_______W\nb_______\n___b____\n________\n_w______\nw_____w_\n_______b\nw_____w_\n";
const CHAIN: &str =
    "w\n8\n________\nb_b_b_b_\n___b____\n__b_____\n_w______\nw_b___w_\n_w_____b\nw_____w_\n";
const CHAIN_MOVE: &str = "5\n6 1\n4 3\n2 1\n0 3\n2 5\n0 7\n";

fn judge_as(profile: Profile, input: &str, output: &[u8]) -> Judgement {
    let text = OptionValue::Text(profile.name().into());
    let checker = (PUZZLE.checker.build)(&Options::from([("profile".into(), text)])).unwrap();
    checker.check(&Files { input: input.as_bytes(), output, answer: None }).unwrap()
}

fn judge(input: &str, output: &[u8]) -> Judgement {
    judge_as(Profile::Seed, input, output)
}

#[track_caller]
fn accepted(input: &str, output: impl AsRef<[u8]>, message: &str) {
    let judgement = judge(input, output.as_ref());
    assert_eq!((judgement.opinion, judgement.message.as_str()), (Opinion::Accepted, message));
}

#[track_caller]
fn refused(opinion: Opinion, input: &str, output: &[u8], place: (usize, usize), message: &str) {
    let judgement = judge(input, output);
    let found = judgement.place.map(|place| (place.line, place.column));
    assert_eq!(
        (judgement.opinion, judgement.message.as_str(), found),
        (opinion, message, Some(place))
    );
}

#[track_caller]
fn wrong(input: &str, output: impl AsRef<[u8]>, place: (usize, usize), message: &str) {
    refused(Opinion::WrongAnswer, input, output.as_ref(), place, message);
}

#[track_caller]
fn malformed(output: impl AsRef<[u8]>, place: (usize, usize), message: &str) {
    refused(Opinion::OutputFormat, QUIET, output.as_ref(), place, message);
}

#[test]
fn samples() {
    accepted(QUIET, "1\n1 0\n2 1\n", "a step");
    accepted(CHAIN, CHAIN_MOVE, "a capture of 5 pieces");
}

#[test]
fn the_second_sample_leads_to_the_first() {
    let position = Position::parse(CHAIN.as_bytes()).unwrap();
    let capture = Move::parse(CHAIN_MOVE.as_bytes()).unwrap();
    assert_eq!(position.play(&capture, Profile::Seed).unwrap().to_string(), QUIET);
}

#[test]
fn spellings_that_are_allowed() {
    for output in [
        "1 1 0 2 1",
        "1\r\n1 0\r\n2 1\r\n",
        "\n\n 01\t1 -0 \x0b2\x0c0000000000000000000000000000001\n\n",
    ] {
        accepted(QUIET, output, "a step");
    }
}

#[test]
fn outputs_out_of_form() {
    let hops = "expected the number of hops, an integer, found";
    let row = "expected the row of square 0 (squares 0 to 1), an integer, found";
    malformed("", (1, 1), &format!("{hops} the end of the output"));
    malformed(" \n ", (2, 2), &format!("{hops} the end of the output"));
    malformed("+1 1 0 2 1", (1, 1), &format!("{hops} `+1`"));
    malformed("- 1 0 2 1", (1, 1), &format!("{hops} `-`"));
    malformed("--1 1 0 2 1", (1, 1), &format!("{hops} `--1`"));
    malformed("1.0", (1, 1), &format!("{hops} `1.0`"));
    malformed("0x1", (1, 1), &format!("{hops} `0x1`"));
    malformed(b"\0", (1, 1), &format!("{hops} `\\x00`"));
    malformed(b"1\n\xff\xfe 0 2 1", (2, 1), &format!("{row} `\\xff\\xfe`"));
    malformed("1", (1, 2), &format!("{row} the end of the output"));
    let last = "expected the column of square 1 (squares 0 to 1), an integer, found";
    malformed("1\n1 0\n2", (3, 2), &format!("{last} the end of the output"));
    malformed("1\n1 0\n2 b", (3, 3), &format!("{last} `b`"));
    let extra = "expected nothing after the last square, found";
    malformed("1\n1 0\n2 1\n3", (4, 1), &format!("{extra} `3`"));
    malformed("1\n1 0\n2 1 done\n", (3, 5), &format!("{extra} `done`"));
    let most = i64::MAX;
    let endless = format!(
        "expected the column of square 0 (squares 0 to {most}), an integer, found the end of the output"
    );
    malformed("99999999999999999999999\n1", (2, 2), &endless);
}

#[test]
fn moves_that_are_not_legal() {
    wrong(QUIET, "0", (1, 1), "a move has at least 1 hop");
    wrong(QUIET, "-3\n1 0", (1, 1), "a move has at least 1 hop");
    wrong(QUIET, "1\n1 1\n2 1\n", (2, 1), "no black piece on 1 1");
    wrong(QUIET, "1\n5 0\n4 1\n", (2, 1), "no black piece on 5 0");
    wrong(QUIET, "1\n-1 0\n0 1\n", (2, 1), "no black piece on -1 0");
    wrong(
        QUIET,
        "1\n1 99999999999999999999\n0 1\n",
        (2, 1),
        "no black piece on 1 9223372036854775807",
    );
    wrong(QUIET, "1\n1 0\n2 -1\n", (3, 1), "hop 1: 1 0 -> 2 -1: off the board");
    wrong(QUIET, "1\n6 7\n7 8\n", (3, 1), "hop 1: 6 7 -> 7 8: off the board");
    let shape = "neither a step nor a jump along a diagonal";
    wrong(QUIET, "1\n1 0\n2 0\n", (3, 1), &format!("hop 1: 1 0 -> 2 0: {shape}"));
    wrong(QUIET, "1\n1 0\n1 0\n", (3, 1), &format!("hop 1: 1 0 -> 1 0: {shape}"));
    wrong(QUIET, "1\n1 0\n4 3\n", (3, 1), &format!("hop 1: 1 0 -> 4 3: {shape}"));
    wrong(QUIET, "1\n2 3\n1 2\n", (3, 1), "hop 1: 2 3 -> 1 2: a man may not move backwards");
    wrong(QUIET, "1\n6 7\n7 6\n", (3, 1), "hop 1: 6 7 -> 7 6: the square is occupied");
    wrong(QUIET, "1\n1 0\n3 2\n", (3, 1), "hop 1: 1 0 -> 3 2: no enemy piece on 2 1");
    wrong(
        QUIET,
        "2\n1 0\n2 1\n3 0\n",
        (3, 1),
        "hop 1: 1 0 -> 2 1: a step must be the only hop of a move",
    );
}

#[test]
fn captures_that_are_not_legal() {
    wrong(CHAIN, "1\n5 6\n4 5\n", (2, 1), "a capture is compulsory: 6 1 can take 5 2");
    wrong(
        CHAIN,
        "4\n6 1\n4 3\n2 1\n0 3\n2 5\n",
        (6, 1),
        "the capture is not finished: 2 5 can take 1 6",
    );
    wrong(
        CHAIN,
        "2\n6 1\n4 3\n3 4\n",
        (4, 1),
        "hop 2: 4 3 -> 3 4: a step must be the only hop of a move",
    );
    let missed = CHAIN.replace("__b_____", "________");
    wrong(&missed, CHAIN_MOVE, (4, 1), "hop 2: 4 3 -> 2 1: no enemy piece on 3 2");
    wrong(
        CHAIN,
        "5\n6 1\n4 3\n2 1\n0 3\n2 5\n4 7\n",
        (7, 1),
        "hop 5: 2 5 -> 4 7: no enemy piece on 3 6",
    );
    wrong(
        "w\n4\n____\n__b_\n_W__\n____\n",
        "2\n2 1\n0 3\n2 1\n",
        (4, 1),
        "hop 2: 0 3 -> 2 1: no enemy piece on 1 2",
    );
}

#[test]
fn profiles_judge_the_end_of_a_capture() {
    let stopped = "1\n6 1\n4 3\n";
    let crowned = "3\n6 1\n4 3\n2 1\n0 3\n";
    let opinion = |profile, output: &str| judge_as(profile, CHAIN, output.as_bytes()).opinion;
    for (output, expected) in [
        (stopped, [Opinion::WrongAnswer, Opinion::WrongAnswer, Opinion::Accepted]),
        (crowned, [Opinion::WrongAnswer, Opinion::Accepted, Opinion::Accepted]),
        (CHAIN_MOVE, [Opinion::Accepted, Opinion::WrongAnswer, Opinion::Accepted]),
    ] {
        assert_eq!(Profile::ALL.map(|profile| opinion(profile, output)), expected, "{output}");
    }
    let english = judge_as(Profile::English, CHAIN, CHAIN_MOVE.as_bytes());
    let message = "hop 4: 0 3 -> 2 5: the man has just been crowned, which ends the move";
    assert_eq!(english.message, message);
}

#[test]
fn options() {
    let build = |name: &str, value| (PUZZLE.checker.build)(&Options::from([(name.into(), value)]));
    assert!((PUZZLE.checker.build)(&Options::new()).is_ok());
    assert!(build("profile", OptionValue::Text("english".into())).is_ok());
    let names = "expected one of `seed`, `english`, `stopping-allowed`";
    for value in [OptionValue::Text("English".into()), OptionValue::Bool(true)] {
        let bad = build("profile", value).unwrap_err();
        assert_eq!(bad.to_string(), format!("checker option `profile`: {names}"));
    }
    let bad = build("rules", OptionValue::Number(1.0)).unwrap_err();
    assert_eq!(bad.to_string(), "checker option `rules`: unknown: `checkers` takes `profile`");
}

#[test]
fn a_bad_input_is_the_setters_fault() {
    let checker = (PUZZLE.checker.build)(&Options::new()).unwrap();
    let fault = |input: &str| {
        let files = Files { input: input.as_bytes(), output: b"1 0 1 1 0", answer: None };
        checker.check(&files).unwrap_err().to_string()
    };
    let message = "bad input file: 1:1: expected the side to move, `b` or `w`, found `x`";
    assert_eq!(fault("x"), message);
    let stuck = "w\n4\n___b\n__b_\n_b__\nw___\n";
    assert_eq!(fault(stuck), "bad input file: white has no legal move");
}

#[track_caller]
fn invalid(input: impl AsRef<[u8]>, expected: &str) {
    let error = (PUZZLE.validate)(input.as_ref()).expect_err("not valid");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn of_a_place_only_what_is_known_is_told() {
    for (line, column, place) in [(3, 7, "3:7:"), (3, 0, "3:"), (0, 0, "")] {
        let invalid = Invalid { line, column, message: "no board".to_owned() };
        assert_eq!(invalid.to_string(), format!("{place} no board"));
    }
}

#[test]
fn valid_inputs() {
    for input in [QUIET, CHAIN] {
        assert_eq!((PUZZLE.validate)(input.as_bytes()), Ok(()));
    }
    for size in [4, 6, 8, 10, 12] {
        let start = Position::start(size).unwrap().to_string();
        assert_eq!((PUZZLE.validate)(start.as_bytes()), Ok(()));
    }
}

#[test]
fn invalid_inputs() {
    let side = "expected the side to move, `b` or `w`, found";
    invalid("", &format!("1:1: {side} the end of the file"));
    invalid("B\n8\n", &format!("1:1: {side} `B`"));
    let range = "expected the size, an even number from 4 to 12, found";
    invalid("b\n", &format!("2:1: {range} the end of the file"));
    for wrong in ["2", "5", "14", "-4", "4.0", "99999999999999999999999"] {
        invalid(format!("b\n{wrong}\n"), &format!("2:1: {range} `{wrong}`"));
    }
    let row = "expected row 1 of the board, 4 squares, found";
    invalid("b\n4\n____\n", &format!("4:1: {row} the end of the file"));
    invalid("b\n4\n____\n___\n____\n____\n", &format!("4:1: {row} `___`"));
    invalid("b\n4\n____\n__\0__\n", &format!("4:1: {row} `__\\x00__`"));
    let light = "expected `_` on a light square (row + column even), found";
    invalid("b\n4\n_b__\n_w__\n____\n____\n", &format!("4:2: {light} `w`"));
    invalid("b\n4\n_x__\n", "3:2: expected one of `_`, `b`, `w`, `B`, `W`, found `x`");
    invalid(b"b\n4\n_\xe9__\n", "3:2: expected one of `_`, `b`, `w`, `B`, `W`, found `\\xe9`");
    let crowned = "on the row where it is crowned, found";
    invalid("b\n4\n_w__\n", &format!("3:2: expected no man of white {crowned} `w`"));
    invalid(
        "b\n4\n____\n____\n____\nb___\n",
        &format!("6:1: expected no man of black {crowned} `b`"),
    );
    invalid(format!("{QUIET}x"), "11:1: expected nothing after the board, found `x`");
}

#[test]
fn inputs_that_are_valid_but_for_their_bytes() {
    invalid(QUIET.trim_end(), "10:9: expected `\\n`, found the end of the file");
    invalid(format!("{QUIET}\n"), "11:1: expected the end of the file, found `\\n`");
    invalid(QUIET.replace('\n', "\r\n"), "1:2: expected `\\n`, found `\\r`");
    invalid(QUIET.replacen("b\n8", "b 8", 1), "1:2: expected `\\n`, found ` `");
    invalid(QUIET.replacen('8', "08", 1), "2:1: expected `8`, found `0`");
    invalid(QUIET.replacen('8', "+8", 1), "2:1: expected `8`, found `+`");
    invalid(QUIET.replacen('8', " 8", 1), "2:1: expected `8`, found ` `");
}

#[test]
fn positions_from_which_the_game_does_not_go_on() {
    invalid("b\n4\n_b__\n____\n____\n____\n", "3:1: expected 1 to 2 white pieces, found 0");
    invalid("b\n4\n____\n____\n____\nw___\n", "3:1: expected 1 to 2 black pieces, found 0");
    invalid("b\n4\n_b_b\nb___\n____\nw___\n", "3:1: expected 1 to 2 black pieces, found 3");
    invalid("w\n4\n____\n__b_\n_b__\nw___\n", "1:1: white has no legal move");
}

/// Pieces of outputs, so that much of the junk is nearly right.
fn junk() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..6),
        prop::sample::select(vec!["1", " ", "\n", "-", "+", "6 1", "4 3", "2", "\r\n"])
            .prop_map(|text: &str| text.as_bytes().to_vec()),
    ];
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

/// The right outputs for [`CHAIN`], as any reader of tokens sees them.
fn is_right_for_chain(output: &[u8]) -> bool {
    let text = String::from_utf8_lossy(output);
    let tokens: Option<Vec<i128>> = text
        .split(|c: char| c.is_ascii_whitespace() || c == '\x0b')
        .filter(|token| !token.is_empty())
        .map(|token| if token.starts_with('+') { None } else { token.parse().ok() })
        .collect();
    let moves = Position::parse(CHAIN.as_bytes()).unwrap().legal_moves(Profile::Seed);
    tokens.is_some_and(|tokens| {
        moves.iter().any(|legal| {
            let right: Vec<i128> =
                legal.to_string().split_whitespace().map(|n| n.parse().unwrap()).collect();
            right == tokens
        })
    })
}

proptest! {
    #[test]
    fn junk_is_never_accepted(output in junk()) {
        let accepted = judge(CHAIN, &output).opinion == Opinion::Accepted;
        prop_assert_eq!(accepted, is_right_for_chain(&output));
    }

    #[test]
    fn mutations_are_accepted_only_where_they_are_right(
        at in 0..CHAIN_MOVE.len(),
        removed in 0..3_usize,
        inserted in junk(),
        keep in 0..3_usize,
    ) {
        let mut output = CHAIN_MOVE.as_bytes().to_vec();
        let end = (at + removed).min(output.len());
        output.splice(at..end, inserted.into_iter().take(keep));
        let judgement = judge(CHAIN, &output);
        prop_assert_eq!(judgement.opinion == Opinion::Accepted, is_right_for_chain(&output));
        prop_assert!(judgement.message.len() < 200 && !judgement.message.contains('\n'));
    }

    #[test]
    fn any_input_is_decided(input in junk(), output in junk()) {
        let checker = (PUZZLE.checker.build)(&Options::new()).unwrap();
        let _ = checker.check(&Files { input: &input, output: &output, answer: None });
        prop_assert!((PUZZLE.validate)(&input).is_err());
    }

    #[test]
    fn mutated_inputs_stay_valid_only_in_canonical_bytes(at in 0..CHAIN.len(), byte in any::<u8>()) {
        let mut input = CHAIN.as_bytes().to_vec();
        input[at] = byte;
        if (PUZZLE.validate)(&input).is_ok() {
            let position = Position::parse(&input).unwrap();
            prop_assert_eq!(position.to_string().into_bytes(), input);
        }
    }
}

#[test]
fn huge_outputs_are_read_once_and_not_kept() {
    let mut output = b"999999\n".to_vec();
    output.extend(b"6 1 4 3 ".repeat(500_000));
    wrong(CHAIN, &output, (2, 9), "hop 2: 4 3 -> 6 1: a man may not move backwards");
    let spaces = vec![b' '; 1 << 22];
    malformed(
        &spaces,
        (1, spaces.len() + 1),
        "expected the number of hops, an integer, found the end of the output",
    );
    let digits = vec![b'9'; 1 << 22];
    let judgement = judge(QUIET, &digits);
    assert_eq!(judgement.opinion, Opinion::OutputFormat);
}

#[test]
fn no_legal_move_has_as_many_hops_as_are_too_many() {
    // A capture takes every dark square at most: 72 on the largest board.
    for possible in ["0", "1", "73", "-74", "x", ""] {
        assert_eq!(Move::too_many_hops(possible.as_bytes()), None, "{possible}");
    }
    for hops in ["74", "99999999999999999999"] {
        let found = Move::too_many_hops(format!(" {hops}\n1 2\n").as_bytes());
        assert_eq!(found, Some(format!("`{hops}`")));
    }
}

#[test]
fn squares_beyond_any_legal_move_are_not_kept() {
    let walk = |hops: usize| format!("{hops}\n{}", "0 1\n".repeat(hops + 1));
    for hops in [1, 73, 74, 2000] {
        let parsed = Move::parse(walk(hops).as_bytes()).unwrap();
        assert_eq!(parsed.hops(), hops.min(73), "{hops}");
    }
}

#[track_caller]
fn length(stream: &str, expected: Option<usize>) {
    assert_eq!(Move::length(stream.as_bytes()), expected, "{stream:?}");
    // What has come is decided as soon as its last byte is there, and never sooner.
    for end in 0..expected.unwrap_or(stream.len()) {
        let early = Move::length(&stream.as_bytes()[..end]);
        assert!(early.is_none_or(|length| length == end), "{stream:?} to {end}");
    }
}

#[test]
fn a_move_ends_where_its_last_number_does() {
    length("1\n0 1\n1 2\n", Some(10));
    length("  1 0 1 1 2 1 2", Some(12));
    length("1\r\n0 1\r\n1 2\r\n", Some(12));
    length("2 0 1 2 3 4 5 ", Some(14));
    for unfinished in ["", " ", "1", "1 0 1 1", "1 0 1 1 2", "2 0 1 2 3 ", "-"] {
        length(unfinished, None);
    }
    for (hopeless, end) in
        [("x", 1), ("1 0 b", 5), ("- 1", 1), ("0 1", 2), ("-3\n", 3), ("9999999 ", 8)]
    {
        length(hopeless, Some(end));
    }
}
