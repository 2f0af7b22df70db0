//! Checkers that compare tokens: `wcmp`, `hcmp`, `yesno` and `nyesno`.

use super::end::End;
use super::message::{ordinal, part};
use super::stream::{Stream, count_tokens, tokens};
use super::{Said, longer};

/// All tokens are equal.
pub(super) fn wcmp(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    let mut count = 0;
    let mut last: &[u8] = b"";
    loop {
        let same = answer.same_tokens(output);
        if !same.is_empty() {
            count += count_tokens(same);
            last = if count == 1 { tokens(same).next().unwrap_or(last) } else { last };
            continue;
        }
        if answer.seek_eof() || output.seek_eof() {
            break;
        }
        count += 1;
        let expected = answer.word()?;
        let found = output.word()?;
        if expected != found {
            return Err(differ(output.last, "words", count, expected, found));
        }
        last = expected;
    }
    // The last answer that is looked at is the jury's: both may be over now.
    let (answer_is_over, output_is_over) = (answer.seek_eof(), output.seek_eof());
    match (answer_is_over, output_is_over) {
        (true, true) if count == 1 => Ok([b"\"", &*part(last), b"\""].concat()),
        (true, true) => Ok(format!("{count} tokens").into()),
        (true, false) => Err(End::wrong(output.here(), "Participant output contains extra tokens")),
        (false, _) => Err(End::wrong(output.here(), "Unexpected EOF in the participants output")),
    }
}

/// The words on two parts of the files that differ.
pub(super) fn differ(at: usize, what: &str, count: usize, expected: &[u8], found: &[u8]) -> End {
    let start = format!("{} {what} differ - expected: '", ordinal(count));
    let message = [start.as_bytes(), &part(expected), b"', found: '", &part(found), b"'"].concat();
    End::wrong(at, message)
}

/// One integer of any length.
pub(super) fn hcmp(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    let is_integer = |token: &[u8]| match token.strip_prefix(b"-").unwrap_or(token) {
        [b'0'] => token.len() == 1,
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    let expected = answer.word()?;
    let found = output.word()?;
    let no_integer = |token: &[u8]| [&*part(token), b" is not a valid integer"].concat();
    if !is_integer(expected) {
        return Err(End::fail(no_integer(expected)));
    }
    if !answer.seek_eof() {
        return Err(End::fail("expected exactly one token in the answer file"));
    }
    if !is_integer(found) {
        return Err(End::format(output.last, no_integer(found)));
    }
    if expected != found {
        let message = [b"expected '", &*part(expected), b"', found '", &part(found), b"'"].concat();
        return Err(End::wrong(output.last, message));
    }
    Ok([b"answer is '", &*part(expected), b"'"].concat())
}

const YES: &[u8] = b"YES";
const NO: &[u8] = b"NO";

/// `YES` or `NO`, in any case of letters, once.
pub(super) fn yesno(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    let expected = answer.word()?.to_ascii_uppercase();
    let found = output.word()?.to_ascii_uppercase();
    if ![YES, NO].contains(&&*expected) {
        let found = part(&expected);
        let message = [b"YES or NO expected in answer, but ", &*found, b" found"].concat();
        return Err(End::fail(message));
    }
    if ![YES, NO].contains(&&*found) {
        let message = [b"YES or NO expected, but ", &*part(&found), b" found"].concat();
        return Err(End::format(output.last, message));
    }
    if expected != found {
        let message = [b"expected ", &*expected, b", found ", &found].concat();
        return Err(End::wrong(output.last, message));
    }
    Ok([b"answer is ", &*expected].concat())
}

/// How many of a sequence say what.
#[derive(Debug, Default)]
struct Votes {
    yes: usize,
    no: usize,
}

impl Votes {
    fn count(&self) -> usize {
        self.yes + self.no
    }

    /// Counts a token, and returns what it says; `None` where that is neither.
    fn add(&mut self, token: &[u8]) -> Option<&'static [u8]> {
        if token.eq_ignore_ascii_case(YES) {
            self.yes += 1;
            return Some(YES);
        }
        if token.eq_ignore_ascii_case(NO) {
            self.no += 1;
            return Some(NO);
        }
        None
    }
}

/// A sequence of `YES` and `NO`, in any case of letters.
pub(super) fn nyesno(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    let mut votes = Votes::default();
    loop {
        let same = answer.same_tokens(output);
        if !same.is_empty() {
            for token in tokens(same) {
                let index = votes.count() + 1;
                votes.add(token).ok_or_else(|| End::fail(neither(token, " in answer", index)))?;
            }
            continue;
        }
        if answer.seek_eof() || output.seek_eof() {
            break;
        }
        let index = votes.count() + 1;
        let expected = answer.word()?;
        let found = output.word()?;
        let Some(expected) = Votes::default().add(expected) else {
            return Err(End::fail(neither(expected, " in answer", index)));
        };
        let Some(found) = votes.add(found) else {
            return Err(End::format(output.last, neither(found, "", index)));
        };
        if expected != found {
            let place = format!(" [{} token]", ordinal(index));
            let message = [b"expected ", expected, b", found ", found, place.as_bytes()].concat();
            return Err(End::wrong(output.last, message));
        }
    }
    longer(votes.count(), answer, output, |stream| stream.word().map(drop))?;
    Ok(match (votes.count(), votes.yes) {
        (0, _) => "Empty output".into(),
        (1, 1) => YES.into(),
        (1, _) => NO.into(),
        (count, yes) => {
            format!("{count} token(s): yes count is {yes}, no count is {}", votes.no).into()
        }
    })
}

fn neither(token: &[u8], whose: &str, index: usize) -> Vec<u8> {
    let expected = format!("YES or NO expected{whose}, but ");
    let place = format!(" found [{} token]", ordinal(index));
    [expected.as_bytes(), &part(&token.to_ascii_uppercase()), place.as_bytes()].concat()
}
