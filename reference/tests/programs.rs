//! The programs as they are run: standard input to standard output, exit statuses. What they answer
//! is compared with the statement's samples where one output is right.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use jury_reference::programs;

const CHECKERS: &str = "checkers";

fn command(program: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jury-reference"));
    command.arg(program);
    command
}

fn run(program: &str, input: &[u8]) -> Output {
    run_with(program, &[], input)
}

fn run_with(program: &str, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = command(program);
    command.args(arguments);
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
fn answers(problem: &str) {
    let output = run(problem, &sample(problem, "1.in"));
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stdout, sample(problem, "1.ans"), "{problem}");
    assert!(output.stderr.is_empty());
}

#[test]
fn samples_with_one_right_output_are_answered_so() {
    answers("megacheckers");
    answers("four-in-line");
    answers("board-silly");
}

#[test]
fn samples_with_many_right_outputs_are_answered() {
    for problem in ["eastern-draughts", "checkers"] {
        let output = run(problem, &sample(problem, "1.in"));
        assert!(output.status.success() && !output.stdout.is_empty(), "{output:?}");
    }
}

#[test]
fn bad_input_is_named_in_one_line_and_fails() {
    for program in programs::names() {
        let output = run(program, b"\0 no board\n");
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{program}: {words}");
        assert!(words.starts_with("error: ") && words.lines().count() == 1, "{program}: {words}");
        assert!(output.stdout.is_empty(), "{program}");
    }
}

#[test]
fn positions_are_answered_one_by_one_as_they_come() {
    let mut command = command(CHECKERS);
    command.args(["--depth", "5"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    // The second is of another size, the third the first again: nothing is carried over wrongly.
    for (name, forced) in [("1.in", None), ("2.in", Some("5")), ("1.in", None)] {
        stdin.write_all(&sample("checkers", name)).expect("it reads");
        let hops = answers.next().expect("an answer, before the input ends").expect("text");
        assert!(forced.is_none_or(|forced| hops == forced), "{hops}");
        let hops: usize = hops.parse().expect("a number");
        assert_eq!(answers.by_ref().take(hops + 1).count(), hops + 1);
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
    assert!(answers.next().is_none());
}

#[test]
fn what_follows_a_position_must_be_one() {
    let mut input = sample("checkers", "2.in");
    input.extend_from_slice(b"b\n7\n");
    let output = run(CHECKERS, &input);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.starts_with(b"5\n6 1\n"), "{output:?}");
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(words, "error: input 2: line 2, column 1: expected an even size\n");
}

#[test]
fn an_unknown_program_is_refused() {
    let output = run("chess", b"");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(words.starts_with("error: expected one of board-silly, checkers, "), "{words}");
}

#[track_caller]
fn refused(arguments: &[&str], expected: &str) {
    let output = run_with(CHECKERS, arguments, &sample("checkers", "1.in"));
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: {expected}\n"));
    assert!(output.stdout.is_empty());
}

#[test]
fn bad_options_of_the_bot_are_named() {
    refused(&["--time", "soon"], "expected seconds in --time, found `soon`");
    refused(&["--depth", "-1"], "expected a whole number after --depth, found `-1`");
    let profiles = "expected seed, english or stopping-allowed";
    refused(&["--profile", "french"], &format!("unknown profile `french`, {profiles}"));
    refused(&["--build-tables", "x", "--pieces", "6"], "expected 2 to 5 --pieces, found 6");
}

#[test]
fn endgames_are_built_into_a_folder_and_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    refused(
        &["--tables", path],
        &format!("{path}: no endgames found; build them with --build-tables"),
    );
    let new = folder.path().join("new/three");
    let new = new.to_str().expect("text");
    let built = run_with(CHECKERS, &["--build-tables", new, "--pieces", "3"], b"");
    assert!(built.status.success() && built.stdout.is_empty(), "{built:?}");
    assert!(String::from_utf8_lossy(&built.stderr).ends_with("100 %  2010\n"), "{built:?}");
    // A move is compulsory here, so only this answer is right, whatever the endgames say.
    let board =
        b"b\n8\n________\n________\n___B____\n__w_____\n________\n________\n________\n________\n";
    let output = run_with(CHECKERS, &["--tables", new], board);
    assert_eq!(output.stdout, b"1\n2 3\n4 1\n", "{output:?}");
    let file = format!("{new}/2010.table");
    refused(&["--build-tables", &file], &format!("{file}: File exists (os error 17)"));
}
