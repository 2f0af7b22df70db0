//! What a reader needs to see a case: the head of the input, a few lines of the output and of the
//! jury's answer around the place where they part, and both ends of standard error. Bounded, whatever
//! the files hold.

use std::borrow::Cow;

use jury_checkers::drawing::Drawing;
use jury_checkers::{Files, Place};
use serde::{Deserialize, Serialize};

use crate::cut;
use crate::sandbox::Transcript;
use crate::score::Score;

/// Lines shown before and after the place.
const CONTEXT: usize = 3;
/// Bytes of a line that are kept.
const LINE_BYTES: usize = 160;
/// Bytes shown before the place, where its line is longer than what is kept.
const BYTES_BEFORE: usize = 60;
/// Lines of the input that are kept.
const INPUT_LINES: usize = 40;
/// Bytes of the input that are kept.
const INPUT_BYTES: usize = 2048;
/// Bytes of standard error that are kept: of its head, and of its tail, where it says why it ended.
const ERROR_BYTES: (usize, usize) = (512, 1536);

/// What a reader needs to see a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// Where the output first goes wrong.
    pub place: Option<Place>,
    /// The head of the input.
    pub input: Excerpt,
    /// The output around that place.
    pub output: Excerpt,
    /// The jury's answer around the same line.
    pub answer: Option<Excerpt>,
    /// What was said, where the problem is interactive; then there is no output to show.
    pub transcript: Option<Transcript>,
    /// Standard error; of a long one both ends, and between them a line that says how much is left out.
    pub errors: Vec<u8>,
    /// Whether something is left out there.
    pub errors_cut: bool,
    /// The case and the output as boards, where that was asked for.
    #[serde(with = "as_text")]
    pub drawing: Option<Drawing>,
    /// The score of the jury's answer, where that was asked for.
    pub reference_score: Option<Score>,
}

/// A few lines of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// Number of the first line here, from 1.
    pub first_line: usize,
    /// Number of the first byte of every line here, from 1.
    pub first_column: usize,
    /// The lines without their ends, each cut to a bounded length, and then with `…` at its end.
    pub lines: Vec<Vec<u8>>,
    /// Whether the text goes on after the last line here.
    pub more: bool,
    /// Bytes of the whole text.
    pub bytes: u64,
}

/// Drawings leave out what is empty, which only formats with names can read back.
mod as_text {
    use jury_checkers::drawing::Drawing;
    use serde::{Deserialize as _, Deserializer, Serializer, de, ser};

    #[expect(clippy::ref_option, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(
        drawing: &Option<Drawing>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(&serde_json::to_string(drawing).map_err(ser::Error::custom)?)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(
        from: D,
    ) -> Result<Option<Drawing>, D::Error> {
        serde_json::from_str(&String::deserialize(from)?).map_err(de::Error::custom)
    }
}

impl Evidence {
    /// Collects the evidence around `place`, or around the first place in which output and answer
    /// differ. An answer that is not to be shown is not among the files.
    pub fn collect(place: Option<Place>, files: &Files<'_>, errors: &[u8]) -> Self {
        let &Files { input, output, answer } = files;
        let around = place
            .or_else(|| answer.map(|answer| first_difference(output, answer)))
            .unwrap_or(Place { line: 1, column: 1 });
        let (head, tail) = ERROR_BYTES;
        let shown = cut::middle(errors, head, tail);
        Self {
            place,
            input: Excerpt::head(input),
            output: Excerpt::around(output, around),
            answer: answer.map(|answer| Excerpt::around(answer, around)),
            transcript: None,
            errors_cut: matches!(shown, Cow::Owned(_)),
            errors: shown.into_owned(),
            drawing: None,
            reference_score: None,
        }
    }
}

impl Excerpt {
    fn head(text: &[u8]) -> Self {
        let shown = &text[..text.len().min(INPUT_BYTES)];
        let mut excerpt = Self::lines(shown, 1, 1, INPUT_LINES);
        excerpt.more |= shown.len() < text.len();
        excerpt.bytes = text.len() as u64;
        excerpt
    }

    fn around(text: &[u8], Place { line, column }: Place) -> Self {
        let first_line = line.saturating_sub(CONTEXT).max(1);
        let first_column =
            if column > LINE_BYTES - BYTES_BEFORE / 2 { column - BYTES_BEFORE } else { 1 };
        Self::lines(text, first_line, first_column, line - first_line + CONTEXT + 1)
    }

    fn lines(text: &[u8], first_line: usize, first_column: usize, most: usize) -> Self {
        let cut = |line: &[u8]| {
            let rest = line.get(first_column - 1..).unwrap_or_default();
            let shown = &rest[..rest.len().min(LINE_BYTES)];
            let more = if shown.len() < rest.len() { "…" } else { "" };
            [shown, more.as_bytes()].concat()
        };
        // A text that ends with a newline has an empty piece after it: not a line.
        let text_lines = text.strip_suffix(b"\n").unwrap_or(text);
        let mut lines: Vec<_> = text_lines
            .split(|&byte| byte == b'\n')
            .skip(first_line - 1)
            .take(most + 1)
            .map(cut)
            .collect();
        if text.is_empty() {
            lines.clear();
        }
        let more = lines.len() > most;
        lines.truncate(most);
        Self { first_line, first_column, lines, more, bytes: text.len() as u64 }
    }
}

/// The first place in which the texts differ.
fn first_difference(left: &[u8], right: &[u8]) -> Place {
    let same = left.iter().zip(right).take_while(|(l, r)| l == r).count();
    let before = &left[..same];
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    let column = same - memchr::memrchr(b'\n', before).map_or(0, |at| at + 1) + 1;
    Place { line, column }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files<'a>(output: &'a [u8], answer: Option<&'a [u8]>) -> Files<'a> {
        Files { input: b"3\n", output, answer }
    }

    #[test]
    fn excerpts_stand_around_the_first_difference() {
        let output = b"1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let answer = b"1\n2\n3\n4\n5\n6\nX\n8\n9\n";
        let evidence = Evidence::collect(None, &files(output, Some(answer)), b"");
        assert_eq!(evidence.output.first_line, 4);
        assert_eq!(evidence.output.lines.len(), 6);
        assert!(!evidence.output.more);
        assert_eq!(evidence.answer.expect("an answer").lines[3], b"X");
    }

    #[test]
    fn a_long_line_and_a_missing_line_are_bounded() {
        let output = vec![b'a'; 1 << 20];
        let place = Some(Place { line: 1, column: 1 });
        let evidence = Evidence::collect(place, &files(&output, None), &vec![b'e'; 1 << 20]);
        assert_eq!(
            evidence.output.lines,
            vec![["a".repeat(LINE_BYTES).as_bytes(), "…".as_bytes()].concat()]
        );
        let whole = Evidence::collect(place, &files(&output[..LINE_BYTES], None), b"");
        assert_eq!(whole.output.lines, vec![vec![b'a'; LINE_BYTES]]);
        assert!(evidence.errors.len() < 2200 && evidence.errors_cut);
        let far = Evidence::collect(Some(Place { line: 9, column: 1 }), &files(b"1\n", None), b"");
        assert_eq!(far.output.lines, Vec::<Vec<u8>>::new());
    }

    #[test]
    fn three_lines_before_and_after_the_place_are_shown_where_they_are_there() {
        let shown = |lines: usize, line: usize| {
            let numbers: Vec<String> = (1..=lines).map(|number| number.to_string()).collect();
            let text = numbers.join("\n") + "\n";
            let excerpt = Excerpt::around(text.as_bytes(), Place { line, column: 1 });
            (excerpt.first_line, excerpt.lines.len(), excerpt.more)
        };
        assert_eq!(shown(20, 10), (7, 7, true));
        assert_eq!(shown(14, 10), (7, 7, true));
        assert_eq!(shown(13, 10), (7, 7, false));
        assert_eq!(shown(11, 10), (7, 5, false));
        assert_eq!(shown(20, 4), (1, 7, true));
        assert_eq!(shown(20, 2), (1, 5, true));
        assert_eq!(shown(4, 1), (1, 4, false));
    }

    #[test]
    fn long_lines_are_shown_from_a_little_before_the_place() {
        let first = |column| Excerpt::around(b"", Place { line: 1, column }).first_column;
        let rows = [(1, 1), (61, 1), (130, 1), (131, 71), (161, 101), (1000, 940)];
        for (column, expected) in rows {
            assert_eq!(first(column), expected, "column {column}");
        }
    }

    #[test]
    fn the_first_difference_is_told_by_line_and_column() {
        let rows = [
            ("", "", (1, 1)),
            ("ab", "ac", (1, 2)),
            ("ab", "abc", (1, 3)),
            ("1\n", "1\n2\n", (2, 1)),
            ("1 2\n3 4\n", "1 2\n3 5\n", (2, 3)),
            ("1\n\nabcd", "1\n\nabce", (3, 4)),
        ];
        for (left, right, (line, column)) in rows {
            let found = first_difference(left.as_bytes(), right.as_bytes());
            assert_eq!(found, Place { line, column }, "{left:?} and {right:?}");
        }
    }

    #[test]
    fn the_difference_is_shown_however_far_to_the_right() {
        let mut output = vec![b'a'; 1 << 20];
        let answer = output.clone();
        output[900_000] = b'b';
        let evidence = Evidence::collect(None, &files(&output, Some(&answer)), b"");
        let shown = &evidence.output;
        assert_eq!(shown.lines[0][900_000 - (shown.first_column - 1)], b'b');
        assert_eq!(evidence.answer.expect("an answer").first_column, shown.first_column);
    }

    #[test]
    fn of_the_input_there_is_the_head() {
        let text = b"0123456789\n".repeat(1000);
        let head = Excerpt::head(&text);
        assert_eq!((head.lines.len(), head.more, head.bytes), (INPUT_LINES, true, 11_000));
        let head = Excerpt::head(&[b'1'; 3000]);
        assert_eq!((head.lines.len(), head.more, head.bytes), (1, true, 3000));
        let head = Excerpt::head(&b"1\n".repeat(INPUT_LINES));
        assert_eq!((head.lines.len(), head.more, head.bytes), (INPUT_LINES, false, 80));
        let head = Excerpt::head(b"1\n2\n");
        assert_eq!((head.lines.len(), head.more, head.bytes), (2, false, 4));
    }
}
