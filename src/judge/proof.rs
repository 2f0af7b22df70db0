//! What verifying a package found: facts of its cases and submissions, and what does not hold.

use std::borrow::Cow;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::json::nullable;
use crate::machine;
use crate::problem::Expected;
use crate::verdict::Verdict;
use crate::visible::as_text;

use super::failure::JudgeFailure;
use super::matrix::Matrix;
use super::outcome::RecalledRuns;

/// How grave a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The package does not hold what it promises.
    Error,
    /// Somebody should look at it.
    Warning,
}

/// The file of a case that a finding is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindingPlace {
    /// The file.
    #[serde(serialize_with = "as_text")]
    pub file: PathBuf,
    /// The line, from 1, where it is known.
    #[serde(deserialize_with = "nullable")]
    pub line: Option<usize>,
    /// What is wrong with it, in two or three words.
    pub title: Cow<'static, str>,
}

/// Something that a package promises and does not hold, or that somebody should look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// How grave it is.
    pub severity: Severity,
    /// The case, file or submission that it is about.
    pub subject: String,
    /// What is wrong with it.
    pub message: String,
    /// Where that is, if it is about a file of a case.
    #[serde(deserialize_with = "nullable")]
    pub place: Option<FindingPlace>,
}

/// How one jury submission fared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptProof {
    /// Its path below the folder of submissions.
    #[serde(serialize_with = "as_text")]
    pub path: PathBuf,
    /// What it may get.
    pub expected: Expected,
    /// What it got.
    pub verdict: Verdict,
    /// Whether all is as expected, and not the verdict alone.
    pub as_expected: bool,
    /// Secret cases that caught it, the first few.
    pub caught_by: Vec<String>,
}

/// How many of the files that must prove the validators do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestsHeld {
    /// Those that came out as they must.
    pub held: usize,
    /// All that could be looked at.
    pub all: usize,
}

/// The proof of one package.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The problem.
    pub slug: String,
    /// How many cases it has.
    pub cases: usize,
    /// How many of them a generator rule made and remade.
    pub generated: usize,
    /// How many of its tests of validators hold.
    pub tests: TestsHeld,
    /// The greatest share of its CPU time limit that the reference used, and on which case.
    #[serde(deserialize_with = "nullable")]
    pub reference: Option<(f64, String)>,
    /// Every jury submission.
    pub kept: Vec<KeptProof>,
    /// Jury submissions whose languages are not available here.
    pub not_run: usize,
    /// What lies among the jury submissions and is none.
    pub no_submissions: usize,
    /// What could not be looked at, as the package has nothing to look at it by.
    pub unchecked: Vec<String>,
    /// Everything that does not hold, and all warnings.
    pub findings: Vec<Finding>,
    /// What the machine failed at: nothing is known of it.
    pub spoilt: Vec<Finding>,
    /// What was recalled and not run.
    pub recalled: RecalledRuns,
    /// Every jury submission on every case, where it was asked for.
    #[serde(deserialize_with = "nullable")]
    pub matrix: Option<Matrix>,
}

impl Proof {
    /// Whether a program was judged at all.
    pub fn ran_something(&self) -> bool {
        self.cases > 0 && (self.reference.is_some() || !self.kept.is_empty())
    }

    pub(super) fn find(&mut self, subject: impl Into<String>, message: impl Into<String>) {
        self.add(Severity::Error, subject.into(), message.into());
    }

    pub(super) fn warn(&mut self, subject: impl Into<String>, message: impl Into<String>) {
        self.add(Severity::Warning, subject.into(), message.into());
    }

    pub(super) fn add(
        &mut self,
        severity: Severity,
        subject: impl Into<String>,
        message: impl Into<String>,
    ) {
        let (subject, message) = (subject.into(), message.into());
        self.findings.push(Finding { severity, subject, message, place: None });
    }

    pub(super) fn add_at(
        &mut self,
        place: FindingPlace,
        severity: Severity,
        subject: impl Into<String>,
        message: impl Into<String>,
    ) {
        let (subject, message) = (subject.into(), message.into());
        self.findings.push(Finding { severity, subject, message, place: Some(place) });
    }

    /// What does not hold, warnings aside.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.severity == Severity::Error)
    }

    /// Whether the package holds all that it promises.
    pub fn holds(&self) -> bool {
        self.errors().next().is_none() && self.spoilt.is_empty()
    }

    /// Whether two proofs of one package came to the same, times and what was recalled aside.
    pub fn is_equal(&self, other: &Self) -> bool {
        let kept = |proof: &Self| -> Vec<_> {
            proof.kept.iter().map(|one| (one.path.clone(), one.verdict, one.as_expected)).collect()
        };
        // Messages hold times.
        let found =
            |proof: &Self| -> Vec<_> { proof.errors().map(|one| one.subject.clone()).collect() };
        (self.cases, self.generated, self.tests) == (other.cases, other.generated, other.tests)
            && kept(self) == kept(other)
            && found(self) == found(other)
    }

    /// The machine failed at a submission: that is no finding.
    pub(super) fn spoil(&mut self, path: PathBuf, expected: Expected, failure: &JudgeFailure) {
        let (subject, message) = (path.display().to_string(), machine::in_words(failure));
        self.spoilt.push(Finding { severity: Severity::Error, subject, message, place: None });
        let verdict = Verdict::JudgeError;
        let (as_expected, caught_by) = (false, Vec::new());
        self.kept.push(KeptProof { path, expected, verdict, as_expected, caught_by });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(kept: &[(&str, Verdict, bool)], findings: &[(Severity, &str)]) -> Proof {
        let kept = kept.iter().map(|&(path, verdict, as_expected)| KeptProof {
            path: path.into(),
            expected: Expected::anything(),
            verdict,
            as_expected,
            caught_by: Vec::new(),
        });
        let mut proof = Proof { cases: 3, kept: kept.collect(), ..Proof::default() };
        for &(severity, subject) in findings {
            proof.add(severity, subject, "takes 0.123 s");
        }
        proof
    }

    #[test]
    fn proofs_are_equal_that_differ_in_times_and_warnings_alone() {
        use Severity::{Error, Warning};
        use Verdict::{Accepted, WrongAnswer};
        let right = ("a.c", Accepted, true);
        let base = || proof(&[right], &[(Error, "secret/1")]);
        let is_equal = |other: &Proof| {
            assert_eq!(base().is_equal(other), other.is_equal(&base()));
            base().is_equal(other)
        };
        assert!(is_equal(&base()));
        let mut slower = base();
        slower.findings[0].message = "takes 9.999 s".into();
        slower.reference = Some((0.5, "secret/2".into()));
        slower.recalled.runs = 7;
        slower.warn("secret/2", "takes 0.999 s");
        assert!(is_equal(&slower));
        let others = [
            Proof { cases: 4, ..base() },
            Proof { generated: 1, ..base() },
            Proof { tests: TestsHeld { held: 1, all: 1 }, ..base() },
            proof(&[], &[(Error, "secret/1")]),
            proof(&[("b.c", Accepted, true)], &[(Error, "secret/1")]),
            proof(&[("a.c", WrongAnswer, true)], &[(Error, "secret/1")]),
            proof(&[("a.c", Accepted, false)], &[(Error, "secret/1")]),
            proof(&[right], &[]),
            proof(&[right], &[(Error, "secret/2")]),
            proof(&[right], &[(Warning, "secret/1")]),
        ];
        for other in others {
            assert!(!is_equal(&other), "{other:?}");
        }
    }

    #[test]
    fn errors_and_what_the_machine_failed_at_break_a_proof_and_warnings_do_not() {
        let mut proof = Proof::default();
        proof.warn("secret/1", "is odd");
        assert!(proof.holds() && proof.findings[0].severity == Severity::Warning);
        let place = FindingPlace { file: "1.in".into(), line: Some(3), title: "invalid".into() };
        let mut found = proof.clone();
        found.find("secret/1", "is wrong");
        found.add_at(place.clone(), Severity::Error, "secret/2", "is wrong, too");
        assert!(!found.holds());
        let errors: Vec<_> = found.errors().map(|one| (&*one.subject, &one.place)).collect();
        assert_eq!(errors, [("secret/1", &None), ("secret/2", &Some(place))]);
        proof.spoil("a.c".into(), Verdict::WrongAnswer.into(), &JudgeFailure::Worker);
        assert!(!proof.holds() && proof.errors().next().is_none());
        let kept = &proof.kept[0];
        assert_eq!((kept.verdict, kept.as_expected), (Verdict::JudgeError, false));
    }

    #[test]
    fn something_was_judged_where_a_program_met_a_case() {
        let row = |cases, reference: bool, kept: &[_]| {
            let reference = reference.then(|| (0.5, "secret/1".to_owned()));
            Proof { cases, reference, ..proof(kept, &[]) }.ran_something()
        };
        let one = ("a.c", Verdict::Accepted, true);
        assert!(row(1, true, &[]) && row(1, false, &[one]) && row(2, true, &[one]));
        assert!(!row(1, false, &[]) && !row(0, true, &[one]));
    }
}
