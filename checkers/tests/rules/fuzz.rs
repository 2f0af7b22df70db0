//! A bounded mutation fuzzer over every checker and validator: whatever the bytes, no panic, and a
//! judgement that is fit to print with a place that exists. It starts from the data of the shipped
//! problems and from a few short texts; it is seeded, so a failure comes again.
//!
//! Long tests go on fifty times as long.

use std::fs;
use std::path::{Path, PathBuf};

use crate::long::usual_or_long;
use jury_checkers::{Checker, Fault, FaultyFile, Files, Judgement, Opinion, Options, PUZZLES};

/// Longer seeds would spend the time on bytes instead of on ideas.
const LONGEST_SEED: usize = 20_000;

/// Longest message that still fits a report.
const LONGEST_MESSAGE: usize = 500;

/// What tends to go wrong in readers of text and numbers.
const PIECES: &[&[u8]] = &[
    b"",
    b" ",
    b"\n",
    b"\r\n",
    b"\t",
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xef\xbb\xbf",
    b"0",
    b"1",
    b"-1",
    b"+5",
    b"007",
    b"-0",
    b"-",
    b"+",
    b".",
    b"1e9",
    b"nan",
    b"255",
    b"256",
    b"65536",
    b"2147483648",
    b"-2147483649",
    b"4294967296",
    b"9223372036854775808",
    b"-9223372036854775809",
    b"18446744073709551616",
    b"99999999999999999999999999999999",
    b"*",
    b"`",
    b"\x1b[31m",
    b"\n\n",
    b"\n0 0\n",
    b"1000000",
    b"X",
    b"W",
    b"b",
];

struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// 0 to `end` - 1; 0 for an `end` of 0.
    fn below(&mut self, end: usize) -> usize {
        let remainder = self.next() % (end.max(1) as u64);
        usize::try_from(remainder).expect("below a usize")
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// The files of a case.
#[derive(Debug, Clone)]
struct Seed {
    problem: String,
    input: Vec<u8>,
    answer: Vec<u8>,
}

fn seeds() -> Vec<Seed> {
    let texts: [&[u8]; 4] = [b"", b"1 2\n3 4.5\n", b"a\nb\n\nb\nc\n", b"3\n..*\n.**\n...\n"];
    let short = texts.map(|text| Seed {
        problem: String::new(),
        input: text.to_vec(),
        answer: text.to_vec(),
    });
    let problems = Path::new(env!("CARGO_MANIFEST_DIR")).join("../problems");
    let mut seeds = short.to_vec();
    for problem in sorted_entries(&problems) {
        let name = problem.file_name().unwrap_or_default().to_string_lossy().into_owned();
        add_cases(&name, &problem.join("data"), &mut seeds);
    }
    seeds
}

/// Adds the cases in `folder` and below it. A folder that is not there has none.
fn add_cases(problem: &str, folder: &Path, seeds: &mut Vec<Seed>) {
    for path in sorted_entries(folder) {
        if path.is_dir() {
            add_cases(problem, &path, seeds);
        } else if path.extension().is_some_and(|extension| extension == "in") {
            let input = fs::read(&path).expect("a readable input");
            let answer = fs::read(path.with_extension("ans")).unwrap_or_default();
            if input.len().max(answer.len()) <= LONGEST_SEED {
                seeds.push(Seed { problem: problem.to_owned(), input, answer });
            }
        }
    }
}

fn sorted_entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

/// Runs for each checker and validator.
fn count() -> u64 {
    usual_or_long(2000, 100_000)
}

/// `text` with a few changes; `other` is a stranger to borrow from.
fn mutate(text: &[u8], other: &[u8], random: &mut SplitMix) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(text.len() + 1);
        let end = at + random.below((text.len() - at).min(30) + 1);
        match random.below(9) {
            0 => text.truncate(at),
            1 => drop(text.drain(at..end)),
            2 => drop(text.splice(at..end, random.pick(PIECES).iter().copied())),
            3 => drop(text.splice(at..at, random.pick(PIECES).iter().copied())),
            4 => drop(text.splice(at..at, text[at..end].to_vec())),
            5 => text[at..end].reverse(),
            6 => drop(text.splice(at..at, random.pick(PIECES).repeat(random.below(200)))),
            7 => {
                let from = random.below(other.len() + 1);
                drop(text.splice(at..end, other[from..].iter().copied().take(50)));
            }
            _ => {
                if let Some(byte) = text.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
        }
    }
    text
}

#[track_caller]
fn assert_printable(message: &str) {
    assert!(!message.is_empty() && message.len() <= LONGEST_MESSAGE, "{} bytes", message.len());
    assert!(!message.chars().any(char::is_control), "{message:?}");
    assert!(!message.ends_with('.'), "{message:?}");
}

/// The place must be a byte of the text or the end of one of its lines.
#[track_caller]
fn assert_place(text: &[u8], line: usize, column: usize) {
    let mut lines = text.split(|&byte| byte == b'\n');
    let length = line.checked_sub(1).and_then(|before| lines.nth(before)).map(<[u8]>::len);
    let inside = length.is_some_and(|length| (1..=length + 1).contains(&column));
    assert!(inside, "{line}:{column} is no place in \"{}\"", text.escape_ascii());
}

#[track_caller]
pub(crate) fn assert_judgement(output: &[u8], judgement: &Judgement) {
    assert_printable(&judgement.message);
    if let Some(place) = judgement.place {
        assert_place(output, place.line, place.column);
    }
    if let Some(score) = judgement.score {
        assert!(score.denominator > 0);
        match judgement.opinion {
            Opinion::Accepted => {}
            // A part.
            Opinion::PartialScore | Opinion::WrongAnswer => {
                assert!(score.numerator < score.denominator, "{score:?}");
            }
            opinion @ Opinion::OutputFormat => panic!("{opinion:?} with a score"),
        }
    }
}

fn judge(checker: &dyn Checker, seed: &Seed, output: &[u8]) -> Result<Judgement, Fault> {
    let files = Files { input: &seed.input, output, answer: Some(&seed.answer) };
    checker.check(&files)
}

#[test]
fn checkers_decide_any_output() {
    let seeds = seeds();
    for (stream, entry) in (0..).zip(jury_checkers::all_checkers()) {
        println!("{}", entry.name); // shown when a run fails: the last name is the culprit's
        let mut random = SplitMix(stream);
        let checker = (entry.build)(&Options::new()).expect("options are optional");
        let own: Vec<_> = seeds.iter().filter(|seed| seed.problem == entry.name).collect();
        let own = if own.is_empty() { seeds.iter().collect() } else { own };
        for _ in 0..count() {
            let mut seed = (*random.pick(&own)).clone();
            let other = random.pick(&seeds);
            let output = mutate(&seed.answer, &other.answer, &mut random);
            // Now and then the jury's own files are damaged.
            match random.below(16) {
                0 => seed.input = mutate(&seed.input, &other.input, &mut random),
                1 => seed.answer = mutate(&seed.answer, &other.answer, &mut random),
                _ => {}
            }
            match judge(&*checker, &seed, &output) {
                Ok(judgement) => assert_judgement(&output, &judgement),
                Err(fault) => assert_printable(&fault.message),
            }
        }
    }
}

#[test]
fn validators_decide_any_input_and_checkers_take_what_is_valid() {
    let seeds = seeds();
    for (stream, entry) in (1000..).zip(PUZZLES) {
        println!("{}", entry.name()); // shown when a run fails: the last name is the culprit's
        let mut random = SplitMix(stream);
        let checker = (entry.checker.build)(&Options::new()).expect("options are optional");
        let own: Vec<_> = seeds.iter().filter(|seed| seed.problem == entry.name()).collect();
        let own = if own.is_empty() { seeds.iter().collect() } else { own };
        for _ in 0..count() {
            let mut seed = (*random.pick(&own)).clone();
            let other = random.pick(&seeds);
            seed.input = mutate(&seed.input, &other.input, &mut random);
            match (entry.validate)(&seed.input) {
                Ok(()) => {
                    let judged = judge(&*checker, &seed, &other.answer);
                    let blamed = judged.err().filter(|fault| fault.file == FaultyFile::Input);
                    assert_eq!(blamed, None, "{}: a valid input", entry.name());
                }
                Err(invalid) => {
                    assert_printable(&invalid.message);
                    assert_place(&seed.input, invalid.line, invalid.column);
                }
            }
        }
    }
}

#[test]
fn shipped_inputs_are_valid() {
    for seed in seeds() {
        let entry = jury_checkers::puzzle(&seed.problem);
        let valid = entry.map_or(Ok(()), |entry| (entry.validate)(&seed.input));
        assert_eq!(valid, Ok(()), "{}", seed.problem);
    }
}
