//! Proving the reference and the jury submissions: each gets what is expected of it, and a secret case
//! catches each wrong one.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::problem::{Expectation, Expected, KeptSubmission};
use crate::ruling::seconds;
use crate::submission::{Submission, SubmissionError};
use crate::verdict::Verdict;

use super::super::expectation::{Mismatch, doubts, mismatch};
use super::super::proof::KeptProof;
use super::super::{Grade, Halt, JudgeFailure, Outcome, RecalledRuns};
use super::trying::{ENOUGH_FAILURES, Judge, Judged, Waiting};
use super::{Prover, REFERENCE_SHARE, Step, below_submissions};

/// By how much a submission must be slower than another to be called so: times vary.
const CLEARLY: (f64, Duration) = (1.2, Duration::from_millis(100));

/// The times of submissions that get all or some of the points.
#[derive(Debug, Default)]
struct Times {
    /// The greatest of the accepted ones, where there are any.
    accepted: Option<Duration>,
    /// Those of the partially accepted ones.
    partly: Vec<(String, Duration)>,
}

impl Times {
    fn add(&mut self, path: &Path, expectation: &Expectation, time: Duration) {
        if expectation.verdicts == Verdict::Accepted {
            self.accepted = self.accepted.max(Some(time));
        } else if expectation.short_of_best {
            self.partly.push((path.display().to_string(), time));
        }
    }

    /// Partially accepted submissions that are slower than all accepted ones: a time limit that follows
    /// from these may stop them.
    fn doubts(&self) -> Vec<(&str, String)> {
        let Some(accepted) = self.accepted else { return Vec::new() };
        let (times, more) = CLEARLY;
        let bound = accepted.mul_f64(times) + more;
        let slow = self.partly.iter().filter(|(_, time)| *time > bound);
        let words = |time: Duration| {
            let (time, accepted) = (seconds(time), seconds(accepted));
            format!("takes {time}, but no accepted submission takes more than {accepted}")
        };
        slow.map(|(path, time)| (path.as_str(), words(*time))).collect()
    }
}

impl<'a> Prover<'a> {
    /// The reference is accepted everywhere and leaves a margin to the time limit.
    pub(super) fn reference(&mut self) -> Result<(), JudgeFailure> {
        let is_asked = if self.is_foreign() {
            // One of its submissions is judged as that.
            self.problem.has_reference_of_its_own()
        } else {
            self.problem.reference.is_some()
        };
        if !is_asked {
            return Ok(());
        }
        (self.step)(Step::Doing("reference"));
        let reference = self.tools.reference(self.problem)?;
        let Some(program) = self.build(reference, "reference")? else { return Ok(()) };
        let settled = &mut |outcome: &Outcome| (self.step)(Step::Settled(outcome));
        let grade = self.judge().grade(&program, Halt::Never, None, settled)?;
        self.proof.recalled = self.proof.recalled.and(RecalledRuns::of(&grade.outcomes));
        for outcome in grade.outcomes.iter().filter(|outcome| outcome.failed()) {
            let message = format!("the reference gets {}: {}", outcome.verdict, outcome.message);
            self.proof.find(&outcome.case, message);
        }
        self.excess("the reference", &grade);
        self.add_to_matrix("reference".into(), Verdict::Accepted.into(), &grade);
        self.proof.reference = greatest_share(&grade);
        if let Some((share, case)) = self.proof.reference.clone()
            && share > REFERENCE_SHARE
            && !self.is_foreign()
        {
            let message = format!("the reference uses {:.0} % of the time limit", share * 100.0);
            self.proof.find(case, message);
        }
        Ok(())
    }

    /// Every jury submission gets its folder's verdict; a wrong one is caught by a secret case.
    pub(super) fn kept(&mut self) -> Result<(), JudgeFailure> {
        (self.step)(Step::Doing("builds"));
        let is_foreign = self.is_foreign();
        let (kept, submissions) = self.runnable()?;
        let mut times = Times::default();
        let paths: Vec<_> = kept.iter().map(|one| below_submissions(self.problem, one)).collect();
        (self.step)(Step::Submissions(&paths));
        let waiting = Waiting { kept: &kept, paths: &paths, submissions: &submissions };
        let judge = self.judge();
        judge.all(&waiting, self.step, &mut |number, judged| {
            let (kept, path) = (kept[number], paths[number].clone());
            match judged {
                Err(failure) if failure.spoils_one() => {
                    self.proof.spoil(path, kept.expectation.of_whole(), &failure);
                }
                judged => {
                    let Judged { grade, is_program, warnings, recalled } = judged?;
                    self.proof.recalled = self.proof.recalled.and(recalled);
                    for warning in warnings {
                        self.proof.warn(path.display().to_string(), warning);
                    }
                    if is_program {
                        if is_foreign && self.problem.is_reference(kept) {
                            self.proof.reference = greatest_share(&grade);
                        }
                        self.add_to_matrix(path.clone(), kept.expectation.of_whole(), &grade);
                    }
                    times.add(&path, &kept.expectation, grade.max_cpu);
                    self.submission(path, &kept.expectation, grade)?;
                }
            }
            self.tell_judged(number);
            Ok(())
        })?;
        for (path, message) in times.doubts() {
            self.proof.warn(path, message);
        }
        Ok(())
    }

    /// What judges a jury submission.
    fn judge(&self) -> Judge<'a> {
        let Self { tools, problem, root, parts, ran, .. } = *self;
        Judge { tools: *tools, problem, root, parts, ran, runs_all: self.proof.matrix.is_some() }
    }

    /// Tells what came of the last submission that was judged.
    fn tell_judged(&self, submission: usize) {
        if let Some(&KeptProof { verdict, as_expected, .. }) = self.proof.kept.last() {
            (self.step)(Step::Judged { submission, verdict, as_expected });
        }
    }

    /// The jury submissions that can be run here, and how they are built.
    fn runnable(&mut self) -> Result<(Vec<&'a KeptSubmission>, Vec<Submission>), JudgeFailure> {
        let (mut kept, mut submissions) = (Vec::new(), Vec::new());
        for (one, found) in self.tools.kept(self.problem)? {
            let submission = match found {
                Ok(submission) => submission,
                Err(why) if self.is_foreign() && why.lacks_language() => {
                    self.not_run(one, &briefly(&why));
                    continue;
                }
                Err(why) => {
                    self.no_submission(one, &briefly(&why));
                    continue;
                }
            };
            let additions = &self.problem.additions;
            if let Some(why) = self.tools.languages.refusal(additions, &submission.language) {
                let path = below_submissions(self.problem, one);
                self.proof.warn(path.display().to_string(), why);
            }
            match self.tools.cache.expect_toolchain(&submission) {
                Err(why) if self.is_foreign() => self.not_run(one, &why),
                _ => {
                    kept.push(one);
                    submissions.push(submission);
                }
            }
        }
        Ok((kept, submissions))
    }

    /// A language that is not available here is no fault of the package.
    fn not_run(&mut self, kept: &KeptSubmission, why: &dyn fmt::Display) {
        let path = below_submissions(self.problem, kept);
        self.proof.not_run += 1;
        self.proof.warn(path.display().to_string(), format!("not run: {why}"));
    }

    /// What lies among the submissions and cannot be one keeps the others from nothing.
    fn no_submission(&mut self, kept: &KeptSubmission, why: &dyn fmt::Display) {
        let path = below_submissions(self.problem, kept);
        self.proof.no_submissions += 1;
        let message = format!("not judged: {why}; move it elsewhere if it is no submission");
        self.proof.find(path.display().to_string(), message);
    }

    fn add_to_matrix(&mut self, path: PathBuf, expected: Expected, grade: &Grade) {
        if let Some(matrix) = &mut self.proof.matrix {
            matrix.add(path, expected, grade);
        }
    }

    fn submission(
        &mut self,
        path: PathBuf,
        expectation: &Expectation,
        grade: Grade,
    ) -> Result<(), JudgeFailure> {
        let caught_by = grade.caught_by().take(ENOUGH_FAILURES);
        let caught_by: Vec<_> = caught_by.map(|outcome| outcome.case.clone()).collect();
        let (subject, expected) = (path.display().to_string(), expectation.of_whole());
        let ran_secret =
            grade.outcomes.iter().any(|one| !one.is_sample() && one.verdict != Verdict::Skipped);
        let must_be_caught = expected.must_fail() && ran_secret;
        let grade = self.judge().under_conditions(grade)?;
        self.excess(&subject, &grade);
        let mismatch = mismatch(expectation, &grade);
        if let Some(mismatch) = &mismatch {
            self.proof.find(&subject, unexpected(&grade, mismatch));
        } else if must_be_caught && caught_by.is_empty() {
            let message = "is caught by a sample only: add a secret case that catches it";
            if expectation.is_about_cases() {
                self.proof.warn(&subject, message);
            } else {
                self.proof.find(&subject, message);
            }
        }
        for doubt in doubts(expectation, &grade) {
            self.proof.warn(&subject, doubt.to_string());
        }
        if expected == Verdict::Accepted
            && grade.verdict == Verdict::Accepted
            && let Some(sample) = grade.outcomes.iter().find(|one| one.is_sample() && one.failed())
        {
            let Outcome { case, verdict, .. } = sample;
            let message = format!("is accepted overall, but gets {verdict} on {case}");
            self.proof.warn(&subject, message);
        }
        let (verdict, as_expected) = (grade.verdict, mismatch.is_none());
        self.proof.kept.push(KeptProof { path, expected, verdict, as_expected, caught_by });
        Ok(())
    }
}

/// Why a submission cannot be judged. A list of all known extensions for each would hide the rest of the report.
fn briefly(why: &SubmissionError) -> String {
    match why {
        SubmissionError::UnknownEnding { .. } => "its language is unknown".to_owned(),
        why => why.to_string(),
    }
}

fn greatest_share(grade: &Grade) -> Option<(f64, String)> {
    let share = |outcome: &Outcome| {
        let run = outcome.measured?;
        Some((
            run.cpu.div_duration_f64(run.limits.cpu.max(Duration::from_nanos(1))),
            outcome.case.clone(),
        ))
    };
    grade.outcomes.iter().filter_map(share).max_by(|(left, _), (right, _)| left.total_cmp(right))
}

fn unexpected(grade: &Grade, mismatch: &Mismatch) -> String {
    let Mismatch::Verdict { .. } = mismatch else {
        let Mismatch::NotPermitted { case, .. } = mismatch else { return mismatch.to_string() };
        let outcome = grade.outcomes.iter().find(|outcome| outcome.case == *case);
        let why = outcome.map(|outcome| format!(": {}", outcome.message));
        return format!("{mismatch}{}", why.unwrap_or_default());
    };
    let mut what = vec![mismatch.to_string()];
    what.extend(grade.notes.iter().cloned());
    what.extend(grade.first_failure().map(|one| format!("{}: {}", one.case, one.message)));
    what.join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Group, Scoring};

    #[test]
    fn what_a_rule_does_not_permit_is_told_with_the_message_of_that_case() {
        let outcome = |(case, verdict, message): (&str, Verdict, &str)| Outcome {
            case: case.into(),
            group: "secret".into(),
            message: message.into(),
            ..Outcome::of(verdict)
        };
        let (right, wrong) = (Verdict::Accepted, Verdict::WrongAnswer);
        let outcomes =
            [("secret/1", right, "fine"), ("secret/2", wrong, "no 3"), ("secret/3", wrong, "no 5")];
        let grade = Grade::fold(outcomes.map(outcome).into(), &Group::root(Scoring::PassFail));
        let (case, origin) = ("secret/3".to_owned(), "submissions.yaml:3:5".to_owned());
        let mismatch = Mismatch::NotPermitted { case, verdict: wrong, origin };
        let words = "gets WA on secret/3, which `submissions.yaml:3:5` does not permit: no 5";
        assert_eq!(unexpected(&grade, &mismatch), words);
    }

    #[test]
    fn who_gets_a_part_and_is_clearly_slower_than_all_accepted_is_doubted() {
        let millis = Duration::from_millis;
        let part = Expectation { short_of_best: true, ..Verdict::WrongAnswer.into() };
        let mut times = Times::default();
        for (name, time) in [("at the bound", 1300), ("beyond it", 1301)] {
            times.add(Path::new(name), &part, millis(time));
        }
        // One that fails may take any time.
        times.add(Path::new("wrong"), &Verdict::WrongAnswer.into(), millis(9000));
        assert!(times.doubts().is_empty(), "nothing is accepted that it could be compared with");
        for time in [1000, 400] {
            times.add(Path::new("accepted"), &Verdict::Accepted.into(), millis(time));
        }
        let doubted: Vec<_> = times.doubts().into_iter().map(|(path, _)| path.to_owned()).collect();
        assert_eq!(doubted, ["beyond it"]);
    }
}
