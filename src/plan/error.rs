//! What is wrong with a plan or a part, and reading them: JSON with its version and digest.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::json::{self, BadJson};

/// A file is not what it should be. The words follow its name.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFile {
    /// It is not JSON of this form.
    #[error(":{line}:{column}: not a {what} of `jury`: {words}")]
    Form {
        /// `plan` or `part`.
        what: &'static str,
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1.
        column: usize,
        /// What was expected there.
        words: String,
    },
    /// It is of another version.
    #[error(": this {what} has schema {schema}, but this version of jury reads schema {known}")]
    Version {
        /// `plan` or `part`.
        what: &'static str,
        /// That of the file.
        schema: u32,
        /// Ours.
        known: u32,
    },
    /// It was changed after it was written.
    #[error(": this {0} was changed or damaged after jury wrote it (its id does not fit)")]
    Changed(&'static str),
    /// It says what no plan or part says.
    #[error(": {0}")]
    Impossible(String),
    /// The part is of another plan.
    #[error(": this part is of another plan ({found}, not {expected})")]
    OtherPlan {
        /// The plan's id in the part.
        found: String,
        /// The plan's own.
        expected: String,
    },
}

/// Reads a file of this kind and version, before its digest is looked at.
pub(super) fn parse<T: DeserializeOwned>(
    what: &'static str,
    known: u32,
    text: &[u8],
) -> Result<T, BadFile> {
    /// All that files of any version have.
    #[derive(Deserialize)]
    struct Versioned {
        schema: u32,
    }
    if let Ok(Versioned { schema }) = serde_json::from_slice(text)
        && schema != known
    {
        return Err(BadFile::Version { what, schema, known });
    }
    json::parse(text).map_err(|BadJson { line, column, words, .. }| BadFile::Form {
        what,
        line,
        column,
        words,
    })
}

/// The digest of all that a plan or a part says, whose own field for it is empty.
///
/// # Errors
/// Only what `serde_json` cannot write; our documents hold no such value.
pub(super) fn digest(document: &impl Serialize) -> Result<String, serde_json::Error> {
    let mut digest = Digest::default();
    digest.field("document", serde_json::to_vec(document)?);
    Ok(digest.in_hexadecimal())
}
