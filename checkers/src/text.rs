//! Reading bytes as text for checkers and validators: tokens and lines with their places, and
//! quoting of hostile bytes for messages. Knows no problem.

use crate::Place;

/// Longest excerpt of foreign bytes in a message, in characters.
const QUOTE_LIMIT: usize = 40;

/// A maximal run of bytes other than ASCII whitespace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    /// The token's bytes, never empty.
    pub(crate) bytes: &'a [u8],
    /// Offset of its first byte.
    pub(crate) offset: usize,
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
        Self { text, at: 0 }
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

/// Whether `byte` separates tokens.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
}

/// Line and column of `offset` in `text`. Linear: call it once, when a message is made.
pub(crate) fn place_of(text: &[u8], offset: usize) -> Place {
    let before = &text[..offset.min(text.len())];
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    let column = before.len() - memchr::memrchr(b'\n', before).map_or(0, |at| at + 1) + 1;
    Place { line, column }
}

/// `bytes` for a message: in backquotes, escaped where not printable ASCII, shortened.
pub(crate) fn quote(bytes: &[u8]) -> String {
    let mut quoted = String::from("`");
    for (shown, &byte) in bytes.iter().enumerate() {
        if shown == QUOTE_LIMIT {
            quoted.push('…');
            break;
        }
        quoted.extend(std::ascii::escape_default(byte).map(char::from));
    }
    quoted.push('`');
    quoted
}
