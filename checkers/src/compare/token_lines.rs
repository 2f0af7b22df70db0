//! Lines in order, of each its tokens; blank lines at the end are forgiven. So CMS compares where a task
//! has no checker ("white diff").

use super::lines::judge;
use super::prefix::common_prefix;
use super::{Plain, same};
use crate::options;
use crate::text::{Line, Tokens, line_at, line_with_text};
use crate::{BadOption, Checker, Judgement, Options};

pub(super) fn build(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("token-lines", &[], options)?;
    Ok(Box::new(Plain(compare)))
}

fn compare(output: &[u8], answer: &[u8]) -> Judgement {
    // Both offsets stand at the start of a line, or at the end.
    let (mut output_at, mut answer_at) = (0, 0);
    loop {
        let common = common_prefix(&output[output_at..], &answer[answer_at..]);
        let whole = memchr::memrchr(b'\n', &output[output_at..output_at + common]);
        let whole = whole.map_or(0, |last| last + 1);
        output_at += whole;
        answer_at += whole;
        match (line_at(output, output_at), line_at(answer, answer_at)) {
            (Some(found), Some(expected)) if are_alike(found, expected) => {
                (output_at, answer_at) = (found.next, expected.next);
            }
            // Neither text is over: a blank line in between counts.
            (Some(found), Some(expected))
                if line_with_text(output, output_at).is_some()
                    && line_with_text(answer, answer_at).is_some() =>
            {
                return judge(output, Some(found), Some(expected));
            }
            _ => {
                let found = line_with_text(output, output_at);
                let expected = line_with_text(answer, answer_at);
                return if found.is_none() && expected.is_none() {
                    same()
                } else {
                    judge(output, found, expected)
                };
            }
        }
    }
}

fn are_alike(found: Line<'_>, expected: Line<'_>) -> bool {
    let [found, expected] = [found, expected].map(|line| Tokens::new(line.bytes));
    found.map(|token| token.bytes).eq(expected.map(|token| token.bytes))
}
