//! Lines in order; whitespace at the end of a line and blank lines at the end are forgiven.

use super::prefix::common_prefix;
use super::tokens::end;
use super::{Plain, same};
use crate::options;
use crate::text::{Line, is_space, line_at, line_with_text, place_of, quote_near};
use crate::{BadOption, Checker, Judgement, Options};

pub(super) fn build(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("lines", &[], options)?;
    Ok(Box::new(Plain(compare)))
}

fn compare(output: &[u8], answer: &[u8]) -> Judgement {
    let Some((output_at, answer_at)) = first_parting(output, answer) else { return same() };
    let found = line_with_text(output, output_at);
    let expected = line_with_text(answer, answer_at);
    match (found, expected) {
        // Neither text is over: a blank line in between counts.
        (Some(_), Some(_)) => judge(output, line_at(output, output_at), line_at(answer, answer_at)),
        _ => judge(output, found, expected),
    }
}

/// Offsets of the first lines of `output` and `answer` that differ; `None` when all are equal.
pub(super) fn first_parting(output: &[u8], answer: &[u8]) -> Option<(usize, usize)> {
    // Both offsets stand at the start of a line, or at the end.
    let (mut output_at, mut answer_at) = (0, 0);
    while output_at < output.len() || answer_at < answer.len() {
        let common = common_prefix(&output[output_at..], &answer[answer_at..]);
        let output_next = next_if_blank(output, output_at + common);
        let answer_next = next_if_blank(answer, answer_at + common);
        if let (Some(output_next), Some(answer_next)) = (output_next, answer_next) {
            // Only the blanks before the newlines differ, or only blank lines follow.
            (output_at, answer_at) = (output_next, answer_next);
        } else {
            let whole = memchr::memrchr(b'\n', &output[output_at..output_at + common]);
            let whole = whole.map_or(0, |last| last + 1);
            return Some((output_at + whole, answer_at + whole));
        }
    }
    None
}

/// Whether `left` and `right` begin with the same line. Quick for short lines, wherever they lie.
pub(super) fn same_line(left: &[u8], right: &[u8]) -> bool {
    let (left_words, _) = left.as_chunks::<8>();
    let (right_words, _) = right.as_chunks::<8>();
    let words = left_words.iter().zip(right_words);
    let whole = words.take_while(|(left, right)| left == right && !has_newline(**left)).count() * 8;
    let pairs = left[whole..].iter().zip(&right[whole..]);
    let rest = pairs.take_while(|(left, right)| left == right && **left != b'\n').count();
    let common = whole + rest;
    next_if_blank(left, common).is_some() && next_if_blank(right, common).is_some()
}

/// Whether a newline is among the bytes: then its exclusive or with newlines has a byte of 0, and
/// of such a word the lowest one borrows.
fn has_newline(word: [u8; 8]) -> bool {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let word = u64::from_le_bytes(word) ^ u64::from_le_bytes([b'\n'; 8]);
    word.wrapping_sub(ONES) & !word & (ONES << 7) != 0
}

/// Where the next line starts (or the text ends), if nothing but whitespace precedes it from `at`.
fn next_if_blank(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let blanks = rest.iter().take_while(|&&byte| byte != b'\n' && is_space(byte)).count();
    match rest.get(blanks) {
        None => Some(text.len()),
        Some(b'\n') => Some(at + blanks + 1),
        Some(_) => None,
    }
}

/// The judgement on the first lines that differ; `None` stands for the end of a text.
pub(super) fn judge(
    output: &[u8],
    found: Option<Line<'_>>,
    expected: Option<Line<'_>>,
) -> Judgement {
    let shared = match (found, expected) {
        (Some(found), Some(expected)) => common_prefix(found.bytes, expected.bytes),
        _ => 0,
    };
    let place = place_of(output, found.map_or(output.len(), |line| line.offset + shared));
    let in_words = |line: Option<Line<'_>>| match line {
        None => "the end of the output".to_owned(),
        Some(Line { bytes: [], .. }) => "a blank line".to_owned(),
        Some(line) => quote_near(line.bytes, shared),
    };
    let expected = in_words(expected);
    let found = found.map_or_else(|| end(output).to_owned(), |line| in_words(Some(line)));
    let message = format!("line {}: expected {expected}, found {found}", place.line);
    Judgement::wrong(Some(place), message)
}

#[cfg(test)]
mod tests {
    use super::same_line;

    /// Lines of all lengths around a word's and two words'.
    fn lines() -> impl Iterator<Item = &'static str> {
        let all = ["abcdefghijklmnopqrst", "mmmmmmmmmmmmmmmmmmmm"];
        all.into_iter().flat_map(|line| (0..line.len()).map(move |length| &line[..length]))
    }

    #[test]
    fn neither_blanks_nor_what_follows_parts_lines() {
        let ends = [
            "",
            " \t",
            "\n",
            " \r\n",
            "\nmmmmmmmmmmmmX",
            "\nmmmmmmmmmmmmY",
            "\n\n\n\n\n\n\n\nX",
            "\n\n\n\n\n\n\n\nY",
        ];
        for line in lines() {
            for (left, right) in ends.iter().flat_map(|left| ends.map(|right| (left, right))) {
                let (left, right) = (format!("{line}{left}"), format!("{line}{right}"));
                assert!(same_line(left.as_bytes(), right.as_bytes()), "{left:?} {right:?}");
            }
        }
    }

    #[test]
    fn one_byte_parts_lines_wherever_it_lies() {
        for line in lines().map(|line| format!("{line}\nmmmmmmmmmmmm")) {
            for at in 0..line.find('\n').unwrap_or(0) {
                let changed = format!("{}X{}", &line[..at], &line[at + 1..]);
                for other in [changed.as_str(), &line[..at]] {
                    assert!(!same_line(other.as_bytes(), line.as_bytes()), "{other:?} {line:?}");
                    assert!(!same_line(line.as_bytes(), other.as_bytes()), "{line:?} {other:?}");
                }
            }
        }
    }
}
