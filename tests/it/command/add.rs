//! `jury add`: what is added, what is refused, and that a refusal changes nothing.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::common::{self, Did, World};

/// Boards of four-in-line, as its validator wants them; the answer is the number of `W` in the
/// first line.
const BOARDS: [&str; 4] = [
    "BBBW\nBBBW\nBWWW\nWW..\n",
    "WWWB\nBBBW\nBWWW\nBB..\n",
    "BBBB\nBBBW\nWWWW\nWW..\n",
    "WWBB\nBBBW\nBWWW\nWB..\n",
];

const SETTINGS: &str = "name = \"P\"\nvalidator = \"four-in-line\"\n\
    reference = \"submissions/accepted/first_line.py\"\n\
    [[generator]]\nprogram = \"generators/fixed.py\"\nname = \"secret/made-{}\"\n";

/// A package with one case, a right submission and two wrong ones.
pub(crate) fn package() -> World {
    World::new(&[
        ("p/problem.toml", SETTINGS),
        ("p/data/secret/made-001.in", BOARDS[0]),
        ("p/data/secret/made-001.ans", "1\n"),
        ("p/generators/fixed.py", &fixed(BOARDS[0])),
        ("p/submissions/accepted/first_line.py", "print(input().count('W'))\n"),
        ("p/submissions/wrong_answer/zero.py", "print(0)\n"),
        ("p/submissions/wrong_answer/at_most_two.py", "print(min(2, input().count('W')))\n"),
    ])
}

/// A generator that makes this board, and the second of these with any argument but the seed.
fn fixed(board: &str) -> String {
    format!("import sys\nprint({board:?} if len(sys.argv) == 2 else {:?}, end='')\n", BOARDS[2])
}

/// Every file below a folder with its bytes.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder) {
        let entry = entry.expect("readable");
        let bytes = if entry.file_type().is_file() {
            std::fs::read(entry.path()).expect("readable")
        } else {
            Vec::new()
        };
        files.insert(entry.path().to_owned(), bytes);
    }
    files
}

/// Runs `jury add ./p` with a board on standard input and these words.
fn add(world: &World, input: &str, words: &[&str]) -> Did {
    let arguments: Vec<&str> = ["add", "./p", "-"].iter().chain(words).copied().collect();
    let mut command = world.command(&arguments);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    // A refused command line is not read to the end.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("ended");
    Did {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The words are refused with this status and these parts of a message, and nothing changes.
#[track_caller]
fn refused(world: &World, input: &str, words: &[&str], status: i32, parts: &[&str]) {
    let before = snapshot(&world.path("p"));
    let did = add(world, input, words);
    assert_eq!(did.status, status, "{did:#?}");
    assert_eq!(did.out, "", "nothing on standard output");
    for part in parts {
        assert!(did.err.contains(part), "no {part:?} in {:?}", did.err);
    }
    assert_eq!(snapshot(&world.path("p")), before, "something changed");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_case_is_added_with_its_answer_and_what_it_catches_is_told() {
    let world = package();
    std::fs::write(world.path("new.in"), BOARDS[1]).expect("written");
    let before = snapshot(&world.path("p"));
    let tried = world.jury(&["add", "./p", "new.in", "--dry-run"], 0);
    assert_eq!(snapshot(&world.path("p")), before, "a dry run writes nothing");
    let did = world.jury(&["add", "./p", "new.in"], 0);
    for part in [
        "secret/001: 20 bytes in 4 lines, answered by the reference: 3\n",
        "WA  wrong_answer/at_most_two.py: caught by no other secret case\n",
        "WA  wrong_answer/zero.py: caught, by secret/made-001 too\n",
        "it catches 2 of 2 wrong submissions, 1 of them as the only secret case\n",
    ] {
        assert!(did.out.contains(part), "no {part:?} in {}", did.out);
        assert!(tried.out.contains(part), "no {part:?} in {}", tried.out);
    }
    assert!(did.out.ends_with("p: secret/001 added\n"), "{did:#?}");
    assert!(tried.out.ends_with("nothing was written (--dry-run)\n"), "{tried:#?}");
    let read = |name: &str| std::fs::read_to_string(world.path(name)).expect("written");
    assert_eq!(read("p/data/secret/001.in"), BOARDS[1]);
    assert_eq!(read("p/data/secret/001.ans"), "3\n");
    assert_eq!(snapshot(&world.path("p")).len(), before.len() + 2, "and nothing else");
    world.jury(&["verify", "./p"], 0);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn groups_and_names_are_as_asked_for() {
    let world = package();
    let named = |input: &str, words: &[&str]| {
        let did = add(&world, input, &[words, &["--no-submissions"]].concat());
        assert_eq!(did.status, 0, "{did:#?}");
        did.out.lines().last().expect("a last line").to_owned()
    };
    let named_by_hand = named(BOARDS[1], &["--group", "secret/deep/er", "--name", "hand-1"]);
    assert_eq!(named_by_hand, "p: secret/deep/er/hand-1 added");
    assert_eq!(named(BOARDS[2], &["--group", "sample", "--name", "9"]), "p: sample/9 added");
    assert_eq!(named(BOARDS[3], &["--group", "sample"]), "p: sample/10 added");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_group_that_cannot_be_is_refused() {
    let world = package();
    let deep = format!("secret/{}", "a/".repeat(16));
    for words in [&["--group", deep.as_str()][..], &["--group", &deep, "--dry-run"]] {
        refused(&world, BOARDS[1], words, 2, &["at most 16 nested folders below `data`, found 17"]);
    }
    let group = "secret/made-001.in/x";
    for words in [&["--group", group][..], &["--group", group, "--name", "y", "--dry-run"]] {
        let parts = ["data/secret/made-001.in is a file, but a group is a folder"];
        refused(&world, BOARDS[1], words, 2, &parts);
    }
    let deep = deep.replacen("a/", "", 1);
    assert_eq!(add(&world, BOARDS[1], &["--group", &deep, "--no-submissions"]).status, 0);
    world.jury(&["verify", "./p"], 0);
}

#[test]
fn an_input_that_is_there_already_is_refused_whatever_its_blanks() {
    let world = package();
    let same = "standard input equals secret/made-001 byte for byte";
    refused(&world, BOARDS[0], &[], 1, &[same, "nothing was added"]);
    let other = "differs from secret/made-001 only in line ends";
    refused(&world, &BOARDS[0].replace('\n', " \r\n"), &[], 1, &[other]);
    refused(&world, BOARDS[0].trim_end(), &["--dry-run"], 1, &[other]);
}

#[test]
fn what_is_not_valid_is_refused_with_its_place() {
    let world = package();
    refused(&world, "BBBW\nBBXW\n", &[], 1, &["standard input:2:3: expected `W`, `B` or `.`"]);
    refused(&world, "", &[], 1, &["standard input:1:1: expected"]);
    refused(
        &world,
        BOARDS[1],
        &["--name", "made-001"],
        2,
        &["made-001 belongs to a generator rule"],
    );
    refused(&world, BOARDS[1], &["--name", "../x"], 2, &["points outside the folder `data`"]);
    refused(&world, BOARDS[1], &["--group", "secret/.x"], 2, &["expected a path below `data`"]);
    refused(&world, BOARDS[1], &["--name", "x.in"], 2, &["without `.in`"]);
    let words = ["--generate", "1", "--dry-run"];
    refused(&world, BOARDS[1], &words, 2, &["cannot be used with"]);
    let did = world.jury(&["add", "./p", "--generate", "1", "--dry-run"], 2);
    assert!(did.err.contains("--dry-run comes after --generate"), "{did:#?}");
    let did = world.jury(&["add", "./p", "none.in"], 2);
    assert!(did.err.contains("cannot read none.in"), "{did:#?}");
    let did = world.jury(&["add", "./p"], 2);
    assert!(did.err.contains("--from") && did.err.contains("--generate"), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_failing_reference_is_named_with_its_last_words_and_changes_nothing() {
    let world = package();
    let reference = "p/submissions/accepted/first_line.py";
    let with = |source: &str, words: &[&str]| {
        std::fs::write(world.path(reference), source).expect("written");
        refused(&world, BOARDS[1], &["--no-submissions"], 2, words);
    };
    with(
        "import sys\nsys.exit('no such board')\n",
        &["first_line.py fails on this input: exit code 1: no such board"],
    );
    with("print(\n", &["first_line.py does not build", "SyntaxError"]);
    with("while True: print('x' * 1000000)\n", &["fails on this input: more than 64.0 MiB"]);
    with("import os\nos.kill(os.getpid(), 9)\n", &["fails on this input: signal 9 (SIGKILL)"]);
    let settings = SETTINGS.replace("[[generator]]", "[limits]\ntime = 0.1\n[[generator]]");
    std::fs::write(world.path("p/problem.toml"), settings).expect("written");
    with("while True: pass\n", &["fails on this input: stopped after"]);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_right_submission_that_fails_is_refused_unless_left_out() {
    let world = package();
    let path = world.path("p/submissions/accepted/other.py");
    std::fs::write(path, "print(1)\n").expect("written");
    let parts = ["accepted/other.py must be accepted, but gets WA", "--no-submissions"];
    refused(&world, BOARDS[1], &[], 1, &parts);
    assert_eq!(add(&world, BOARDS[1], &["--no-submissions"]).status, 0);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn an_answer_that_the_checker_refuses_is_not_added() {
    let world = package();
    let settings =
        SETTINGS.replace("[[generator]]", "[checker]\nname = \"four-in-line\"\n[[generator]]");
    std::fs::write(world.path("p/problem.toml"), settings).expect("written");
    let reference = world.path("p/submissions/accepted/first_line.py");
    std::fs::write(reference, "print('many')\n").expect("written");
    refused(&world, BOARDS[1], &[], 2, &["bad answer file"]);
}

#[test]
fn without_a_reference_there_is_no_answer() {
    let world = World::new(&[("p/problem.toml", "name = \"P\"\n")]);
    refused(&world, "1\n", &[], 2, &["has no reference", "problem.toml"]);
    refused(&world, "", &[], 1, &["standard input is empty", "no validator"]);
}

#[test]
fn where_the_checker_needs_no_answer_none_is_needed() {
    let settings = "name = \"P\"\n[checker]\nname = \"board-silly\"\n";
    let world = World::new(&[("p/problem.toml", settings)]);
    let did = add(&world, "1\n", &["--no-submissions"]);
    assert_eq!(did.status, 0, "{did:#?}");
    assert!(did.out.ends_with("p: secret/001 added\n"), "{did:#?}");
    assert!(world.path("p/data/secret/001.in").exists());
    assert!(!world.path("p/data/secret/001.ans").exists());
}

/// They are no wrong ones, and what they get on the new case is neither a catch nor a failure.
#[test]
fn submissions_that_may_be_accepted_or_get_a_part_of_the_points_are_left_out() {
    let settings = "name = \"P\"\nreference = \"echo.sh\"\n\
                    [[expect]]\nsubmissions = \"wrong_answer/any.sh\"\nverdicts = [\"AC\", \"WA\"]\n";
    let world = World::new(&[
        ("p/problem.toml", settings),
        ("p/echo.sh", "read -r line\necho \"$line\"\n"),
        ("p/submissions/wrong_answer/any.sh", "echo 2\n"),
        ("p/submissions/wrong_answer/zero.sh", "echo 0\n"),
        ("p/submissions/partially_accepted/three.sh", "echo 3\n"),
    ]);
    let did = add(&world, "1\n", &["--dry-run"]);
    assert_eq!(did.status, 0, "{did:#?}");
    let words = "it catches 1 of 1 wrong submissions, 1 of them as the only secret case\n";
    assert!(did.out.contains(words), "{did:#?}");
    assert!(!did.out.contains("any.sh") && !did.out.contains("three.sh"), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_generator_is_asked_by_name_or_as_the_only_one() {
    let world = package();
    let did = world.jury(&["add", "./p", "--no-submissions", "--generate", "1", "2"], 0);
    assert!(did.out.contains("answered by the reference: 0"), "{did:#?}");
    let same = |words: [&str; 2], case: &str| {
        let did = world.jury(&["add", "./p", "--generate", words[0], words[1]], 1);
        assert!(did.err.contains(&format!("equals {case} byte for byte")), "{words:?}: {did:#?}");
    };
    same(["1", "2"], "secret/001");
    // By its name, the first word is no argument, and the other board comes.
    same(["fixed", "1"], "secret/made-001");
    same(["fixed.py", "1"], "secret/made-001");
    same(["generators/fixed.py", "1"], "secret/made-001");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_failing_case_of_a_report_is_taken() {
    let world = package();
    for (name, text) in [
        ("q/1.in", BOARDS[0]),
        ("q/1.ans", "1\n"),
        ("q/2.in", BOARDS[1]),
        ("q/2.ans", "3\n"),
        ("q/3.in", BOARDS[3]),
        ("q/3.ans", "2\n"),
    ] {
        std::fs::create_dir_all(world.path("q")).expect("a folder");
        std::fs::write(world.path(name), text).expect("written");
    }
    let submission = "p/submissions/wrong_answer/at_most_two.py";
    world.jury(&["grade", "./q", submission, "--json", "report.json", "-k"], 1);
    let zero = "p/submissions/wrong_answer/zero.py";
    world.jury(&["grade", "./q", zero, "--json", "all.json", "-k"], 1);
    let from = |words: &[&str], status: i32, part: &str| {
        let did = world.jury(&[&["add", "./p", "--dry-run", "--from"], words].concat(), status);
        assert!((did.out.clone() + &did.err).contains(part), "no {part:?} in {did:#?}");
    };
    from(&["report.json"], 0, "at_most_two.py: caught by no other");
    from(&["report.json", "--case", "2"], 0, "secret/001 can be added");
    from(&["report.json", "--case", "3"], 2, "3 does not fail in report.json: expected one of `2`");
    from(&["report.json", "--case", "4"], 2, "unknown case `4`");
    from(
        &["all.json"],
        2,
        "several cases fail in all.json: choose one of `1`, `2`, `3` with --case",
    );
    from(&["all.json", "--case", "1"], 1, "q/1.in equals secret/made-001 byte for byte");
    from(&["p/problem.toml"], 2, "p/problem.toml:1:2: not a report");
    // What a report calls its problem chooses no folder elsewhere.
    let text = std::fs::read_to_string(world.path("report.json")).expect("there");
    let elsewhere = text.replace("\"slug\": \"q\"", "\"slug\": \"../q\"");
    assert_ne!(text, elsewhere);
    std::fs::create_dir(world.path("reports")).expect("a folder");
    std::fs::write(world.path("reports/report.json"), elsewhere).expect("written");
    from(&["reports/report.json"], 2, "there is no problem `../q`");
    std::fs::remove_dir_all(world.path("q")).expect("removed");
    from(&["report.json"], 2, "there is no problem `q`");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn additions_at_the_same_time_take_different_names_and_no_input_twice() {
    let world = package();
    let mut children = Vec::new();
    for number in [1, 2, 3, 1, 2, 3] {
        let path = world.path(&format!("{number}.in"));
        std::fs::write(&path, BOARDS[number]).expect("written");
        let name = path.display().to_string();
        let child = world
            .command(&["add", "./p", &name, "--no-submissions"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        children.push(child.expect("started"));
    }
    let added =
        children.into_iter().filter_map(|mut child| child.wait().expect("ended").code()).collect();
    let codes: Vec<i32> = added;
    assert_eq!(codes.iter().filter(|&&code| code == 0).count(), 3, "{codes:?}");
    let mut inputs: Vec<String> = ["001", "002", "003"]
        .map(|name| {
            let path = world.path(&format!("p/data/secret/{name}.in"));
            std::fs::read_to_string(path).expect("added")
        })
        .to_vec();
    inputs.sort_unstable();
    let mut expected = BOARDS[1..].to_vec();
    expected.sort_unstable();
    assert_eq!(inputs, expected);
    let did = common::run(&mut world.command(&["verify", "./p"]));
    assert_eq!(did.status, 0, "{did:#?}");
}

/// A scored problem whose secret cases lie in two groups.
fn scored() -> World {
    let world = package();
    let groups = "[scoring]\nkind = \"sum\"\n[[group]]\nname = \"secret/one\"\nworth = 40\n\
                  [[group]]\nname = \"secret/two\"\nworth = 60\n";
    let settings = SETTINGS.replace("secret/made-{}", "secret/one/made-{}") + groups;
    std::fs::write(world.path("p/problem.toml"), settings).expect("written");
    for (from, to) in [("secret", "secret/one"), ("secret", "secret/two")] {
        std::fs::create_dir(world.path(&format!("p/data/{to}"))).expect("made");
        for ending in ["in", "ans"] {
            let path = |folder: &str| world.path(&format!("p/data/{folder}/made-001.{ending}"));
            std::fs::copy(path(from), path(to)).expect("copied");
        }
    }
    std::fs::write(world.path("p/data/secret/two/made-001.in"), BOARDS[3]).expect("written");
    std::fs::remove_file(world.path("p/data/secret/made-001.in")).expect("removed");
    std::fs::remove_file(world.path("p/data/secret/made-001.ans")).expect("removed");
    world
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_case_of_a_scored_problem_lies_in_a_group() {
    let world = scored();
    let words = "`secret` contains groups: choose one of `secret/one`, `secret/two` with --group; \
                 nothing was added";
    refused(&world, BOARDS[1], &[], 2, &[words]);
    let meant =
        "`one`: expected a group in `sample` or `secret`: did you mean `secret/one`?; nothing";
    refused(&world, BOARDS[1], &["--group", "one"], 2, &[meant]);
    refused(&world, BOARDS[1], &["--group", "data/one"], 2, &[meant]);
    refused(&world, BOARDS[1], &["--group", "x"], 2, &["such as `secret/x`; nothing was added"]);
    for words in [["--group", "data/secret/two/"], ["--group", "./secret/two"], ["--name", "two/1"]]
    {
        let did = add(&world, BOARDS[1], &[&words[..], &["--dry-run"]].concat());
        assert_eq!(did.status, 0, "{did:#?}");
        assert!(did.out.contains("p: secret/two/") && !did.out.contains("new group"), "{did:#?}");
    }
    let did = add(&world, BOARDS[1], &["--group", "secret/three", "--dry-run"]);
    let words = "new group: secret/three (without a `[[group]]` in problem.toml: its cases count for \
                 the problem as a whole)\n";
    assert!(did.out.contains(words), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_checker_that_breaks_is_blamed_and_nothing_is_added() {
    let world = package();
    let settings = format!("{SETTINGS}[checker]\nprogram = \"c.py\"\nprotocol = \"testlib\"\n");
    std::fs::write(world.path("p/problem.toml"), settings).expect("written");
    std::fs::write(world.path("p/c.py"), "raise SystemExit(9)\n").expect("written");
    let words = "checker `c.py`: exit code 9: expected 0, 1, 2, 3 or 7; nothing was added";
    refused(&world, BOARDS[1], &[], 2, &[words]);
    std::fs::write(world.path("p/c.py"), "raise SystemExit(1)\n").expect("written");
    refused(
        &world,
        BOARDS[1],
        &[],
        2,
        &["the checker rejects the answer of the reference", "; nothing"],
    );
}
