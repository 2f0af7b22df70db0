//! The default output validator: rows for each of its rules. Its flags, and a naive second
//! implementation, have files of their own.

use jury_checkers::compare::default::{Flags, options};
use jury_checkers::{Checker, Files, Judgement, Opinion};

use crate::fuzz::assert_judgement;

mod flags;
mod naive;

fn words(flags: &str) -> Vec<String> {
    flags.split_whitespace().map(str::to_owned).collect()
}

#[track_caller]
fn checker(flags: &str) -> Box<dyn Checker> {
    let (options, findings) = options(&words(flags), Flags::Strict).expect("good flags");
    assert_eq!(findings, Vec::<String>::new());
    let entry = jury_checkers::checker("default").expect("in the table");
    (entry.build)(&options).expect("good options")
}

fn judge(checker: &dyn Checker, output: &[u8], answer: &[u8]) -> Judgement {
    let files = Files { input: b"", output, answer: Some(answer) };
    let judgement = checker.check(&files).expect("an answer is there");
    assert_judgement(output, &judgement);
    judgement
}

/// Every one of the outputs is right.
#[track_caller]
fn same(flags: &str, answer: &str, outputs: &[&str]) {
    let checker = checker(flags);
    for output in outputs {
        let judgement = judge(&*checker, output.as_bytes(), answer.as_bytes());
        assert_eq!(judgement.opinion, Opinion::Accepted, "{output:?}: {}", judgement.message);
    }
}

/// None of the outputs is.
#[track_caller]
fn differ(flags: &str, answer: &str, outputs: &[&str]) {
    let checker = checker(flags);
    for output in outputs {
        let judgement = judge(&*checker, output.as_bytes(), answer.as_bytes());
        assert_eq!(judgement.opinion, Opinion::WrongAnswer, "{output:?}");
    }
}

/// `place` is `line:column` in the output.
#[track_caller]
fn says(flags: &str, answer: &str, output: &str, place: &str, message: &str) {
    let judgement = judge(&*checker(flags), output.as_bytes(), answer.as_bytes());
    assert_eq!(judgement.opinion, Opinion::WrongAnswer);
    assert_eq!(judgement.message, message);
    let found = judgement.place.expect("a place");
    assert_eq!(format!("{}:{}", found.line, found.column), place);
}

#[test]
fn whitespace_separates_and_every_other_byte_counts() {
    same("", "a b", &["a b", " a\t\n\x0b\x0c\r b\n", "a\r\nb"]);
    same("", "", &["", " ", "\n\r\n\t\x0b\x0c"]);
    same("", "\n \n", &[""]);
    differ("", "a b", &["ab", "a", "a b c", "b a", "a\u{a0}b", "a\0b", "\u{feff}a b", ""]);
    differ("", "a", &["a\0", "\0a", "a\0b", "a\u{85}"]);
    differ("", "", &["\0", "0", "\u{feff}", "\u{a0}"]);
}

#[test]
fn whitespace_counts_if_it_is_said_to() {
    same("space_change_sensitive", "a  b\n", &["a  b\n", "A  b\n"]);
    differ(
        "space_change_sensitive",
        "a  b\n",
        &["a b\n", "a  b", "a  b\n\n", " a  b\n", "a \tb\n"],
    );
    differ("space_change_sensitive", "a\n", &["a\r\n", "a ", "a"]);
    same("space_change_sensitive", "", &[""]);
    differ("space_change_sensitive", "", &[" ", "\n"]);
    differ("space_change_sensitive", "\n", &[""]);
    let both = "space_change_sensitive float_tolerance 0.1";
    same(both, " 1 2\n", &[" 1.05 2e0\n", " 1 1.95\n"]);
    differ(both, " 1 2\n", &[" 1.05  2e0\n", " 1.05 2e0", "1 2\n", " 1.2 2\n", " 1 2\n3"]);
}

#[test]
fn of_much_whitespace_the_part_that_differs_is_shown() {
    let checker = checker("space_change_sensitive");
    let text =
        |other: &str| format!("{}{}{other}{}y", "x".repeat(300), " ".repeat(300), " ".repeat(300));
    let judgement = judge(&*checker, text("\t").as_bytes(), text(" ").as_bytes());
    assert!(judgement.message.contains(r"found `…            \t    "), "{}", judgement.message);
}

#[test]
fn letters_match_in_either_case_unless_they_must_not() {
    same("", "Yes", &["yes", "YES", "yES"]);
    differ("case_sensitive", "Yes", &["yes", "YES"]);
    same("case_sensitive", "Yes", &["Yes"]);
    differ("", "é", &["É"]);
    differ("", "a[`{@", &["a{`{@", "a[@{@", "a[`[@", "a[`{`"]);
    same("", "1000A 1e1", &["1000a 1E1"]);
    differ("", "1000A", &["1000.0a"]);
    differ("case_sensitive", "1e1", &["1E1"]);
    same("case_sensitive float_tolerance 0", "1e1", &["1E1", "10", "1.e+1"]);
}

#[test]
fn numbers_are_read_by_the_grammar_of_the_format() {
    let hundred = ["100", "100.", "+100", "0100", "1e2", "1E+2", ".1e3", "1000e-1", "100.e0"];
    same("float_tolerance 0", "100", &hundred);
    let others = [
        "100e", "100.e", "100e+", "0x64", "1e2.0", "++100", "+-100", "1d2", "100,0", "1_00", ".e1",
        ".", "inf", "nan", "١٠٠", "100\0", "100\0b", "100x",
    ];
    differ("float_tolerance 1e9", "100", &others);
    same("float_tolerance 0", "0", &["00", "-0", "+.0", "0e999999999999", "-0e-99999999999"]);
    differ("float_tolerance 9", "0", &["0x0"]);
    differ("float_tolerance 1e9", "8", &["0x1p3"]);
    // Integers are numbers like any other.
    same("float_tolerance 1", "10 11", &["10 12", "9 10", "9.5 1.15E1"]);
    // Without a tolerance there are none.
    differ("", "100", &["100.", "1e2", "+100", "0100"]);
}

#[test]
fn what_is_no_number_in_the_answer_is_text() {
    let tolerance = "float_tolerance 1e-6";
    same(tolerance, "inf", &["inf", "INF", "Inf"]);
    differ(tolerance, "inf", &["infinity", "+inf", "1e999", "1"]);
    differ("float_tolerance 1e-6 case_sensitive", "inf", &["INF"]);
    same(tolerance, "nan", &["NaN", "NAN"]);
    differ(tolerance, "nan", &["-nan", "nan(1)", "0"]);
    same(tolerance, "1000A", &["1000a"]);
    differ(tolerance, "1000A", &["1000.0a", "1000"]);
    differ(tolerance, "1e", &["1", "1e0"]);
    same(tolerance, "1e", &["1E"]);
}

#[test]
fn tolerances_are_kept_to_in_doubles() {
    same("float_absolute_tolerance 1e-6", "1.0", &["1.000001", "0.9999991"]);
    differ("float_absolute_tolerance 1e-6", "1.0", &["1.0000011", "0.999998"]);
    differ("float_absolute_tolerance 1e-6", "1000000", &["1000000.5"]);
    same("float_relative_tolerance 1e-6", "1000000", &["1000000.5", "1000001"]);
    differ("float_relative_tolerance 1e-6", "1000000", &["1000001.1"]);
    same("float_relative_tolerance 0.5", "-10 20", &["-5 10", "-15 30"]);
    differ("float_relative_tolerance 0.5", "-10 20", &["-4.999 20", "-10 30.001", "10 20"]);
    same("float_tolerance 0.5", "1000 0.001", &["500 -0.499", "1500 0.501"]);
    differ("float_tolerance 0.5", "1000 0.001", &["500 -0.5", "499.9 0.001"]);
    same("float_absolute_tolerance 1 float_relative_tolerance 0.5", "10", &["15", "5", "11"]);
    same("float_tolerance 0", "100", &["100.00000000000000000000000000000000000000000001"]);
    same("float_tolerance 0", "0.1", &["0.1000000000000000055511151231257827", "1e-1"]);
    differ("float_tolerance 0", "0.1", &["0.10000000000000002"]);
}

#[test]
fn what_is_too_small_or_too_large_for_a_double() {
    differ("float_tolerance 0", "0", &["1e-4000", "1e-20000", "-1e-4000", "1e-999999999999"]);
    same("float_tolerance 0", "1e-4000", &["2e-5000", "0.1E-4000"]);
    differ("float_tolerance 0", "1e-4000", &["-1e-4000", "0", "1e-300"]);
    same("float_absolute_tolerance 1e-6", "0", &["1e-4000", "-1e-20000"]);
    let tolerance = "float_tolerance 1e-6";
    differ(tolerance, "1", &["1e999", "-1e309", "inf"]);
    same(tolerance, "1e999", &["1e999", "1E999"]);
    differ(tolerance, "1e999", &["10e998", "1e9999", "1e308"]);
    differ("float_tolerance 1e-6 case_sensitive", "1e999", &["1E999"]);
}

#[test]
fn a_relative_tolerance_of_0_accepts_0_alone() {
    let relative = "float_relative_tolerance 0.9";
    same(relative, "0", &["0.0", "-0", "0e5", "+.0", "00"]);
    same(relative, "-0.0", &["0"]);
    differ(relative, "0", &["1e-300", "1e-4000", "-1e-20000", "x", "0x0"]);
}

#[test]
fn a_message_says_where_and_why() {
    says("", "a b\nc 5\n", "a b\nc 6\n", "2:3", "line 2, token 2: expected `5`, found `6`");
    says(
        "",
        "a\nb\nc",
        "a b\n x",
        "2:2",
        "line 2, token 1: expected `c` (line 3, token 1 of the answer), found `x`",
    );
    says("", "7\n", "", "1:1", "line 1, token 1: expected `7`, found no output");
    says(
        "",
        "7\n",
        "\n \n",
        "3:1",
        "line 3, token 1: expected `7` (line 1, token 1 of the answer), found only whitespace",
    );
    says(
        "",
        "a b c",
        "a",
        "1:2",
        "line 1, token 2: expected `b`, found the end of the output after 1 of 3 tokens",
    );
    says(
        "",
        "7",
        "7\n 8 9",
        "2:2",
        "line 2, token 1: expected the end of the output, found `8` (extra output)",
    );
    says(
        "case_sensitive",
        "Yes",
        "yes",
        "1:1",
        "line 1, token 1: expected `Yes`, found `yes` (letters differ in case)",
    );
    // The case of letters does not count here: what is shown is where the tokens differ otherwise.
    says(
        "",
        &format!("{}1", "A".repeat(99)),
        &format!("{}2", "a".repeat(99)),
        "1:1",
        "line 1, token 1: expected `…AAAAAAAAAAAA1`, found `…aaaaaaaaaaaa2`",
    );
    says(
        "",
        "\u{e9}",
        &"x".repeat(31),
        "1:1",
        r"line 1, token 1: expected `\xc3\xa9`, found `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…`",
    );
}

#[test]
fn a_message_on_numbers_has_errors_and_tolerances() {
    says(
        "float_absolute_tolerance 0.5",
        "1",
        "2.0",
        "1:1",
        "line 1, token 1: expected `1`, found `2.0` (absolute error 1e0, at most 5e-1 allowed)",
    );
    says(
        "float_tolerance 1e-6",
        "-4",
        "-4.5",
        "1:1",
        "line 1, token 1: expected `-4`, found `-4.5` (absolute error 5e-1, at most 1e-6 allowed; \
         relative error 1.25e-1, at most 1e-6 allowed)",
    );
    says(
        "float_relative_tolerance 1",
        "0",
        "1e-9",
        "1:1",
        "line 1, token 1: expected `0`, found `1e-9` (no relative error is allowed for 0)",
    );
    says(
        "float_tolerance 1",
        "0",
        "0x0",
        "1:1",
        "line 1, token 1: expected `0`, found `0x0` (not a number)",
    );
    says(
        "float_tolerance 1",
        "0",
        "-1e309",
        "1:1",
        "line 1, token 1: expected `0`, found `-1e309` (too large for a 64-bit float)",
    );
}

#[test]
fn a_message_on_whitespace_shows_it() {
    let flags = "space_change_sensitive";
    says(
        flags,
        "1\n",
        "1",
        "1:2",
        r"line 1, column 2: expected `\n`, found the end of the output (whitespace differs)",
    );
    says(
        flags,
        "1",
        "1\r\n",
        "1:2",
        r"line 1, column 2: expected the end of the output, found `\r\n` (whitespace differs)",
    );
    says(
        flags,
        "1",
        " 1",
        "1:1",
        "line 1, column 1: expected no whitespace, found ` ` (whitespace differs)",
    );
    says(
        "space_change_sensitive float_tolerance 1",
        "1 \n2",
        "1.0 \t2",
        "1:5",
        "line 1, column 5: expected ` \\n` (line 1, column 3 of the answer), found ` \\t` \
         (whitespace differs)",
    );
    // A token that is missing says more than the whitespace before it.
    says(
        flags,
        "1 2\n",
        "1\n",
        "2:1",
        "line 2, token 1: expected `2` (line 1, token 2 of the answer), found the end of the output \
         after 1 of 2 tokens",
    );
    says(
        flags,
        "1\n",
        "1 2\n",
        "1:3",
        "line 1, token 2: expected the end of the output, found `2` (extra output)",
    );
}

#[test]
fn hostile_texts_are_decided() {
    let million = 1_000_000;
    let digits = "9".repeat(million);
    let zeros = "0".repeat(million);
    same("float_tolerance 0", "1", &[&format!("0.{zeros}1e1000001"), &format!("{zeros}1.{zeros}")]);
    same("float_tolerance 0", "1", &[&format!("1e{zeros}"), &format!("1{zeros}e-1000000")]);
    differ("float_tolerance 0", "1", &[&digits, &format!("1e{digits}"), &format!("1e-{digits}")]);
    differ("float_tolerance 0", "0", &[&format!("0.{zeros}1"), &format!("0e{zeros}x")]);
    differ("", "0", &[&"\0".repeat(million), &" ".repeat(million), &"(".repeat(million)]);
    differ("space_change_sensitive", "0", &[&"0 ".repeat(million), &" ".repeat(million)]);
}
