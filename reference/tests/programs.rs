//! The programs as they are run: standard input to standard output, exit statuses. What they answer
//! is compared with the statement's samples where one output is right.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const EASTERN_DRAUGHTS: &str = env!("CARGO_BIN_EXE_jury-reference-eastern-draughts");
const MEGACHECKERS: &str = env!("CARGO_BIN_EXE_jury-reference-megacheckers");
const FOUR_IN_LINE: &str = env!("CARGO_BIN_EXE_jury-reference-four-in-line");
const CHECKERS: &str = env!("CARGO_BIN_EXE_jury-reference-checkers");
const BOARD_SILLY: &str = env!("CARGO_BIN_EXE_jury-reference-board-silly");

fn run(program: &str, input: &[u8]) -> Output {
    let mut command = Command::new(program);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // A program that refuses its arguments may end before it reads.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

fn sample(problem: &str, name: &str) -> Vec<u8> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../problems").join(problem);
    std::fs::read(samples.join("data/sample").join(name)).expect("a sample")
}

#[track_caller]
fn answers(program: &str, problem: &str) {
    let output = run(program, &sample(problem, "1.in"));
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stdout, sample(problem, "1.ans"), "{problem}");
    assert!(output.stderr.is_empty());
}

#[test]
fn samples_with_one_right_output_are_answered_so() {
    answers(MEGACHECKERS, "megacheckers");
    answers(FOUR_IN_LINE, "four-in-line");
    answers(BOARD_SILLY, "board-silly");
}

#[test]
fn samples_with_many_right_outputs_are_answered() {
    for (program, problem) in [(EASTERN_DRAUGHTS, "eastern-draughts"), (CHECKERS, "checkers")] {
        let output = run(program, &sample(problem, "1.in"));
        assert!(output.status.success() && !output.stdout.is_empty(), "{output:?}");
    }
}

#[test]
fn bad_input_is_named_in_one_line_and_fails() {
    for program in [EASTERN_DRAUGHTS, MEGACHECKERS, FOUR_IN_LINE, CHECKERS, BOARD_SILLY] {
        let output = run(program, b"\0 no board\n");
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{program}: {words}");
        assert!(words.starts_with("error: ") && words.lines().count() == 1, "{program}: {words}");
        assert!(output.stdout.is_empty(), "{program}");
    }
}
