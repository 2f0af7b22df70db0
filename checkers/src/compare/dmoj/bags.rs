//! `easy`, `sorted` and `unordered`: what stands in the output, in any order.

use super::super::{answer_of, same};
use super::{lines, tokens};
use crate::options;
use crate::text::{is_space, quote};
use crate::{BadOption, Checker, Fault, Files, Judgement, OptionValue, Options};

/// The options: `split_on`, `lines` (the default) or `whitespace`.
pub(super) const OPTIONS: &[&str] = &["split_on"];

#[derive(Debug)]
struct Easy;

pub(super) fn build_easy(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("dmoj-easy", &[], options)?;
    Ok(Box::new(Easy))
}

impl Checker for Easy {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let (found, expected) = (counts(files.output), counts(answer_of(files)?));
        let differing = (0_u8..=255).find(|&byte| found[byte as usize] != expected[byte as usize]);
        Ok(differing.map_or_else(same, |byte| {
            let (found, expected) = (found[byte as usize], expected[byte as usize]);
            let message =
                format!("expected {} {expected} times, found it {found} times", quote(&[byte]));
            Judgement::wrong(None, message)
        }))
    }
}

/// How often each byte occurs that is no whitespace, letters as small ones.
fn counts(text: &[u8]) -> [usize; 256] {
    let mut counts = [0; 256];
    for byte in text.iter().filter(|&&byte| !is_space(byte)) {
        counts[byte.to_ascii_lowercase() as usize] += 1;
    }
    counts
}

#[derive(Debug)]
struct Sorted {
    by_lines: bool,
}

pub(super) fn build_sorted(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("dmoj-sorted", OPTIONS, options)?;
    let by_lines = match options.get("split_on") {
        None => true,
        Some(OptionValue::Text(word)) if word == "lines" => true,
        Some(OptionValue::Text(word)) if word == "whitespace" => false,
        Some(_) => {
            let message = "expected `lines` or `whitespace`".to_owned();
            return Err(BadOption { option: "split_on".to_owned(), message });
        }
    };
    Ok(Box::new(Sorted { by_lines }))
}

impl Checker for Sorted {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let (output, answer) = (files.output, answer_of(files)?);
        if output == answer {
            return Ok(same());
        }
        let (found, expected, what) = if self.by_lines {
            (sorted_lines(output), sorted_lines(answer), "lines")
        } else {
            (sorted_tokens(output), sorted_tokens(answer), "tokens")
        };
        if found == expected {
            return Ok(same());
        }
        let first = found.iter().zip(&expected).find(|(found, expected)| found != expected);
        let shown = |line: &[&[u8]]| quote(&line.join(&b' '));
        let message = match first {
            Some((found, expected)) => {
                format!(
                    "sorted, the {what} first differ in {}, expected {}",
                    shown(found),
                    shown(expected)
                )
            }
            None => format!("expected {} {what}, found {}", expected.len(), found.len()),
        };
        Ok(Judgement::wrong(None, message))
    }
}

fn sorted_lines(text: &[u8]) -> Vec<Vec<&[u8]>> {
    let mut all: Vec<Vec<&[u8]>> = lines(text).map(|line| tokens(line).collect()).collect();
    all.sort_unstable();
    all
}

fn sorted_tokens(text: &[u8]) -> Vec<Vec<&[u8]>> {
    let mut all: Vec<Vec<&[u8]>> = tokens(text).map(|token| vec![token]).collect();
    all.sort_unstable();
    all
}
