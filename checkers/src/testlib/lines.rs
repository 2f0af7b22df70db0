//! Checkers that compare line by line: `lcmp` and `fcmp`.

use super::Said;
use super::message::part;
use super::stream::Stream;
use super::tokens::differ;

/// The tokens of each line are equal.
pub(super) fn lcmp(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    let mut first = output.clone();
    let count =
        compare(answer, output, |left, right| left == right || words(left).eq(words(right)))?;
    Ok(said(count, &mut first))
}

/// Each line is equal to the byte, but for its end.
pub(super) fn fcmp(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    let mut first = answer.clone();
    let count = compare(answer, output, |left, right| left == right)?;
    Ok(said(count, &mut first))
}

/// The number of lines, all of which are equal by a rule. The last one does not count where it is empty.
fn compare(
    answer: &mut Stream<'_>,
    output: &mut Stream<'_>,
    equal: impl Fn(&[u8], &[u8]) -> bool,
) -> Result<usize, super::end::End> {
    let mut count = 0;
    while !answer.eof() {
        let same = answer.same_lines(output);
        count += same;
        if same > 0 {
            continue;
        }
        let expected = answer.line();
        if expected.is_empty() && answer.eof() {
            break;
        }
        let found = output.line();
        count += 1;
        if !equal(&expected, &found) {
            return Err(differ(output.last, "lines", count, &expected, &found));
        }
    }
    Ok(count)
}

/// The tokens of a line, which C++ streams separate at vertical tabs and form feeds too.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    line.split(is_space).filter(|word| !word.is_empty())
}

/// `first` is the file whose only line is shown.
fn said(count: usize, first: &mut Stream<'_>) -> Vec<u8> {
    if count == 1 {
        return [b"single line: '", &*part(&first.line()), b"'"].concat();
    }
    format!("{count} lines").into()
}
