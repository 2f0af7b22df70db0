//! What came of one case: the verdict with its evidence, and what the run cost.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::limits::Limits;
use crate::problem::Case;
use crate::problem::group::is_sample;
use crate::score::Score;
use crate::verdict::Verdict;

use super::evidence::Evidence;

/// Verdict of one case with its evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The case's name: `secret/007`.
    pub case: String,
    /// The case's group: `secret`.
    pub group: String,
    /// The case whose run this is, where the submission ran on an equal one before.
    pub same_as: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// The score of the case, for scored problems; zero when not accepted.
    pub score: Option<Score>,
    /// What the run cost; `None` when it was not run.
    pub measured: Option<Measured>,
    /// One sentence that says why: a lower-case fragment.
    pub message: String,
    /// What a reader needs to see a failure; `None` when accepted (but where details were asked for)
    /// or not run.
    pub evidence: Option<Evidence>,
    /// When it was run, as `2026-11-21 18:43:04` in UTC, where it is recalled and was not run now.
    pub recalled: Option<String>,
}

/// What a run cost and how it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// CPU time of the process tree.
    pub cpu: Duration,
    /// The limits in force, language factor included.
    pub limits: Limits,
    /// Wall time.
    pub wall: Duration,
    /// Peak memory in bytes.
    pub memory: u64,
    /// Bytes written to standard output.
    pub output_bytes: u64,
    /// Exit code, when the program ended by itself.
    pub exit_code: Option<i32>,
    /// Signal, when one ended it.
    pub signal: Option<i32>,
    /// Whether noise could have decided the verdict: the run came near to a limit, or was repeated alone.
    pub is_noisy: bool,
}

impl Outcome {
    /// A case that was not run.
    pub fn skipped(case: &Case, why: &str) -> Self {
        Self {
            case: case.name.clone(),
            group: case.group.clone(),
            same_as: None,
            verdict: Verdict::Skipped,
            score: None,
            measured: None,
            message: why.to_owned(),
            evidence: None,
            recalled: None,
        }
    }

    /// Whether it is one of the statement's samples.
    pub fn is_sample(&self) -> bool {
        is_sample(&self.group)
    }

    /// Whether the case ran and was not accepted.
    pub fn failed(&self) -> bool {
        !matches!(self.verdict, Verdict::Accepted | Verdict::Skipped)
    }
}

#[cfg(test)]
impl Outcome {
    /// That of a case in no group of which nothing is known but this.
    pub(super) fn of(verdict: Verdict) -> Self {
        Self {
            case: "1".into(),
            group: String::new(),
            same_as: None,
            verdict,
            score: None,
            measured: None,
            message: String::new(),
            evidence: None,
            recalled: None,
        }
    }
}

/// Runs that were recalled and did not take place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecalledRuns {
    /// How many.
    pub runs: usize,
    /// Their wall time, one after the other; in seconds, where it is written.
    #[serde(rename = "seconds", with = "crate::json::seconds")]
    pub time: Duration,
}

impl RecalledRuns {
    /// Those among these outcomes.
    pub fn of(outcomes: &[Outcome]) -> Self {
        let recalled =
            outcomes.iter().filter(|one| one.recalled.is_some() && one.same_as.is_none());
        recalled.fold(Self::default(), |sum, one| {
            let time = one.measured.map_or(Duration::ZERO, |run| run.wall);
            Self { runs: sum.runs + 1, time: sum.time + time }
        })
    }

    /// These and those.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { runs: self.runs + other.runs, time: self.time + other.time }
    }
}

/// An outcome with the score that was given.
pub(super) fn outcome(
    case: &Case,
    verdict: Verdict,
    measured: Option<Measured>,
    score: Option<Score>,
    message: String,
) -> Outcome {
    Outcome { verdict, score, measured, message, ..Outcome::skipped(case, "") }
}

/// Has of equal cases the first that was run bear the name for all of them, in this order.
pub(super) fn name_firsts(outcomes: &mut [Outcome]) {
    let mut firsts: HashMap<String, String> = HashMap::new();
    for outcome in outcomes.iter_mut().filter(|outcome| outcome.verdict != Verdict::Skipped) {
        let known = outcome.same_as.take().unwrap_or_else(|| outcome.case.clone());
        match firsts.entry(known) {
            Entry::Occupied(first) => outcome.same_as = Some(first.get().clone()),
            Entry::Vacant(place) => drop(place.insert(outcome.case.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::case::measured;
    use crate::sandbox::{Ending, Run};

    #[test]
    fn an_outcome_of_a_case_holds_all_that_is_given() {
        let case = Case::of("secret/1");
        let measured = measured(&Run::ended(Ending::Exited(0)), &case.limits, None);
        let score = Score::ratio(1, 2);
        let verdict = Verdict::PartialScore;
        let found = outcome(&case, verdict, Some(measured), score.clone(), "half".into());
        let expected = Outcome {
            case: case.name.clone(),
            group: case.group.clone(),
            score,
            measured: Some(measured),
            message: "half".into(),
            ..Outcome::of(verdict)
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn the_first_in_order_names_equal_cases() {
        let outcome = |(case, same_as): (&str, Option<&str>)| {
            let (case, same_as) = (case.to_owned(), same_as.map(str::to_owned));
            Outcome { case, same_as, ..Outcome::of(Verdict::Accepted) }
        };
        // As they were run: `c` first.
        let rows = [("a", Some("c")), ("b", None), ("c", None), ("d", Some("c")), ("e", Some("b"))];
        let mut outcomes: Vec<_> = rows.into_iter().map(outcome).collect();
        name_firsts(&mut outcomes);
        let names: Vec<_> = outcomes.iter().map(|outcome| outcome.same_as.as_deref()).collect();
        assert_eq!(names, [None, None, Some("a"), Some("a"), Some("b")]);
    }

    #[test]
    fn recalled_runs_are_counted_once_for_equal_cases() {
        let run = |seconds| {
            let run = Run { wall: Duration::from_secs(seconds), ..Run::ended(Ending::Exited(0)) };
            Some(measured(&run, &Limits::default(), None))
        };
        let outcome = |recalled: bool, same_as: Option<&str>, measured| Outcome {
            same_as: same_as.map(str::to_owned),
            measured,
            recalled: recalled.then(|| "2026-11-21 18:43:04".into()),
            ..Outcome::of(Verdict::Accepted)
        };
        let outcomes = [
            outcome(true, None, run(2)),
            outcome(true, Some("1"), run(2)),
            outcome(false, None, run(4)),
            outcome(true, None, run(8)),
            outcome(true, None, None),
        ];
        let runs = |runs, seconds| RecalledRuns { runs, time: Duration::from_secs(seconds) };
        assert_eq!(RecalledRuns::of(&outcomes), runs(3, 10));
        assert_eq!(RecalledRuns::of(&outcomes[2..3]), runs(0, 0));
        assert_eq!(runs(3, 10).and(runs(5, 7)), runs(8, 17));
    }
}
