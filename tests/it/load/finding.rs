//! Finding problems by path, slug and code.

use std::fs;
use std::path::{Path, PathBuf};

use jury::problem::load::{find, list};
use tempfile::TempDir;

/// A repository of three problems, with other folders about.
struct Repository(TempDir);

impl Repository {
    fn new() -> Self {
        let repository = Self(tempfile::tempdir().unwrap());
        repository.write("problems/checkers/problem.toml", "name = 'a'");
        repository.write("problems/four-in-line/problem.toml", "name = 'a'\ncode = 'P2346'");
        repository.write("problems/broken/problem.toml", "name = ");
        repository.write("problems/.hidden/problem.toml", "name = 'a'");
        repository.write("problems/notes/readme.md", "");
        repository.write("checkers/src/lib.rs", "");
        repository.write("plain/1.in", "");
        repository.write("file", "");
        repository.write("problems/checkers/problems/readme.md", "");
        repository
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// What is found from a working directory, below the repository.
    #[track_caller]
    fn case(&self, cwd: &str, name: &str, expected: &str) {
        let found = find(None, &self.path(cwd), name).unwrap();
        let found = fs::canonicalize(found).unwrap();
        assert_eq!(found, fs::canonicalize(self.path(expected)).unwrap(), "{name} from {cwd}");
    }

    /// The message for what is not found, the repository's own path taken off.
    #[track_caller]
    fn bad(&self, problems: Option<&str>, name: &str, expected: &str) {
        let error = find(problems.map(Path::new), self.0.path(), name).unwrap_err();
        let own = format!("{}/", self.0.path().display());
        assert_eq!(error.to_string().replace(&own, ""), expected);
    }
}

#[test]
fn slugs_codes_and_paths_are_found() {
    let repository = Repository::new();
    repository.case("", "checkers", "problems/checkers");
    repository.case("", "./checkers", "checkers");
    repository.case("", "p2346", "problems/four-in-line");
    repository.case("", "P2346", "problems/four-in-line");
    repository.case("", "broken", "problems/broken");
    repository.case("", "plain", "plain");
    repository.case("", "notes", "problems/notes");
    repository.case("", "problems/checkers", "problems/checkers");
    repository.case("plain", ".", "plain");
    repository.case("plain", "..", "");
    repository.case("checkers/src", "four-in-line", "problems/four-in-line");
    // A folder `problems` without problems in it is passed over.
    repository.case("problems/checkers", "four-in-line", "problems/four-in-line");
}

#[test]
fn a_plain_folder_needs_no_repository() {
    let alone = tempfile::tempdir().unwrap();
    fs::create_dir(alone.path().join("mine")).unwrap();
    assert_eq!(find(None, alone.path(), "mine").unwrap(), alone.path().join("mine"));
    let error = find(None, alone.path(), "other").unwrap_err();
    let expected = format!(
        "no problem `other`: there is no such folder, and no folder `problems` with a problem in it \
         at or above {}",
        alone.path().display()
    );
    assert_eq!(error.to_string(), expected);
    let error = list(None, alone.path()).unwrap_err();
    let expected =
        format!("no folder `problems` with a problem in it at or above {}", alone.path().display());
    assert_eq!(error.to_string(), expected);
}

#[test]
fn unknown_names_are_told_the_nearest() {
    let repository = Repository::new();
    let known = "`broken`, `checkers`, `four-in-line`, `P2346`";
    repository.bad(
        None,
        "chekers",
        "unknown problem `chekers`: did you mean `checkers`? (looked in problems)",
    );
    repository.bad(
        None,
        "zzz",
        &format!("unknown problem `zzz`: expected one of {known} (looked in problems)"),
    );
    repository.bad(
        None,
        "file",
        &format!("unknown problem `file`: expected one of {known} (looked in problems)"),
    );
    repository.bad(None, "x/y", "no problem folder `x/y`: No such file or directory (os error 2)");
    repository.bad(None, "./file", "`./file` is not a folder: expected the problem's folder");
    repository.bad(Some("nowhere"), "checkers", "cannot read folder of problems nowhere");
    repository.bad(
        Some("checkers"),
        "abc",
        "unknown problem `abc`: there are none (looked in checkers)",
    );
    repository.write("problems/other/problem.toml", "name = 'a'\ncode = 'p2346'");
    // One in this letter case comes first.
    repository.case("", "P2346", "problems/four-in-line");
    repository.case("", "p2346", "problems/other");
    repository.write("problems/third/problem.toml", "name = 'a'\ncode = 'P2346'");
    repository.bad(
        None,
        "P2346",
        "alias `P2346` is ambiguous (`four-in-line`, `third`): use a slug",
    );
}

#[test]
fn the_list_is_in_order() {
    let repository = Repository::new();
    let listed = list(None, &repository.path("plain")).unwrap();
    let listed: Vec<(&str, Option<&str>)> =
        listed.iter().map(|problem| (problem.slug.as_str(), problem.code.as_deref())).collect();
    assert_eq!(listed, [("broken", None), ("checkers", None), ("four-in-line", Some("P2346"))]);
    let listed = list(Some(Path::new("problems")), &repository.path("")).unwrap();
    assert_eq!(listed.len(), 3);
}

#[test]
fn packages_that_lack_their_settings_are_listed() {
    let repository = Repository::new();
    repository.write("problems/lost/data/1.in", "");
    repository.write("problems/lost/submissions/accepted/a.py", "");
    repository.write("problems/misnamed/Problem.toml", "");
    repository.write("problems/other/task.yaml", "");
    let listed = list(None, &repository.path("")).unwrap();
    let listed: Vec<&str> = listed.iter().map(|problem| problem.slug.as_str()).collect();
    assert_eq!(listed, ["broken", "checkers", "four-in-line", "lost", "misnamed", "other"]);
}

#[test]
fn names_of_folders_are_paths_whatever_the_folder_of_problems_is() {
    let repository = Repository::new();
    let cwd = repository.path("checkers");
    for (name, expected) in [(".", "checkers"), ("..", ""), ("./src", "checkers/src")] {
        let found = find(Some(Path::new("nowhere")), &cwd, name).unwrap();
        let found = fs::canonicalize(found).unwrap();
        assert_eq!(found, fs::canonicalize(repository.path(expected)).unwrap(), "{name}");
    }
}
