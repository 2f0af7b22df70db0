//! Submissions as commands with `--language` are given them.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::machine::folder_of;
use crate::nearest::nearest;
use crate::problem::Problem;
use crate::submission::{Languages, Submission, SubmissionError};

use super::context::word;
use super::status::Failure;

/// What lies at this path, given for this problem; `language` is that of `--language`.
pub(super) fn identify(
    languages: &Languages,
    problem: &Problem,
    path: &Path,
    language: Option<&str>,
) -> Result<Submission, Failure> {
    languages.identify_kept(problem, path, language).map_err(|error| match error {
        SubmissionError::UnknownEnding { .. } => {
            Failure::usage(anyhow!("{error}; or choose the language with `--language`"))
        }
        SubmissionError::Ambiguous { .. } => Failure::usage(anyhow!(
            "{error}; or choose the language with `--language`; {}",
            one_by_one(path)
        )),
        SubmissionError::NoMain { .. } => Failure::usage(anyhow!("{error}; {}", one_by_one(path))),
        SubmissionError::Unreadable { ref source, .. }
            if source.kind() == ErrorKind::NotFound && !path.exists() =>
        {
            Failure::usage(anyhow!("{}", not_there(problem, path)))
        }
        error => error.into(),
    })
}

/// What to do where a folder holds several submissions and was taken for one.
fn one_by_one(folder: &Path) -> String {
    format!(
        "if its files are submissions of their own, name the files: `{}`",
        word(&folder.join("*"))
    )
}

/// What to do about a folder that does not build because several of its files are whole programs.
pub(super) fn hint_of_several(folder: &Path, compiler: &str) -> Option<String> {
    let twice = ["multiple definition of `main'", "redefinition of 'main'", "main redeclared"];
    let is_several = folder.is_dir() && twice.iter().any(|words| compiler.contains(words));
    is_several.then(|| format!("several of its files are whole programs: {}", one_by_one(folder)))
}

/// What the problem's folder has of this path or name: it may have been given as seen from there.
fn in_problem(problem: &Problem, path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?;
    let there = [path, Path::new(name)].map(|path| problem.folder.join(path));
    let kept = problem.submissions.iter().map(|kept| &kept.path);
    let mut all = there.iter().chain(kept.filter(|kept| kept.file_name() == Some(name)));
    all.find(|path| path.exists()).cloned()
}

/// That there is no such file, and which one was most likely meant.
fn not_there(problem: &Problem, path: &Path) -> String {
    if let Some(of_problem) = in_problem(problem, path) {
        let working = std::env::current_dir().unwrap_or_default();
        let near = of_problem.strip_prefix(working).unwrap_or(&of_problem);
        return format!(
            "there is no submission {}: did you mean `{}`?",
            path.display(),
            near.display()
        );
    }
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let entries = folder_of(path).read_dir().into_iter().flatten().filter_map(Result::ok);
    let names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let shown = path.display();
    match nearest(&name, names.iter().map(String::as_str)) {
        Some(near) => {
            let near = path.with_file_name(near);
            format!("there is no submission {shown}: did you mean `{}`?", near.display())
        }
        None => format!("there is no submission {shown}"),
    }
}
