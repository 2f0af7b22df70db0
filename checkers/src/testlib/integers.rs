//! Checkers that compare integers: `icmp`, `ncmp` and `uncmp`.

use super::end::End;
use super::message::{ordinal, part};
use super::number::{count_plain, int64, read_int32, read_int64};
use super::stream::{Stream, tokens};
use super::{Said, longer};
use crate::compare::Bag;

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
        // They differ as tokens do: an integer has one spelling.
        let expected = read_int64(answer)?;
        let found = read_int64(output)?;
        let place = ordinal(count);
        let message = format!("{place} numbers differ - expected: '{expected}', found: '{found}'");
        return Err(End::wrong(output.last, message));
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
    let is_same = answer.has_tokens_of(output);
    let mut bags = Bag::pair();
    let expected = all(answer, |value| bags[0].add(value))?;
    if is_same {
        output.skip();
        return Ok(expected.said().into());
    }
    let found = all(output, |value| bags[1].add(value))?;
    if expected.count != found.count {
        let message = format!("Expected {} elements, but {} found", expected.count, found.count);
        return Err(End::wrong(0, message));
    }
    let [expected_bag, found_bag] = &bags;
    if !expected_bag.is_same(found_bag) {
        let size = expected.count;
        let message = format!(
            "Expected sequence and output are different (as unordered sequences) [size={size}]"
        );
        return Err(End::wrong(0, message));
    }
    Ok(expected.said().into())
}

/// What a message shows of numbers in increasing order.
#[derive(Debug)]
struct Extremes {
    count: usize,
    /// The first ones.
    first: Vec<i64>,
    /// The two least, the greater one first.
    least: [i64; 2],
    /// The two greatest, the lesser one first.
    greatest: [i64; 2],
}

fn all(stream: &mut Stream<'_>, mut add: impl FnMut(i64)) -> Result<Extremes, End> {
    let (least, greatest) = ([i64::MAX; 2], [i64::MIN; 2]);
    let mut all = Extremes { count: 0, first: Vec::new(), least, greatest };
    while !stream.seek_eof() {
        let value = read_int64(stream)?;
        add(value);
        all.count += 1;
        if all.count <= SHOWN {
            all.first.push(value);
        }
        if value < all.least[0] {
            all.least = [value.max(all.least[1]), value.min(all.least[1])];
        }
        if value > all.greatest[0] {
            all.greatest = [value.min(all.greatest[1]), value.max(all.greatest[1])];
        }
    }
    Ok(all)
}

impl Extremes {
    fn said(mut self) -> String {
        let count = self.count;
        let start = match count {
            0 => return "empty sequence".to_owned(),
            1 => "1 number:".to_owned(),
            _ => format!("{count} numbers (in increasing order):"),
        };
        if count > SHOWN {
            let ([next, least], [before, greatest]) = (self.least, self.greatest);
            return format!("{start} {least} {next} ... {before} {greatest}");
        }
        self.first.sort_unstable();
        self.first.iter().fold(start, |words, value| format!("{words} {value}"))
    }
}
