//! Which packages are to be verified.

use std::path::Path;

use crate::problem::{Problem, load};

use super::super::context::Context;
use super::super::named;
use super::super::status::Failure;

/// A package that was given.
pub(super) struct Given {
    /// Its name; none for one of the folder of problems.
    pub(super) name: Option<String>,
    pub(super) problem: Result<Problem, Failure>,
}

/// The problems named, those of a folder named one by one; else the one whose folder this is, or all.
pub(super) fn given(context: &Context, names: &[String]) -> Result<Vec<Given>, Failure> {
    let problem =
        |name: &str| Given { name: Some(name.to_owned()), problem: context.problem(name) };
    let mut problems = Vec::new();
    for name in names {
        let inner = context.folder(name).ok().filter(|folder| !load::is_problem(folder));
        // None that a contest names is missing without a word.
        let inner = inner.filter(|folder| !load::problems_in(folder).is_empty());
        let inner = inner.map_or_else(Vec::new, |folder| load::problems_and_tasks_in(&folder));
        if inner.is_empty() {
            problems.push(problem(name));
        }
        let paths = inner.iter().map(|below| Path::new(name).join(below).display().to_string());
        problems.extend(paths.map(|path| problem(&path)));
    }
    match named::here(context) {
        Some(here) if names.is_empty() => Ok(vec![problem(&here)]),
        None if names.is_empty() => {
            let all = context.all_problems()?.into_iter();
            Ok(all.map(|problem| Given { name: None, problem }).collect())
        }
        _ => Ok(problems),
    }
}
