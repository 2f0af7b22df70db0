//! `jury limits`, and what `jury verify` tells of time limits.

use std::fs;

use jury::report::limits_json::{Document, Problem, SCHEMA};

use super::common::{Did, World};

const ECHO: &str = "print(input())\n";

/// As [`ECHO`], and one without end, where a start of Python would take more of a short limit than the program.
const ECHO_C: &str = "#include <stdio.h>\nint main(void) { putchar(getchar()); putchar('\\n'); }\n";
const ENDLESS: &str = "int main(void) { for (;;) ; }\n";

/// Uses this much CPU time, in milliseconds, where its input begins with the digit, and then says the digit.
fn burning(milliseconds: u32, digit: char) -> String {
    format!(
        "#include <stdio.h>\n#include <time.h>\nint main(void) {{ if (getchar() == '{digit}') while (clock() < \
         {milliseconds} * (CLOCKS_PER_SEC / 1000)) ; puts(\"{digit}\"); }}\n"
    )
}

/// A problem with one secret case, which an echo solves.
fn with(files: &[(&str, &str)]) -> World {
    let usual = [("p/data/secret/1.in", "1\n"), ("p/data/secret/1.ans", "1\n")];
    World::new(&[&usual, files].concat())
}

fn read(text: &str) -> Problem {
    let document: Document = serde_json::from_str(text).expect("strict JSON");
    assert_eq!((document.schema, document.problems.len()), (SCHEMA, 1));
    document.problems.into_iter().next().expect("a problem")
}

#[test]
fn a_limit_is_proposed_between_the_slowest_and_the_fastest() {
    let settings = "name = \"P\" # a\n\n[limits]\nmemory = \"1 GiB\"\ntime = 0.2 # b\n";
    let world = with(&[
        ("p/problem.toml", settings),
        ("p/submissions/accepted/a.c", ECHO_C),
        ("p/submissions/accepted/b.c", ECHO_C),
        ("p/submissions/wrong_answer/w.c", ENDLESS),
        (
            "p/submissions/time_limit_exceeded/s.c",
            "#include <unistd.h>\nint main(void) { sleep(1000); }\n",
        ),
        ("p/submissions/time_limit_exceeded/t.c", ENDLESS),
    ]);
    let did = world.jury(&["limits", "./p", "--json", "-", "--write", "--force"], 0);
    let made = read(&did.out);
    let (least, proposal) = (made.least.expect("measured"), made.proposal.expect("one fits"));
    assert!(least <= proposal && proposal < least + 0.1 + 1e-9, "{made:?}");
    let steps = proposal / made.resolution;
    assert!((steps - steps.round()).abs() < 1e-6, "{made:?}");
    assert_eq!((made.in_force, made.greatest), (Some(0.2), None));
    let [c] = made.languages.as_slice() else { panic!("one language: {made:?}") };
    let slowest = c.slowest.as_ref().expect("measured");
    assert!((slowest.cpu_seconds * made.to_limit - least).abs() < 1e-6, "{made:?}");
    assert!(slowest.submission.starts_with("accepted/") && !slowest.at_least, "{made:?}");
    let fastest = c.fastest.as_ref().expect("measured");
    assert!(fastest.submission.starts_with("time_limit_exceeded/"), "{made:?}");
    // Also of one that waits.
    let enough = 1.5 * proposal.max(0.2) - 1e-6;
    assert!(fastest.at_least && fastest.cpu_seconds >= enough, "{made:?}");
    // The words go aside.
    assert!(did.err.contains("  proposal: ") && did.err.contains("which fits"), "{did:#?}");
    let written = fs::read_to_string(world.path("p/problem.toml")).expect("settings");
    assert_eq!(written, settings.replace("0.2", &format!("{proposal:?}")));
}

#[test]
fn a_rule_over_some_cases_bounds_the_limit_by_them_alone() {
    let slow = "#include <stdio.h>\nint main(void) { int c = getchar(); if (c > '1') for (;;) ; putchar(c); }\n";
    let world = |rules: &str| {
        with(&[
            (
                "p/problem.yaml",
                "problem_format_version: 2025-09\nname: P\nlimits: {time_limit: 0.2, time_resolution: 0.2}\n",
            ),
            ("p/data/secret/2.in", "2\n"),
            ("p/data/secret/2.ans", "2\n"),
            ("p/submissions/mixed/m.c", slow),
            ("p/submissions/submissions.yaml", rules),
        ])
    };
    let both = "mixed/m.c:\n  secret/1: {permitted: [AC]}\n  secret/2: {required: TLE}\n";
    let made = read(&world(both).jury(&["limits", "./p", "--json", "-"], 0).out);
    let [c] = made.languages.as_slice() else { panic!("one language: {made:?}") };
    let case = |timed: &Option<jury::report::limits_json::Timed>| {
        timed.as_ref().map(|timed| (timed.case.clone(), timed.at_least))
    };
    assert_eq!(case(&c.slowest), Some(("secret/1".to_owned(), false)));
    assert_eq!(case(&c.fastest), Some(("secret/2".to_owned(), true)));
    let only = both.replace("required: TLE", "required: TLE, use_for_time_limit: false");
    let made = read(&world(&only).jury(&["limits", "./p", "--json", "-"], 0).out);
    assert_eq!(made.languages[0].fastest, None);
    world(both).jury(&["verify", "./p"], 0);
}

/// A reference need not be among the submissions: it must pass, and is none that must be too slow.
#[test]
fn a_reference_of_its_own_bounds_the_limit_from_below() {
    let settings = "name = 'P'\nreference = 'r.c'\n[limits]\ntime = 1\n";
    let world = with(&[("p/problem.toml", settings), ("p/r.c", ECHO_C)]);
    let made = read(&world.jury(&["limits", "./p", "--json", "-"], 0).out);
    let [c] = made.languages.as_slice() else { panic!("one language: {made:?}") };
    let slowest = c.slowest.as_ref().expect("measured");
    assert_eq!((slowest.submission.as_str(), &c.fastest), ("reference", &None), "{made:?}");
    assert!(made.not_measured.is_empty(), "{made:?}");
}

/// What several rules say must pass bounds the limit together; it is also told once that it cannot be run.
#[test]
fn what_must_pass_by_several_rules_is_one_submission() {
    let world = with(&[
        ("p/problem.yaml", "problem_format_version: 2025-09\nname: P\nlimits: {time_limit: 1}\n"),
        ("p/data/secret/2.in", "2\n"),
        ("p/data/secret/2.ans", "2\n"),
        ("p/submissions/mixed/u.xyz", ""),
        (
            "p/submissions/submissions.yaml",
            "mixed/u.xyz:\n  secret/1: {permitted: [AC]}\n  secret/2: {permitted: [AC]}\n",
        ),
    ]);
    let made = read(&world.jury(&["limits", "./p", "--json", "-"], 0).out);
    let told: Vec<_> = made.not_measured.iter().map(|one| one.submission.as_str()).collect();
    assert_eq!(told, ["mixed/u.xyz"]);
}

/// A fast one that must be too slow leaves no limit.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn no_limit_is_proposed_where_none_fits() {
    let yaml = "problem_format_version: 2025-09\nname: P\nlimits:\n  time_limit: 1\n";
    let world = with(&[
        ("p/problem.yaml", yaml),
        ("p/submissions/accepted/a.py", ECHO),
        ("p/submissions/time_limit_exceeded/t.py", ECHO),
        ("p/submissions/time_limit_exceeded/u.xyz", ""),
    ]);
    let did = world.jury(&["limits", "./p", "--write"], 1);
    assert!(did.out.contains("proposal:        none: already of 1.000 s"), "{did:#?}");
    assert!(did.out.contains("which does not fit: time_limit_exceeded/t.py"), "{did:#?}");
    assert!(did.out.contains("not measured: time_limit_exceeded/u.xyz: "), "{did:#?}");
    assert_eq!(fs::read_to_string(world.path("p/problem.yaml")).expect("settings"), yaml);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_limit_that_stands_already_is_not_written() {
    let yaml = "problem_format_version: 2025-09\nlimits: {time_limit: 1} # mine\n";
    let world = with(&[("p/problem.yaml", yaml), ("p/submissions/accepted/a.py", ECHO)]);
    let did = world.jury(&["limits", "./p", "--write"], 0);
    assert!(did.err.ends_with("the limit is 1.000 s already: nothing was written\n"), "{did:#?}");
    assert_eq!(fs::read_to_string(world.path("p/problem.yaml")).expect("settings"), yaml);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_limit_that_fits_is_replaced_only_by_force() {
    let yaml = "problem_format_version: 2025-09\nlimits: {time_limit: 7}\n";
    let world = with(&[("p/problem.yaml", yaml), ("p/submissions/accepted/a.py", ECHO)]);
    let did = world.jury(&["limits", "./p", "--write"], 0);
    assert!(
        did.out.contains("no submission is too slow: this is a lower bound only\n"),
        "{did:#?}"
    );
    let words = "the limit of 7.000 s fits: nothing was written (--force writes the proposal)\n";
    assert!(did.err.ends_with(words), "{did:#?}");
    assert_eq!(fs::read_to_string(world.path("p/problem.yaml")).expect("settings"), yaml);
    let did = world.jury(&["limits", "./p", "--write", "--force"], 0);
    assert!(did.err.ends_with("wrote 1.000 s to p/problem.yaml (was 7.000 s)\n"), "{did:#?}");
}

/// Writes into a package of these files: one of them then holds this, the others what they held.
#[track_caller]
fn writes(files: &[(&str, &str)], file: &str, expected: &str) {
    let all = [files, &[("p/submissions/accepted/a.py", ECHO)]].concat();
    let world = with(&all);
    let did = world.jury(&["limits", "./p", "--write", "--force"], 0);
    assert!(did.err.contains(&format!("to {file}")), "{did:#?}");
    for (name, before) in all {
        let expected = if name == file { expected } else { before };
        assert_eq!(fs::read_to_string(world.path(name)).expect("a file"), expected, "{name}");
    }
    assert_eq!(fs::read_to_string(world.path(file)).expect("a file"), expected);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn each_version_keeps_its_limit_where_it_belongs() {
    let current = "problem_format_version: 2025-09\nname: P # a\n";
    let (yaml, ini) = ("p/problem.yaml", "p/domjudge-problem.ini");
    writes(&[(yaml, current)], yaml, &format!("{current}limits:\n  time_limit: 1.0\n"));
    let limits = |first: &str| format!("{current}limits:\n  {first}memory: 512 # b\n");
    writes(&[(yaml, &limits(""))], yaml, &limits("time_limit: 1.0\n  "));
    let legacy = "limits: {time_limit: 7}\n";
    writes(&[(yaml, legacy)], yaml, "limits: {time_limit: 1.0}\n");
    writes(&[(yaml, "name: P\n"), ("p/.timelimit", "9\n")], "p/.timelimit", "1\n");
    writes(&[(yaml, ""), (ini, "name = x\n")], "p/.timelimit", "1\n");
    let before = "; a\ntimelimit='9'\nname = x\n";
    writes(&[(yaml, ""), (ini, before)], ini, "; a\ntimelimit= 1\nname = x\n");
}

#[track_caller]
fn refuses(files: &[(&str, &str)], words: &str) {
    let world = with(&[files, &[("p/submissions/accepted/a.py", ECHO)]].concat());
    let did = world.jury(&["limits", "./p", "--write"], 2);
    assert!(did.err.contains(words), "{did:#?}");
    for (name, before) in files {
        assert_eq!(fs::read_to_string(world.path(name)).expect("a file"), *before, "{name}");
    }
}

#[test]
fn a_limit_without_a_place_of_its_own_is_not_written() {
    let yaml = "p/problem.yaml";
    refuses(&[(yaml, "name: P\n")], "`legacy` has no place for a time limit");
    let both = "the time limit stands in problem.yaml and .timelimit: keep one of them";
    refuses(&[(yaml, "limits: {time_limit: 2}\n"), ("p/.timelimit", "2\n")], both);
    refuses(&[], "a plain folder of cases has no settings");
    let alias =
        "problem_format_version: 2025-09\nname: P\nlimits: &a\n  memory: 512\ngrading: *a\n";
    refuses(
        &[(yaml, alias)],
        "cannot be edited without changing more than that line: set `limits: {time_limit: 1",
    );
}

/// `jury verify` of a package of 2025-09 with this under `limits` and these submissions.
fn verified(limits: &str, submissions: &[(&str, &str)], status: i32) -> Did {
    let yaml = format!("problem_format_version: 2025-09\nname: P\nlimits: {{{limits}}}\n");
    let world = with(&[&[("p/problem.yaml", yaml.as_str())], submissions].concat());
    world.jury(&["verify", "./p"], status)
}

#[test]
fn submissions_near_a_stated_limit_are_warned_of() {
    let near = "is too close to the time limit on this machine";
    let accepted = ("p/submissions/accepted/a.c", ECHO_C);
    let limits = "time_limit: 0.2, time_resolution: 0.2";
    let endless = ("p/submissions/time_limit_exceeded/t.c", ENDLESS);
    let did = verified(limits, &[accepted, endless], 0);
    assert!(!did.out.contains(near), "{did:#?}");

    let tight = format!("{limits}, time_multipliers: {{ac_to_time_limit: 900}}");
    let did = verified(&tight, &[accepted, endless], 0);
    assert!(did.out.contains(&format!("warning: accepted/a.c: {near}: ")), "{did:#?}");
    assert!(did.out.contains("times 900, that exceeds 0.200 s"), "{did:#?}");

    // Too slow, but not by half as much again.
    let burning = burning(250, '1');
    let slow = ("p/submissions/time_limit_exceeded/s.c", burning.as_str());
    let did = verified(limits, &[accepted, slow], 0);
    assert!(did.out.contains(&format!("warning: time_limit_exceeded/s.c: {near}: ")), "{did:#?}");
    assert!(did.out.contains("which is less than 0.200 s × 1.5"), "{did:#?}");

    // More than twice as much is known only from a longer run, unless it waits.
    let wide = format!("{limits}, time_multipliers: {{time_limit_to_tle: 3}}");
    let sleeps = "#include <unistd.h>\nint main(void) { sleep(2); }\n";
    let sleeps = ("p/submissions/time_limit_exceeded/w.c", sleeps);
    let did = verified(&wide, &[accepted, endless, sleeps], 0);
    assert!(!did.out.contains("time limit on this machine"), "{did:#?}");
}

/// A run that goes on beyond the limit, to see how slow it is, changes no verdict.
#[test]
fn what_comes_after_the_limit_does_not_count() {
    let limits = "time_limit: 0.2, time_resolution: 0.2, memory: 64, output: 1, \
                  time_multipliers: {time_limit_to_tle: 4}";
    // Under the limits it is stopped at 0.4 s.
    let then = |what: &str| {
        format!(
            "#include <stdlib.h>\n#include <stdio.h>\n#include <time.h>\n\
             int main(void) {{\n  while (clock() < 0.5 * CLOCKS_PER_SEC) {{}}\n  {what}\n  for (;;) {{}}\n}}\n"
        )
    };
    let large = then(
        "volatile char *all = malloc(200 << 20); for (int i = 0; i < 200 << 20; i += 4096) all[i] = 1;",
    );
    let much = then("for (int i = 0; i < 3 << 20; i++) putchar('x');");
    let crashes = then("abort();");
    let files = [("large", &large), ("much", &much), ("crashes", &crashes)];
    let paths = files.map(|(name, _)| format!("p/submissions/time_limit_exceeded/{name}.c"));
    let accepted = ("p/submissions/accepted/a.c", ECHO_C);
    let slow = [0, 1, 2].map(|at| (paths[at].as_str(), files[at].1.as_str()));
    let did = verified(limits, &[&[accepted], &slow[..]].concat(), 0);
    for (name, _) in files {
        assert!(did.out.contains(&format!("TLE time_limit_exceeded/{name}.c")), "{did:#?}");
    }
}

/// Of `legacy`, where the first failure ends all: the case after it is run to see how slow the submission is.
#[test]
fn cases_that_are_not_graded_tell_whether_a_submission_is_too_slow() {
    let warned = |then: &str| {
        let wrong = format!(
            "#include <stdio.h>\nint main(void) {{ if (getchar() == '2') {then}; puts(\"2\"); }}\n"
        );
        let world = with(&[
            ("p/problem.yaml", ""),
            ("p/.timelimit", "0.2\n"),
            ("p/data/secret/2.in", "2\n"),
            ("p/data/secret/2.ans", "2\n"),
            ("p/submissions/accepted/a.c", ECHO_C),
            ("p/submissions/time_limit_exceeded/s.c", wrong.as_str()),
        ]);
        let did = world.jury(&["verify", "./p"], 1);
        assert!(did.out.contains("gets WA, expected TLE"), "{did:#?}");
        let words = "is within the time limit on this machine, though it must be too slow: ";
        did.out.contains(&format!("warning: time_limit_exceeded/s.c: {words}"))
    };
    assert!(warned(""));
    assert!(!warned("for (;;)"));
}

/// Of `legacy`: slow on the first case, and wrong on the second.
#[test]
fn a_verdict_at_the_limit_or_at_the_upper_limit_is_the_one_expected() {
    let slow = burning(250, '1');
    let package = |folder: &str| {
        with(&[
            ("p/problem.yaml", ""),
            ("p/.timelimit", "0.2\n"),
            ("p/data/secret/2.in", "2\n"),
            ("p/data/secret/2.ans", "2\n"),
            ("p/submissions/accepted/a.c", ECHO_C),
            (&format!("p/submissions/{folder}/s.c"), slow.as_str()),
        ])
    };
    let did = package("wrong_answer").jury(&["verify", "./p"], 0);
    let words = "warning: wrong_answer/s.c: is as expected with a time limit of 0.300 s, but not \
         with 0.200 s";
    assert!(did.out.contains(words) && did.out.contains("WA  wrong_answer/s.c"), "{did:#?}");
    // What must pass has to pass under the limit, and a crash is none under either.
    package("accepted").jury(&["verify", "./p"], 1);
    package("run_time_error").jury(&["verify", "./p"], 1);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_validator_of_inputs_is_built_only_where_inputs_are_looked_at() {
    let world = with(&[
        ("p/problem.yaml", "limits: {time_limit: 2}\n"),
        ("p/input_validators/v.c", "int main(\n"),
        ("p/submissions/accepted/a.py", ECHO),
    ]);
    world.jury(&["grade", "./p", "--reference"], 0);
    let did = world.jury(&["verify", "./p"], 1);
    assert!(did.out.contains("v.c does not build"), "{did:#?}");
}
