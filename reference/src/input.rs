//! Reading input by tokens, and the one error that a malformed input gives.
//!
//! Knows no problem's rules. Whitespace is free here even where a problem's validator is strict:
//! a reference solution must read every valid input, not prove that an input is valid.

use std::fmt;

/// An input that a program cannot read: the place and what was expected there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputError {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in bytes, counted from 1.
    pub column: usize,
    /// What is wrong there, as a lower-case fragment.
    pub message: String,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for InputError {}

/// A maximal run of bytes that are not ASCII whitespace, with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    /// The bytes, never empty.
    pub bytes: &'a [u8],
    /// Line of the first byte, counted from 1.
    pub line: usize,
    /// Column of the first byte, counted from 1 in bytes.
    pub column: usize,
}

impl Token<'_> {
    /// An error at the byte `offset` of this token.
    pub fn error(&self, offset: usize, message: impl Into<String>) -> InputError {
        InputError { line: self.line, column: self.column + offset, message: message.into() }
    }

    /// The token as a decimal integer in `low..=high`; `what` names it in the error.
    pub fn integer(&self, what: &str, low: usize, high: usize) -> Result<usize, InputError> {
        std::str::from_utf8(self.bytes)
            .ok()
            .filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|text| text.parse().ok())
            .filter(|value| (low..=high).contains(value))
            .ok_or_else(|| {
                let found = self.bytes.escape_ascii();
                self.error(0, format!("expected {what} from {low} to {high}, found `{found:.40}`"))
            })
    }

    /// Complains unless the token has `length` bytes, all of them out of `alphabet`.
    pub fn expect_row(&self, length: usize, alphabet: &[u8]) -> Result<(), InputError> {
        let wanted = alphabet.escape_ascii();
        if let Some(offset) = self.bytes.iter().position(|byte| !alphabet.contains(byte)) {
            let found = self.bytes[offset].escape_ascii();
            return Err(self.error(offset, format!("expected one of `{wanted}`, found `{found}`")));
        }
        if self.bytes.len() != length {
            let message =
                format!("expected {length} characters of `{wanted}`, found {}", self.bytes.len());
            return Err(self.error(0, message));
        }
        Ok(())
    }
}

/// The tokens of an input, in order.
#[derive(Debug, Clone)]
pub struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    line_start: usize,
}

impl<'a> Tokens<'a> {
    /// All tokens of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1, line_start: 0 }
    }

    /// The next token, or an error that says that `what` is missing.
    pub fn expect(&mut self, what: &str) -> Result<Token<'a>, InputError> {
        self.next().ok_or_else(|| InputError {
            line: self.line,
            column: self.at - self.line_start + 1,
            message: format!("expected {what}, found the end of the input"),
        })
    }

    /// Complains when a token is left.
    pub fn expect_end(&mut self) -> Result<(), InputError> {
        match self.next() {
            Some(token) => {
                let found = token.bytes.escape_ascii();
                Err(token.error(0, format!("expected the end of the input, found `{found:.40}`")))
            }
            None => Ok(()),
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        while let Some(byte) = self.bytes.get(self.at).filter(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
            if *byte == b'\n' {
                self.line += 1;
                self.line_start = self.at;
            }
        }
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        if length == 0 {
            return None;
        }
        let column = self.at - self.line_start + 1;
        self.at += length;
        Some(Token { bytes: &rest[..length], line: self.line, column })
    }
}

#[cfg(test)]
mod tests {
    use super::Tokens;

    #[test]
    fn tokens_know_their_places() {
        let places: Vec<_> = Tokens::new(b" a\r\n\n  bc d")
            .map(|token| (token.bytes.to_vec(), token.line, token.column))
            .collect();
        assert_eq!(places, [(b"a".to_vec(), 1, 2), (b"bc".to_vec(), 3, 3), (b"d".to_vec(), 3, 6)]);
    }

    #[test]
    fn missing_and_left_over_tokens_are_named() {
        let mut tokens = Tokens::new(b"7\n8 ");
        let token = tokens.expect("a number").unwrap();
        assert_eq!(token.integer("a number", 0, 9), Ok(7));
        assert_eq!(
            tokens.clone().expect_end().unwrap_err().to_string(),
            "line 2, column 1: expected the end of the input, found `8`"
        );
        tokens.next();
        assert_eq!(
            tokens.expect("a row").unwrap_err().to_string(),
            "line 2, column 3: expected a row, found the end of the input"
        );
    }

    #[test]
    fn integers_are_plain_digits_in_range() {
        for (text, value) in [("12", Some(12)), ("+1", None), ("-1", None), ("99", None)] {
            let token = Tokens::new(text.as_bytes()).next().unwrap();
            assert_eq!(token.integer("a size", 1, 30).ok(), value, "{text}");
        }
        let huge = Tokens::new(b"99999999999999999999999").next().unwrap();
        assert!(huge.integer("a size", 1, 30).is_err());
    }

    #[test]
    fn rows_are_checked_by_byte_then_by_length() {
        let token = Tokens::new(b"*.x.").next().unwrap();
        assert_eq!(token.expect_row(4, b"*.").unwrap_err().column, 3);
        assert_eq!(token.expect_row(3, b"*.x").unwrap_err().column, 1);
        assert_eq!(token.expect_row(4, b"*.x"), Ok(()));
    }
}
