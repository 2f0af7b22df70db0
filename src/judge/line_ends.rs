//! Tests with the line ends of Windows, as copies with those of this system: validators read strictly, and
//! so do programs in some languages. The copies are kept in the cache, by what the tests hold.

use std::path::Path;

use crate::digest::Digest;
use crate::problem::{Case, Problem};
use crate::submission::Cache;

use super::JudgeFailure;
use super::complete::{is_whole, keep};
use super::set_aside::{SetAside, read};

/// The problem with such copies of its inputs and answers.
///
/// # Errors
/// When a file of a case cannot be read, or a copy cannot be written.
pub fn without_crlf(problem: Problem, cache: &Cache) -> Result<Problem, JudgeFailure> {
    let mut digest = Digest::default();
    digest.field("format", "jury line ends 1");
    for Case { name, input, answer, .. } in &problem.cases {
        digest.field("case", name);
        digest.content("input", &read(input)?);
        if let Some(answer) = answer {
            digest.content("answer", &read(answer)?);
        }
    }
    let folder = cache.cases_folder().join(digest.in_hexadecimal());
    let copy = |case: &Case| Case {
        input: SetAside::place(&folder, &case.name, "in"),
        answer: case.answer.as_ref().map(|_| SetAside::place(&folder, &case.name, "ans")),
        ..case.clone()
    };
    let copies: Vec<Case> = problem.cases.iter().map(copy).collect();
    let files = copies.iter().flat_map(|case| std::iter::once(&case.input).chain(&case.answer));
    if !is_whole(&folder, files) {
        keep(&folder, &mut |new| write(&problem, new))?;
    }
    Ok(problem.with_cases(copies))
}

/// Writes the copies.
fn write(problem: &Problem, folder: &Path) -> Result<(), JudgeFailure> {
    let aside = SetAside::within(folder);
    for Case { name, input, answer, .. } in &problem.cases {
        aside.write(name, "in", &converted(read(input)?))?;
        if let Some(answer) = answer {
            aside.write(name, "ans", &converted(read(answer)?))?;
        }
    }
    Ok(())
}

/// Without a carriage return before the end of a line.
fn converted(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut kept = 0;
    for at in 0..bytes.len() {
        if bytes[at] != b'\r' || bytes.get(at + 1) != Some(&b'\n') {
            bytes[kept] = bytes[at];
            kept += 1;
        }
    }
    bytes.truncate(kept);
    bytes
}

#[cfg(test)]
mod tests {
    use super::converted;

    #[test]
    fn carriage_returns_go_at_the_ends_of_lines_alone() {
        for (from, to) in [
            ("", ""),
            ("1\r\n2\r\n", "1\n2\n"),
            ("a\rb\n", "a\rb\n"),
            ("\r\r\n\r", "\r\n\r"),
            ("\n", "\n"),
        ] {
            assert_eq!(converted(from.into()), to.as_bytes(), "{from:?}");
        }
    }
}
