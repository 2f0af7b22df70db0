//! Plain folders: inputs and answers without any settings.

use jury::problem::{CheckerChoice, Scoring};
use jury_checkers::Options;

use super::folder::Folder;

/// Files, and the names of the cases that they make.
#[track_caller]
fn case(files: &[&str], expected: &[&str]) {
    let folder = Folder::new();
    for file in files {
        folder.write(file, b"1");
    }
    let problem = folder.load();
    let names: Vec<&str> = problem.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, expected);
    assert!(problem.cases.iter().all(|case| case.answer.is_some()));
    assert_eq!((problem.slug.as_str(), problem.name.as_str()), ("sums", "sums"));
    let tokens = CheckerChoice::Shipped { name: "tokens".into(), options: Options::new() };
    assert_eq!(problem.checker, tokens);
    assert_eq!(problem.scoring(), Scoring::PassFail);
}

/// Files, and what is complained of.
#[track_caller]
fn bad(files: &[&str], expected: &[&str]) {
    let folder = Folder::new();
    for file in files {
        folder.write(file, b"1");
    }
    assert_eq!(folder.complaints(), expected);
}

#[test]
fn inputs_and_answers_make_cases() {
    case(&["1.in", "1.ans"], &["1"]);
    case(&["2.in", "2.out", "10.in", "10.ans", "notes.txt"], &["10", "2"]);
    case(&["data/1.in", "data/1.ans", "x.py"], &["1"]);
    case(
        &["secret/1.in", "secret/1.out", "sample/1.in", "sample/1.ans"],
        &["sample/1", "secret/1"],
    );
    case(&["data/a/b/1.in", "data/a/b/1.ans"], &["a/b/1"]);
    case(&["1.in", "1.ans", "data/2.in", "data/2.ans"], &["1", "data/2"]);
    case(&["a.b.in", "a.b.out"], &["a.b"]);
    case(&["1.in", "1.ans", "a.out", ".git/x.in"], &["1"]);
}

#[test]
fn bad_folders_are_told_whole() {
    bad(&[], &[".: no problem here: expected `problem.toml`, or `*.in` with `*.ans`"]);
    bad(&["x.py"], &[".: no problem here: expected `problem.toml`, or `*.in` with `*.ans`"]);
    bad(
        &["1.in", "g/2.in", "3.in", "3.ans"],
        &[
            "1.in: input without an answer: expected `1.ans` or `1.out`",
            "g/2.in: input without an answer: expected `2.ans` or `2.out`",
        ],
    );
    bad(
        &["1.in", "1.ans", "2.ans"],
        &["2.ans: answer without an input: expected `2.in` next to it"],
    );
    bad(
        &["1.in", "1.ans", "1.out"],
        &["1.out: second answer for the same input: remove one of them"],
    );
}
