//! What a package is part of: its programs may share files, such as headers, with those of other packages.

use std::fs;
use std::path::{Path, PathBuf};

/// What makes a folder the top of a repository.
const REPOSITORY: &str = ".git";

/// What makes a folder a package, in the families whose packages share files.
const MARK: &str = "problem.yaml";

/// Most entries of a folder that are looked at.
const MOST: usize = 10_000;

/// The nearest folder around a package that is a repository; else the folder that holds it and other
/// packages; else the package itself. All are without links.
pub fn surroundings(package: &Path) -> PathBuf {
    let around = || package.ancestors().skip(1);
    let repository = around().find(|folder| folder.join(REPOSITORY).exists());
    let contest = || around().next().filter(|folder| holds_others(folder, package));
    repository.or_else(contest).unwrap_or(package).to_owned()
}

fn holds_others(folder: &Path, package: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().take(MOST).flatten();
    let mut folders = entries.map(|entry| entry.path()).filter(|path| path != package);
    folders.any(|path| path.join(MARK).is_file())
}

/// Whether a link of the package's programs leads to a file of what is around it that is not hidden.
pub(super) fn is_shared(link: &Path, around: &Path) -> bool {
    let is_hidden =
        |part: std::path::Component<'_>| part.as_os_str().as_encoded_bytes().starts_with(b".");
    fs::canonicalize(link).is_ok_and(|target| {
        let below = target.strip_prefix(around);
        below.is_ok_and(|below| !below.components().any(is_hidden)) && target.is_file()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_part_of_its_repository_or_of_its_contest() {
        let place = tempfile::tempdir().unwrap();
        let top = place.path().canonicalize().unwrap();
        let package = top.join("course/contest/sum");
        fs::create_dir_all(&package).unwrap();
        assert_eq!(surroundings(&package), package);
        fs::create_dir_all(top.join("course/contest/other")).unwrap();
        assert_eq!(surroundings(&package), package);
        fs::write(top.join("course/contest/other/problem.yaml"), "").unwrap();
        assert_eq!(surroundings(&package), top.join("course/contest"));
        fs::create_dir(top.join("course/.git")).unwrap();
        assert_eq!(surroundings(&package), top.join("course"));
        let shared = |name: &str, target: &str| {
            std::os::unix::fs::symlink(target, package.join(name)).unwrap();
            is_shared(&package.join(name), &surroundings(&package))
        };
        fs::write(top.join("course/check.h"), "").unwrap();
        fs::write(top.join("course/.git/config"), "").unwrap();
        fs::write(top.join("secret"), "").unwrap();
        assert!(shared("a", "../../check.h"));
        assert!(!shared("b", "../../../secret"));
        assert!(!shared("c", "../../.git/config"));
        assert!(!shared("d", "../../missing.h"));
    }
}
