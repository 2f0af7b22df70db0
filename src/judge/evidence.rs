//! What a reader needs to see a failure: a few lines of the output and of the jury's answer around
//! the place where they part, and the head of standard error. Bounded, whatever the output holds.

use jury_checkers::Place;

use crate::sandbox::Transcript;

/// Lines shown before and after the place.
const CONTEXT: usize = 3;
/// Bytes of a line that are kept.
const LINE_BYTES: usize = 160;
/// Bytes of standard error that are kept.
const ERROR_BYTES: usize = 2048;

/// What a reader needs to see a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// Where the output first goes wrong.
    pub place: Option<Place>,
    /// The output around that place.
    pub output: Excerpt,
    /// The jury's answer around the same line.
    pub answer: Option<Excerpt>,
    /// What was said, where the problem is interactive; then there is no output to show.
    pub transcript: Option<Transcript>,
    /// The head of standard error.
    pub errors: Vec<u8>,
    /// Whether standard error had more.
    pub errors_cut: bool,
}

/// A few lines of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// Number of the first line here, from 1.
    pub first_line: usize,
    /// The lines without their ends, each cut to a bounded length.
    pub lines: Vec<Vec<u8>>,
    /// Whether the text goes on after the last line here.
    pub more: bool,
}

impl Evidence {
    /// Collects the evidence around `place`, or around the first line in which output and answer
    /// differ.
    pub fn collect(
        place: Option<Place>,
        output: &[u8],
        answer: Option<&[u8]>,
        errors: &[u8],
    ) -> Self {
        let line = place
            .map(|place| place.line)
            .or_else(|| answer.map(|answer| first_difference(output, answer)))
            .unwrap_or(1);
        Self {
            place,
            output: Excerpt::around(output, line),
            answer: answer.map(|answer| Excerpt::around(answer, line)),
            transcript: None,
            errors: errors[..errors.len().min(ERROR_BYTES)].to_vec(),
            errors_cut: errors.len() > ERROR_BYTES,
        }
    }
}

impl Excerpt {
    fn around(text: &[u8], line: usize) -> Self {
        let first_line = line.saturating_sub(CONTEXT).max(1);
        let mut lines = text
            .split(|&byte| byte == b'\n')
            .skip(first_line - 1)
            .take(line - first_line + CONTEXT + 2)
            .map(|line| line[..line.len().min(LINE_BYTES)].to_vec())
            .collect::<Vec<_>>();
        // A text that ends with a newline has an empty piece after it: not a line.
        if lines.last().is_some_and(Vec::is_empty) {
            lines.pop();
        }
        let more = lines.len() > line - first_line + CONTEXT + 1;
        lines.truncate(line - first_line + CONTEXT + 1);
        Self { first_line, lines, more }
    }
}

/// The first line, from 1, in which the texts differ.
fn first_difference(left: &[u8], right: &[u8]) -> usize {
    let same = left.iter().zip(right).take_while(|(l, r)| l == r).count();
    memchr::memchr_iter(b'\n', &left[..same]).count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_stand_around_the_first_difference() {
        let output = b"1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let answer = b"1\n2\n3\n4\n5\n6\nX\n8\n9\n";
        let evidence = Evidence::collect(None, output, Some(answer), b"");
        assert_eq!(evidence.output.first_line, 4);
        assert_eq!(evidence.output.lines.len(), 6);
        assert!(!evidence.output.more);
        assert_eq!(evidence.answer.expect("an answer").lines[3], b"X");
    }

    #[test]
    fn a_long_line_and_a_missing_line_are_bounded() {
        let output = vec![b'a'; 1 << 20];
        let place = Some(Place { line: 1, column: 1 });
        let evidence = Evidence::collect(place, &output, None, &vec![b'e'; 1 << 20]);
        assert_eq!(evidence.output.lines, vec![vec![b'a'; LINE_BYTES]]);
        assert_eq!(evidence.errors.len(), ERROR_BYTES);
        assert!(evidence.errors_cut);
        let far = Evidence::collect(Some(Place { line: 9, column: 1 }), b"1\n", None, b"");
        assert_eq!(far.output.lines, Vec::<Vec<u8>>::new());
    }
}
