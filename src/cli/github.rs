//! What GitHub Actions takes from the output of a step: annotations at files, and a summary. Outside
//! of it, nothing here does anything.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::machine::real;
use crate::report::annotations::Annotation;

use super::context::Context;
use super::status::Failure;

/// Writes words after annotations. The words may quote what a submission wrote, so GitHub is told to
/// take no commands from them.
pub(super) fn words(
    context: &Context,
    annotations: Vec<Annotation>,
    render: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if !is_here() {
        return render(out);
    }
    for mut annotation in annotations {
        annotation.file = in_repository(context, &annotation.file);
        writeln!(out, "{annotation}")?;
    }
    // A word that no submission can know.
    let word = format!("jury-{:016x}", RandomState::new().build_hasher().finish());
    writeln!(out, "::stop-commands::{word}")?;
    render(out)?;
    writeln!(out, "::{word}::")
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
fn in_repository(context: &Context, path: &Path) -> PathBuf {
    let absolute = real(&context.working.join(path));
    let workspace = std::env::var_os("GITHUB_WORKSPACE").map(PathBuf::from);
    let below = workspace.as_deref().and_then(|folder| absolute.strip_prefix(folder).ok());
    below.map_or_else(|| path.to_owned(), Path::to_owned)
}
