//! testlib's standard checkers in process, with its verdicts and its words (version 0.9.45).
//!
//! testlib compiles each of them to a program of its own. Here they are functions over the two files: `wcmp`
//! and the others decide what those programs decide, down to their first words, and tell it without a process
//! and without copying the files. Nothing of them is kept, not even of a sequence that is compared in any order.
//!
//! A checker is a rule, which is a function, and its line in [`CHECKERS`]. The two examples of testlib that give
//! points, `pointscmp` and `pointsinfo`, are not among them.

use crate::text::place_of;
use crate::{
    BadOption, Checker, CheckerEntry, Fault, FaultyFile, Files, Judgement, Opinion, Options,
    options,
};

use self::end::{End, How};
use self::stream::Stream;

mod cases;
mod end;
mod integers;
mod known;
mod lines;
mod message;
mod number;
mod reals;
mod stream;
mod tokens;

pub use self::known::known;

/// Largest file that testlib reads, in bytes.
const LARGEST: usize = 128 << 20;

/// What a rule says of files that it finds equal, or how it ended before.
type Said = Result<Vec<u8>, End>;

/// Compares the jury's answer and a contestant's output.
type Rule = fn(&mut Stream<'_>, &mut Stream<'_>) -> Said;

/// The checkers, by the names that their sources have in testlib.
pub const CHECKERS: &[CheckerEntry] = &[
    entry("acmp", "testlib: one number within 1.5e-6", |options| {
        build("acmp", reals::acmp, options)
    }),
    entry("caseicmp", "testlib: `Case K:` and an integer, each case", |options| {
        build("caseicmp", cases::caseicmp, options)
    }),
    entry("casencmp", "testlib: `Case K:` and integers, each case", |options| {
        build("casencmp", cases::casencmp, options)
    }),
    entry("casewcmp", "testlib: `Case K:` and tokens, each case", |options| {
        build("casewcmp", cases::casewcmp, options)
    }),
    entry("dcmp", "testlib: one number within 1e-6, absolutely or relatively", |options| {
        build("dcmp", reals::dcmp, options)
    }),
    entry("fcmp", "testlib: lines, to the byte", |options| build("fcmp", lines::fcmp, options)),
    entry("hcmp", "testlib: one integer of any length", |options| {
        build("hcmp", tokens::hcmp, options)
    }),
    entry("icmp", "testlib: one 32-bit integer", |options| build("icmp", integers::icmp, options)),
    entry("lcmp", "testlib: lines, by their tokens", |options| build("lcmp", lines::lcmp, options)),
    entry("ncmp", "testlib: 64-bit integers in order", |options| {
        build("ncmp", integers::ncmp, options)
    }),
    entry("nyesno", "testlib: a sequence of YES and NO, in any case of letters", |options| {
        build("nyesno", tokens::nyesno, options)
    }),
    entry("rcmp", "testlib: one number within 1.5e-6", |options| {
        build("rcmp", reals::acmp, options)
    }),
    entry("rcmp4", "testlib: numbers within 1e-4, absolutely or relatively", |options| {
        build("rcmp4", reals::rcmp4, options)
    }),
    entry("rcmp6", "testlib: numbers within 1e-6, absolutely or relatively", |options| {
        build("rcmp6", reals::rcmp6, options)
    }),
    entry("rcmp9", "testlib: numbers within 1e-9, absolutely or relatively", |options| {
        build("rcmp9", reals::rcmp9, options)
    }),
    entry("rncmp", "testlib: numbers within 1.5e-5", |options| {
        build("rncmp", reals::rncmp, options)
    }),
    entry("uncmp", "testlib: 64-bit integers in any order", |options| {
        build("uncmp", integers::uncmp, options)
    }),
    entry("wcmp", "testlib: tokens in order", |options| build("wcmp", tokens::wcmp, options)),
    entry("yesno", "testlib: YES or NO, in any case of letters", |options| {
        build("yesno", tokens::yesno, options)
    }),
];

const fn entry(
    name: &'static str,
    summary: &'static str,
    build: fn(&Options) -> Result<Box<dyn Checker>, BadOption>,
) -> CheckerEntry {
    CheckerEntry { name, summary, options: &[], needs_answer: true, build }
}

fn build(name: &str, rule: Rule, given: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only(name, &[], given)?;
    Ok(Box::new(Standard(rule)))
}

/// What separates tokens. Vertical tabs, form feeds and NUL do not.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// A checker by its rule.
#[derive(Debug)]
struct Standard(Rule);

impl Checker for Standard {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let answer = crate::compare::answer_of(files)?;
        let said = decide(self.0, answer, files.output);
        let judgement = |opinion, message: &[u8], at: Option<usize>| Judgement {
            opinion,
            message: message::text(message),
            score: None,
            place: at.map(|at| place_of(files.output, at)),
        };
        let End { how, message, at } = match said {
            Ok(message) => return Ok(judgement(Opinion::Accepted, &message, None)),
            Err(end) => end,
        };
        match how {
            How::Wrong => Ok(judgement(Opinion::WrongAnswer, &message, at)),
            How::Format => Ok(judgement(Opinion::OutputFormat, &message, at)),
            How::Fail => Err(Fault { file: FaultyFile::Answer, message: message::text(&message) }),
        }
    }
}

/// Sees to what is the same for all rules.
fn decide(rule: Rule, answer: &[u8], output: &[u8]) -> Said {
    let (mut contestant, mut jury) = (Stream::of_contestant(output), Stream::of_jury(answer));
    for (text, stream) in [(output, &contestant), (answer, &jury)] {
        if text.len() > LARGEST {
            let words = format!("File size exceeds {LARGEST} bytes, size is {}", text.len());
            return Err(stream.bad(words));
        }
    }
    let said = rule(&mut jury, &mut contestant)?;
    if !contestant.seek_eof() {
        return Err(End::format(contestant.here(), "Extra information in the output file"));
    }
    Ok(said)
}

/// Reads what is left of two sequences, of which one is longer where something is left.
fn longer(
    count: usize,
    answer: &mut Stream<'_>,
    output: &mut Stream<'_>,
    read: impl Fn(&mut Stream<'_>) -> Result<(), End>,
) -> Result<(), End> {
    let more = |stream: &mut Stream<'_>| {
        let mut more = 0;
        while !stream.seek_eof() {
            read(stream)?;
            more += 1;
        }
        Ok(more)
    };
    let in_answer = more(answer)?;
    let at = output.here();
    let in_output = more(output)?;
    let sentence = |this: &str, more: usize, other: &str| {
        let length = count + more;
        format!(
            "{this} contains longer sequence [length = {length}], but {other} contains {count} elements"
        )
    };
    match (in_answer, in_output) {
        (0, 0) => Ok(()),
        (0, more) => Err(End::wrong(at, sentence("Output", more, "answer"))),
        (more, _) => Err(End::wrong(at, sentence("Answer", more, "output"))),
    }
}
