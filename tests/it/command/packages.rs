//! Whole packages of the Kattis family, in `tests/packages/kattis`: each holds what it promises.

use std::fs;
use std::path::Path;

use super::common::World;

/// Fewest packages that there may be.
const FEWEST: usize = 13;

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn whole_packages_hold_what_they_promise() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packages/kattis");
    let packages = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("read").path());
    let mut packages: Vec<_> = packages.collect();
    packages.sort();
    assert!(packages.len() >= FEWEST, "{packages:?}");
    let world = World::new(&[]);
    for package in packages {
        let proved = world.jury(&["verify", package.to_str().expect("a plain path")], 0);
        let last = "1 of 1 problems verified\n";
        assert!(proved.out.ends_with(last), "{}: {proved:#?}", package.display());
    }
}

/// It is called with the input's path, and gets the answer on standard input.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
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
    let words = "warning: secret/1: the answer validator rejects the answer: not doubled";
    assert!(proved.out.contains(words) && !proved.out.contains("sample/1:"), "{proved:#?}");
    // In a sample, people see it.
    std::fs::write(world.path("p/data/sample/1.ans"), "5\n").expect("written");
    let proved = world.jury(&["verify", "./p"], 1);
    assert!(proved.out.contains("sample/1: the answer validator rejects"), "{proved:#?}");
}

/// Files of packages that lie side by side may be shared, but for hidden ones.
#[test]
fn a_package_in_a_hidden_folder_is_judged_like_others() {
    let yaml = "validation: custom\nlimits: {time_limit: 1}\n";
    let world = World::new(&[
        (".p/problem.yaml", yaml),
        (".p/output_validators/check/check.c", "int main(void) { return 42; }\n"),
        (".p/data/secret/1.in", "1\n"),
        (".p/data/secret/1.ans", "1\n"),
        ("other/problem.yaml", yaml),
        ("a.sh", "echo 1\n"),
    ]);
    world.jury(&["grade", "./.p", "a.sh"], 0);
}

/// The validator copies the input, which may be large, closes its output and reads the answer.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
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
    let slow = "#include <stdio.h>\n#include <time.h>\nint main(void) {\n    if (getchar() != '2') return 0;\n    \
                puts(\"2\");\n    while (clock() < 0.3 * CLOCKS_PER_SEC) ;\n}\n";
    let same = "#include <stdio.h>\nint main(void) { int c = getchar(); puts(c == '1' ? \"?\" : c == '2' ? \"2\" : \"3\"); }\n";
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
        ("p/submissions/accepted/same.c", same),
        ("p/submissions/partially_accepted/slow.c", slow),
    ]);
    let proved = world.jury(&["verify", "./p"], 0);
    let sample = "warning: accepted/same.c: is accepted overall, but gets WA on sample/1\n";
    let time = "warning: partially_accepted/slow.c: takes ";
    assert!(proved.out.contains(sample) && proved.out.contains(time), "{proved:#?}");
    std::fs::write(world.path("p/submissions/accepted/same.c"), same.replace("?\"", "1\""))
        .expect("written");
    let quick = slow.replace("0.3", "0.0");
    std::fs::write(world.path("p/submissions/partially_accepted/slow.c"), quick).expect("written");
    let proved = world.jury(&["verify", "./p"], 0);
    assert!(!proved.out.contains("warning: accepted/"), "{proved:#?}");
    assert!(!proved.out.contains("warning: partially_accepted/"), "{proved:#?}");
    // A score outside of the range is the package's fault.
    let range = "grader_flags: always_accept\nrange: 0 1\n";
    std::fs::write(world.path("p/data/secret/testdata.yaml"), range).expect("written");
    let proved = world.jury(&["verify", "./p"], 1);
    let range = "secret: its score 2 is outside its `range`, 0 to 1";
    assert!(proved.out.contains(range), "{proved:#?}");
}

/// Grades the answer 1 on two cases, one of which it fails, in a package whose grader is this script.
#[track_caller]
fn graded(grader: &str, seconds: f64, status: i32, words: &str) {
    let settings = "on_reject: continue\ngrading: custom\ngrader_flags: a b=2\n";
    let limits = format!("limits: {{time_limit: 1, validation_time: {seconds}}}\n");
    let world = World::new(&[
        ("p/problem.yaml", &format!("type: scoring\n{limits}")),
        ("p/graders/g.sh", grader),
        ("p/data/secret/testdata.yaml", settings),
        ("p/data/secret/1.in", ""),
        ("p/data/secret/1.ans", "1\n"),
        ("p/data/secret/2.in", ""),
        ("p/data/secret/2.ans", "2\n"),
        ("one.sh", "echo 1\n"),
    ]);
    let did: Vec<_> = ["1", "2"]
        .into_iter()
        .map(|workers| world.jury(&["grade", "-j", workers, "./p", "one.sh"], status))
        .collect();
    for did in &did {
        assert!(did.out.contains(words), "{did:#?}");
    }
}

#[test]
fn a_packages_own_grader_grades_or_is_to_blame() {
    let told = "[ $# = 2 ] && [ \"$*\" = 'a b=2' ] && [ \"$(cat; echo .)\" = $'AC 1\\nWA 0\\n.' ] || exit 1\n\
                echo AC 41.5\n";
    graded(told, 1.0, 0, "41.5");
    let wrong = "secret: grader `graders/g.sh`: ";
    let case = |grader: &str, words: &str| graded(grader, 1.0, 2, &format!("{wrong}{words}"));
    case("echo AC\n", "expected a verdict and a score, such as `AC 40`");
    case("echo JE 0\n", "it reports a judge error (`JE`)");
    case(
        "echo no >&2\nexit 1\n",
        "exit code 1: expected exit code 0; its standard error ends with: no",
    );
    graded("while :; do :; done\n", 0.25, 2, &format!("{wrong}stopped: "));
    graded("echo WA 0\n", 1.0, 1, "WA");
}

/// Two output validators: one wants a number below 10, and the other an even one.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn all_output_validators_must_accept() {
    let small = "import sys\nn = int(sys.stdin.read())\nif len(sys.argv) > 4 and n < 5:\n    \
                 open(sys.argv[3] + 'score.txt', 'w').write('4')\nsys.exit(42 if n < 10 else 43)\n";
    let even = "import sys\nn = int(sys.stdin.read())\nif n == 0:\n    sys.exit(1)\nif n == 2:\n    \
                open(sys.argv[3] + 'score.txt', 'w').write('5')\n\
                open(sys.argv[3] + 'judgemessage.txt', 'w').write('odd' if n % 2 else '')\n\
                sys.exit(43 if n % 2 else 42)\n";
    let kind = "type: scoring\nvalidation: custom score\nvalidator_flags: x\n";
    let world = World::new(&[
        ("p/problem.yaml", &format!("{kind}limits: {{time_limit: 1}}\n")),
        ("p/output_validators/a.py", small),
        ("p/output_validators/b.py", even),
        ("p/data/secret/1.in", ""),
        ("p/data/secret/1.ans", ""),
    ]);
    let case = |number: u32, status: i32, words: &str| {
        let source = format!("{number}.py");
        std::fs::write(world.path(&source), format!("print({number})\n")).expect("written");
        let did = world.jury(&["grade", "./p", &source], status);
        assert!(did.out.contains(words), "{number}: {did:#?}");
    };
    case(4, 0, "score 4");
    case(3, 1, "wrong answer: output_validators/b.py: odd");
    // The first rejection decides: the other one is not asked.
    case(11, 1, "wrong answer: output_validators/a.py: no reason given");
    case(0, 2, "checker `output_validators/b.py`: exit code 1: expected 42");
    case(2, 2, "two output validators give a score (`score.txt`)");
    case(8, 2, "no output validator that accepts gives a score (`score.txt`)");
}

/// What is no program is answers where a problem asks for them.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn answers_are_graded_in_place_of_programs() {
    let yaml = "problem_format_version: 2025-09\nname: P\ntype: submit-answer\n\
                constants: {seven: 7}\nlimits: {time_limit: 1}\n";
    let mut files = vec![
        ("p/problem.yaml", yaml),
        ("p/data/sample/1.in", ""),
        ("p/data/sample/1.ans", "1\n"),
        ("p/data/secret/a/1.in", ""),
        ("p/data/secret/a/1.ans", "7\n"),
        ("p/include/default/secret/a/1.out", "8\n"),
        ("seven.txt", "7\n"),
        ("constant.txt", "{{seven}}\n"),
        ("folder/1.out", "7\n"),
        ("both/secret/a/1.ans", "7\n"),
        ("both/sample/1.out", "2\n"),
        ("first/secret/a/1.ans", "7\n"),
        ("program.py", "print({{seven}})\n"),
    ];
    let graded = |files: &[(&str, &str)], submission: &str, status: i32, words: &str| {
        let did = World::new(files).jury(&["grade", "./p", submission, "--keep-going"], status);
        assert!(did.out.contains(words), "{submission}: {did:#?}");
    };
    graded(&files, "seven.txt", 0, "p: accepted");
    graded(&files, "folder", 0, "p: accepted");
    graded(&files, "both", 1, "sample/1  wrong answer");
    graded(&files, "constant.txt", 1, "expected `7`, found `{{seven}}`");
    let remark =
        "the problem asks for output files: the program was run, and its outputs were judged";
    graded(&files, "program.py", 1, remark);
    files.extend([("p/data/secret/b/1.in", ""), ("p/data/secret/b/1.ans", "7\n")]);
    let words = "no answer for secret/a/1: a single file answers only a single secret case";
    graded(&files, "seven.txt", 1, words);
    // The name fits two cases.
    let words = "no answer for secret/a/1: expected `secret/a/1.out`; of no case: `1.out`\n";
    graded(&files, "folder", 1, words);
    // Nor is the answer to a case that to its twin.
    graded(&files, "first", 1, "no answer for secret/b/1\n");
}

/// Packs folders and files of a world into an archive there.
fn pack(world: &World, archive: &str, folder: &str, members: &[&str]) {
    let mut command = std::process::Command::new("python3");
    command.args(["-m", "zipfile", "-c"]).arg(world.path(archive)).args(members);
    assert!(command.current_dir(world.path(folder)).status().expect("ran").success(), "{archive}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn answers_may_come_in_an_archive() {
    let yaml = "problem_format_version: 2025-09\nname: P\ntype: submit-answer\n\
                limits: {time_limit: 1}\n";
    let world = World::new(&[
        ("p/problem.yaml", yaml),
        ("p/data/secret/a/1.in", ""),
        ("p/data/secret/a/1.ans", "7\n"),
        ("p/data/secret/2.in", ""),
        ("p/data/secret/2.ans", "8\n"),
        ("all/secret/a/1.out", "7\n"),
        ("all/secret/2.ans", "8\n"),
        ("names/1.out", "7\n"),
        ("names/2.out", "9\n"),
        ("bad.zip", "no archive"),
    ]);
    pack(&world, "groups.zip", "all", &["secret"]);
    pack(&world, "folder.ZIP", ".", &["all"]);
    pack(&world, "names.zip", "names", &["1.out", "2.out"]);
    let graded = |submission: &str, status: i32, words: &str| {
        let did = world.jury(&["grade", "./p", submission, "--keep-going"], status);
        assert!(format!("{}{}", did.out, did.err).contains(words), "{submission}: {did:#?}");
    };
    graded("groups.zip", 0, "AC  groups.zip  answers");
    graded("folder.ZIP", 0, "AC  folder.ZIP  answers");
    graded("names.zip", 1, "secret/2  wrong answer: line 1, token 1: expected `8`, found `9`");
    graded("bad.zip", 2, "bad.zip: not a ZIP archive");
    // The reference of a package in an archive is known by its place in that.
    fs::create_dir_all(world.path("p/submissions/accepted")).expect("made");
    fs::copy(world.path("groups.zip"), world.path("p/submissions/accepted/all.zip"))
        .expect("copied");
    pack(&world, "p.zip", ".", &["p"]);
    let did = world.jury(&["grade", "./p.zip", "--reference"], 0);
    assert!(did.out.starts_with("AC  ./p.zip/submissions/accepted/all.zip  answers"), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_problem_may_lie_in_a_folder_of_an_archive() {
    let world = World::new(&[
        ("c/README", ""),
        ("c/a/problem.toml", "name = \"A\"\n"),
        ("c/a/data/secret/1.in", ""),
        ("c/a/data/secret/1.ans", "7\n"),
        ("d/b/problem.toml", "name = \"B\"\n"),
        ("d/b/data/secret/1.in", ""),
        ("d/b/data/secret/1.ans", "8\n"),
        ("seven.sh", "echo 7\n"),
    ]);
    pack(&world, "one.zip", ".", &["c"]);
    pack(&world, "two.zip", ".", &["c", "d"]);
    let graded = |problem: &str, status: i32, words: &str| {
        let did = world.jury(&["grade", problem, "seven.sh"], status);
        assert!(format!("{}{}", did.out, did.err).contains(words), "{problem}: {did:#?}");
    };
    graded("one.zip", 0, "a: accepted\n");
    graded("one.zip/a", 0, "a: accepted\n");
    graded("one.zip/c/a", 0, "a: accepted\n");
    graded("two.zip/d/b", 1, "    repeat: jury grade two.zip/d/b seven.sh --case secret/1\n");
    graded("two.zip", 2, "2 problems in it, not a problem (`c/a`, `d/b`): name one of them");
    graded("two.zip/e", 2, "`two.zip` has no folder `e` in it");
}

#[test]
fn a_submission_that_is_not_there_is_not_taken_for_a_problem() {
    let world = World::new(&[
        ("p/problem.yaml", "limits: {time_limit: 1}\n"),
        ("p/data/secret/1.in", ""),
        ("p/data/secret/1.ans", ""),
    ]);
    let mut command = world.command(&["grade", "nosuch.cpp"]);
    let did = command.current_dir(world.path("p")).output().expect("ran");
    let said = String::from_utf8_lossy(&did.stderr);
    assert_eq!(did.status.code(), Some(2), "{said}");
    assert!(said.contains("there is no submission nosuch.cpp"), "{said}");
}
