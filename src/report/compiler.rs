//! What a compiler said, as far as anybody reads it: the beginning, and the first error with its place where
//! that comes later. Pure.

use jury_checkers::plural::counted;

use crate::submission::first_error;

/// Lines that are shown.
const LINES: usize = 20;
/// Of these, those just before the first error and those from it on, where it comes after the first ones.
const AROUND: (usize, usize) = (3, 6);

/// The lines that are shown of a message, and in the place of others how many these are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shown<'a> {
    /// One of its lines.
    Line(&'a str),
    /// `… 7 more lines`.
    LeftOut(String),
}

impl Shown<'_> {
    /// The line, or the words in place of others.
    pub(super) fn words(&self) -> &str {
        match self {
            Self::Line(line) => line,
            Self::LeftOut(words) => words,
        }
    }
}

/// What is shown of a message.
pub(super) fn excerpt(message: &str) -> Vec<Shown<'_>> {
    let lines: Vec<&str> = message.lines().collect();
    let (before, behind) = AROUND;
    let error = first_error(message).map_or(0, |(number, _)| number);
    let head = LINES.min(lines.len());
    let ranges = if error < LINES - 1 {
        [0..head, head..head]
    } else {
        [0..LINES - before - behind, error - before..lines.len().min(error + behind)]
    };
    let mut shown = Vec::new();
    let mut next = 0;
    for range in ranges {
        shown.extend(left_out(range.start.saturating_sub(next)));
        next = range.end;
        shown.extend(lines[range].iter().copied().map(Shown::Line));
    }
    shown.extend(left_out(lines.len() - next));
    shown
}

fn left_out(lines: usize) -> Option<Shown<'static>> {
    (lines > 0).then(|| Shown::LeftOut(format!("… {}", counted(lines, "more line"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is shown of a message with so many lines, this one of which is the first error.
    #[track_caller]
    fn case(lines: usize, error: usize, expected: &str) {
        let line = |number: usize| {
            if number == error { "error: x".to_owned() } else { number.to_string() }
        };
        let message: Vec<_> = (0..lines).map(line).collect();
        let message = message.join("\n");
        let shown = excerpt(&message);
        let words = shown.iter().map(Shown::words);
        assert_eq!(words.collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn the_first_error_is_shown() {
        case(3, 1, "0 error: x 2");
        let first = "0 1 2 3 4 5 6 7 8 9 10";
        case(21, 2, "0 1 error: x 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 … 1 more line");
        case(20, 19, &format!("{first} … 5 more lines 16 17 18 error: x"));
        case(
            60,
            40,
            &format!("{first} … 26 more lines 37 38 39 error: x 41 42 43 44 45 … 14 more lines"),
        );
        case(0, 1, "");
    }
}
