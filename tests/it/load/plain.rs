//! Plain folders: inputs and answers without any settings.

use jury::problem::load::load_unanswered;
use jury::problem::reading::{Patterns, Reading};
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
fn line_ends_of_windows_in_all_inputs_are_noted() {
    let has_crlf = |texts: [&str; 2]| {
        let folder =
            Folder::with(&[("1.in", texts[0]), ("1.ans", "1"), ("2.in", texts[1]), ("2.ans", "1")]);
        folder.load().has_crlf
    };
    assert!(has_crlf(["1\r\n", "2\r\n"]));
    assert!(!has_crlf(["1\r\n", "2\n"]));
}

#[test]
fn inputs_and_answers_make_cases() {
    case(&["1.in", "1.ans"], &["1"]);
    case(&["2.in", "2.out", "10.in", "10.ans", "notes.txt"], &["2", "10"]);
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
fn other_habits_are_read_as_they_are() {
    case(&["input10.txt", "output10.txt", "input2.txt", "output2.txt"], &["2", "10"]);
    case(&["in/1.txt", "out/1.txt", "solution.cpp"], &["1"]);
    case(
        &["tests/01", "tests/01.a", "tests/sample", "tests/sample.a"],
        &["tests/sample", "tests/01"],
    );
    case(&["data/I.1", "data/O.1"], &["1"]);
    case(
        &["Test02/SUM.INP", "Test02/SUM.OUT", "Test10/SUM.INP", "Test10/SUM.OUT", "a.out"],
        &["Test02/SUM", "Test10/SUM"],
    );
    case(&["1.inp", "1.ans", "2.inp", "2.out"], &["1", "2"]);
    case(&["1.in", "1.expected"], &["1"]);
    case(&["input1.txt", "expected1.txt", "input2.txt", "expected2.txt"], &["1", "2"]);
    case(&["inputs/1.txt", "expected/1.txt"], &["1"]);
}

#[test]
fn what_was_read_and_what_was_not_is_said() {
    let folder = Folder::with(&[("1.in", "1"), ("1.ans", "1"), ("1.out", "2"), ("notes.md", "")]);
    let problem = folder.load();
    assert_eq!(
        problem.format.words,
        "a plain folder of cases (`*.in` with `*.ans`, `*.out` or the like)"
    );
    assert_eq!(std::fs::read(problem.cases[0].answer.as_ref().unwrap()).unwrap(), b"1");
    let remarks: Vec<&str> = problem.remarks.iter().map(|said| said.message.as_str()).collect();
    assert_eq!(
        remarks,
        [
            "files of no case, since cases here are `*.in` with `*.ans`, `*.out` or the like: `1.out`, `notes.md`"
        ]
    );
    let folder = Folder::with(&[("input1", "1"), ("output1", "1")]);
    let problem = folder.load();
    assert_eq!(problem.format.words, "a plain folder of cases (`input*` with `output*`)");
    let refusal = jury::problem::names::check_new("2", &problem.layout).unwrap_err();
    assert!(refusal.starts_with("cases cannot be added here: "), "{refusal}");
}

#[test]
fn what_looks_like_a_case_and_is_none_is_warned_of() {
    let folder = Folder::with(&[("01", "1"), ("01.a", "1"), ("03.out", "2"), ("notes.md", "")]);
    let problem = folder.load();
    let words = "files that look like those of cases are passed over, since cases here are `*` with `*.a`: `03.out`";
    let said: Vec<&str> = problem.warnings.iter().map(|said| said.message.as_str()).collect();
    assert_eq!(said, [words]);
    let words = "files of no case, since cases here are `*` with `*.a`: `notes.md`";
    let said: Vec<&str> = problem.remarks.iter().map(|said| said.message.as_str()).collect();
    assert_eq!(said, [words]);
}

/// An archive of a contest has checkers beside its tests.
#[test]
fn who_may_be_a_checker_and_does_not_decide_is_warned_of() {
    let warned = |file: &str| {
        let folder = Folder::with(&[("tests/01", "1"), ("tests/01.a", "1"), (file, "")]);
        let warnings = folder.load().warnings;
        warnings.into_iter().map(|warning| warning.message).collect::<Vec<_>>()
    };
    for file in ["check.cpp", "CHECK.EXE", "files/checker.py", "spj", "interactor.java"] {
        let words = format!(
            "outputs are compared by tokens, and not by `{file}`: where that is to decide, a `problem.toml` names it \
             (`jury new` creates an example)"
        );
        assert_eq!(warned(file), [words]);
    }
    for file in ["checkers.cpp", "check.txt", "check.cpp.bak", "solve.py"] {
        assert_eq!(warned(file), [""; 0], "{file}");
    }
}

#[test]
fn patterns_leave_no_file_out_without_a_word() {
    let files = ["input.txt", "output.txt", "input1.txt", "output1.txt", "other.txt"];
    let folder = Folder::with(&files.map(|name| (name, "1")));
    let patterns = Patterns { input: "input*.txt".into(), answer: "output*.txt".into() };
    let reading = Reading { patterns: Some(patterns), ..Reading::default() };
    let problem = load_unanswered(&folder.path(), &reading).unwrap();
    let names: Vec<&str> = problem.cases.iter().map(|case| case.name.as_str()).collect();
    // Nothing stands for the `*` of the last one.
    assert_eq!(names, ["1", "input"]);
    let words = "files of no case, since cases are `input*.txt` with `output*.txt`: `other.txt`";
    assert_eq!(problem.remarks[0].message, words);
    for name in ["inputinput.txt", "outputinput.txt"] {
        folder.write(name, b"1");
    }
    let error = load_unanswered(&folder.path(), &reading).unwrap_err();
    let words = "input.txt: a case without a name of its own, beside one that is called `input`";
    assert!(error.to_string().ends_with(words), "{error}");
}

/// What one of them fits is what the longer pattern says; of two that are as long, it is an input.
#[test]
fn a_file_that_fits_both_patterns_is_what_the_longer_one_says() {
    let names = |input: &str, answer: &str, files: &[&str]| {
        let folder = Folder::new();
        for file in files {
            folder.write(file, b"1");
        }
        let patterns = Patterns { input: input.into(), answer: answer.into() };
        let reading = Reading { patterns: Some(patterns), ..Reading::default() };
        let problem = load_unanswered(&folder.path(), &reading).unwrap();
        assert_eq!((problem.layout.data, problem.layout.takes_cases), ("", false));
        let file = |path: &std::path::Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        let pair = |case: &jury::problem::Case| {
            let answer = case.answer.as_deref().map(file).unwrap();
            format!("{}: {} {answer}", case.name, file(&case.input))
        };
        problem.cases.iter().map(pair).collect::<Vec<_>>()
    };
    assert_eq!(names("*", "*.a", &["1", "1.a", "2", "2.a"]), ["1: 1 1.a", "2: 2 2.a"]);
    assert_eq!(names("*.in", "*", &["1", "1.in"]), ["1: 1.in 1"]);
    assert_eq!(names("a*", "*b", &["ab", "bb"]), ["b: ab bb"]);
}

const NOTHING: &str = ".: no problem here: expected `problem.toml`, or inputs with answers, such as \
                       `1.in` and `1.ans`, `input1.txt` and `output1.txt`, `01` and `01.a`, or a folder \
                       `in` and a folder `out`; files by other names are chosen with \
                       --input-pattern and --answer-pattern";

#[test]
fn bad_folders_are_told_whole() {
    bad(&[], &[NOTHING]);
    bad(&["x.py"], &[NOTHING]);
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
    bad(&["1.in", "1.IN", "1.ans"], &["1.in: second input of the same case: remove one of them"]);
    bad(
        &["input1", "output1", "output2"],
        &["output2: answer without an input: cases here are `input*` with `output*`"],
    );
    bad(
        &["in/1", "out/1", "out/2"],
        &[
            "out/2: answer without an input: cases here are a folder of inputs beside one of answers",
        ],
    );
    // The other answers are as they should be.
    bad(
        &["1.ans", "1.in", "2.in", "2.out", "2.ans", "3.out"],
        &["3.out: answer without an input: expected `3.in` next to it"],
    );
    bad(&["01", "02", "01.a"], &["02: input without an answer: cases here are `*` with `*.a`"]);
    bad(
        &["1.in", "1.out", "01", "01.a"],
        &[
            ".: two sets of cases, `1.in` with `1.out` (`*.in` with `*.ans`, `*.out` or the like) and `01` \
           with `01.a` (`*` with `*.a`): move one of them away, or choose with --input-pattern and --answer-pattern",
        ],
    );
    // A pair of the second is shown that the first lacks.
    bad(
        &["1.in", "1.out", "2.in.txt", "2.out.txt"],
        &[
            ".: two sets of cases, `1.in` with `1.out` (`*.in` with `*.ans`, `*.out` or the like) and `2.in.txt` \
           with `2.out.txt` (names with `in`, and the same with `out`): move one of them away, or choose with \
           --input-pattern and --answer-pattern",
        ],
    );
}
