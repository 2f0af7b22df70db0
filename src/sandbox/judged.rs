//! Which folder is under judgement with a file: the whole repository that it came with. Nothing in
//! there is trusted to be a tool of the host's.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// What a folder holds that is the top of a repository, or of a problem that stands alone.
const TOPS: [&str; 5] = [".git", ".hg", ".jj", ".svn", "problem.toml"];

/// The folder that is under judgement with what lies at `path`: the outermost repository or problem
/// around it, else the folder itself or the file's own. A home folder and those above it are the
/// user's, whatever lies in them.
pub fn under_judgement(path: &Path) -> Option<PathBuf> {
    let home = home();
    let real = fs::canonicalize(path).ok()?;
    let own = if real.is_dir() { &real } else { real.parent()? };
    let top = top_around(own, home.as_deref());
    top.or_else(|| Some(own).filter(|own| !is_the_users(own, home.as_deref()))).map(Path::to_owned)
}

/// The outermost repository, or problem that stands alone, around the working directory.
pub(super) fn repository_around_us() -> Option<PathBuf> {
    let here = env::current_dir().and_then(fs::canonicalize).ok()?;
    top_around(&here, home().as_deref()).map(Path::to_owned)
}

fn home() -> Option<PathBuf> {
    env::var_os("HOME").and_then(|home| fs::canonicalize(home).ok())
}

/// The outermost repository, or problem that stands alone, around a folder.
fn top_around<'a>(folder: &'a Path, home: Option<&Path>) -> Option<&'a Path> {
    let is_top = |folder: &&Path| TOPS.iter().any(|top| folder.join(top).exists());
    folder.ancestors().filter(|folder| !is_the_users(folder, home)).filter(is_top).last()
}

fn is_the_users(folder: &Path, home: Option<&Path>) -> bool {
    folder.parent().is_none() || home.is_some_and(|home| home.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_repository_is_under_judgement_and_no_home() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap();
        let make = |name: &str| fs::create_dir_all(home.join(name)).unwrap();
        ["a/.git", "a/b/.git", "a/b/c", "alone/data", "loose/deep"].into_iter().for_each(make);
        fs::write(home.join("alone/problem.toml"), "").unwrap();
        let case = |name: &str, expected: Option<&str>| {
            let own = home.join(name);
            let top = top_around(&own, Some(&home));
            assert_eq!(top, expected.map(|name| home.join(name)).as_deref(), "{name}");
        };
        case("a/b/c", Some("a"));
        case("alone/data", Some("alone"));
        case("loose/deep", None);
        // A home that is a repository itself is the user's.
        make(".git");
        case("a/b/c", Some("a"));
        case("loose/deep", None);
        let real = home.join("loose/deep");
        assert_eq!(under_judgement(&real), Some(home.clone()), "it is not our home");
    }
}
