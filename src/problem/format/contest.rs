//! The list of tasks in a contest of CMS: what it names is looked for, so that none is missing without a word.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::regular;
use crate::yaml;

/// The file.
pub(super) const FILE: &str = "contest.yaml";

/// What its list of tasks is called.
pub(super) const LISTS: [&str; 2] = ["tasks", "problemi"];

/// Longest file that is looked into, in bytes.
const LONGEST: u64 = 4 << 20;

/// The folders that the contest in a folder names, by their paths from there; none where there is no contest, or where
/// nothing can be made of it.
pub(super) fn tasks(folder: &Path) -> Vec<PathBuf> {
    let read = || {
        let real = fs::canonicalize(folder.join(FILE)).ok()?;
        let document = yaml::parse(&regular::read(&real, LONGEST).ok()?).ok()?;
        let list = LISTS.iter().find_map(|key| document.root.get(key))?.as_list()?;
        Some(list.iter().filter_map(|task| Some(PathBuf::from(task.as_text()?))).collect())
    };
    let mut tasks: Vec<PathBuf> = read().unwrap_or_default();
    tasks.retain(|task| {
        let mut parts = task.components();
        matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None))
    });
    tasks
}
