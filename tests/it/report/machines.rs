//! The formats that other programs read: JUnit XML by a schema and read back, Markdown and JUnit
//! under hostile text.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use jury::judge::verify::{Finding, FindingPlace, KeptProof, Proof, Severity, TestsHeld};
use jury::judge::{Compile, Grade, Graded};
use jury::problem::{Layout, Scoring};
use jury::report::document::Document;
use jury::report::markdown::Unread;
use jury::report::{annotations, junit, markdown, proof_junit};
use jury::verdict::Verdict;
use proptest::prelude::*;
use quick_junit::{NonSuccessKind, TestCaseStatus};

use crate::long::usual_or_long;

use super::{failing, graded, outcome, report};

/// A submission that ran one case, and what its folder promises.
fn kept(path: &str, verdict: Verdict, expected: Verdict) -> Graded {
    let outcomes = vec![outcome("secret/1", verdict, "line 1: no")];
    Graded { expected: Some(expected.into()), ..graded(path, outcomes, Scoring::PassFail) }
}

fn broken() -> Graded {
    let message = "In file a.cpp:\na.cpp:3:1: no such thing\n".to_owned();
    let compile = Compile { ok: false, time: Duration::ZERO, message };
    let grade = Grade::compile_error();
    Graded { compile, grade, ..graded("src/a.cpp", Vec::new(), Scoring::PassFail) }
}

fn document(submissions: &[Graded]) -> Document {
    report(submissions, false)
}

/// `xmllint`'s judgement by our schema; nothing is judged where it is not installed.
#[track_caller]
fn assert_valid(xml: &str) {
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/junit.xsd");
    let started = Command::new("xmllint")
        .args(["--noout", "--schema", schema, "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = started else {
        eprintln!("not tried: xmllint (Debian's libxml2-utils) is not installed");
        return;
    };
    child.stdin.take().expect("piped").write_all(xml.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("ended");
    assert!(output.status.success(), "{}\n{xml}", String::from_utf8_lossy(&output.stderr));
}

/// Name of each test and how it reads: `pass`, `skip`, `error JE …`, `failure WA …`.
fn tests(submission: Graded) -> Vec<String> {
    tests_of(&junit::render(&[document(&[submission])]).expect("XML"))
}

/// The same of all tests of valid XML.
fn tests_of(xml: &str) -> Vec<String> {
    assert_valid(xml);
    let read = quick_junit::Report::deserialize_from_str(xml).expect("JUnit XML");
    let words = |status: &TestCaseStatus| match status {
        TestCaseStatus::Success { .. } => "pass".to_owned(),
        TestCaseStatus::Skipped { .. } => "skip".to_owned(),
        TestCaseStatus::NonSuccess { kind, message, ty, .. } => {
            let kind = if *kind == NonSuccessKind::Error { "error" } else { "failure" };
            let (ty, message) = (ty.as_deref().unwrap_or("?"), message.as_deref());
            format!("{kind} {ty} {}", message.unwrap_or("?"))
        }
    };
    let tests = read.test_suites.iter().flat_map(|suite| &suite.test_cases);
    tests.map(|test| format!("{}: {}", test.name.as_str(), words(&test.status))).collect()
}

#[test]
fn each_case_is_a_test_and_each_promise() {
    #[track_caller]
    fn case(submission: Graded, expected: &[&str]) {
        assert_eq!(tests(submission), expected);
    }
    use Verdict::{Accepted, JudgeError, TimeLimit, WrongAnswer};
    let wrong = "secret/1: failure WA line 3: expected `3`, found `\\x1b4`";
    case(failing(), &["build: pass", "sample/1: pass", wrong, "secret/2: skip"]);
    case(broken(), &["build: failure CE In file a.cpp:"]);
    case(kept("a.cpp", Accepted, Accepted), &["build: pass", "secret/1: pass"]);
    let as_expected = kept("a.cpp", WrongAnswer, WrongAnswer);
    case(as_expected, &["build: pass", "secret/1: pass", "verdict: pass"]);
    let late = "verdict: failure TLE gets TLE, expected WA";
    case(kept("a.cpp", TimeLimit, WrongAnswer), &["build: pass", "secret/1: pass", late]);
    let ours = "secret/1: error JE line 1: no";
    let unproved = "verdict: failure JE gets JE, expected WA";
    case(kept("a.cpp", JudgeError, WrongAnswer), &["build: pass", ours, unproved]);
}

#[test]
fn the_whole_xml_reads_so() {
    let xml = junit::render(&[document(&[failing()])]).expect("XML");
    insta::assert_snapshot!(xml);
}

#[test]
fn the_whole_markdown_reads_so() {
    let submissions = [failing(), broken(), kept("w.py", Verdict::Accepted, Verdict::TimeLimit)];
    insta::assert_snapshot!(markdown::render(&[document(&submissions)]));
}

#[test]
fn annotations_stand_at_the_submissions_that_went_otherwise() {
    let lines = |submissions: &[Graded]| {
        let annotations = annotations::of_grades(&document(submissions));
        annotations.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let good = kept("good.cpp", Verdict::WrongAnswer, Verdict::WrongAnswer);
    let slow = kept("a,b.py", Verdict::TimeLimit, Verdict::Accepted);
    let compile = "::error file=src/a.cpp,line=3,title=sums%3A compile error::In file a.cpp:%0A\
                   a.cpp:3:1: no such thing";
    let late = "::error file=a%2Cb.py,title=sums%3A time limit exceeded::gets TLE, expected AC%0Asecret/1: line 1: no";
    assert_eq!(lines(&[broken(), good, slow]), [compile, late]);
}

/// A package whose submission, case and input are not as they must be.
fn proof() -> Proof {
    let finding = |subject: &str| Finding {
        severity: Severity::Error,
        subject: subject.into(),
        message: "no".into(),
        place: None,
    };
    let input = FindingPlace {
        file: "problems/p/data/secret/2.in".into(),
        line: Some(3),
        title: "invalid input".into(),
    };
    let invalid = Finding { place: Some(input), ..finding("data/secret/2.in:3") };
    Proof {
        slug: "p".into(),
        kept: vec![KeptProof {
            path: "wrong_answer/a.py".into(),
            expected: Verdict::WrongAnswer.into(),
            verdict: Verdict::Accepted,
            as_expected: false,
            caught_by: Vec::new(),
        }],
        findings: vec![finding("wrong_answer/a.py"), finding("secret/1"), invalid],
        tests: TestsHeld { held: 1, all: 2 },
        ..Proof::default()
    }
}

#[test]
fn findings_are_annotated_at_the_submission_or_the_settings() {
    let proof = proof();
    let files = annotations::of_proof(&proof, "problems/p".as_ref(), &Layout::OWN);
    let expected = [
        "::error file=problems/p/submissions/wrong_answer/a.py,title=p%3A wrong_answer/a.py::no",
        "::error file=problems/p/problem.toml,title=p%3A secret/1::no",
        "::error file=problems/p/data/secret/2.in,line=3,title=p%3A invalid input::no",
    ];
    assert_eq!(files.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
    let unread = Unread { name: Some("q|".into()), why: "q|/problem.toml:1:1: no".into() };
    let text = markdown::proofs(&[proof], &[unread]);
    assert!(text.contains("| ❌ q&#124; | | | could not be checked |\n"), "{text}");
    assert!(text.contains("- q&#124;/problem.toml&#58;1&#58;1&#58; no\n"), "{text}");
    assert!(text.contains("| ❌ p | 0 | 0 of 1 | 3 |"), "{text}");
    assert!(text.contains("- <code>p</code>: 1 of 2 tests of validators hold\n"), "{text}");
}

#[test]
fn each_submission_of_a_package_is_a_test_and_whatever_something_was_found_in() {
    let spoilt = |subject: &str, message: &str| Finding {
        severity: Severity::Error,
        subject: subject.into(),
        message: message.into(),
        place: None,
    };
    let kept = |path: &str| KeptProof { path: path.into(), ..proof().kept[0].clone() };
    let mut proof = proof();
    proof.kept.extend(["accepted/good.py", "accepted/unlucky.py"].map(kept));
    proof.findings.push(spoilt("secret/1", "nor that"));
    proof.spoilt.push(spoilt("accepted/unlucky.py", "no memory\nnone"));
    let doubt = |subject| Finding { severity: Severity::Warning, ..spoilt(subject, "odd") };
    proof.findings.extend(["accepted/good.py", "secret/2"].map(doubt));
    let why = "q/problem.toml:1:1: no\nq/problem.toml:2:1: no".to_owned();
    let xml =
        proof_junit::render(&[proof], &[Unread { name: Some("q".into()), why }]).expect("XML");
    let expected = [
        "package: pass",
        "wrong_answer/a.py: failure finding no",
        "accepted/good.py: pass",
        "accepted/unlucky.py: error JE no memory",
        "secret/1: failure finding no",
        "data/secret/2.in:3: failure finding no",
        "package: error not verified q/problem.toml:1:1: no",
    ];
    assert_eq!(tests_of(&xml), expected);
    assert!(xml.contains("file=\"problems/p/data/secret/2.in\""), "{xml}");
    assert!(xml.contains("nor that") && xml.contains("q/problem.toml:2:1: no"), "{xml}");
    let told = "<system-out>warning: secret/2: odd; 1 of 2 tests of validators hold</system-out>";
    assert!(xml.contains(told) && xml.contains("<system-out>warning: odd</system-out>"), "{xml}");
}

/// The text without the blocks in which nothing is markup, each of which must end.
fn outside_of_blocks(text: &str) -> String {
    let mut outside = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        match line.strip_suffix("text").filter(|fence| fence.starts_with("```")) {
            Some(fence) => assert!(lines.any(|line| line == fence), "a block does not end: {text}"),
            None => outside.extend([line, "\n"]),
        }
    }
    outside
}

/// Whether XML 1.0 allows the character.
fn is_xml(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(usual_or_long(64, 1024)))]
    #[test]
    fn hostile_text_stays_text(
        message in any::<String>(),
        path in "[^\0/]+",
        odd in "[\u{0}-\u{1f}\u{fffe}\u{ffff}|<>&`\"'@\\[\\]]*",
    ) {
        // Never empty: a message without words has no marks around it.
        let failed = outcome("secret/1", Verdict::WrongAnswer, &format!("x{message}{odd}"));
        let hostile = graded(&format!("{odd}{path}"), vec![failed], Scoring::PassFail);
        let mut hostile = document(&[hostile]);
        // A saved report may say anything.
        hostile.submissions[0].language.clone_from(&odd);
        let xml = junit::render(std::slice::from_ref(&hostile)).expect("XML");
        prop_assert!(xml.chars().all(is_xml), "{xml:?}");
        let read = quick_junit::Report::deserialize_from_str(&xml).expect("JUnit XML");
        prop_assert_eq!(read.test_suites[0].test_cases.len(), 2);
        let plain = document(&[graded("a.cpp", vec![outcome("secret/1", Verdict::WrongAnswer, "x")],
            Scoring::PassFail)]);
        let marks = |document| {
            let text = outside_of_blocks(&markdown::render(&[document]));
            let count = |mark| text.matches(mark).count();
            ["\n", "|", "<", ">", "`", "@", "["].map(count)
        };
        prop_assert_eq!(marks(hostile), marks(plain));
    }
}
