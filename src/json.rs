//! Reading JSON that somebody hands in, strictly: an error has its place apart from its words, so that
//! code that knows the file can put the place in front.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

/// What is wrong with a text that was to be JSON of some form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadJson {
    /// Line in the text, counted from 1.
    pub line: usize,
    /// Column in bytes, counted from 1.
    pub column: usize,
    /// What was expected there, without the place.
    pub words: String,
    /// Whether the text ends too early.
    pub breaks_off: bool,
}

/// Reads a value.
///
/// # Errors
/// The first thing that is not in the form.
pub fn parse<T: DeserializeOwned>(text: &[u8]) -> Result<T, BadJson> {
    serde_json::from_slice(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let words = error.to_string();
        let without_place = words.strip_suffix(&format!(" at line {line} column {column}"));
        BadJson {
            line: line.max(1),
            column: column.max(1),
            words: without_place.unwrap_or(&words).to_owned(),
            breaks_off: error.is_eof(),
        }
    })
}

/// For keys that must be there though they may be `null`: without this, serde takes a missing one for
/// `null`.
///
/// # Errors
/// Those of the value.
pub fn nullable<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(from)
}

/// A time as a number of seconds.
pub mod seconds {
    use std::time::Duration;

    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    /// Writes it.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(time.as_secs_f64())
    }

    /// Reads it.
    ///
    /// # Errors
    /// What is no time of 0 s or more.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        let seconds = f64::deserialize(from)?;
        Duration::try_from_secs_f64(seconds)
            .map_err(|_| D::Error::custom("expected a time in seconds, 0 or more"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(text: &str, place: (usize, usize), words: &str, breaks_off: bool) {
        let bad = parse::<Vec<u8>>(text.as_bytes()).unwrap_err();
        assert_eq!((bad.line, bad.column), place);
        assert_eq!((bad.words.as_str(), bad.breaks_off), (words, breaks_off));
    }

    #[test]
    fn the_place_stands_apart_from_the_words() {
        case("", (1, 1), "EOF while parsing a value", true);
        case("[1,\n 2", (2, 2), "EOF while parsing a list", true);
        case("[1,\n x]", (2, 2), "expected value", false);
        let foreign = "\" at line 1\"";
        let words = "invalid type: string \" at line 1\", expected a sequence";
        case(foreign, (1, 12), words, false);
    }
}
