//! The report formats, from values: what people read, to the letter, and what machines read, strictly.

use std::time::Duration;

use jury::judge::{Evidence, Grade, Measured, Outcome};
use jury::problem::Scoring;
use jury::report::{Compile, Graded, Report, json, terminal};
use jury::sandbox::{Isolation, Level, Strength, Wall};
use jury::score::Score;
use jury::verdict::Verdict;

fn outcome(case: &str, verdict: Verdict, message: &str) -> Outcome {
    let (group, _) = case.split_once('/').expect("a group");
    let measured = (verdict != Verdict::Skipped).then_some(Measured {
        cpu: Duration::from_millis(12),
        cpu_limit: Duration::from_secs(1),
        wall: Duration::from_millis(15),
        memory: 3 << 20,
        output_bytes: 4,
        exit_code: Some(0),
        signal: None,
    });
    let evidence = (verdict == Verdict::WrongAnswer)
        .then(|| Evidence::collect(None, b"1\n2\n\x1b4\n", Some(b"1\n2\n3\n"), b"warning: odd\n"));
    Outcome {
        case: case.into(),
        group: group.into(),
        verdict,
        score: None,
        measured,
        message: message.into(),
        evidence,
    }
}

fn graded(path: &str, outcomes: Vec<Outcome>, scoring: Scoring) -> Graded {
    Graded {
        path: path.into(),
        language: "cpp".into(),
        compile: Compile { ok: true, time: Duration::from_millis(700), message: String::new() },
        expected: None,
        grade: Grade::fold(outcomes, scoring),
        command: format!("jury grade sums {path}"),
    }
}

fn report(submissions: Vec<Graded>, scored: bool) -> Report {
    let wall = |wall: &str, strength, by: &str| Wall { wall: wall.into(), strength, by: by.into() };
    Report {
        slug: "sums".into(),
        name: "Sums".into(),
        scored,
        isolation: Isolation {
            level: Level::Contained,
            walls: vec![
                wall("network", Strength::Enforced, "network namespace"),
                wall("memory", Strength::Sampled, "resident set"),
            ],
            cpu_source: "rusage".into(),
            memory_source: "samples".into(),
        },
        submissions,
        interrupted: false,
    }
}

fn failing() -> Graded {
    let outcomes = vec![
        outcome("sample/1", Verdict::Accepted, ""),
        outcome("secret/1", Verdict::WrongAnswer, "line 3: expected `3`, found `\\x1b4`"),
        outcome("secret/2", Verdict::Skipped, "not run because of an earlier outcome"),
    ];
    graded("a b.cpp", outcomes, Scoring::PassFail)
}

fn words(report: &Report) -> String {
    let mut bytes = Vec::new();
    terminal::render(report, &mut bytes).expect("written");
    let text = anstream::adapter::strip_bytes(&bytes).into_vec();
    let text = String::from_utf8(text).expect("UTF-8");
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_failure_reads_so() {
    insta::assert_snapshot!(words(&report(vec![failing()], false)));
}

#[test]
fn several_scored_submissions_read_best_first() {
    let scored = |path: &str, score: u64| {
        let mut good = outcome("secret/1", Verdict::Accepted, "8 turns");
        good.score = Score::ratio(score, 8);
        graded(path, vec![good], Scoring::Mean)
    };
    let report = report(vec![scored("worse.cpp", 5), scored("better.cpp", 13)], true);
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
    let mut report = report(vec![broken], false);
    insta::assert_snapshot!(words(&report));
    report.interrupted = true;
    assert!(words(&report).ends_with("sums: interrupted; the cases above are all that ran"));
}

#[test]
fn json_is_read_back_by_strict_types() {
    let report = report(vec![failing()], false);
    let text = json::render(&report).expect("JSON");
    let document: json::Document = serde_json::from_str(&text).expect("strict");
    assert_eq!(document, json::Document::from(&report));
    insta::assert_snapshot!(text.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    let odd = text.replacen("\"schema\"", "\"odd\": 1, \"schema\"", 1);
    assert!(serde_json::from_str::<json::Document>(&odd).is_err(), "unknown keys are refused");
}
