//! How fast outputs are checked: `cargo bench -p jury-checkers --bench throughput`.
//!
//! Every comparer on files of 100 MB or a million lines, beside `memcmp` of the same files in the
//! same run, and a million draughts moves. divan prints bytes a second of one file: the output.
//! Memory beyond the two files: at most two mebibytes, but for unordered ones that find a difference among few
//! lines, which then take eight bytes a line and file to say where.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use jury_checkers::{Checker, Files, Opinion, OptionValue, Options};

fn main() {
    divan::main();
}

const LARGE: usize = 100_000_000;
const MILLION: usize = 1_000_000;

/// A small generator of numbers, the same in every run (`SplitMix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.next() % (last as u64 + 1);
            items.swap(last, usize::try_from(other).unwrap_or(0));
        }
    }
}

/// 100 MB: ten numbers a line.
fn numbers() -> String {
    let mut random = Random(1);
    let mut text = String::with_capacity(LARGE + 200);
    while text.len() < LARGE {
        for _ in 0..10 {
            text.push_str(&(random.next() % 1_000_000).to_string());
            text.push(' ');
        }
        text.push('\n');
    }
    text
}

/// 100 MB of numbered cases with a number each, or of these words.
fn cases(words: &str) -> String {
    let mut random = Random(4);
    let mut text = String::with_capacity(LARGE + 200);
    for case in 1.. {
        let number = random.next() % 1_000_000;
        let line = if words.is_empty() {
            format!("Case {case}: {number}\n")
        } else {
            format!("{words}\n")
        };
        text.push_str(&line);
        if text.len() >= LARGE {
            break;
        }
    }
    text
}

/// A million lines of `width` letters and digits.
fn lines(width: usize) -> Vec<String> {
    let mut random = Random(2);
    let letter =
        |bits: u64| char::from(b"0123456789abcdef"[usize::try_from(bits & 15).unwrap_or(0)]);
    let mut line = || (0..width).map(|_| letter(random.next())).collect();
    (0..MILLION).map(|_| line()).collect()
}

fn text(lines: &[String]) -> String {
    let mut text = lines.join("\n");
    text.push('\n');
    text
}

fn checker(name: &str, options: &Options) -> Box<dyn Checker> {
    let entry = jury_checkers::checker(name).expect("a checker of this name");
    (entry.build)(options).expect("good options")
}

/// Checks files that are to be accepted: what ends early would seem quick.
fn run(bencher: Bencher, checker: &dyn Checker, output: &str, answer: &str) {
    bencher.counter(BytesCount::of_str(output)).bench(|| {
        let (output, answer) = (black_box(output).as_bytes(), black_box(answer).as_bytes());
        accept(checker, &Files { input: b"", output, answer: Some(answer) });
    });
}

fn accept(checker: &dyn Checker, files: &Files<'_>) {
    let judgement = checker.check(files).expect("good files");
    assert_eq!(judgement.opinion, Opinion::Accepted, "{}", judgement.message);
}

/// Equal files of 100 MB.
#[divan::bench_group(sample_count = 20, sample_size = 1)]
mod equal {
    use super::{
        Bencher, BytesCount, OptionValue, Options, black_box, cases, checker, numbers, run,
    };

    #[divan::bench]
    fn memcmp(bencher: Bencher) {
        let (output, answer) = (numbers(), numbers());
        bencher
            .counter(BytesCount::of_str(&output))
            .bench(|| black_box(&output) == black_box(&answer));
    }

    #[divan::bench(args = ["exact", "tokens", "lines", "numbers", "default", "unordered-lines"])]
    fn comparer(bencher: Bencher, name: &str) {
        run(bencher, checker(name, &Options::new()).as_ref(), &numbers(), &numbers());
    }

    #[divan::bench(args = ["wcmp", "lcmp", "fcmp", "ncmp", "uncmp", "rcmp6", "rncmp"])]
    fn testlib(bencher: Bencher, name: &str) {
        run(bencher, checker(name, &Options::new()).as_ref(), &numbers(), &numbers());
    }

    /// 100 MB of `Case K:` and of `YES`.
    #[divan::bench(args = ["caseicmp", "casencmp", "casewcmp", "nyesno"])]
    fn testlib_cases(bencher: Bencher, name: &str) {
        let text = cases(if name == "nyesno" { "YES NO" } else { "" });
        run(bencher, checker(name, &Options::new()).as_ref(), &text, &text.clone());
    }

    #[divan::bench]
    fn default_with_whitespace(bencher: Bencher) {
        let space = ("space_change_sensitive".to_owned(), OptionValue::Bool(true));
        let checker = checker("default", &Options::from([space]));
        run(bencher, checker.as_ref(), &numbers(), &numbers());
    }
}

/// Files of 100 MB that say the same in other words.
#[divan::bench_group(sample_count = 10, sample_size = 1)]
mod respaced {
    use super::{Bencher, LARGE, OptionValue, Options, cases, checker, numbers, run};

    /// Carriage returns at the line ends of the output.
    #[divan::bench(args = ["tokens", "lines", "numbers", "default", "wcmp", "lcmp", "fcmp", "ncmp", "uncmp", "rcmp6"])]
    fn carriage_returns(bencher: Bencher, name: &str) {
        let output = numbers().replace('\n', "\r\n");
        run(bencher, checker(name, &Options::new()).as_ref(), &output, &numbers());
    }

    /// The same in numbered cases.
    #[divan::bench(args = ["caseicmp", "casencmp", "casewcmp", "nyesno"])]
    fn carriage_returns_in_cases(bencher: Bencher, name: &str) {
        let answer = cases(if name == "nyesno" { "YES NO" } else { "" });
        let output = answer.replace('\n', "\r\n");
        run(bencher, checker(name, &Options::new()).as_ref(), &output, &answer);
    }

    /// Every number of the output differs within the tolerance: it has a few digits more, or as many as a
    /// double has.
    #[divan::bench(args = [
        ("numbers", ".0000001 "), ("default", ".0000001 "), ("rcmp6", ".0000001 "), ("rncmp", ".0000001 "),
        ("numbers", ".00000001234 "), ("default", ".00000001234 "), ("rcmp9", ".00000000001 "),
        ("default with space", ".0000001 "),
    ])]
    fn numbers_within_tolerance(bencher: Bencher, (name, decimals): (&str, &str)) {
        let (kind, space) = name.split_once(' ').map_or((name, false), |(kind, _)| (kind, true));
        let tolerance = if kind == "default" { "float_absolute_tolerance" } else { "absolute" };
        let mut options = Options::from([(tolerance.to_owned(), OptionValue::Number(1e-6))]);
        if kind.starts_with('r') {
            options.clear();
        }
        if space {
            options.insert("space_change_sensitive".to_owned(), OptionValue::Bool(true));
        }
        // What testlib reads ends at 128 MiB.
        let mut answer = numbers();
        answer.truncate(LARGE / 3);
        answer.truncate(answer.rfind('\n').map_or(0, |at| at + 1));
        let output = answer.replace(' ', decimals);
        run(bencher, checker(kind, &options).as_ref(), &output, &answer);
    }

    /// Every word in letters of the other case.
    #[divan::bench(args = ["tokens", "default"])]
    fn letters_in_the_other_case(bencher: Bencher, name: &str) {
        let any_case = ("case_sensitive".to_owned(), OptionValue::Bool(false));
        let checker = checker(name, &Options::from([any_case]));
        let answer = cases("YES NO maybe");
        run(bencher, checker.as_ref(), &answer.to_lowercase(), &answer);
    }
}

/// A million lines in another order.
#[divan::bench(sample_count = 20, sample_size = 1, args = [1, 2, 3, 4, 6, 8, 12, 20, 31, 99])]
fn unordered_lines_of(bencher: Bencher, width: usize) {
    let mut lines = lines(width);
    let answer = text(&lines);
    Random(3).shuffle(&mut lines);
    run(bencher, checker("unordered-lines", &Options::new()).as_ref(), &text(&lines), &answer);
}

/// The same, but one line is another one: it must be found and named.
#[divan::bench(sample_count = 20, sample_size = 1, args = [2, 4, 6, 20, 99])]
fn unordered_lines_with_a_wrong_one_of(bencher: Bencher, width: usize) {
    unordered_lines_with_wrong_ones(bencher, width, MILLION);
}

/// Every hundredth is another one.
#[divan::bench(sample_count = 10, sample_size = 1, args = [2, 6, 20, 99])]
fn unordered_lines_with_many_wrong_ones_of(bencher: Bencher, width: usize) {
    unordered_lines_with_wrong_ones(bencher, width, 100);
}

/// Every line is another one.
#[divan::bench(sample_count = 10, sample_size = 1, args = [2, 6, 20, 99])]
fn unordered_lines_that_are_all_wrong_of(bencher: Bencher, width: usize) {
    unordered_lines_with_wrong_ones(bencher, width, 1);
}

/// Of as many lines one is another one.
fn unordered_lines_with_wrong_ones(bencher: Bencher, width: usize, one_of: usize) {
    let mut lines = lines(width);
    let answer = text(&lines);
    for line in lines.iter_mut().skip(one_of / 2).step_by(one_of) {
        line.replace_range(..1, "x");
    }
    Random(3).shuffle(&mut lines);
    let output = text(&lines);
    let checker = checker("unordered-lines", &Options::new());
    bencher.counter(BytesCount::of_str(&output)).bench(|| {
        let (output, answer) = (black_box(&output).as_bytes(), black_box(&answer).as_bytes());
        let judgement = checker.check(&Files { input: b"", output, answer: Some(answer) });
        assert_eq!(judgement.expect("good files").opinion, Opinion::WrongAnswer);
    });
}

/// A million moves of eastern draughts that reach the goal in the end: one piece, two lines away,
/// which first steps to and fro.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn draughts_moves(bencher: Bencher) {
    let checker = checker("eastern-draughts", &Options::new());
    let input = format!("30\n.*{}\n", ".".repeat(28)) + &format!("{}\n", ".".repeat(30)).repeat(29);
    let mut output = "999999\n".to_owned();
    output.push_str(&"1 0 2 0\n2 0 1 0\n".repeat(499_999));
    output.push_str("1 0 0 0\n");
    let files = || Files { input: input.as_bytes(), output: output.as_bytes(), answer: None };
    let moves = ItemsCount::new(999_999_usize);
    bencher.counter(moves).bench(|| accept(checker.as_ref(), &black_box(files())));
}
