//! `jury stress` through the real binary: what is found, how small it becomes, and how it ends.

use std::path::Path;
use std::time::{Duration, Instant};

use super::common::{self, World};

/// A problem without generators, whose inputs are boards of four in line; the answer is the number of
/// `.` in its first two lines.
const ROWS: &str = "name = \"Rows\"\nvalidator = \"four-in-line\"\n";

/// The problem with one case.
fn rows_and(files: &[(&str, &str)]) -> World {
    let mut all = vec![
        ("p/problem.toml", ROWS),
        ("p/data/sample/1.in", "WWBB\nBBWW\nWWBB\nW.B.\n"),
        ("p/data/sample/1.ans", "0\n"),
        ("right.py", "print(sum(input().count('.') for _ in range(2)))\n"),
    ];
    all.extend(files);
    World::new(&all)
}

/// Wrong where a `.` stands in the second line.
const WRONG: &str = "print(input().count('.'))\n";

/// The clock is not to end either part.
const UNHURRIED: [&str; 4] = ["--time", "3600", "--shrink-time", "3600"];

/// Stresses a kept submission of a shipped problem with a fixed seed.
#[track_caller]
fn kept(problem: &str, submission: &str, verdict: &str, most_bytes: usize) {
    let world = World::new(&[]);
    let problems = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    let path = problems.join(problem).join("submissions").join(submission);
    let path = path.to_str().expect("a plain path");
    let problems = problems.to_str().expect("a plain path");
    let arguments =
        ["stress", "--problems", problems, problem, path, "--seed", "1", "--output", "small.in"];
    let did = world.jury(&[&arguments[..], &UNHURRIED].concat(), 1);
    assert!(did.out.starts_with(&format!("{verdict} ")), "{did:#?}");
    let input = std::fs::read(world.path("small.in")).expect("written");
    assert!(input.len() <= most_bytes, "{} bytes: {did:#?}", input.len());
    world.jury(&["validate", "--problems", problems, problem, "small.in"], 0);
    assert!(did.out.contains(&format!("input, {} bytes:\n", input.len())), "{did:#?}");
    for part in ["output:\n", "reference's output:\n", "--seed 1\n", "jury add "] {
        assert!(did.out.contains(part), "no {part:?}: {did:#?}");
    }
}

#[test]
fn a_wrong_submission_of_each_shipped_problem_is_caught_on_a_small_input() {
    kept("board-silly", "wrong_answer/no_captures.rs", "WA", 74);
    kept("megacheckers", "wrong_answer/greedy.rs", "WA", 40);
    kept("four-in-line", "wrong_answer/goes_over_the_edge.cpp", "WA", 20);
    kept("eastern-draughts", "wrong_answer/glides.cpp", "WA", 23);
    kept("checkers", "wrong_answer/stops_when_crowned.cpp", "WA", 46);
}

#[test]
fn the_found_input_does_not_depend_on_the_number_of_workers() {
    let count = |lines: usize| {
        format!(
            "#include <stdio.h>\nint main(void) {{ int c, n = 0, l = 0; while (l < {lines} && (c = \
             getchar()) != EOF) {{ n += c == '.'; l += c == '\\n'; }} printf(\"%d\\n\", n); }}\n"
        )
    };
    let found = |jobs| {
        let world = rows_and(&[("wrong.c", &count(1)), ("right.c", &count(2))]);
        let arguments = ["stress", "p", "wrong.c", "--against", "right.c", "--seed", "5"];
        let rest = ["-j", jobs, "--output", "small.in"];
        world.jury(&[&arguments[..], &rest, &UNHURRIED].concat(), 1);
        std::fs::read_to_string(world.path("small.in")).expect("written")
    };
    let small = found("1");
    assert_eq!(small, found("3"));
    let second = small.lines().nth(1).expect("a second line");
    assert!(second.contains('.'), "{small:?}");
}

#[test]
fn another_submission_may_answer_and_nothing_is_found_for_a_right_one() {
    let world = rows_and(&[("wrong.py", WRONG)]);
    let did = world.jury(&["stress", "p", "wrong.py", "--against", "right.py"], 1);
    assert!(did.out.contains("right.py's output:\n"), "{did:#?}");
    assert!(did.out.contains("made by sample/1 with changes"), "{did:#?}");
    assert!(did.out.ends_with("p: wrong answer\n"), "{did:#?}");
    assert!(did.out.contains(" wrong.py --against right.py --seed "), "{did:#?}");
    let arguments = ["stress", "p", "right.py", "--against", "right.py", "--time", "0.5"];
    let did = world.jury(&arguments, 0);
    assert!(did.out.ends_with("p: nothing found\n"), "{did:#?}");
}

#[test]
fn only_the_verdict_asked_for_counts() {
    // Crashes unless its first line ends with a `W`, and is wrong then.
    let both = "a = input()\nprint(9 if a[3] == 'W' else int(a))\n";
    let world = rows_and(&[("both.py", both)]);
    let arguments = ["stress", "p", "both.py", "--against", "right.py", "--seed", "3"];
    assert!(world.jury(&arguments, 1).out.starts_with("RTE "));
    let wrong = ["--find", "wa", "-o", "small.in"];
    let did = world.jury(&[&arguments[..], &wrong].concat(), 1);
    assert!(did.out.starts_with("WA "), "{did:#?}");
    let input = std::fs::read(world.path("small.in")).expect("written");
    assert_eq!(input[3], b'W', "the verdict is kept: {did:#?}");
}

#[test]
fn where_the_checker_needs_no_answer_only_what_the_other_does_better_counts() {
    let files: [(&str, &str); 4] = [
        (
            "p/problem.toml",
            "name = \"P\"\nvalidator = \"eastern-draughts\"\n\n[checker]\nname = \
                            \"eastern-draughts\"\n\n[scoring]\nkind = \"mean\"\n",
        ),
        ("p/data/sample/1.in", "2\n..\n.*\n"),
        (
            "direct.py",
            "n = int(input())\nb = [input() for _ in range(n)]\n\
                       c = [(x, y) for y in range(n) for x in range(n) if b[y][x] == '*']\n\
                       x, y = c[0]\nm = [(i, y, i - 1, y) for i in range(x, 0, -1)]\n\
                       m += [(0, i, 0, i - 1) for i in range(y, 0, -1)]\n\
                       print(len(m) if len(c) == 1 else 'no')\n\
                       [print(*i) for i in m if len(c) == 1]\n",
        ),
        ("detour.py", "print(4)\nprint('1 1 1 0', '1 0 1 1', '1 1 1 0', '1 0 0 0')\n"),
    ];
    let world = World::new(&files);
    let arguments = ["stress", "p", "detour.py", "--against", "direct.py", "--find", "PC"];
    let did = world.jury(&[&arguments[..], &UNHURRIED].concat(), 1);
    assert!(did.out.starts_with("PC "), "{did:#?}");
    assert!(did.out.contains("4 turns, score 0.5; the other: 2 turns, score 1"), "{did:#?}");
    let arguments = ["stress", "p", "direct.py", "--against", "detour.py", "--time", "1"];
    let did = world.jury(&arguments, 0);
    assert!(did.out.contains("nothing found"), "{did:#?}");
}

#[test]
fn several_submissions_make_a_table() {
    let world = rows_and(&[("wrong.py", WRONG), ("bad.py", "print('many')\n")]);
    let did = world.jury(&["stress", "p", "wrong.py", "bad.py", "--against", "right.py"], 1);
    let (_, table) = did.out.split_once(" verdict ").expect("a table");
    for part in ["shrunk to", "WA       wrong.py", "WA       bad.py", "2 of 2 submissions"] {
        assert!(table.contains(part), "no {part:?}: {did:#?}");
    }
}

#[test]
fn what_is_missing_is_said() {
    let refused = |world: &World, arguments: &[&str], parts: &[&str]| {
        let did = world.jury(arguments, 2);
        assert_eq!(did.out, "");
        for part in parts {
            assert!(did.err.contains(part), "no {part:?} in {:?}", did.err);
        }
    };
    let world = rows_and(&[("wrong.py", WRONG), ("broken.c", "int main(void) { retrn 0; }\n")]);
    refused(&world, &["stress", "p", "wrong.py"], &["no reference", "--against"]);
    refused(&world, &["stress", "p"], &["SUBMISSION"]);
    refused(&world, &["stress", "p", "--all-wrong"], &["keeps no submission"]);
    refused(&world, &["stress", "p", "wrong.py", "--find", "AC"], &["AC", "WA", "TLE"]);
    refused(&world, &["stress", "p", "wrong.py", "--time", "long"], &["long", "seconds"]);
    let arguments = ["stress", "p", "wrong.py", "--against", "right.py"];
    refused(&world, &[&arguments[..], &["-o", "no/such/x"]].concat(), &["no/such"]);
    refused(
        &world,
        &["stress", "p", "wrong.py", "--against", "broken.c"],
        &["broken.c does not build", "retrn"],
    );
    let did = world.jury(&["stress", "p", "broken.c", "--against", "right.py"], 1);
    assert!(did.out.ends_with("p: compile error\n"), "{did:#?}");
    let plain = World::new(&[("p/1.in", "1\n"), ("p/1.ans", "1\n"), ("a.py", "print(1)\n")]);
    refused(
        &plain,
        &["stress", "p", "a.py", "--against", "a.py"],
        &["nothing makes inputs for `p`", "[stress]"],
    );
}

#[test]
fn a_faulty_generator_is_the_setters_fault() {
    let package = |generator: &str| {
        let toml = format!("{ROWS}\n[stress]\ngenerator = \"g.py\"\nsizes = [1, 3]\n");
        rows_and(&[("p/problem.toml", &toml), ("p/g.py", generator)])
    };
    let arguments = ["stress", "p", "right.py", "--against", "right.py", "-j", "1", "--seed", "1"];
    let did = package("print('WWWW')\n").jury(&arguments, 2);
    for part in ["g.py 1 ", "makes an input that is not valid: 2:1"] {
        assert!(did.err.contains(part), "no {part:?}: {did:#?}");
    }
    let did = package("import sys\nsys.exit('size 1 is too small')\n").jury(&arguments, 2);
    assert!(did.err.contains("size 1 is too small"), "{did:#?}");
}

#[test]
fn the_largest_size_comes_in_the_first_round() {
    let world = World::new(&[
        ("p/problem.toml", "name = 'P'\n[stress]\ngenerator = 'g.py'\nsizes = [1, 200]\n"),
        ("p/g.py", "import sys\nprint(sys.argv[1])\n"),
        ("p/data/sample/1.in", "1\n"),
        ("p/data/sample/1.ans", "1\n"),
        ("wrong.py", "n = int(input())\nprint(n if n < 200 else 0)\n"),
        ("right.py", "print(input())\n"),
    ]);
    let arguments = ["stress", "p", "wrong.py", "--against", "right.py"];
    let did = world.jury(&[&arguments[..], &UNHURRIED].concat(), 1);
    assert!(did.out.contains("found:  input 16, made by g.py 200 "), "{did:#?}");
    // However few there is time for, which of them were tried is told.
    let arguments = ["stress", "p", "right.py", "--against", "right.py", "--time", "0.5"];
    let did = world.jury(&arguments, 0);
    assert!(did.out.contains(" to 200 were tried\n    longest run: 0."), "{did:#?}");
}

#[test]
fn an_interrupt_ends_the_search_with_what_is_known() {
    let world = rows_and(&[]);
    let arguments = ["stress", "p", "right.py", "--against", "right.py", "--time", "500"];
    let mut command = world.command(&arguments);
    let child = command
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the command starts");
    // Nothing tells when the search has begun; an interrupt before it ends the command too.
    std::thread::sleep(Duration::from_secs(2));
    let id = child.id().to_string();
    let killed = common::run(std::process::Command::new("kill").args(["-INT", &id]));
    assert_eq!(killed.status, 0, "{killed:#?}");
    let began = Instant::now();
    let output = child.wait_with_output().expect("it ends");
    assert!(began.elapsed() < Duration::from_mins(1));
    assert_eq!(output.status.code(), Some(130), "{output:?}");
}
