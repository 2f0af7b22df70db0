//! Reading bytes as text for checkers and validators: tokens, lines and integers with their places;
//! and quotes of hostile bytes, for messages.

use crate::Place;

/// Longest excerpt of foreign bytes in a message, in bytes of the original.
const QUOTE_LIMIT: usize = 40;

/// How much of the common part an excerpt shows before the byte that it is about.
const QUOTE_BEFORE: usize = 12;

/// A maximal run of bytes other than ASCII whitespace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    /// The token's bytes, never empty.
    pub(crate) bytes: &'a [u8],
    /// Offset of its first byte.
    pub(crate) offset: usize,
}

impl Token<'_> {
    /// Offset behind the last byte.
    pub(crate) fn end(&self) -> usize {
        self.offset + self.bytes.len()
    }
}

/// Tokens of a text in order. Space, tab, newline, vertical tab, form feed and carriage return
/// separate (the separators of testlib and of the problem package format).
#[derive(Debug, Clone)]
pub(crate) struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Self {
        Self::starting_at(text, 0)
    }

    /// The tokens of `text` from offset `at` on; beyond the end there are none.
    pub(crate) fn starting_at(text: &'a [u8], at: usize) -> Self {
        Self { text, at: at.min(text.len()) }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.iter().position(|&b| !is_space(b))?;
        let rest = &self.text[start..];
        let end = start + rest.iter().position(|&b| is_space(b)).unwrap_or(rest.len());
        self.at = end;
        Some(Token { bytes: &self.text[start..end], offset: start })
    }
}

/// A line without its newline and without whitespace at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line<'a> {
    /// The line's bytes; empty for a blank line.
    pub(crate) bytes: &'a [u8],
    /// Offset of its first byte.
    pub(crate) offset: usize,
    /// Offset of the line after it.
    pub(crate) next: usize,
}

/// The line that starts at offset `at`; `None` at the end of the text.
pub(crate) fn line_at(text: &[u8], at: usize) -> Option<Line<'_>> {
    let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
    let (whole, next) = match memchr::memchr(b'\n', rest) {
        Some(length) => (&rest[..length], at + length + 1),
        None => (rest, text.len()),
    };
    Some(Line { bytes: trim_end(whole), offset: at, next })
}

/// The first line at or after offset `at`, where a line starts, that is not blank.
pub(crate) fn line_with_text(text: &[u8], at: usize) -> Option<Line<'_>> {
    let mut lines = std::iter::successors(line_at(text, at), |line| line_at(text, line.next));
    lines.find(|line| !line.bytes.is_empty())
}

/// `bytes` without the whitespace at its end.
pub(crate) fn trim_end(bytes: &[u8]) -> &[u8] {
    let length = bytes.iter().rposition(|&b| !is_space(b)).map_or(0, |last| last + 1);
    &bytes[..length]
}

/// Whether `byte` separates tokens.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The value of an integer: an optional `-`, then digits; leading zeros are allowed, `+` is not.
/// Values beyond 64 bits become the nearest `i64`. `None` for anything else.
pub(crate) fn parse_integer(token: &[u8]) -> Option<i64> {
    let (negative, digits) = match token.split_first() {
        Some((b'-', digits)) => (true, digits),
        _ => (false, token),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().fold(0_i64, |value, digit| {
        let digit = i64::from(digit - b'0');
        value.saturating_mul(10).saturating_add(if negative { -digit } else { digit })
    });
    Some(value)
}

/// An integer and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Integer<'a> {
    /// The value; beyond 64 bits the nearest `i64`.
    pub(crate) value: i64,
    /// The digits as written.
    pub(crate) token: Token<'a>,
}

/// Why [`Integers`] has no integer to give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoInteger<'a> {
    /// The text is over.
    End,
    /// Something else stands there.
    Junk(Token<'a>),
}

/// Reads a text as integers in the spelling of [`parse_integer`], separated by whitespace. Made
/// for outputs of millions of small numbers: one look at each byte.
#[derive(Debug, Clone)]
pub(crate) struct Integers<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Integers<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// The next integer.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Integer<'a>, NoInteger<'a>> {
        match self.next_short() {
            Some(integer) => Ok(integer),
            None => self.next_of_any_length(),
        }
    }

    /// The next integer if it starts here, has one or two digits and ends with a space or newline.
    /// Whether it has one or two is not for a branch to guess: that would cost more than the rest.
    #[inline]
    fn next_short(&mut self) -> Option<Integer<'a>> {
        let offset = self.at;
        let &[first, second, third] = self.text.get(offset..)?.first_chunk()?;
        let two = second.is_ascii_digit();
        let end = [second, third][usize::from(two)];
        if !first.is_ascii_digit() || (end != b' ' && end != b'\n') {
            return None;
        }
        let [tens, ones] = [[0, first], [first, second]][usize::from(two)];
        let value = i64::from(tens & 15) * 10 + i64::from(ones & 15);
        let length = 1 + usize::from(two);
        self.at = offset + length + 1;
        let bytes = &self.text[offset..offset + length];
        Some(Integer { value, token: Token { bytes, offset } })
    }

    fn next_of_any_length(&mut self) -> Result<Integer<'a>, NoInteger<'a>> {
        let blanks = self.text[self.at..].iter().take_while(|&&byte| is_space(byte));
        self.at += blanks.count();
        let offset = self.at;
        let mut value = 0_i64;
        // Eighteen digits always fit; longer numbers, signs and junk take the slow way.
        let limit = self.text.len().min(offset + 18);
        while self.at < limit && self.text[self.at].is_ascii_digit() {
            value = value * 10 + i64::from(self.text[self.at] - b'0');
            self.at += 1;
        }
        let (end, length) = (self.text.get(self.at), self.at - offset);
        if length == 0 || end.is_some_and(|&byte| !is_space(byte)) {
            return self.next_slowly(offset);
        }
        // The quick way looks for the next integer right behind the separator.
        self.at += usize::from(end.is_some());
        let bytes = &self.text[offset..offset + length];
        Ok(Integer { value, token: Token { bytes, offset } })
    }

    #[cold]
    fn next_slowly(&mut self, offset: usize) -> Result<Integer<'a>, NoInteger<'a>> {
        let token = Tokens::starting_at(self.text, offset).next().ok_or(NoInteger::End)?;
        self.at = token.end();
        let value = parse_integer(token.bytes).ok_or(NoInteger::Junk(token))?;
        Ok(Integer { value, token })
    }

    /// The first token that has not been read.
    pub(crate) fn rest(&self) -> Option<Token<'a>> {
        Tokens::starting_at(self.text, self.at).next()
    }
}

/// Line and column of `offset` in `text`. Linear: call it once, when a message is made.
pub fn place_of(text: &[u8], offset: usize) -> Place {
    let before = &text[..offset.min(text.len())];
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    let column = before.len() - memchr::memrchr(b'\n', before).map_or(0, |at| at + 1) + 1;
    Place { line, column }
}

/// `bytes` for a message: in backquotes, escaped where not printable ASCII, shortened.
pub(crate) fn quote(bytes: &[u8]) -> String {
    quote_near(bytes, 0)
}

/// Like [`quote`], but of long `bytes` it shows the part around offset `at`.
pub(crate) fn quote_near(bytes: &[u8], at: usize) -> String {
    quote_part(bytes, at, QUOTE_LIMIT)
}

/// Like [`quote_near`], with `limit` for the longest excerpt: more than [`QUOTE_BEFORE`].
pub(crate) fn quote_part(bytes: &[u8], at: usize, limit: usize) -> String {
    let start = if bytes.len() > limit && at >= limit - QUOTE_BEFORE {
        at.min(bytes.len()) - QUOTE_BEFORE
    } else {
        0
    };
    let shown = &bytes[start..bytes.len().min(start + limit)];
    let mut quoted = String::from("`");
    if start > 0 {
        quoted.push('…');
    }
    for &byte in shown {
        quoted.extend(std::ascii::escape_default(byte).map(char::from));
    }
    if start + shown.len() < bytes.len() {
        quoted.push('…');
    }
    quoted.push('`');
    quoted
}

#[cfg(test)]
mod tests {
    use super::{Integers, NoInteger, line_at, line_with_text, parse_integer, quote, quote_near};

    #[track_caller]
    fn integer(token: &str, expected: Option<i64>) {
        assert_eq!(parse_integer(token.as_bytes()), expected, "{token:?}");
        let mut integers = Integers::new(token.as_bytes());
        assert_eq!(integers.next().ok().map(|integer| integer.value), expected, "{token:?}");
    }

    #[test]
    fn integers_are_an_optional_minus_and_digits() {
        integer("0", Some(0));
        integer("-0", Some(0));
        integer("007", Some(7));
        integer("-12", Some(-12));
        integer("000000000000000000000000000012", Some(12));
        integer("999999999999999999", Some(999_999_999_999_999_999));
        integer("9223372036854775807", Some(i64::MAX));
        integer("-9223372036854775808", Some(i64::MIN));
        integer("9223372036854775808", Some(i64::MAX));
        integer("-99999999999999999999999", Some(i64::MIN));
        for junk in ["", "-", "+5", "--1", "1-", "1.0", "0x1", "1e3", "\0", "1\0", "\u{661}"] {
            integer(junk, None);
        }
    }

    #[test]
    fn integers_are_read_with_their_offsets() {
        let mut integers = Integers::new(b" 1\r\n\t-22 x3 4");
        let first = integers.next().unwrap();
        assert_eq!((first.value, first.token.offset), (1, 1));
        let second = integers.next().unwrap();
        assert_eq!((second.value, second.token.offset), (-22, 5));
        let Err(NoInteger::Junk(junk)) = integers.next() else { panic!("x3 is no integer") };
        assert_eq!((junk.bytes, junk.offset), (&b"x3"[..], 9));
        assert_eq!(integers.rest().unwrap().bytes, b"4");
        assert_eq!(integers.next().unwrap().value, 4);
        assert_eq!(integers.next(), Err(NoInteger::End));
        assert_eq!(integers.rest(), None);
    }

    #[test]
    fn an_integer_comes_with_the_token_it_was_read_from() {
        let text = "1 23 456 7\n89\n0\t-5 00 1";
        let mut integers = Integers::new(text.as_bytes());
        for token in text.split_ascii_whitespace() {
            let integer = integers.next().expect("an integer");
            assert_eq!(integer.token.bytes, token.as_bytes());
            assert_eq!(Ok(integer.value), token.parse());
        }
        assert_eq!(integers.next(), Err(NoInteger::End));
    }

    #[test]
    fn lines_lose_blanks_at_their_end() {
        let text = b"a b \t\r\n\n  c";
        let first = line_at(text, 0).unwrap();
        assert_eq!((first.bytes, first.next), (&b"a b"[..], 7));
        assert_eq!(line_at(text, 7).unwrap().bytes, b"");
        assert_eq!(line_with_text(text, 7).unwrap().bytes, b"  c");
        assert_eq!(line_at(text, text.len()), None);
        assert_eq!(line_with_text(b"\n \n", 0), None);
    }

    #[test]
    fn quotes_are_printable_and_short() {
        assert_eq!(quote(b"a\0\xff\n"), "`a\\x00\\xff\\n`");
        assert_eq!(quote(&[b'x'; 40]), format!("`{}`", "x".repeat(40)));
        assert_eq!(quote(&[b'x'; 41]), format!("`{}…`", "x".repeat(40)));
        let long: Vec<u8> = (0..100).map(|i| b'0' + i % 10).collect();
        assert_eq!(quote_near(&long, 70), "`…8901234567890123456789012345678901234567…`");
        assert_eq!(quote_near(&long, 99), "`…7890123456789`");
        assert_eq!(quote_near(&long, 500), "`…890123456789`");
        // What can be shown whole is, wherever it is looked at.
        assert_eq!(quote_near(&long[..40], 40), format!("`{}`", "0123456789".repeat(4)));
        assert_eq!(quote_near(&long, 27), format!("`{}…`", "0123456789".repeat(4)));
        // What would stand near the end of an excerpt from the start is shown with more behind it.
        assert_eq!(quote_near(&long, 28), "`…6789012345678901234567890123456789012345…`");
    }
}
