//! The time limit of a package that states none: it follows from the times of the package's own
//! submissions, measured here once and kept beside the builds.
//!
//! The runs that decide are repeated alone, since load can only add to a run's time.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::problem::{KeptSubmission, Problem, TimeBound, TimeLimit, TimeRule, Unreadable};
use crate::ruling::seconds;
use crate::submission::{Built, Program};

use super::failure::JudgeFailure;
use super::schedule::Halt;
use super::tools::Tools;
use super::verify::below_submissions;

/// CPU time at which a submission is stopped that must set the limit: a broken package must come to an
/// end.
const CAP: Duration = Duration::from_mins(1);

/// The limit where no accepted submission can be run: DOMjudge's.
const UNKNOWN: Duration = Duration::from_secs(10);

/// Runs that decide are repeated alone this often.
const REPEATS: usize = 2;

/// How many runs may turn out to have been slowed by others, one after another.
const CANDIDATES: usize = 6;

/// What was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Slowest {
    submission: String,
    case: String,
    seconds: f64,
}

/// A run that may be the slowest.
struct Candidate<'a> {
    program: &'a Program,
    submission: &'a str,
    case: usize,
    cpu: Duration,
    is_settled: bool,
}

impl Tools<'_> {
    /// The problem with a time limit, which is measured where none is stated, and has not been
    /// measured here before.
    ///
    /// # Errors
    /// Whatever fails on our side.
    pub fn with_time_limit(
        &self,
        problem: Problem,
        step: &dyn Fn(&str),
    ) -> Result<Problem, JudgeFailure> {
        let TimeLimit::Derived(rule) = problem.time_limit else { return Ok(problem) };
        let lower: Vec<&KeptSubmission> = problem
            .submissions
            .iter()
            .filter(|kept| kept.expectation.time_bound == TimeBound::Lower)
            .collect();
        let key = self.key_of_times(&problem, &rule, &lower)?;
        let kept = self.cache.note(&key).and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let slowest: Option<Slowest> = if kept.is_some() {
            kept
        } else {
            let slowest = self.slowest(&problem, &rule, &lower, step)?;
            if let Some(bytes) = slowest.as_ref().and_then(|it| serde_json::to_vec(it).ok()) {
                self.cache.keep_note(&key, &bytes)?;
            }
            slowest
        };
        let Some(Slowest { submission, case, seconds: slow }) = slowest else {
            let words = "no accepted submission can be run here to derive one".to_owned();
            return Ok(problem.with_time_limit(UNKNOWN, words));
        };
        let limit = limit(Duration::from_secs_f64(slow), &rule);
        let words = format!(
            "derived: {} × {} of {submission} on {case}",
            rule.to_limit,
            seconds(Duration::from_secs_f64(slow))
        );
        Ok(problem.with_time_limit(limit, words))
    }

    /// The same package, the same submissions and the same machine have the same key.
    fn key_of_times(
        &self,
        problem: &Problem,
        rule: &TimeRule,
        submissions: &[&KeptSubmission],
    ) -> Result<String, JudgeFailure> {
        let mut digest = Digest::default();
        let part = |path: &std::path::Path| {
            let part = self.languages.identify_part(problem, path)?;
            Ok::<_, JudgeFailure>(part.digest()?)
        };
        digest.part(problem.digest(part)?);
        digest.part(format!("{rule:?}"));
        digest.part(rustix::system::uname().nodename().to_bytes());
        for kept in submissions {
            digest.part(kept.path.as_os_str().as_encoded_bytes());
            let kept = self.languages.identify_kept(problem, &kept.path, None);
            digest.part(kept.and_then(|kept| kept.digest()).unwrap_or_default());
        }
        Ok(digest.in_hexadecimal())
    }

    /// The slowest run of the submissions that the limit must let pass; `None` where none of them can
    /// be run here.
    fn slowest(
        &self,
        problem: &Problem,
        rule: &TimeRule,
        submissions: &[&KeptSubmission],
        step: &dyn Fn(&str),
    ) -> Result<Option<Slowest>, JudgeFailure> {
        step("time limit: builds");
        let capped = problem.clone().with_time_limit(CAP, String::new());
        let capped = Problem { root: capped.root.without_conditions(), ..capped };
        let mut named = Vec::new();
        for kept in submissions {
            // What has no language here is told where the submissions are judged.
            let found = self.languages.identify_kept(problem, &kept.path, None).ok();
            let here = found.filter(|found| self.cache.expect_toolchain(found).is_ok());
            named.extend(here.map(|found| {
                let name = below_submissions(problem, kept).display().to_string();
                (name, found)
            }));
        }
        let (called, found): (Vec<String>, Vec<_>) = named.into_iter().unzip();
        let built = self.build_all(&found)?;
        let programs: Vec<(&str, Program)> = called
            .iter()
            .zip(built)
            .filter_map(|(name, built)| match built {
                Ok(Built::Program(program)) => Some((name.as_str(), program)),
                Ok(Built::Failed { .. }) | Err(_) => None,
            })
            .collect();
        let parts = self.parts(&capped)?;
        let mut candidates = Vec::new();
        for (name, program) in &programs {
            step(&format!("time limit: {name}"));
            let cases = &capped.cases;
            let grade = self.grade(&capped, cases, &parts, program, Halt::Never, &mut |_| {})?;
            let times = grade.outcomes.iter().enumerate().filter_map(|(case, outcome)| {
                let cpu = outcome.measured?.cpu;
                Some(Candidate { program, submission: name, case, cpu, is_settled: false })
            });
            candidates.extend(times);
        }
        for _ in 0..CANDIDATES {
            candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.cpu));
            let Some(first) = candidates.first_mut() else { return Ok(None) };
            // Where less time would lead to the same limit, nothing is repeated.
            if first.is_settled || limit(first.cpu, rule) == limit(Duration::ZERO, rule) {
                break;
            }
            step(&format!("time limit: {} alone", first.submission));
            let case = std::slice::from_ref(&capped.cases[first.case]);
            for _ in 0..REPEATS {
                let again =
                    self.grade(&capped, case, &parts, first.program, Halt::Never, &mut |_| {})?;
                first.cpu = first.cpu.min(again.max_cpu);
            }
            first.is_settled = true;
        }
        let slowest = candidates.iter().max_by_key(|candidate| candidate.cpu);
        Ok(slowest.map(|slowest| Slowest {
            submission: slowest.submission.to_owned(),
            case: capped.cases[slowest.case].name.clone(),
            seconds: slowest.cpu.as_secs_f64(),
        }))
    }
}

/// The least multiple of the resolution, one at least, that leaves the slowest this much room.
fn limit(slowest: Duration, rule: &TimeRule) -> Duration {
    let steps = (slowest.as_secs_f64() * rule.to_limit / rule.resolution).ceil().max(1.0);
    Duration::from_secs_f64(steps * rule.resolution)
}

impl From<Unreadable> for JudgeFailure {
    fn from(Unreadable { path, source }: Unreadable) -> Self {
        Self::File { path, source }
    }
}

#[cfg(test)]
mod tests {
    use super::limit;
    use crate::problem::TimeRule;
    use std::time::Duration;

    #[track_caller]
    fn case(milliseconds: u64, (to_limit, resolution): (f64, f64), expected: u128) {
        let rule = TimeRule { to_limit, to_too_slow: 2.0, resolution };
        assert_eq!(limit(Duration::from_millis(milliseconds), &rule).as_millis(), expected);
    }

    #[test]
    fn limits_are_whole_steps() {
        case(0, (5.0, 1.0), 1000);
        case(200, (5.0, 1.0), 1000);
        case(201, (5.0, 1.0), 2000);
        case(310, (2.0, 0.25), 750);
        case(2500, (2.0, 1.0), 5000);
    }
}
