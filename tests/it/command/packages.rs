//! Whole packages of the Kattis family, in `tests/packages/kattis`: each holds what it promises.

use std::fs;
use std::path::Path;

use super::common::World;

/// Fewest packages that there may be.
const FEWEST: usize = 6;

#[test]
fn whole_packages_hold_what_they_promise() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packages/kattis");
    let packages = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("read").path());
    let mut packages: Vec<_> = packages.collect();
    packages.sort();
    assert!(packages.len() >= FEWEST, "{packages:?}");
    let world = World::new(&[]);
    for package in packages {
        let proved = world.jury(&["verify", package.to_str().expect("a plain path")], 0);
        let last = "1 of 1 problems hold what they promise\n";
        assert!(proved.out.ends_with(last), "{}: {proved:#?}", package.display());
    }
}

/// It is called with the input's path, and gets the answer on standard input.
#[test]
fn answers_are_held_against_answer_validators() {
    let same = "import sys\nfirst = open(sys.argv[1]).read()\nsys.stderr.write('not doubled\\n')\n\
                sys.exit(42 if int(sys.stdin.read()) == 2 * int(first) else 43)\n";
    let world = World::new(&[
        ("p/problem.yaml", "limits: {time_limit: 1}\n"),
        ("p/answer_validators/doubled.py", same),
        ("p/data/sample/1.in", "2\n"),
        ("p/data/sample/1.ans", "4\n"),
        ("p/data/secret/1.in", "3\n"),
        ("p/data/secret/1.ans", "7\n"),
    ]);
    let proved = world.jury(&["verify", "./p"], 0);
    let words = "warning: secret/1: the answer validator refuses the answer: not doubled";
    assert!(proved.out.contains(words) && !proved.out.contains("sample/1:"), "{proved:#?}");
    // In a sample, people see it.
    std::fs::write(world.path("p/data/sample/1.ans"), "5\n").expect("written");
    let proved = world.jury(&["verify", "./p"], 1);
    assert!(proved.out.contains("sample/1: the answer validator refuses"), "{proved:#?}");
}

/// The validator copies the input, which may be large, closes its output and reads the answer.
#[test]
fn what_an_interactor_says_is_no_output_of_validation() {
    let copies = "import os, sys\nsys.stdout.write('x' * (9 << 20) + '\\n')\nsys.stdout.flush()\n\
                  os.close(1)\nsys.exit(42 if sys.stdin.read().split() == ['9437184'] else 43)\n";
    let world = World::new(&[
        (
            "p/problem.yaml",
            "problem_format_version: 2025-09\nname: P\ntype: interactive\nlimits: {time_limit: 2}\n",
        ),
        ("p/output_validator/copies.py", copies),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", ""),
        ("a.py", "import sys\nprint(len(sys.stdin.read().strip()))\n"),
    ]);
    world.jury(&["grade", "./p", "a.py"], 0);
}

/// The samples do not count, a case of `secret` gives a point, and all in it is run.
#[test]
fn accepted_and_partly_accepted_submissions_are_looked_at_closely() {
    let slow = "import time\nif input() == '2': print(2)\nwhile time.process_time() < 0.8: pass\n";
    let world = World::new(&[
        ("p/problem.yaml", "type: scoring\nlimits: {time_limit: 5}\n"),
        ("p/data/testdata.yaml", "on_reject: continue\ngrader_flags: ignore_sample\n"),
        ("p/data/sample/testdata.yaml", "grader_flags: sum\n"),
        ("p/data/sample/1.in", "1\n"),
        ("p/data/sample/1.ans", "1\n"),
        ("p/data/secret/testdata.yaml", "grader_flags: always_accept\nrange: 0 2\n"),
        ("p/data/secret/2.in", "2\n"),
        ("p/data/secret/2.ans", "2\n"),
        ("p/data/secret/3.in", "3\n"),
        ("p/data/secret/3.ans", "3\n"),
        ("p/submissions/accepted/same.py", "n = input()\nprint('?' if n == '1' else n)\n"),
        ("p/submissions/partially_accepted/slow.py", slow),
    ]);
    let proved = world.jury(&["verify", "./p"], 0);
    let sample = "warning: accepted/same.py: is accepted as a whole, and gets WA on sample/1\n";
    let time = "warning: partially_accepted/slow.py: takes ";
    assert!(proved.out.contains(sample) && proved.out.contains(time), "{proved:#?}");
    std::fs::write(world.path("p/submissions/accepted/same.py"), "print(input())\n")
        .expect("written");
    let quick = slow.replace("0.8", "0.0");
    std::fs::write(world.path("p/submissions/partially_accepted/slow.py"), quick).expect("written");
    let proved = world.jury(&["verify", "./p"], 0);
    assert!(!proved.out.contains("warning: accepted/"), "{proved:#?}");
    assert!(!proved.out.contains("warning: partially_accepted/"), "{proved:#?}");
    // A score outside of the range is the package's fault.
    let range = "grader_flags: always_accept\nrange: 0 1\n";
    std::fs::write(world.path("p/data/secret/testdata.yaml"), range).expect("written");
    let proved = world.jury(&["verify", "./p"], 1);
    let range = "secret: its score 2 is outside of its `range`, 0 to 1";
    assert!(proved.out.contains(range), "{proved:#?}");
}
