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

/// Says which problem an error is about.
#[derive(Debug, thiserror::Error)]
#[error("{slug} could not be verified")]
pub(super) struct OfProblem {
    pub(super) slug: String,
    /// The file of settings.
    pub(super) settings: PathBuf,
}

/// A folder as the title of what is about it: `.` and `..` say nothing.
pub(super) fn title(folder: &Path) -> String {
    let real = folder.file_name().is_none().then(|| real(folder));
    let name = real.as_deref().and_then(Path::file_name);
    name.map_or_else(|| folder.display().to_string(), |name| name.display().to_string())
}

/// An error as annotations: a package's at all the places that it names.
fn annotations_of(failure: &Failure) -> Vec<Annotation> {
    if failure.error.is::<Annotated>() || failure.status == Status::Interrupted {
        return Vec::new();
    }
    if let Some(error) = failure.error.downcast_ref::<LoadError>() {
        return annotations::of_load_error(error, &title(&error.folder));
    }
    let problem = failure.error.downcast_ref::<OfProblem>();
    vec![Annotation {
        level: annotations::Level::Error,
        file: problem.map(|problem| problem.settings.clone()),
        line: None,
        title: problem.map_or_else(|| "jury".to_owned(), |problem| problem.slug.clone()),
        message: failure.to_string(),
    }]
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
