//! Submissions as commands with `--language` are given them.

use std::io::ErrorKind;
use std::path::Path;

use anyhow::anyhow;

use crate::machine::folder_of;
use crate::nearest::nearest;
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
            Failure::usage(anyhow!("{error}; or choose the language with `--language`"))
        }
        SubmissionError::Unreadable { ref source, .. }
            if source.kind() == ErrorKind::NotFound && !path.exists() =>
        {
            Failure::usage(anyhow!("{}", not_there(path)))
        }
        error => error.into(),
    })
}

/// That there is no such file, and which one was most likely meant.
fn not_there(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let entries = folder_of(path).read_dir().into_iter().flatten().filter_map(Result::ok);
    let names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let path = path.display();
    match nearest(&name, names.iter().map(String::as_str)) {
        Some(near) => format!("there is no submission {path}: did you mean `{near}`?"),
        None => format!("there is no submission {path}"),
    }
}
