//! Commands that a reader can copy into a shell (pure).

use std::borrow::Cow;

use crate::visible::visible;

/// A command of these words.
pub fn command(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// A word as a shell reads it back.
pub fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| visible(word.as_bytes()), Cow::into_owned)
}
