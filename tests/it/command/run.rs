//! `jury run`: one run on one's own input, in pipes as scripts use it; interactive problems by hand.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use jury::report::once_json::{RunDocument, Stream};
use jury::verdict::Verdict;

use super::common::{self, Did, World};
use super::parts::package;

const SETTINGS: &str =
    "name = 'P'\nreference = 'ref.py'\n[limits]\ntime = 1.0\n[checker]\nname = 'tokens'\n";
const SUM: &str =
    "import sys\nprint('note', file=sys.stderr)\nprint(sum(map(int, input().split())))\n";

fn world() -> World {
    World::new(&[
        ("p/problem.toml", SETTINGS),
        ("p/ref.py", SUM),
        ("p/data/sample/1.in", "1 2\n"),
        ("p/data/sample/1.ans", "3\n"),
        ("own.in", "4 5\n"),
        ("four.py", "print(4)\n"),
        ("long.py", "print('x' * 100000)\n"),
        ("broken.c", "int main(\n"),
    ])
}

/// What came of it: standard output is the submission's alone, and standard error holds these words.
#[track_caller]
fn case(arguments: &[&str], status: i32, out: &str, words: &[&str]) -> Did {
    let did = world().jury(&[&["run"], arguments].concat(), status);
    assert_eq!(did.out, out, "{did:#?}");
    for words in words {
        assert!(did.err.contains(words), "no {words:?} in {did:#?}");
    }
    did
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_output_goes_to_standard_output_and_all_else_aside() {
    let cost = ["exit code 0, CPU time ", " of 5.000 s, wall time ", "not checked"];
    let did = case(&["./p", "p/ref.py", "own.in"], 0, "9\n", &cost);
    assert!(did.err.contains("standard error:\n      note\n"), "{did:#?}");
    let limit = ["CPU time", " of 10.000 s"];
    case(&["./p", "p/ref.py", "own.in", "--time-limit", "2"], 0, "9\n", &limit);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_checker_judges_where_there_is_an_answer() {
    case(&["./p", "four.py", "--case", "sample/1"], 1, "4\n", &["WA  four.py", "expected `3`"]);
    case(&["./p", "p/ref.py", "--case", "sample/1"], 0, "3\n", &["AC  p/ref.py"]);
    // A case's own file is that case.
    case(&["./p", "four.py", "p/data/sample/1.in"], 1, "4\n", &["WA  four.py", "expected `3`"]);
    let words = ["the reference's output:\n      9\n", "expected `9`, found `4`"];
    case(&["./p", "four.py", "own.in", "--reference"], 1, "4\n", &words);
    let answer = ["./p", "four.py", "own.in", "--answer", "p/data/sample/1.ans"];
    case(&answer, 1, "4\n", &["expected `3`"]);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn what_came_of_it_is_written_as_json() {
    let read = |arguments: &[&str], status| {
        let did = world().jury(&[&["run", "./p"], arguments, &["--json", "-"]].concat(), status);
        serde_json::from_str::<RunDocument>(&did.out).unwrap_or_else(|why| panic!("{why} {did:#?}"))
    };
    let found = read(&["four.py", "--case", "sample/1"], 1);
    assert_eq!(
        (found.verdict, found.case.as_deref()),
        (Some(Verdict::WrongAnswer), Some("sample/1"))
    );
    let output = Stream { text: "4\n".into(), bytes: 2, cut: false };
    assert_eq!(found.output, Some(output));
    let found = read(&["p/ref.py", "own.in"], 0);
    assert_eq!((found.verdict, found.not_checked.is_some()), (None, true));
    assert_eq!(found.errors.map(|errors| errors.text), Some("note\n".into()));
    let found = read(&["long.py", "own.in", "--reference"], 1);
    let reference =
        found.reference.and_then(|reference| reference.output).map(|output| output.text);
    assert_eq!(reference, Some("9\n".into()));
    let output = found.output.expect("it ran");
    assert_eq!((output.text.len(), output.bytes, output.cut), (1 << 16, 100_001, true));
    let found = read(&["broken.c", "own.in"], 1);
    assert_eq!((found.verdict, found.run), (Some(Verdict::CompileError), None));
    assert!(!found.compile.ok && found.compile.message.contains("error"), "{:?}", found.compile);
    let did = world().jury(&["run", "./p", "four.py", "own.in", "--json", "p/ref.py"], 2);
    assert!(did.err.contains("the report would overwrite "), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn mistakes_are_told() {
    case(&["./p", "four.py", "--case", "sample/2"], 2, "", &["did you mean `sample/1`?"]);
    case(
        &["./p", "four.py", "own.in", "--case", "sample/1"],
        2,
        "",
        &["expected no input file with --case"],
    );
    case(&["./p", "four.py", "own.in", "--play"], 2, "", &["`p` is not interactive"]);
    case(&["./p", "four.py", "own.in", "own.in"], 2, "", &["unexpected argument"]);
    case(&["./p"], 2, "", &["expected a SUBMISSION"]);
    case(&["four.py", "./p", "own.in"], 2, "", &["the problem comes first", "`./p four.py`"]);
    case(&["./p", "own.in", "four.py"], 2, "", &["the submission comes first: `four.py own.in`"]);
    case(&["./p", "four.py", "none.in"], 2, "", &["cannot read none.in"]);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_interactor_plays_and_the_dialogue_is_shown() {
    let folder = package("guess-icpc").display().to_string();
    let halves = format!("{folder}/submissions/accepted/halves.py");
    let did = World::new(&[]).jury(&["run", &folder, &halves, "--case", "sample/1", "--play"], 0);
    assert!(did.err.contains("submission │ 500"), "{did:#?}");
    assert!(did.err.contains(" s  submission │ (ended, exit code 0)\n"), "{did:#?}");
    assert!(did.err.contains("\nAC  "), "{did:#?}");
    let by_hand = World::new(&[("words.txt", "=\n")]);
    let did = by_hand.jury(&["run", &folder, &halves, "words.txt"], 0);
    assert!(
        did.err.contains("words.txt was given as the interactor's words; add --play"),
        "{did:#?}"
    );
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn an_input_that_is_not_valid_is_told_whatever_the_submission_does() {
    let settings = "name = 'P'\n[checker]\nname = 'tokens'\n[validator]\nprogram = 'v.py'\n\
                    protocol = 'icpc'\n";
    let world = World::new(&[
        ("p/problem.toml", settings),
        ("p/v.py", "import sys\nsys.exit(42 if sys.stdin.read().strip().isdigit() else 43)\n"),
        ("p/data/sample/1.in", "1\n"),
        ("p/data/sample/1.ans", "1\n"),
        ("a.py", "print(int(input()))\n"),
        ("own.in", "no number\n"),
        ("good.in", "5\n"),
    ]);
    let words = "    the input is not valid: own.in:";
    let did = world.jury(&["run", "./p", "a.py", "own.in"], 1);
    assert!(did.err.contains("RTE a.py") && did.err.contains(words), "{did:#?}");
    let did = world.jury(&["run", "./p", "a.py", "good.in"], 0);
    assert!(!did.err.contains("not valid"), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_interactor_plays_on_valid_inputs_only() {
    let settings = "name = 'P'\n[interactor]\nprogram = 'i.py'\nprotocol = 'icpc'\n[validator]\n\
                    program = 'v.py'\nprotocol = 'icpc'\n";
    let world = World::new(&[
        ("p/problem.toml", settings),
        ("p/i.py", "import sys\nint(open(sys.argv[1]).read())\nsys.exit(42)\n"),
        ("p/v.py", "import sys\nsys.exit(42 if sys.stdin.read().strip().isdigit() else 43)\n"),
        ("p/data/sample/1.in", "1\n"),
        ("a.py", ""),
        ("good.in", "2\n"),
        ("own.in", "no number\n"),
    ]);
    world.jury(&["run", "./p", "a.py", "good.in", "--play"], 0);
    let did = world.jury(&["run", "./p", "a.py", "own.in", "--play"], 2);
    assert!(did.err.contains("the input is not valid, so the interactor cannot play"), "{did:#?}");
    assert!(!did.err.contains("JE"), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_dialogue_can_be_played_by_hand() {
    let folder = package("guess-icpc").display().to_string();
    let world = World::new(&[("a.py", "while True:\n    print(input() + '!', flush=True)\n")]);
    let mut command = world.command(&["run", &folder, "a.py"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("started");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for word in ["one", "two"] {
        // The next line is only written once the reply to this one has been read.
        writeln!(input, "{word}").expect("written");
        let mut line = String::new();
        output.read_line(&mut line).expect("read");
        assert_eq!(line, format!("{word}!\n"));
    }
    drop(input);
    let rest = child.wait_with_output().expect("ended");
    let err = String::from_utf8_lossy(&rest.stderr);
    assert!(err.contains("RTE a.py") && err.contains("EOFError"), "{err}");
    assert_eq!(rest.status.code(), Some(1), "{err}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_flood_by_hand_ends_at_the_output_limit() {
    let settings = "name = 'P'\n[limits]\ntime = 1.0\noutput = '1 MiB'\n[interactor]\nprogram = 'i.py'\nprotocol = 'icpc'\n";
    let world = World::new(&[
        ("p/problem.toml", settings),
        ("p/i.py", ""),
        ("p/data/sample/1.in", "1\n"),
        ("a.py", "while True:\n    print('x' * 65536)\n"),
    ]);
    let did = common::run(world.command(&["run", "./p", "a.py"]).stdin(Stdio::null()));
    assert_eq!(did.status, 1, "{}", did.err);
    assert!(did.err.contains("OLE a.py"), "{}", did.err);
}
