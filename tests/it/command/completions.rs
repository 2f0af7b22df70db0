//! Completions, by a shell that loads them and is asked as at a Tab.

use std::path::Path;
use std::process::Command;

use super::common::World;

/// Loads the script, completes a line whose last word is begun, and prints the candidates.
const ASK: &str = r#"
source <(jury completions bash) || exit 9
COMP_WORDS=(jury "$@"); COMP_CWORD=$#; COMP_TYPE=9
_clap_complete_jury jury "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\n' "${COMPREPLY[@]}"
"#;

fn world() -> World {
    World::new(&[
        ("problems/four/problem.toml", "name = 'F'\n"),
        ("problems/four/data/sample/1.in", "1\n"),
        ("problems/four/data/sample/1.ans", "1\n"),
        ("problems/four/data/secret/one.in", "1\n"),
        ("problems/four/data/secret/one.ans", "1\n"),
        ("problems/five/problem.toml", "name = 'F'\n"),
        ("solution.py", ""),
        ("my files/first try.py", ""),
    ])
}

/// What Bash offers in this folder after these words, the last of which is begun.
#[track_caller]
fn case(world: &World, folder: &str, words: &[&str], expected: &[&str]) {
    let jury = Path::new(env!("CARGO_BIN_EXE_jury"));
    let usual = std::env::var_os("PATH").expect("a search path");
    let folders =
        jury.parent().map(Path::to_owned).into_iter().chain(std::env::split_paths(&usual));
    let mut shell = Command::new("bash");
    shell.args(["--norc", "-c", ASK, "bash"]).args(words).current_dir(world.path(folder));
    shell.env("PATH", std::env::join_paths(folders).expect("plain folders"));
    shell.env("XDG_CONFIG_HOME", "/nowhere").env_remove("JURY_PROBLEMS");
    let output = shell.output().expect("Bash starts");
    let offered = String::from_utf8(output.stdout).expect("text");
    let offered: Vec<&str> = offered.lines().collect();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {err}");
    assert_eq!(offered, expected, "{words:?}: {err}");
}

#[test]
fn what_there_is_is_offered() {
    let world = world();
    case(&world, ".", &["gra"], &["grade"]);
    case(&world, ".", &["grade", "fo"], &["four"]);
    case(&world, ".", &["verify", "four", "fi"], &["five"]);
    case(&world, "problems", &["grade", "f"], &["five", "four", "five/", "four/"]);
    case(&world, ".", &["grade", "four", "sol"], &["solution.py"]);
    case(&world, ".", &["grade", "four", "--case", "se"], &["secret/one"]);
    case(&world, "problems/four", &["run", "x.py", "--case", "s"], &["sample/1", "secret/one"]);
    case(&world, ".", &["grade", "four", "--language", "py"], &["python", "pypy", "python2"]);
    case(&world, ".", &["stress", "four", "--find", "t"], &["TLE"]);
    case(&world, ".", &["match", "sol"], &["solution.py"]);
    case(&world, ".", &["match", "solution.py", "ref"], &["reference"]);
    case(&world, ".", &["tournament", "solution.py", "ref"], &["reference"]);
    case(&world, ".", &["--problems", "problems", "grade", "fou"], &["four"]);
}

#[test]
fn names_with_blanks_are_quoted_as_the_line_needs_it() {
    let world = world();
    case(&world, ".", &["grade", "four", "my"], &["my\\ files/"]);
    case(&world, ".", &["grade", "four", r"my\ fi"], &["my\\ files/"]);
    case(&world, ".", &["grade", "four", r"my\ files/f"], &["my\\ files/first\\ try.py"]);
    case(&world, ".", &["grade", "four", "\"my fi"], &["my files/"]);
    case(&world, "my files", &["grade", "four", "'first t"], &["first try.py"]);
}

#[test]
fn only_certain_words_are_offered_where_only_these_may_stand() {
    case(&world(), ".", &["reference", "four"], &["four-in-a-row", "four-in-line"]);
    case(&world(), ".", &["reference", "sol"], &[""]);
}

#[test]
fn every_shell_has_a_script() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let did = world().jury(&["completions", shell], 0);
        assert!(did.out.contains("JURY_COMPLETE"), "{did:#?}");
    }
}
