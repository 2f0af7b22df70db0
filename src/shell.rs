//! Commands that a reader can copy into a shell (pure).

use std::borrow::Cow;

/// A command of these words.
pub fn command(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// A word as a shell reads it back. One that holds a NUL, which no argument can, stays as it is.
pub fn quoted(word: &str) -> String {
    shlex::try_quote(word).unwrap_or(Cow::Borrowed(word)).into_owned()
}
