//! Time limits and the times of a package's own submissions: the limit of a package that states none is
//! measured here once and kept beside the builds, one that is stated is held against them, and one can be
//! proposed.

use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use self::measure::{Candidate, Stopwatch, slowest};
use self::proposal::{Timed, least_limit};
use super::failure::JudgeFailure;
use super::tools::Tools;
use super::verify::below_submissions;
use crate::digest::Digest;
use crate::problem::{KeptSubmission, Problem, TimeBound, TimeLimit, TimeRule, Unreadable};
use crate::ruling::seconds;

mod measure;
pub mod proposal;
mod propose;
mod ran;

pub use self::ran::{Ran, Timing};

/// CPU time at which a submission is stopped that must set the limit: a broken package must come to an
/// end.
const CAP: Duration = Duration::from_mins(1);

/// The limit where no accepted submission can be run: DOMjudge's.
const UNKNOWN: Duration = Duration::from_secs(10);

/// What was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Slowest {
    submission: String,
    case: String,
    seconds: f64,
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
    ) -> Result<Timing, JudgeFailure> {
        let timing = |problem, ran| Timing { problem, ran };
        if problem.time_limit != TimeLimit::Derived {
            return Ok(timing(problem, Ran::default()));
        }
        let rule = problem.time_rule;
        let lower: Vec<&KeptSubmission> = problem
            .submissions
            .iter()
            .filter(|kept| !patterns(&problem, kept, TimeBound::Lower).is_empty())
            .collect();
        let key = self.key_of_times(&problem, &rule, &lower)?;
        let kept = self.cache.note(&key).and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let (slowest, ran): (Option<Slowest>, Ran) = if kept.is_some() {
            (kept, Ran::default())
        } else {
            let (slowest, ran) = self.slowest(&problem, &lower, step)?;
            if let Some(bytes) = slowest.as_ref().and_then(|it| serde_json::to_vec(it).ok()) {
                self.cache.keep_note(&key, &bytes)?;
            }
            (slowest, ran)
        };
        let Some(Slowest { submission, case, seconds: slow }) = slowest else {
            let words =
                "no accepted submission that could be run on this machine to derive it from"
                    .to_owned();
            return Ok(timing(problem.with_time_limit(UNKNOWN, words), ran));
        };
        let limit = least_limit(Duration::from_secs_f64(slow), &rule);
        let words = format!(
            "derived: {} × {} ({submission} on {case})",
            rule.to_limit,
            seconds(Duration::from_secs_f64(slow))
        );
        Ok(timing(problem.with_time_limit(limit, words), ran))
    }

    /// The same package, the same submissions and the same machine have the same key.
    fn key_of_times(
        &self,
        problem: &Problem,
        rule: &TimeRule,
        submissions: &[&KeptSubmission],
    ) -> Result<String, JudgeFailure> {
        let mut digest = Digest::default();
        let TimeRule { to_limit, to_too_slow, resolution } = *rule;
        digest.field("data", self.digest_of_data(problem)?);
        digest.fraction("to limit", to_limit);
        digest.fraction("to too slow", to_too_slow);
        digest.fraction("resolution", resolution);
        digest.field("host", rustix::system::uname().nodename().to_bytes());
        for kept in submissions {
            digest.field("path", kept.path.as_os_str().as_encoded_bytes());
            for about in patterns(problem, kept, TimeBound::Lower).iter().flatten() {
                digest.field("about", about);
            }
            let kept = self.languages.identify_kept(problem, &kept.path, None);
            digest.field("sources", kept.and_then(|kept| kept.digest()).unwrap_or_default());
        }
        Ok(digest.in_hexadecimal())
    }

    /// The problem's digest. Its files are read only where one of them was changed since.
    fn digest_of_data(&self, problem: &Problem) -> Result<String, JudgeFailure> {
        let part = |path: &Path| {
            let part = self.languages.identify_part(problem, path)?;
            Ok::<_, JudgeFailure>(part.digest()?)
        };
        let (stamps, newest) = problem.digest_of_stamps(part)?;
        let key = format!("data-{stamps}");
        let known = self.cache.note(&key).and_then(|bytes| String::from_utf8(bytes).ok());
        if let Some(known) = known {
            return Ok(known);
        }
        let data = problem.digest(part)?;
        // Unless a file was changed while it was read.
        if problem.digest_of_stamps(part)?.0 == stamps {
            self.cache.keep_note_since(&key, data.as_bytes(), newest)?;
        }
        Ok(data)
    }

    /// The slowest run of the submissions that the limit must let pass, `None` where none of them can
    /// be run here, and what came of them.
    fn slowest(
        &self,
        problem: &Problem,
        submissions: &[&KeptSubmission],
        step: &dyn Fn(&str),
    ) -> Result<(Option<Slowest>, Ran), JudgeFailure> {
        let rule = &problem.time_rule;
        let watch = Stopwatch::new(self, problem, step)?.under(CAP);
        // What cannot be run here is reported where the submissions are judged.
        let about = |kept| patterns(problem, kept, TimeBound::Lower);
        let candidates: Vec<_> = submissions
            .iter()
            .filter_map(|kept| self.candidate(problem, kept, about(kept)).ok())
            .collect();
        let mut trials = watch.trials(&candidates, TimeBound::Lower)?;
        // Where less time would lead to the same limit, nothing is repeated.
        let enough = |time| least_limit(time, rule) == least_limit(Duration::ZERO, rule);
        watch.settle_slowest(&mut trials.iter_mut().collect::<Vec<_>>(), &enough)?;
        let slowest = slowest(trials.iter().filter_map(|trial| watch.timed(trial)));
        let slowest = slowest.map(|Timed { submission, case, time, .. }| Slowest {
            submission,
            case,
            seconds: time.as_secs_f64(),
        });
        let ran = trials.into_iter().map(|trial| (trial.path, trial.outcomes));
        Ok((slowest, Ran::new(ran)))
    }

    /// A jury submission, ready to be measured, or why it cannot be run here.
    fn candidate(
        &self,
        problem: &Problem,
        kept: &KeptSubmission,
        about: Vec<Option<String>>,
    ) -> Result<Candidate, String> {
        let found = self.languages.identify_kept(problem, &kept.path, None);
        let submission = found.map_err(|error| error.to_string())?;
        self.cache.expect_toolchain(&submission).map_err(|error| error.to_string())?;
        let name = below_submissions(problem, kept).display().to_string();
        Ok(Candidate { name, submission, about })
    }
}

/// The patterns on cases of all rules that bind the limit on this side, `None` for all cases.
pub(super) fn patterns(
    problem: &Problem,
    kept: &KeptSubmission,
    bound: TimeBound,
) -> Vec<Option<String>> {
    let timed = problem.timed(kept).into_iter().filter(|timed| timed.bound == bound);
    timed.map(|timed| timed.about.map(str::to_owned)).collect()
}

impl From<Unreadable> for JudgeFailure {
    fn from(Unreadable { path, source }: Unreadable) -> Self {
        Self::File { path, source }
    }
}
