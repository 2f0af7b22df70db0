//! What came of submissions while the time limit was measured, so that nothing is run twice: an outcome
//! under the cap is the outcome under the limit too, where the run came near to neither.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::super::noise::NEAR;
use super::super::outcome::{Measured, Outcome};
use crate::problem::{Case, Problem};

/// The outcomes of submissions on all cases, by the paths of the submissions.
#[derive(Debug, Default)]
pub struct Ran(HashMap<PathBuf, Vec<Outcome>>);

/// A problem with its time limit, and what was run to find it.
#[derive(Debug)]
pub struct Timing {
    /// The problem.
    pub problem: Problem,
    /// What was run; nothing where the limit is stated or was known.
    pub ran: Ran,
}

impl Ran {
    /// What came of submissions, by their paths.
    pub fn new(all: impl IntoIterator<Item = (PathBuf, Vec<Outcome>)>) -> Self {
        Self(all.into_iter().collect())
    }

    /// The outcomes of a submission that would be the same under the limits of these cases, by the
    /// indices of the cases. The others have to be run.
    pub(crate) fn outcomes(&self, submission: &Path, cases: &[Case]) -> Vec<(usize, Outcome)> {
        let outcomes = self.0.get(submission).map(Vec::as_slice).unwrap_or_default();
        let ran: HashMap<&str, &Outcome> =
            outcomes.iter().map(|outcome| (outcome.case.as_str(), outcome)).collect();
        let settled = |(index, case): (usize, &Case)| {
            Some((index, under(ran.get(case.name.as_str())?, case)?))
        };
        cases.iter().enumerate().filter_map(settled).collect()
    }
}

/// The outcome under the limits of the case, which differ in time alone; `None` where it may be another
/// one: runs that come near to a limit are repeated, and some would have been stopped.
fn under(outcome: &Outcome, case: &Case) -> Option<Outcome> {
    let run = outcome.measured?;
    let limits = case.limits;
    let is_far = run.cpu < limits.cpu.mul_f64(*NEAR.start()) && run.wall <= limits.wall;
    let measured = Some(Measured { limits, ..run });
    is_far.then(|| Outcome { measured, same_as: None, ..outcome.clone() })
}

#[cfg(test)]
mod tests {
    use super::under;
    use crate::judge::{Measured, Outcome};
    use crate::limits::Limits;
    use crate::problem::Case;
    use crate::verdict::Verdict;
    use std::time::Duration;

    #[track_caller]
    fn case(cpu: u64, wall: u64, is_kept: bool) {
        let limits = Limits {
            cpu: Duration::from_secs(1),
            wall: Duration::from_secs(4),
            ..Limits::default()
        };
        let case = Case { limits, ..Case::of("secret/1") };
        let run = Measured {
            cpu: Duration::from_millis(cpu),
            limits: Limits::default(),
            wall: Duration::from_millis(wall),
            memory: 1,
            output_bytes: 1,
            exit_code: Some(0),
            signal: None,
            is_noisy: false,
        };
        let outcome = Outcome {
            verdict: Verdict::Accepted,
            measured: Some(run),
            same_as: Some("secret/0".into()),
            ..Outcome::skipped(&case, "")
        };
        let expected = Outcome {
            measured: Some(Measured { limits, ..run }),
            same_as: None,
            ..outcome.clone()
        };
        assert_eq!(under(&outcome, &case), is_kept.then_some(expected));
    }

    #[test]
    fn runs_far_from_the_limits_are_kept() {
        case(0, 1, true);
        case(899, 4000, true);
        case(900, 1000, false);
        case(1100, 1200, false);
        case(100, 4001, false);
    }
}
