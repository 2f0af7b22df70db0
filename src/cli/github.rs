//! What GitHub Actions takes from the output of a step: annotations at files, and a summary. Outside
//! of it, nothing here does anything.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::machine::real;
use crate::problem::load::LoadError;
use crate::report::annotations::{self, Annotation};
use crate::report::markdown;

use super::status::{Failure, Status};

/// Writes words after annotations. The words may quote what a submission wrote, so GitHub is told to
/// take no commands from them.
pub(super) fn words(
    annotations: Vec<Annotation>,
    render: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if !is_here() {
        return render(out);
    }
    for mut annotation in annotations {
        annotation.file = annotation.file.as_deref().map(in_repository);
        writeln!(out, "{annotation}")?;
    }
    // A word that no submission can know.
    let word = format!("jury-{:016x}", RandomState::new().build_hasher().finish());
    writeln!(out, "::stop-commands::{word}")?;
    render(out)?;
    writeln!(out, "::{word}::")
}

/// Words of an error whose parts are annotations already.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Annotated(pub(super) String);

/// An error as annotations: a package's at all the places that it names.
fn annotations_of(failure: &Failure) -> Vec<Annotation> {
    if failure.error.is::<Annotated>() || failure.status == Status::Interrupted {
        return Vec::new();
    }
    match failure.error.downcast_ref::<LoadError>() {
        Some(error) => annotations::of_load_error(error),
        None => vec![Annotation {
            level: annotations::Level::Error,
            file: None,
            line: None,
            title: "jury".to_owned(),
            message: failure.to_string(),
        }],
    }
}

/// Writes the words of an error after its annotations.
pub(super) fn error(
    failure: &Failure,
    render: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    out: &mut dyn Write,
) -> io::Result<()> {
    words(annotations_of(failure), render, out)
}

/// Adds the error that ended a command to the summary of the step.
pub(super) fn summarize_error(failure: &Failure) -> Result<(), Failure> {
    if annotations_of(failure).is_empty() {
        return Ok(());
    }
    summarize(|| markdown::error(&failure.to_string()))
}

/// Adds to the summary of the step.
pub(super) fn summarize(markdown: impl FnOnce() -> String) -> Result<(), Failure> {
    let Some(path) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|_| is_here()) else {
        return Ok(());
    };
    let file = std::fs::OpenOptions::new().create(true).append(true).open(&path);
    file.and_then(|mut file| file.write_all(markdown().as_bytes()))
        .with_context(|| format!("cannot write the step's summary {}", Path::new(&path).display()))
        .map_err(Failure::ours)
}

fn is_here() -> bool {
    std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// The path below the repository's folder, as GitHub knows files.
fn in_repository(path: &Path) -> PathBuf {
    let absolute = real(path);
    let workspace = std::env::var_os("GITHUB_WORKSPACE").map(PathBuf::from);
    let below = workspace.as_deref().and_then(|folder| absolute.strip_prefix(folder).ok());
    below.map_or_else(|| path.to_owned(), Path::to_owned)
}
