//! A file as testlib's checkers read it: tokens between blanks, and lines.

use std::borrow::Cow;

use super::end::End;
use super::is_blank;
use super::message::part;
use crate::compare::common_prefix;
use crate::digits::next_low;
use crate::plain::{Bounds, pass, whole_number};

/// Longest token, in bytes.
const LONGEST_TOKEN: usize = 32 << 20;

/// How much is compared at once: what the cache holds, and less than the longest token.
const PIECE: usize = 64 << 10;

/// Whose file it is: the same mistake is a wrong format of one, and the setter's fault in the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Contestant,
    Jury,
}

/// A file that is read from its start to its end.
#[derive(Debug, Clone)]
pub(super) struct Stream<'a> {
    text: &'a [u8],
    at: usize,
    owner: Owner,
    /// Where the token or line that was read last begins.
    pub(super) last: usize,
}

impl<'a> Stream<'a> {
    /// The jury's answer.
    pub(super) fn of_jury(text: &'a [u8]) -> Self {
        Self { text, at: 0, owner: Owner::Jury, last: 0 }
    }

    /// A contestant's output, of which a byte order mark at the start is skipped.
    pub(super) fn of_contestant(text: &'a [u8]) -> Self {
        let at = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Self { text, at, owner: Owner::Contestant, last: 0 }
    }

    /// What is not read yet.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    /// Where it is read.
    pub(super) fn here(&self) -> usize {
        self.at
    }

    /// Passes over the rest.
    pub(super) fn skip(&mut self) {
        self.at = self.text.len();
    }

    /// Whether there is nothing more.
    pub(super) fn eof(&self) -> bool {
        self.at == self.text.len()
    }

    /// The same behind the blanks that follow.
    pub(super) fn seek_eof(&mut self) -> bool {
        self.at = behind_blanks(self.text, self.at);
        self.eof()
    }

    /// What ends the check because of this file's contents.
    pub(super) fn bad(&self, message: impl Into<Vec<u8>>) -> End {
        let mut message = message.into();
        match self.owner {
            Owner::Contestant => End::format(self.last, message),
            Owner::Jury => {
                message.extend_from_slice(b" (ans)");
                End::fail(message)
            }
        }
    }

    /// The next token, if it is a plain integer.
    pub(super) fn plain_number(&mut self) -> Option<i64> {
        self.seek_eof();
        let (value, length) = whole_number(self.rest())?;
        self.last = self.at;
        self.at += length;
        Some(value)
    }

    /// How many of the tokens that come next in both files are plain numbers within bounds; each is read then.
    /// There may be more of them.
    pub(super) fn near_numbers(&mut self, output: &mut Stream<'_>, bounds: Bounds) -> usize {
        if self.seek_eof() || output.seek_eof() {
            return 0;
        }
        let skip = |found, expected| {
            Some([behind_blanks(output.text, found), behind_blanks(self.text, expected)])
        };
        let texts = [output.text, self.text];
        let passed = pass(texts, [output.at, self.at], bounds, skip);
        (output.at, self.at) = (passed.found, passed.expected);
        passed.count
    }

    /// The next token.
    pub(super) fn word(&mut self) -> Result<&'a [u8], End> {
        self.word_of("token")
    }

    /// The next token, which is to be this.
    pub(super) fn word_of(&mut self, what: &str) -> Result<&'a [u8], End> {
        let is_over = self.seek_eof();
        self.last = self.at;
        if is_over {
            return Err(self.bad(format!("Unexpected end of file - {what} expected")));
        }
        let rest = self.rest();
        let length = token_length(rest);
        if length > LONGEST_TOKEN {
            let shown = part(&rest[..=LONGEST_TOKEN]);
            let words = format!("Length of token exceeds {LONGEST_TOKEN}, token is '");
            return Err(self.bad([words.as_bytes(), &shown, b"...'"].concat()));
        }
        self.at += length;
        Ok(&rest[..length])
    }

    /// The next line, without its end: a carriage return anywhere else in it is dropped, and one that ends the
    /// file becomes a byte 0xff, as testlib reads them. At the end of the file it is empty.
    pub(super) fn line(&mut self) -> Cow<'a, [u8]> {
        self.last = self.at;
        let rest = self.rest();
        let newline = memchr::memchr(b'\n', rest);
        let raw = &rest[..newline.unwrap_or(rest.len())];
        self.at += newline.map_or(rest.len(), |at| at + 1);
        let Some(first) = memchr::memchr(b'\r', raw) else { return Cow::Borrowed(raw) };
        if first + 1 == raw.len() && newline.is_some() {
            return Cow::Borrowed(&raw[..first]);
        }
        let mut line = raw[..first].to_vec();
        let mut bytes = raw[first..].iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            match (byte, bytes.peek().is_some(), newline.is_some()) {
                (b'\r', false, true) => {}
                (b'\r', false, false) => line.push(0xff),
                // The byte behind it stands for itself, even if it is one more of them.
                (b'\r', true, _) => line.extend(bytes.next()),
                _ => line.push(byte),
            }
        }
        Cow::Owned(line)
    }

    /// The bytes that come next in both files as whole tokens, of which each is read then. There may be more of
    /// them: none are returned where the next token differs, or may.
    pub(super) fn same_tokens(&mut self, other: &mut Stream<'_>) -> &'a [u8] {
        let starts = [&*self, other].map(|stream| behind_blanks(stream.text, stream.at));
        // At an end it shows where a file was read to.
        if starts[0] < self.text.len() && starts[1] < other.text.len() {
            [self.at, other.at] = starts;
        }
        let (left, right) = (self.rest(), other.rest());
        let (left, right) = (&left[..left.len().min(PIECE)], &right[..right.len().min(PIECE)]);
        let common = common_prefix(left, right);
        let ends = |stream: &Stream<'_>| {
            stream.text.get(stream.at + common).is_none_or(|&byte| is_blank(byte))
        };
        let whole = if ends(self) && ends(other) {
            common
        } else {
            left[..common].iter().rposition(|&byte| is_blank(byte)).map_or(0, |last| last + 1)
        };
        self.at += whole;
        other.at += whole;
        &left[..whole]
    }

    /// Whether the same tokens follow in both files. Of one that is very long it may not be known.
    pub(super) fn has_tokens_of(&self, other: &Stream<'_>) -> bool {
        let (mut left, mut right) = (self.clone(), other.clone());
        while !left.same_tokens(&mut right).is_empty() {}
        left.seek_eof() && right.seek_eof()
    }

    /// How many lines come next in both files with equal bytes; each is read then. The last line of this file is
    /// not among them. There may be more of them.
    pub(super) fn same_lines(&mut self, other: &mut Stream<'_>) -> usize {
        let (left, right) = (self.rest(), other.rest());
        let (left, right) = (&left[..left.len().min(PIECE)], &right[..right.len().min(PIECE)]);
        let common = common_prefix(left, right).min(self.rest().len().saturating_sub(1));
        let whole = memchr::memrchr(b'\n', &left[..common]).map_or(0, |last| last + 1);
        self.at += whole;
        other.at += whole;
        memchr::memchr_iter(b'\n', &left[..whole]).count()
    }
}

/// The first offset from `at` on where there is no blank.
fn behind_blanks(text: &[u8], at: usize) -> usize {
    at + text[at..].iter().take_while(|&&byte| is_blank(byte)).count()
}

/// How long the token is that a text begins with.
fn token_length(text: &[u8]) -> usize {
    let mut end = next_low(text, 0);
    // Other low bytes are part of it.
    while text.get(end).is_some_and(|&byte| !is_blank(byte)) {
        end = next_low(text, end + 1);
    }
    end
}

/// The tokens of a text that was found good.
pub(super) fn tokens(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| is_blank(byte)).filter(|token| !token.is_empty())
}

/// How many tokens a text has that does not begin inside one.
pub(super) fn count_tokens(text: &[u8]) -> usize {
    /// As many as a byte counts.
    const CHUNK: usize = 255;
    let first = text.first().is_some_and(|&byte| !is_blank(byte));
    let starts = |(&before, &byte): (&u8, &u8)| u8::from(is_blank(before) & !is_blank(byte));
    let chunks = text.chunks(CHUNK).zip(text.get(1..).unwrap_or_default().chunks(CHUNK));
    let of_chunk =
        |(before, bytes): (&[u8], &[u8])| before.iter().zip(bytes).map(starts).sum::<u8>();
    usize::from(first) + chunks.map(|chunk| usize::from(of_chunk(chunk))).sum::<usize>()
}
