//! Reading an input token by token, with the blanks between them either exact to the byte (for
//! validators) or free (for checkers, which need not care how a file breaks its lines).
//!
//! Knows no problem: the caller says what it expects next, and the reader says where it is not.

use std::fmt::{Arguments, Display};

use crate::Invalid;
use crate::text::{Token, Tokens, is_space, place_of, quote};

/// How strictly the blanks between tokens are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Every blank is as the statement draws it, and there is no other.
    Exact,
    /// Any run of ASCII whitespace separates, also before the first token and after the last.
    Free,
}

/// What stands after a token under [`Layout::Exact`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Separator {
    /// One space.
    Space,
    /// One line feed.
    Newline,
}

/// An input, and how far it has been read.
#[derive(Debug, Clone)]
pub(crate) struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    layout: Layout,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a [u8], layout: Layout) -> Self {
        Self { text, at: 0, layout }
    }

    /// The next token. `what` is what the caller expects, for the message when there is none.
    pub(crate) fn token(&mut self, what: Arguments<'_>) -> Result<Token<'a>, Invalid> {
        self.skip_free_blanks();
        let rest = self.rest();
        let length = rest.iter().position(|&byte| is_space(byte)).unwrap_or(rest.len());
        let (bytes, _) = rest.split_at(length);
        if bytes.is_empty() {
            return Err(self.expected(self.at, what));
        }
        let token = Token { bytes, offset: self.at };
        self.at += length;
        Ok(token)
    }

    /// Passes what must stand after the token just read.
    pub(crate) fn separator(&mut self, separator: Separator) -> Result<(), Invalid> {
        let (byte, what) = match separator {
            Separator::Space => (b' ', "a single space"),
            Separator::Newline => (b'\n', "the end of the line"),
        };
        match self.layout {
            Layout::Free => Ok(()),
            Layout::Exact if self.rest().first() == Some(&byte) => {
                self.at += 1;
                Ok(())
            }
            Layout::Exact => Err(self.expected(self.at, format_args!("{what}"))),
        }
    }

    /// Whether everything has been read.
    pub(crate) fn at_end(&mut self) -> bool {
        self.skip_free_blanks();
        self.rest().is_empty()
    }

    /// An error at `offset`: what was expected there, and what stands there instead.
    pub(crate) fn expected(&self, offset: usize, what: Arguments<'_>) -> Invalid {
        self.invalid(offset, format_args!("expected {what}, found {}", self.describe(offset)))
    }

    /// An error at `offset` in the caller's words.
    pub(crate) fn invalid(&self, offset: usize, message: impl Display) -> Invalid {
        let place = place_of(self.text, offset);
        Invalid { line: place.line, column: place.column, message: message.to_string() }
    }

    fn describe(&self, offset: usize) -> String {
        let rest = self.text.get(offset..).unwrap_or_default();
        match rest.first() {
            None => "the end of the file".into(),
            Some(b'\n') => "the end of the line".into(),
            Some(b' ') => "a space".into(),
            Some(b'\t') => "a tab".into(),
            Some(b'\r') => "a carriage return".into(),
            Some(_) => Tokens::new(rest)
                .next()
                .map_or_else(|| "a blank".into(), |token| quote(token.bytes)),
        }
    }

    fn skip_free_blanks(&mut self) {
        if self.layout == Layout::Free {
            let rest = self.rest();
            self.at += rest.iter().position(|&byte| !is_space(byte)).unwrap_or(rest.len());
        }
    }

    fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(text: &[u8], layout: Layout) -> Result<Vec<String>, String> {
        let mut reader = Reader::new(text, layout);
        let mut words = Vec::new();
        while !reader.at_end() {
            let token = reader.token(format_args!("a word")).map_err(|error| error.to_string())?;
            words.push(String::from_utf8_lossy(token.bytes).into_owned());
            let separator =
                if words.len() % 2 == 1 { Separator::Space } else { Separator::Newline };
            reader.separator(separator).map_err(|error| error.to_string())?;
        }
        Ok(words)
    }

    #[track_caller]
    fn case(text: &[u8], exact: Result<usize, &str>, free: usize) {
        let found = messages(text, Layout::Exact).map(|words| words.len());
        assert_eq!(found, exact.map_err(String::from));
        assert_eq!(messages(text, Layout::Free).map(|words| words.len()), Ok(free));
    }

    #[test]
    fn exact_layout_names_the_first_blank_out_of_place() {
        case(b"a b\nc d\n", Ok(4), 4);
        case(b"", Ok(0), 0);
        case(b" a b\n", Err("1:1: expected a word, found a space"), 2);
        case(b"a  b\n", Err("1:3: expected a word, found a space"), 2);
        case(b"a\tb\n", Err("1:2: expected a single space, found a tab"), 2);
        case(b"a b \n", Err("1:4: expected the end of the line, found a space"), 2);
        case(b"a b\r\n", Err("1:4: expected the end of the line, found a carriage return"), 2);
        case(b"a b", Err("1:4: expected the end of the line, found the end of the file"), 2);
        case(b"a b\n\n", Err("2:1: expected a word, found the end of the line"), 2);
        case(b"a\nb\n", Err("1:2: expected a single space, found the end of the line"), 2);
        case(b"a b\n\x0bc", Err("2:1: expected a word, found `c`"), 3);
        case(b"a b\n\x0b", Err("2:1: expected a word, found a blank"), 2);
    }
}
