//! The report formats, from values: what people read, to the letter, and what machines read, strictly.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use jury::judge::matrix::{Matrix, MatrixCase, Trial, TrialRun};
use jury::judge::verify::{KeptProof, Proof};
use jury::judge::{Compile, Evidence, Grade, Graded, Measured, Outcome};
use jury::limits::Limits;
use jury::problem::{Group, Scoring};
use jury::report::document::{Document, ProblemName, SCHEMA, Submission, Tool};
use jury::report::{json, matrix, proof, terminal};
use jury::sandbox::{Isolation, Level, Strength, Wall};
use jury::score::Score;
use jury::submission;
use jury::verdict::Verdict;
use jury_checkers::Files;

const FILES: Files =
    Files { input: b"3\n1 2 3\n", output: b"1\n2\n\x1b4\n", answer: Some(b"1\n2\n3\n") };

mod contest;
mod machines;
mod strict;

pub(crate) fn outcome(case: &str, verdict: Verdict, message: &str) -> Outcome {
    let (group, _) = case.split_once('/').expect("a group");
    let measured = (verdict != Verdict::Skipped).then_some(Measured {
        cpu: Duration::from_millis(12),
        limits: Limits { cpu: Duration::from_secs(1), ..Limits::default() },
        wall: Duration::from_millis(15),
        memory: 3 << 20,
        output_bytes: 4,
        exit_code: Some(0),
        signal: None,
        is_noisy: false,
    });
    let evidence = (verdict == Verdict::WrongAnswer)
        .then(|| Evidence::collect(None, &FILES, b"warning: odd\n"));
    Outcome {
        case: case.into(),
        group: group.into(),
        same_as: None,
        recalled: None,
        verdict,
        score: None,
        measured,
        message: message.into(),
        evidence,
    }
}

/// The language of the submissions of these tests.
pub(crate) fn cpp() -> Arc<submission::Language> {
    submission::Languages::shipped().expect("read").named("cpp").expect("known")
}

pub(crate) fn graded(path: &str, outcomes: Vec<Outcome>, scoring: Scoring) -> Graded {
    Graded {
        submission: submission::Submission {
            path: path.into(),
            real: path.into(),
            language: cpp(),
            choice: None,
            setting: submission::Setting::default(),
        },
        compile: Compile { ok: true, time: Duration::from_millis(700), message: String::new() },
        expected: None,
        grade: Grade::fold(outcomes, &Group::root(scoring)),
        spoilt: None,
    }
}

pub(crate) fn report(submissions: &[Graded], scored: bool) -> Document {
    let wall = |wall: &str, strength, by: &str| Wall { wall: wall.into(), strength, by: by.into() };
    let again = |graded: &Graded| {
        Submission::new(graded, &format!("jury grade sums {}", graded.submission.path.display()))
    };
    Document {
        schema: SCHEMA,
        tool: Tool::this(),
        problem: ProblemName {
            slug: "sums".into(),
            name: "Sums".into(),
            format: None,
            time_limit: None,
        },
        scored,
        warnings: Vec::new(),
        not_graded: Vec::new(),
        isolation: Isolation {
            level: Level::Contained,
            walls: vec![
                wall("network", Strength::Enforced, "network namespace"),
                wall("memory", Strength::Sampled, "resident set"),
            ],
            cpu_source: "rusage".into(),
            memory_source: "samples".into(),
        },
        submissions: submissions.iter().map(again).collect(),
        interrupted: false,
    }
}

pub(crate) fn failing() -> Graded {
    let outcomes = vec![
        outcome("sample/1", Verdict::Accepted, ""),
        outcome("secret/1", Verdict::WrongAnswer, "line 3: expected `3`, found `\\x1b4`"),
        outcome("secret/2", Verdict::Skipped, "not run because of an earlier outcome"),
    ];
    graded("a b.cpp", outcomes, Scoring::PassFail)
}

fn words(report: &Document) -> String {
    plain(&|out| terminal::render(report, None, out))
}

/// What is written, without colours.
fn plain(render: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> String {
    let mut bytes = Vec::new();
    render(&mut bytes).expect("written");
    let text = anstream::adapter::strip_bytes(&bytes).into_vec();
    let text = String::from_utf8(text).expect("UTF-8");
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn fits(text: &str, width: usize) {
    for line in text.lines().filter(|line| !line.contains("repeat:")) {
        assert!(line.chars().count() <= width, "{line:?} in\n{text}");
    }
}

#[test]
fn a_narrow_terminal_gets_lines_that_fit() {
    let mut many = failing();
    let more = (3..70).map(|case| outcome(&format!("secret/{case}"), Verdict::Accepted, ""));
    many.grade.outcomes.extend(more);
    let mut report = report(&[many, failing()], false);
    report.submissions[0].notes = vec!["a note of more words than fit into a line".to_owned()];
    for width in [40, 60] {
        let text = plain(&|out| terminal::render(&report, Some(width), out));
        fits(&text, width);
        let letters = text.lines().filter(|line| line.contains("AAAA"));
        assert_eq!(letters.count(), 69_usize.div_ceil(width - 11), "{text}");
    }
    let caught_by = (1..4).map(|case| format!("secret/a-case-of-a-name-{case}")).collect();
    let kept = KeptProof {
        path: "wrong_answer/greedy.py".into(),
        expected: Verdict::WrongAnswer.into(),
        verdict: Verdict::WrongAnswer,
        as_expected: true,
        caught_by,
    };
    let mut sums = Proof { slug: "sums".into(), cases: 55, ..Proof::default() };
    sums.kept.push(kept);
    sums.unchecked.push("whether inputs are valid, for want of a validator".to_owned());
    fits(&plain(&|out| proof::render(&sums, Some(50), out)), 50);
    let table = plain(&|out| proof::table(std::slice::from_ref(&sums), &[], Some(50), out));
    fits(&table, 50);
    assert!(table.contains("no room for: ") && table.contains("1 of 1"), "{table}");
}

#[test]
fn a_failure_reads_so() {
    insta::assert_snapshot!(words(&report(&[failing()], false)));
}

#[test]
fn several_scored_submissions_read_best_first() {
    let scored = |path: &str, score: u64| {
        let mut good = outcome("secret/1", Verdict::Accepted, "8 turns");
        good.score = Score::ratio(score, 8);
        graded(path, vec![good], Scoring::Mean)
    };
    let report = report(&[scored("worse.cpp", 5), scored("better.cpp", 13)], true);
    insta::assert_snapshot!(words(&report));
}

#[test]
fn a_compile_error_and_an_interrupt_read_so() {
    let mut broken = graded("broken.cpp", Vec::new(), Scoring::PassFail);
    broken.grade = Grade::compile_error();
    broken.compile = Compile {
        ok: false,
        time: Duration::ZERO,
        message: "broken.cpp:1:1: no such thing".into(),
    };
    let mut report = report(&[broken], false);
    insta::assert_snapshot!(words(&report));
    report.interrupted = true;
    assert!(words(&report).ends_with("sums: interrupted; only the cases above ran"));
}

#[test]
fn json_is_read_back_by_strict_types() {
    let made = report(&[failing()], false);
    let text = json::render(&made).expect("JSON");
    let document: Document = serde_json::from_str(&text).expect("strict");
    assert_eq!(document, made);
    insta::assert_snapshot!(text.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    let odd = text.replacen("\"schema\"", "\"odd\": 1, \"schema\"", 1);
    assert!(serde_json::from_str::<Document>(&odd).is_err(), "unknown keys are refused");
}

#[test]
fn a_wide_matrix_is_cut_into_blocks_that_fit_a_terminal() {
    let case = |number: usize| MatrixCase {
        name: format!("secret/{}-{number}", "long".repeat(9)),
        group: "secret".to_owned(),
    };
    let trial = |number: usize| Trial {
        path: format!("wrong_answer/{number}.py").into(),
        expected: Verdict::WrongAnswer.into(),
        runs: (0..3)
            .map(|case| TrialRun {
                verdict: if case < 2 && number % 2 == case {
                    Verdict::WrongAnswer
                } else {
                    Verdict::Accepted
                },
                share: 0.5,
                stopped: false,
            })
            .collect(),
    };
    let matrix = Matrix {
        cases: (0..3).map(case).collect(),
        trials: (0..59).map(trial).collect(),
        ..Matrix::default()
    };
    let mut out = Vec::new();
    matrix::render(&matrix, None, &mut out).expect("written");
    let text = anstream::adapter::strip_str(std::str::from_utf8(&out).expect("text")).to_string();
    let table: Vec<_> =
        text.lines().take_while(|line| !line.starts_with("  catch nothing")).collect();
    for line in &table {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let columns: usize = table
        .iter()
        .filter_map(|line| line.strip_suffix("  catches"))
        .map(|keys| keys.trim().len())
        .sum();
    assert_eq!(columns, 59, "{text}");
    // Each column marks one case; the first case catches one submission more.
    let marks = |case: usize| {
        let rows = table.iter().filter(|line| line.ends_with(&matrix.cases[case].name));
        rows.map(|row| row.matches('W').count()).sum::<usize>()
    };
    assert_eq!([marks(0), marks(1), marks(2)], [30, 29, 0], "{text}");
    assert!(text.contains("  catch nothing: secret/longlong"), "{text}");
}
