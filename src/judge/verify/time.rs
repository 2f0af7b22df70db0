//! What verifying tells of time: submissions that come too near to the limit, from either side, and those
//! that are as expected only under the upper limit.

use std::path::Path;
use std::time::Duration;

use super::super::expectation::mismatch;
use super::super::time_limit::proposal::{LimitMismatch, Timed, too_loose, too_tight};
use super::super::{Grade, Halt, JudgeFailure, Outcome};
use super::trying::Judge;
use crate::problem::{Case, KeptSubmission, Problem, TimeBound, TimeLimit, TimedCases};
use crate::ruling::seconds;
use crate::submission::Program;
use crate::verdict::Verdict;

/// How often the slowest run is repeated alone before anybody is warned of it.
const REPEATS: usize = 2;

impl Judge<'_> {
    /// Warns where the submission comes too near to the time limit: so many times the time of one that
    /// must pass is at most the limit, and so many times the limit is at most the time of one that must
    /// be too slow (2025-09, "Timelimit inference"). Machines differ, so it is no error.
    pub(super) fn check_times(
        &self,
        path: &Path,
        kept: &KeptSubmission,
        program: &Program,
        grade: &Grade,
        warnings: &mut Vec<String>,
    ) -> Result<(), JudgeFailure> {
        if !self.problem.is_kattis() {
            return Ok(());
        }
        for timed in self.problem.timed(kept) {
            let outcomes = covered(timed, &grade.outcomes);
            // One that waits is too slow under any limit, though it takes no time that could be held against it.
            if timed.bound == TimeBound::Upper && outcomes.iter().any(waits) {
                continue;
            }
            if let Some(slowest) = slowest(path, program, &outcomes) {
                warnings.extend(self.check_time(path, program, timed, &slowest)?);
            }
        }
        Ok(())
    }

    /// The same of the cases of one rule, of which this run is the slowest.
    fn check_time(
        &self,
        path: &Path,
        program: &Program,
        timed: TimedCases<'_>,
        slowest: &Timed,
    ) -> Result<Option<String>, JudgeFailure> {
        let problem = self.problem;
        let (rule, limit) = (&problem.time_rule, problem.limits.cpu);
        let misfit = match timed.bound {
            // One that was derived leaves them room.
            TimeBound::Lower if problem.time_limit == TimeLimit::Stated => {
                let again = || self.least(program, slowest);
                let tight = too_tight(slowest, rule, limit).map(|_| again()).transpose()?;
                tight.and_then(|slowest| too_tight(&slowest, rule, limit))
            }
            TimeBound::Upper if too_loose(slowest, rule, limit).is_some() => {
                let fastest = self.beyond(path, program, timed, slowest)?;
                fastest.and_then(|fastest| too_loose(&fastest, rule, limit))
            }
            _ => None,
        };
        Ok(misfit.map(|misfit| format!("{}: {misfit}", in_words(&misfit))))
    }

    /// The least time on the case of a run, in some runs alone.
    fn least(&self, program: &Program, slowest: &Timed) -> Result<Timed, JudgeFailure> {
        let mut least = slowest.clone();
        let case = case_of(self.problem, slowest);
        for _ in 0..REPEATS {
            let (tools, halt) = (self.tools.without_recall(), Halt::TooSlow);
            let again = tools.grade(self.problem, &case, self.parts, program, halt, &mut |_| {})?;
            least.time = least.time.min(again.max_cpu);
        }
        Ok(least)
    }

    /// The slowest run of a submission that is not too slow even under the upper limit; `None` where it
    /// is. Runs under the limit are stopped before they show that.
    fn beyond(
        &self,
        path: &Path,
        program: &Program,
        timed: TimedCases<'_>,
        stopped: &Timed,
    ) -> Result<Option<Timed>, JudgeFailure> {
        let problem = self.under_the_upper_limit();
        let problem = Problem { root: problem.root.without_conditions(), ..problem };
        let is_too_slow = |grade: &Grade| grade.outcomes.iter().any(is_late);
        if is_too_slow(&self.run(&problem, program, &case_of(&problem, stopped))?) {
            return Ok(None);
        }
        let is_meant = timed.cover(problem.cases.iter().map(|case| case.name.as_str()));
        let cases = problem.cases.iter().zip(is_meant).filter(|(_, is_meant)| *is_meant);
        let cases: Vec<Case> = cases.map(|(case, _)| case.clone()).collect();
        let grade = self.run(&problem, program, &cases)?;
        Ok(slowest(path, program, &grade.outcomes).filter(|_| !is_too_slow(&grade)))
    }

    /// The grade, or that under the upper limit where the submission is as expected only there, and ran
    /// into the limit: noise may decide between the two (problemtools). Those that must pass have to pass
    /// under the limit, and in 2025-09 the rules of `submissions.yaml` hold under it.
    pub(super) fn at_upper_limit(
        &self,
        kept: &KeptSubmission,
        program: &Program,
        grade: Grade,
        warnings: &mut Vec<String>,
    ) -> Result<Grade, JudgeFailure> {
        let timed = self.problem.timed(kept);
        let must_pass = timed.iter().any(|timed| timed.bound == TimeBound::Lower);
        let has_rules = !kept.expectation.demands.is_empty();
        let upper = self.upper_limit();
        let near = |one: &Outcome| is_late(one) && one.measured.is_some_and(|run| run.cpu <= upper);
        let is_near = grade.outcomes.iter().any(near);
        if !self.problem.is_kattis() || must_pass || has_rules || !is_near {
            return Ok(grade);
        }
        let is_expected = |grade: &Grade| {
            let grade = self.under_conditions(grade.clone())?;
            Ok::<_, JudgeFailure>(mismatch(&kept.expectation, &grade).is_none())
        };
        if is_expected(&grade)? {
            return Ok(grade);
        }
        let problem = self.under_the_upper_limit();
        let above = self.run(&problem, program, &problem.graded_cases())?;
        if !is_expected(&above)? {
            return Ok(grade);
        }
        let limits = (seconds(upper), seconds(self.problem.limits.cpu));
        let words =
            format!("is as expected with a time limit of {}, but not with {}", limits.0, limits.1);
        warnings.push(words);
        Ok(above)
    }

    fn upper_limit(&self) -> Duration {
        self.problem.limits.cpu.mul_f64(self.problem.time_rule.to_too_slow)
    }

    fn under_the_upper_limit(&self) -> Problem {
        self.problem.clone().with_time_limit(self.upper_limit(), String::new())
    }

    /// Runs some cases; the first that is too slow ends it.
    fn run(
        &self,
        problem: &Problem,
        program: &Program,
        cases: &[Case],
    ) -> Result<Grade, JudgeFailure> {
        let halt = Halt::TooSlow;
        self.tools.grade(problem, cases, self.parts, program, halt, &mut |_| {})
    }
}

/// What the time of a submission is, where it does not fit the limit.
fn in_words(misfit: &LimitMismatch) -> &'static str {
    match misfit {
        LimitMismatch::TooLoose { fastest, limit, .. } if fastest.time < *limit => {
            "is within the time limit on this machine, though it must be too slow"
        }
        _ => "is too close to the time limit on this machine",
    }
}

/// The outcomes on the cases that a rule is about.
fn covered(timed: TimedCases<'_>, outcomes: &[Outcome]) -> Vec<Outcome> {
    let is_meant = timed.cover(outcomes.iter().map(|outcome| outcome.case.as_str()));
    let own = outcomes.iter().zip(is_meant).filter(|(_, is_meant)| *is_meant);
    own.map(|(outcome, _)| outcome.clone()).collect()
}

fn is_late(outcome: &Outcome) -> bool {
    outcome.verdict == Verdict::TimeLimit || waits(outcome)
}

fn waits(outcome: &Outcome) -> bool {
    outcome.verdict == Verdict::IdleLimit
}

/// The case of a run, alone.
fn case_of(problem: &Problem, timed: &Timed) -> Vec<Case> {
    problem.cases.iter().filter(|case| case.name == timed.case).cloned().collect()
}

/// The slowest run.
fn slowest(path: &Path, program: &Program, outcomes: &[Outcome]) -> Option<Timed> {
    let time = |outcome: &Outcome| outcome.measured.map(|run| run.cpu);
    let slowest =
        outcomes.iter().filter(|one| one.measured.is_some()).max_by_key(|one| time(one))?;
    Some(Timed {
        submission: path.display().to_string(),
        language: program.submission.language.name.clone(),
        case: slowest.case.clone(),
        time: time(slowest)?,
        at_least: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_must_be_too_slow_is_close_to_the_limit_or_within_it() {
        let (factor, limit) = (1.5, Duration::from_secs(1));
        let timed = |milliseconds| Timed {
            submission: "a".into(),
            language: "c".into(),
            case: "1".into(),
            time: Duration::from_millis(milliseconds),
            at_least: false,
        };
        let close = "is too close to the time limit on this machine";
        let within = "is within the time limit on this machine, though it must be too slow";
        for (milliseconds, words) in [(999, within), (1000, close), (1001, close)] {
            let fastest = timed(milliseconds);
            assert_eq!(in_words(&LimitMismatch::TooLoose { fastest, factor, limit }), words);
        }
        // One that must pass is within the limit as it should be.
        let slowest = timed(999);
        assert_eq!(in_words(&LimitMismatch::TooTight { slowest, factor, limit }), close);
    }
}
