//! Two real programs that talk, by the protocol of the ICPC format: whose end decides, and what each
//! side learns of the other one's.

use jury::sandbox::Speaker;
use jury::verdict::Verdict;

use super::real::{ADDS, Package};

#[test]
fn dialogues_have_passes_too() {
    let body = "int pass = number_in(feedback(\"state\", \"r\"));
        put(\"state\", \"1\");
        int n = number_in(fopen(argv[1], \"r\")), answer = -1;
        printf(\"%d\\n\", n);
        fflush(stdout);
        if (scanf(\"%d\", &answer) != 1 || answer != n + 1) end(43, \"no\");
        if (pass < 0) put(\"nextpass.in\", \"5\");
        end(42, \"yes\");";
    let package = Package::interactive(body).passes(2);
    package.gives(ADDS, Verdict::Accepted, "pass 2: yes");
    let wrong = "int n; scanf(\"%d\", &n); printf(\"%d\\n\", n == 5 ? 0 : n + 1); return 0;";
    let outcome = package.gives(wrong, Verdict::WrongAnswer, "pass 2: no");
    let turns = outcome.evidence.expect("evidence").transcript.expect("a transcript");
    let said: Vec<_> = turns.turns().map(|turn| turn.by).collect();
    assert_eq!(said, [Speaker::Interactor, Speaker::Submission]);
}

/// Reads numbers and accepts at the first `5`; what else it reads it ignores, but for `9`.
const FIVE: &str = "int n;
    while (scanf(\"%d\", &n) == 1) {
        if (n == 5) end(42, \"five\");
        if (n == 9) end(43, \"nine\");
        printf(\"%d\\n\", n);
        fflush(stdout);
    }
    end(43, \"no five\");";

/// Says a number, and waits until the interactor has closed its output.
fn says(number: u32, then: &str) -> String {
    format!("printf(\"{number}\\n\"); fflush(stdout); while (getchar() != EOF) {{}} {then}")
}

#[test]
fn the_first_end_decides_between_the_two_sides() {
    let package = Package::interactive(FIVE);
    package.gives(&says(5, "return 0;"), Verdict::Accepted, "five");
    package.gives(&says(5, "abort();"), Verdict::RunTimeError, "SIGABRT");
    package.gives(&says(5, "return 1;"), Verdict::RunTimeError, "exit code 1");
    package.gives(&says(5, "for (;;) {}"), Verdict::TimeLimit, "of CPU time");
    package.gives(&says(9, "abort();"), Verdict::WrongAnswer, "nine");
    package.gives(&says(9, "for (;;) {}"), Verdict::WrongAnswer, "nine");
    package.gives("abort();", Verdict::RunTimeError, "SIGABRT");
    package.gives("return 0;", Verdict::WrongAnswer, "no five");
    package.gives(
        "puts(\"1\"); return 0;",
        Verdict::WrongAnswer,
        "no five; the submission did not read all",
    );
    package.gives("getchar();", Verdict::IdleLimit, "each waited for the other");
}

#[test]
fn a_submission_that_leaves_early_kills_no_interactor() {
    let writes = "static char text[1 << 16]; memset(text, '1', sizeof text);
        for (int i = 0; i < 64; i++) fwrite(text, 1, sizeof text, stdout);
        fflush(stdout);
        end(getchar() == EOF ? 43 : 42, \"read\");";
    let package = Package::interactive(writes);
    package.gives(
        "return 0;",
        Verdict::WrongAnswer,
        "read; the submission did not read all that the interactor wrote",
    );
    package.gives("getchar(); return 7;", Verdict::RunTimeError, "exit code 7");
}

#[test]
fn an_interactor_of_this_protocol_is_to_blame_for_any_end_of_its_own() {
    let fragile = "int n; if (scanf(\"%d\", &n) != 1) return 1; end(42, \"read\");";
    let package = Package::interactive(fragile);
    for body in ["return 0;", "abort();", "return 3;", "for (;;) {}"] {
        package.gives(body, Verdict::JudgeError, "interactor `part.c`: exit code 1");
    }
    // What it does once both had waited in vain says nothing.
    let words = "each waited for the other: neither wrote anything (did the submission forget to flush, \
                 or does it read before it should write?); then interactor `part.c`: exit code 1";
    package.gives("getchar();", Verdict::IdleLimit, words);
}

#[test]
fn a_closed_output_of_a_submission_is_told_at_its_end() {
    // It answers after it has closed its output: nothing to be heard, and it must not be held up.
    let package = Package::interactive(FIVE);
    let body = "fclose(stdout); usleep(1500000); return 0;";
    let outcome = package.gives(body, Verdict::WrongAnswer, "no five");
    assert!(outcome.measured.expect("run").wall.as_secs_f64() > 1.4);
    package.gives("fclose(stdout); for (;;) pause();", Verdict::IdleLimit, "waited");
}

#[test]
fn a_closed_output_of_an_interactor_is_the_end_of_the_input() {
    let copies = "printf(\"1 2 3\"); fclose(stdout);
        int sum = 0; if (scanf(\"%d\", &sum) != 1 || sum != 6) end(43, \"no\");
        end(42, \"yes\");";
    let package = Package::interactive(copies);
    let adds = "int n, sum = 0; while (scanf(\"%d\", &n) == 1) sum += n;
                printf(\"%d\\n\", sum); return sum != 6;";
    package.gives(adds, Verdict::Accepted, "yes");
    package.gives(&adds.replace("sum != 6", "sum"), Verdict::RunTimeError, "exit code 6");
}
