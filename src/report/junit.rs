//! The report as JUnit XML, as GitLab, Jenkins and actions for GitHub read it: a suite a submission,
//! named `problem/submission`; a test for the build and one for each case.
//!
//! A jury submission that must fail is a promise of its problem: whether it got the promised verdict
//! is one more test, `verdict`, and its cases cannot fail. Times are CPU seconds, by which verdicts
//! are.

use std::time::Duration;

use quick_junit::{
    NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite, XmlString,
};

use crate::judge::RecalledRuns;
use crate::problem::Expected;
use crate::submission::first_error;
use crate::verdict::Verdict;
use crate::visible::visible;

use super::document::{Case, Document, NotGraded, Submission};
use super::failure::failure_as_text;
use super::recalled;

/// Failures of a submission that are told with all that there is to see.
const SHOWN_WHOLE: usize = 10;

/// Some thirty years: more than any run.
const MOST_SECONDS: f64 = 1e9;

/// The XML text of all documents, with a newline at its end.
///
/// # Errors
/// Only what the writer of XML cannot write; there is no such value in a report.
pub fn render(documents: &[Document]) -> Result<String, SerializeError> {
    let mut report = Report::new("jury");
    for document in documents {
        let slug = &document.problem.slug;
        report.add_test_suites(document.submissions.iter().map(|graded| suite(slug, graded)));
        report.add_test_suites(document.not_graded.iter().map(|odd| not_graded(slug, odd)));
    }
    report.set_time(report.test_suites.iter().filter_map(|suite| suite.time).sum());
    report.to_string()
}

fn suite(slug: &str, submission: &Submission) -> TestSuite {
    let name = text(&format!("{slug}/{}", submission.path.trim_start_matches('/')));
    let mut tests = vec![build(submission)];
    let mut failed = 0;
    tests.extend(submission.cases.iter().map(|case| {
        failed += usize::from(case.failed());
        test(case, submission, failed <= SHOWN_WHOLE)
    }));
    tests.extend(verdict(submission));
    for test in &mut tests {
        // Readers tell tests apart by class and name, and GitLab shows the class as the suite.
        test.set_classname(name.clone());
        test.extra.insert("file".into(), text(&submission.path));
    }
    let mut suite = TestSuite::new(name);
    suite.set_time(tests.iter().filter_map(|test| test.time).sum());
    suite.add_property(("language".into(), text(&submission.language)));
    suite.add_property(("verdict", submission.verdict.code()));
    if let Some(score) = submission.score {
        suite.add_property(("score", score.to_string().as_str()));
    }
    let RecalledRuns { runs, time } = recalled::of(submission);
    if runs > 0 {
        suite.add_property(("recalled", runs.to_string().as_str()));
        suite.add_property(("recalled_seconds", time.as_secs_f64().to_string().as_str()));
    }
    suite.add_test_cases(tests);
    suite
}

/// What was given as a submission and is none: a suite of its own, with one error.
fn not_graded(slug: &str, NotGraded { path, message }: &NotGraded) -> TestSuite {
    let name = text(&format!("{slug}/{}", path.trim_start_matches('/')));
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_type("not graded").set_message(text(message));
    let mut test = TestCase::new("build", status);
    test.set_classname(name.clone());
    test.extra.insert("file".into(), text(path));
    let mut suite = TestSuite::new(name);
    suite.add_test_case(test);
    suite
}

/// The build.
fn build(submission: &Submission) -> TestCase {
    let compile = &submission.compile;
    let first = first_error(&compile.message).map_or("", |(_, line)| line);
    let failed = |kind| failure(kind, submission.verdict, first, &compile.message);
    let status = match submission.verdict {
        _ if compile.ok => TestCaseStatus::success(),
        Verdict::JudgeError => failed(NonSuccessKind::Error),
        _ if submission.expected.is_some_and(|e| e.permits(Verdict::CompileError)) => {
            TestCaseStatus::success()
        }
        _ => failed(NonSuccessKind::Failure),
    };
    let mut test = TestCase::new("build", status);
    test.set_time(seconds(Some(compile.seconds)));
    test
}

/// One case, maybe with all that there is to see of its failure.
fn test(case: &Case, submission: &Submission, whole: bool) -> TestCase {
    let sentence = format!("{}: {}", case.verdict.words(), case.message);
    let body = || if whole { failure_as_text(case) } else { sentence.clone() };
    let status = match case.verdict {
        Verdict::JudgeError => failure(NonSuccessKind::Error, case.verdict, &case.message, &body()),
        Verdict::Skipped => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(text(&case.message));
            status
        }
        Verdict::Accepted => TestCaseStatus::success(),
        _ if must_fail(submission) => TestCaseStatus::success(),
        verdict => failure(NonSuccessKind::Failure, verdict, &case.message, &body()),
    };
    let mut test = TestCase::new(text(&case.case), status);
    test.set_time(seconds(case.cpu_seconds));
    let is_told = matches!(test.status, TestCaseStatus::Success { .. }) && !case.message.is_empty();
    let told = is_told.then(|| sentence.clone());
    let recalled = case.recalled.as_ref().map(|at| format!("recalled from {at} UTC"));
    if told.is_some() || recalled.is_some() {
        let parts: Vec<String> = told.into_iter().chain(recalled).collect();
        test.set_system_out(text(&parts.join("; ")));
    }
    test
}

/// A judge error that no case had: such as a group's score out of its range.
fn fault_of_no_case(submission: &Submission) -> Option<TestCase> {
    let no_case = !submission.cases.iter().any(|case| case.verdict == Verdict::JudgeError);
    let is_odd = submission.verdict == Verdict::JudgeError && submission.compile.ok && no_case;
    let first = submission.notes.first().filter(|_| is_odd)?;
    let all = submission.notes.join("\n");
    let status = failure(NonSuccessKind::Error, submission.verdict, first, &all);
    Some(TestCase::new("verdict", status))
}

/// Whether a submission that must fail did so in the way that its folder names; of another one, what is
/// wrong with it that is no case's.
fn verdict(submission: &Submission) -> Option<TestCase> {
    let Some(expected) = submission.expected.filter(|_| must_fail(submission)) else {
        return fault_of_no_case(submission);
    };
    let status = if submission.as_expected {
        TestCaseStatus::success()
    } else {
        let got = submission.verdict;
        let sentence = format!("gets {got}, expected {expected}");
        failure(NonSuccessKind::Failure, got, &sentence, &sentence)
    };
    Some(TestCase::new("verdict", status))
}

fn must_fail(submission: &Submission) -> bool {
    submission.expected.is_some_and(Expected::must_fail)
}

fn failure(kind: NonSuccessKind, verdict: Verdict, message: &str, body: &str) -> TestCaseStatus {
    non_success(kind, verdict.code(), message, body)
}

/// What was not as it must be: of which type, in a line, and with all that there is to see.
pub(super) fn non_success(
    kind: NonSuccessKind,
    what: &str,
    message: &str,
    body: &str,
) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    let lines: Vec<String> = body.lines().map(|line| visible(line.as_bytes())).collect();
    status
        .set_type(what)
        .set_message(text(message))
        .set_description(without_noncharacters(&lines.join("\n")));
    status
}

fn seconds(seconds: Option<f64>) -> Duration {
    // A saved report may say anything; a suite adds its times up.
    seconds
        .map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, MOST_SECONDS)))
        .unwrap_or_default()
}

/// Foreign text in one line, of characters that XML allows.
pub(super) fn text(text: &str) -> XmlString {
    without_noncharacters(&visible(text.as_bytes()))
}

/// The two characters beside controls that XML 1.0 forbids.
fn without_noncharacters(text: &str) -> XmlString {
    text.replace('\u{fffe}', "\\u{fffe}").replace('\u{ffff}', "\\u{ffff}").into()
}
