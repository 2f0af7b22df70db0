//! Checkers that compare integers: `icmp`, `ncmp` and `uncmp`.

use super::end::End;
use super::message::{ordinal, part};
use super::number::{count_plain, int64, read_int32, read_int64};
use super::stream::{Stream, tokens};
use super::{Said, longer};

/// How many numbers a message shows all of.
const SHOWN: usize = 5;

/// One 32-bit integer.
pub(super) fn icmp(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    let expected = read_int32(answer)?;
    let found = read_int32(output)?;
    if expected != found {
        return Err(End::wrong(output.last, format!("expected {expected}, found {found}")));
    }
    Ok(format!("answer is {expected}").into())
}

/// 64-bit integers in order.
pub(super) fn ncmp(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    let mut count = 0;
    let mut first = Vec::new();
    loop {
        let same = answer.same_tokens(output);
        if !same.is_empty() {
            if count > SHOWN
                && let Some(more) = count_plain(same, false)
            {
                count += more;
                continue;
            }
            for token in tokens(same) {
                let value = int64(token, answer)?;
                count += 1;
                if count <= SHOWN {
                    first.push(value);
                }
            }
            continue;
        }
        if answer.seek_eof() || output.seek_eof() {
            break;
        }
        count += 1;
        let expected = read_int64(answer)?;
        let found = read_int64(output)?;
        if expected != found {
            let place = ordinal(count);
            let message =
                format!("{place} numbers differ - expected: '{expected}', found: '{found}'");
            return Err(End::wrong(output.last, message));
        }
        if count <= SHOWN {
            first.push(expected);
        }
    }
    longer(count, answer, output, |stream| read_int64(stream).map(drop))?;
    if count > SHOWN {
        return Ok(format!("{count} numbers").into());
    }
    let first: Vec<_> = first.iter().map(i64::to_string).collect();
    let first = part(first.join(" ").as_bytes());
    Ok([format!("{count} number(s): \"").as_bytes(), &first, b"\""].concat())
}

/// 64-bit integers in any order.
pub(super) fn uncmp(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    let is_same = answer.rest() == output.rest();
    let mut expected = all(answer)?;
    let mut found = if is_same { Vec::new() } else { all(output)? };
    if !is_same && expected.len() != found.len() {
        let message = format!("Expected {} elements, but {} found", expected.len(), found.len());
        return Err(End::wrong(0, message));
    }
    if is_same {
        output.skip();
    } else {
        expected.sort_unstable();
        found.sort_unstable();
        if expected != found {
            let size = expected.len();
            let message = format!(
                "Expected sequence and output are different (as unordered sequences) [size={size}]"
            );
            return Err(End::wrong(0, message));
        }
    }
    Ok(in_order(&mut expected).into())
}

fn all(stream: &mut Stream<'_>) -> Result<Vec<i64>, End> {
    let mut values = Vec::new();
    while !stream.seek_eof() {
        values.push(read_int64(stream)?);
    }
    Ok(values)
}

fn in_order(values: &mut [i64]) -> String {
    let count = values.len();
    let start = match count {
        0 => return "empty sequence".to_owned(),
        1 => "1 number:".to_owned(),
        _ => format!("{count} numbers (in increasing order):"),
    };
    if count > SHOWN {
        // The two least at the start, the two greatest at the end: no more has its place.
        values.select_nth_unstable(1);
        values[2..].select_nth_unstable(count - 4);
        values[..2].sort_unstable();
        values[count - 2..].sort_unstable();
        let [least, next, .., before, greatest] = *values else { return start };
        return format!("{start} {least} {next} ... {before} {greatest}");
    }
    values.sort_unstable();
    values.iter().fold(start, |words, value| format!("{words} {value}"))
}
