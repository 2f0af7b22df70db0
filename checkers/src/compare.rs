//! General comparers: the output against the jury's answer, without knowing the problem.
//!
//! A difference of any kind is a wrong answer, never a wrong format: a comparer does not know the
//! form that the statement asks for. All of them start with the longest common prefix, so that an
//! output equal to the answer costs one pass at the speed of memory, and none copies the files.

use crate::{Checker, CheckerEntry, Fault, FaultyFile, Files, Judgement};

mod alike;
mod decimal;
pub mod default;
pub mod dmoj;
mod exact;
mod lines;
mod matching;
mod numbers;
mod oicompare;
mod prefix;
mod product;
mod short;
mod token_lines;
mod tokens;
mod unordered;

pub(crate) use self::prefix::common_prefix;
pub(crate) use self::product::Bag;

/// Byte for byte.
pub const EXACT: CheckerEntry = CheckerEntry {
    name: "exact",
    summary: "the answer, byte for byte",
    options: &[],
    needs_answer: true,
    build: exact::build,
};

/// Tokens in order; whitespace only separates.
pub const TOKENS: CheckerEntry = CheckerEntry {
    name: "tokens",
    summary: "the answer's tokens in order, separated by any whitespace",
    options: tokens::OPTIONS,
    needs_answer: true,
    build: tokens::build,
};

/// Lines in order; whitespace at the end of a line and blank lines at the end are forgiven.
pub const LINES: CheckerEntry = CheckerEntry {
    name: "lines",
    summary: "the answer's lines in order, ignoring spaces at line ends and blank lines at the end",
    options: &[],
    needs_answer: true,
    build: lines::build,
};

/// Lines in order, of each its tokens; blank lines at the end are forgiven. So CMS compares ("white
/// diff").
pub const TOKEN_LINES: CheckerEntry = CheckerEntry {
    name: "token-lines",
    summary: "the answer's lines in order, by their tokens, ignoring blank lines at the end",
    options: &[],
    needs_answer: true,
    build: token_lines::build,
};

/// Lines in any order, each as often as in the answer; blank lines do not count.
pub const UNORDERED_LINES: CheckerEntry = CheckerEntry {
    name: "unordered-lines",
    summary: "the answer's lines in any order, each as often as in the answer",
    options: &[],
    needs_answer: true,
    build: unordered::build_lines,
};

/// Blocks in order, the lines of each in any order; one or more blank lines part two blocks.
pub const UNORDERED_BLOCKS: CheckerEntry = CheckerEntry {
    name: "unordered-blocks",
    summary: "the answer's blocks (separated by blank lines) in order, their lines in any order",
    options: &[],
    needs_answer: true,
    build: unordered::build_blocks,
};

/// Tokens in order, numbers within a tolerance.
pub const NUMBERS: CheckerEntry = CheckerEntry {
    name: "numbers",
    summary: "the answer's tokens in order, numbers within an absolute or relative tolerance",
    options: numbers::OPTIONS,
    needs_answer: true,
    build: numbers::build,
};

/// Words line by line, as `oicompare` of the Polish olympiads.
pub const OICOMPARE: CheckerEntry = CheckerEntry {
    name: "oicompare",
    summary: "the answer's words line by line; only line ends behind the last word are free",
    options: &[],
    needs_answer: true,
    build: oicompare::build,
};

/// The default output validator of the problem package format.
pub const DEFAULT: CheckerEntry = CheckerEntry {
    name: "default",
    summary: "the answer's tokens by the rules of the problem package format's default validator",
    options: default::OPTIONS,
    needs_answer: true,
    build: default::build,
};

/// The jury's answer, which every comparer needs.
pub(crate) fn answer_of<'a>(files: &Files<'a>) -> Result<&'a [u8], Fault> {
    let message = "missing, but this checker compares with it";
    files.answer.ok_or_else(|| Fault { file: FaultyFile::Answer, message: message.to_owned() })
}

/// A comparison of output and answer that has no options.
#[derive(Debug)]
struct Plain(fn(output: &[u8], answer: &[u8]) -> Judgement);

impl Checker for Plain {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        Ok(self.0(files.output, answer_of(files)?))
    }
}

/// The judgement of an output in which a comparer found no difference.
fn same() -> Judgement {
    Judgement::accepted("the output is as expected")
}
