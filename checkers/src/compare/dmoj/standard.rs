//! `standard` and `identical`.

use super::super::prefix::common_prefix;
use super::super::tokens::{end, locate};
use super::super::{answer_of, same};
use crate::options;
use crate::text::{is_space, place_of, quote};
use crate::{BadOption, Checker, Fault, Files, Judgement, Options};

/// The options: `pe_allowed` (default `true`): whether whitespace alone is named as the fault.
pub(super) const IDENTICAL_OPTIONS: &[&str] = &["pe_allowed"];

#[derive(Debug)]
struct Standard;

pub(super) fn build(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("dmoj-standard", &[], options)?;
    Ok(Box::new(Standard))
}

impl Checker for Standard {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        Ok(compare(files.output, answer_of(files)?))
    }
}

/// What stands before a token, and the token; at the end there is none.
struct Step<'a> {
    /// Whether a line ended since the token before.
    is_new_line: bool,
    token: Option<&'a [u8]>,
    /// Where the token begins.
    at: usize,
}

fn step(text: &[u8], from: usize) -> Step<'_> {
    let rest = &text[from..];
    let blanks = rest.iter().take_while(|&&byte| is_space(byte)).count();
    let (gap, rest) = rest.split_at(blanks);
    let length = rest.iter().position(|&byte| is_space(byte)).unwrap_or(rest.len());
    Step {
        is_new_line: gap.iter().any(|&byte| super::ends_line(byte)),
        token: (length > 0).then_some(&rest[..length]),
        at: from + blanks,
    }
}

fn compare(output: &[u8], answer: &[u8]) -> Judgement {
    let common = common_prefix(output, answer);
    // Behind a line end both are at the beginning of a line.
    let start =
        output[..common].iter().rposition(|&byte| super::ends_line(byte)).map_or(0, |at| at + 1);
    let (mut own, mut other) = (start, start);
    let mut is_first = true;
    loop {
        let (found, expected) = (step(output, own), step(answer, other));
        let is_same_gap = is_first || found.is_new_line == expected.is_new_line;
        let words = match (found.token, expected.token) {
            (None, None) => return same(),
            (Some(found), Some(expected)) if found != expected => {
                format!("expected {}, found {}", quote(expected), quote(found))
            }
            (Some(_), Some(_)) if is_same_gap => {
                own = found.at + found.token.map_or(0, <[u8]>::len);
                other = expected.at + expected.token.map_or(0, <[u8]>::len);
                is_first = false;
                continue;
            }
            (Some(found), Some(_)) if expected.is_new_line => {
                format!("expected the end of the line, found {}", quote(found))
            }
            (Some(_), Some(expected)) => {
                format!("expected {} on the line before", quote(expected))
            }
            (Some(found), None) => {
                format!("expected the end of the output, found {}", quote(found))
            }
            (None, Some(expected)) => {
                format!("expected {}, found {}", quote(expected), end(output))
            }
        };
        let (place, at) = locate(output, found.at);
        return Judgement::wrong(Some(place), format!("{at}: {words}"));
    }
}

#[derive(Debug)]
struct Identical {
    names_whitespace: bool,
}

pub(super) fn build_identical(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("dmoj-identical", IDENTICAL_OPTIONS, options)?;
    let names_whitespace = options::flag(options, "pe_allowed")?.unwrap_or(true);
    Ok(Box::new(Identical { names_whitespace }))
}

impl Checker for Identical {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let (output, answer) = (files.output, answer_of(files)?);
        if output == answer {
            return Ok(same());
        }
        let place = place_of(output, common_prefix(output, answer));
        let at = format!("line {}, column {}", place.line, place.column);
        let is_whitespace = self.names_whitespace && compare(output, answer).place.is_none();
        let words = if is_whitespace {
            "Presentation Error, check your whitespace"
        } else {
            "the output differs from the answer"
        };
        Ok(Judgement::wrong(Some(place), format!("{at}: {words}")))
    }
}
