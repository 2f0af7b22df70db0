//! Lines in any order, over the whole text or within each block.
//!
//! Lines are compared without whitespace at their end, each must come as often as in the answer,
//! and blank lines do not count but part blocks.

use super::matching::{Matching, Part, Parting};
use super::{Plain, same};
use crate::options;
use crate::text::{line_at, line_with_text, place_of, quote};
use crate::{BadOption, Checker, Judgement, Options};

pub(super) fn build_lines(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("unordered-lines", &[], options)?;
    Ok(Box::new(Plain(compare_lines)))
}

pub(super) fn build_blocks(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("unordered-blocks", &[], options)?;
    Ok(Box::new(Plain(compare_blocks)))
}

fn compare_lines(output: &[u8], answer: &[u8]) -> Judgement {
    let (found, expected) = (Part { text: output, start: 0 }, Part { text: answer, start: 0 });
    match Matching::default().first_parting(found, expected) {
        None => same(),
        Some(parting) => judge(output, found, parting, ""),
    }
}

fn compare_blocks(output: &[u8], answer: &[u8]) -> Judgement {
    let mut matching = Matching::default();
    let (mut output_at, mut answer_at) = (0, 0);
    let mut number = 1_usize;
    loop {
        let (found, expected) = match (block_at(output, output_at), block_at(answer, answer_at)) {
            (None, None) => return same(),
            (Some(found), Some(expected)) => (found, expected),
            (found, expected) => return judge_block(output, found, expected, number),
        };
        if let Some(parting) = matching.first_parting(found, expected) {
            return judge(output, found, parting, &format!(" in block {number}"));
        }
        (output_at, answer_at) = (found.text.len(), expected.text.len());
        number += 1;
    }
}

/// The first block at or after offset `at`, where a line starts.
fn block_at(text: &[u8], at: usize) -> Option<Part<'_>> {
    let first = line_with_text(text, at)?;
    let lines = std::iter::successors(Some(first), |line| {
        line_at(text, line.next).filter(|line| !line.bytes.is_empty())
    });
    let end = lines.last().map_or(first.next, |last| last.next);
    Some(Part { text: &text[..end], start: first.offset })
}

/// The judgement on lines of the part `found` of `output`; `within` says which part.
fn judge(output: &[u8], found: Part<'_>, parting: Parting<'_>, within: &str) -> Judgement {
    match parting {
        Parting::Surplus { line, known } => {
            let place = place_of(output, line.offset);
            let shown = quote(line.bytes);
            let wrong = if known { "appears more often than expected" } else { "is not expected" };
            let message = format!("line {}: {shown} {wrong}{within}", place.line);
            Judgement::wrong(Some(place), message)
        }
        Parting::Missing { line } => {
            let place = place_of(output, found.text.len());
            let message = format!("the line {} is missing{within}", quote(line.bytes));
            Judgement::wrong(Some(place), message)
        }
    }
}

/// The judgement when one text has a block `number` and the other has not.
fn judge_block(
    output: &[u8],
    found: Option<Part<'_>>,
    expected: Option<Part<'_>>,
    number: usize,
) -> Judgement {
    let place = place_of(output, found.map_or(output.len(), |block| block.start));
    let first_line = |block: Option<Part<'_>>| {
        let line = block.and_then(|block| line_at(block.text, block.start));
        quote(line.map_or(&[], |line| line.bytes))
    };
    let line = place.line;
    let message = if expected.is_none() {
        let shown = first_line(found);
        format!("line {line}: expected the end of the output, found block {number} with {shown}")
    } else {
        let shown = first_line(expected);
        format!("line {line}: expected block {number} with {shown}, found the end of the output")
    };
    Judgement::wrong(Some(place), message)
}
