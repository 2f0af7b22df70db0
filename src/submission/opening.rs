//! The opening of a file: its first bytes, as far as they tell what it is. Several languages claim some
//! endings (`.pl`, `.m`); which of them a source is written in is told by its first line, or by signs.

use std::fmt;
use std::fs::Metadata;
use std::io::Read;
use std::path::Path;

use regex_lite::{Regex, RegexBuilder};

use super::error::SubmissionError;
use crate::regular;

/// Bytes of a file that may tell its language.
const LONGEST: u64 = 16 << 10;

/// Bytes of an expression: it is the user's, and must not cost a second each time.
const LONGEST_SIGN: usize = 1000;

/// Characters of a line that messages show.
const SHOWN: usize = 50;

/// The first bytes of a file.
#[derive(Debug, Default)]
pub(super) struct Opening(Vec<u8>);

/// What a source must show, or must not, to be of a language: a regular expression that is looked for in
/// its opening, in which `^` and `$` stand for the ends of lines.
#[derive(Debug, Clone)]
pub(super) struct Sign {
    expression: Regex,
    /// Whether it must be there.
    wanted: bool,
}

impl Opening {
    /// That of the file that messages call `path` and that lies at `place`; and its state.
    pub(super) fn read(path: &Path, place: &Path) -> Result<(Self, Metadata), SubmissionError> {
        let mut bytes = Vec::new();
        let read = regular::open(place).and_then(|file| {
            let state = file.metadata()?;
            file.take(LONGEST).read_to_end(&mut bytes)?;
            Ok(state)
        });
        let unreadable = |source| SubmissionError::Unreadable { path: path.into(), source };
        Ok((Self(bytes), read.map_err(unreadable)?))
    }

    /// The interpreter that a script's first line names, without folder and `env`.
    pub(super) fn interpreter(&self) -> Option<&str> {
        let line = self.0.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
        let mut words = std::str::from_utf8(line).ok()?.split_whitespace();
        let mut program = words.next()?;
        if program.rsplit('/').next() == Some("env") {
            program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
        }
        program.rsplit('/').next()
    }

    /// Whether the file is a script by its first line.
    pub(super) fn is_script(&self) -> bool {
        self.0.starts_with(b"#!")
    }

    /// Whether the file starts like a program in the kernel's own format.
    pub(super) fn is_program(&self) -> bool {
        self.0.starts_with(b"\x7fELF")
    }

    /// Whether the text has what the signs do not want.
    pub(super) fn denies(&self, signs: &[Sign]) -> bool {
        let text = String::from_utf8_lossy(&self.0);
        signs.iter().any(|sign| !sign.wanted && sign.expression.is_match(&text))
    }

    /// The first line that shows what the signs want, if the text has all that they want and nothing
    /// else: shortened for messages.
    pub(super) fn shows(&self, signs: &[Sign]) -> Option<String> {
        let text = String::from_utf8_lossy(&self.0);
        let found = signs.iter().map(|sign| (sign, sign.expression.find(&text)));
        let mut first = None;
        for (sign, found) in found {
            if found.is_some() != sign.wanted {
                return None;
            }
            first = first.or(found);
        }
        let line = text[first?.start()..].trim_start().lines().next()?.trim_end();
        let short: String = line.chars().take(SHOWN).collect();
        let cut = if short.len() < line.len() { "…" } else { "" };
        Some(format!("{short}{cut}"))
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.wanted { "" } else { "!" }, self.expression)
    }
}

#[cfg(test)]
impl From<&str> for Opening {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl Sign {
    /// The sign that is written so: with `!` before it, it must not be there. The error says in words
    /// what is wrong.
    pub(super) fn read(written: &str) -> Result<Self, String> {
        let expression = written.strip_prefix('!').unwrap_or(written);
        if expression.is_empty() || expression.len() > LONGEST_SIGN {
            return Err(format!("expected a regular expression of 1 to {LONGEST_SIGN} bytes"));
        }
        let built = RegexBuilder::new(expression).multi_line(true).build();
        let expression = built.map_err(|error| format!("invalid regular expression: {error}"))?;
        Ok(Self { expression, wanted: !written.starts_with('!') })
    }

    /// Whether the beginning of a text is as it says.
    pub(super) fn is_in(&self, text: &[u8]) -> bool {
        let most = usize::try_from(LONGEST).unwrap_or(usize::MAX);
        let opening = String::from_utf8_lossy(&text[..text.len().min(most)]);
        self.expression.is_match(&opening) == self.wanted
    }

    /// Whether it must be there.
    pub(super) fn is_wanted(&self) -> bool {
        self.wanted
    }
}

#[cfg(test)]
mod tests {
    use super::{Opening, Sign};

    #[test]
    fn first_lines_name_interpreters() {
        let case = |text: &str, expected: Option<&str>| {
            assert_eq!(Opening::from(text).interpreter(), expected, "{text}");
        };
        case("#!/usr/bin/env python3\n", Some("python3"));
        case("#!/usr/bin/env -S A=1 perl -w\nx", Some("perl"));
        case("#! /usr/local/bin/gawk -f", Some("gawk"));
        case("#!\n", None);
        case("// #!/bin/sh\n", None);
    }

    #[test]
    fn signs_are_all_wanted_or_not() {
        let case = |signs: &[&str], text: &str, expected: Option<&str>| {
            let signs: Vec<Sign> = signs.iter().map(|sign| Sign::read(sign).unwrap()).collect();
            assert_eq!(Opening::from(text).shows(&signs).as_deref(), expected, "{text}");
        };
        case(&["^b"], "a\nbc \nd", Some("bc"));
        case(&["^b", "^d"], "a\nbc\nd", Some("bc"));
        case(&["^b", "^e"], "a\nbc\nd", None);
        case(&["^b", "!^d"], "a\nbc\nd", None);
        case(&["!^e", "^b"], "a\nbc\nd", Some("bc"));
        case(&["!^e"], "a", None);
        case(&["a"], &"a".repeat(51), Some(&format!("{}…", "a".repeat(50))));
        assert!(Sign::read("(").unwrap_err().starts_with("invalid regular expression: "));
        assert!(Sign::read("!").is_err() && Sign::read(&"a".repeat(1001)).is_err());
    }
}
