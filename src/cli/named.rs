//! Which problem a command line means: the one that it names first, or the one whose folder it is given
//! in.

use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::nearest::list;
use crate::problem::load;

use super::context::Context;
use super::status::Failure;

/// The problem and the paths that follow it. In a problem's folder, or below it, the problem need not be
/// named: a first word that names no problem, but something that is there or a file with an ending, is one
/// of the paths then.
pub(super) fn split(
    context: &Context,
    problem: Option<&str>,
    rest: &[PathBuf],
) -> Result<(String, Vec<PathBuf>), Failure> {
    let here = here(context);
    let Some(name) = problem else {
        return Ok((here.ok_or_else(|| nowhere(context))?, rest.to_vec()));
    };
    if is_source(context, name) {
        expect_no_problem(context, name, rest, here.is_none())?;
    }
    match here {
        Some(here) if is_meant_as_path(context, name) && !may_be_problem(context, name) => {
            let all = std::iter::once(PathBuf::from(name)).chain(rest.iter().cloned());
            Ok((here, all.collect()))
        }
        _ if is_source(context, name) => Err(Failure::usage(anyhow!(
            "`{name}` is not a problem: name the problem first, or run jury in its folder"
        ))),
        _ => Ok((name.to_owned(), rest.to_vec())),
    }
}

/// A problem behind a submission was meant to stand before it; where no problem is meant otherwise, any
/// folder may be one, with cases alone.
fn expect_no_problem(
    context: &Context,
    name: &str,
    rest: &[PathBuf],
    is_needed: bool,
) -> Result<(), Failure> {
    let names = rest.iter().filter(|path| !context.working.join(path).is_file());
    let mut names = names.filter_map(|path| path.to_str());
    let is_folder = |name: &str| is_needed && context.working.join(name).is_dir();
    match names.find(|later| is_problem(context, later) || is_folder(later)) {
        Some(problem) => Err(Failure::usage(anyhow!(
            "the problem comes first, then the submission: `{problem} {name}`"
        ))),
        None => Ok(()),
    }
}

/// Whether a name is that of a file, and not of a problem.
fn is_source(context: &Context, name: &str) -> bool {
    let is_file = context.working.join(name).is_file();
    is_file && !context.is_archive(name) && !is_problem(context, name)
}

/// The problems named, or the one alone.
pub(super) fn all(context: &Context, names: &[String]) -> Result<Vec<String>, Failure> {
    if names.is_empty() { Ok(vec![one(context, None)?]) } else { Ok(names.to_vec()) }
}

/// The problem alone, where no paths follow it.
pub(super) fn one(context: &Context, problem: Option<&str>) -> Result<String, Failure> {
    problem.map(str::to_owned).or_else(|| here(context)).ok_or_else(|| nowhere(context))
}

fn nowhere(context: &Context) -> Failure {
    let held = load::problems_in(&context.working);
    let held = held.iter().filter_map(|folder| folder.to_str());
    let held = list(held).map(|names| format!("; this folder holds {names}")).unwrap_or_default();
    Failure::usage(anyhow!("name a problem, or run jury in its folder{held}"))
}

/// Whether a word names something that is there, or looks like a file that is not; `-` is standard input.
fn is_meant_as_path(context: &Context, name: &str) -> bool {
    let path = Path::new(name);
    name == "-" || context.working.join(path).exists() || path.extension().is_some()
}

/// Whether a name is that of a problem, or of a folder of problems, one of which must be named.
fn may_be_problem(context: &Context, name: &str) -> bool {
    let holds = |folder: PathBuf| !load::problems_in(&folder).is_empty();
    is_problem(context, name) || context.folder(name).is_ok_and(holds)
}

/// Whether a problem can be found by this name or path.
pub(super) fn is_problem(context: &Context, name: &str) -> bool {
    context.folder(name).is_ok_and(|folder| load::is_problem(&folder))
}

/// The problem whose folder the working directory is or lies in, as a path from there.
pub(super) fn here(context: &Context) -> Option<String> {
    let depth = context.working.strip_prefix(around(&context.working)?).ok()?.components().count();
    let path = if depth == 0 { PathBuf::from(".") } else { [".."].repeat(depth).iter().collect() };
    Some(path.display().to_string())
}

/// The problem's folder that a folder is or lies in.
pub(super) fn around(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|folder| load::is_problem(folder))
}
