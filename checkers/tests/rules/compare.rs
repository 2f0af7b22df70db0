//! The general comparers: rows of hard cases, and each against a naive second implementation.

use jury_checkers::{COMPARERS, Checker, Files, Judgement, Opinion, OptionValue, Options};
use proptest::prelude::{
    Just, ProptestConfig, Strategy, any, prop_assert_eq, prop_oneof, proptest,
};

use crate::long::usual_or_long;

fn options(set: &[(&str, OptionValue)]) -> Options {
    set.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

#[track_caller]
fn checker(name: &str, set: &[(&str, OptionValue)]) -> Box<dyn Checker> {
    let entry = jury_checkers::checker(name).expect("in the table");
    (entry.build)(&options(set)).expect("good options")
}

#[track_caller]
fn judge(checker: &dyn Checker, output: &[u8], answer: &[u8]) -> Judgement {
    let files = Files { input: b"", output, answer: Some(answer) };
    checker.check(&files).expect("an answer is there")
}

#[track_caller]
fn same(name: &str, output: &str, answer: &str) {
    let judgement = judge(&*checker(name, &[]), output.as_bytes(), answer.as_bytes());
    assert_eq!(judgement.opinion, Opinion::Accepted, "{}", judgement.message);
}

/// `place` is `line:column`.
#[track_caller]
fn differs(name: &str, output: &str, answer: &str, place: &str, message: &str) {
    let judgement = judge(&*checker(name, &[]), output.as_bytes(), answer.as_bytes());
    assert_eq!(judgement.opinion, Opinion::WrongAnswer);
    assert_eq!(judgement.message, message);
    let found = judgement.place.expect("a place");
    assert_eq!(format!("{}:{}", found.line, found.column), place);
}

#[test]
fn exact_compares_bytes() {
    same("exact", "", "");
    same("exact", "a\0b\n", "a\0b\n");
    differs("exact", "1\r\n", "1\n", "1:2", r"line 1, column 2: expected `\n`, found `\r\n`");
    differs(
        "exact",
        "1\n2",
        "1\n2\n",
        "2:2",
        r"line 2, column 2: expected `\n`, found the end of the output",
    );
    differs(
        "exact",
        "1\n2\n\n",
        "1\n2\n",
        "3:1",
        r"line 3, column 1: expected the end of the output, found `\n`",
    );
    differs("exact", "", "x", "1:1", "line 1, column 1: expected `x`, found the end of the output");
}

#[test]
fn tokens_compares_tokens() {
    same("tokens", "", "");
    same("tokens", " \r\n\x0b\x0c", "");
    same("tokens", "1 2 3", "1\n2\r\n3\n");
    same("tokens", "  1\t2  3 \n\n", "1 2 3");
    differs(
        "tokens",
        "a b\nc 6\n",
        "a b\nc 5\n",
        "2:3",
        "line 2, token 2: expected `5`, found `6`",
    );
    differs("tokens", "a bc", "a b c", "1:3", "line 1, token 2: expected `b`, found `bc`");
    differs(
        "tokens",
        "a",
        "a b",
        "1:2",
        "line 1, token 2: expected `b`, found the end of the output",
    );
    differs("tokens", "", "7\n", "1:1", "line 1, token 1: expected `7`, found no output");
    differs(
        "tokens",
        "7\n 8\n",
        "7\n",
        "2:2",
        "line 2, token 1: expected the end of the output, found `8`",
    );
    differs(
        "tokens",
        "1\u{a0}2",
        "1 2",
        "1:1",
        r"line 1, token 1: expected `1`, found `1\xc2\xa02`",
    );
    differs(
        "tokens",
        "\u{feff}1",
        "1",
        "1:1",
        r"line 1, token 1: expected `1`, found `\xef\xbb\xbf1` (the output begins with a byte-order mark)",
    );
    differs("tokens", "1\0 2", "1 2", "1:1", r"line 1, token 1: expected `1`, found `1\x00`");
    differs("tokens", "Yes", "yes", "1:1", "line 1, token 1: expected `yes`, found `Yes`");
    differs("tokens", "1.0", "1", "1:1", "line 1, token 1: expected `1`, found `1.0`");
    differs(
        "tokens",
        &format!("{}1", "0".repeat(99)),
        &"0".repeat(100),
        "1:1",
        "line 1, token 1: expected `…0000000000000`, found `…0000000000001`",
    );
}

#[test]
fn tokens_may_ignore_the_case_of_ascii_letters() {
    let relaxed = checker("tokens", &[("case_sensitive", OptionValue::Bool(false))]);
    let accepted = |output: &str, answer: &str| {
        judge(&*relaxed, output.as_bytes(), answer.as_bytes()).opinion == Opinion::Accepted
    };
    assert!(accepted("YES nO", "yes No"));
    assert!(!accepted("É", "é"), "only ASCII letters have two cases");
    assert!(!accepted("yes n", "yes no"));
}

#[test]
fn token_lines_compares_as_the_white_diff_of_cms() {
    same("token-lines", "", "");
    same("token-lines", "a  b\n\n", "a b\n");
    same("token-lines", " \ta b \r\nc", "a\x0b\x0cb\nc\n \n\t\n");
    same("token-lines", "a\n\nb\n", "a\n \n b");
    same("token-lines", "\n\n", "");
    differs("token-lines", "ab\n", "a b\n", "1:2", "line 1: expected `a b`, found `ab`");
    differs("token-lines", "a  b\n", "a  c\n", "1:4", "line 1: expected `a  c`, found `a  b`");
    differs("token-lines", "a\nb\n", "a\n\nb\n", "2:1", "line 2: expected a blank line, found `b`");
    differs("token-lines", "a\n\nb\n", "a\nb\n", "2:1", "line 2: expected `b`, found a blank line");
    differs("token-lines", "\na\n", "a\n", "1:1", "line 1: expected `a`, found a blank line");
    differs("token-lines", "a b\n", "a\nb\n", "1:2", "line 1: expected `a`, found `a b`");
    differs(
        "token-lines",
        "a\n\n",
        "a\nb\n",
        "3:1",
        "line 3: expected `b`, found the end of the output",
    );
    differs(
        "token-lines",
        "a\n\nb\n",
        "a\n",
        "3:1",
        "line 3: expected the end of the output, found `b`",
    );
}

proptest! {
    /// Against the rule as CMS has it: lines with their blanks collapsed.
    #[test]
    fn token_lines_is_the_rule_of_cms(
        output in "[a-b \t\r\n]{0,12}",
        answer in "[a-b \t\r\n]{0,12}",
    ) {
        let canonical = |text: &str| {
            let lines = text.split('\n');
            let mut lines: Vec<String> =
                lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
            while lines.last().is_some_and(String::is_empty) {
                lines.pop();
            }
            lines
        };
        let checker = checker("token-lines", &[]);
        let files = Files { input: b"", output: output.as_bytes(), answer: Some(answer.as_bytes()) };
        let accepted = checker.check(&files).unwrap().opinion == Opinion::Accepted;
        prop_assert_eq!(accepted, canonical(&output) == canonical(&answer));
    }
}

#[test]
fn lines_forgives_what_stands_at_the_end() {
    same("lines", "", "");
    same("lines", "a b\nc", "a b  \r\nc\t\n\n \n");
    same("lines", "a\n\nb\n", "a\r\n\r\nb");
    same("lines", "\n\n", "");
    differs("lines", " a\n", "a\n", "1:1", "line 1: expected `a`, found ` a`");
    differs("lines", "a  b", "a b", "1:3", "line 1: expected `a b`, found `a  b`");
    differs("lines", "a\nb\n", "a\n\nb\n", "2:1", "line 2: expected a blank line, found `b`");
    differs("lines", "a\n\nb\n", "a\nb\n", "2:1", "line 2: expected `b`, found a blank line");
    differs("lines", "a\n\n", "a\nb\n", "3:1", "line 3: expected `b`, found the end of the output");
    differs("lines", "a", "a\n\nb\n", "1:2", "line 1: expected `b`, found the end of the output");
    differs("lines", "a\n\nb\n", "a\n", "3:1", "line 3: expected the end of the output, found `b`");
}

#[test]
fn unordered_lines_matches_each_line_once() {
    same("unordered-lines", "b \r\na\n\nc", "c\na\nb\n");
    same("unordered-lines", "", "\n\n");
    differs("unordered-lines", "b\nx\na\n", "a\nb\nc\n", "2:1", "line 2: `x` is not expected");
    differs(
        "unordered-lines",
        "b\na\nb\n",
        "a\nb\n",
        "3:1",
        "line 3: `b` appears more often than expected",
    );
    differs("unordered-lines", "b\na", "a\nb\nc\n", "2:2", "the line `c` is missing");
    differs(
        "unordered-lines",
        "b\na\nb",
        "a\na\nb",
        "3:1",
        "line 3: `b` appears more often than expected",
    );
    differs("unordered-lines", "", "a", "1:1", "the line `a` is missing");
    differs("unordered-lines", "\n a", "a", "2:1", "line 2: ` a` is not expected");
}

#[test]
fn unordered_blocks_keeps_lines_in_their_block() {
    same("unordered-blocks", "b\na\n\nd\nc", "a\nb\n\nc\nd\n");
    same("unordered-blocks", "\n\na\n\n\r\nb\n\n", "a\n\nb");
    same("unordered-blocks", "", "\n");
    differs(
        "unordered-blocks",
        "a\nc\n\nb\n",
        "a\nb\n\nc\n",
        "2:1",
        "line 2: `c` is not expected in block 1",
    );
    differs(
        "unordered-blocks",
        "a\n\nb\n",
        "a\n\nb\nc\n",
        "4:1",
        "the line `c` is missing in block 2",
    );
    differs(
        "unordered-blocks",
        "b\na\n\nb\n",
        "a\nb\nb\n",
        "3:1",
        "the line `b` is missing in block 1",
    );
    differs(
        "unordered-blocks",
        "b\na\n\nb\n",
        "a\nb\n",
        "4:1",
        "line 4: expected the end of the output, found block 2 with `b`",
    );
    differs(
        "unordered-blocks",
        "a\n",
        "a\n\nb\n",
        "2:1",
        "line 2: expected block 2 with `b`, found the end of the output",
    );
}

#[track_caller]
fn numbers(set: &[(&str, f64)], output: &str, answer: &str) -> bool {
    let set: Vec<_> = set.iter().map(|&(name, value)| (name, OptionValue::Number(value))).collect();
    let judgement = judge(&*checker("numbers", &set), output.as_bytes(), answer.as_bytes());
    judgement.opinion == Opinion::Accepted
}

/// The rows on which shipped default validators differ, by the text of the format; then those on
/// which they agree.
#[test]
fn numbers_follows_the_text_of_the_format() {
    const BOTH: &[(&str, f64)] = &[("absolute", 1e-6), ("relative", 1e-6)];
    assert!(!numbers(BOTH, "Infinity", "inf"));
    assert!(!numbers(BOTH, "0x1p3", "8"));
    assert!(numbers(&[("relative", 1e-6)], "0.0", "0"));
    assert!(numbers(&[("absolute", 1e-6)], "1.000001", "1.0"));
    assert!(!numbers(BOTH, "1 2", "1\0 2"));
    assert!(!numbers(BOTH, "ab", "ab\0cd"));

    assert!(numbers(BOTH, "NaN", "NaN"));
    assert!(!numbers(BOTH, "NaN", "1"));
    for one in ["1.", "+1", "1e0", "0.1E1", "01", "10e-1", "1.0000000000000000000000001"] {
        assert!(numbers(BOTH, one, "1"), "{one}");
    }
    assert!(numbers(BOTH, ".5", "0.5"));
    for none in ["1d0", "1,0", "x", "--1", "1e", ""] {
        assert!(!numbers(BOTH, none, "1"), "{none}");
    }
    assert!(numbers(BOTH, "1\r\n2", "1 2\n"));
    assert!(!numbers(BOTH, "\u{feff}1", "1"));
    assert!(!numbers(BOTH, "one", "ONE"));
    assert!(numbers(BOTH, "1e999", "1e999"));
    assert!(!numbers(BOTH, "2e999", "1e999"), "beyond doubles, bytes decide");
}

#[test]
fn numbers_keeps_to_its_tolerances() {
    assert!(numbers(&[], "1.0000009", "1"));
    assert!(!numbers(&[], "1.000002", "1"));
    assert!(numbers(&[], "1000000.9", "1000000"), "by default also relative");
    assert!(!numbers(&[("absolute", 1e-6)], "1000000.9", "1000000"));
    assert!(!numbers(&[("relative", 1e-6)], "0.0000001", "0"));
    assert!(numbers(&[("absolute", 0.0)], "1.0", "1"));
    assert!(numbers(&[("relative", 0.1)], "-9", "-10"));
    assert!(!numbers(&[("relative", 0.1)], "9", "-10"));
    differs(
        "numbers",
        "x 1\n2 3.5",
        "x 1\n2 3.25",
        "2:3",
        "line 2, token 2: expected `3.25`, found `3.5` (absolute error 2.5e-1, at most 1e-6 allowed; \
         relative error 7.69e-2, at most 1e-6 allowed)",
    );
    differs(
        "numbers",
        "1 2",
        "1 2 3",
        "1:4",
        "line 1, token 3: expected `3`, found the end of the output",
    );
    let numbers = |output: &str, found: &str| {
        let message = format!("line 1, token 1: expected `2.3333333333`, found {found}");
        differs("numbers", output, "2.3333333333\n", "1:1", &message);
    };
    numbers(
        "2.3334",
        "`2.3334` (absolute error 6.67e-5, at most 1e-6 allowed; relative error 2.86e-5, at most \
         1e-6 allowed)",
    );
    numbers("2,33", "`2,33` (not a number)");
    let mark = r"`\xef\xbb\xbf2.3333333333` (the output begins with a byte-order mark)";
    numbers("\u{feff}2.3333333333", mark);
    numbers("", "no output");
    differs("lines", " \n", "a\n", "2:1", "line 2: expected `a`, found only whitespace");
}

#[track_caller]
fn bad_option(name: &str, option: &str, value: OptionValue, message: &str) {
    let entry = jury_checkers::checker(name).expect("in the table");
    let error = (entry.build)(&options(&[(option, value)])).expect_err("a bad option");
    assert_eq!(error.to_string(), message);
}

#[test]
fn options_that_cannot_be_used_are_refused() {
    let yes = OptionValue::Bool(true);
    bad_option(
        "tokens",
        "case_sensitiv",
        yes.clone(),
        "checker option `case_sensitiv`: unknown to `tokens`: did you mean `case_sensitive`?",
    );
    bad_option("lines", "x", yes.clone(), "checker option `x`: unknown: `lines` takes no options");
    bad_option(
        "numbers",
        "tolerance",
        OptionValue::Number(0.1),
        "checker option `tolerance`: unknown: `numbers` takes `absolute`, `relative`, `case_sensitive`",
    );
    bad_option(
        "tokens",
        "case_sensitive",
        OptionValue::Text("no".to_owned()),
        "checker option `case_sensitive`: expected `true` or `false`, found the text `no`",
    );
    for (value, found) in [
        (OptionValue::Number(-1.0), "`-1`"),
        (OptionValue::Number(f64::NAN), "`NaN`"),
        (OptionValue::Number(f64::INFINITY), "`inf`"),
        (yes, "`true`"),
    ] {
        let message = format!(
            "checker option `absolute`: expected a finite number, 0 or more, found {found}"
        );
        bad_option("numbers", "absolute", value, &message);
    }
    for entry in COMPARERS {
        let set = options(&[("no such option", OptionValue::Bool(true))]);
        assert!((entry.build)(&set).is_err(), "{}", entry.name);
    }
}

#[test]
fn sorted_of_dmoj_sorts_lines_or_tokens() {
    let accepted = |split_on: &str, output: &str, answer: &str| {
        let sorted = checker("dmoj-sorted", &[("split_on", OptionValue::Text(split_on.into()))]);
        judge(&*sorted, output.as_bytes(), answer.as_bytes()).opinion == Opinion::Accepted
    };
    for split_on in ["lines", "whitespace"] {
        assert!(accepted(split_on, "2 1\n3  4\n", "3 4\n\n2 1"), "{split_on}");
        assert!(!accepted(split_on, "1 2\n3\n", "1 2\n4\n"), "{split_on}");
        assert!(!accepted(split_on, "1 2\n", "1 2\n2\n"), "{split_on}");
    }
    for same_tokens in ["1 2\n4 3\n", "4\n3\n2\n1\n", "1 2 3 4"] {
        assert!(!accepted("lines", same_tokens, "1 2\n3 4\n"), "{same_tokens}");
        assert!(accepted("whitespace", same_tokens, "1 2\n3 4\n"), "{same_tokens}");
    }
    bad_option(
        "dmoj-sorted",
        "split_on",
        OptionValue::Text("words".to_owned()),
        "checker option `split_on`: expected `lines` or `whitespace`",
    );
}

#[test]
fn checkers_of_dmoj_say_what_differs() {
    let line = "line 1, token 2: expected the end of the line, found `2`";
    differs("dmoj-standard", "1 2\n", "1\n2\n", "1:3", line);
    let line = "line 2, token 1: expected `2` on the line before";
    differs("dmoj-standard", "1\n2\n", "1 2\n", "2:1", line);
    let byte = "line 1, column 1: the output differs from the answer";
    differs("dmoj-identical", "1 2\n", "2 2\n", "1:1", byte);
    let blank = "line 1, column 3: Presentation Error, check your whitespace";
    differs("dmoj-identical", "1 2\n", "1  2\n", "1:3", blank);
    let set = [("pe_allowed", OptionValue::Bool(false))];
    let judgement = judge(&*checker("dmoj-identical", &set), b"1 2\n", b"1  2\n");
    assert_eq!(judgement.message, "line 1, column 3: the output differs from the answer");
    let sorted = judge(&*checker("dmoj-sorted", &[]), b"2\n1\n", b"1\n3\n");
    assert_eq!(sorted.message, "sorted, the lines first differ in `2`, expected `3`");
    for precision in [0.5, 1000.0, -1000.0, f64::NAN] {
        let set = options(&[("precision", OptionValue::Number(precision))]);
        let entry = jury_checkers::checker("dmoj-floats").expect("in the table");
        assert!((entry.build)(&set).is_err(), "{precision}");
    }
    bad_option(
        "dmoj-floats",
        "error_mode",
        OptionValue::Text("words".to_owned()),
        "checker option `error_mode`: expected `default`, `absolute` or `relative`",
    );
}

#[test]
fn rstripped_of_dmoj_may_pass_over_empty_lines() {
    let accepted = |filters: bool, output: &str| {
        let set = [("filter_new_line", OptionValue::Bool(filters))];
        let judgement = judge(&*checker("dmoj-rstripped", &set), output.as_bytes(), b"a\n\nb\n");
        judgement.opinion == Opinion::Accepted
    };
    assert!(accepted(false, "a \n\nb\n") && !accepted(false, "a\nb\n"));
    assert!(accepted(true, "a\nb") && accepted(true, "\na\n\n\nb \n"));
    // A line of blanks is not empty.
    assert!(!accepted(true, "a\n \nb\n") && !accepted(true, "ab\n"));
}

#[test]
fn a_missing_answer_is_the_setters_fault() {
    for entry in COMPARERS {
        assert!(entry.needs_answer, "{}", entry.name);
        let checker = (entry.build)(&Options::new()).expect("options are optional");
        let fault = checker.check(&Files { input: b"", output: b"", answer: None });
        assert!(fault.is_err(), "{}", entry.name);
    }
}

fn space(byte: u8) -> bool {
    b" \t\n\x0b\x0c\r".contains(&byte)
}

fn naive_tokens(text: &[u8]) -> Vec<&[u8]> {
    text.split(|&byte| space(byte)).filter(|token| !token.is_empty()).collect()
}

fn naive_lines(text: &[u8]) -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    for line in &mut lines {
        while line.last().is_some_and(|&byte| space(byte)) {
            line.pop();
        }
    }
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}

/// Lines as their words, without empty ones at the end.
fn naive_words(text: &[u8]) -> Vec<Vec<&[u8]>> {
    let blank = |byte: &u8| b"\0\t\x0b\r ".contains(byte);
    let mut lines: Vec<Vec<&[u8]>> = text
        .split(|&byte| byte == b'\n')
        .map(|line| line.split(blank).filter(|word| !word.is_empty()).collect())
        .collect();
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}

/// Pieces between newlines and carriage returns that are not empty.
fn naive_dmoj_split(text: &[u8]) -> Vec<&[u8]> {
    text.split(|byte| b"\r\n".contains(byte)).filter(|line| !line.is_empty()).collect()
}

/// The same as their tokens.
fn naive_dmoj_lines(text: &[u8]) -> Vec<Vec<&[u8]>> {
    naive_dmoj_split(text).into_iter().map(naive_tokens).collect()
}

/// The same without lines that are blank.
fn naive_dmoj(text: &[u8]) -> Vec<Vec<&[u8]>> {
    naive_dmoj_lines(text).into_iter().filter(|line| !line.is_empty()).collect()
}

/// All lines, empty ones too, without blanks at their ends.
fn naive_dmoj_all(text: &[u8]) -> Vec<Vec<u8>> {
    let lines = text.split(|byte| b"\r\n".contains(byte));
    lines
        .map(|line| {
            let mut line = line.to_vec();
            while line.last().is_some_and(|&byte| space(byte)) {
                line.pop();
            }
            line
        })
        .collect()
}

/// A number as Python reads it: `_` may stand between two digits.
fn naive_float(token: &[u8]) -> Option<f64> {
    let is_digit =
        |at: Option<usize>| at.and_then(|at| token.get(at)).is_some_and(u8::is_ascii_digit);
    for (at, _) in token.iter().enumerate().filter(|(_, byte)| **byte == b'_') {
        if !is_digit(at.checked_sub(1)) || !is_digit(Some(at + 1)) {
            return None;
        }
    }
    String::from_utf8(token.to_vec()).ok()?.replace('_', "").parse().ok()
}

fn naive_trim(mut line: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = line
        && space(*first)
    {
        line = rest;
    }
    while let [rest @ .., last] = line
        && space(*last)
    {
        line = rest;
    }
    line
}

fn naive_blocks(text: &[u8]) -> Vec<Vec<Vec<u8>>> {
    let lines = naive_lines(text);
    let blocks = lines.split(Vec::is_empty).filter(|block| !block.is_empty());
    blocks
        .map(|block| {
            let mut block = block.to_vec();
            block.sort();
            block
        })
        .collect()
}

/// The tokens of all lines but the blank ones at the end, as CMS splits them.
fn naive_token_lines(text: &[u8]) -> Vec<Vec<&[u8]>> {
    fn tokens(line: &[u8]) -> Vec<&[u8]> {
        let is_blank = |byte: &u8| b" \t\x0b\x0c\r".contains(byte);
        line.split(is_blank).filter(|token| !token.is_empty()).collect()
    }
    let mut lines: Vec<Vec<&[u8]>> = text.split(|byte| *byte == b'\n').map(tokens).collect();
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}

fn naive_near(found: &[u8], expected: &[u8]) -> bool {
    let read = |token: &[u8]| -> Option<f64> {
        let text = std::str::from_utf8(token).ok()?;
        let plain = text.bytes().all(|byte| b"+-.eE0123456789".contains(&byte));
        plain.then(|| text.parse().ok())?
    };
    match (read(expected), read(found)) {
        (Some(a), Some(x)) if a.is_finite() => (x - a).abs() <= 0.25,
        _ => found == expected,
    }
}

fn naive(name: &str, output: &[u8], answer: &[u8]) -> bool {
    let sorted = |text| {
        let mut lines = naive_lines(text);
        lines.retain(|line| !line.is_empty());
        lines.sort();
        lines
    };
    match name {
        "exact" | "dmoj-identical" => output == answer,
        "tokens" => naive_tokens(output) == naive_tokens(answer),
        "default" => {
            let (output, answer) = (output.to_ascii_lowercase(), answer.to_ascii_lowercase());
            naive_tokens(&output) == naive_tokens(&answer)
        }
        "dmoj-standard" => naive_dmoj(output) == naive_dmoj(answer),
        "dmoj-easy" => {
            let bag = |text: &[u8]| {
                let mut bytes = naive_tokens(text).concat().to_ascii_lowercase();
                bytes.sort_unstable();
                bytes
            };
            bag(output) == bag(answer)
        }
        "dmoj-sorted" => {
            let sorted = |text| {
                let mut lines = naive_dmoj_lines(text);
                lines.sort();
                lines
            };
            sorted(output) == sorted(answer)
        }
        "dmoj-floats" => {
            let (output, answer) = (naive_dmoj_lines(output), naive_dmoj_lines(answer));
            let near = |(found, expected): (&&[u8], &&[u8])| match naive_float(expected) {
                Some(expected) => naive_float(found).is_some_and(|found| {
                    let is_relative = expected.abs() >= 1e-6;
                    (found - expected).abs() <= 1e-6
                        || is_relative && (1.0 - found / expected).abs() <= 1e-6
                }),
                None => found == expected,
            };
            let alike = |(found, expected): (&Vec<&[u8]>, &Vec<&[u8]>)| {
                found.len() == expected.len() && found.iter().zip(expected).all(near)
            };
            output.len() == answer.len() && output.iter().zip(&answer).all(alike)
        }
        "dmoj-rstripped" => naive_dmoj_all(output) == naive_dmoj_all(answer),
        "dmoj-linecount" => {
            let trimmed = |text| {
                naive_dmoj_split(text)
                    .into_iter()
                    .map(naive_trim)
                    .map(<[u8]>::to_vec)
                    .collect::<Vec<_>>()
            };
            trimmed(output) == trimmed(answer)
        }
        "dmoj-linematches" => naive_dmoj_split(output) == naive_dmoj_split(answer),
        "token-lines" => naive_token_lines(output) == naive_token_lines(answer),
        "oicompare" => naive_words(output) == naive_words(answer),
        "lines" => naive_lines(output) == naive_lines(answer),
        "unordered-lines" => sorted(output) == sorted(answer),
        "unordered-blocks" => naive_blocks(output) == naive_blocks(answer),
        _ => {
            let (output, answer) = (naive_tokens(output), naive_tokens(answer));
            let mut pairs = output.iter().zip(&answer);
            output.len() == answer.len() && pairs.all(|(x, a)| naive_near(x, a))
        }
    }
}

/// Short texts over a small alphabet, so that equal and nearly equal pairs are common; or long
/// ones, for the blocks of the common prefix.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => Just(&b"1"[..]),
        2 => Just(&b"0.1"[..]),
        2 => Just(&b"1.2"[..]),
        2 => Just(&b"b"[..]),
        3 => Just(&b" "[..]),
        3 => Just(&b"\n"[..]),
        1 => Just(&b"\n\n"[..]),
        1 => Just(&b"\r\n"[..]),
        1 => Just(&b"\t\x0b"[..]),
        1 => Just(&b"\0\xff"[..]),
        1 => Just(&[b'7'; 70][..]),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

#[derive(Debug, Clone)]
enum Change {
    None,
    Set(usize, u8),
    Remove(usize),
    Insert(usize, u8),
    SwapLines(usize, usize),
    SwapTokens(usize, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let byte = prop_oneof![any::<u8>(), Just(b' '), Just(b'\n'), Just(b'1')];
    let at = any::<usize>();
    prop_oneof![
        Just(Change::None),
        (at, byte.clone()).prop_map(|(at, byte)| Change::Set(at, byte)),
        at.prop_map(Change::Remove),
        (at, byte).prop_map(|(at, byte)| Change::Insert(at, byte)),
        (at, at).prop_map(|(a, b)| Change::SwapLines(a, b)),
        (at, at).prop_map(|(a, b)| Change::SwapTokens(a, b)),
    ]
}

fn swap(text: &[u8], separator: u8, a: usize, b: usize) -> Vec<u8> {
    let mut parts: Vec<&[u8]> = text.split(|&byte| byte == separator).collect();
    let count = parts.len();
    parts.swap(a % count, b % count);
    parts.join(&separator)
}

fn apply(text: &[u8], change: &Change) -> Vec<u8> {
    let mut changed = text.to_vec();
    match *change {
        Change::Set(at, byte) if !text.is_empty() => changed[at % text.len()] = byte,
        Change::Remove(at) if !text.is_empty() => {
            changed.remove(at % text.len());
        }
        Change::Insert(at, byte) => changed.insert(at % (text.len() + 1), byte),
        Change::SwapLines(a, b) => changed = swap(text, b'\n', a, b),
        Change::SwapTokens(a, b) => changed = swap(text, b' ', a, b),
        _ => {}
    }
    changed
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(usual_or_long(500, 2000)))]

    #[test]
    fn comparers_agree_with_naive_ones(
        answer in text(),
        other in text(),
        changes in proptest::collection::vec(change(), 0..3),
    ) {
        let changed = changes.iter().fold(answer.clone(), |text, change| apply(&text, change));
        for entry in COMPARERS {
            let tolerance = options(&[("absolute", OptionValue::Number(0.25))]);
            let lines = naive_dmoj_split(&answer).len();
            let weights = options(&[("point_distribution", OptionValue::Text("1 ".repeat(lines)))]);
            let set = match entry.name {
                "numbers" => tolerance,
                // Weights there must be.
                "dmoj-linematches" if lines == 0 => continue,
                "dmoj-linematches" => weights,
                _ => Options::new(),
            };
            let checker = (entry.build)(&set).expect("good options");
            for output in [&answer, &changed, &other] {
                let judgement = judge(&*checker, output, &answer);
                let accepted = judgement.opinion == Opinion::Accepted;
                prop_assert_eq!(
                    accepted,
                    naive(entry.name, output, &answer),
                    "{}: {:?} for {:?}: {}",
                    entry.name,
                    output.escape_ascii().to_string(),
                    answer.escape_ascii().to_string(),
                    judgement.message
                );
            }
        }
    }
}
