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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tasks_of_a_contest_are_folders_beside_its_file() {
        let folder = tempfile::tempdir().unwrap();
        assert!(tasks(folder.path()).is_empty(), "no contest");
        for (text, expected) in [
            ("tasks: [sum, b]\nusers: []\n", &["sum", "b"][..]),
            ("problemi: [sum]\n", &["sum"]),
            // Other folders are none of the contest's.
            ("tasks: [../a, /b, a/b, ., '', [c], d]\n", &["d"]),
            ("tasks: sum\n", &[]),
            ("tasks: [sum\n", &[]),
        ] {
            fs::write(folder.path().join(FILE), text).unwrap();
            let expected: Vec<_> = expected.iter().map(PathBuf::from).collect();
            assert_eq!(tasks(folder.path()), expected, "{text}");
        }
    }
}
