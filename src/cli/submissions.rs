//! Submissions as commands with `--language` are given them.

use std::path::Path;

use anyhow::anyhow;

use crate::problem::Problem;
use crate::submission::{Languages, Submission, SubmissionError};

use super::status::Failure;

/// What lies at this path, given for this problem; `language` is that of `--language`.
pub(super) fn identify(
    languages: &Languages,
    problem: &Problem,
    path: &Path,
    language: Option<&str>,
) -> Result<Submission, Failure> {
    languages.identify_kept(problem, path, language).map_err(|error| match error {
        SubmissionError::UnknownEnding { .. } | SubmissionError::Ambiguous { .. } => {
            Failure::usage(anyhow!("{error}; or choose the language by `--language`"))
        }
        error => error.into(),
    })
}
