//! Folding outcomes into the grade of a submission: pure.

use std::time::Duration;

use crate::problem::Scoring;
use crate::score::Score;
use crate::verdict::Verdict;

use super::outcome::Outcome;

/// The grade of one submission: outcomes folded over groups, in package order.
#[derive(Debug, Clone, PartialEq)]
pub struct Grade {
    /// The verdict of the whole.
    pub verdict: Verdict,
    /// The score, for scored problems.
    pub score: Option<Score>,
    /// The slowest case's CPU time.
    pub max_cpu: Duration,
    /// The hungriest case's peak memory, in bytes.
    pub max_memory: u64,
    /// Every case, in package order.
    pub outcomes: Vec<Outcome>,
}

impl Grade {
    /// Folds the outcomes of all cases, given in package order.
    ///
    /// A judge error anywhere makes the whole a judge error: nothing may be concluded then. Else
    /// the verdict is that of the first case that was not accepted. A case that was not run
    /// because of another one scores zero like the one that failed.
    pub fn fold(outcomes: Vec<Outcome>, scoring: Scoring) -> Self {
        let measured = || outcomes.iter().filter_map(|outcome| outcome.measured);
        Self {
            verdict: verdict(&outcomes),
            score: score(&outcomes, scoring),
            max_cpu: measured().map(|run| run.cpu).max().unwrap_or_default(),
            max_memory: measured().map(|run| run.memory).max().unwrap_or_default(),
            outcomes,
        }
    }

    /// The grade of a submission that did not build.
    pub fn compile_error() -> Self {
        Self::without_cases(Verdict::CompileError)
    }

    /// The grade of a submission that could not be judged at all.
    pub fn judge_error() -> Self {
        Self::without_cases(Verdict::JudgeError)
    }

    fn without_cases(verdict: Verdict) -> Self {
        Self { verdict, score: None, max_cpu: Duration::ZERO, max_memory: 0, outcomes: Vec::new() }
    }

    /// The first case that was not accepted.
    pub fn first_failure(&self) -> Option<&Outcome> {
        self.outcomes
            .iter()
            .find(|outcome| outcome.verdict == self.verdict && outcome.failed())
            .or_else(|| self.outcomes.iter().find(|outcome| outcome.failed()))
    }

    /// Cases outside `sample` that were not accepted: what catches a wrong submission.
    pub fn caught_by(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(|outcome| outcome.failed() && outcome.group != "sample")
    }
}

fn verdict(outcomes: &[Outcome]) -> Verdict {
    if outcomes.iter().any(|outcome| outcome.verdict == Verdict::JudgeError) {
        return Verdict::JudgeError;
    }
    let failed = outcomes.iter().find(|outcome| outcome.failed());
    let first = failed.or_else(|| outcomes.iter().find(|o| o.verdict != Verdict::Accepted));
    first.map_or(Verdict::Accepted, |outcome| outcome.verdict)
}

fn score(outcomes: &[Outcome], scoring: Scoring) -> Option<Score> {
    let zero = Score::zero();
    let scores = || outcomes.iter().map(|outcome| outcome.score.as_ref().unwrap_or(&zero));
    match scoring {
        Scoring::PassFail => None,
        Scoring::Mean => Score::mean(scores()),
        Scoring::Sum => Some(Score::sum(scores())),
        Scoring::Min => scores().min().cloned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(verdict: Verdict, score: Option<(u64, u64)>) -> Outcome {
        Outcome {
            case: "secret/1".into(),
            group: "secret".into(),
            verdict,
            score: score.and_then(|(numerator, denominator)| Score::ratio(numerator, denominator)),
            measured: None,
            message: String::new(),
            evidence: None,
        }
    }

    #[test]
    fn scores_fold_exactly() {
        let outcomes = vec![
            outcome(Verdict::Accepted, Some((5, 5))),
            outcome(Verdict::Accepted, Some((13, 8))),
        ];
        let folded = |scoring| Grade::fold(outcomes.clone(), scoring).score;
        assert_eq!(folded(Scoring::Mean), Score::ratio(21, 16));
        assert_eq!(folded(Scoring::Sum), Score::ratio(21, 8));
        assert_eq!(folded(Scoring::Min), Score::ratio(1, 1));
        assert_eq!(folded(Scoring::PassFail), None);
    }

    #[test]
    fn the_first_failure_decides_and_a_judge_error_overrides() {
        use Verdict::{Accepted, JudgeError, Skipped, TimeLimit, WrongAnswer};
        #[track_caller]
        fn case(verdicts: &[Verdict], expected: Verdict) {
            let outcomes = verdicts.iter().map(|&verdict| outcome(verdict, None)).collect();
            assert_eq!(Grade::fold(outcomes, Scoring::PassFail).verdict, expected);
        }
        case(&[], Accepted);
        case(&[Accepted, Accepted], Accepted);
        case(&[Accepted, TimeLimit, WrongAnswer], TimeLimit);
        case(&[WrongAnswer, Skipped], WrongAnswer);
        case(&[WrongAnswer, JudgeError], JudgeError);
        case(&[Accepted, Skipped], Skipped);
        case(&[Skipped, WrongAnswer, Skipped], WrongAnswer);
    }
}
