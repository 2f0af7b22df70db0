//! What `verify` found as JUnit XML: a suite a package. Its tests are `package`, the jury submissions, and
//! whatever else something was found in.

use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

use crate::judge::verify::{Finding, KeptProof, Proof, Severity, TestsHeld};
use crate::verdict::Verdict;

use super::junit::{non_success, text};
use super::markdown::Unread;

/// The XML text of all packages, with a newline at its end. `unread` could not be verified at all.
///
/// # Errors
/// Only what the writer of XML cannot write; there is no such value in a proof.
pub fn render(proofs: &[Proof], unread: &[Unread]) -> Result<String, SerializeError> {
    let mut report = Report::new("jury");
    report.add_test_suites(proofs.iter().map(suite));
    report.add_test_suites(unread.iter().map(not_verified));
    report.to_string()
}

/// All that was found in a package.
fn suite(proof: &Proof) -> TestSuite {
    let mut tests = vec![package(proof)];
    tests.extend(proof.kept.iter().map(|kept| test(&path(kept), proof)));
    let mut others: Vec<&str> = Vec::new();
    for Finding { subject, .. } in proof.errors() {
        if !is_kept(proof, subject) && !others.contains(&subject.as_str()) {
            others.push(subject);
        }
    }
    tests.extend(others.into_iter().map(|subject| test(subject, proof)));
    let mut suite = named(&proof.slug, tests);
    suite.add_property(("cases", proof.cases.to_string().as_str()));
    if proof.recalled.runs > 0 {
        suite.add_property(("recalled", proof.recalled.runs.to_string().as_str()));
        let seconds = proof.recalled.time.as_secs_f64();
        suite.add_property(("recalled_seconds", seconds.to_string().as_str()));
    }
    suite
}

/// A suite in which readers can tell the tests of one package from those of another.
fn named(slug: &str, mut tests: Vec<TestCase>) -> TestSuite {
    let name = text(slug);
    for test in &mut tests {
        test.set_classname(name.clone());
    }
    let mut suite = TestSuite::new(name);
    suite.add_test_cases(tests);
    suite
}

/// That the package was verified, and what is to be said of it that fails nothing.
fn package(proof: &Proof) -> TestCase {
    let mut test = TestCase::new("package", TestCaseStatus::success());
    let warnings = proof
        .findings
        .iter()
        .filter(|found| found.severity == Severity::Warning && !is_kept(proof, &found.subject));
    let mut told: Vec<String> = warnings
        .map(|Finding { subject, message, .. }| format!("warning: {subject}: {message}"))
        .collect();
    told.extend(proof.unchecked.iter().map(|what| format!("not checked: {what}")));
    let TestsHeld { held, all } = proof.tests;
    if all > 0 {
        told.push(format!("{held} of {all} tests of validators hold"));
    }
    tell(&mut test, &told);
    test
}

/// What was found in one submission, case or file.
fn test(subject: &str, proof: &Proof) -> TestCase {
    let about = |all: &[Finding], severity| -> Vec<String> {
        let about = all.iter().filter(|one| one.subject == subject && one.severity == severity);
        about.map(|finding| finding.message.clone()).collect()
    };
    let spoilt = about(&proof.spoilt, Severity::Error);
    let errors = about(&proof.findings, Severity::Error);
    let status = match (spoilt.is_empty(), errors.is_empty()) {
        (true, true) => TestCaseStatus::success(),
        (true, false) => status(NonSuccessKind::Failure, "finding", &errors.join("\n")),
        (false, _) => status(NonSuccessKind::Error, Verdict::JudgeError.code(), &spoilt.join("\n")),
    };
    let mut test = TestCase::new(text(subject), status);
    let place = proof.errors().find(|one| one.subject == subject && one.place.is_some());
    if let Some(place) = place.and_then(|one| one.place.as_ref()) {
        test.extra.insert("file".into(), text(&place.file.display().to_string()));
    }
    let warnings = about(&proof.findings, Severity::Warning);
    let warnings: Vec<_> = warnings.iter().map(|message| format!("warning: {message}")).collect();
    tell(&mut test, &warnings);
    test
}

fn tell(test: &mut TestCase, lines: &[String]) {
    if !lines.is_empty() {
        test.set_system_out(text(&lines.join("; ")));
    }
}

fn is_kept(proof: &Proof, subject: &str) -> bool {
    proof.kept.iter().any(|kept| path(kept) == subject)
}

/// As subjects of findings name it.
fn path(kept: &KeptProof) -> String {
    kept.path.display().to_string()
}

/// With the first line as the message.
fn status(kind: NonSuccessKind, what: &str, why: &str) -> TestCaseStatus {
    non_success(kind, what, why.lines().next().unwrap_or_default(), why)
}

/// A package of which nothing is known.
fn not_verified(Unread { name, why }: &Unread) -> TestSuite {
    let status = status(NonSuccessKind::Error, "not verified", why);
    named(name.as_deref().unwrap_or("?"), vec![TestCase::new("package", status)])
}
