//! What a package is part of: its programs may share files, such as headers, with those of other packages.

use std::fs;
use std::path::{Component, Path, PathBuf};

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
    fs::canonicalize(link)
        .is_ok_and(|target| is_open_to_links(&target, around, link) && target.is_file())
}

/// Whether a link may lead to `target`: to what is below the folder `around` and not hidden (a `.git` may hold
/// passwords), both without links. A package in a hidden folder is open to its own links.
pub fn is_open_to_links(target: &Path, around: &Path, link: &Path) -> bool {
    let Ok(below) = target.strip_prefix(around) else { return false };
    let is_hidden = |part: Component<'_>| part.as_os_str().as_encoded_bytes().starts_with(b".");
    let is_plain = |path: &Path| !path.components().any(is_hidden);
    let is_own =
        || package_of(link).is_some_and(|own| target.strip_prefix(own).is_ok_and(is_plain));
    !below.as_os_str().is_empty() && (is_plain(below) || is_own())
}

/// The nearest package in which a link lies, without links.
fn package_of(link: &Path) -> Option<PathBuf> {
    let folder = fs::canonicalize(link.parent()?).ok()?;
    folder.ancestors().find(|folder| folder.join(MARK).is_file()).map(Path::to_owned)
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

    /// Who keeps packages in a hidden folder means them all the same.
    #[test]
    fn a_package_in_a_hidden_folder_is_open_to_its_own_links() {
        let place = tempfile::tempdir().unwrap();
        let top = place.path().canonicalize().unwrap();
        fs::create_dir_all(top.join(".kept/sum/check")).unwrap();
        let link = top.join(".kept/sum/check/link");
        let is_open = |target: &str| is_open_to_links(&top.join(target), &top, &link);
        assert!(!is_open(".kept/sum/check.h"), "no package yet");
        fs::write(top.join(".kept/sum/problem.yaml"), "").unwrap();
        assert!(is_open(".kept/sum/check.h"));
        assert!(is_open("check.h"));
        for hidden in [".kept/sum/.own/check.h", ".kept/check.h", ".git/config"] {
            assert!(!is_open(hidden), "{hidden}");
        }
        assert!(!is_open(""), "all of it at once");
        assert!(!is_open("../check.h"), "it is without links and lies elsewhere");
    }
}
