//! Groups of cases from `problem.toml` to the report: points, what is run, and what the package's
//! programs are told.

use super::common::World;
use jury::report::document::{Document, Group, Submission};
use jury::verdict::Verdict;

/// Accepts the input itself; half of the points for `half`, where it is told so. Programs are in C, as each is
/// started many times.
const CHECKER: &str = r#"#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    FILE *files[] = {fopen(argv[2], "r"), fopen(argv[3], "r")};
    char output[99] = "", answer[99] = "";
    if (!files[0] || !files[1]) return 3;
    fread(output, 1, 98, files[0]);
    fread(answer, 1, 98, files[1]);
    if (!strcmp(output, answer)) return 0;
    if (!strcmp(output, "half\n") && argc == 5 && !strcmp(argv[4], "halves"))
        fputs("points 5 half of it\n", stderr);
    return 1;
}
"#;

/// Accepts numbers up to 5, or up to another one where it is told so.
const VALIDATOR: &str = r#"#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int number, most = argc > 1 ? atoi(argv[argc - 1]) : 5;
    return scanf("%d", &number) == 1 && number <= most ? 0 : 3;
}
"#;

const SETTINGS: &str = "\
name = 'P'
reference = 'submissions/accepted/echo.c'
[scoring]
kind = 'sum'
[checker]
program = 'checkers/c.c'
protocol = 'testlib'
full = 10
[validator]
program = 'validators/v.c'
protocol = 'testlib'
[[group]]
name = 'sample'
worth = 0
[[group]]
name = 'secret/1'
worth = 30
[[group]]
name = 'secret/2'
worth = 60
scoring = 'min'
on_failure = 'break'
needs = ['secret/1']
checker_arguments = ['halves']
validator_arguments = ['--largest', '9']
[[group]]
name = 'secret/3'
worth = 10
needs = ['secret/2']
";

/// What says a number again, but another word for one of them.
fn but(number: &str, word: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <string.h>\nint main(void) {{\n    char n[9];\n    \
         if (scanf(\"%8s\", n) == 1) puts(strcmp(n, \"{number}\") ? n : \"{word}\");\n}}\n"
    )
}

const ECHO: &str =
    "#include <stdio.h>\nint main(void) { int c; while ((c = getchar()) != EOF) putchar(c); }\n";

fn world() -> World {
    let world = World::new(&[
        ("p/problem.toml", SETTINGS),
        ("p/checkers/c.c", CHECKER),
        ("p/validators/v.c", VALIDATOR),
        ("p/submissions/accepted/echo.c", ECHO),
        ("half.c", &but("7", "half")),
        ("late.c", &but("6", "?")),
        ("early.c", &but("2", "?")),
    ]);
    let cases = ["sample/1", "secret/1/a", "secret/1/b", "secret/2/a", "secret/2/b", "secret/2/c"];
    for (name, number) in cases.iter().chain(&["secret/3/a"]).zip([1, 2, 3, 6, 7, 8, 4]) {
        for ending in ["in", "ans"] {
            let path = world.path(&format!("p/data/{name}.{ending}"));
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, format!("{number}\n")).expect("written");
        }
    }
    world
}

/// The report on this submission; the same with one worker and with many.
#[track_caller]
fn graded(world: &World, submission: &str, status: i32) -> Submission {
    let reports = ["1", "4"].map(|workers| {
        let words = ["grade", "./p", submission, "--json", "-", "-j", workers];
        let text = world.jury(&words, status).out;
        let document: Document = serde_json::from_str(&text).expect("a strict document");
        document.submissions.into_iter().next().expect("a submission")
    });
    let facts = |one: &Submission| {
        let cases = one.cases.iter().map(|case| (case.verdict, case.score, case.message.clone()));
        (one.verdict, one.score, one.groups.clone(), cases.collect::<Vec<_>>())
    };
    assert_eq!(facts(&reports[0]), facts(&reports[1]));
    let [report, _] = reports;
    report
}

fn letters(submission: &Submission) -> String {
    submission.cases.iter().map(|case| case.verdict.letter()).collect()
}

fn group(name: &str, verdict: Verdict, score: f64, worth: f64) -> Group {
    Group { group: name.into(), verdict, score, worth: Some(worth) }
}

#[test]
fn groups_give_their_points_and_wait_for_each_other() {
    use Verdict::{Accepted as A, PartialScore as P, Skipped as S, WrongAnswer as W};
    let world = world();
    let all = graded(&world, "p/submissions/accepted/echo.c", 0);
    // A right case has the points of a full solution, although the checker does not say so.
    assert_eq!(all.cases[1].score, Some(10.0));
    assert_eq!((all.verdict, all.score, letters(&all)), (A, Some(100.0), "AAAAAAA".into()));
    let half = graded(&world, "half.c", 1);
    assert_eq!((half.verdict, half.score, letters(&half)), (P, Some(60.0), "AAAAPA-".into()));
    let expected = [
        group("sample", A, 0.0, 0.0),
        group("secret/1", A, 30.0, 30.0),
        group("secret/2", P, 30.0, 60.0),
        group("secret/3", S, 0.0, 10.0),
    ];
    assert_eq!(half.groups, expected);
    let late = graded(&world, "late.c", 1);
    assert_eq!((late.verdict, late.score, letters(&late)), (W, Some(30.0), "AAAW---".into()));
    let early = graded(&world, "early.c", 1);
    assert_eq!((early.verdict, early.score, letters(&early)), (W, Some(0.0), "AWA----".into()));
    let words = early.cases[3..].iter().map(|case| case.message.as_str()).collect::<Vec<_>>();
    let not_run = |group| format!("not run because group `secret/{group}` was not accepted");
    assert_eq!(words, [not_run("1"), not_run("1"), not_run("1"), not_run("2")]);
}

#[test]
fn people_see_a_line_for_each_group() {
    let shown = world().jury(&["grade", "./p", "half.c"], 1).out;
    let lines = "\
    sample    AC  0 of 0
    secret/1  AC  30 of 30
    secret/2  PC  30 of 60
    secret/3  SK  0 of 10
";
    assert!(shown.contains(lines), "{shown}");
    assert!(shown.contains("score 60"), "{shown}");
}

#[test]
fn validators_are_told_what_their_group_says() {
    let world = world();
    assert_eq!(world.jury(&["validate", "./p"], 0).out, "7 of 7 inputs are valid\n");
    world.jury(&["verify", "./p"], 0);
    // Nine is too large anywhere else.
    std::fs::write(world.path("nine.in"), "9\n").expect("written");
    world.jury(&["add", "./p", "nine.in", "--group", "secret/2", "--dry-run"], 0);
    world.jury(&["add", "./p", "nine.in", "--group", "secret/3", "--dry-run"], 1);
    let settings = SETTINGS.replace("'9'", "'7'");
    std::fs::write(world.path("p/problem.toml"), settings).expect("written");
    let found = world.jury(&["verify", "./p"], 1).out;
    assert!(found.contains("secret/2/c.in"), "{found}");
}

#[test]
fn a_matrix_has_every_submission_on_every_case() {
    let world = world();
    let early = std::fs::read(world.path("early.c")).expect("there");
    let wrong = world.path("p/submissions/wrong_answer/early.c");
    std::fs::create_dir_all(wrong.parent().expect("a folder")).expect("made");
    std::fs::write(wrong, early).expect("written");
    world.jury(&["verify", "./p", "--matrix", "--matrix-json", "matrix.json"], 0);
    let text = std::fs::read_to_string(world.path("matrix.json")).expect("written");
    assert!(!text.contains("SK"), "{text}");
}

#[test]
fn several_verdicts_may_be_as_expected() {
    let world = World::new(&[
        (
            "p/problem.toml",
            "name = 'P'\n[[expect]]\nsubmissions = 'wrong_answer/*'\nverdicts = ['WA', 'RTE']\n",
        ),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1\n"),
        ("p/submissions/accepted/echo.c", ECHO),
        ("p/submissions/wrong_answer/a.c", "#include <stdio.h>\nint main(void) { puts(\"2\"); }\n"),
        ("p/submissions/wrong_answer/b.c", "int main(void) { return 1; }\n"),
    ]);
    let verified = world.jury(&["verify", "./p"], 0).out;
    assert!(verified.contains("RTE wrong_answer/b.c  caught by secret/1\n"), "{verified}");
    let report = graded(&world, "p/submissions/wrong_answer/b.c", 1);
    assert!(report.as_expected);
    let expected = serde_json::to_value(report.expected).expect("JSON");
    assert_eq!(expected, serde_json::json!(["WA", "RTE"]));
    let right = world.path("p/submissions/wrong_answer/b.c");
    std::fs::write(right, ECHO).expect("written");
    let found = world.jury(&["verify", "./p"], 1).out;
    assert!(found.contains("wrong_answer/b.c: gets AC, expected WA or RTE"), "{found}");
}
