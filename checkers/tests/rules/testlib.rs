//! testlib's checkers: rows of cases with the words of the compiled originals, and each against a naive second
//! implementation.

use jury_checkers::testlib::CHECKERS;
use jury_checkers::{Fault, FaultyFile, Files, Judgement, Opinion, Options};
use proptest::prelude::{ProptestConfig, Strategy, prop_assert_eq, proptest};

use crate::long::usual_or_long;

fn judge(name: &str, answer: &[u8], output: &[u8]) -> Result<Judgement, Fault> {
    let entry = jury_checkers::checker(name).expect("in the table");
    let checker = (entry.build)(&Options::new()).expect("good options");
    checker.check(&Files { input: b"", output, answer: Some(answer) })
}

/// The first words of a checker on standard error.
fn first_words(judged: &Result<Judgement, Fault>) -> String {
    let (start, message) = match judged {
        Ok(judgement) => (
            match judgement.opinion {
                Opinion::Accepted => "ok",
                Opinion::WrongAnswer => "wrong answer",
                Opinion::OutputFormat => "wrong output format",
                Opinion::PartialScore => "points",
            },
            &judgement.message,
        ),
        Err(fault) => ("FAIL", &fault.message),
    };
    format!("{start} {message}")
}

#[track_caller]
fn case(name: &str, answer: &str, output: &str, expected: &str) {
    let judged = judge(name, answer.as_bytes(), output.as_bytes());
    assert_eq!(first_words(&judged), expected, "{name}: {answer:?} {output:?}");
}

/// In the output alone, and in the answer.
#[track_caller]
fn bad(name: &str, good: &str, bad: &str, words: &str) {
    case(name, good, bad, &format!("wrong output format {words}"));
    case(name, bad, good, &format!("FAIL {words} (ans)"));
}

#[test]
fn wcmp_compares_tokens() {
    case("wcmp", "a", " a\r\n", "ok \"a\"");
    case("wcmp", "", " \n", "ok 0 tokens");
    case("wcmp", "a b\nc", "a\tb c\n", "ok 3 tokens");
    case("wcmp", "a b", "a c", "wrong answer 2nd words differ - expected: 'b', found: 'c'");
    case("wcmp", "a b", "a b c", "wrong answer Participant output contains extra tokens");
    case("wcmp", "a b", "a", "wrong answer Unexpected EOF in the participants output");
    // Both shorter and different: the difference is told.
    case("wcmp", "a b c", "x", "wrong answer 1st words differ - expected: 'a', found: 'x'");
    case(
        "wcmp",
        "a b",
        "a\x0bb",
        "wrong answer 1st words differ - expected: 'a', found: 'a\\u{b}b'",
    );
    case("wcmp", "a", "\u{feff}a", "ok \"a\"");
    case(
        "wcmp",
        "\u{feff}a",
        "a",
        "wrong answer 1st words differ - expected: '\u{feff}a', found: 'a'",
    );
    let long = "0123456789".repeat(7);
    let shown = "012345678901234567890123456789...9012345678901234567890123456789";
    case("wcmp", &long, &long, &format!("ok \"{shown}\""));
}

#[test]
fn lcmp_and_fcmp_compare_lines() {
    case("lcmp", "a  b\nc", "a b \r\nc\n\n", "ok 2 lines");
    case("lcmp", "a b\n", " a\x0bb\n", "ok single line: ' a\\u{b}b'");
    case("lcmp", "a\nb\n", "a b\n", "wrong answer 1st lines differ - expected: 'a', found: 'a b'");
    case("lcmp", "a\nb\n", "a\n", "wrong answer 2nd lines differ - expected: 'b', found: ''");
    case("lcmp", "a\n", "a\nb\n", "wrong output format Extra information in the output file");
    case("fcmp", "a", "a\n\n", "ok single line: 'a'");
    case("fcmp", "a\n\n", "a", "ok single line: 'a'");
    case("fcmp", "a\n\n\n", "a", "ok 2 lines");
    case("fcmp", "a\n", "a \n", "wrong answer 1st lines differ - expected: 'a', found: 'a '");
    case("fcmp", "a\nb", "a\r\nb\r\n", "ok 2 lines");
    // A carriage return within a line is dropped; at the end of the file it becomes another byte.
    case("fcmp", "ab\n", "a\rb\n", "ok single line: 'ab'");
    case("fcmp", "ab\n", "a\rb\r\n", "ok single line: 'ab'");
    case("fcmp", "a\n", "a\r", "wrong answer 1st lines differ - expected: 'a', found: 'a\\xff'");
    case("fcmp", "\n", "", "ok 0 lines");
}

#[test]
fn ncmp_icmp_and_uncmp_compare_integers() {
    case("ncmp", "1 2 3", "1\n2\n3\n", "ok 3 number(s): \"1 2 3\"");
    case("ncmp", "-5 7", "-5 7", "ok 2 number(s): \"-5 7\"");
    case("ncmp", "1 2 3 4 5", "1 2 3 4 5", "ok 5 number(s): \"1 2 3 4 5\"");
    case("ncmp", "1 2 3 4 5 6", "1 2 3 4 5 6", "ok 6 numbers");
    case("ncmp", "", "", "ok 0 number(s): \"\"");
    case("ncmp", "1 2", "1 3", "wrong answer 2nd numbers differ - expected: '2', found: '3'");
    let longer = "contains longer sequence [length = 3], but";
    case("ncmp", "1 2 3", "1", &format!("wrong answer Answer {longer} output contains 1 elements"));
    case("ncmp", "1", "1 2 3", &format!("wrong answer Output {longer} answer contains 1 elements"));
    let no_integers = [
        "01",
        "+1",
        "-0",
        "00",
        "-01",
        "1.0",
        "9223372036854775808",
        "-",
        "1\x0b2",
        "999999999999999999999",
    ];
    for word in no_integers {
        let shown = word.replace('\x0b', "\\u{b}");
        bad("ncmp", "1", word, &format!("Expected integer, but \"{shown}\" found"));
    }
    bad("ncmp", "1", "1\0", "Expected integer, but \"1~\" found (it contains \\0)");
    case(
        "ncmp",
        "-9223372036854775808",
        "-9223372036854775808",
        "ok 1 number(s): \"-9223372036854775808\"",
    );
    case("icmp", "7", "7\n", "ok answer is 7");
    case("icmp", "7", "8", "wrong answer expected 7, found 8");
    case("icmp", "7", "7 8", "wrong output format Extra information in the output file");
    // The rest of the answer is not looked at.
    case("icmp", "7 x", "7", "ok answer is 7");
    bad("icmp", "7", "2147483648", "Expected int32, but \"2147483648\" found");
    bad("icmp", "7", " \n", "Unexpected end of file - int32 expected");
    case("uncmp", "3 1 2", "1 2 3", "ok 3 numbers (in increasing order): 1 2 3");
    case("uncmp", "5", "5", "ok 1 number: 5");
    case("uncmp", "3 -50", "-50 3", "ok 2 numbers (in increasing order): -50 3");
    case("uncmp", "5 4 3 2 1", "1 2 3 4 5", "ok 5 numbers (in increasing order): 1 2 3 4 5");
    case("uncmp", "", "", "ok empty sequence");
    case("uncmp", "6 5 4 3 2 1", "1 2 3 4 5 6", "ok 6 numbers (in increasing order): 1 2 ... 5 6");
    case("uncmp", "6 5 4 3 2 1", "6 5 4 3 2 1", "ok 6 numbers (in increasing order): 1 2 ... 5 6");
    case("uncmp", "1 2", "1", "wrong answer Expected 2 elements, but 1 found");
    case(
        "uncmp",
        "1 2 2",
        "1 1 2",
        "wrong answer Expected sequence and output are different (as unordered sequences) [size=3]",
    );
}

#[test]
fn uncmp_compares_many_integers_in_any_order() {
    let all: Vec<i64> = (0..100).map(|number| (number - 50) * 1_000_003).collect();
    let text = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join("\n");
    let reversed: Vec<_> = all.iter().rev().copied().collect();
    let words = "100 numbers (in increasing order): -50000150 -49000147 ... 48000144 49000147";
    case("uncmp", &text(&all), &text(&reversed), &format!("ok {words}"));
    let mut other = reversed;
    other[40] += 1;
    let words = "Expected sequence and output are different (as unordered sequences) [size=100]";
    case("uncmp", &text(&all), &text(&other), &format!("wrong answer {words}"));
}

#[test]
fn real_numbers_have_tolerances() {
    for name in ["acmp", "rcmp"] {
        case(name, "1", "1.0000015", "ok answer is 1.0000000000");
        case(
            name,
            "1000000",
            "1000000.000002",
            "wrong answer expected 1000000.0000000000, found 1000000.0000020000",
        );
    }
    case("dcmp", "1000000", "1000001", "ok answer is 1000000.0000000000");
    case(
        "dcmp",
        "1000000",
        "1000002",
        "wrong answer expected 1000000.0000000000, found 1000002.0000000000",
    );
    case("dcmp", "1", "-1", "wrong answer expected 1.0000000000, found -1.0000000000");
    case("dcmp", "1", "1 2", "wrong output format Extra information in the output file");
    case("rncmp", "1 2", "1.00001 2", "ok 2 numbers");
    case(
        "rncmp",
        "1 2",
        "1 2.00002",
        "wrong answer 2nd numbers differ - expected: '2.0000000000', found: '2.0000200000'",
    );
    // The error is the smaller one of both kinds, and that of 0 has a sign.
    case("rcmp4", "1", "1", "ok found '1.00000', expected '1.00000', error '0.00000'");
    case("rcmp4", "0", "0", "ok found '0.00000', expected '0.00000', error '-0.00000'");
    case("rcmp4", "1", "0.9999", "ok found '0.99990', expected '1.00000', error '0.00010'");
    case("rcmp4", "0.5", "0.50004", "ok found '0.50004', expected '0.50000', error '0.00004'");
    case("rcmp4", "4", "4.0002", "ok found '4.00020', expected '4.00000', error '0.00005'");
    case("rcmp4", "1", "1.0001", "ok found '1.00010', expected '1.00000', error '0.00010'");
    case(
        "rcmp4",
        "1 2",
        "1 2.1",
        "wrong answer 2nd numbers differ - expected: '2.00000', found: '2.10000', error = '0.05000'",
    );
    case("rcmp6", "1 2 3", "1 2.000001 3", "ok 3 numbers");
    case("rcmp6", "1 2", "1", "wrong output format Unexpected end of file - double expected");
    case("rcmp6", "1", "1 2", "wrong output format Extra information in the output file");
    case(
        "rcmp9",
        "1",
        "1.00000001",
        "wrong answer 1st numbers differ - expected: '1.0000000000', found: '1.0000000100', error = '0.0000000100'",
    );
    // Beyond 1e300 all are infinite.
    let far: f64 = "1e301".parse().expect("a number");
    case("dcmp", "1e301", "1e302", &format!("ok answer is {far:.10}"));
    for (expected, output) in
        [("1e301", "5"), ("1e301", "-1e301"), ("1e300", "2e300"), ("5", "1e301")]
    {
        let words = first_words(&judge("dcmp", expected.as_bytes(), output.as_bytes()));
        assert!(words.starts_with("wrong answer expected "), "{expected} {output}: {words}");
    }
    for good in ["1e0", "+1", "1.", "1e", "1e+", "1E-", "01.0"] {
        case("dcmp", "1", good, "ok answer is 1.0000000000");
    }
    case("dcmp", "1e400", "1e400", "ok answer is inf");
    // Infinite numbers are as near as can be, but by C's arithmetic their distance is no number.
    case("rcmp4", "1e400", "1e401", "ok found 'inf', expected 'inf', error '-nan'");
    case("dcmp", ".5", "+.5", "ok answer is 0.5000000000");
    let no_numbers = [
        "nan", "inf", "0x1p0", "1,0", "5-3", "1e-5-", ".", "-", "e5", ".e5", "1e5.5", "1..", "+-1",
    ];
    for word in no_numbers {
        bad("dcmp", "1", word, &format!("Expected double, but \"{word}\" found"));
    }
}

#[test]
fn words_of_yes_and_no_are_told_in_any_letters() {
    case("yesno", "YES", "yes", "ok answer is YES");
    case("yesno", "YES", "nO", "wrong answer expected YES, found NO");
    case("yesno", "YES", "maybe", "wrong output format YES or NO expected, but MAYBE found");
    case("yesno", "maybe", "NO", "FAIL YES or NO expected in answer, but MAYBE found");
    case("nyesno", "YES no", "yes NO", "ok 2 token(s): yes count is 1, no count is 1");
    case("nyesno", "YES", "yes", "ok YES");
    case("nyesno", "", "", "ok Empty output");
    case("nyesno", "YES no", "yes yes", "wrong answer expected NO, found YES [2nd token]");
    case(
        "nyesno",
        "YES no",
        "yes y",
        "wrong output format YES or NO expected, but Y found [2nd token]",
    );
    case("nyesno", "YES n", "yes n", "FAIL YES or NO expected in answer, but N found [2nd token]");
    case(
        "nyesno",
        "YES",
        "yes x",
        "wrong answer Output contains longer sequence [length = 2], but answer contains 1 elements",
    );
}

#[test]
fn hcmp_compares_one_integer_of_any_length() {
    let long = "123456789".repeat(3);
    case("hcmp", &long, &format!(" {long}\n"), &format!("ok answer is '{long}'"));
    case("hcmp", "1", "2", "wrong answer expected '1', found '2'");
    case("hcmp", "0", "0", "ok answer is '0'");
    case("hcmp", "1", "01", "wrong output format 01 is not a valid integer");
    case("hcmp", "-0", "1", "FAIL -0 is not a valid integer");
    case("hcmp", "1 2", "1", "FAIL expected exactly one token in the answer file");
    case("hcmp", "1", "1 2", "wrong output format Extra information in the output file");
}

#[test]
fn cases_are_numbered() {
    case("caseicmp", "Case 1: 5\nCase 2: 6", "Case 1: 5 Case 2: 6", "ok 2 case(s): 5 6");
    let lines: Vec<String> = (1..=6).map(|case| format!("Case {case}: {case}\n")).collect();
    let six = lines.concat();
    case("caseicmp", &six, &six, "ok 6 case(s): 1 2 3 ... 5 6");
    let five = lines[..5].concat();
    case("caseicmp", &five, &five, "ok 5 case(s): 1 2 3 4 5");
    case("caseicmp", "Case 1: 5", "Case 1: 6", "wrong answer Expected 5 found 6 [test case 1]");
    case("caseicmp", "Case 1: 5", "", "wrong output format Expected 1 test case(s) but found 0");
    bad("caseicmp", "Case 1: 5", "case 1: 5", "Expected 'Case' but found 'case' [test case 1]");
    for number in ["#1:", "01:", "1", "1::", "1;", "2:", ":", "18446744073709551617:"] {
        let words = format!("Expected '1:' but found '{number}' [test case 1]");
        bad("caseicmp", "Case 1: 5", &format!("Case {number} 5"), &words);
    }
    let zero = "wrong output format Expected '10:' but found '010:' [test case 10]";
    let ten: Vec<String> = (1..=10).map(|case| format!("Case {case}: 5\n")).collect();
    let ten = ten.concat();
    case("caseicmp", &ten, &ten.replace("10:", "010:"), zero);
    case(
        "casencmp",
        "Case 1: 1 3",
        "Case 1: 1 2",
        "wrong answer Sequences differ: jury has \"1 3\" [size=2], but participant has \"1 2\" [size=2] [test case 1]",
    );
    case("casencmp", "Case 1: 1 2 Case 2:", "Case 1:\n1 2\nCase 2:\n", "ok 2 test cases(s)");
    case(
        "casencmp",
        "Case 1: 1 2 3 4 5 6",
        "Case 1:",
        "wrong answer Sequences differ: jury has \"1 2 3 ... 5 6\" [size=6], but participant has \"\" [size=0] [test case 1]",
    );
    case(
        "casencmp",
        "Case 1: 1 2 3 4 5",
        "Case 1: 1",
        "wrong answer Sequences differ: jury has \"1 2 3 4 5\" [size=5], but participant has \"1\" [size=1] [test case 1]",
    );
    bad("casencmp", "Case 1: 1", "Case 1: x", "Expected integer, but \"x\" found");
    case("casewcmp", "Case 1: a b", "Case 1: a  b\n", "ok 1 test cases(s)");
    case(
        "casewcmp",
        "Case 1: a b",
        "Case 1: a",
        "wrong answer Sequences differ: jury has \"a b\" [size=2], but participant has \"a\" [size=1] [test case 1]",
    );
    case(
        "casewcmp",
        "Case 1: a Case 2: b",
        "Case 1: a",
        "wrong output format Unexpected end of file - token expected",
    );
    case(
        "casewcmp",
        "Case 1: a",
        "Case 1: a Case 2: b",
        "wrong output format Extra information in the output file",
    );
}

#[test]
fn the_place_of_a_difference_is_told() {
    let judged = judge("wcmp", b"a b\nc d\n", b"a b\nc x\n").expect("good files");
    let place = judged.place.expect("a place");
    assert_eq!((place.line, place.column), (2, 3));
    // What is too much begins where it stands.
    for (name, answer, output) in [("icmp", "7", "7\n 8"), ("dcmp", "7", "7\n 8 9")] {
        let judged = judge(name, answer.as_bytes(), output.as_bytes()).expect("good files");
        let place = judged.place.expect("a place");
        assert_eq!((place.line, place.column), (2, 2), "{name}");
    }
    // A sequence that is longer parts from the other one where that ends.
    let judged = judge("ncmp", b"6 7", b"6 7\n 8").expect("good files");
    let place = judged.place.expect("a place");
    assert_eq!((place.line, place.column), (1, 4));
}

#[test]
fn numbers_are_looked_at_to_the_end_of_a_long_file() {
    let whole = "-7 0\n123456789 10 -100\n".repeat(5000);
    let real = "-7.5 0 00.25\n1. 123456789.125 -0.0\n".repeat(5000);
    case("ncmp", &whole, &whole, "ok 25000 numbers");
    case("wcmp", &whole, &whole, "ok 25000 tokens");
    for name in ["rncmp", "rcmp6"] {
        case(name, &real, &real, "ok 30000 numbers");
        case(name, &whole, &whole.replace('\n', "\r\n"), "ok 25000 numbers");
    }
    let mixed = format!("{whole}1.5 7\n");
    case("rncmp", &mixed, &mixed, "ok 25002 numbers");
    // The same in both files is no excuse, also where a second look at them begins: behind 64 KiB.
    let piece = "1234567 ".repeat(8192);
    for word in ["01", "-0", "00", "+1", "1.0", "-", "1x", "9223372036854775808", "1-"] {
        let words = format!("FAIL Expected integer, but \"{word}\" found (ans)");
        let text = format!("{piece}{word}\n");
        case("ncmp", &text, &text, &words);
    }
    for word in ["1..", "1.2.3", "x", "-", "1-", "1.x", "1.5x"] {
        let words = format!("FAIL Expected double, but \"{word}\" found (ans)");
        let text = format!("{piece}{word}\n");
        case("rcmp6", &text, &text, &words);
    }
}

#[test]
fn files_and_tokens_have_bounds() {
    let token = vec![b'1'; (32 << 20) + 1];
    let shown = format!("{}...{}", "1".repeat(30), "1".repeat(31));
    let words = format!("Length of token exceeds 33554432, token is '{shown}...'");
    for name in ["wcmp", "ncmp", "rcmp6"] {
        let judged = judge(name, b"1", &token);
        assert_eq!(first_words(&judged), format!("wrong output format {words}"));
        let judged = judge(name, &token, &token);
        assert_eq!(first_words(&judged), format!("FAIL {words} (ans)"));
    }
    let longest = format!("ok \"{}...{}\"", "1".repeat(30), "1".repeat(31));
    assert_eq!(first_words(&judge("wcmp", &token[1..], &token[1..])), longest);
    let text = vec![b' '; (128 << 20) + 1];
    let words = "File size exceeds 134217728 bytes, size is 134217729";
    assert_eq!(first_words(&judge("wcmp", b"", &text)), format!("wrong output format {words}"));
    assert_eq!(first_words(&judge("wcmp", &text, b"")), format!("FAIL {words} (ans)"));
    assert_eq!(first_words(&judge("wcmp", b"", &text[1..])), "ok 0 tokens");
}

#[test]
fn testlibs_checkers_take_no_options_and_need_an_answer() {
    for entry in CHECKERS {
        let option = ("absolute".to_owned(), jury_checkers::OptionValue::Number(0.1));
        let bad = (entry.build)(&Options::from([option])).expect_err("no options");
        assert!(bad.message.contains(&format!("`{}` takes no options", entry.name)), "{bad}");
        let checker = (entry.build)(&Options::new()).expect("no options");
        let fault = checker.check(&Files { input: b"", output: b"", answer: None });
        assert_eq!(fault.expect_err("no answer").file, FaultyFile::Answer);
    }
}

/// What a naive checker finds: accepted, wrong, format, or the answer's fault.
type Naive = Result<(), char>;

fn blank(byte: u8) -> bool {
    b" \t\r\n".contains(&byte)
}

fn words(text: &[u8]) -> Vec<&[u8]> {
    text.split(|&byte| blank(byte)).filter(|word| !word.is_empty()).collect()
}

fn wrong_if(condition: bool) -> Naive {
    if condition { Err('W') } else { Ok(()) }
}

/// All tokens as numbers of a kind.
fn parsed<T>(text: &[u8], whose: char, parse: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, char> {
    let number = |word: &[u8]| str::from_utf8(word).ok().and_then(&parse).ok_or(whose);
    words(text).into_iter().map(number).collect()
}

fn whole(word: &str) -> Option<i64> {
    let value: i64 = word.parse().ok()?;
    (value.to_string() == word).then_some(value)
}

fn real(word: &str) -> Option<f64> {
    // Only what the texts below are made of.
    let plain = word.strip_prefix(['-', '+']).unwrap_or(word);
    let digits = plain.bytes().filter(u8::is_ascii_digit).count();
    let points = plain.bytes().filter(|&byte| byte == b'.').count();
    (digits > 0 && points <= 1 && digits + points == plain.len()).then(|| word.parse().ok())?
}

fn is_close(expected: f64, found: f64, tolerance: f64) -> bool {
    (expected - found).abs() <= tolerance * expected.abs().max(1.0) + 1e-15
}

/// Sequences in order: what comes first decides, as they are read side by side.
fn side_by_side<T>(
    answer: &[u8],
    output: &[u8],
    parse: impl Fn(&str) -> Option<T>,
    equal: impl Fn(&T, &T) -> bool,
) -> Naive {
    let (expected, found) = (words(answer), words(output));
    let read = |word: &[u8]| str::from_utf8(word).ok().and_then(&parse);
    for (expected, found) in expected.iter().zip(&found) {
        let expected = read(expected).ok_or('F')?;
        let found = read(found).ok_or('P')?;
        wrong_if(!equal(&expected, &found))?;
    }
    Ok(())
}

fn naive(name: &str, answer: &[u8], output: &[u8]) -> Naive {
    let output = output.strip_prefix(b"\xef\xbb\xbf").unwrap_or(output);
    let (expected, found) = (words(answer), words(output));
    let counts = (expected.len(), found.len());
    match name {
        "wcmp" => wrong_if(expected != found),
        "ncmp" => {
            side_by_side(answer, output, whole, |a, b| a == b)?;
            let least = counts.0.min(counts.1);
            parsed(&expected[least..].join(&b' '), 'F', whole)?;
            parsed(&found[least..].join(&b' '), 'P', whole)?;
            wrong_if(counts.0 != counts.1)
        }
        "uncmp" => {
            let mut expected = parsed(answer, 'F', whole)?;
            let mut found = parsed(output, 'P', whole)?;
            expected.sort_unstable();
            found.sort_unstable();
            wrong_if(expected != found)
        }
        "rcmp4" | "rncmp" => {
            side_by_side(answer, output, real, |&a, &b| match name {
                "rcmp4" => is_close(a, b, 1e-4),
                _ => (a - b).abs() <= 1.5e-5 + 1e-15,
            })?;
            if let Some(missing) = expected.get(counts.1) {
                parsed(missing, 'F', real)?;
            }
            if counts.0 == counts.1 { Ok(()) } else { Err('P') }
        }
        "lcmp" | "fcmp" => {
            let lines = |text: &[u8]| -> Vec<Vec<u8>> {
                let text = text.strip_suffix(b"\n").unwrap_or(text);
                let lines = text.split(|&byte| byte == b'\n');
                lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line).to_vec()).collect()
            };
            let mut expected = lines(answer);
            if expected.last().is_some_and(Vec::is_empty) {
                expected.pop();
            }
            let found = lines(output);
            for (at, expected) in expected.iter().enumerate() {
                let found = found.get(at).map_or(&[][..], Vec::as_slice);
                let equal = match name {
                    "lcmp" => words(expected) == words(found),
                    _ => expected == found,
                };
                wrong_if(!equal)?;
            }
            let rest = found.iter().skip(expected.len()).flatten();
            if rest.copied().all(blank) { Ok(()) } else { Err('P') }
        }
        _ => unreachable!("no naive `{name}`"),
    }
}

/// Texts of numbers with blanks of all kinds, but for carriage returns that end no line.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let word = proptest::sample::select(vec![
        "1",
        "2",
        "-3",
        "10",
        "1.00005",
        "2.00001",
        "007",
        "-0",
        "a",
        "9223372036854775807",
        "+1",
        "",
    ]);
    let gap = proptest::sample::select(vec![" ", "\n", "\r\n", "  ", "\t", "\n\n"]);
    proptest::collection::vec((word, gap), 0..8).prop_map(|parts| {
        parts
            .into_iter()
            .flat_map(|(word, gap)| [word.as_bytes(), gap.as_bytes()].concat())
            .collect()
    })
}

/// What is done to an answer to make an output of it.
#[derive(Debug, Clone)]
enum Change {
    Gaps,
    Drop(usize),
    Put(usize, &'static str),
    Mark,
}

fn change() -> impl Strategy<Value = Change> {
    let word = proptest::sample::select(vec!["1", "2", "1.00007", "x", "10"]);
    proptest::prop_oneof![
        proptest::strategy::Just(Change::Gaps),
        (0..6_usize).prop_map(Change::Drop),
        (0..6_usize, word).prop_map(|(at, word)| Change::Put(at, word)),
        proptest::strategy::Just(Change::Mark),
    ]
}

fn apply(text: &[u8], change: &Change) -> Vec<u8> {
    let mut all = words(text);
    match change {
        Change::Gaps => all.join(&b' '),
        Change::Drop(at) if *at < all.len() => {
            all.remove(*at);
            all.join(&b'\n')
        }
        Change::Put(at, word) if *at < all.len() => {
            all[*at] = word.as_bytes();
            all.join(&b'\n')
        }
        Change::Mark => [b"\xef\xbb\xbf", text].concat(),
        Change::Drop(_) | Change::Put(..) => text.to_vec(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(usual_or_long(1000, 20_000)))]

    #[test]
    fn they_agree_with_naive_ones(
        answer in text(),
        other in text(),
        changes in proptest::collection::vec(change(), 0..3),
    ) {
        let changed = changes.iter().fold(answer.clone(), |text, change| apply(&text, change));
        for name in ["wcmp", "ncmp", "uncmp", "rcmp4", "rncmp", "lcmp", "fcmp"] {
            for output in [&answer, &changed, &other] {
                let judged = judge(name, &answer, output);
                let found = match &judged {
                    Ok(Judgement { opinion: Opinion::Accepted, .. }) => Ok(()),
                    Ok(Judgement { opinion: Opinion::WrongAnswer, .. }) => Err('W'),
                    Ok(_) => Err('P'),
                    Err(_) => Err('F'),
                };
                prop_assert_eq!(
                    found,
                    naive(name, &answer, output),
                    "{}: {:?} for {:?}: {}",
                    name,
                    output.escape_ascii().to_string(),
                    answer.escape_ascii().to_string(),
                    first_words(&judged)
                );
            }
        }
    }
}
