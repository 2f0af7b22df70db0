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

/// The user's home as the system has it. Where `HOME` names a checkout instead, as on some CI runners,
/// that is none: it would bring toolchains of its own. Where the system does not know the user, `HOME`
/// must be believed.
fn home() -> Option<PathBuf> {
    let user = rustix::process::geteuid().as_raw();
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let home = home_of(user, &users).or_else(|| env::var_os("HOME").map(PathBuf::from));
    home.and_then(|home| fs::canonicalize(home).ok())
}

/// A user's home in the system's table of users.
fn home_of(user: u32, users: &str) -> Option<PathBuf> {
    users.lines().find_map(|line| {
        let mut fields = line.split(':').skip(2);
        (fields.next()?.parse() == Ok(user)).then(|| fields.nth(2).map(PathBuf::from))?
    })
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
    fn a_home_is_where_the_system_says() {
        let users = "root:x:0:0:root:/root:/bin/bash\nann:x:1000:1000:Ann,,,:/home/ann:/bin/sh\n";
        assert_eq!(home_of(0, users), Some("/root".into()));
        assert_eq!(home_of(1000, users), Some("/home/ann".into()));
        assert_eq!(home_of(10, users), None);
    }

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
