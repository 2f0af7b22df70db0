//! Checkers of outputs in the form `Case 1: …`: `caseicmp`, `casencmp` and `casewcmp`.

use super::Said;
use super::end::End;
use super::message::{Joined, part};
use super::number::{int64, read_int64};
use super::stream::Stream;
use crate::digits::{MOST_DIGITS, digits};

const CASE: &[u8] = b"Case";

/// How many numbers a message shows all of.
const SHOWN: usize = 5;

/// Reads `Case`.
fn read_word(stream: &mut Stream<'_>, number: usize) -> Result<(), End> {
    let word = stream.word()?;
    if word == CASE {
        return Ok(());
    }
    Err(unexpected(stream, "Case", word, number))
}

/// Reads `1:`.
fn read_number(stream: &mut Stream<'_>, number: usize) -> Result<(), End> {
    let word = stream.word()?;
    // As it is written where it is right; everything else takes the slow way.
    let (value, length) = digits(word, 0, 0);
    let is_plain = length < MOST_DIGITS && word[0] != b'0' && word[length..] == *b":";
    if is_plain && u64::try_from(number) == Ok(value) {
        return Ok(());
    }
    let expected = format!("{number}:");
    if word == expected.as_bytes() {
        return Ok(());
    }
    Err(unexpected(stream, &expected, word, number))
}

fn unexpected(stream: &Stream<'_>, expected: &str, found: &[u8], number: usize) -> End {
    let start = format!("Expected '{expected}' but found '");
    let end = format!("' [test case {number}]");
    stream.bad([start.as_bytes(), &part(found), end.as_bytes()].concat())
}

/// One 64-bit integer a case.
pub(super) fn caseicmp(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    let mut again = answer.clone();
    let is_same = answer.has_tokens_of(output);
    let expected = values(answer, |_, _, _| {})?;
    if is_same {
        output.skip();
        return Ok(said(expected));
    }
    let mut wrong = None;
    let found = values(output, |number, value, at| {
        // Read without a mistake before; behind the last one there is none.
        let expected = case_value(&mut again, number).ok();
        if let Some(expected) = expected.filter(|&expected| expected != value) {
            wrong.get_or_insert_with(|| {
                let message = format!("Expected {expected} found {value} [test case {number}]");
                End::wrong(at, message)
            });
        }
    })?;
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    if expected.count != found.count {
        let counts = (expected.count, found.count);
        let message = format!("Expected {} test case(s) but found {}", counts.0, counts.1);
        return Err(End::format(output.here(), message));
    }
    Ok(said(expected))
}

/// What a message shows of the values of all cases.
#[derive(Debug, Default)]
struct Values {
    count: usize,
    first: Vec<i64>,
    last: [i64; 2],
}

/// Reads a file to its end, and tells each value with the number of its case and its place.
fn values(stream: &mut Stream<'_>, mut tell: impl FnMut(usize, i64, usize)) -> Result<Values, End> {
    let mut all = Values::default();
    while !stream.seek_eof() {
        all.count += 1;
        let value = case_value(stream, all.count)?;
        tell(all.count, value, stream.last);
        if all.count <= SHOWN {
            all.first.push(value);
        }
        all.last = [all.last[1], value];
    }
    Ok(all)
}

fn case_value(stream: &mut Stream<'_>, number: usize) -> Result<i64, End> {
    read_word(stream, number)?;
    read_number(stream, number)?;
    read_int64(stream)
}

fn said(Values { count, mut first, last: [before, last] }: Values) -> Vec<u8> {
    let is_long = count > SHOWN;
    first.truncate(if is_long { 3 } else { SHOWN });
    let start = format!("{count} case(s):");
    let mut words = first.iter().fold(start, |words, value| format!("{words} {value}"));
    if is_long {
        words = format!("{words} ... {before} {last}");
    }
    words.into()
}

/// 64-bit integers in each case.
pub(super) fn casencmp(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    // What is an integer is written in one way, so that equal ones are equal texts.
    let valid = |token: &[u8], stream: &Stream<'_>| int64(token, stream).map(drop);
    sequences(answer, output, true, valid, numbers)
}

/// Tokens in each case.
pub(super) fn casewcmp(answer: &mut Stream<'_>, output: &mut Stream<'_>) -> Said {
    sequences(answer, output, false, |_, _| Ok(()), words)
}

/// A file of cases, each of which ends at the next word `Case`.
#[derive(Debug, Clone)]
struct Reader<'a> {
    stream: Stream<'a>,
    /// Whether the word `Case` of the next case was read as the end of one before. It stays so, as in testlib.
    is_begun: bool,
    /// Whether what follows a NUL in a token is not looked at: testlib hands it on as a text of C.
    ends_at_nul: bool,
}

impl<'a> Reader<'a> {
    fn begin(&mut self, number: usize) -> Result<(), End> {
        if !self.is_begun {
            read_word(&mut self.stream, number)?;
        }
        read_number(&mut self.stream, number)
    }

    /// The next token of the case; `None` at its end.
    fn next(&mut self) -> Result<Option<&'a [u8]>, End> {
        if self.stream.seek_eof() {
            return Ok(None);
        }
        let token = self.stream.word()?;
        if token == CASE {
            self.is_begun = true;
            return Ok(None);
        }
        let nul = self.ends_at_nul.then(|| memchr::memchr(0, token)).flatten();
        Ok(Some(&token[..nul.unwrap_or(token.len())]))
    }
}

fn sequences(
    answer: &mut Stream<'_>,
    output: &mut Stream<'_>,
    ends_at_nul: bool,
    valid: impl Fn(&[u8], &Stream<'_>) -> Result<(), End>,
    shown: impl Fn(Reader<'_>) -> Result<Vec<u8>, End>,
) -> Said {
    let is_same = answer.has_tokens_of(output);
    let mut expected = Reader { stream: answer.clone(), is_begun: false, ends_at_nul };
    let mut found = Reader { stream: output.clone(), is_begun: false, ends_at_nul };
    let mut count = 0;
    while !expected.stream.seek_eof() {
        count += 1;
        expected.begin(count)?;
        let mut again = expected.clone();
        while let Some(token) = expected.next()? {
            valid(token, &expected.stream)?;
        }
        if is_same {
            continue;
        }
        found.begin(count)?;
        let start = found.clone();
        let first = again.clone();
        let mut differs = None;
        loop {
            let token = found.next()?;
            if let Some(token) = token {
                valid(token, &found.stream)?;
            }
            if differs.is_none() && again.next()? != token {
                differs = Some(found.stream.last);
            }
            if token.is_none() {
                break;
            }
        }
        if let Some(at) = differs {
            let place = format!(" [test case {count}]");
            let message = [
                &b"Sequences differ: jury has "[..],
                &*shown(first)?,
                b", but participant has ",
                &shown(start)?,
                place.as_bytes(),
            ];
            return Err(End::wrong(at, message.concat()));
        }
    }
    *output = found.stream;
    if is_same {
        output.skip();
    }
    Ok(format!("{count} test cases(s)").into())
}

/// A case's words in a message.
fn words(mut reader: Reader<'_>) -> Result<Vec<u8>, End> {
    let mut joined = Joined::default();
    while let Some(token) = reader.next()? {
        joined.push(token);
    }
    Ok(quoted(&joined.part(), joined.count))
}

/// A case's numbers in a message.
fn numbers(mut reader: Reader<'_>) -> Result<Vec<u8>, End> {
    let mut first: Vec<&[u8]> = Vec::new();
    let mut last: [&[u8]; 2] = [b""; 2];
    let mut count = 0;
    while let Some(token) = reader.next()? {
        count += 1;
        if count <= SHOWN {
            first.push(token);
        }
        last = [last[1], token];
    }
    if count > SHOWN {
        first.truncate(3);
        first.push(b"...");
        first.extend(last);
    }
    Ok(quoted(&first.join(&b' '), count))
}

fn quoted(text: &[u8], count: usize) -> Vec<u8> {
    [b"\"", text, format!("\" [size={count}]").as_bytes()].concat()
}
