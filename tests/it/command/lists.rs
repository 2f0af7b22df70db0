//! `jury list` and `jury languages`, for people and for machines; and what an empty variable means.

use super::common::{self, World};
use jury::report::listing_json::{Languages, Problems};

fn world() -> World {
    World::new(&[
        ("problems/p/problem.toml", "name = 'P'\ncode = 'X1'\n"),
        ("problems/p/data/sample/1.in", "1\n"),
        ("problems/p/data/sample/1.ans", "1\n"),
        ("problems/plain/1.in", "1\n"),
        ("problems/plain/1.ans", "1\n"),
        ("empty/readme", ""),
        ("a.py", "print(1)\n"),
    ])
}

#[test]
fn lists_are_written_as_json() {
    let world = world();
    let text = world.jury(&["list", "--json", "-"], 0).out;
    let problems: Problems = serde_json::from_str(&text).expect("strict");
    let [problem] = problems.problems.as_slice() else { panic!("{problems:?}") };
    assert_eq!((problem.slug.as_str(), problem.code.as_deref()), ("p", Some("X1")));
    assert_eq!((problem.cases, problem.submissions), (1, 0));
    let text = world.jury(&["languages", "--json", "-"], 0).out;
    let languages: Languages = serde_json::from_str(&text).expect("strict");
    let python = languages.languages.iter().find(|language| language.name == "python");
    assert_eq!(python.expect("Python").endings[0], "py");
}

#[test]
fn a_folder_without_problems_is_told() {
    let did = world().jury(&["list", "--problems", "empty"], 0);
    assert_eq!((did.out.as_str(), did.err.as_str()), ("", "no problems in empty\n"));
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_plain_folder_among_the_problems_is_found_by_its_name() {
    world().jury(&["grade", "plain", "a.py"], 0);
}

#[test]
fn a_variable_that_is_empty_counts_as_not_set() {
    let world = world();
    let mut command = world.command(&["list"]);
    command.env("JURY_PROBLEMS", "").env("JURY_LANGUAGES", "");
    let did = common::run(&mut command);
    assert!(did.status == 0 && did.out.contains("X1"), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn windows_line_ends_are_named_where_an_input_is_refused() {
    let settings = "name = 'P'\n[validator]\nprogram = 'v.py'\nprotocol = 'icpc'\n";
    let validator = "import sys\nsys.exit(43 if b'\\r' in sys.stdin.buffer.read() else 42)\n";
    let world = World::new(&[
        ("p/problem.toml", settings),
        ("p/v.py", validator),
        ("p/data/sample/1.in", "1\n"),
        ("p/data/sample/1.ans", "1\n"),
        ("own.in", "2\r\n"),
    ]);
    for command in ["validate", "add"] {
        let did = world.jury(&[command, "./p", "own.in"], 1);
        let all = format!("{}{}", did.out, did.err);
        assert!(all.contains("(its lines end with CR LF, as on Windows)"), "{did:#?}");
    }
}
