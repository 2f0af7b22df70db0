//! What the user says of how a folder is read, where the folder leaves a doubt.

use super::common::World;

/// A package by two formats at once, with the answer of one case.
fn doubtful() -> World {
    World::new(&[
        ("p/problem.yaml", "name: P\nlimits: {time_limit: 10}\n"),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1\n"),
        ("p/task.yaml", "name: p\ntitle: P\ntime_limit: 10\ninfile: ''\noutfile: ''\n"),
        ("p/input/input0.txt", "1\n"),
        ("p/output/output0.txt", "2\n"),
        ("echo.py", "print(input())\n"),
    ])
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn marks_of_two_formats_are_a_doubt_that_an_option_decides() {
    let world = doubtful();
    let told = world.jury(&["grade", "./p", "echo.py"], 2);
    let words = "has the marks of two formats, `kattis` and `cms`: choose with `--read-as kattis` or \
                 `--read-as cms`";
    assert!(told.err.contains(words), "{told:#?}");
    let grade = |format: &str, status: i32| {
        world.jury(&["grade", "./p", "echo.py", "--read-as", format], status)
    };
    assert!(grade("kattis", 0).out.starts_with("AC"));
    assert!(grade("cms", 1).out.starts_with("WA"));
    let told = grade("polygon", 2);
    let words = "has no marks of the format `polygon`: expected `problem.xml` with `<judging`";
    assert!(told.err.contains(words), "{told:#?}");
    let told = grade("katis", 2);
    assert!(told.err.contains("unknown format `katis`: did you mean `kattis`?"), "{told:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn patterns_say_which_files_are_inputs_and_answers() {
    let world = World::new(&[
        ("p/a/1.in", "1\n"),
        ("p/a/1.out", "2\n"),
        ("p/b/q10.txt", "10\n"),
        ("p/b/r10.txt", "10\n"),
        ("p/b/q2.txt", "2\n"),
        ("p/b/r2.txt", "2\n"),
        ("echo.py", "print(input())\n"),
    ]);
    let grade = |input: &str, answer: &str, status: i32| {
        let patterns = ["--input-pattern", input, "--answer-pattern", answer];
        world.jury(&[&["grade", "./p", "echo.py", "-v"][..], &patterns].concat(), status)
    };
    let told = grade("b/q*.txt", "b/r*.txt", 0);
    assert!(told.out.starts_with("AC"), "{told:#?}");
    let format = "p: read as a plain folder of cases (`b/q*.txt` with `b/r*.txt`)";
    assert!(told.err.contains(format), "{told:#?}");
    let told = grade("a/*.in", "a/*.out", 1);
    assert!(told.out.starts_with("WA"), "{told:#?}");
    let told = grade("b/*.txt", "a/*.out", 2);
    assert!(told.err.contains("input without an answer: expected `a/q2.out`"), "{told:#?}");
    assert!(told.err.contains("p/a/1.out: answer without an input"), "{told:#?}");
    let told = grade("b/*/*.txt", "a/*.out", 2);
    let words = "expected one `*` for the name of the case in `b/*/*.txt`";
    assert!(told.err.contains(words), "{told:#?}");
    let told = world.jury(&["grade", "./p", "echo.py", "--input-pattern", "*.in"], 2);
    assert!(told.err.contains("--answer-pattern"), "{told:#?}");
}
