//! The built-in checkers of DMOJ, by the rules of its judge.
//!
//! Lines end at every newline and every carriage return; blank ones do not count unless said.

use crate::CheckerEntry;

mod bags;
mod floats;
mod lines;
mod python;
mod standard;

pub use floats::MOST_DIGITS;
pub use python::{float as python_float, without_underscores};

/// `standard`: lines of tokens.
pub const STANDARD: CheckerEntry = CheckerEntry {
    name: "dmoj-standard",
    summary: "DMOJ's `standard`: the answer's tokens line by line, blank lines aside",
    options: &[],
    needs_answer: true,
    build: standard::build,
};

/// `identical`: byte for byte.
pub const IDENTICAL: CheckerEntry = CheckerEntry {
    name: "dmoj-identical",
    summary: "DMOJ's `identical`: the answer, byte for byte",
    options: standard::IDENTICAL_OPTIONS,
    needs_answer: true,
    build: standard::build_identical,
};

/// `easy`: the same letters, in any order.
pub const EASY: CheckerEntry = CheckerEntry {
    name: "dmoj-easy",
    summary: "DMOJ's `easy`: the answer's bytes in any order, letter case and whitespace aside",
    options: &[],
    needs_answer: true,
    build: bags::build_easy,
};

/// `sorted` and `unordered`: the same lines or tokens, in any order.
pub const SORTED: CheckerEntry = CheckerEntry {
    name: "dmoj-sorted",
    summary: "DMOJ's `sorted`: the answer's lines or tokens in any order",
    options: bags::OPTIONS,
    needs_answer: true,
    build: bags::build_sorted,
};

/// `floats`, `floatsabs` and `floatsrel`: numbers with a tolerance.
pub const FLOATS: CheckerEntry = CheckerEntry {
    name: "dmoj-floats",
    summary: "DMOJ's `floats`: the answer's tokens line by line, numbers with a tolerance",
    options: floats::OPTIONS,
    needs_answer: true,
    build: floats::build,
};

/// `rstripped`: lines without the whitespace at their ends.
pub const RSTRIPPED: CheckerEntry = CheckerEntry {
    name: "dmoj-rstripped",
    summary: "DMOJ's `rstripped`: the answer's lines, whitespace at their ends aside",
    options: lines::RSTRIPPED_OPTIONS,
    needs_answer: true,
    build: lines::build_rstripped,
};

/// `linecount`: a share of the points for each line.
pub const LINECOUNT: CheckerEntry = CheckerEntry {
    name: "dmoj-linecount",
    summary: "DMOJ's `linecount`: a share of the points for each right line",
    options: lines::LINECOUNT_OPTIONS,
    needs_answer: true,
    build: lines::build_linecount,
};

/// `linematches`: points by the weights of lines.
pub const LINEMATCHES: CheckerEntry = CheckerEntry {
    name: "dmoj-linematches",
    summary: "DMOJ's `linematches`: points by the weights of right lines",
    options: lines::LINEMATCHES_OPTIONS,
    needs_answer: true,
    build: lines::build_linematches,
};

/// Whether a line ends here.
fn ends_line(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

/// All lines.
fn all_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| ends_line(byte))
}

/// The lines that are not empty.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    all_lines(text).filter(|line| !line.is_empty())
}

/// The tokens of a line, or of a whole text.
fn tokens(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&byte| crate::text::is_space(byte)).filter(|token| !token.is_empty())
}
