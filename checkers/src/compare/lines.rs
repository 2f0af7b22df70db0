//! Lines in order; whitespace at the end of a line and blank lines at the end are forgiven.

use super::prefix::common_prefix;
use super::{Plain, options, same};
use crate::text::{Line, line_at, line_with_text, place_of, quote_near};
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
    loop {
        let common = common_prefix(&output[output_at..], &answer[answer_at..]);
        let whole = memchr::memrchr(b'\n', &output[output_at..output_at + common]);
        let whole = whole.map_or(0, |last| last + 1);
        output_at += whole;
        answer_at += whole;
        match (line_at(output, output_at), line_at(answer, answer_at)) {
            (Some(found), Some(expected)) if found.bytes == expected.bytes => {
                output_at = found.next;
                answer_at = expected.next;
            }
            _ => break,
        }
    }
    let over = line_with_text(output, output_at).is_none();
    let both_over = over && line_with_text(answer, answer_at).is_none();
    (!both_over).then_some((output_at, answer_at))
}

/// The judgement on the first lines that differ; `None` stands for the end of a text.
fn judge(output: &[u8], found: Option<Line<'_>>, expected: Option<Line<'_>>) -> Judgement {
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
    let found = in_words(found);
    let message = format!("line {}: expected {expected}, found {found}", place.line);
    Judgement::wrong(Some(place), message)
}
