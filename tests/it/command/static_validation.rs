//! Static validation (2025-09): a program of the package decides by the files of a submission.

use std::fs;

use super::common::World;

const SETTINGS: &str = "problem_format_version: 2025-09\nname: P\nlimits: {time_limit: 2}\n";

/// A package whose static validator is this program and one of whose groups says this, and submissions.
fn world(kind: &str, group: &str, validator: &str) -> World {
    World::new(&[
        ("p/problem.yaml", &format!("{SETTINGS}{kind}")),
        ("p/data/secret/test_group.yaml", group),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1\n"),
        ("p/include/python3/lib.py", "n = 1\n"),
        ("p/static_validator/v.py", validator),
        ("one.py", "from lib import n\nprint(n)\n"),
        ("folder/main.py", "from own.it import n\nprint(n)\n"),
        ("folder/own/it.py", "n = 1\n"),
    ])
}

/// Grades a submission before this validator in a problem without scores.
#[track_caller]
fn pass_fail(validator: &str, submission: &str, status: i32, words: &str) {
    let group = "static_validation_score: pass-fail\nstatic_validator_args: [a b, c]\n";
    let world = world("", group, &format!("import os, sys\n{validator}"));
    let did = world.jury(&["grade", "./p", submission, "--keep-going"], status);
    assert!(did.out.contains(words), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_static_validator_sees_the_files_and_is_told_how_they_begin() {
    let files = "found = sorted(os.path.join(folder, name) for folder, _, names in os.walk('.')\n\
                 \x20   for name in names)\n";
    let says = "sys.exit(42 if (sys.argv[1:], found) == (expected, names) else 43)\n";
    let case = |submission: &str, entry_point: &str, names: &str| {
        let expected = format!("['python3', '{entry_point}', '/box/.feedback/', 'a b', 'c']");
        let text = format!("{files}expected = {expected}\nnames = {names}\n{says}");
        pass_fail(&text, submission, 0, "p: accepted");
    };
    case("one.py", "one.py", "['./lib.py', './one.py']");
    case("folder", "main.py", "['./lib.py', './main.py', './own/it.py']");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn what_a_static_validator_says_decides_and_its_faults_are_the_setters() {
    let tells = |code: u32| {
        format!("open(sys.argv[3] + 'judgemessage.txt', 'w').write('too long')\nsys.exit({code})\n")
    };
    let wrong = "secret/static_validation  wrong answer: too long";
    pass_fail(&tells(43), "one.py", 1, wrong);
    pass_fail(&tells(42), "one.py", 0, "p: accepted");
    let fault = "static validator `static_validator`: ";
    pass_fail(&tells(0), "one.py", 2, &format!("{fault}exit code 0: expected 42"));
    pass_fail("while True: os.fork()", "one.py", 2, fault);
    let scores = "open(sys.argv[3] + 'score.txt', 'w').write('1')\nsys.exit(42)\n";
    pass_fail(scores, "one.py", 2, "it gives a score, but the cases of this group have none");
    // It works on copies, in a folder of its own.
    pass_fail("open('one.py', 'w').write('')\nsys.exit(42)\n", "one.py", 0, "p: accepted");
    pass_fail("sys.exit(43 if os.listdir('/files') else 42)\n", "one.py", 0, "p: accepted");
}

/// The group gives 100 points at the most, 30 of them for the files and the others for two cases.
#[track_caller]
fn scored(says: &str, status: i32, words: &str) {
    let group = "static_validation_score: 30\n";
    let world = world("type: scoring\n", group, &format!("import sys\n{says}"));
    for ending in ["in", "ans"] {
        let path = world.path(&format!("p/data/secret/2.{ending}"));
        fs::write(path, "2\n").expect("written");
    }
    let did = world.jury(&["grade", "./p", "one.py"], status);
    assert!(did.out.contains(words), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_static_validation_gives_its_part_of_the_points() {
    let gives = |file: &str, text: &str| {
        format!("open(sys.argv[3] + '{file}.txt', 'w').write('{text}')\nsys.exit(42)\n")
    };
    scored("sys.exit(42)\n", 1, "score 65 ");
    scored("sys.exit(43)\n", 1, "score 35 ");
    scored(&gives("score", "12.5"), 1, "score 47.5 ");
    scored(&gives("score_multiplier", "0.1"), 1, "score 38 ");
    scored(&gives("score", "31"), 2, "`score.txt`: expected 0 to 30, found 31");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_static_validation_is_a_case_of_its_own() {
    let group = "static_validation_score: pass-fail\n";
    let world = world("", group, "import sys\nsys.exit(43)\n");
    let did = world.jury(&["grade", "./p", "one.py", "--case", "secret/1"], 0);
    assert!(did.out.contains("p: accepted"), "{did:#?}");
    let arguments = ["grade", "./p", "one.py", "--case", "secret/static*", "--json", "-"];
    let report: serde_json::Value =
        serde_json::from_str(&world.jury(&arguments, 1).out).expect("JSON");
    let cases = &report["submissions"][0]["cases"];
    assert_eq!(cases.as_array().map(Vec::len), Some(1), "{cases}");
    assert_eq!(cases[0]["case"], "secret/static_validation");
    assert_eq!(cases[0]["verdict"], "WA");
    assert!(cases[0]["cpu_seconds"].is_null() && cases[0]["evidence"].is_null(), "{cases}");
    fs::write(world.path("report.json"), report.to_string()).expect("written");
    world.jury(&["report", "report.json", "--html", "page.html", "--junit", "junit.xml"], 0);
    // No search and no new case asks it.
    fs::create_dir_all(world.path("p/submissions/accepted")).expect("made");
    fs::copy(world.path("one.py"), world.path("p/submissions/accepted/one.py")).expect("copied");
    fs::write(world.path("two.in"), "2\n").expect("written");
    let added = ["add", "./p", "two.in", "--name", "static_validation"];
    let did = world.jury(&added, 2);
    assert!(did.err.contains("case secret/static_validation already exists"), "{did:#?}");
    let proved = world.jury(&["verify", "./p"], 1);
    let words = "gets WA on secret/static_validation, which folder `accepted` does not permit";
    assert!(proved.out.contains(words), "{proved:#?}");
}
