//! `jury grade` through the real binary and the real sandbox: verdicts, reports, statuses.

use super::common::{self, World};
use jury::report::document::Document;
use jury::verdict::Verdict;

/// A plain folder: the sum of two numbers.
const SUM: [(&str, &str); 6] = [
    ("sum/1.in", "1 2\n"),
    ("sum/1.ans", "3\n"),
    ("sum/2.in", "5 5\n"),
    ("sum/2.ans", "10\n"),
    ("sum/3.in", "-1 1\n"),
    ("sum/3.ans", "0\n"),
];

const RIGHT: &str = "a, b = map(int, input().split())\nprint(a + b)\n";

fn sum_and(files: &[(&str, &str)]) -> World {
    let all: Vec<_> = SUM.iter().chain(files).copied().collect();
    World::new(&all)
}

fn document(text: &str) -> Document {
    serde_json::from_str(text).expect("a strict document")
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_plain_folder_works_without_any_configuration() {
    let world = sum_and(&[("right.py", RIGHT)]);
    let did = world.jury(&["grade", "sum", "right.py"], 0);
    assert!(did.out.contains("AAA"), "{did:#?}");
    assert!(did.out.ends_with("sum: accepted\n"), "{did:#?}");
    assert_eq!(did.err, "", "nothing is said aside");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_wrong_answer_is_shown_with_its_place_and_the_command_that_repeats_it() {
    let world = sum_and(&[("wrong.py", "a, b = map(int, input().split())\nprint(abs(a) + b)\n")]);
    let did = world.jury(&["grade", "sum", "wrong.py"], 1);
    for part in [
        "WA  wrong.py  python",
        "first failed: 3",
        "AAW",
        "- 0",
        "+ 2",
        "repeat: jury grade sum wrong.py --case 3",
    ] {
        assert!(did.out.contains(part), "{part}: {}", did.out);
    }
    let again = world.jury(&["grade", "sum", "wrong.py", "--case", "3"], 1);
    assert!(again.out.contains(" W\n"), "{}", again.out);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_last_words_of_a_crash_are_told_whatever_was_said_before() {
    let deep =
        "import sys\nsys.stderr.write('debug\\n' * 40000)\ndef a(): b()\ndef b(): int('x')\na()\n";
    let world = sum_and(&[("deep.py", deep)]);
    let reports = ["--junit", "r.xml", "--markdown", "r.md", "--json", "r.json"];
    let did = world.jury(&[&["grade", "sum", "deep.py"][..], &reports].concat(), 1);
    let words = "run-time error: exit code 1: ValueError: invalid literal";
    let line = "\n        File \"deep.py\", line 4, in b\n";
    assert!(did.out.contains(words) && did.out.contains(line), "{did:#?}");
    assert!(did.out.contains("input: sum/1.in\n             1 2\n"), "{did:#?}");
    let read = |name| std::fs::read_to_string(world.path(name)).expect("a report");
    for report in ["r.xml", "r.md"].map(read) {
        assert!(report.contains(words) && report.contains("input: sum/1.in"), "{report}");
        assert!(report.contains("line 4, in b"), "{report}");
    }
    let case = &document(&read("r.json")).submissions[0].cases[0];
    let evidence = case.evidence.as_ref().expect("evidence");
    assert!(evidence.errors_cut && evidence.errors.contains("bytes left out"), "{case:?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn it_stops_at_the_first_failure_unless_told_otherwise() {
    let wrong = "print(10)\n";
    let world = sum_and(&[("wrong.py", wrong)]);
    assert!(world.jury(&["grade", "sum", "wrong.py"], 1).out.contains("W--"));
    assert!(world.jury(&["grade", "sum", "wrong.py", "--keep-going"], 1).out.contains("WAW"));
}

#[track_caller]
fn verdict(name: &str, source: &str, verdict: Verdict, message: &str) {
    let settings = "name = \"P\"\n[limits]\ntime = 0.5\nmemory = \"32 MiB\"\noutput = \"4 MiB\"\n";
    let world = World::new(&[
        ("p/problem.toml", settings),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1\n"),
        (name, source),
    ]);
    let did = world.jury(&["grade", "./p", name, "--json", "-"], 1);
    let submission = &document(&did.out).submissions[0];
    assert_eq!(submission.verdict, verdict, "{did:#?}");
    let words = submission.cases.first().map_or(&submission.compile.message, |case| &case.message);
    assert!(words.contains(message), "{words:?} does not tell {message:?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn each_failure_of_a_contestant_is_a_verdict() {
    verdict("loop.c", "int main(void) { for (;;) {} }\n", Verdict::TimeLimit, "stopped after");
    verdict(
        "sleep.c",
        "#include <unistd.h>\nint main(void) { sleep(100); }\n",
        Verdict::IdleLimit,
        "waited",
    );
    verdict(
        "own_pipe.c",
        "#include <unistd.h>\nint main(void) { int p[2]; char c; pipe(p); read(p[0], &c, 1); }\n",
        Verdict::IdleLimit,
        "waited for a lock, a thread or a pipe of its own",
    );
    verdict(
        "hungry.c",
        "#include <stdlib.h>\n#include <string.h>\nint main(void) { for (;;) { char *p = \
         malloc(1 << 20); if (!p) abort(); memset(p, 1, 1 << 20); } }\n",
        Verdict::MemoryLimit,
        "32.0 MiB",
    );
    verdict(
        "flood.c",
        "#include <stdio.h>\nint main(void) { for (;;) puts(\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"); }\n",
        Verdict::OutputLimit,
        "4.0 MiB",
    );
    verdict(
        "crash.c",
        "int main(void) { *(volatile int *)0 = 1; }\n",
        Verdict::RunTimeError,
        "SIGSEGV",
    );
    verdict("exit.c", "int main(void) { return 3; }\n", Verdict::RunTimeError, "exit code 3");
    verdict("raise.py", "raise ValueError\n", Verdict::RunTimeError, "exit code 1");
    verdict("broken.c", "int main(void) { return x; }\n", Verdict::CompileError, "x");
    verdict("broken.py", "print(\n", Verdict::CompileError, "SyntaxError");
    verdict("silent.c", "int main(void) { return 0; }\n", Verdict::WrongAnswer, "");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_json_report_keeps_standard_output_clean_and_is_strict() {
    let world = sum_and(&[("right.py", RIGHT), ("wrong.py", "print(3)\n")]);
    let did = world.jury(&["grade", "sum", "right.py", "wrong.py", "--json", "-"], 1);
    let report = document(&did.out);
    assert_eq!(report.schema, 1);
    assert_eq!(report.tool.name, "jury");
    assert_eq!(report.problem.slug, "sum");
    let verdicts: Vec<_> = report.submissions.iter().map(|s| s.verdict).collect();
    assert_eq!(verdicts, [Verdict::Accepted, Verdict::WrongAnswer]);
    let cases = &report.submissions[0].cases;
    assert_eq!(cases.len(), 3);
    assert!(cases.iter().all(|case| case.cpu_seconds.is_some_and(|cpu| cpu > 0.0)));
    assert!(cases.iter().all(|case| case.memory_bytes.is_some_and(|bytes| bytes > 100_000)));
    assert_eq!(report.submissions[1].cases[2].verdict, Verdict::Skipped);
    assert_eq!(report.submissions[1].cases[2].cpu_seconds, None);
    assert!(did.err.contains("1 of 2 submissions accepted"), "{}", did.err);

    world.jury(&["grade", "sum", "right.py", "--json", "report.json"], 0);
    let text = std::fs::read_to_string(world.path("report.json")).expect("written");
    assert_eq!(document(&text).submissions.len(), 1);
}

#[test]
fn verdicts_and_order_do_not_depend_on_the_number_of_workers() {
    let world = sum_and(&[("wrong.py", "a, b = map(int, input().split())\nprint(abs(a + b))\n")]);
    let verdicts = |jobs: &str| {
        let arguments = ["grade", "sum", "wrong.py", "--json", "-", "-k", "-j", jobs];
        let did = run_any(&world, &arguments);
        let cases = document(&did).submissions[0].cases.clone();
        cases.into_iter().map(|case| (case.case, case.verdict, case.message)).collect::<Vec<_>>()
    };
    assert_eq!(verdicts("1"), verdicts("8"));
}

fn run_any(world: &World, arguments: &[&str]) -> String {
    common::run(&mut world.command(arguments)).out
}

#[test]
fn colour_stays_out_of_pipes() {
    let world = sum_and(&[("right.py", RIGHT)]);
    let did = common::run(world.command(&["grade", "sum", "right.py"]).env("NO_COLOR", "1"));
    assert!(!did.out.contains('\u{1b}'), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn hostile_output_cannot_act_on_the_terminal() {
    let world = sum_and(&[("evil.py", "print('\\x1b[2J\\x07 \\u202e right to left')\n")]);
    let did = world.jury(&["grade", "sum", "evil.py"], 1);
    assert!(!did.out.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn what_never_ran_has_no_figures_and_no_byte_is_lost() {
    let noisy = "import sys\nsys.stderr.buffer.write(b'\\xff\\xfe!')\nprint('9' * 1000)\n";
    let world = sum_and(&[("noisy.py", noisy), ("broken.cpp", "int main( {\n")]);
    let did = world.jury(&["grade", "sum", "noisy.py", "broken.cpp"], 1);
    assert!(did.out.contains("\\xff\\xfe!"), "standard error as it was: {did:#?}");
    assert!(did.out.contains(&format!(" {}…\n", "9".repeat(160))), "a cut is shown: {did:#?}");
    let mut row = did.out.lines().filter(|line| line.ends_with("broken.cpp"));
    assert!(row.any(|row| row.split_whitespace().eq(["CE", "cpp", "broken.cpp"])), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn equal_cases_name_the_one_that_was_run() {
    let files = [("right.py", RIGHT), ("sum/4.in", "5 5\n"), ("sum/4.ans", "10\n")];
    let world = sum_and(&files);
    let words = ["grade", "sum", "right.py", "--json", "-", "--html", "page.html"];
    let text = world.jury(&words, 0).out;
    let cases = document(&text).submissions.remove(0).cases;
    let same: Vec<_> = cases.iter().map(|case| case.same_as.as_deref()).collect();
    assert_eq!(same, [None, None, None, Some("2")]);
    assert_eq!(cases[3].cpu_seconds, cases[1].cpu_seconds);
    assert_eq!(text.matches("same_as").count(), 1, "{text}");
    let page = std::fs::read_to_string(world.path("page.html")).expect("a page");
    assert_eq!(page.matches("the same case as 2: run once").count(), 1);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_pipe_is_told_now_and_then_how_far_it_is() {
    let slow = format!("import time\ntime.sleep(1)\n{RIGHT}");
    let world = sum_and(&[("slow.py", &slow)]);
    let grade = |seconds: &str| {
        let mut command = world.command(&["grade", "sum", "slow.py", "-j1"]);
        common::run(command.env("JURY_PROGRESS", seconds))
    };
    let did = grade("0.2");
    assert_eq!(did.status, 0, "{did:#?}");
    assert!(did.err.lines().count() > 1, "{did:#?}");
    let is_told = |line: &str| line.starts_with("sum: 0 of 1 submission judged, ");
    assert!(did.err.lines().all(is_told), "{did:#?}");
    assert!(did.err.contains(" s; slow.py: "), "{did:#?}");
    assert!(did.err.ends_with(" of 3 cases\n"), "{did:#?}");
    assert_eq!(grade("0").err, "");
}
