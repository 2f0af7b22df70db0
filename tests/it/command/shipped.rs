//! An installed `jury` in a folder without problems: those that come with it are found, and their
//! reference programs.

use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use super::common::{self, World};

const WRONG: &str = "print(0)\n";

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn problems_are_listed_and_graded_anywhere() {
    let world = World::new(&[("a.py", WRONG)]);
    let listed = world.jury(&["list"], 0);
    assert!(listed.out.contains("\n four-in-line "), "{listed:#?}");
    assert!(listed.err.contains("these come with jury, in "), "{listed:#?}");
    let by_alias = world.jury(&["grade", "p2346", "--reference", "--case", "sample/*"], 0);
    assert!(by_alias.out.starts_with("AC  reference "), "{by_alias:#?}");
    let wrong = world.jury(&["grade", "four-in-line", "a.py", "--case", "secret/any-001"], 1);
    assert!(wrong.out.contains("/four-in-line/data/secret/any-001.in\n"), "{wrong:#?}");
    // All problems means all of one's own.
    let none = world.jury(&["verify"], 2);
    assert!(none.err.contains("no folder `problems`"), "{none:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn own_problems_and_folders_come_first() {
    let files = [
        ("problems/mine/problem.toml", "name = \"Mine\"\n"),
        ("problems/mine/data/sample/1.in", "1\n"),
        ("problems/mine/data/sample/1.ans", "1\n"),
        ("problems/megacheckers/data/1.in", "1\n"),
        ("problems/megacheckers/data/1.ans", "0\n"),
        ("a.py", WRONG),
    ];
    let world = World::new(&files);
    let listed = world.jury(&["list"], 0);
    assert!(!listed.out.contains("four-in-line"), "{listed:#?}");
    let also =
        "also, with jury: board-silly, checkers, eastern-draughts, four-in-line, megacheckers\n";
    assert!(listed.err.ends_with(also), "{listed:#?}");
    let unknown = world.jury(&["grade", "min", "a.py"], 2);
    assert!(unknown.err.contains("; also, with jury: board-silly, "), "{unknown:#?}");
    world.jury(&["grade", "problems/megacheckers", "a.py"], 0);
    world.jury(&["grade", "four-in-line", "--reference", "--case", "sample/1"], 0);
    // Whoever names a folder of problems means that one.
    let other = ["--problems", "problems", "grade", "four-in-line", "a.py"];
    let other = world.jury(&other, 2);
    assert!(other.err.contains("unknown problem `four-in-line`"), "{other:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn no_alias_hides_a_problem_that_comes_with_jury() {
    let files = [
        ("problems/mine/problem.toml", "name = 'Mine'\ncode = 'FOUR-IN-LINE'\n"),
        ("problems/mine/data/sample/1.in", "1\n"),
        ("problems/mine/data/sample/1.ans", "1\n"),
        ("a.py", "print(1)\n"),
    ];
    let world = World::new(&files);
    world.jury(&["grade", "four-in-line", "--reference", "--case", "sample/1"], 0);
    world.jury(&["grade", "Four-In-Line", "a.py"], 0);
}

#[test]
fn what_comes_with_jury_stays_as_it_is() {
    let world = World::new(&[("a.py", WRONG), ("1.in", "....\n....\n....\n....\n")]);
    let commands: [&[&str]; 4] = [
        &["add", "four-in-line", "1.in"],
        &["generate", "eastern-draughts"],
        &["limits", "four-in-line", "--write"],
        &["grade", "four-in-line", "a.py", "--save"],
    ];
    for command in commands {
        let did = world.jury(command, 2);
        assert!(did.err.contains("comes with jury and is not changed"), "{did:#?}");
        assert!(did.err.contains("cp -r "), "{did:#?}");
    }
}

#[test]
fn a_reference_program_is_a_command() {
    let problem = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/four-in-line");
    let input = std::fs::read(problem.join("data/sample/1.in")).expect("a sample");
    let answer = std::fs::read_to_string(problem.join("data/sample/1.ans")).expect("an answer");
    let world = World::new(&[]);
    let mut command = world.command(&["reference", "four-in-line"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(&input).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout), answer);
    let unknown = common::run(&mut world.command(&["reference", "chess"]));
    assert_eq!(unknown.status, 2, "{unknown:#?}");
}
