//! Folding outcomes into the grade of a submission: pure.

use std::time::Duration;

use crate::problem::{Group, Scoring};
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
    /// The groups that count as one, each before those in it; none in problems without scores.
    pub groups: Vec<GroupGrade>,
    /// Every case, in package order.
    pub outcomes: Vec<Outcome>,
}

/// The grade of a group that counts as one.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupGrade {
    /// The group's name: `secret/small`.
    pub name: String,
    /// The verdict of its cases.
    pub verdict: Verdict,
    /// Its points.
    pub score: Score,
    /// The points of a full solution, where the package says.
    pub worth: Option<Score>,
}

impl Grade {
    /// Folds the outcomes of cases, given in package order, over the problem's groups. Groups of
    /// which no case is given do not count.
    ///
    /// A judge error anywhere makes the whole a judge error: nothing may be concluded then. Else
    /// the verdict is that of the first case that was not accepted. A case that was not run
    /// because of another one scores zero like the one that failed.
    pub fn fold(outcomes: Vec<Outcome>, root: &Group) -> Self {
        let measured = || outcomes.iter().filter_map(|outcome| outcome.measured);
        let all: Vec<&Outcome> = outcomes.iter().collect();
        let mut groups = Vec::new();
        let whole = if root.is_scored() { count(root, &all, &mut groups) } else { None };
        Self {
            verdict: verdict(&all),
            score: whole.map(|whole| whole.score),
            groups,
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
        let (max_cpu, max_memory) = (Duration::ZERO, 0);
        let (groups, outcomes) = (Vec::new(), Vec::new());
        Self { verdict, score: None, max_cpu, max_memory, groups, outcomes }
    }

    /// The first case that was not accepted.
    pub fn first_failure(&self) -> Option<&Outcome> {
        self.outcomes
            .iter()
            .find(|outcome| outcome.verdict == self.verdict && outcome.failed())
            .or_else(|| self.outcomes.iter().find(|outcome| outcome.failed()))
    }

    /// Cases, samples aside, that were not accepted: what catches a wrong submission.
    pub fn caught_by(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(|outcome| outcome.failed() && !outcome.is_sample())
    }
}

fn verdict(outcomes: &[&Outcome]) -> Verdict {
    if outcomes.iter().any(|outcome| outcome.verdict == Verdict::JudgeError) {
        return Verdict::JudgeError;
    }
    let failed = outcomes.iter().find(|outcome| outcome.failed());
    let first = failed.or_else(|| outcomes.iter().find(|o| o.verdict != Verdict::Accepted));
    first.map_or(Verdict::Accepted, |outcome| outcome.verdict)
}

/// Something that counts towards a group: a case, or a group in it that counts as one.
struct Part {
    score: Score,
    /// The score of a full solution.
    full: Score,
}

/// What a group comes to over the outcomes of its cases; `None` where it does not count as one. The
/// grades of the groups in it are added to `grades`.
fn count(group: &Group, outcomes: &[&Outcome], grades: &mut Vec<GroupGrade>) -> Option<Part> {
    let scoring = group.scoring?;
    let parts = parts(group, outcomes, grades);
    if scoring == Scoring::PassFail {
        let solved = outcomes.iter().all(|outcome| outcome.verdict == Verdict::Accepted);
        let full = group.worth.clone().unwrap_or_else(Score::one);
        return Some(Part { score: if solved { full.clone() } else { Score::zero() }, full });
    }
    let Some(worth) = &group.worth else {
        let (scores, full): (Vec<_>, Vec<_>) =
            parts.into_iter().map(|part| (part.score, part.full)).unzip();
        return Some(Part { score: fold(scoring, &scores)?, full: fold(scoring, &full)? });
    };
    // No part gives more than it gives to a full solution.
    let share = if scoring == Scoring::Min {
        parts.iter().map(|part| part.score.share_of(&part.full)).min()?
    } else {
        let score = Score::sum(parts.iter().map(|part| (&part.score).min(&part.full)));
        score.share_of(&Score::sum(parts.iter().map(|part| &part.full)))
    };
    Some(Part { score: share.times(worth), full: worth.clone() })
}

fn fold(scoring: Scoring, scores: &[Score]) -> Option<Score> {
    match scoring {
        Scoring::PassFail => None,
        Scoring::Mean => Score::mean(scores),
        Scoring::Sum => Some(Score::sum(scores)),
        Scoring::Min => scores.iter().min().cloned(),
    }
}

/// What counts towards a group: its own cases, and what the groups in it come to. The cases of a group
/// that does not count as one count here.
fn parts(group: &Group, outcomes: &[&Outcome], grades: &mut Vec<GroupGrade>) -> Vec<Part> {
    let own = outcomes.iter().filter(|outcome| {
        let is_within = |inner: &Group| inner.holds(&outcome.group);
        !group.groups.iter().any(is_within)
    });
    let zero = Score::zero();
    let mut all: Vec<Part> = own
        .map(|outcome| Part {
            score: outcome.score.as_ref().unwrap_or(&zero).clone(),
            full: group.full.clone(),
        })
        .collect();
    for inner in &group.groups {
        let held = outcomes.iter().copied().filter(|outcome| inner.holds(&outcome.group));
        let held: Vec<&Outcome> = held.collect();
        if held.is_empty() {
            continue;
        }
        let place = grades.len();
        let Some(part) = count(inner, &held, grades) else {
            all.extend(parts(inner, &held, grades));
            continue;
        };
        let grade = GroupGrade {
            name: inner.name.clone(),
            verdict: verdict(&held),
            score: part.score.clone(),
            worth: inner.worth.clone(),
        };
        grades.insert(place, grade);
        all.push(part);
    }
    all
}

#[cfg(test)]
mod tests;
